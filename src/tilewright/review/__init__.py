"""What a finished game teaches: the worth of every move, and what was lost by it."""
