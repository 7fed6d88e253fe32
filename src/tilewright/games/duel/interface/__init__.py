"""Duel as people and programs see it: data, text, pictures and sentences."""
