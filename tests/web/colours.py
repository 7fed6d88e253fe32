"""How far the tiles of a game are from each other, in every kind of colour vision, as they are drawn."""

from __future__ import annotations

import io
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from coloraide import Color
from PIL import Image

if TYPE_CHECKING:
    from playwright.sync_api import Page

GAMES = {"classic": "BYRKW", "duel": "BYRKT", "pavilion": "PGOYBR"}
VISIONS = ("normal", "protan", "deutan", "tritan", "grey")
LEAST = {"normal": 18.0, "protan": 18.0, "deutan": 18.0, "tritan": 18.0, "grey": 10.0}
SIZE = 64
# the tiles of a game in a row, larger than on any board, without their glyphs: only the glazed body is measured
LAY_OUT = """([game, letters, size]) => {
  const row = document.createElement("div");
  row.id = "measured";
  row.dataset.game = game;
  row.style.cssText = `position:fixed;inset:0 auto auto 0;z-index:999;display:flex;--p:${size}px`;
  const make = (name, values) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(values)) made.setAttribute(key, value);
    return made;
  };
  for (const letter of letters) {
    const tile = make("svg", { class: `tile t-${letter}`, viewBox: "0 0 48 48", width: size, height: size });
    tile.append(make("use", { href: "#tile" }));
    row.append(tile);
  }
  document.getElementById("measured")?.remove();
  document.body.append(row);
}"""


def tile_colours(page: Page, game: str) -> dict[str, Color]:
    """The mean colour of each tile's body in a screenshot."""
    letters = GAMES[game]
    page.evaluate(LAY_OUT, [game, letters, SIZE])
    shot = page.screenshot(clip={"x": 0, "y": 0, "width": SIZE * len(letters), "height": SIZE})
    pixels = np.asarray(Image.open(io.BytesIO(shot)).convert("RGB"), dtype=float) / 255
    found = {}
    for k, letter in enumerate(letters):
        body = pixels[SIZE // 5 : -SIZE // 5, k * SIZE + SIZE // 5 : (k + 1) * SIZE - SIZE // 5]
        found[letter] = Color("srgb", [float(value) for value in body.mean(axis=(0, 1))])
    return found


def seen(colour: Color, vision: str) -> Color:
    """A colour as an eye of this kind sees it: Machado's model at full severity, or lightness alone."""
    if vision == "normal":
        return colour
    if vision == "grey":
        lightness = colour.convert("lab-d65")["lightness"]
        return Color("lab-d65", [lightness, 0, 0])
    return colour.clone().filter(vision, 1, method="machado")


def least_distances(colours: dict[str, Color]) -> dict[str, float]:
    """The least CIEDE2000 between any two tiles, by kind of vision."""
    return {
        vision: min(
            seen(one, vision).delta_e(seen(other, vision), method="2000")
            for one, other in combinations(colours.values(), 2)
        )
        for vision in VISIONS
    }
