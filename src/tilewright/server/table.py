"""The state of a table, which follows from its log. Only ``apply`` changes it, in play as after a restart."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tilewright.core.contract.dice import dice
from tilewright.core.text.language import _
from tilewright.play.game import from_text, set_up_game
from tilewright.play.position import SPECTATOR
from tilewright.server import log
from tilewright.server.draws import draw, draws_from
from tilewright.server.limits import MOST_REQUESTS, MOST_SAID, MOST_SAID_BYTES
from tilewright.server.parse_requests import parse_move
from tilewright.server.problems import Forbidden, LogFull, WrongState

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tilewright.play.game import Game
    from tilewright.play.move import Move
    from tilewright.server.log import Entry

OPEN, PLAYING, OVER = "open", "playing", "over"
PERSON, HOTSEAT, EMPTY, COMPUTER = "person", "here", "open", "computer"
STAND_IN = "thinker:3"
"""Plays on for somebody who resigned, if three or four sit at the table."""


@dataclass(slots=True)
class Chair:
    """A seat and who sits on it."""

    kind: str
    name: str
    guest: str | None = None
    opponent: str | None = None

    @property
    def is_played_by_computer(self) -> bool:
        return self.opponent is not None


@dataclass(slots=True)
class Line:
    """An entry of the log, with what each seat may see of its move and draws."""

    entry: Entry
    shown: dict[int, list[str]] = field(default_factory=dict)  # by seat, SPECTATOR for all who watch
    numbers: range = range(0)  # of the game's own events
    dealt: list[tuple[bytes, str]] = field(default_factory=list)  # what was drawn, and from which state
    taken_back: bool = False


class Table:
    """A game, its seats, and what happened around it."""

    def __init__(self, id_: str, opening: Entry) -> None:
        body = opening.body
        if not isinstance(body, log.Opened):
            raise TypeError("a log begins with the opening of its table")
        self.id, self.opening = id_, body
        self.game: Game = (
            set_up_game(body.rule_set, body.players, body.options, seed=0, first=body.first, auto_deal=False)
            if body.position is None
            else from_text(body.position, seed=0, auto_deal=False)
        )
        self._dice = None if body.seed is None else dice(body.seed)
        self.chairs = [Chair(seat.kind, seat.name, seat.guest, seat.opponent) for seat in body.seats]
        self.lines: list[Line] = []
        self.commands: dict[str, Entry] = {}
        self.said: Counter[int | None] = Counter()  # messages, by seat
        self.said_bytes: Counter[int | None] = Counter()
        self.requests: Counter[int | None] = Counter()  # for takebacks and hints
        self.resigned: list[int] = []
        self.game_seq = 0  # the number of the last entry that changed the game
        self.takeback: int | None = None  # the seat that asks
        self.request_seq = 0  # the number of the last request to take back
        self.agreed: set[int] = set()
        self.rematch: str | None = None
        self.drawn_before: dict[bytes, str] = {}  # draws that were taken back, by the state they were drawn from
        self.render_key = object()  # part of the key of everything that is rendered of this table
        self.cache: dict[object, Any] = {}  # derived from the current state; cleared when it changes
        self.status: str = OPEN
        self.to_move: int | None = None
        self.scores: tuple[int, ...] = ()
        self.apply(opening)

    # --- the current state ---------------------------------------------------------------------------------------

    @property
    def seq(self) -> int:
        return len(self.lines)

    def _update_status(self) -> None:
        """Compute once what is read many times before the next entry."""
        game = self.game
        if any(chair.kind == EMPTY for chair in self.chairs):
            self.status = OPEN
        else:
            self.status = OVER if game.awaiting == "end" or self._is_given_up else PLAYING
        self.to_move = game.to_move if self.status == PLAYING else None
        self.scores = game.scores

    @property
    def _is_given_up(self) -> bool:
        return len(self.resigned) >= self.game.players - 1

    @property
    def computer_to_move(self) -> bool:
        return self.to_move is not None and self.chairs[self.to_move].is_played_by_computer

    @property
    def winners(self) -> list[int]:
        """The seats that won. A seat that resigned cannot win."""
        if self.status != OVER:
            return []
        staying = [seat for seat in range(self.game.players) if seat not in self.resigned]
        if won := [seat for seat in self.game.winners if seat in staying]:
            return won
        best = max(self.scores[seat] for seat in staying)
        return [seat for seat in staying if self._is_given_up or self.scores[seat] == best]

    @property
    def ending(self) -> str:
        return "resignation" if self._is_given_up and self.game.awaiting != "end" else self.game.ending

    def seats_of(self, guest: str | None) -> list[int]:
        """The seats a guest plays: their own, and hotseats."""
        return [seat for seat, chair in enumerate(self.chairs) if guest is not None and chair.guest == guest]

    def seat_for(self, guest: str | None, wanted: int | None = None) -> int:
        """The seat a guest acts or looks from: the one asked for, the one to move, or the first; SPECTATOR for none."""
        held = self.seats_of(guest)
        if wanted is not None:
            if wanted not in held:
                raise Forbidden(_("seat {seat} is not yours").format(seat=wanted))
            return wanted
        if not held:
            return SPECTATOR
        return self.to_move if self.to_move in held else held[0]

    def acting_seat(self, guest: str, wanted: int | None) -> int:
        seat = self.seat_for(guest, wanted)
        if seat == SPECTATOR:
            raise Forbidden(_("you have no seat at this table"))
        return seat

    def set_names(self, names: Mapping[int, str]) -> None:
        """Set the current names; what was rendered with other names is not sent again."""
        for seat, chair in enumerate(self.chairs):
            if (name := names.get(seat, chair.name)) != chair.name:
                chair.name, self.render_key = name, object()

    @property
    def sitters(self) -> list[str | None]:
        """By seat, the guest whom the others wait for; nobody is waited for when the game is over."""
        waited = self.status != OVER
        return [chair.guest if waited and not chair.is_played_by_computer else None for chair in self.chairs]

    # --- proposals: each returns the body of an entry, and changes nothing ------------------------------------------

    def propose_sit(self, seat: int, guest: str, name: str) -> log.Sat:
        if not 0 <= seat < len(self.chairs):
            raise WrongState(_("there is no seat {seat}").format(seat=seat))
        if self.chairs[seat].kind != EMPTY:
            raise WrongState(_("seat {seat} is taken").format(seat=seat), seq=self.seq)
        is_last = sum(chair.kind == EMPTY for chair in self.chairs) == 1
        return log.Sat(guest, name, self.draws() if is_last else [])

    def propose_play(self, seat: int, text: str) -> log.Played:
        self._expect_playing()
        if seat != self.to_move:
            raise WrongState(_("it is not your turn"), seq=self.seq)
        move = parse_move(self.game, text)
        self.cache["move", move.notation] = move
        return log.Played(move.notation, self.draws(move))

    def draws(self, move: Move | None = None) -> list[str]:
        """The draws after a move, or at the beginning."""
        return draws_from(self.game, self.drawn_before, move, None if self._dice is None else self._dice.copy())

    def propose_resign(self, seat: int) -> log.Resigned:
        self._expect_playing()
        if seat in self.resigned:
            raise WrongState(_("you have resigned already"), seq=self.seq)
        return log.Resigned()

    def propose_takeback(self, seat: int) -> log.TakebackOffered | log.TakebackAnswered:
        """Ask to take back one's last move. It is taken back at once if nobody else has to agree."""
        self._expect_playing()
        if not self.opening.aids.get("takebacks", True):
            raise WrongState(_("takebacks are not allowed at this table"), seq=self.seq)
        back_to = self._before_last_move_of(seat)
        if self.takeback is not None:
            raise WrongState(_("a takeback is being asked for already"), seq=self.seq)
        self._expect_room_for_request(seat)
        if not self._to_be_asked(seat):
            return log.TakebackAnswered(accept=True, back_to=back_to)
        return log.TakebackOffered()

    def propose_takeback_answer(self, seat: int, *, accept: bool) -> log.TakebackAnswered:
        self._expect_playing()
        if self.takeback is None or seat not in self._to_be_asked(self.takeback) - self.agreed:
            raise WrongState(_("nobody waits for your answer"), seq=self.seq)
        if not accept:
            return log.TakebackAnswered(accept=False)
        all_agree = self._to_be_asked(self.takeback) <= self.agreed | {seat}
        return log.TakebackAnswered(
            accept=True, back_to=self._before_last_move_of(self.takeback) if all_agree else None
        )

    def propose_message(self, seat: int, text: str) -> log.Said:
        if self.said[seat] >= MOST_SAID or self.said_bytes[seat] + len(text.encode()) > MOST_SAID_BYTES:
            raise LogFull(_("your seat has said all that a table keeps"), seq=self.seq)
        return log.Said(text)

    def propose_hint(self, seat: int, candidates: list[log.Candidate]) -> log.Hinted:
        self._expect_room_for_request(seat)
        return log.Hinted(candidates)

    def _expect_room_for_request(self, seat: int) -> None:
        """Raise if the seat has used up its requests: they are limited, so that a log has an end."""
        if self.requests[seat] >= MOST_REQUESTS:
            raise LogFull(
                _("your seat has asked for all that a table keeps: {count} times").format(count=MOST_REQUESTS)
            )

    def _expect_playing(self) -> None:
        if self.status == OPEN:
            raise WrongState(_("the game has not begun: a seat is still open"), seq=self.seq)
        if self.status == OVER:
            raise WrongState(_("the game is over"), seq=self.seq)

    def _to_be_asked(self, asking: int) -> set[int]:
        """The other people who must agree, each by one of their seats."""
        guest = self.chairs[asking].guest
        others = {
            chair.guest: seat
            for seat, chair in reversed(list(enumerate(self.chairs)))
            if chair.guest not in (None, guest) and not chair.is_played_by_computer
        }
        return set(others.values())

    def _before_last_move_of(self, seat: int) -> int:
        for line in reversed(self.lines):
            if (
                line.numbers
                and not line.taken_back
                and line.entry.seat == seat
                and isinstance(line.entry.body, log.Played)
            ):
                return line.entry.seq - 1
        raise WrongState(_("you have no move to take back"), seq=self.seq)

    # --- applying entries --------------------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> None:
        """Apply an entry of the log."""
        if entry.seq != self.seq + 1:
            raise ValueError(f"entry {entry.seq} does not follow {self.seq}")
        line = Line(entry)
        body, seat = entry.body, entry.seat
        before = len(self.game.events)
        if isinstance(body, log.Sat):
            assert seat is not None  # noqa: S101 - for the type checker: the log always has it
            self.chairs[seat] = Chair(PERSON, body.name, body.guest)
        elif isinstance(body, log.Played):
            self.game.play(self.cache.get(("move", body.move), body.move))  # parsed once if it was just checked
            self.takeback, self.agreed = None, set()
        elif isinstance(body, log.Resigned) and seat is not None:
            self.resigned.append(seat)
            if not self._is_given_up:
                self.chairs[seat].opponent = STAND_IN
        elif isinstance(body, log.TakebackOffered):
            self.takeback, self.agreed, self.request_seq = seat, set(), entry.seq
            self.requests[seat] += 1
        elif isinstance(body, log.TakebackAnswered):
            self._take_answer(body, seat)
        elif isinstance(body, log.Rematched):
            self.rematch = body.table
        elif isinstance(body, log.Said):
            self.said[seat] += 1
            self.said_bytes[seat] += len(body.text.encode())
        elif isinstance(body, log.Hinted):
            self.requests[seat] += 1
        if isinstance(body, log.Opened | log.Sat | log.Played):
            for drawn in body.draws:
                line.dealt.append((self.game.state.tobytes(), drawn))
                if self._dice is not None:
                    draw(self.game, self._dice)
                self.game.deal(drawn)
            line.numbers = range(before, len(self.game.events))
            line.shown = self._shown(line.numbers)
        self.lines.append(line)
        if log.changes_game(body):
            self.game_seq, self.cache = entry.seq, {}
            self._update_status()
        if entry.command is not None:
            self.commands[entry.command] = entry

    def _take_answer(self, body: log.TakebackAnswered, seat: int | None) -> None:
        if self.takeback is None:  # taken back at once, since nobody else had to agree
            self.requests[seat] += 1
        if body.back_to is not None:
            self._go_back(body.back_to)
        if not body.accept or body.back_to is not None:
            self.takeback, self.agreed = None, set()
        elif seat is not None:
            self.agreed.add(seat)

    def _go_back(self, seq: int) -> None:
        """Undo the game's moves after this number; the log keeps them."""
        for line in reversed(self.lines[seq:]):
            if line.numbers and not line.taken_back:
                self.drawn_before.update(line.dealt)
                self.game.undo()
                line.taken_back = True

    def _shown(self, numbers: range) -> dict[int, list[str]]:
        """The texts of these events as every seat sees them; one for all if nothing is hidden."""
        seats = range(SPECTATOR, self.game.players) if self.game.room.hidden else (SPECTATOR,)
        return {seat: [self.game.shown(number, seat) for number in numbers] for seat in seats}


def replay_log(id_: str, entries: list[Entry]) -> Table:
    """The table that follows from a whole log."""
    table = Table(id_, entries[0])
    for entry in entries[1:]:
        table.apply(entry)
    return table
