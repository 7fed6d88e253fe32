"""What a puzzle is about. Each detector checks its facts by playing moves with the rules, and gives their figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tilewright.core.shapes.moves import KIND
from tilewright.puzzles.puzzle import Theme

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.core.shapes.forecast import Bonus, Forecast
    from tilewright.play.move import Move
    from tilewright.play.position import Position
    from tilewright.puzzles.lines import Step

    Figures = dict[str, Any]

DENIAL, LAST_PILE, FLOOR, RACE = "denial", "last-pile", "floor", "race"
ENDING, START, PLATE, PAYMENT = "ending", "start", "plate", "payment"

WORTH_DENYING = 3  # points, or tiles where a move gives tiles
FORCED_LOSS = 2  # points that the least bad move of somebody loses


@dataclass(frozen=True, slots=True)
class Case:
    """A puzzle, seen with the rules: how the best move goes on, and how the most tempting wrong one does."""

    position: Position
    best: list[Step]
    wrong: list[Step]

    @property
    def seat(self) -> int:
        return self.position.to_move or 0

    @property
    def move(self) -> Move:
        return self.best[0].move

    @property
    def tempting(self) -> Move:
        return self.wrong[0].move


def themes_of(case: Case) -> list[Theme]:
    """All themes that can be shown to be there."""
    found = ((name, detect(case)) for name, detect in DETECTORS.items())
    return [Theme(name, figures) for name, figures in found if figures is not None]


def denial(case: Case) -> Figures | None:
    """After the tempting move somebody else has a good one, which after the best is not there any more."""
    reply = _first_of_others(case, case.wrong)
    chance = _first_of_others(case, case.best)
    if reply is None or chance is None or reply.seat != chance.seat:
        return None
    if reply.move in chance.before.legal_moves:
        return None
    forecast = reply.before.forecast(reply.move)
    points, tiles = _gain(forecast), sum((forecast.gains or {}).values())
    if max(points, tiles) < WORTH_DENYING:
        return None
    worth = {"points": points} if points >= WORTH_DENYING else {"tiles": tiles}
    return {"wrong": str(case.tempting), "seat": reply.seat, "reply": str(reply.move), **worth}


def last_pile(case: Case) -> Figures | None:
    """Somebody else comes to a point where every move costs points."""
    for one in case.best[1:]:
        if one.seat != case.seat and _least_loss(one.before) >= FORCED_LOSS:
            return {"seat": one.seat, "move": str(one.move), "points": _loss(one.before.forecast(one.move))}
    return None


def floor(case: Case) -> Figures | None:
    """Tiles fall, though they need not."""
    forecast = case.position.forecast(case.move)
    if not forecast.spills or _loss(forecast) <= _least_loss(case.position):
        return None
    return {"tiles": forecast.spills, "points": _loss(forecast)}


def race(case: Case) -> Figures | None:
    """A column, a colour, a star ... is completed or all but completed, which the tempting move does not do."""
    tempting = {(one.name, one.missing) for one in _bonuses(case, case.tempting)}
    for bonus in sorted(_bonuses(case, case.move), key=lambda one: (one.missing, -one.points)):
        if (bonus.name, bonus.missing) not in tempting:
            return {"bonus": bonus.name, "points": bonus.points, "missing": bonus.missing}
    return None


def ending(case: Case) -> Figures | None:
    """One of the two moves makes this the last round, the other does not."""
    ends = [steps[-1].after.awaiting for steps in (case.best, case.wrong)]
    if "move" in ends or (ends[0] == "end") is (ends[1] == "end"):
        return None
    return {"wrong": str(case.tempting), "ends": ends[0] == "end"}


def start(case: Case) -> Figures | None:
    """The best move takes the sign of the first player, the tempting one does not."""
    taken, left = (case.position.forecast(move) for move in (case.move, case.tempting))
    if not taken.marker or left.marker:
        return None
    return {"points": _loss(taken)}


def plate(case: Case) -> Figures | None:
    """Which plate, or where it goes."""
    kind, kinds = case.move.parts[KIND], case.position.room.study.plate_kinds
    choices = sum(move.parts[KIND] in kinds for move in case.position.legal_moves)
    return {"choices": choices} if kind in kinds and choices > 1 else None


def payment(case: Case) -> Figures | None:
    """A space that can be paid for in several ways."""
    payment = case.position.room.study.payment
    if not payment or not payment <= case.move.parts.keys():
        return None
    space = _without(payment, case.move)
    ways = sum(_without(payment, move) == space for move in case.position.legal_moves)
    return {"ways": ways} if ways > 1 else None


DETECTORS: dict[str, Callable[[Case], Figures | None]] = {
    DENIAL: denial,
    LAST_PILE: last_pile,
    FLOOR: floor,
    RACE: race,
    ENDING: ending,
    START: start,
    PLATE: plate,
    PAYMENT: payment,
}


def _first_of_others(case: Case, steps: list[Step]) -> Step | None:
    return next((one for one in steps if one.seat != case.seat), None)


def _gain(forecast: Forecast) -> int:
    return (forecast.points_now or 0) + (forecast.points_round_end or 0)


def _loss(forecast: Forecast) -> int:
    return forecast.loses or 0


def _least_loss(position: Position) -> int:
    return min(_loss(position.forecast(move)) for move in position.legal_moves)


def _bonuses(case: Case, move: Move) -> list[Bonus]:
    """In reach; what ends the game is no race."""
    ends_game = case.position.room.study.ends_game
    return [bonus for bonus in case.position.forecast(move).bonuses if bonus.name not in ends_game]


def _without(parts: frozenset[str], move: Move) -> dict[str, str]:
    return {part: value for part, value in move.parts.items() if part not in parts}
