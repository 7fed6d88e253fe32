"""How this game is written, shown, told and explained."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.games.invented.rules import (
    BAG,
    BOX,
    BY_LAST,
    BY_TILE,
    EMPTY,
    ENDINGS,
    FIRST_CELL,
    HEIGHT,
    LAST,
    LETTERS,
    MEANINGS,
    MOST_POINTS,
    MOVES,
    NAMES,
    PILES,
    ROUNDS,
    SEATS,
    TILES,
    WORTH,
    State,
    tiles_in,
    tiles_left,
    violations,
)
from tilewright.core.contract.teller import Teller
from tilewright.core.contract.verbs import AWAITING, DEAL, END
from tilewright.core.contract.view import View
from tilewright.core.errors import BadText
from tilewright.core.shapes.fields import Values
from tilewright.core.shapes.forecast import Bonus, Forecast
from tilewright.core.shapes.moves import Parts
from tilewright.core.shapes.refusal import Refusal
from tilewright.core.shapes.shape import Tiles, colour, grid
from tilewright.core.text.reader import Reader, shorten, write_counts
from tilewright.core.text.terminal_flow import Flow, Scene

HELP = "The number of the pile you take from: 3."


# -- moves and draws ----------------------------------------------------------------------------


def name_move(state: State, move: int) -> str:  # noqa: ARG001
    return MOVES.write(move)


def parse_move(state: State, text: str) -> int:  # noqa: ARG001
    if (parts := MOVES.read(text)) is None:
        raise BadText(f"{shorten(text)} is no move: {HELP}")
    return MOVES.code(parts)


def target(state: State, parts: Parts, part: str) -> str | None:  # noqa: ARG001 - a pile is all there is to choose
    return f"/piles/{int(parts['pile']) - 1}"


def refusal(state: State, parts: Parts) -> Refusal | None:
    pile = parts.get("pile")
    return Refusal("pile_empty", "R2.1", {"pile": pile}) if pile and not tiles_in(state, int(pile) - 1) else None


def describe_refusal(refusal: Refusal) -> str:
    said = {"pile_empty": "pile {pile} is empty", "wrong_draw": "18 tiles are drawn, of those in the bag"}
    return said[refusal.code].format_map(refusal.parameters)


def top_of(state: State, pile: int) -> int:
    return int(state.piles[pile, tiles_in(state, pile) - 1])


def forecast(state: State, move: int) -> Forecast:
    bonuses = [Bonus("last", LAST)] if tiles_left(state) == 1 else []
    return Forecast(points_now=int(WORTH[top_of(state, move)]), bonuses=bonuses)


def describe_move(state: State, parts: Parts) -> str:
    pile = int(parts["pile"])
    return f"takes {NAMES[top_of(state, pile - 1)]} from pile {pile}"


def describe_forecast(forecast: Forecast) -> str:
    return f"+{forecast.points_now}"


def expects(state: State) -> str:  # noqa: ARG001
    return "the number of a pile, like 3"


def name_deal(state: State, drawn: Sequence[int]) -> str:  # noqa: ARG001
    return "".join(LETTERS[tile] for tile in drawn)


def parse_deal(state: State, text: str) -> list[int]:  # noqa: ARG001
    if any(letter not in LETTERS for letter in text):
        raise BadText(f"{shorten(text)} is no draw: tiles are {LETTERS}")
    return [LETTERS.index(letter) for letter in text]


def deal_refusal(state: State, drawn: Sequence[int]) -> Refusal | None:
    fits = len(drawn) == PILES * HEIGHT and all(list(drawn).count(k) <= state.bag[k] for k in range(len(LETTERS)))
    return None if fits else Refusal("wrong_draw", "R1.2")


# -- what happened ------------------------------------------------------------------------------


def cell(place: int) -> str:
    return f"/piles/{place // HEIGHT}/{place % HEIGHT}"


def pointer(place: int) -> str:
    return {BAG: "/bag", BOX: "/box"}.get(place) or cell(place - FIRST_CELL)


def scored_at(state: State, seat: int, reason: int, which: int) -> list[str]:  # noqa: ARG001
    return [cell(which)]


TELLER = Teller(
    letters=LETTERS,
    phases=("taking",),
    endings=ENDINGS,
    reasons={BY_TILE: ("tiles", "R2.1"), BY_LAST: ("last", "R2.2")},
    pointer=pointer,
    scored_at=scored_at,
    own={},
)


# -- positions ----------------------------------------------------------------------------------


def breakdown(state: State, seat: int) -> dict[str, int]:
    board = state.boards[seat]
    return {"tiles": int(board.score - board.last_points), "last": int(board.last_points)}


def faults(state: State) -> list[str]:
    broken = violations(state)
    return [meaning for k, meaning in enumerate(MEANINGS) if broken >> k & 1]


def to_view(values: Values) -> Values:
    return {
        "phase": 0,
        "piles": values["piles"],
        "bag": values["bag"],
        "box": values["box"],
        "boards": [{"score": board["score"]} for board in values["boards"]],
    }


def from_view(seen: Values, values: Values) -> None:
    values.update(piles=seen["piles"], bag=seen["bag"], box=seen["box"])
    for board, points in zip(values["boards"], seen["breakdown"], strict=True):
        board["last_points"] = points["last"]


VIEW = View(
    phases=("taking",),
    endings=ENDINGS,
    points=("tiles", "last"),
    shared={"piles": grid(colour(LETTERS), PILES, HEIGHT), "bag": Tiles(LETTERS, TILES), "box": Tiles(LETTERS, TILES)},
    board={},
    to_view=to_view,
    from_view=from_view,
    players=(2, 2),
)


def letters_of(pile: Any) -> str:
    return "".join(LETTERS[tile] for tile in pile if tile != EMPTY) or "-"


def write_position(state: State) -> str:
    boards = (f"score {board.score} last {board.last_points}" for board in state.boards)
    turn = f"round {state.round_number} first {state.first} turn {state.to_move} {AWAITING[state.awaiting]}"
    piles = " ".join(map(letters_of, state.piles))
    tiles = f"bag {write_counts(LETTERS, state.bag)} | box {write_counts(LETTERS, state.box)}"
    return f"{turn} | piles {piles} | {tiles} | {' | '.join(boards)}"


def read_position(state: State, text: str, column: int) -> None:
    reader = Reader(text, column=column)
    state.round_number = reader.labelled("round", 1, ROUNDS)
    state.first = reader.seat("first", SEATS)
    state.to_move = reader.seat("turn", SEATS)
    awaiting = reader.word("move, deal or end")
    if awaiting not in AWAITING:
        raise reader.fail(f"expected move, deal or end, found {shorten(awaiting)}")
    state.awaiting = AWAITING.index(awaiting)
    state.ending = int(state.awaiting == END)
    reader.expect("|")
    reader.expect("piles")
    for pile in range(PILES):
        letters = reader.word("a pile").removeprefix("-")
        if len(letters) > HEIGHT or any(letter not in LETTERS for letter in letters):
            raise reader.fail(f"expected up to {HEIGHT} of {LETTERS}, found {shorten(letters)}")
        state.piles[pile] = [
            LETTERS.find(letter) if letter else EMPTY for letter in [*letters, *[""] * HEIGHT][:HEIGHT]
        ]
    for name, tiles in (("bag", state.bag), ("box", state.box)):
        reader.expect("|")
        reader.expect(name)
        tiles[:] = reader.counts(LETTERS, TILES)
    for board in state.boards:
        reader.expect("|")
        board.score = reader.labelled("score", 0, MOST_POINTS)
        board.last_points = reader.labelled("last", 0, LAST * ROUNDS)
    reader.done()


# -- pictures -----------------------------------------------------------------------------------


def headline(state: State, names: Sequence[str]) -> str:
    what = {DEAL: "the piles are built", END: "the game is over"}.get(state.awaiting, names[state.to_move])
    return f"Round {state.round_number}: {what}"


def scene(state: State, names: Sequence[str]) -> Scene:
    piles = [[(letter, "" if letter == "-" else letter) for letter in letters_of(pile)] for pile in state.piles]
    scores = [[(f"{names[seat]} {state.boards[seat].score}", "")] for seat in range(SEATS)]
    return Scene(
        head=[Flow([[(headline(state, names), "strong")]]), Flow(piles)],
        boards=[[[score]] for score in scores],
        brief=[[Flow([score])] for score in scores],
    )


def tell(state: State, names: Sequence[str]) -> list[str]:
    piles = [f"Pile {number}: {letters_of(pile)}." for number, pile in enumerate(state.piles, start=1)]
    return [f"{headline(state, names)}.", *piles, *(f"{names[k]}: {state.boards[k].score}." for k in range(SEATS))]
