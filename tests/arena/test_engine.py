"""External engines: good ones play, bad ones forfeit with a reason."""

from __future__ import annotations

import io
import os
import sys
import threading
import time
from pathlib import Path

import pytest

import tilewright
from tests.arena.engines import EXAMPLE, write_engine
from tilewright.arena.arena import Arena
from tilewright.arena.engine import Engine, EngineError
from tilewright.arena.match import Job, Match, Played
from tilewright.arena.play_job import play_job
from tilewright.arena.serve import serve
from tilewright.bots.bot import Budget
from tilewright.core.errors import UnknownBot
from tilewright.search.stop import Stop

OURS = f'{sys.executable} -c "from tilewright.cli.main import main; main()" engine --bot'


def play(match: Match, seed: int = 1, patience: float = 10.0) -> list[Played]:
    job = Job(match, seed, 0, tuple(range(match.players)), patience, records=False)
    return [finished.played for finished in play_job(job)]


def bare(games: list[Played]) -> list[tuple[object, ...]]:
    return [(game.scores, game.winners, game.plies, game.forfeit) for game in games]


@pytest.mark.parametrize("rule_set", [rule_set.id for rule_set in tilewright.rule_sets()])
def test_the_example_client_plays_every_rule_set(rule_set: str) -> None:
    most = max(next(known.players for known in tilewright.rule_sets() if known.id == rule_set))
    games = play(Match(rule_set, most, (f"engine:{sys.executable} {EXAMPLE}", "random")))
    assert len(games) == most
    assert all(game.forfeit is None and game.ending not in ("", "forfeit") for game in games)


def test_the_example_client_is_thirty_lines() -> None:
    assert len(EXAMPLE.read_text().splitlines()) <= 30


@pytest.mark.parametrize("rule_set", sorted({known.room: known.id for known in tilewright.rule_sets()}.values()))
def test_our_engine_plays_as_the_same_bot_does_at_the_table(rule_set: str) -> None:
    """Over the line protocol the same bot with the same dice makes the same moves."""
    at_the_table = play(Match(rule_set, 2, ("greedy", "random")))
    over_the_line = play(Match(rule_set, 2, (f"engine:{OURS} greedy", "random")))
    assert bare(at_the_table) == bare(over_the_line)


FAULTS = {
    "dies": ('sys.exit("out of paint")', "ended with code 1; it said 'out of paint'"),
    "dies later": ('say("bestmove " + moves[0]) if plies < 3 else os._exit(7)', "ended with code 7"),
    "hangs": ("time.sleep(600)", "no move after 1 seconds"),
    "cheats": ('say("bestmove " + "9" * 9)', "illegal move"),
    "babbles": ('say("I like blue")', "answered 'I like blue' where a move was due"),
    "is not text": ('sys.stdout.buffer.write(b"\\xff\\xfe\\n"); sys.stdout.flush()', "not UTF-8 text"),
    "never ends a line": ('print("x" * 100_000, end="", flush=True); time.sleep(600)', "a line without end"),
    "gives up": ('say("error no idea")', "no idea"),
    "repeats itself": ('say("bestmove " + moves[0]); say("bestmove " + moves[0])', "out of turn|illegal move"),
    "tells nonsense": ('say("info positions many"); say("bestmove " + moves[0])', "info that cannot be read"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_bad_engine_forfeits_with_the_reason(tmp_path: Path, fault: str) -> None:
    go, reason = FAULTS[fault]
    spec = write_engine(tmp_path, go)
    for game in play(Match("classic", 2, (spec, "random")), patience=1.0):
        assert game.forfeit == game.seats.index(spec)
        assert game.winners == [1 - game.forfeit]
        assert game.ending == "forfeit"
        assert game.reason.startswith("engine Bad Boy: ")
        assert any(known in game.reason for known in reason.split("|"))  # by when the second answer is read


def test_a_forfeit_among_three_gives_the_others_a_half_each(tmp_path: Path) -> None:
    spec = write_engine(tmp_path, "os._exit(3)")
    arena = Arena(Match("classic", 3, (spec, "random")), pairs=1, workers=1)
    for _ in arena.play():
        pass
    found = arena.summary().as_data()
    assert found["share"] == 0
    assert [lost["entrant"] for lost in found["forfeits"]] == [spec] * 3
    assert found["ratings"][1]["share"] == 0.5
    assert found["ratings"][0]["mean_points"] is None


def test_an_engine_that_forgets_its_time_is_told_to_stop(tmp_path: Path) -> None:
    spec = write_engine(
        tmp_path, 'assert rest == "seconds 0.1"; assert next(sys.stdin) == "stop\\n"; say("bestmove " + moves[0])'
    )
    view = tilewright.new_game("classic", seed=1).view(0)
    engine = Engine(spec.removeprefix("engine:").split(), seconds=0.1, patience=5)
    engine.new_game("classic", 2, {}, seat=0, seed=1)
    try:
        assert engine.choose(view).move == view.legal_moves[0]
    finally:
        engine.close()


def test_what_an_engine_tells_is_kept(tmp_path: Path) -> None:
    go = 'say("info depth 9 positions 12 points 3.5 2 chances .6 .4 variation 1Y1 | 2B2"); say("bestmove " + moves[1])'
    engine = Engine(write_engine(tmp_path, go).removeprefix("engine:").split(), nodes=5)
    engine.new_game("classic", 2, {}, seat=0, seed=1)
    try:
        choice = engine.choose(tilewright.new_game("classic", seed=1).view(0))
    finally:
        engine.close()
    assert (choice.positions, choice.points, choice.chances) == (12, (3.5, 2.0), (0.6, 0.4))
    assert choice.variation == ("1Y1", "2B2")
    assert choice.move == tilewright.new_game("classic", seed=1).legal_moves[1]


def test_an_engine_that_ignores_quit_is_ended(tmp_path: Path) -> None:
    path = tmp_path / "deaf.py"
    path.write_text("import time\nprint('ready\\nready', flush=True)\ntime.sleep(600)\n")
    engine = Engine([sys.executable, str(path)])
    engine.new_game("classic", 2, {}, seat=0, seed=1)
    assert engine._process is not None
    pid = engine._process.pid
    engine.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_an_engine_that_cannot_start_is_told_before_the_match(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="engine nowhere: cannot be started"):
        Arena(Match("classic", 2, (f"engine:{tmp_path}/nowhere", "random")), pairs=1).check()
    refuses = tmp_path / "refuses.py"
    refuses.write_text("print('ready', flush=True)\ninput(), input()\nprint('error only chess', flush=True)\ninput()\n")
    with pytest.raises(EngineError, match="only chess"):
        Arena(Match("classic", 2, (f"engine:{sys.executable} {refuses}", "random")), pairs=1).check()
    with pytest.raises(UnknownBot, match="no opponent 'nobody'"):
        Arena(Match("classic", 2, ("nobody", "random")), pairs=1).check()


def converse(*lines: str, bot: str = "greedy") -> list[str]:
    answers = io.StringIO()
    serve(bot, io.StringIO("\n".join(lines) + "\n"), answers)
    return answers.getvalue().splitlines()


def test_our_engine_answers_a_script() -> None:
    text = tilewright.new_game("classic", seed=3).text
    said = converse("hello tilewright-engine/1", f"position {text}", "go seconds 0.1", "stop", "quit", "go")
    assert said[:3] == ["name tilewright greedy", "want view", "ready"]
    assert len(said) == 4
    assert said[3].startswith("bestmove ")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("hello uci", "error line 1, column 1: this engine speaks tilewright-engine/1"),
        ("newgame chess players 2 seat 0 seed 1", "error no rule set 'chess'"),
        ("newgame classic players 2 seat 2 seed 1", "error line 1, column 24:"),
        ("newgame classic players 2 seat 0 seed x", "error line 1, column 31: expected a seed"),
        ("newgame classic players 2 seat 0 seed 1 options a=b", "error classic has no option 'a'"),
        ("go", "error line 1, column 1: no position to think about: none was sent"),
        ("go frogs 3", "error line 1, column 1: no position"),
        ("view x", "error line 1, column 1: view: JSON is malformed"),
        ("view {}", "error /format: expected 'tilewright/view-1', found 'None'"),
        ("position classic 2 | nonsense", None),
        ("castle", "info unknown command 'castle'"),
    ],
)
def test_our_engine_says_what_is_wrong(line: str, answer: str | None) -> None:
    said = converse(line)
    if answer is None:
        assert said == []
    else:
        assert len(said) == 1
        assert said[0].startswith(answer)


def test_a_match_with_a_bad_engine_goes_on(tmp_path: Path) -> None:
    spec = write_engine(tmp_path, 'say("bestmove " + moves[0]) if plies < 40 else os._exit(1)')
    began = time.monotonic()
    arena = Arena(Match("classic", 2, (spec, "random")), pairs=3, workers=2, patience=2.0)
    arena.check()
    games = [game for job in arena.play() for game in job]
    assert len(games) == 6
    assert {game.forfeit is None for game in games} == {True, False}
    assert time.monotonic() - began < 60


def test_a_stop_that_comes_before_the_thinking_has_begun_is_not_lost() -> None:
    """All lines are there at once, so ``stop`` is heard while ``newgame`` is still being answered."""
    text = tilewright.new_game("classic", seed=1).text
    lines = ("newgame classic players 2 seat 0 seed 1", f"position {text}", "go nodes 900000000000", "stop", "quit")

    assert converse(*lines, bot="thinker")[-1].startswith("bestmove ")


def test_an_engine_is_told_to_stop(tmp_path: Path) -> None:
    """It may think for minutes; the owner of the token wants the move now."""
    spec = write_engine(tmp_path, 'assert next(sys.stdin) == "stop\\n"; say("bestmove " + moves[0])')
    view, stop = tilewright.new_game("classic", seed=1).view(0), Stop()
    engine = Engine(spec.removeprefix("engine:").split(), patience=600)
    engine.new_game("classic", 2, {}, seat=0, seed=1)
    threading.Timer(0.05, stop.set).start()
    try:
        assert engine.choose(view, Budget(seconds=600.0), stop).move == view.legal_moves[0]
    finally:
        engine.close()


@pytest.mark.parametrize("level", [3, 5])
def test_our_engine_answers_at_a_level(level: int) -> None:
    """A level is its own limit: whatever the host allows, it thinks as that level does."""
    text = tilewright.new_game("classic", seed=1).text
    lines = ("newgame classic players 2 seat 0 seed 1", f"position {text}", "go nodes 20000", "quit")
    said = converse(*lines, bot=f"thinker:{level}")
    expected = tilewright.bot(f"thinker:{level}", seed=1).choose(tilewright.from_text(text).view(0))

    assert said[0] == "ready"
    assert said[-1] == f"bestmove {expected.move}"
