"""What a position is worth: the round judged as if it ended now, and what the rest of the game may bring.

Each board is judged alone. Full lines go to the dome, losses are paid, and every empty cell gets a chance to be
filled in the time that is left; points, special tiles and goals then follow from these chances.
What weights mean is said in weights.py. Nets, where there are any, add what they learned: one inside rounds, one
between them.
"""

from __future__ import annotations

from tilewright.core.compiling.compiled import Reals, rule
from tilewright.core.contract.net import forward
from tilewright.core.contract.verbs import END
from tilewright.games.duel.components import (
    BROKEN_POINTS,
    DISPLAY,
    KINDS,
    LINES,
    MARKER_LOSS,
    MOST_TILES,
    NOBODY,
    ROUNDS,
    SEATS,
    Board,
    State,
)
from tilewright.games.duel.rules.decorate import (
    available_columns,
    break_line,
    chips_spent,
    is_walled,
    may_complete,
    place_on_dome,
    shows,
)
from tilewright.games.duel.rules.factories import count
from tilewright.games.duel.rules.stack import count_in
from tilewright.games.duel.search.expectation import best_column, expectation
from tilewright.games.duel.search.features import inside_inputs, is_inside, round_end_inputs, survey
from tilewright.games.duel.search.prospect import chips_of
from tilewright.games.duel.search.weights import Evaluator
from tilewright.games.duel.steps import FILL, TARGET

TINY = 0.05  # rounds to come at the very end: never quite sure before it is over


@rule
def evaluate(state: State, points: Reals, evaluator: Evaluator) -> float:
    """The final points each seat may expect; the rounds still to come, with the part of this one that is left."""
    if state.awaiting == END:
        for seat in range(SEATS):
            points[seat] = state.boards[seat].score
        return 0.0
    later = ROUNDS - max(1, int(state.round_number))
    now = state.tiles_on_offer / MOST_TILES
    if state.step == FILL and state.round_number > 0:  # the next round, with nothing on the table yet
        later += 1
    starter = next_starter(state)
    shortage = plates_short(state)
    learned = evaluator.learned != 0
    if learned:
        survey(state, evaluator.scratch)
    for seat in range(SEATS):
        board = state.boards[seat]
        more = rest_of_round(state, seat, evaluator) if learned and is_inside(state) else 0.0  # before it is settled
        full = settle(state, seat, later)
        lost = BROKEN_POINTS[count(board.broken)] + MARKER_LOSS * int(state.marker == seat)
        value = float(max(0, int(board.score) - lost)) - evaluator.weights.plate_cost * shortage * board.tokens
        if later > 0:
            value += evaluator.weights.starter * int(starter == seat) + evaluator.weights.chip_value * chips_of(board)
        else:
            value += evaluator.weights.last_chip * chips_of(board) * min(1.0, 3.0 * now)
        expected = expectation(state, board, full, now, later, evaluator)
        if learned and not is_inside(state):
            more = later_rounds(state, board, later, starter == seat, expected, evaluator)
        points[seat] = max(0.0, value + expected) + more
    return max(TINY, later + now)


@rule
def next_starter(state: State) -> int:
    """R12.8 Who has the first-player tile starts the next round; while nobody has it, who started this one."""
    return state.first if state.marker == NOBODY else state.marker


@rule
def rest_of_round(state: State, seat: int, evaluator: Evaluator) -> float:
    """What the rest of the round, and the game, is likely to add to a board as it lies."""
    inside_inputs(state, seat, evaluator.scratch, evaluator.inside.inputs)
    return forward(evaluator.inside)


@rule
def later_rounds(state: State, board: Board, later: int, starts: bool, expected: float, evaluator: Evaluator) -> float:
    """What the rounds to come are likely to add to what the weights expect; its chances are still in ``scratch``."""
    round_end_inputs(state, board, evaluator.scratch, later, starts, expected, evaluator.round_end.inputs)
    return forward(evaluator.round_end)


@rule
def plates_short(state: State) -> float:
    """How likely each token that is left must be used on the stack."""
    tokens = int(state.boards[0].tokens) + int(state.boards[1].tokens)
    shown = count_in(state, DISPLAY)
    return (tokens - shown) / tokens if tokens > shown else 0.0


# -- the round as if it ended now -----------------------------------------------------------------


@rule
def settle(state: State, seat: int, later: int) -> int:
    """R8 for the lines of a seat: full ones to the dome, those without a space broken; in the last round with chips.

    Returns the lines that are full, one bit for each: they take no more tiles in this round.
    """
    board = state.boards[seat]
    full = 0
    for line in range(LINES):
        if board.line_count[line] == 0:
            continue
        full |= int(board.line_count[line] > line) << line
        columns = available_columns(board, line)
        if columns == 0:
            if is_walled(board, line):
                break_line(state, board, line, None)
            continue
        if board.line_count[line] > line or is_paid(state, seat, line):
            place_on_dome(state, board, line, best_column(board, line, columns), None)
        elif later == 0 and may_complete(board, line):
            pay_with_chips(board, line)
            place_on_dome(state, board, line, best_column(board, line, columns), None)
    return full


@rule
def is_paid(state: State, seat: int, line: int) -> bool:
    """Chips for this line have been spent, or are being spent."""
    return state.to_move == seat and state.line == line and (state.step == TARGET or chips_spent(state) > 0)


@rule
def pay_with_chips(board: Board, line: int) -> None:
    """R9.2 Two chips of the colour for each missing tile, or any three."""
    colour = board.line_colour[line]
    for _ in range(line + 1 - board.line_count[line]):
        showing = 0
        for kind in range(KINDS):
            showing += board.chips[kind] * shows(kind, colour)
        wanted = 2 if showing >= 2 else 3
        for turn in range(2):
            for kind in range(KINDS):
                while wanted > 0 and board.chips[kind] > 0 and (turn == 1 or shows(kind, colour)):
                    board.chips[kind] -= 1
                    wanted -= 1
