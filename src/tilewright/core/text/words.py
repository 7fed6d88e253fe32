"""Words people type for colours and places, in the languages of our first players.

Only what is typed is translated here; what is written is always the short form.
"""

from __future__ import annotations

BLUE = ("blue", "bleu", "bleue", "bleus", "bleues", "blauw", "blauwe", "blau")
YELLOW = ("yellow", "jaune", "jaunes", "geel", "gele", "gelb")
RED = ("red", "rouge", "rouges", "rood", "rode", "rot")
BLACK = ("black", "noir", "noire", "noirs", "noires", "zwart", "zwarte", "schwarz")
WHITE = ("white", "blanc", "blanche", "blancs", "blanches", "wit", "witte", "weiss", "weiß")
TURQUOISE = ("turquoise", "turkoois", "türkis")
PURPLE = ("purple", "violet", "violette", "violets", "violettes", "paars", "paarse", "lila")
GREEN = ("green", "vert", "verte", "verts", "vertes", "groen", "groene", "grün")
ORANGE = ("orange", "oranje")

COLOURS = {
    word: words[0] for words in (BLUE, YELLOW, RED, BLACK, WHITE, TURQUOISE, PURPLE, GREEN, ORANGE) for word in words
}
"""Each of them, however a language bends it, with the colour it means."""

CENTRE = ("centre", "center", "midden", "mitte")
FLOOR = ("floor", "plancher", "vloer", "boden")
