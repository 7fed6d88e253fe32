"""Data that any program can read, and how the numbers of a state become it."""
