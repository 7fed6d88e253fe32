"""Records as a data set, policies as bots, the example, the bench, and the page that documents it all."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import tilewright
from tests.envs.kinds import RULE_SETS, every_kind
from tilewright.cli import measure_envs
from tilewright.cli.main import app
from tilewright.core.errors import BadRecord
from tilewright.envs import document
from tilewright.envs.batch import Batch
from tilewright.envs.dataset import decisions, load
from tilewright.envs.document import with_tables
from tilewright.envs.policy import PolicyBot, win_rate
from tilewright.records.record import write_json

ROOT = Path(__file__).parent.parent.parent


def random_game(rule_set: str, players: int, seed: int, moves: int = -1) -> tilewright.Game:
    game, bot = tilewright.new_game(rule_set, players, seed=seed), tilewright.bot("random", seed=seed)
    while game.to_move is not None and moves:
        game.play(bot.choose(game.view(game.to_move)).move)
        moves -= 1
    return game


@every_kind
def test_decisions_are_what_the_seats_saw_and_did(rule_set: str, players: int) -> None:
    """Stepping the environment with the recorded actions shows the recorded observations."""
    game = random_game(rule_set, players, 6)
    data = decisions([game.record()])
    batch = Batch(rule_set, players)
    batch.reset(6)
    for k in range(len(data)):
        assert data.seats[k] == batch.to_move()
        assert np.array_equal(data.observations[k], batch.observations[0])
        assert np.array_equal(data.action_masks[k], batch.masks[0])
        batch.step(data.actions[k : k + 1])
    assert np.array_equal(data.rewards, batch.rewards[0, data.seats])


def test_files_are_loaded_and_unfinished_games_bring_nothing(tmp_path: Path) -> None:
    paths = []
    for seed, moves in ((1, -1), (2, 5)):
        paths.append(tmp_path / f"{seed}.json")
        paths[-1].write_text(write_json(random_game("classic", 2, seed, moves).record()))
    data = load(paths, reward="margin")
    assert set(data.games.tolist()) == {0, 1}
    assert not data.rewards[data.games == 1].any()
    assert np.count_nonzero(data.games == 1) == 5


def test_a_record_may_begin_in_the_middle() -> None:
    game = tilewright.from_text(random_game("classic", 2, 1, 4).text)
    for _ in range(3):
        game.play(game.legal_moves[0])
    assert len(decisions([game.record()])) == 3


def test_records_of_different_games_do_not_mix() -> None:
    with pytest.raises(BadRecord, match="record 1 is of"):
        decisions([random_game("classic", 2, 1).record(), random_game("classic", 3, 1).record()])
    with pytest.raises(BadRecord, match="no records"):
        decisions([])


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_a_policy_sits_where_a_bot_may_sit(rule_set: str) -> None:
    actions = Batch(rule_set, 2).room.moves.actions
    policy = PolicyBot(lambda seen: np.tile(np.arange(actions, dtype=float), (len(seen), 1)))
    game = tilewright.new_game(rule_set, seed=1)
    assert policy.choose(game.view(game.to_move or 0)).move == game.legal_moves[-1]
    assert 0 <= win_rate(policy, tilewright.bot("random"), rule_set=rule_set, games=2) <= 1


def test_the_example_learns(tmp_path: Path) -> None:
    """Ten short lessons are enough to beat random nearly always."""
    saved = tmp_path / "policy.npz"
    command = [sys.executable, str(ROOT / "examples" / "train_linear.py"), "--lessons", "10", "--games", "40"]
    told = subprocess.run([*command, "--save", str(saved)], check=True, capture_output=True, text=True).stdout
    line = next(line for line in told.splitlines() if line.endswith("against random") and "games" in line)
    assert float(line.split()[1].rstrip("%")) > 90
    assert np.load(saved)["weights"].shape[1] == Batch("classic", 2).room.moves.actions


def test_the_documented_fields_are_those_of_the_layouts() -> None:
    """If this fails: python -m tilewright.envs.document --write docs/envs.md."""
    page = (ROOT / "docs" / "envs.md").read_text(encoding="utf-8")
    assert with_tables(page) == page


def test_the_tables_are_printed_and_written_only_when_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*words: str) -> str:
        monkeypatch.setattr(sys, "argv", ["document", *words])
        document.main()
        return capsys.readouterr().out

    page = tmp_path / "page.md"
    page.write_text(f"before\n{document.BEGIN}\nold\n{document.END}\nafter\n")
    told = run()
    assert "### `duel`" in told
    assert "old" in page.read_text()
    assert run("--write", str(page)) == ""
    assert page.read_text() == f"before\n{document.BEGIN}\n\n{told}\n{document.END}\nafter\n"
    for wrong, reason in ((tmp_path / "none.md", "No such file"), (tmp_path / "other.md", "no place for the tables")):
        (tmp_path / "other.md").write_text("another page")
        with pytest.raises(SystemExit):
            run("--write", str(wrong))
        assert reason in capsys.readouterr().err
    assert (tmp_path / "other.md").read_text() == "another page"


def test_bench_envs_prints_one_object_for_each_rule_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure_envs, "BATCHES", 1)
    monkeypatch.setattr(measure_envs, "BATCH_SECONDS", 0.01)
    monkeypatch.setattr(measure_envs, "GAMES", 64)
    told = CliRunner().invoke(app, ["bench", "envs", "--json"])
    assert told.exit_code == 0, told.output
    found = [json.loads(line) for line in told.stdout.splitlines()]
    assert [each["rule_set"] for each in found] == [r.id for r in tilewright.rule_sets() if 2 in r.players]
    for name in ("vector", "aec", "openspiel"):
        assert all(each[f"{name}_steps_per_second"] > 0 for each in found)
        assert all(each[f"{name}_ratio_to_oracle"] for each in found)
    assert "vector" in CliRunner().invoke(app, ["bench", "envs"]).stdout


@pytest.mark.parametrize(("rule_set", "ending"), [("classic", "row complete"), ("duel", "five rounds played")])
def test_a_saved_policy_takes_part_in_the_arena(rule_set: str, ending: str, tmp_path: Path) -> None:
    """docs/guide/research.md: the example engine plays a match with weights from a file, with hidden things too."""
    from tilewright.envs.layout import layout

    actions = Batch(rule_set, 2).room.moves.actions
    weights = np.zeros((2 * layout(rule_set).length + 1, actions), dtype=np.float32)
    np.savez(tmp_path / "policy.npz", weights=weights)
    examples = Path(__file__).parent.parent.parent / "examples"
    engine = f"engine:{sys.executable} {examples / 'policy_engine.py'} {tmp_path / 'policy.npz'}"
    program = "from tilewright.cli.main import main; main()"
    words = ["arena", rule_set, engine, "random", "--pairs", "1", "--workers", "1", "--json"]

    done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    games = [found for found in map(json.loads, done.stdout.splitlines()) if found["kind"] == "game"]
    assert [found["ending"] for found in games] == [ending, ending], "no game was forfeited"


def test_the_example_engine_is_ready_only_when_it_can_play(tmp_path: Path) -> None:
    """It chooses a move before it says so: a policy for two players has none for three."""
    from tilewright.envs.layout import layout

    np.savez(tmp_path / "policy.npz", weights=np.zeros((2 * layout("classic").length + 1, 325), dtype=np.float32))
    engine = Path(__file__).parent.parent.parent / "examples" / "policy_engine.py"
    games = "newgame classic players 2 seat 0 seed 1\nnewgame classic players 3 seat 0 seed 1\n"
    said = f"hello tilewright-engine/1\n{games}quit\n"
    command = [sys.executable, str(engine), str(tmp_path / "policy.npz")]
    done = subprocess.run(command, input=said, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[:4] == ["name Trained Policy", "want view", "ready", "ready"]
    assert done.stdout.splitlines()[4].startswith("error this policy does not play classic with 3 players")


def test_the_rule_sets_stand_in_the_lists_of_the_libraries() -> None:
    program = (
        "import gymnasium, tilewright; env = gymnasium.make('tilewright.envs:tilewright/classic-v1');"
        "import pyspiel; names = pyspiel.registered_names();"
        "from tilewright.envs.names import env_id, spiel_name;"
        "print([r.id for r in tilewright.rule_sets() if env_id(r.id) not in gymnasium.registry"
        " or spiel_name(r.id) not in names])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "[]", done.stderr
