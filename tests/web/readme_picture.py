"""Take the picture of README.md, a classic game in its third round: ``python -m tests.web.readme_picture``."""

from __future__ import annotations

import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

import tilewright
from tests.web.browser import find_browser, launch
from tests.web.measure import LOOKS
from tests.web.playing import OPEN_TABLE, pick_something, wait_for_turn
from tests.web.serving import Server

PICTURE = Path(__file__).parents[2] / "docs" / "pictures" / "table.png"
MOST_BYTES = 250_000
COLOURS = 256  # as many as a palette has: a third of the bytes, and the eye sees no difference
SEED = 11
ROUND, MOVES_OF_THE_ROUND = 3, 4  # walls have something on them, and factories have not been emptied
PLAY_THESE = """async ([moves, table]) => {
  for (const move of moves) {
    const { seq } = await (await fetch(`api/v1/tables/${table}`)).json();
    const body = JSON.stringify({ id: crypto.randomUUID(), expect: seq, kind: "play", move });
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`api/v1/tables/${table}/commands`, { method: "POST", headers, body });
    if (!answer.ok) throw new Error(`${move}: ${await answer.text()}`);
  }
}"""


def moves() -> list[str]:
    """A game of two careful players, as far as the picture shows it."""
    game, bot = tilewright.new_game("classic", seed=SEED), tilewright.bot("thinker@2000n")
    left = MOVES_OF_THE_ROUND
    while left:
        game.play(bot.choose(game.view(game.to_move or 0)).move)
        left -= game.round_number == ROUND
    return game.moves


def take(page: Page) -> bytes:
    page.goto("./")
    aids = {"forecasts": True, "evaluation": True, "hints": True}
    wanted = {"rule_set": "classic", "seats": ["me", "here"], "names": ["Ann", "Bo"], "seed": SEED, "aids": aids}
    table = page.evaluate(OPEN_TABLE, wanted)
    page.evaluate(PLAY_THESE, [moves(), table])
    page.goto(f"./?table={table}")
    wait_for_turn(page)
    page.get_by_text("thinking …").wait_for(state="hidden")
    pick_something(page)
    return page.screenshot()


def main() -> None:
    find_browser()  # looks for one with a driver of its own
    with tempfile.TemporaryDirectory() as data:
        server = Server(Path(data))
        server.start("classic")
        try:
            with sync_playwright() as playwright:
                browser = launch(playwright)
                page = browser.new_context(
                    base_url=server.address, viewport={"width": 1280, "height": 720}, reduced_motion="reduce"
                ).new_page()
                page.set_default_timeout(600_000)  # a busy machine is no reason to fail
                page.emulate_media(**LOOKS["light"])
                whole = Image.open(BytesIO(take(page)))
                browser.close()
        finally:
            server.stop()
    PICTURE.parent.mkdir(exist_ok=True)
    whole.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(PICTURE, optimize=True)
    size = PICTURE.stat().st_size
    print(f"{PICTURE}: {size} bytes")
    if size > MOST_BYTES:
        raise SystemExit(f"more than {MOST_BYTES}")


if __name__ == "__main__":
    main()
