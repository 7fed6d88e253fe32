"""The table as a terminal shows it: letters carry the meaning, styles only help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.core.language import _, mark
from tilewright.core.room import Picture, Span
from tilewright.core.text import write_counts
from tilewright.core.verbs import DEAL, END, MOVE
from tilewright.games.pavilion.components import (
    ALL_DIFFERENT_BONUS,
    BONUS,
    CENTRE,
    CENTRE_STAR,
    COLOURS,
    COST,
    COSTING,
    DRAFTING,
    EMPTY,
    ENDINGS,
    FACTORIES_FOR,
    KEEPING,
    LETTERS,
    MOST_COST,
    NAMES,
    NUMBER_BONUS,
    PLACING,
    POSITIONS,
    SETTING_UP,
    SIZE,
    STAR_BONUS,
    STAR_LETTERS,
    STARS,
    STRUCTURE_NAMES,
    STRUCTURES,
)
from tilewright.games.pavilion.meta import COLOURED
from tilewright.games.pavilion.placing import joker_of
from tilewright.games.pavilion.sentences import bonus_tiles

if TYPE_CHECKING:
    from tilewright.games.pavilion.components import Board, State

WAITS = {
    SETTING_UP: mark("The supply and the factories wait to be filled."),
    DRAFTING: mark("The factories wait to be filled."),
    PLACING: mark("The supply waits to be filled up."),
}
"""What is said while a deal is awaited."""


# -- the table ----------------------------------------------------------------------------------


def picture(state: State, names: Sequence[str]) -> Picture:
    """The whole table: what is going on, the offer, then the boards one below the other."""
    drawn: Picture = [_headline(state, names), [], *_offer(state), []]
    for seat in range(state.players):
        drawn += [*_board(state, seat, names[seat]), []]
    return drawn


def turn_words(state: State) -> str:
    """What the seat to move has to do."""
    if state.phase == BONUS:
        return _("to take {tiles}").format(tiles=bonus_tiles(int(state.bonus_left)))
    return {
        DRAFTING: _("to take tiles"),
        PLACING: _("to place a tile or pass"),
        KEEPING: _("to choose what to keep"),
    }[int(state.phase)]


def _headline(state: State, names: Sequence[str]) -> list[Span]:
    joker = LETTERS[joker_of(state)]
    spans: list[Span] = [(f"Round {state.round_number} of 6", "strong"), ("  joker ", "")]
    spans += [(joker, joker), (f" {NAMES[joker_of(state)]}", "")]
    if state.awaiting == END:
        return [*spans, (f"   The game is over: {ENDINGS[state.ending]}.", "")]
    if state.awaiting == DEAL:
        return [*spans, (f"   {WAITS[int(state.phase)]}", "")]
    return [*spans, (f"   {names[state.to_move]} {turn_words(state)}", "")]


def _tiles(tiles: object) -> list[Span]:
    spans: list[Span] = []
    for letter, n in zip(LETTERS, tiles, strict=True):  # type: ignore[call-overload]
        spans += [(letter, letter)] * int(n)
    return spans or [("-", "faint")]


def _offer(state: State) -> Picture:
    factories: list[Span] = [("Factories ", "")]
    for factory in range(1, int(FACTORIES_FOR[state.players]) + 1):
        factories += [(f" {factory}:", "faint"), *_tiles(state.offer[factory]), ("  ", "")]
    centre: list[Span] = [("Centre     ", ""), ("0:", "faint")]
    if state.token < 0 and state.awaiting == MOVE:
        centre += [("token ", "strong")]
    centre += _tiles(state.offer[CENTRE])
    supply: list[Span] = [("Supply     ", ""), *_tiles(state.supply)]
    bag, tower = write_counts(LETTERS, state.bag), write_counts(LETTERS, state.tower)
    return [factories, centre, supply, [(f"Bag        {bag}    Tower {tower}", "faint")]]


def _board(state: State, seat: int, name: str) -> Picture:
    board = state.boards[seat]
    turn = ">" if state.to_move == seat and state.awaiting == MOVE else " "
    signs = " (token)" * bool(state.token == seat) + " (passed)" * bool(state.passed >> seat & 1)
    hand: list[Span] = [("  hand ", "faint"), *_tiles(board.hand)]
    if board.kept.any():
        hand += [("   kept ", "faint"), *_tiles(board.kept)]
    lines: Picture = [[(f"{turn} {name}: {board.score} points", "strong"), (signs, "")], hand]
    head = f"  star {' '.join(str(k + 1) for k in range(POSITIONS))}  bonus"
    needs = f"{STRUCTURE_NAMES[0]:<8}{STRUCTURE_NAMES[1]:<14}{STRUCTURE_NAMES[2]}"
    lines.append([(f"{head}  still needed: {needs}", "faint")])
    lines += [_star(state, board, star) for star in range(STARS)]
    return [*lines, _numbers(state, board)]


def _star(state: State, board: Board, star: int) -> list[Span]:
    """A tile is its letter, an empty space its cost; then what the star's structures still need."""
    letter = STAR_LETTERS[star]
    coloured = state.side == COLOURED and star != CENTRE_STAR
    spans: list[Span] = [("  ", ""), (letter, letter if coloured else "strong"), ("    ", "")]
    for position in range(POSITIONS):
        tile = board.tiles[star, position]
        if tile == EMPTY:
            spans.append((f"{COST[state.side, star, position]}", "faint"))
        else:
            spans.append((LETTERS[tile], LETTERS[tile]))
        spans.append((" ", ""))
    spans.append((f" {_bonus_words(state, board, star):<5}", "faint"))
    if star != CENTRE_STAR:
        window, statue, pillar = (needed(board, k) for k, spaces in enumerate(STRUCTURES) if spaces[0][0] == star)
        spans.append((f"                {window:<8}{statue:<14}{pillar}", "faint"))
    return spans


def needed(board: Board, structure: int) -> str:
    """The spaces around a structure that are still empty; ``done`` when there is none."""
    spaces = [
        f"{STAR_LETTERS[star]}{position + 1}"
        for star, position in STRUCTURES[structure]
        if board.tiles[star, position] == EMPTY
    ]
    return " ".join(spaces) or "done"


def _bonus_words(state: State, board: Board, star: int) -> str:
    """What the star will bring when it is complete."""
    if state.side == COLOURED:
        return str(ALL_DIFFERENT_BONUS if star == CENTRE_STAR else STAR_BONUS[star])
    colours = [colour for colour in range(COLOURS) if board.colours[star] >> colour & 1]
    if SIZE[board.covered[star]] < 2:
        return "open"
    return str(STAR_BONUS[colours[0]] if len(colours) == 1 else ALL_DIFFERENT_BONUS)


def number_progress(state: State, board: Board, cost: int) -> tuple[int, int]:
    """How many spaces of a cost are covered, and how many there are."""
    spaces = COSTING[state.side, cost]
    have = sum(int(board.covered[star] & spaces[star]).bit_count() for star in range(STARS))
    return have, sum(int(one).bit_count() for one in spaces)


def _numbers(state: State, board: Board) -> list[Span]:
    words = []
    for cost in range(1, MOST_COST + 1):
        have, wanted = number_progress(state, board, cost)
        if NUMBER_BONUS[cost]:
            words.append(f"{cost}s {have}/{wanted} +{NUMBER_BONUS[cost]}")
    return [(f"  numbers  {'   '.join(words)}", "faint")]
