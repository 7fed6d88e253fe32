"""Tables for the tests of the duel, laid from text without asking whether a game can reach them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

import numpy as np

from tilewright import games
from tilewright.core.compiling.compiled import INTERPRETED, Records
from tilewright.games.duel.meta import GOALS
from tilewright.play.game import Game, set_up_game

RULE_SET = games.rule_set("duel")
ROOM = games.room(RULE_SET)

FEW = 1 if INTERPRETED else 12  # random games where each takes seconds interpreted

BARE = "-/-/-"
NO_PLATES = "- - - - - - - - -"
NO_TILES = "...... ...... ...... ...... ...... ......"
NO_LINES = "- - - - - -"
FULL = "S1r0 S2r0 S3r0 S4r0 S5r0 S6r0 S7r0 S8r0 S9r0"
OTHER_FULL = "J1r0 J2r0 J3r0 J4r0 J5r0 J6r0 J7r0 J8r0 J9r0"


def seat(
    score: int = 5,
    *,
    tokens: int = 0,
    taken: int = 0,
    chips: str = "-",
    plates: str = NO_PLATES,
    dome: str = NO_TILES,
    lines: str = NO_LINES,
    broken: str = "-",
    earned: str = "0 0",
    lost: str = "0 0 0",
) -> str:
    """One seat's field of a position."""
    return (
        f"score {score} earned {earned} lost {lost} tokens {tokens} taken {taken} chips {chips}"
        f" plates {plates} dome {dome} lines {lines} broken {broken}"
    )


def text(
    *seats: str,
    goals: str = "H V D",
    turn: str = "round 2 first 0 marker - turn 0 act",
    display: str = "-",
    stack: str = "0 -",
    under: str = "-",
    hand: str = "- back -",
    large: str = "-/-",
    small: str = "",
    unseen: str = "-",
    bag: str = "-",
    tower: str = "-",
) -> str:
    """A whole position; small factories not named are bare and have no chip."""
    smalls = small.split()
    smalls += [BARE] * (4 - len(smalls))
    boards = seats or (seat(), seat())
    fields = [
        f"duel 2 | goals {goals} | {turn} | display {display} | stack {stack} | under {under} | hand {hand}",
        f"large {large} | small {' '.join(smalls)} | unseen {unseen} | bag {bag} | tower {tower}",
    ]
    return " | ".join([*fields, *boards])


def laid(*seats: str, **parts: str) -> Game:
    """A game at this position, be it reachable or not."""
    return restored(text(*seats, **parts))


def restored(position: str) -> Game:
    """A game at this position, be it reachable or not."""
    states = np.zeros(1, dtype=ROOM.state)
    states[0].players = 2
    ROOM.positions.read(states[0], position.partition("|")[2], 10)
    return Game(RULE_SET, states, first=0, options={}, seed=1, auto_deal=False)


def moves(game: Game) -> list[str]:
    return [str(move) for move in game.legal_moves]


def field(game: Game, name: str) -> str:
    """One field of a position, without its name; the seats are the fields "0" and "1"."""
    fields = game.text.split(" | ")
    if name in ("0", "1"):
        return fields[int(name) - 2]
    return next(part.removeprefix(f"{name} ") for part in fields[1:] if part.startswith(f"{name} "))


def of_seat(game: Game, number: int, name: str) -> str:
    """One part of a seat's field: "lines", "broken", "dome" and so on."""
    names = ("score", "earned", "lost", "tokens", "taken", "chips", "plates", "dome", "lines", "broken")
    rest = field(game, str(number)).partition(f"{name} ")[2]
    for other in names[names.index(name) + 1 :]:
        rest = rest.partition(f" {other} ")[0]
    return rest


def decorated(board: str, *, goals: str = "H V D", marker: str = "-", number: int = 5, **parts: str) -> Game:
    """Seat 1 takes the last chip, so that seat 0 decorates the dome given."""
    turn = f"round {number} first 0 marker {marker} turn 1 act"
    game = laid(board, seat(), goals=goals, turn=turn, small="-/-/K", **parts)
    game.play("C1")
    return game


def random_goals(rng: random.Random) -> str:
    tablets = sorted(rng.sample(range(4), rng.choice((3, 4))))
    return ",".join(GOALS[2 * tablet + rng.randrange(2)] for tablet in tablets)


def random_play(seeds: Iterable[int], *, draws: float = 0.2, chips: float = 0.5) -> Iterator[Game]:
    """Random games, shown before every move and draw; plates of the stack and chips are used more than by chance."""
    for seed in seeds:
        rng = random.Random(seed)
        game = set_up_game("duel", 2, {"goals": random_goals(rng)}, seed=seed, first=rng.randrange(2), auto_deal=False)
        while True:
            yield game
            if game.awaiting == "end":
                break
            if game.awaiting == "deal":
                game.deal()
            else:
                game.play(random_move(game, rng, draws, chips))


def random_move(game: Game, rng: random.Random, draws: float, chips: float) -> str:
    legal = moves(game)
    spending = [move for move in legal if move[0] == "+"]
    if "draw" in legal and rng.random() < draws:
        return "draw"
    if spending and rng.random() < chips:
        return rng.choice(spending)
    return rng.choice(legal)


def copy(states: Records) -> Records:
    return states.copy()
