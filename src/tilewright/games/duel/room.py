"""The door of the room: everything the house needs to play the duel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core import verbs
from tilewright.core.dice import below, dice
from tilewright.core.errors import BadOption
from tilewright.core.room import Room
from tilewright.core.text import shorten
from tilewright.games.duel import (
    draws,
    evaluate,
    forecast,
    invariants,
    keys,
    moves,
    notation,
    picture,
    position,
    prospect,
    reading,
    rules,
    searching,
    tell,
)
from tilewright.games.duel.components import ENDINGS, STATE
from tilewright.games.duel.meta import GOALS, goal_set
from tilewright.games.duel.weights import EVALUATION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.core.meta import RuleSet

verbs.set_up.means(STATE, rules.set_up)
verbs.legal_moves.means(STATE, rules.legal_moves)
verbs.play.means(STATE, rules.play)
verbs.deal.means(STATE, rules.deal)
verbs.deal_exactly.means(STATE, rules.deal_exactly)
verbs.winners.means(STATE, rules.winners)
verbs.observe.means(STATE, rules.observe)
verbs.determinise.means(STATE, rules.determinise)
verbs.violations.means(STATE, invariants.violations)
verbs.prospect.means(STATE, prospect.prospect)
verbs.search_moves.means(STATE, searching.search_moves)
verbs.plies_left.means(STATE, searching.plies_left)
verbs.prior.means(STATE, searching.prior)
verbs.key.means(STATE, keys.key)
verbs.evaluate.means(STATE, evaluate.evaluate)

RANDOM = "random"
_GOALS_STREAM = 7  # of the seed, so that the goals do not foretell the draws


def choices(rule_set: RuleSet, options: dict[str, str], seed: int) -> Sequence[int]:
    """The goals in use, as one set of bits (R1.7)."""
    if "goals" not in options:
        return rule_set.choices
    return (goal_set(tuple(_goals(options["goals"], seed))),)


def settle(options: dict[str, str], seed: int) -> dict[str, str]:
    """The options with chance taken out, so that a record of the game tells its goals."""
    if "goals" not in options:
        return options
    return {**options, "goals": ",".join(_goals(options["goals"], seed))}


def _goals(text: str, seed: int) -> list[str]:
    """Three or four goals, never both sides of one tablet, in the order used everywhere."""
    if text.strip().lower() == RANDOM:
        return _random_goals(seed)
    named = [name.strip().upper() for name in text.split(",")]
    for name in named:
        if name not in GOALS:
            raise BadOption(f"{shorten(name)} is not a goal: the goals are {' '.join(GOALS)}, or {RANDOM}")
    tablets = [GOALS.index(name) // 2 for name in named]
    for tablet in set(tablets):
        if tablets.count(tablet) > 1:
            sides = " and ".join(GOALS[2 * tablet : 2 * tablet + 2])
            raise BadOption(f"only one of {sides} can be used: they are two sides of one tablet")
    if len(named) < 3:
        raise BadOption(f"three or four goals are used, not {len(named)}: {shorten(text)}")
    return sorted(named, key=GOALS.index)


def _random_goals(seed: int) -> list[str]:
    """Any of the 32 sets of three and the 16 of four, each as likely as the others."""
    rng = dice(seed, stream=_GOALS_STREAM)
    left_out = below(rng, 6)  # four times as one of the tablets, twice as none
    sides = [2 * tablet + below(rng, 2) for tablet in range(4)]
    return [GOALS[side] for tablet, side in enumerate(sides) if tablet != left_out]


ROOM = Room(
    state=STATE,
    actions=moves.ACTIONS,
    most_moves=moves.MOST_MOVES,
    most_drawn=moves.MOST_DRAWN,
    endings=ENDINGS,
    violations=invariants.MEANINGS,
    choices=choices,
    name_move=notation.name_move,
    parse_move=notation.parse_move,
    describe_move=notation.describe_move,
    forecast=forecast.forecast,
    why_not=notation.why_not,
    name_deal=draws.name_deal,
    parse_deal=draws.parse_deal,
    why_not_deal=draws.why_not_deal,
    write_position=position.write_position,
    read_position=reading.read_position,
    faults=invariants.faults,
    breakdown=picture.breakdown,
    picture=picture.picture,
    tell=tell.tell,
    help=notation.HELP,
    evaluation=EVALUATION,
    settle=settle,
    shown=notation.shown,
    hidden=True,
    seat_fields=("first", "to_move", "marker", "under_owner"),
)
