"""Twins: two tables that differ only in what a seat may not know must look alike to it, in every shape of data.

python -m tests.games.duel.twins [--pairs 100000]

Plays random games in which plates are drawn from the stack often, makes a twin of each position for each seat and
a spectator, and compares byte for byte what the watcher is shown: the view as data, what can be chosen with its
forecasts, and the events of the next ply. Prints how many pairs there were and how many differed; fails if any did.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from tests.games.duel.kit import random_play
from tilewright.core.compiling.compiled import Records, rule
from tilewright.core.contract.dice import below, dice
from tilewright.core.shapes.moves import KIND
from tilewright.games.duel.components import BACK, HAND, KNOWN, PLATE_NAMES, PLATES, TYPE_OF, UNDER, UNSEEN, State
from tilewright.games.duel.interface import effect_data
from tilewright.games.duel.moves import MOVES
from tilewright.games.duel.rules import hidden
from tilewright.games.duel.steps import FILL, FRONTS, REFILL
from tilewright.play.game import Game
from tilewright.play.position import Position

SPECTATOR = -1
WATCHERS = (0, 1, SPECTATOR)


@rule
def twin(state: State, seat: int, rng: Any) -> None:
    """Deal anew, type by type, every plate this seat cannot place; written without a look at observe.

    Lots of others are also put into another order that shows the same types: any, but the stack's top stays.
    """
    for first in range(PLATES):
        if may_know(state, first, seat):
            continue
        for second in range(first):
            if TYPE_OF[first] == TYPE_OF[second] and not may_know(state, second, seat) and below(rng, 2):
                exchange(state, first, second)
    for k in range(1, state.under_count):
        same_lot = state.under_last[k - 1] == 0
        on_top = k == 1 and state.stack == 0 and TYPE_OF[state.under[0]] != TYPE_OF[state.under[1]]
        if same_lot and state.under_owner[k] != seat and not on_top and below(rng, 2):
            state.under[k - 1], state.under[k] = state.under[k], state.under[k - 1]


@rule
def may_know(state: State, plate: int, seat: int) -> bool:
    where = state.place[plate]
    if where == UNDER:
        for k in range(state.under_count):
            if state.under[k] == plate:
                return state.under_owner[k] == seat
    if where == HAND or where == BACK:
        return seat == state.to_move
    return where != UNSEEN and where != KNOWN + 1 - seat and (seat >= 0 or where < KNOWN)


@rule
def exchange(state: State, one: int, other: int) -> None:
    state.place[one], state.place[other] = state.place[other], state.place[one]
    for k in range(PLATES):
        for listed in (state.under, state.back):
            if listed[k] == one:
                listed[k] = other
            elif listed[k] == other:
                listed[k] = one


# -- pairs of tables, and what comes next on them -------------------------------------------------


class Ply(NamedTuple):
    """A position and what came next: things drawn, or a move."""

    game: Game
    drawn: list[int] | None
    move: int


class Pair(NamedTuple):
    """A position, another that looks the same to a seat, and what would come next on each."""

    one: Ply
    other: Ply
    watcher: int


def pairs(seeds: Iterable[int]) -> Iterator[Pair]:
    """Every position with plates in hands or lots, with a twin for every watcher."""
    rng = dice(29)
    for ply in plies(seeds):
        for watcher in WATCHERS:
            states = ply.game.state.copy()
            twin(states[0], watcher, rng)
            yield Pair(ply, same_ply(ply, states), watcher)


def plies(seeds: Iterable[int]) -> Iterator[Ply]:
    before: Game | None = None
    for game in random_play(seeds, draws=0.4, chips=0.7):
        if before is not None and game.events:
            event, state = game.events[-1], before.state[0]
            if state.under_count or state.hand_unknown.any() or (state.place == HAND).any():
                drawn = game.room.deals.parse(state, event.notation) if event.seat is None else None
                move = game.room.moves.parse(state, event.notation) if drawn is None else 0
                yield Ply(before, drawn, move)
        before = at_table(game, game.state.copy())


def at_table(game: Game, states: Records) -> Game:
    return Game(game.rule_set, states, first=0, options={}, seed=1, auto_deal=False)


def same_ply(ply: Ply, states: Records) -> Ply:
    """The same on the twin, where other plates play the parts of those that are hidden."""
    names = parts_played(ply.game.state[0], states[0])
    drawn, move, parts = ply.drawn, ply.move, MOVES.parts(ply.move)
    if drawn is not None and ply.game.state[0].step == FRONTS:
        fronts = int(ply.game.state[0].hand_unknown.sum())
        drawn = [names[thing] if k < fronts else thing for k, thing in enumerate(drawn)]
    elif drawn is None and parts[KIND] in ("plate", "return"):
        move = MOVES.code({**parts, "plate": PLATE_NAMES[names[PLATE_NAMES.index(parts["plate"])]]})
    return Ply(at_table(ply.game, states), drawn, move)


def parts_played(state: State, other: State) -> dict[int, int]:
    """Which plate of the twin lies, type by type, where each plate of the first table does."""
    names = {plate: plate for plate in range(PLATES)}
    for where in set(state.place.tolist()) - {UNDER}:
        for kind in "SJ":
            mine, yours = (
                [plate for plate in range(PLATES) if one.place[plate] == where and PLATE_NAMES[plate][0] == kind]
                for one in (state, other)
            )
            names |= dict(zip(mine, yours, strict=True))
    return names


# -- what a watcher is shown ----------------------------------------------------------------------


def differences(pair: Pair) -> list[str]:
    """The shapes of data in which a pair differs to the one who watches; it should be none."""
    one, other, watcher = pair
    mine, yours = one.game.view(watcher), other.game.view(watcher)
    found = []
    if json.dumps(mine.as_data()) != json.dumps(yours.as_data()):
        found.append("data")
    if watcher == one.game.to_move and choices(mine) != choices(yours):
        found.append("choices")
    told, after = happens(one, watcher)
    told_other, after_other = happens(other, watcher)
    if after == after_other and told != told_other:
        found.append("events")
    return found


def choices(position: Position) -> str:
    """Everything that can be chosen first, and what follows from each first choice."""
    first = position.choices()
    begun = [option for option in first.options[:3] if option.legal and not option.move]
    found = [first.as_data(), *(position.choices({first.part or "": option.value}).as_data() for option in begun)]
    return json.dumps([found, [position.forecast_text(move) for move in position.legal_moves]])


def happens(ply: Ply, watcher: int) -> tuple[str, bytes]:
    """The events of a ply and the view after it; what comes to light may be another thing on a twin."""
    states = ply.game.state.copy()
    if ply.drawn is None:
        told = effect_data.play(states[0], ply.move, watcher)
    elif may_be_drawn(ply):
        told = effect_data.deal(states[0], ply.drawn, watcher)
    else:
        return "", b""
    hidden.observe(states[0], watcher)
    return json.dumps(told), states.tobytes()


def may_be_drawn(ply: Ply) -> bool:
    """What is turned up in the display for all to see may lie elsewhere on a twin."""
    state = ply.game.state[0]
    return state.step not in (FILL, REFILL) or ply.game.room.deals.refusal(state, ply.drawn or []) is None


def compare(seeds: Iterable[int], wanted: int, every: int = 1) -> tuple[int, int, Counter[str]]:
    """Pairs compared, how many were two different tables, and where they looked different to the watcher."""
    compared = changed = 0
    found: Counter[str] = Counter()
    for pair in itertools.islice(pairs(seeds), 0, wanted * every, every):
        compared += 1
        changed += pair.one.game.state.tobytes() != pair.other.game.state.tobytes()
        found.update(differences(pair))
    return compared, changed, found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=100_000)
    wanted = parser.parse_args().pairs
    began = time.process_time()
    compared, changed, found = compare(itertools.count(), wanted)
    told = ", ".join(f"{n} in {shape}" for shape, n in found.items()) or "none"
    tables = f"{compared} pairs, {changed} of two different tables"
    sys.stdout.write(f"{tables}; looked different: {told}; {time.process_time() - began:.0f} s\n")
    raise SystemExit(bool(found))


if __name__ == "__main__":
    main()
