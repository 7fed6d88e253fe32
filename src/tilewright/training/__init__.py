"""Nets for evaluations, learned from games a thinker plays against itself."""
