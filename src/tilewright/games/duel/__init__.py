"""The duel: two players, two domes, four moons."""
