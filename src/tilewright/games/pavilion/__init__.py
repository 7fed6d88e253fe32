"""Summer Pavilion: coloured side and monochrome side."""
