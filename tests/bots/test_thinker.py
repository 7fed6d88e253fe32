"""The thinker: within its budget, repeatable by positions, honest about what it knows."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest

import tilewright
from tests.kit.builders import position
from tilewright.bots.bot import DRAFTING, ESTIMATE, PROVED, PROVED_ROUND, Budget, Candidate, Choice
from tilewright.bots.clock import Clock, thread_clock
from tilewright.bots.levels import Beginner
from tilewright.bots.loading import load
from tilewright.bots.thinker import Thinker
from tilewright.core.compiling.compiled import INTERPRETED
from tilewright.core.errors import BadArgument, IllegalMove, UnknownBot
from tilewright.play.turning import rotate_seats
from tilewright.search.memory import MOST, POOL, Pool, Searches
from tilewright.search.net_file import judgement_of
from tilewright.search.stop import Stop

Think = Callable[..., Choice]
SEATS = [(known.id, players) for known in tilewright.rule_sets() for players in known.players]


def late(seed: int, *, plies: int, rule_set: str = "classic", players: int = 2) -> tilewright.Game:
    """A round of greedies, stopped when few moves are left."""
    from tilewright.search.alphabeta import bound_of

    game = tilewright.new_game(rule_set, players, seed=seed)
    greedy = tilewright.bot("greedy", seed=seed)
    while bound_of(game.state) > plies or len(game.legal_moves) < 2:
        game.play(greedy.choose(game.view(game.to_move or 0)).move)
    return game


@pytest.mark.parametrize(("rule_set", "players"), SEATS)
def test_it_plays_every_rule_set_and_number_of_players(rule_set: str, players: int) -> None:
    game = tilewright.new_game(rule_set, players, seed=5)
    thinker = Thinker(nodes=60, seed=1)
    other = tilewright.bot("greedy")
    for _ in range(30):
        if game.to_move is None:
            break
        player = thinker if game.to_move == 0 else other
        choice = player.choose(game.view(game.to_move))
        assert choice.move in game.legal_moves
        if choice.chances:
            assert sum(choice.chances) == pytest.approx(1.0)
            assert len(choice.points) == players
        game.play(choice.move)


@pytest.mark.parametrize(("rule_set", "players"), [("classic", 2), ("classic-grey", 3), ("duel", 2), ("pavilion", 2)])
def test_the_same_positions_give_the_same_choice(rule_set: str, players: int) -> None:
    game = tilewright.new_game(rule_set, players, seed=8)
    view = game.view(game.to_move or 0)

    first, second = (Thinker(nodes=400, seed=3).choose(view) for _ in range(2))

    assert (first.move, first.variation, first.points) == (second.move, second.variation, second.points)


def test_a_late_round_is_proved_and_the_line_is_legal() -> None:
    game = late(3, plies=5)
    choice = Thinker(nodes=1_000_000).choose(game.view(game.to_move or 0))

    assert choice.badge in (PROVED_ROUND, PROVED)
    assert choice.positions > 0
    again = tilewright.from_text(game.text, auto_deal=False)
    for notation in choice.variation:
        again.play(notation)


def test_an_opening_is_an_estimate() -> None:
    game = tilewright.new_game("classic", seed=3)

    assert Thinker(nodes=500).choose(game.view(0)).badge == ESTIMATE


def test_every_move_is_judged_and_none_is_better_than_the_best() -> None:
    game = tilewright.new_game("classic", seed=3)
    choice = Thinker(nodes=30_000).appraise(game.view(0))
    chances = [one.chances[0] for one in choice.candidates]

    for better, worse in pairwise(chances):  # leads may differ in how many rounds they have to last
        assert better > worse - 0.001  # and a point more counts for a little beside the chance
    assert str(choice.move) == str(choice.candidates[0].move)
    assert len(choice.candidates) > 30


def test_a_single_move_needs_no_thought() -> None:
    """B19: only the floor is open to the only tiles there are."""
    walls = {0: ".Y... ..Y.. ...Y. ..... ....."}
    game = position(walls=walls, lines={0: "- - - B1 R1"}, factories="YY")

    choice = Thinker(seconds=5).choose(game.view(0))

    assert (str(choice.move), choice.positions, choice.variation) == ("1YF", 0, ("1YF",))
    assert len(choice.points) == 2
    assert sum(choice.chances) == pytest.approx(1.0)


@pytest.mark.parametrize(("rule_set", "players"), SEATS)
def test_a_single_move_is_told_with_what_it_leads_to(rule_set: str, players: int) -> None:
    game, chance, seed = tilewright.new_game(rule_set, players, seed=5), tilewright.bot("random", seed=5), 5
    while len(game.legal_moves) != 1:
        if game.to_move is None:
            seed += 1
            game = tilewright.new_game(rule_set, players, seed=seed)
        game.play(chance.choose(game.view(game.to_move or 0)).move)
    choice = Thinker(seconds=5).choose(game.view(game.to_move or 0))

    assert (choice.move, choice.positions) == (game.legal_moves[0], 0)
    assert len(choice.points) == players
    assert sum(choice.chances) == pytest.approx(1.0)


def test_where_nobody_is_to_move_there_is_nothing_to_think_about() -> None:
    view = tilewright.new_game("classic", auto_deal=False).view(0)

    for think in (Thinker().choose, Thinker().appraise):
        with pytest.raises(IllegalMove, match="nobody is to move"):
            think(view)


@pytest.mark.parametrize(("rule_set", "players"), [("classic", 2), ("classic", 3), ("pavilion", 2), ("duel", 2)])
@pytest.mark.parametrize("think", [Thinker.choose, Thinker.appraise])
def test_a_stop_ends_it_whenever_it_comes(rule_set: str, players: int, think: Think) -> None:
    """Its budget would last for days: only the token can end it."""
    game = tilewright.new_game(rule_set, players, seed=3)
    view = game.view(game.to_move or 0)
    for wait in (0.0, 0.001, 0.05):
        stop = Stop()
        timer = threading.Timer(wait, stop.set)
        timer.start()
        choice = think(Thinker(), view, Budget(positions=1 << 39), stop)
        timer.join()
        assert choice.move in game.legal_moves


@pytest.mark.parametrize("name", ["thinker", "greedy", "random", "thinker:2"])
def test_a_stop_before_the_first_load_loads_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> bool:
        raise AssertionError("this would compile for minutes")

    monkeypatch.setattr("tilewright.bots.thinker.load", refuse)
    monkeypatch.setattr("tilewright.bots.simple.load", refuse)
    game, stop = tilewright.new_game("classic", 3, seed=3), Stop()
    stop.set()

    choice = tilewright.bot(name).choose(game.view(0), None, stop)

    assert choice.move in game.legal_moves
    assert choice.positions == 0


@pytest.mark.skipif(INTERPRETED, reason="nothing is loaded")
def test_a_stop_while_loading_does_not_wait_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    never, stop = threading.Event(), Stop()
    monkeypatch.setattr("tilewright.bots.loading._loaded", set())
    threading.Timer(0.02, stop.set).start()

    assert not load(("nothing", "known"), never.wait, stop)
    never.set()


@pytest.mark.skipif(INTERPRETED, reason="nothing is loaded")
def test_what_goes_wrong_while_loading_is_told() -> None:
    def fail() -> None:
        raise RuntimeError("no compiler")

    with pytest.raises(RuntimeError, match="no compiler"):
        load(("nothing", "works"), fail, Stop())


def test_a_thread_has_its_own_clock() -> None:
    """What another thread of the process spends is not counted."""
    ready, done = threading.Event(), threading.Event()
    clocks = []

    def sleep() -> None:
        clocks.append(thread_clock())
        ready.set()
        done.wait()

    sleeper = threading.Thread(target=sleep)
    sleeper.start()
    ready.wait()
    before, mine = clocks[0](), thread_clock()
    began = mine()
    while mine() - began < 0.05:
        pass
    slept = clocks[0]() - before
    done.set()
    sleeper.join()

    assert slept < 0.05


def test_it_tells_its_candidates_as_they_come() -> None:
    for rule_set, players in (("classic", 2), ("classic", 3)):
        told: list[tuple[Candidate, ...]] = []
        game = tilewright.new_game(rule_set, players, seed=3)
        choice = Thinker(nodes=5_000).choose(game.view(0), progress=told.append)
        every: list[tuple[Candidate, ...]] = []
        Thinker(nodes=5_000).appraise(game.view(0), progress=every.append)

        assert len(told) >= 3
        assert all(one.move in game.legal_moves and len(one.points) == players for step in told for one in step)
        assert all(step[0].variation[0] == str(step[0].move) for step in told)
        assert choice.candidates[0].move == choice.move
        assert len(every[-1]) > 30
    assert [step[0].depth for step in told] == [0] * len(told)


def test_being_told_changes_nothing() -> None:
    game = tilewright.new_game("classic", 3, seed=3)
    told: list[object] = []

    alone = Thinker(nodes=3_000, seed=1).choose(game.view(0))
    watched = Thinker(nodes=3_000, seed=1).choose(game.view(0), progress=told.append)

    assert replace(alone, seconds=0.0) == replace(watched, seconds=0.0)
    assert told


def test_two_threads_find_a_move_too() -> None:
    for rule_set, players in (("classic", 2), ("classic", 3)):
        game = tilewright.new_game(rule_set, players, seed=3)
        choice = Thinker(nodes=4_000, threads=2).choose(game.view(0))
        assert choice.move in game.legal_moves


def test_by_positions_nothing_that_came_before_counts() -> None:
    """The same view, budget and seed give the same choice, whoever used the memory meanwhile."""
    for rule_set, players in (("classic", 2), ("classic", 3)):
        game = tilewright.new_game(rule_set, players, seed=3)
        view = game.view(0)
        thinker = Thinker(nodes=2_000, seed=1)
        first = thinker.choose(view)
        for notation in first.variation[:2]:
            game.play(notation)
        thinker.choose(game.view(game.to_move or 0))
        for _ in range(5):
            Thinker(nodes=500, seed=2).choose(game.view(game.to_move or 0))

        assert replace(thinker.choose(view), seconds=0.0) == replace(first, seconds=0.0)


def test_by_seconds_the_tree_is_kept_between_moves() -> None:
    """After the expected moves the search goes on where it was, instead of starting anew."""
    game = tilewright.new_game("classic", 3, seed=3)
    budget = Budget(seconds=1e6, positions=3_000)
    thinker = Thinker(seed=1)
    choice = thinker.choose(game.view(0), budget)
    for notation in choice.variation[:3]:
        game.play(notation)
    again = thinker.appraise(game.view(game.to_move or 0), budget)

    assert sum(one.positions for one in again.candidates) > 3_000


def test_a_hundred_seats_share_a_few_memories() -> None:
    view = tilewright.new_game("classic", seed=3).view(0)
    seats = [Thinker(seconds=1e6) for _ in range(100)]
    for seat in seats:
        seat.choose(view, Budget(seconds=1e6, positions=50))

    assert len(POOL) <= MOST


def test_two_thinkers_of_a_game_keep_a_memory_each() -> None:
    pool, owners = Pool(most=2), [Thinker(), Thinker(), Thinker()]
    view = tilewright.new_game("classic", seed=3).view(0)
    judgement = judgement_of(view.room.search.evaluation, "classic", 2)

    def borrow(owner: Thinker, threads: int = 1) -> tuple[Searches, bool]:
        with pool.borrow(view.room, "classic", judgement, threads, owner) as found:
            return found

    one, two = borrow(owners[0]), borrow(owners[1])
    assert one[0] is not two[0]
    assert borrow(owners[0]) == (one[0], True)
    assert borrow(owners[1]) == (two[0], True)
    assert borrow(owners[2]) == (one[0], False)  # unused for longest
    assert borrow(owners[0])[1] is False
    assert borrow(owners[0], threads=2)[1] is False
    assert len(pool) == 2


def test_more_thinkers_at_once_than_are_kept_each_have_their_own() -> None:
    pool, owner = Pool(most=1), Thinker()
    view = tilewright.new_game("classic", seed=3).view(0)
    judgement = judgement_of(view.room.search.evaluation, "classic", 2)
    with (
        pool.borrow(view.room, "classic", judgement, 1, owner) as (one, _),
        pool.borrow(view.room, "classic", judgement, 1, owner) as (two, _),
    ):
        assert one is not two
    assert len(pool) == 1


@pytest.mark.parametrize("arguments", [{"seconds": 0.0}, {"nodes": -1}, {"threads": 0}, {"seconds": -2.0}])
def test_an_impossible_budget_is_refused(arguments: dict[str, float]) -> None:
    with pytest.raises(BadArgument):
        Thinker(**arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("thinker:11", "levels are 1 to 10"),
        ("thinker:5@1s", "a level, or a limit and weights of its own, not both"),
        ("greedy:3", "does not think"),
        ("thinker@", "is not an opponent"),
    ],
)
def test_a_wrong_spec_is_refused(spec: str, reason: str) -> None:
    with pytest.raises(UnknownBot, match=reason):
        tilewright.bot(spec)


def test_a_thinker_is_asked_for_by_name() -> None:
    assert isinstance(tilewright.bot("thinker", seconds=0.2), Thinker)
    assert isinstance(tilewright.bot("thinker@500n"), Thinker)
    assert isinstance(tilewright.bot("thinker", level=2), Beginner)


@pytest.mark.skipif(INTERPRETED, reason="nothing is loaded")
@pytest.mark.parametrize(("rule_set", "players"), [("classic", 2), ("classic", 3), ("pavilion", 2), ("duel", 2)])
def test_code_is_loaded_before_the_clock_runs(rule_set: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a new machine compiling takes far longer than a move may: it must not eat the time to think."""
    happened: list[str] = []
    start = Clock.__enter__

    def loading(_code: object, first_look: Callable[[], object], _stop: Stop) -> bool:
        happened.append("load")
        first_look()
        return True

    def starting(self: Clock) -> Clock:
        happened.append("clock")
        return start(self)

    monkeypatch.setattr("tilewright.bots.thinker.load", loading)
    monkeypatch.setattr(Clock, "__enter__", starting)
    game = tilewright.new_game(rule_set, players, seed=2)

    first = Thinker(seconds=0.05).choose(game.view(game.to_move or 0))

    assert happened == ["load", "clock"]
    assert first.positions > 1


# -- how sure it is -------------------------------------------------------------------------------


def test_where_only_the_drafting_was_searched_nothing_is_called_proved() -> None:
    """R4: the tiles drafted are still to be placed, and chance comes in between."""
    game = late(3, plies=4, rule_set="pavilion")
    choice = Thinker(nodes=1_000_000).choose(game.view(game.to_move or 0))

    assert choice.badge == DRAFTING


def test_with_three_players_the_end_of_a_round_is_worked_out() -> None:
    game = late(3, plies=4, players=3)
    choice = Thinker(nodes=60_000).choose(game.view(game.to_move or 0))

    assert choice.badge in (PROVED_ROUND, PROVED)
    assert choice.candidates[0].move == choice.move
    for notation in choice.variation:
        game.play(notation)
    assert game.round_number > 1


def test_with_three_players_a_proved_end_is_told_as_it_comes() -> None:
    """The points and the winner of a proved game are those of its end, not of a look at its middle."""
    game = position(
        players=3, walls=LAST_ROUND, lines=FULL_LINE, scores={0: 30, 1: 31, 2: 12}, factories="BB YYK R - - - -"
    )
    choice = Thinker(nodes=60_000).choose(game.view(0))
    for notation in choice.variation:
        game.play(notation)

    assert choice.badge == PROVED
    assert game.awaiting == "end"
    assert list(choice.points) == list(game.scores)
    assert choice.chances == tuple(float(seat in game.winners) for seat in range(3))


LAST_ROUND = {0: "BYRK. ..... ..... ..... ....."}  # the first row will be complete: nobody can prevent it
FULL_LINE = {0: "W1 - - - -"}


def test_a_small_lead_is_not_certain_while_tiles_are_on_offer() -> None:
    game = position(walls=LAST_ROUND, lines=FULL_LINE, scores={0: 30, 1: 34}, factories="BBYR KKWW YYYK RRBW YYKB")
    for choice in (Thinker(nodes=300).choose(game.view(0)), Thinker(nodes=3_000).appraise(game.view(0))):
        assert choice.badge == ESTIMATE
        assert all(0.02 < chance < 0.98 for chance in choice.chances)


def test_a_game_that_is_proved_won_is_certain() -> None:
    game = position(walls=LAST_ROUND, lines=FULL_LINE, scores={0: 60, 1: 10}, factories="BB YY - - -")
    choice = Thinker(nodes=100_000).choose(game.view(0))

    assert choice.badge == PROVED
    assert choice.chances == pytest.approx((1.0, 0.0))


def test_chances_of_a_tree_are_chances_to_win() -> None:
    """With thirty points ahead in the last round a seat wins: nothing is left over for the others."""
    game = position(
        players=3,
        walls=LAST_ROUND,
        lines=FULL_LINE,
        scores={0: 30, 1: 10, 2: 10},
        factories="BBYR KKWW YYYK RRBW YYKB WWWW RRRR",
    )
    choice = Thinker(nodes=400).choose(game.view(0))

    assert sum(choice.chances) == pytest.approx(1.0)
    assert choice.chances[0] > 0.99
    assert choice.points[0] - max(choice.points[1:]) > 20


def test_no_lead_is_told_that_no_game_has() -> None:
    """A row is about to be complete where searches this short stop."""
    game = tilewright.from_text(
        "classic 2 | round 5 first 0 marker - turn 0 draft idle 0 | centre - | factories BYRW BYKK RRRK BBYW RRRR"
        " | bag - | lid B9 Y8 R7 K9 W13 | score 42 tiles 52 wall .YRKW .BYRK .WBYR ..W.. ...W. lines - - - B2 Y3"
        " floor - | score 33 tiles 40 wall BYRK. .BYRK KW.Y. ...B. ..K.. lines - - - K2 - floor -"
    )
    thinker = Thinker(nodes=400, seed=1)
    for choice in (thinker.choose(game.view(0)), thinker.appraise(game.view(0))):
        for one in choice.candidates:
            assert abs(one.points[0] - one.points[1]) < 80, one
            assert one.chances[0] > 0.5 or one.points[0] < one.points[1]


# -- equal points, more complete rows -------------------------------------------------------------

TIE_OR_OPEN_GAME = (  # from self-play: 4B1 completes a second row, and the game ends 38:38
    "classic 2 | round 5 first 0 marker 1 turn 0 draft idle 0 | centre Y1 K1 | factories - - YYYY BBYY - | bag -"
    " | lid B8 Y8 R8 K12 W15 | score 17 tiles 38 wall .YRKW WBY.K .WB.. .KW.. ..... lines - - K2 - R5 floor -"
    " | score 25 tiles 40 wall BYRK. .BYR. .WBY. .K... .R... lines - - R3 B4 - floor M B1"
)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_game_won_by_complete_rows_is_taken_and_not_left_open(seat: int) -> None:
    """R7.3 It is as sure a victory as any: the best of the other moves leads in an open game, with a chance of 0.64."""
    view = rotate_seats(tilewright.from_text(TIE_OR_OPEN_GAME, auto_deal=False), seat).view(seat)
    thinker = Thinker(nodes=60_000)
    for choice in (thinker.choose(view), thinker.appraise(view)):
        assert str(choice.move) == "4B1"
        assert choice.points == (38.0, 38.0)
        assert choice.chances == ((1.0, 0.0) if seat == 0 else (0.0, 1.0))

    best, second = thinker.appraise(view).candidates[:2]
    assert best.badge == PROVED
    assert second.points[seat] > second.points[1 - seat]
    assert 0.6 < second.chances[seat] < 0.7
    after = tilewright.from_text(TIE_OR_OPEN_GAME, auto_deal=False)
    for notation in best.variation:
        after.play(notation)
    assert (after.awaiting, after.scores, after.winners) == ("end", (38, 38), (0,))


def test_equal_points_at_the_end_are_no_lead() -> None:
    """4YF is expected to end the game 30:30, which the search remembers from another move.

    Before the last round a lead of 22 points would be worth as much.
    """
    game = tilewright.from_text(
        "classic 2 | round 5 first 0 marker - turn 1 draft idle 0 | centre B1 Y1 K2 W4 | factories - - BYRR YRRW -"
        " | bag - | lid B10 Y12 R5 K11 W9 | score 18 tiles 23 wall .YRK. ..YR. ..B.. R.W.Y ..K.. lines B1 - K2 - B4"
        " floor R1 | score 10 tiles 35 wall .YRKW WBY.. KWB.. .K... ..... lines - R2 - W2 R4 floor -"
    )
    found = {str(one.move): one for one in Thinker(nodes=100_000).appraise(game.view(1)).candidates}

    after = game.copy()
    for notation in found["4YF"].variation:
        after.play(notation)
    assert (after.awaiting, after.scores) == ("end", (30, 30))
    assert found["4YF"].points == (30.0, 30.0)
