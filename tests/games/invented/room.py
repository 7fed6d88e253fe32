"""The door of the room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tests.games.invented import rules, telling
from tests.games.invented.study import STUDY
from tilewright.core.contract import verbs
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

if TYPE_CHECKING:
    from tilewright.core.contract.meta import RuleSet

verbs.bind(
    rules.STATE,
    set_up=rules.set_up,
    legal_moves=rules.legal_moves,
    play=rules.play,
    deal=rules.deal,
    deal_exactly=rules.deal_exactly,
    winners=rules.winners,
    observe=rules.observe,
    determinise=rules.determinise,
    violations=rules.violations,
    prospect=rules.prospect,
    search_moves=rules.legal_moves,
    plies_left=rules.plies_left,
    prior=rules.prior,
    key=rules.key,
    evaluate=rules.evaluate,
)


def choices(rule_set: RuleSet, options: dict[str, str], seed: int) -> Sequence[int]:  # noqa: ARG001
    """There is nothing to choose."""
    return rule_set.choices


ROOM = Room(
    module=__name__,
    state=rules.STATE,
    setup=Setup(choices),
    moves=RoomMoves(
        space=rules.MOVES,
        most=len(rules.MOVES),
        name=telling.name_move,
        parse=telling.parse_move,
        target=telling.target,
        refusal=telling.refusal,
        reasons=("pile_empty", "wrong_draw"),
        forecast=telling.forecast,
    ),
    deals=Deals(
        most=rules.PILES * rules.HEIGHT,
        name=telling.name_deal,
        parse=telling.parse_deal,
        refusal=telling.deal_refusal,
        filling=Filling("piles", "box", rounds=rules.ROUNDS),
    ),
    effects=RoomEffects(play=telling.TELLER.play, deal=telling.TELLER.deal),
    sentences=Sentences(
        move=telling.describe_move,
        forecast=telling.describe_forecast,
        refusal=telling.describe_refusal,
        expects=telling.expects,
        help=telling.HELP,
    ),
    positions=Positions(
        view=telling.VIEW,
        write=telling.write_position,
        read=telling.read_position,
        breakdown=telling.breakdown,
        endings=rules.ENDINGS,
        faults=telling.faults,
        violations=rules.MEANINGS,
    ),
    seats=Seats(fields=("first", "to_move")),
    picture=Picture(scene=telling.scene, tell=telling.tell),
    search=Search(rules.EVALUATION),
    study=STUDY,
)
