"""Matches between opponents on identical deals, and what they show about strength."""
