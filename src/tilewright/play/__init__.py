"""One Game object for people, in the manner of python-chess."""
