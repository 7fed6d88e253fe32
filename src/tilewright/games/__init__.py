"""The rooms of the house, one per game. Rooms do not know each other."""
