"""Evaluation weights from self-play."""
