"""The table as pixels: the same picture a terminal shows, drawn with a small bitmap font."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from tilewright.core.text.styles import PAPER, STYLES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tilewright.core.text.terminal_flow import Picture

WIDTH, HEIGHT = 6, 13  # of a character
COLUMNS, LINES = 96, 36  # pictures are at least as large as this, so that the frames of a film fit each other
SCALE = 2


def draw(picture: Picture) -> NDArray[np.uint8]:
    """Draw a picture; height by width by red, green and blue."""
    lines = max(LINES, len(picture))
    columns = max(COLUMNS, *(sum(len(text) for text, _ in line) for line in picture))
    image = Image.new("RGB", (columns * WIDTH, lines * HEIGHT), PAPER)
    pen, font = ImageDraw.Draw(image), ImageFont.load_default_imagefont()
    for row, line in enumerate(picture):
        column = 0
        for text, style in line:
            _, ink, ground = STYLES.get(style, STYLES[""])
            x, y = column * WIDTH, row * HEIGHT
            if ground != PAPER:
                pen.rectangle((x, y, x + len(text) * WIDTH - 1, y + HEIGHT - 1), fill=ground)
            pen.text((x, y + 1), text.encode("latin-1", "replace").decode("latin-1"), fill=ink, font=font)
            column += len(text)
    pixels = np.asarray(image, dtype=np.uint8)
    return pixels.repeat(SCALE, axis=0).repeat(SCALE, axis=1)
