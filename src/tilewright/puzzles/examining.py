"""Is a position a puzzle? Cheap questions first: most positions fail the first of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.bots.bot import Budget
from tilewright.bots.thinker import fits_round_search
from tilewright.puzzles.lines import answered, carried_on, followed, notations
from tilewright.puzzles.looks import look
from tilewright.puzzles.puzzle import Puzzle, id_of
from tilewright.puzzles.solvers import choices_of_levels, levels_that_find, obvious_moves, rating_of
from tilewright.puzzles.themes import Case, themes_of
from tilewright.review.analysis import lead, leads_to, searched
from tilewright.search.alphabeta import bound_of

if TYPE_CHECKING:
    from tilewright.play.move import Move
    from tilewright.play.position import Position
    from tilewright.puzzles.lines import Step
    from tilewright.puzzles.looks import Panel, Verdict

FEWEST_MOVES = 6  # fewer are hardly a choice
TEMPTING = 4  # wrong moves that are refuted with a line
PROMISING = 1.0  # points of margin that a quick look must see
SIMPLE_LEVELS = 4  # a puzzle is what these fail at; they look at their own board only
LONGEST_LINE = 24


@dataclass(frozen=True, slots=True)
class Effort:
    """Positions that each search may see."""

    play: int  # choosing a move of a game that is mined
    quick: int
    deep: int
    most_plies: int = 0  # of a round, where it is searched to its end: longer ones are not proved in time


ROUND = Effort(play=300, quick=3_000, deep=60_000, most_plies=8)
TREE = Effort(play=120, quick=300, deep=4_000)


def effort_for(view: Position) -> Effort:
    return ROUND if fits_round_search(view) else TREE


def examine(whole: Position, panel: Panel, source: str, times: int = 1) -> Puzzle | None:
    """The puzzle that a position is, if it is one; ``times`` multiplies the deep searches."""
    view = whole.view(whole.to_move or 0)
    effort = effort_for(view)
    if len(view.legal_moves) < FEWEST_MOVES or (effort.most_plies and bound_of(view.state) > effort.most_plies):
        return None
    obvious = obvious_moves(view)
    if not _is_promising(view, panel, effort, obvious):
        return None
    verdict = panel.judge(view, effort.deep * times)
    if verdict is None or _is_among(view, verdict.first.best.move, obvious):
        return None
    best, chosen = verdict.first.best.move, choices_of_levels(view, panel)
    levels = levels_that_find(view, best, chosen)
    if any(level <= SIMPLE_LEVELS for level in levels):
        return None
    wrong = _tempting(view, verdict, [*obvious, *(move for moves in chosen for move in moves)])
    line = carried_on(whole, verdict.first.choice.variation, panel.plain, effort.quick)
    refutations = [_refutation(whole, move, verdict, panel, effort) for move in wrong]
    return Puzzle(
        id=id_of(whole.text),
        position=whole.text,
        best=[str(move) for move in view.legal_moves if _is_among(view, move, [best])],
        line=notations(line)[:LONGEST_LINE],
        margin=round(verdict.margin, 1),
        error=round(verdict.error, 2),
        badge=verdict.badge,
        lost=_losses(view, verdict),
        refutations={str(steps[0].move): notations(steps)[:LONGEST_LINE] for steps in refutations},
        themes=themes_of(Case(whole, line, refutations[0])),
        levels=levels,
        rating=rating_of(levels),
        source=source,
    )


def _is_promising(view: Position, panel: Panel, effort: Effort, obvious: list[Move]) -> bool:
    """Does a quick search prefer something that is not obvious?"""
    if effort is ROUND:  # here the worth of every move costs ten times as much as the best move alone
        found = panel.plain.choose(view, Budget(positions=effort.quick)).move
        return not _is_among(view, found, obvious)
    seen = look(panel.plain, view, effort.quick)
    return seen.margin >= PROMISING and not _is_among(view, seen.best.move, obvious)


def _is_among(view: Position, move: Move, moves: list[Move]) -> bool:
    """Is it one of these, or a twin of one?"""
    return leads_to(view, move) in {leads_to(view, one) for one in moves}


def _tempting(view: Position, verdict: Verdict, played: list[Move]) -> list[Move]:
    """The wrong moves that simple players and levels choose, the most often chosen first, and the second best."""
    second = verdict.first.choice.candidates[1].move
    by_key: dict[int, list[Move]] = {}
    for move in (*played, second):
        by_key.setdefault(leads_to(view, move), []).append(move)
    by_key.pop(leads_to(view, verdict.first.best.move), None)
    ranked = sorted(by_key.values(), key=len, reverse=True)
    return [moves[0] for moves in ranked[:TEMPTING]]


def _refutation(whole: Position, move: Move, verdict: Verdict, panel: Panel, effort: Effort) -> list[Step]:
    """How play goes on after a wrong move, as the search of all moves saw it; else as another search sees it."""
    told = next((one.variation for one in verdict.first.choice.candidates if one.move == move), ())
    if len(followed(whole, told)) > 1:
        return carried_on(whole, told, panel.plain, effort.quick)
    return answered(whole, move, panel.plain, effort.quick)


def _losses(view: Position, verdict: Verdict) -> dict[str, float]:
    """What every wrong move loses: at least the margin, which a search that hardly tried a move may not know."""
    seat, choice = view.to_move or 0, verdict.first.choice
    best = verdict.first.best
    losses = {}
    for move in view.legal_moves:
        if not _is_among(view, move, [best.move]):
            lost = lead(best, seat) - lead(searched(view, str(move), choice), seat)
            losses[str(move)] = round(max(lost, verdict.first.margin), 1)
    return losses
