"""Text: what people type, what they read, and how it stands in a terminal."""
