#!/usr/bin/env python3
"""Play any game at a terminal from its data alone: no line here knows a particular game.

python examples/draw_from_data.py pavilion-mono --players 3

What a page would do is done with text: the view is drawn, a move is chosen part by part, and what happened is told.
"""

import argparse
import contextlib
from collections.abc import Callable
from typing import Any

import tilewright

HEAD = ("format", "rule_set", "players", "seat", "options")


def line(value: Any) -> str:
    """Something small on one line: a cell, things that are counted, a row."""
    if isinstance(value, dict):
        return " ".join(f"{key}:{line(part)}" for key, part in value.items()) or "-"
    if isinstance(value, list):
        return "  ".join(map(line, value)) or "-"
    return "." if value is None else str(value)


def is_small(value: Any) -> bool:
    """Whether there is no list or object further down than one step."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return not any(isinstance(part, dict | list) and part for part in parts)


def draw(name: str, value: Any, indent: int = 0) -> None:
    """A view as an outline, whatever is in it."""
    if is_small(value):
        print(f"{'  ' * indent}{name}: {line(value)}")
        return
    print(f"{'  ' * indent}{name}")
    for key, part in value.items() if isinstance(value, dict) else enumerate(value):
        draw(str(key), part, indent + 1)


def choose(position: tilewright.Position, ask: Callable[[str], str]) -> str:
    """A move, part by part; what is refused says by which rule."""
    so_far: dict[str, str] = {}
    while True:
        choices = position.choices(so_far).as_data()
        for option in choices["options"]:
            told = option["forecast"] or option["refusal"] or ""
            print(f"  {'' if option['legal'] else 'not '}{option['value']}  {told and line(told)}")
        typed = ask(f"{choices['part']}? ")
        picked = next((one for one in choices["options"] if one["value"] == typed and one["legal"]), None)
        if picked and picked["move"]:
            return str(picked["move"])
        so_far = {**so_far, choices["part"]: typed} if picked else {}


def play(game: tilewright.Game, ask: Callable[[str], str]) -> None:
    told = 0
    while game.awaiting != "end":
        seat = game.to_move or 0
        draw("table", {key: part for key, part in game.view(seat).as_data().items() if key not in HEAD})
        game.play(choose(game.view(seat), ask))
        for number in range(told, len(game.events)):
            print(*map(line, game.effects(number, seat)), sep="\n")
        told = len(game.events)
    draw("the end", game.as_data()["breakdown"])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rule_set", choices=[known.id for known in tilewright.rule_sets()])
    parser.add_argument("--players", type=int, default=2)
    given = parser.parse_args()
    with contextlib.suppress(EOFError, KeyboardInterrupt):
        play(tilewright.new_game(given.rule_set, given.players), input)
