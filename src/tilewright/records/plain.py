"""The plain-text twin of a record, which a person can read and type."""

from __future__ import annotations

import json
import re
import textwrap

from tilewright.core.contract.verbs import MAX_PLAYERS
from tilewright.core.errors import BadText
from tilewright.core.text import arguments
from tilewright.core.text.names import unseen
from tilewright.core.text.reader import Reader, shorten
from tilewright.records.record import DEAL_SIGN, FORMAT, Record, Result, Round, checked

_HEADER = ("rule set", "players", "first", "seats", "options", "position")
_PLAIN_NAME = re.compile(r'[^\s",](?:[^,\x00-\x1f\x7f-\x9f\u2028\u2029]*[^\s,])?')
_ROUND = re.compile(r"round\s+(\d{1,4})")


def write_plain(record: Record) -> str:
    """The record as plain text."""
    record = checked(record)
    lines = [
        FORMAT,
        f"rule set: {record.rule_set}",
        f"players: {record.players}",
        f"first: {record.first}",
    ]
    lines.append(f"seats: {', '.join(map(_write_name, record.seats))}")
    if record.options:
        lines.append("options: " + ", ".join(f"{name}={value}" for name, value in record.options.items()))
    if record.position:
        lines.append(f"position: {record.position}")
    for number, played in enumerate(record.rounds, start=1):
        lines += ["", f"round {number}", *_write_events(played.events)]
        if played.scores is not None:
            lines.append(f"scores: {_numbers(played.scores)}")
    if record.result:
        lines += [
            "",
            f"result: {_numbers(record.result.scores)}",
            f"winners: {_numbers(record.result.winners)}",
        ]
        lines.append(f"ending: {record.result.ending}")
    return "\n".join(lines) + "\n"


def _write_name(name: str) -> str:
    """A name as it is, or in quotes as in JSON where it would be misread, or would turn round what stands behind it."""
    if unseen(name) is not None:
        return json.dumps(name)
    return name if _PLAIN_NAME.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _numbers(numbers: list[int]) -> str:
    return " ".join(str(number) for number in numbers)


def _write_events(events: list[str]) -> list[str]:
    lines: list[str] = []
    moves: list[str] = []
    for event in [*events, DEAL_SIGN]:
        if not event.startswith(DEAL_SIGN):
            moves.append(event.replace(" ", "_"))
            continue
        lines += (
            textwrap.wrap(" ".join(moves), width=100, initial_indent="moves: ", subsequent_indent="  ") if moves else []
        )
        moves = []
        if event != DEAL_SIGN:
            lines.append(f"deal: {event[len(DEAL_SIGN) :].strip()}")
    return lines


class _PlainReader:
    """Reads line by line; every error names the line and column."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.header: dict[str, str] = {}
        self.rounds: list[Round] = []
        self.result: dict[str, str] = {}
        self.number = 0
        self.may_continue = False  # an indented line goes on with the moves above it

    def fail(self, reason: str, column: int = 1) -> BadText:
        return BadText(reason, line=self.number, column=column)

    def read(self) -> Record:
        self.number = 1
        if self.lines[0].strip() != FORMAT:
            raise self.fail(f"a record begins with {FORMAT!r}, found {shorten(self.lines[0])}")
        for number, line in enumerate(self.lines[1:], start=2):
            self.number = number
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            self.read_line(line)
        for label in ("rule set", "players"):
            if label not in self.header:
                raise self.fail(f"the line '{label}:' is missing")
        return self.record()

    def read_line(self, line: str) -> None:
        if line[0].isspace() and self.may_continue:
            self.rounds[-1].events += line.split()
            return
        self.may_continue = False
        if match := _ROUND.fullmatch(line.strip()):
            if int(match[1]) != len(self.rounds) + 1:
                raise self.fail(f"expected round {len(self.rounds) + 1}, found round {int(match[1])}")
            self.rounds.append(Round(events=[]))
            return
        label, colon, value = line.partition(":")
        label, column = label.strip().lower(), len(label) + 2
        if not colon:
            raise self.fail(f"expected 'round N' or a label with a colon, found {shorten(line.strip())}")
        if label in _HEADER and not self.rounds:
            if label in self.header:
                raise self.fail(f"'{label}:' stands here twice")
            self.header[label] = value.strip()
        elif label in ("moves", "deal", "scores") and self.rounds:
            self.read_events(label, value, column)
        elif label in ("result", "winners", "ending") and self.rounds:
            self.result[label] = value.strip()
        else:
            raise self.fail(f"{shorten(label)} is not expected here")

    def read_events(self, label: str, value: str, column: int) -> None:
        played = self.rounds[-1]
        if label == "moves":
            played.events += value.split()
            self.may_continue = True
        elif label == "deal":
            played.events.append(f"{DEAL_SIGN}{value.strip()}")
        else:
            played.scores = self.read_numbers(value, "a score", column)

    def read_numbers(self, value: str, what: str, column: int = 1) -> list[int]:
        reader = Reader(value, line=self.number, column=column)
        numbers = []
        while reader.peek():
            numbers.append(reader.number(what, 0, 9999))
        return numbers

    def number_of(self, label: str, low: int, high: int) -> int:
        reader = Reader(self.header.get(label, "0"), line=self.line_of(label), column=len(label) + 3)
        return reader.number(f"the number after '{label}:'", low, high)

    def line_of(self, label: str) -> int:
        for number, line in enumerate(self.lines, start=1):
            if line.lower().lstrip().startswith(label):
                return number
        return self.number

    def record(self) -> Record:
        players = self.number_of("players", 2, MAX_PLAYERS)
        for played in self.rounds:
            played.events = [
                event if event.startswith(DEAL_SIGN) else event[:1] + event[1:].replace("_", " ")
                for event in played.events
            ]
        return Record(
            format=FORMAT,
            rule_set=self.header["rule set"],
            players=players,
            first=self.number_of("first", 0, players - 1),
            seats=self.seats(players),
            options=self.options(),
            position=self.header.get("position"),
            rounds=self.rounds,
            result=self.read_result(),
        )

    def seats(self, players: int) -> list[str]:
        if "seats" not in self.header:
            return [f"Seat {seat}" for seat in range(players)]
        names, rest = [], self.header["seats"]
        while True:
            name, rest = self.first_name(rest.lstrip())
            names.append(name)
            if not rest:
                return names
            rest = rest[1:]

    def first_name(self, text: str) -> tuple[str, str]:
        """The first of several names, and what comes behind it: nothing, or a comma and the others."""
        if not text.startswith('"'):
            name, comma, rest = text.partition(",")
            return name.strip(), comma + rest
        try:
            name, end = json.JSONDecoder().raw_decode(text)
        except ValueError:
            end, name = 0, ""
        rest = text[end:].lstrip()
        if end == 0 or rest[:1] not in ("", ","):
            raise BadText("a name in quotes ends with a quote, and a comma follows", line=self.line_of("seats"))
        return name, rest

    def options(self) -> dict[str, str]:
        # Commas may stand inside a value (goals=H,V,D), so a new option begins where a name and '=' do.
        parts = re.split(r",\s*(?=[a-z_]+=)", self.header.get("options", ""))
        return dict(part.split("=", 1) for part in parts if "=" in part)

    def read_result(self) -> Result | None:
        if not self.result:
            return None
        for label in ("result", "winners", "ending"):
            if label not in self.result:
                raise self.fail(f"the line '{label}:' is missing")
        return Result(
            scores=self.read_numbers(self.result["result"], "a score"),
            winners=self.read_numbers(self.result["winners"], "a seat"),
            ending=self.result["ending"],
        )


def read_plain(text: str) -> Record:
    """Understand plain text; the rules are judged when it is replayed."""
    arguments.text(text, "a record that is read")
    return _PlainReader(text).read()
