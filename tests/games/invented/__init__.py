"""A small game that nobody sells: it shows that a game needs nothing outside its own folder. Its rules: pluck.md."""
