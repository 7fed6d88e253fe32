"""Facts about a line of moves: seen by playing it out with the rules, each with the moves that lead to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tilewright.core.contract.study import Places
from tilewright.core.errors import IllegalMove
from tilewright.core.shapes.effect_data import Effect
from tilewright.play.game import Game
from tilewright.play.move import Move
from tilewright.play.position import Position
from tilewright.review.grades import (
    BONUS,
    COMPLETES,
    ENDS,
    FILLS,
    FLOOR,
    FORCED,
    GAME,
    MARKER,
    SCORES,
    TAKES,
    Fact,
)


class Step(NamedTuple):
    """A move of a line, as the seat that is reviewed sees it."""

    before: Position
    move: Move
    seat: int
    effects: list[Effect]


def walk(view: Position, moves: Iterable[str]) -> list[Step]:
    """Play moves out from a view, as far as they are legal for all that the view knows and no chance comes in."""
    steps: list[Step] = []
    states = view.state.copy()
    for notation in moves:
        before = Position(view.rule_set, states.copy(), view.seat)
        if before.to_move is None:
            break
        try:
            move = before.parse(notation)
        except IllegalMove:
            break
        effects = view.room.effects.play(states[0], move.code, view.seat)
        steps.append(Step(before, move, before.to_move, effects))
    return steps


def after(view: Position, steps: Sequence[Step]) -> Position:
    """Where a line has led to."""
    states = view.state.copy() if not steps else steps[-1].before.state.copy()
    if steps:
        view.room.effects.play(states[0], steps[-1].move.code, view.seat)
    return Position(view.rule_set, states, view.seat)


def ends_round(steps: Sequence[Step]) -> bool:
    """Is the round, or the game, over with this line?"""
    return any(effect["kind"] in ("round", "end") for step in steps for effect in step.effects)


def facts_of(steps: Sequence[Step], of: str) -> list[Fact]:
    """All that can be told about a line."""
    seat = steps[0].seat
    found = [fact for k in range(len(steps)) for fact in _facts_of_step(steps, k, of)]
    points = steps[0].before.room.study.points
    found += [*_sums(steps, of, FLOOR, points.losses), *_sums(steps, of, SCORES, points.tiles)]
    reply = next((k for k, step in enumerate(steps) if step.seat != seat), None)
    return found if reply is None else [*_takes(steps, reply, of), *found]


def taken_next(game: Game, number: int) -> list[Fact]:
    """What the next other seat really took after the event of this number, where it came before any draw."""
    seat, moves = game.events[number].seat, []
    for k in range(number, len(game.events)):
        event = game.events[k]
        if event.seat is None or event.round_number != game.events[number].round_number:
            return []
        moves.append(game.shown(k, seat or 0))
        if event.seat != seat:
            count = taken(game.effects(k, seat), game.room.study.places)
            return [Fact(TAKES, GAME, event.seat, tuple(moves), count=count)] if count else []
    return []


def taken(effects: Iterable[Effect], places: Places) -> int:
    """The tiles that a ply takes away from what is on offer; those that only change their place there do not count."""
    offer = places.offer
    return sum(
        effect["count"]
        for effect in effects
        if effect["kind"] == "move_tiles" and effect["from"].startswith(offer) and not effect["to"].startswith(offer)
    )


def _line(steps: Sequence[Step], k: int) -> tuple[str, ...]:
    return tuple(step.move.notation for step in steps[: k + 1])


def _takes(steps: Sequence[Step], k: int, of: str) -> Iterator[Fact]:
    """What is left to the next seat, and whether it must take what hurts."""
    if count := taken(steps[k].effects, steps[k].before.room.study.places):
        yield Fact(TAKES, of, steps[k].seat, _line(steps, k), count=count)


def _facts_of_step(steps: Sequence[Step], k: int, of: str) -> Iterator[Fact]:
    seat, line, effects = steps[k].seat, _line(steps, k), steps[k].effects
    forecast = steps[k].before.forecast(steps[k].move)
    if least := _least_fall(steps[k].before):
        yield Fact(FORCED, of, seat, line, count=least)
    if forecast.line is not None and forecast.spaces_left == 0:
        yield Fact(FILLS, of, seat, line, row=forecast.line)
    for bonus in forecast.bonuses:
        if not bonus.missing:
            yield Fact(BONUS, of, seat, line, points=bonus.points, name=bonus.name)
    places = steps[k].before.room.study.places
    for effect in effects:
        if effect["kind"] == f"move_{places.sign}":
            if effect["seat"] is not None and effect["from"].startswith(places.offer):
                yield Fact(MARKER, of, effect["seat"], line)
        elif effect["kind"] == "complete":
            yield Fact(COMPLETES, of, seat, line, count=effect["tiles"], name=effect["name"])
        elif effect["kind"] == "end":
            yield Fact(ENDS, of, steps[0].seat, line, name=effect["ending"])


def _least_fall(position: Position) -> int:
    """The tiles that fall with every move, whichever is played; 0 where one of them lets none fall."""
    least = 0
    for move in position.legal_moves:
        falls = position.forecast(move).spills
        if not falls:
            return 0
        least = min(least, falls) if least else falls
    return least


def _sums(steps: Sequence[Step], of: str, kind: str, reasons: tuple[str, ...]) -> Iterator[Fact]:
    """Points of these reasons along the line, by seat; the line ends where the last of them came."""
    totals: dict[int, int] = {}
    last: dict[int, int] = {}
    for k, step in enumerate(steps):
        for effect in step.effects:
            if effect["kind"] == "score" and effect["reason"] in reasons:
                totals[effect["seat"]] = totals.get(effect["seat"], 0) + effect["points"]
                last[effect["seat"]] = k
    for seat, points in sorted(totals.items()):
        if points:
            yield Fact(kind, of, seat, _line(steps, last[seat]), points=points)
