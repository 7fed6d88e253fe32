"""Games as the page hears of them, for the tests of its models: ``python -m tests.web.told FOLDER`` writes them.

Each is a golden playthrough as one seat sees it: the view before every ply, what happens, and the view after it.
``Kinds.apply`` of Python is held to every step here, and ``happen`` of the page in ``web/tests/happen.test.ts``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.games.playthroughs import golden, opening, told_events
from tilewright import games
from tilewright.core.contract.meta import RuleSet
from tilewright.core.shapes.effect_data import names_of
from tilewright.play.game import Game
from tilewright.play.position import Position

PLAYERS = 2
EVERY = 9
"""Between positions whose choices are written down."""


def told_game(rule_set: RuleSet, seat: int) -> dict[str, Any]:
    """A game as this seat sees it."""
    game = opening(rule_set, PLAYERS)
    first = before = game.view(seat).as_data()
    plies, choices = [], []
    for number, notation in enumerate(told_events(golden(rule_set, PLAYERS).read_text())):
        if game.to_move == seat and number % EVERY == 0:
            choices.append(told_choices(game.view(seat)))
        if game.awaiting == "deal":
            game.deal(notation)
        else:
            game.play(notation)
        happenings, after = game.effects(number, seat), game.view(seat).as_data()
        if game.room.effects.kinds.apply(before, happenings) != after:
            raise AssertionError(f"{rule_set.id}, event {number}: what happens does not lead to the view after it")
        plies.append({"seat": game.events[-1].seat, "happenings": happenings, "after": after})
        before = after
    return {"rule_set": rule_set.id, "seat": seat, "first": first, "plies": plies, "choices": choices}


def told_choices(view: Position) -> dict[str, Any]:
    """All answers to what can be chosen here, by the choices before them, and the moves that they lead to."""
    return {"moves": sorted(map(str, view.legal_moves)), "answers": dict(answers(view, {}))}


def answers(view: Position, so_far: dict[str, str]) -> Iterator[tuple[str, Any]]:
    choices = view.choices(so_far)
    yield "&".join(f"{part}={value}" for part, value in so_far.items()), choices.as_data()
    for option in choices.options:
        if option.legal and not option.move:
            yield from answers(view, {**so_far, str(choices.part): option.value})


def seats_of(game: Game) -> tuple[int, ...]:
    """Whose eyes are worth writing down: where nothing is hidden, all see the same."""
    return (0, 1) if game.room.hidden else (0,)


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    kinds = set[str]()
    for rule_set in games.rule_sets():
        for seat in seats_of(opening(rule_set, PLAYERS)):
            told = told_game(rule_set, seat)
            kinds |= {happening["kind"] for ply in told["plies"] for happening in ply["happenings"]}
            (folder / f"{rule_set.id}-{seat}.json").write_text(json.dumps(told))
    declared = names_of(games.room(rule_set).effects.kinds for rule_set in games.rule_sets())
    if missing := set(declared) - kinds:
        raise AssertionError(f"no game has {', '.join(sorted(missing))}: the page's tests would not notice")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
