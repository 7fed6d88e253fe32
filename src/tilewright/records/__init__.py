"""Whole games as files: written, read, checked and replayed. docs/record.md defines the format."""
