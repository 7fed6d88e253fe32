"""The web's side of the server: FastAPI, and nothing that knows the rules of a game."""
