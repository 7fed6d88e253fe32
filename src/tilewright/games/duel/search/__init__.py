"""What searches ask of Duel besides the rules, and what it has learned."""
