"""The door of the room: everything the house needs to play the classic game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core import verbs
from tilewright.core.room import Filling, Room
from tilewright.games.classic import (
    deals,
    evaluate,
    forecast,
    invariants,
    keys,
    moves,
    notation,
    picture,
    points,
    position,
    prospect,
    refusal,
    rules,
    searching,
    sentences,
    tell,
    view,
)
from tilewright.games.classic.components import ENDINGS, STATE
from tilewright.games.classic.events import TELLER
from tilewright.games.classic.learning import LEARNING
from tilewright.games.classic.study import STUDY
from tilewright.games.classic.weights import EVALUATION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.core.meta import RuleSet

verbs.bind(
    STATE,
    set_up=rules.set_up,
    legal_moves=rules.legal_moves,
    play=rules.play,
    deal=deals.deal,
    deal_exactly=deals.deal_exactly,
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


def choices(rule_set: RuleSet, options: dict[str, str], seed: int) -> Sequence[int]:  # noqa: ARG001
    """The face of the boards is all there is to choose, and the rule set chooses it."""
    return rule_set.choices


ROOM = Room(
    module=__name__,
    state=STATE,
    actions=moves.ACTIONS,
    most_moves=moves.MOST_MOVES,
    most_drawn=moves.MOST_DRAWN,
    endings=ENDINGS,
    violations=invariants.MEANINGS,
    choices=choices,
    name_move=notation.name_move,
    parse_move=notation.parse_move,
    moves=moves.MOVES,
    target=view.target,
    refusal=refusal.refusal,
    reasons=tuple(refusal.Reason),
    senseless=refusal.SENSELESS,
    forecast=forecast.forecast,
    describe_move=sentences.describe_move,
    describe_forecast=sentences.describe_forecast,
    describe_refusal=sentences.describe_refusal,
    name_deal=notation.name_deal,
    parse_deal=notation.parse_deal,
    deal_refusal=refusal.deal_refusal,
    filling=Filling("factories", "lid"),
    play_events=TELLER.play,
    deal_events=TELLER.deal,
    write_position=position.write_position,
    read_position=position.read_position,
    faults=invariants.faults,
    view=view.VIEW,
    breakdown=points.breakdown,
    scene=picture.scene,
    tell=tell.tell,
    expects=tell.expects,
    help=sentences.HELP,
    evaluation=EVALUATION,
    learning=LEARNING,
    study=STUDY,
    seat_fields=("first", "to_move", "marker"),
)
