"""The door of the room: everything the house needs to play the classic game."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
    prose,
    prospect,
    refusal,
    rules,
    searching,
    sentences,
    view,
)
from tilewright.games.classic.components import ENDINGS, STATE
from tilewright.games.classic.effect_data import TELLER
from tilewright.games.classic.learning import LEARNING
from tilewright.games.classic.study import STUDY
from tilewright.games.classic.weights import EVALUATION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.core.contract.meta import RuleSet

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
    setup=Setup(choices),
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
    ),
    deals=Deals(
        most=moves.MOST_DRAWN,
        name=notation.name_deal,
        parse=notation.parse_deal,
        refusal=refusal.deal_refusal,
        filling=Filling("factories", "lid"),
    ),
    effects=RoomEffects(play=TELLER.play, deal=TELLER.deal),
    sentences=Sentences(
        move=sentences.describe_move,
        forecast=sentences.describe_forecast,
        refusal=sentences.describe_refusal,
        expects=prose.expects,
        help=sentences.HELP,
    ),
    positions=Positions(
        view=view.VIEW,
        write=position.write_position,
        read=position.read_position,
        breakdown=points.breakdown,
        endings=ENDINGS,
        faults=invariants.faults,
        violations=invariants.MEANINGS,
    ),
    seats=Seats(fields=("first", "to_move", "marker")),
    picture=Picture(scene=picture.scene, tell=prose.tell),
    search=Search(EVALUATION, LEARNING),
    study=STUDY,
)
