"""Classic positions for tests: say what matters, the other tiles go where they disturb nothing."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from tests.kit.naive_classic import COLOURS, FACTORIES, counted_from_text, counted_text
from tilewright.play.game import Game, from_text

if TYPE_CHECKING:
    from collections.abc import Mapping

EMPTY_WALL = "..... ..... ..... ..... ....."
NO_LINES = "- - - - -"

# Four such boards hold all 100 tiles: a row of each lacks one colour, and its line has begun to collect it.
# Each wall misses B Y R K B, row by row; its lines 2 to 5 hold Y, R, K and two B.
HOARD_WALL = ".YRKW WB.RK KWBY. R.WBY YRKW."
HOARD_LINES = "- Y1 R1 K1 B2"


class Seat(NamedTuple):
    """One seat's field of a position text."""

    score: int
    tiles: int
    wall: str
    lines: str
    floor: str


def position(
    rule_set: str = "classic",
    players: int = 2,
    *,
    walls: Mapping[int, str] | None = None,
    lines: Mapping[int, str] | None = None,
    floors: Mapping[int, str] | None = None,
    scores: Mapping[int, int] | None = None,
    factories: str = "",
    centre: str = "-",
    bag: str | None = None,
    lid: str | None = None,
    what: str = "draft",
    turn: int | None = None,
    first: int = 0,
    marker: int | None = None,
    idle: int = 0,
    round_number: int = 6,
    auto_deal: bool = False,
) -> Game:
    """A game from a position of so many players; boards are given by seat, all else is empty.

    Tiles that are named nowhere go into the bag, or into the lid when the bag is given.
    The marker belongs to the seat with ``M`` on its floor, if nobody else is named.
    """
    walls, lines, floors, scores = walls or {}, lines or {}, floors or {}, scores or {}
    boards = [
        Seat(
            scores.get(seat, 0),
            scores.get(seat, 0),
            walls.get(seat, EMPTY_WALL),
            lines.get(seat, NO_LINES),
            floors.get(seat, "-"),
        )
        for seat in range(players)
    ]
    groups = factories.split()
    groups += ["-"] * (FACTORIES[players] - len(groups))
    rest = Counter(dict.fromkeys(COLOURS, 20))
    rest.subtract(_tiles_in(boards, groups, centre))
    if bag is None:
        rest.subtract(counted_from_text(lid or "-"))
        bag = counted_text(rest)
    elif lid is None:
        rest.subtract(counted_from_text(bag))
        lid = counted_text(rest)
    if marker is None:
        marker = next((seat for seat in floors if floors[seat].startswith("M")), None)
    holder = "-" if marker is None else marker
    to_move = first if turn is None else turn
    fields = [
        f"{rule_set} {players}",
        f"round {round_number} first {first} marker {holder} turn {to_move} {what} idle {idle}",
        f"centre {centre}",
        f"factories {' '.join(groups)}",
        f"bag {bag}",
        f"lid {lid or '-'}",
        *(f"score {b.score} tiles {b.tiles} wall {b.wall} lines {b.lines} floor {b.floor}" for b in boards),
    ]
    return from_text(" | ".join(fields), seed=1, auto_deal=auto_deal)


def _tiles_in(boards: list[Seat], groups: list[str], centre: str) -> Counter[str]:
    tiles = counted_from_text(centre)
    tiles.update(letter for group in groups for letter in group if letter != "-")
    for board in boards:
        tiles.update(cell for cell in board.wall if cell in COLOURS)
        for word in [*board.lines.split(), *board.floor.split()]:
            if word[0] in COLOURS:
                tiles[word[0]] += int(word[1:])
    return tiles


def after_the_offer(
    rule_set: str = "classic",
    *,
    wall: str = EMPTY_WALL,
    lines: str = NO_LINES,
    floor: str = "-",
    score: int = 0,
    idle: int = 0,
) -> Game:
    """Seat 1 has just dropped the last tile on offer, a blue one, so seat 0 tiles the given board."""
    game = position(
        rule_set,
        walls={0: wall},
        lines={0: lines},
        floors={0: floor},
        scores={0: score},
        factories="B",
        turn=1,
        idle=idle,
    )
    game.play("1BF")
    return game


def choosing(rule_set: str, line: int, *, wall: str = EMPTY_WALL, lines: str, floor: str = "-", score: int = 0) -> Game:
    """Seat 0 must choose the column of this line."""
    return position(
        rule_set,
        walls={0: wall},
        lines={0: lines},
        floors={0: floor},
        scores={0: score},
        what=f"tile {line}",
        idle=1,
    )


def full_line(number: int, colour: str) -> str:
    """All lines empty but this one, which is full."""
    return " ".join(f"{colour}{number}" if n == number else "-" for n in range(1, 6))


def columns(rule_set: str, wall: str, row: int, colour: str) -> str:
    """The columns a full line's tile may go to, as digits; "" when it fell to the floor."""
    game = position(rule_set, walls={0: wall}, lines={0: full_line(row, colour)}, factories="B", turn=1)
    game.play("1BF")
    return "".join(move.notation[2] for move in game.legal_moves)


def destinations(game: Game, colour: str) -> str:
    """Where tiles of a colour may go, as digits and F; all sources taken together."""
    return "".join(sorted({move.notation[2] for move in game.legal_moves if move.notation[1] == colour}))


def part(game: Game, name: str) -> str:
    """One field of the position: ``part(game, "centre")`` is "B1 W1"; "round" gives the whole turn."""
    fields = [field for field in game.text.split(" | ")[1:] if field.split(" ", 1)[0] == name]
    return fields[0] if name == "round" else fields[0].split(" ", 1)[1]


def seat(game: Game, number: int) -> Seat:
    """What the position says about a seat."""
    words, floor = game.text.split(" | ")[6 + number].split(" floor ")
    parts = words.split(" ")
    return Seat(int(parts[1]), int(parts[3]), " ".join(parts[5:10]), " ".join(parts[11:16]), floor)


def notations(game: Game) -> list[str]:
    """The legal moves in short form."""
    return [move.notation for move in game.legal_moves]
