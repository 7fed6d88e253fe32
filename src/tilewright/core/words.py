"""Words people type for colours and places, in the languages of our first players.

Only what is typed is translated here; what is written is always the short form.
"""

from __future__ import annotations

BLUE = ("blue", "bleu", "bleue", "blauw", "blau")
YELLOW = ("yellow", "jaune", "geel", "gelb")
RED = ("red", "rouge", "rood", "rot")
BLACK = ("black", "noir", "noire", "zwart", "schwarz")
WHITE = ("white", "blanc", "blanche", "wit", "weiss", "weiß")
TURQUOISE = ("turquoise", "turkoois", "türkis")
PURPLE = ("purple", "violet", "violette", "paars", "lila")
GREEN = ("green", "vert", "verte", "groen", "grün")
ORANGE = ("orange", "oranje")
CENTRE = ("centre", "center", "midden", "mitte")
FLOOR = ("floor", "plancher", "vloer", "boden")
