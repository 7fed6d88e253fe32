"""R14: who knows what, views, and full states that fit a view."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import numpy as np
import pytest

from tests.games.duel.kit import ROOM, field, laid, moves, random_play, seat
from tests.games.duel.twins import SPECTATOR, WATCHERS, twin
from tilewright.core.compiling.compiled import COUNT, INTERPRETED, Counts, Records, rule
from tilewright.core.contract.dice import below, dice
from tilewright.core.contract.verbs import DEAL, END
from tilewright.games.duel import rules
from tilewright.games.duel.components import BACK, HAND, LAID, PLATES, TYPE_OF, UNDER, UNSEEN, State
from tilewright.games.duel.moves import DRAW
from tilewright.games.duel.rules import hidden
from tilewright.games.duel.steps import KEEP, PLACE, RETURN
from tilewright.play import entries
from tilewright.play.game import Game

pytestmark = pytest.mark.rules

SPARSE = 4 if INTERPRETED else 1  # looks at every so many positions


def table(turn: str = "0 act", *, tokens: int = 2, **parts: str) -> Game:
    """Round 1 with one plate on each dome."""
    return laid(
        seat(15, tokens=tokens, plates="- - - - S6r0 - - - -"),
        seat(15, tokens=2, plates="J1r0 - - - - - - - -"),
        turn=f"round 1 first 0 marker - turn {turn}",
        **parts,
    )


def lots(game: Game, watcher: int) -> str:
    return game.view(watcher).text.split(" | under ")[1].split(" | ")[0]


def hand(game: Game, watcher: int) -> str:
    return game.view(watcher).text.split(" | hand ")[1].split(" | ")[0]


def test_14_10_102_103_r14_6_r14_7_plates_put_back() -> None:
    """14.10 #102, #103, 14.2 #13, R14.6, R14.7, R14.12 Own lots are known, others by type, later lots lie lower."""
    game = table(stack="13 j", display="S3 J2 J9")
    for event in ("draw", ":s", "draw", ":s", "stop", ":S1J4", "J4", "@a1r0"):
        game.deal(event[1:]) if event[0] == ":" else game.play(event)
    assert [lots(game, watcher) for watcher in WATCHERS] == ["0:S1", "0:s?", "0:s?"]
    for event in ("draw", ":j", "draw", ":s", "draw", ":j", "stop", ":S7S9J5", "S7", "@a2r0", "_J5"):
        game.deal(event[1:]) if event[0] == ":" else game.play(event)
    assert lots(game, 0) == "0:S1 1:s?.j?"
    assert lots(game, 1) == "0:s? 1:J5.S9"
    assert lots(game, SPECTATOR) == "0:s? 1:s?.j?"
    assert field(game, "under") == "0:S1 1:J5.S9"


def test_r14_5_plates_drawn_and_not_looked_at() -> None:
    """R14.5, R14.12 Only who had put a plate back knows it in a hand, whoever drew it."""
    game = table("0 draw", tokens=1, stack="0 j", under="1:J8", hand="s? S9:0 J7:1 back -")
    assert hand(game, 0) == "s? j? S9:0 back -"
    assert hand(game, 1) == "s? s? J7:1 back -"
    assert hand(game, SPECTATOR) == "s? s? j? back -"


def test_r14_6_plates_looked_at() -> None:
    """R14.6, ED22 The player who drew sees all; the others see types, and nothing of the order chosen."""
    game = table("0 return", tokens=1, stack="9 j", hand="S2 S9 back J7")
    assert hand(game, 0) == "S2 S9 back J7"
    assert hand(game, 1) == hand(game, SPECTATOR) == "s? s? j? back -"
    assert game.view(1).legal_moves == []
    assert [str(move) for move in game.view(0).legal_moves] == moves(game) == ["_S2", "_S9"]


def test_r14_1_to_r14_4_and_r14_8_r14_9_everything_else_is_public() -> None:
    """R14.1-R14.4, R14.8, R14.9 Without plates in hands or lots a view is the whole position."""
    game = table(stack="13 j", display="S3 J2 J9", small="BYRK/-/? -/YK/? -/-/TY", bag="B5", unseen="B2 TY1")
    assert {game.view(watcher).text for watcher in WATCHERS} == {game.text}


def test_14_10_104_the_last_plate_of_the_stack_can_be_named() -> None:
    """14.10 #104, R14.4 At the start of round 4 one plate is left, known to all by elimination."""
    game = next(g for g in random_play([3], draws=0.0) if g.round_number == 4 and g.awaiting == "move")
    for watcher in WATCHERS:
        view = game.view(watcher).state[0]
        assert int(((view.place == UNSEEN) | (view.place == UNDER)).sum()) == 1


def test_14_10_105_chips_of_round_5() -> None:
    """14.10 #105, R14.8 Four chips are unseen in round 5, as a set."""
    game = next(g for g in random_play([3]) if g.round_number == 5 and g.awaiting == "move")
    assert int(game.view(0).state[0].unseen_chips.sum()) == 4


def test_r14_6_what_others_see_of_moves_and_draws() -> None:
    """R14.6, R14.10 _S9 is shown as _?, fronts as types; everything else as it is."""
    game = table(stack="13 j", display="S3 J2 J9")
    for event in ("draw", ":s", "draw", ":j", "draw", ":s", "stop", ":S7J4J5", "J5", "@a1r0", "_S7"):
        game.deal(event[1:]) if event[0] == ":" else game.play(event)
    full = [event.notation for event in game.events]
    assert [game.shown(k, 0) for k in range(len(full))] == full
    for watcher in (1, SPECTATOR):
        shown = [game.shown(k, watcher) for k in range(len(full))]
        assert shown == [*full[:7], "s?j?j?", "J5", "@a1r0", "_?"]


def test_r14_6_fronts_after_a_last_draw_keep_their_type() -> None:
    """R14.6 The type of the new top is public."""
    game = table(stack="13 j", display="S3 J2 J9")
    game.state[0].boards[0].score = 1
    game.play("draw")
    assert game.deal("J4 s") == "J4 s"
    assert (game.shown(1, 0), game.shown(1, 1)) == ("J4 s", "j? s")


def test_a_view_of_a_view_hides_more() -> None:
    """A spectator's view may be made from a seat's view."""
    game = table("0 return", tokens=1, stack="9 j", hand="S2 S9 back J7", under="0:S1.J4 1:S3")
    states = game.state.copy()
    entries.observe(states, 0)
    entries.observe(states, SPECTATOR)
    assert states.tobytes() == game.view(SPECTATOR).state.tobytes()


# -- twins: two tables that differ only in what a seat may not know -------------------------------


@rule
def leak_lots(state: State, seat: int) -> None:
    """Forgets to hide the lots of others."""
    for plate in range(PLATES):
        if hidden.is_hidden_in_hand(state, plate, seat):
            state.place[plate] = UNSEEN
            state.hand_unknown[TYPE_OF[plate]] += 1
    if seat != state.to_move:
        state.back[:] = -1


@rule
def leak_order(state: State, seat: int) -> None:
    """Hides the fronts of lots but leaves their types in order."""
    order = 0
    for k in range(state.under_count):
        order = order * 2 + int(TYPE_OF[state.under[k]])
    rules.observe(state, seat)
    state.ending = order % 1000  # anything a view keeps will do


@rule
def leak_place(state: State, seat: int) -> None:
    """Leaves one plate of a lot where it is."""
    plate = state.under[0]
    rules.observe(state, seat)
    if plate >= 0:
        state.place[plate] = UNDER


@rule
def leak_hand(state: State, seat: int) -> None:
    """Forgets that a plate known to the other lies in the hand."""
    hidden.hide_lots(state, seat)
    if seat != state.to_move:
        state.back[:] = -1


@rule
def look(state: State, seat: int, how: int) -> None:
    """The view, or one with a leak."""
    if how == 0:
        rules.observe(state, seat)
    elif how == 1:
        leak_lots(state, seat)
    elif how == 2:
        leak_order(state, seat)
    elif how == 3:
        leak_place(state, seat)
    else:
        leak_hand(state, seat)


@rule
def go_on(state: State, moves: Counts, drawn: Counts, rng: Any) -> None:
    """One random move or draw; plates are drawn from the stack more often than by chance, and paid by nobody."""
    if state.awaiting == END:
        rules.set_up(state, 2, below(rng, 2), np.full(1, 21, dtype=COUNT))
    if state.awaiting == DEAL:
        rules.deal(state, rng, drawn)
        return
    n = rules.legal_moves(state, moves)
    move = moves[below(rng, n)]
    for k in range(n):
        if moves[k] == DRAW and state.round_number > 0 and below(rng, 3) == 0:
            move = DRAW
            state.boards[state.to_move].score = 9
    rules.play(state, move)


@rule
def moves_differ(view: State, state: State, moves: Counts, others: Counts) -> bool:
    n, m = rules.legal_moves(view, moves), rules.legal_moves(state, others)
    for k in range(min(n, m)):
        if moves[k] != others[k]:
            return True
    return n != m


@rule
def twins(states: Records, moves: Counts, others: Counts, pairs: int, how: int, rng: Any) -> tuple[int, int]:
    """Make a twin for each watcher at many plies of random games.

    Returns how many look different, or give the seat to move other moves, and how many twins are another table.
    """
    drawn = np.empty(40, dtype=COUNT)
    state, view, other = states[0], states[1], states[2]
    different = 0
    changed = 0
    done = 0
    state.awaiting = END
    while done < pairs:
        go_on(state, moves, drawn, rng)
        if below(rng, 4) and state.under_count == 0:
            continue
        for watcher in range(-1, 2):
            states[1], states[2] = states[0], states[0]
            twin(other, watcher, rng)
            changed += not same(state, other)
            look(view, watcher, how)
            look(other, watcher, how)
            surprised = watcher == state.to_move and moves_differ(view, state, moves, others)
            different += surprised or not same(view, other)
            done += 1
    return different, changed


@rule
def same(one: State, other: State) -> bool:
    """Field by field what a view can differ in."""
    for k in range(PLATES):
        if one.place[k] != other.place[k] or one.under[k] != other.under[k] or one.back[k] != other.back[k]:
            return False
        if one.under_owner[k] != other.under_owner[k] or one.under_last[k] != other.under_last[k]:
            return False
    if one.hand_unknown[0] != other.hand_unknown[0] or one.hand_unknown[1] != other.hand_unknown[1]:
        return False
    return one.top == other.top and one.stack == other.stack and one.ending == other.ending


def run_twins(pairs: int, how: int) -> tuple[int, int]:
    states = np.zeros(3, dtype=ROOM.state)
    buffers = np.zeros((2, ROOM.moves.most), dtype=COUNT)
    return twins(states, buffers[0], buffers[1], pairs, how, dice(3))


def test_twins_look_the_same_to_a_seat() -> None:
    """R14 Bytes, text and moves of a view do not depend on what the seat may not know."""
    compared = 0
    rng = dice(17)
    for number, game in enumerate(random_play([1] if INTERPRETED else range(8), draws=0.4)):
        if number % SPARSE or not (
            game.state[0].under_count or game.state[0].hand_unknown.any() or (game.state[0].place == HAND).any()
        ):
            continue
        for watcher in WATCHERS:
            other = Game(game.rule_set, game.state.copy(), first=0, options={}, seed=1, auto_deal=False)
            twin(other.state[0], watcher, rng)
            assert game.room.positions.faults(other.state[0]) == []
            view, twin_view = game.view(watcher), other.view(watcher)
            assert view.state.tobytes() == twin_view.state.tobytes()
            assert view.text == twin_view.text
            if watcher == game.to_move:
                assert view.legal_moves == twin_view.legal_moves == game.legal_moves
            compared += 1
    assert compared > 20


def test_twins_in_a_small_loop() -> None:
    """The loop of the slow test, short."""
    different, changed = run_twins(300, 0)
    assert different == 0
    assert changed > 50


@pytest.mark.parametrize("how", [1, 2, 3, 4])
def test_a_leak_turns_the_twins_red(how: int) -> None:
    """A view that tells one thing too much is found at once."""
    different, _ = run_twins(600 if INTERPRETED else 3000, how)
    assert different > 0


@pytest.mark.slow
def test_a_hundred_thousand_twins() -> None:
    """R14 100,000 pairs."""
    different, changed = run_twins(100_000, 0)
    assert different == 0
    assert changed > 20_000


# -- full states that fit a view ------------------------------------------------------------------


def samples(view: Game, number: int, watcher: int, seed: int = 5) -> Counter[str]:
    """Texts of full positions that fit what a seat sees."""
    rng = dice(seed)
    found: Counter[str] = Counter()
    states = view.view(watcher).state
    for _ in range(number):
        full = states.copy()
        entries.determinise(full, rng)
        game = Game(view.rule_set, full, first=0, options={}, seed=1, auto_deal=False)
        assert game.view(watcher).state.tobytes() == states.tobytes()
        assert not np.any(full[0].under >= PLATES)
        found[f"{field(game, 'under')} | {field(game, 'hand')}"] += 1
    return found


def assert_even(found: Counter[str], cases: int) -> None:
    """Every case came, and none far from its share: chi-square below twice its freedom plus five deviations."""
    share = found.total() / cases
    chi = sum((n - share) ** 2 / share for n in found.values())
    assert len(found) == cases
    assert chi < cases + 5 * (2 * cases) ** 0.5


MANY = 12 if INTERPRETED else 60  # samples for each case


def test_r14_10_one_lot_of_another_is_any_of_the_unseen() -> None:
    """R14.10 Two special plates of a lot, in either order, out of those that fit: 5 x 4 cases."""
    game = table(stack="13 j", under="0:S1.S9", display="S2 S3 S4")
    found = samples(game, 20 * MANY, 1)
    assert_even(found, 20)
    assert samples(game, 3, 0) == {"0:S1.S9 | - back -": 3}


def test_r14_10_types_of_a_lot_come_in_any_order_but_the_top_shows() -> None:
    """R14.4, R14.10 The stack's top tells the type of the first plate; the others may lie in any order."""
    game = table(stack="0 j", under="0:J9.S9.J8", display="S2 S3 S4")
    for plate in range(PLATES):
        if game.state[0].place[plate] == UNSEEN and plate not in (7, 14):
            game.state[0].place[plate] = LAID
    found = samples(game, 24 * MANY, 1)
    assert all(case.split(":")[1][0] == "J" for case in found)
    # S8 or S9, and two of J6, J8, J9 in order, the special plate second or third
    assert_even(found, 2 * 6 * 2)


def test_r14_10_types_of_a_lower_lot_are_free() -> None:
    """R14.7 Two plates of a lot under unseen ones: either type first, each front as likely."""
    game = table(stack="11 j", under="0:S9.J9", display="S2 S3 S4")
    for plate in (0, 4, 6, 10, 11, 12, 13):
        game.state[0].place[plate] = LAID
    specials = [k for k in range(9) if game.state[0].place[k] == UNSEEN]
    jokers = [k for k in range(9, 18) if game.state[0].place[k] == UNSEEN]
    cases = 2 * (len(specials) + 1) * (len(jokers) + 1)
    assert_even(samples(game, cases * MANY, 1), cases)


def test_r14_10_a_hand_that_was_looked_at() -> None:
    """R14.6, R14.10 The other's hand is any set of fronts that fits; plates already chosen lie with it again."""
    game = table("0 return", tokens=1, stack="6 j", hand="S2 S9 back J7", display="S3 S4 S5")
    for plate in (0, 6, 9, 10, 11, 12):
        game.state[0].place[plate] = LAID
    specials = sum(1 for k in range(9) if game.state[0].place[k] in (UNSEEN, HAND))
    jokers = sum(1 for k in range(9, 18) if game.state[0].place[k] in (UNSEEN, BACK))
    cases = len(list(itertools.combinations(range(specials), 2))) * jokers
    assert_even(samples(game, cases * MANY, 1), cases)


def test_plates_that_nobody_looked_at_stay_unseen() -> None:
    """R14.10 What nobody knows is drawn when it shows, not before."""
    game = table("0 draw", tokens=1, stack="9 j", hand="s? j? back -")
    assert samples(game, 3, 1) == {"- | s? j? back -": 3}


def test_determinise_fits_every_view() -> None:
    """Every view of a game is made whole without a fault, and a full state is left as it is."""
    rng = dice(9)
    steps = set()
    for number, game in enumerate(random_play([2] if INTERPRETED else range(4), draws=0.4)):
        if number % SPARSE or (game.state[0].under_count == 0 and game.state[0].step not in (KEEP, PLACE, RETURN)):
            continue
        steps.add(int(game.state[0].step))
        whole = game.state.copy()
        entries.determinise(whole, rng)
        assert whole.tobytes() == game.state.tobytes()
        for watcher in WATCHERS:
            states = game.view(watcher).state.copy()
            entries.determinise(states, rng)
            assert ROOM.positions.faults(states[0]) == []
    assert len(steps) > 3


def test_a_view_can_be_played_on_for_a_ply() -> None:
    """A draw from somebody else's lot leaves one more unknown plate in the hand of the view."""
    game = table(stack="0 j", under="1:J9.S9")
    view = game.view(0).state.copy()
    entries.play(view, 232)
    assert (view[0].under_count, view[0].hand_unknown.tolist()) == (1, [0, 1])
    drawn = np.zeros(ROOM.deals.most, dtype=COUNT)
    laid_out = laid(turn="round 2 first 0 marker - turn 0 deal", stack="0 j", under="1:J9.S9", display="S1 S2")
    view = laid_out.view(0).state.copy()
    view[0].bag[:] = 5
    entries.deal(view, dice(1), drawn)
    assert view[0].under_count == 1
