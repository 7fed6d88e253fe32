"""The classic game: coloured wall, grey wall and Crystal Mosaic."""
