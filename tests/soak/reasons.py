"""Every figure of a review's reasons derived again by another way: python -m tests.soak.reasons --sentences 10000.

The review makes its facts from forecasts and events. Here the line that a fact carries is played again, and the figure
is worked out from the tables before and after as data, with the printed numbers of the naive oracles.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Any, NamedTuple

import tilewright
from tests.kit.naive_classic import RULE_SETS as PRINTED_CLASSIC
from tests.kit.naive_pavilion import BONUS_TILES, MIXED_STAR_BONUS, NUMBER_BONUS, STAR_BONUS
from tilewright.bots.thinker import Thinker
from tilewright.core.errors import TilewrightError
from tilewright.core.text.language import speaking
from tilewright.play.game import Game
from tilewright.play.position import Position
from tilewright.play.replay import replay
from tilewright.records.record import Record
from tilewright.review.analysis import decisions, review
from tilewright.review.grades import BEST_MOVE, GAME, PLAYED, Fact, Graded
from tilewright.review.telling import Telling

NAMES = ["Ann", "Bo", "Cy", "Di"]
DUEL_GROUPS = {
    "H": (3, [[(r, c) for c in range(6)] for r in range(6)]),
    "V": (7, [[(r, c) for r in range(6)] for c in range(6)]),
    "D": (10, [[(k, k) for k in range(6)], [(k, 5 - k) for k in range(6)]]),
}
DUEL_CORNERS = {(0, 0): 3, (0, 4): 3, (4, 0): 8, (4, 4): 8}
Table = dict[str, Any]


class Ply(NamedTuple):
    """A move of a line, and the table around it."""

    seat: int
    parts: dict[str, str]
    legal: list[dict[str, str]]
    before: Table
    after: Table


def plies(game: Game, line: Sequence[str]) -> list[Ply]:
    """The line played again by the game itself."""
    found = []
    for notation in line:
        before, legal, seat = game.as_data(), [dict(move.parts) for move in game.legal_moves], game.to_move
        move = game.play(notation)
        assert seat is not None
        found.append(Ply(seat, dict(move.parts), legal, before, game.as_data()))
    return found


# -- one figure of each kind ----------------------------------------------------------------------


def offered(table: Table) -> int:
    """All tiles that can still be taken."""
    if "suns" in table:
        piles = sum(tile is not None for pile in table["moons"]["piles"] for tile in pile)
        return sum(sum(sun.values()) for sun in table["suns"]) + sum(table["moons"]["tiles"].values()) + piles
    return sum(sum(tiles.values()) for tiles in table["factories"]) + sum(table["centre"]["tiles"].values())


def tiles_there(table: Table, parts: dict[str, str]) -> int:
    """How many tiles a move takes onto a line or lets fall: all of its colour at its source."""
    source, colour = parts["source"], parts["colour"]
    if "suns" not in table:
        place = table["centre"]["tiles"] if source == "0" else table["factories"][int(source) - 1]
        return int(place.get(colour, 0))
    if source != "0":
        return int(table["suns"][4 if source == "L" else int(source) - 1].get(colour, 0))
    tops = [[tile for tile in pile if tile is not None] for pile in table["moons"]["piles"]]
    return int(table["moons"]["tiles"].get(colour, 0)) + sum(pile[-1:] == [colour] for pile in tops)


def falling(table: Table, seat: int, parts: dict[str, str]) -> int:
    """The tiles of a move that find no room on its line."""
    if "destination" not in parts:
        return 0
    there = tiles_there(table, parts)
    if parts["destination"] in ("F", "X"):
        return there
    line = table["boards"][seat]["lines"][int(parts["destination"]) - 1]
    return max(0, there - (line["spaces"] - line["count"]))


def takes(line: list[Ply]) -> Iterator[Fact]:
    ply = line[-1]
    yield like(ply, count=offered(ply.before) - offered(ply.after))


def forced(line: list[Ply]) -> Iterator[Fact]:
    ply = line[-1]
    yield like(ply, count=min(falling(ply.before, ply.seat, parts) for parts in ply.legal))


def fills(line: list[Ply]) -> Iterator[Fact]:
    ply = line[-1]
    row = int(ply.parts["destination"])
    held = ply.before["boards"][ply.seat]["lines"][row - 1]
    if held["count"] + tiles_there(ply.before, ply.parts) >= held["spaces"] == row:
        yield like(ply, row=row)


def points_of(names: tuple[str, ...]) -> Callable[[list[Ply]], Iterator[Fact]]:
    """Points under these names of the breakdown, from the first table to the last."""

    def gained(line: list[Ply]) -> Iterator[Fact]:
        first, last = line[0].before["breakdown"], line[-1].after["breakdown"]
        for seat in range(len(first)):
            points = sum(last[seat].get(name, 0) - first[seat].get(name, 0) for name in names)
            yield Fact("", "", seat, (), points=points)

    return gained


def bonus(line: list[Ply]) -> Iterator[Fact]:
    ply = line[-1]
    room = {"wall": classic_bonuses, "stars": pavilion_bonuses, "dome": duel_bonuses}
    board = ply.after["boards"][ply.seat]
    for name, points in next(found for part, found in room.items() if part in board)(ply):
        yield like(ply, name=name, points=points)


def classic_bonuses(ply: Ply) -> Iterator[tuple[str, int]]:
    """What the tile of this move completes, on the wall as it was: printed where the wall says so, chosen elsewhere."""
    printed = PRINTED_CLASSIC[ply.before["rule_set"]]
    board = ply.before["boards"][ply.seat]
    wall = [list(row) for row in board["wall"]]
    if ply.parts["kind"] == "tile":
        row, column = int(ply.parts["line"]) - 1, int(ply.parts["column"]) - 1
        colour = board["lines"][row]["colour"]
    else:
        row, colour = int(ply.parts["destination"]) - 1, ply.parts["colour"]
        column = next(c for c in range(5) if printed.printed[row + 1, c + 1] == colour)
    wall[row][column] = colour
    if None not in wall[row]:
        yield "row", printed.row_bonus
    if all(other[column] for other in wall):
        yield "column", printed.column_bonus
    if sum(other.count(colour) for other in wall) == 5:
        yield "colour", printed.colour_bonus


def pavilion_bonuses(ply: Ply) -> Iterator[tuple[str, int]]:
    before, after = (table["boards"][ply.seat] for table in (ply.before, ply.after))
    for k, star in enumerate(after["stars"]):
        if None in before["stars"][k] and None not in star:
            yield "star", STAR_BONUS[star[0]] if len(set(star)) == 1 else MIXED_STAR_BONUS
    spaces = [(k, p) for k, star in enumerate(after["stars"]) for p in range(len(star))]
    for cost, points in NUMBER_BONUS.items():
        own = [(k, p) for k, p in spaces if after["costs"][k][p] == cost]
        if all(after["stars"][k][p] for k, p in own) and not all(before["stars"][k][p] for k, p in own):
            yield "number", points


def duel_bonuses(ply: Ply) -> Iterator[tuple[str, int]]:
    """Goals completed with this move: only cells that were filled by it count."""
    before, after = (table["boards"][ply.seat]["dome"] for table in (ply.before, ply.after))
    corners = [(p, [(r + k // 2, c + k % 2) for k in range(4)]) for (r, c), p in DUEL_CORNERS.items()]
    groups = [(name, points, cells) for name, (points, every) in DUEL_GROUPS.items() for cells in every]
    groups += [("COR", points, cells) for points, cells in corners]
    for name, points, cells in groups:
        if all(after[r][c] for r, c in cells) and not all(before[r][c] for r, c in cells):
            yield name, points


def completes(line: list[Ply]) -> Iterator[Fact]:
    ply = line[-1]
    before, after = (table["boards"][ply.seat]["stars"] for table in (ply.before, ply.after))
    for one in ply.after["structures"]:
        spaces = [tuple(int(k) for k in space.split("/")[2:]) for space in one["spaces"]]
        if all(after[k][p] for k, p in spaces) and not all(before[k][p] for k, p in spaces):
            yield like(ply, name=one["name"], count=BONUS_TILES[one["name"]])


def marker(line: list[Ply]) -> Iterator[Fact]:
    """Nobody has it before, and afterwards the seat has it, starts the new round, or took from where it lies."""
    ply = line[-1]
    thing = "token" if "token" in ply.before else "marker"
    holder = ply.after[thing]
    if holder is None and ply.after["round"] > ply.before["round"]:
        holder = ply.after["first"]
    if holder is None and ply.after["awaiting"] == "end" and ply.parts.get("source") == "0":
        holder = ply.seat
    if ply.before[thing] is None and holder is not None:
        yield Fact("", "", holder, ())


def ends(line: list[Ply]) -> Iterator[Fact]:
    if line[-1].after["awaiting"] == "end":
        yield Fact("", "", line[0].seat, (), name=line[-1].after["ending"])


DERIVED: dict[str, Callable[[list[Ply]], Iterator[Fact]]] = {
    "takes": takes,
    "forced": forced,
    "floor": points_of(("floor", "broken", "losses", "first_player_tile")),
    "scores": points_of(("tiles", "specials")),
    "fills": fills,
    "bonus": bonus,
    "completes": completes,
    "marker": marker,
    "ends": ends,
}


def like(ply: Ply, **figures: Any) -> Fact:
    return Fact("", "", ply.seat, (), **figures)


# -- whole facts and sentences --------------------------------------------------------------------


def figures(fact: Fact) -> tuple[object, ...]:
    return (fact.seat, fact.points, fact.count, fact.row, fact.name)


def fault_of(graded: Graded, fact: Fact, whole: Game) -> str | None:
    """What is wrong with a fact; None when everything it says can be derived again."""
    event = [k for k, one in enumerate(whole.events) if one.seat is not None][graded.number - 1]
    begins = {PLAYED: graded.move, GAME: graded.move, BEST_MOVE: graded.best}[fact.of]
    if fact.line[0] != begins:
        return f"the line begins with {fact.line[0]}, not with {begins}"
    if fact.of == GAME:
        happened = tuple(one.notation for one in whole.events[event : event + len(fact.line)])
        if happened != fact.line:
            return f"in the game {happened} was played"
    before = whole.before(event)
    start = before if fact.of == GAME else before.view(graded.seat)
    try:
        line = plies(Game(start.rule_set, start.state, first=0, options={}, seed=0, auto_deal=False), fact.line)
    except TilewrightError as bad:
        return f"the line cannot be played: {bad}"
    derived = [figures(one) for one in DERIVED[fact.kind](line)]
    return None if figures(fact) in derived else f"{figures(fact)} is not among {derived}"


NUMBERS = re.compile(r"\d+")


def fault_of_sentence(graded: Graded, fact: Fact, view: Position) -> str | None:
    """What is wrong with its words: the figures must stand there, the same ones in every language."""
    told = {}
    for language in ("en", "fr", "nl"):
        with speaking(language):
            told[language] = Telling(graded, view, NAMES).fact(fact)
    numbers = {language: sorted(map(int, NUMBERS.findall(text))) for language, text in told.items()}
    if len({tuple(found) for found in numbers.values()}) != 1:
        return f"the languages disagree: {told}"
    wanted = [abs(one) for one in (fact.points, fact.count, fact.row) if one is not None]
    if fact.kind == "takes":
        taken = re.search(r"takes (\d+) \w+(?: and (\d+) )?", told["en"])
        said = sum(int(one) for one in taken.groups() if one) if taken else None
        return None if said == fact.count else f"{told['en']!r} does not say {fact.count}"
    return None if all(one in numbers["en"] for one in wanted) else f"{told['en']!r} lacks one of {wanted}"


def check(record: Record, graded: Sequence[Graded]) -> tuple[Counter[str], list[str]]:
    """How many facts of each kind there were, and what was wrong with any."""
    whole, kinds, wrong = replay(record), Counter[str](), []
    views = {one.number: one.view for one in decisions(whole)}
    for one in graded:
        for fact in one.facts:
            kinds[fact.kind] += 1
            fault = fault_of(one, fact, whole) or fault_of_sentence(one, fact, views[one.number])
            if fault:
                wrong.append(f"{record.rule_set} {record.players}, move {one.number}, {fact}: {fault}")
    return kinds, wrong


def played(rule_set: str, players: int, seed: int) -> Record:
    """A game in which some play well and some do not."""
    game = tilewright.new_game(rule_set, players, seed=seed)
    words = ["greedy", "random", "thinker:2", "greedy"]
    bots = [tilewright.bot(words[(seat + seed) % 4], seed=seed + seat) for seat in range(players)]
    while game.to_move is not None:
        game.play(bots[game.to_move].choose(game.view(game.to_move)).move)
    return game.record(NAMES[:players])


def main() -> None:
    """Review games of every rule set and number of players until there are enough sentences."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--sentences", type=int, default=10_000)
    asked.add_argument("--nodes", type=int, default=400, help="positions searched for each move")
    wanted = asked.parse_args()
    kinds, wrong, by_game = Counter[str](), list[str](), Counter[str]()
    games = [(known.id, players) for known in tilewright.rule_sets() for players in known.players]
    for seed in count(1):
        for rule_set, players in games:
            record = played(rule_set, players, seed)
            graded, _ = review(record, Thinker(nodes=wanted.nodes, seed=seed))
            found, faults = check(record, graded)
            kinds += found
            wrong += faults
            by_game[f"{rule_set}/{players}"] += found.total()
        print(f"{kinds.total()} sentences, {len(wrong)} wrong; {dict(kinds)}; {dict(by_game)}", flush=True)
        if kinds.total() >= wanted.sentences:
            break
    for fault in wrong[:20]:
        print(fault)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
