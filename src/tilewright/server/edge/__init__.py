"""The web interface of the server: FastAPI, without any knowledge of the rules of a game."""
