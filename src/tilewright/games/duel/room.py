"""The door of the room: everything the house needs to play the duel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.contract import verbs
from tilewright.core.contract.dice import below, dice
from tilewright.core.contract.room import (
    Deals,
    Filling,
    Picture,
    Positions,
    Room,
    RoomEffects,
    RoomMoves,
    Search,
    Seats,
    Sentences,
    Setup,
)
from tilewright.core.errors import BadOption
from tilewright.core.text.reader import shorten
from tilewright.games.duel import moves, rules
from tilewright.games.duel.components import ENDINGS, KNOWN, ROUNDS, STATE
from tilewright.games.duel.interface import (
    effect_data,
    forecast,
    notation,
    picture,
    position,
    prose,
    reading,
    refusal,
    sentences,
    view,
)
from tilewright.games.duel.interface.kinds import KINDS
from tilewright.games.duel.interface.plate_forecast import PlateForecast
from tilewright.games.duel.meta import GOALS, goal_set
from tilewright.games.duel.rules import invariants, points
from tilewright.games.duel.rules.goals import goals_of
from tilewright.games.duel.search import evaluate, keys, prospect, searching
from tilewright.games.duel.search.learning import LEARNING
from tilewright.games.duel.search.weights import EVALUATION
from tilewright.games.duel.study import STUDY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.core.contract.meta import RuleSet
    from tilewright.games.duel.components import State

verbs.bind(
    STATE,
    set_up=rules.set_up,
    legal_moves=rules.legal_moves,
    play=rules.play,
    deal=rules.deal,
    deal_exactly=rules.deal_exactly,
    winners=rules.winners,
    observe=rules.observe,
    determinise=rules.determinise,
    violations=invariants.violations,
    prospect=prospect.prospect,
    search_moves=searching.search_moves,
    plies_left=searching.plies_left,
    prior=searching.prior,
    key=keys.key,
    evaluate=evaluate.evaluate,
)


RANDOM = "random"
_GOALS_STREAM = 7  # of the seed, so that the goals do not foretell the draws


def choices(rule_set: RuleSet, options: dict[str, str], seed: int) -> Sequence[int]:
    """The goals in use, as one set of bits (R1.7)."""
    if "goals" not in options:
        return rule_set.choices
    return (goal_set(tuple(_goals(options["goals"], seed))),)


def resolve_options(options: dict[str, str], seed: int) -> dict[str, str]:
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


def options(state: State) -> dict[str, str]:
    """The goals in use, by name."""
    return {"goals": ",".join(GOALS[goal] for goal in goals_of(state))}


def goals(state: State) -> list[dict[str, str]]:
    """The goals in use and what they give points for."""
    return [{"name": GOALS[goal], "meaning": sentences.goal_meaning(goal)} for goal in goals_of(state)]


ROOM = Room(
    module=__name__,
    state=STATE,
    setup=Setup(choices, resolve_options=resolve_options, options=options, goals=goals),
    moves=RoomMoves(
        space=moves.MOVES,
        most=moves.MOST_MOVES,
        name=notation.name_move,
        parse=notation.parse_move,
        target=view.target,
        refusal=refusal.refusal,
        reasons=tuple(refusal.Reason),
        silent_reasons=refusal.SILENT_REASONS,
        forecast=forecast.forecast,
        forecasts=PlateForecast,
    ),
    deals=Deals(
        most=moves.MOST_DRAWN,
        name=notation.name_deal,
        parse=notation.parse_deal,
        refusal=refusal.deal_refusal,
        filling=Filling("suns", "tower", rounds=ROUNDS, is_drawn_again=True),
    ),
    effects=RoomEffects(play=effect_data.play, deal=effect_data.deal, kinds=KINDS, redact=notation.redact),
    sentences=Sentences(
        move=sentences.describe_move,
        forecast=sentences.describe_forecast,
        refusal=sentences.describe_refusal,
        expects=sentences.expected,
        help=sentences.HELP,
    ),
    positions=Positions(
        view=view.VIEW,
        write=position.write_position,
        read=reading.read_position,
        breakdown=points.breakdown,
        endings=ENDINGS,
        faults=invariants.faults,
        violations=invariants.MEANINGS,
    ),
    seats=Seats(fields=("first", "to_move", "marker", "under_owner"), codes={"place": KNOWN}),
    picture=Picture(scene=picture.scene, tell=prose.tell),
    search=Search(EVALUATION, LEARNING),
    study=STUDY,
    hidden=True,
)
