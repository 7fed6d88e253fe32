"""What every game of the family shares: verbs, layouts, dice, errors and the compile switch."""
