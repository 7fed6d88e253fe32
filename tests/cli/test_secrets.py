"""Every text a person sees comes from their own view: what lies hidden stays so (R14 of docs/rules/duel.md)."""

from __future__ import annotations

import re

import pytest

import tilewright
from tests.cli.inside import run
from tilewright.play.game import Game

QUESTIONS = "p\nt\no\nm\nl\nr\nh\n?\n"


def with_a_secret() -> tuple[Game, list[str]]:
    """A duel in which seat 0 has put plates under the stack and seat 1 is to move; and these plates."""
    for seed in range(1, 200):
        game = tilewright.new_game("duel", seed=seed)
        hidden: list[str] = []
        while game.awaiting == "move" and len(game.moves) < 40:
            moves = {str(move): move for move in game.legal_moves}
            wanted = next((moves[name] for name in ("draw",) if name in moves), None)
            back = [name for name in moves if name.startswith("_")]
            if back and game.to_move == 0:
                hidden.append(back[0].removeprefix("_"))
                wanted = moves[back[0]]
            game.play(wanted or next(iter(moves.values())))
            if hidden and game.to_move == 1 and len(game.legal_moves) > 1:
                return game, hidden
    raise AssertionError("no duel with a secret was found")


def test_a_person_at_duel_never_reads_what_the_opponent_put_under_the_stack() -> None:
    game, hidden = with_a_secret()
    assert any(plate in game.text for plate in hidden)

    for plain in ((), ("--plain",)):
        done = run("play", "--position", game.text, "--seats", "random,human", *plain, typed=f"{QUESTIONS}q\n")
        assert done.returncode == 0, done.stderr
        for plate in hidden:
            assert not re.search(rf"\b{plate}\b", done.stdout), f"{plate} is a secret of the other seat"


def test_the_person_who_put_it_there_may_read_it() -> None:
    game, hidden = with_a_secret()
    done = run("play", "--position", game.text, "--seats", "human,human", "--plain", typed="p\nq\n")
    assert all(not re.search(rf"\b{plate}\b", done.stdout) for plate in hidden), "seat 1 looks"

    assert all(plate in game.view(0).text for plate in hidden)


@pytest.mark.parametrize(
    ("rule_set", "plain"),
    [("duel", ()), ("duel", ("--plain",)), ("classic", ()), ("classic-grey", ("--plain",)), ("pavilion", ())],
)
def test_a_person_can_play_a_game_to_its_end(rule_set: str, plain: tuple[str, ...]) -> None:
    """The first legal move is typed again and again; a move that is the only one is made without asking."""
    game = tilewright.new_game(rule_set, seed=11)
    typed = []
    greedy = tilewright.bot("greedy", seed=11 + 1)
    while game.awaiting != "end":
        if game.to_move == 0:
            moves = game.view(0).legal_moves
            if len(moves) > 1:
                typed.append(str(moves[0]))
            game.play(moves[0])
        else:
            game.play(greedy.choose(game.view(1)).move)
    arguments = ("--seed", "11", "--first", "0", "--seats", "human,greedy", *plain)
    done = run("play", rule_set, *arguments, typed="\n".join(typed) + "\n")

    assert done.returncode == 0, done.stderr
    assert "The game is over" in done.stdout
    assert f"You: {game.scores[0]} point" in done.stdout
