"""Tables that people and programs sit down to over a network: one log for each game, and no accepted move lost."""
