"""What lies on the table of a duel, and how it is written; see naive_duel for what happens there.

Written from docs/rules/duel.md and docs/notation.md alone: slow, obvious, and nobody's shortcut.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

COLOURS = "BYRKT"
KINDS = ("B", "Y", "R", "K", "T", "TY", "YK", "KB", "BR", "RT")  # two chips of each
GOALS = ("H", "C5", "V", "OUT", "D", "COR", "MULTI", "SPE")
TABLETS = (("H", "C5"), ("V", "OUT"), ("D", "COR"), ("MULTI", "SPE"))
SLOTS = ("a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3")
PRINTED = {  # top left, top right, bottom left, bottom right
    "S1": "RBYs",
    "S2": "YBKs",
    "S3": "BYTs",
    "S4": "BRKs",
    "S5": "TRBs",
    "S6": "KTBs",
    "S7": "KYRs",
    "S8": "YKTs",
    "S9": "TKRs",
    "J1": "RBYj",
    "J2": "BYTj",
    "J3": "BRKj",
    "J4": "TRBj",
    "J5": "KTBj",
    "J6": "KYRj",
    "J7": "RTYj",
    "J8": "YKTj",
    "J9": "TKRj",
}
PLATES = tuple(PRINTED)
SPECIAL_TILE = "*"

SEAT_PARTS = (
    *("score", "earned", "lost", "tokens", "taken"),
    *("chips", "plates", "dome", "lines", "broken"),
)
AWAITS_DRAW = ("deal", "refill", "top", "fronts", "reveal")
BEFORE_LOOKING = ("top", "draw", "fronts")

Cell = tuple[int, int]


def kind_of(plate: str) -> str:
    """R1.3 What the back of a plate shows: s or j. Works for S3, S3:0 and s? alike."""
    return plate[0].lower()


def turned(plate: str, turns: int) -> str:
    """The four spaces of a plate, row by row, after some quarter turns clockwise."""
    spaces = PRINTED[plate]
    for _ in range(turns):
        spaces = spaces[2] + spaces[0] + spaces[3] + spaces[1]
    return spaces


def cells_of(slot: str) -> list[Cell]:
    """The four cells of a slot, row by row."""
    top, left = 2 * "abc".index(slot[0]) + 1, 2 * int(slot[1]) - 1
    return [(top, left), (top, left + 1), (top + 1, left), (top + 1, left + 1)]


def hand_order(token: str) -> int:
    """Where a plate stands in a hand: s? first, then j?, then known plates."""
    return ("s?", "j?").index(token) if "?" in token else 2 + PLATES.index(token[:2])


def by_type(plates: list[str]) -> list[str]:
    """The same plates seen from the back, special ones first."""
    return sorted((kind_of(plate) + "?" for plate in plates), key=hand_order)


def letters(tiles: list[str]) -> str:
    return "".join(sorted(tiles, key=COLOURS.index)) or "-"


def listed(items: list[str], joint: str = " ") -> str:
    return joint.join(items) or "-"


def unlisted(text: str, joint: str = " ") -> list[str]:
    return [] if text == "-" else text.split(joint)


def untied(text: str) -> list[str]:
    return [] if text == "-" else list(text)


def counted(things: Counter[str], order: tuple[str, ...] | str) -> str:
    return listed([f"{thing}{things[thing]}" for thing in order if things[thing]])


def uncounted(words: list[str]) -> Counter[str]:
    things: Counter[str] = Counter()
    for word in words:
        if word != "-":
            found = re.fullmatch(r"([A-Z]+)(\d+)", word)
            if not found:
                raise ValueError(f"{word} is no number of things")
            things[found[1]] = int(found[2])
    return things


@dataclass
class Seat:
    """R1.6 What one player owns."""

    score: int = 5
    tile_points: int = 0
    special_points: int = 0
    broken_loss: int = 0
    marker_loss: int = 0
    draw_loss: int = 0
    tokens: int = 2
    taken: int = 0
    chips: Counter[str] = field(default_factory=Counter)
    plates: dict[str, tuple[str, int]] = field(default_factory=dict)  # slot: plate and turns
    dome: dict[Cell, str] = field(default_factory=dict)  # filled cells only
    lines: list[str] = field(default_factory=lambda: [""] * 6)  # "RRR" is three red tiles
    broken: list[str] = field(default_factory=list)

    def spaces(self) -> dict[Cell, str]:
        """What is printed on the cells of this dome, where plates lie."""
        return {
            cell: space
            for slot, (plate, turns) in self.plates.items()
            for cell, space in zip(cells_of(slot), turned(plate, turns), strict=True)
        }

    def text(self) -> str:
        plates = ["{}r{}".format(*self.plates[slot]) if slot in self.plates else "-" for slot in SLOTS]
        rows = ["".join(self.dome.get((r, c), ".") for c in range(1, 7)) for r in range(1, 7)]
        lines = [f"{line[0]}{len(line)}" if line else "-" for line in self.lines]
        return (
            f"score {self.score} earned {self.tile_points} {self.special_points}"
            f" lost {self.broken_loss} {self.marker_loss} {self.draw_loss}"
            f" tokens {self.tokens} taken {self.taken} chips {counted(self.chips, KINDS)}"
            f" plates {' '.join(plates)} dome {' '.join(rows)} lines {' '.join(lines)}"
            f" broken {counted(Counter(self.broken), COLOURS)}"
        )

    @classmethod
    def from_text(cls, text: str) -> Seat:
        part = parts(text, SEAT_PARTS)
        earned, lost = map(int, part["earned"]), map(int, part["lost"])
        seat = cls()
        seat.score = int(part["score"][0])
        seat.tile_points, seat.special_points = earned
        seat.broken_loss, seat.marker_loss, seat.draw_loss = lost
        seat.tokens, seat.taken = int(part["tokens"][0]), int(part["taken"][0])
        seat.chips = uncounted(part["chips"])
        seat.lines = ["".join(uncounted([word]).elements()) for word in part["lines"]]
        seat.broken = list(uncounted(part["broken"]).elements())
        for slot, word in zip(SLOTS, part["plates"], strict=True):
            if word != "-":
                seat.plates[slot] = (word[:2], int(word[3]))
        for r, row in enumerate(part["dome"], 1):
            for c, tile in enumerate(row, 1):
                if tile != ".":
                    seat.dome[r, c] = tile
        return seat


def parts(text: str, names: tuple[str, ...]) -> dict[str, list[str]]:
    """The words that follow each name; the names must all be there, in this order."""
    found: dict[str, list[str]] = {}
    for word in text.split(" "):
        if len(found) < len(names) and word == names[len(found)]:
            found[word] = []
        elif not found:
            raise ValueError(f"{text} does not begin with {names[0]}")
        else:
            found[names[len(found) - 1]].append(word)
    if len(found) < len(names):
        raise ValueError(f"{names[len(found)]} is missing in {text}")
    return found


@dataclass
class SmallFactory:
    """R1.5 The chip is ? face down, its kind when turned up, - when there is none."""

    sun: list[str] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)  # bottom to top
    chip: str = "-"

    def text(self) -> str:
        return f"{letters(self.sun)}/{''.join(self.pile) or '-'}/{self.chip}"

    @classmethod
    def from_text(cls, text: str) -> SmallFactory:
        sun, pile, chip = text.split("/")
        return cls(untied(sun), untied(pile), chip)


class Table:
    """Everything a position says."""

    def __init__(self, first: int = 0, goals: tuple[str, ...] = ("H", "V", "D")) -> None:
        if len(set(goals)) not in (3, 4) or len(set(goals)) != len(goals):
            raise ValueError("R1.7 A game uses three or four goals")
        if any(sum(side in goals for side in tablet) > 1 for tablet in TABLETS):
            raise ValueError("R1.7 Never both sides of one tablet")
        self.goals = tuple(sorted(goals, key=GOALS.index))
        self.round_number = 0
        self.first = first
        self.marker: int | None = None  # the seat that holds the first-player tile
        self.to_move = first
        self.what = "deal"
        self.about = ""  # the plate to place, the factory of the pile, the line of phase 2
        self.spent: list[str] = []  # chips spent on that line
        self.display: list[str] = []
        self.stack = len(PLATES)  # unseen plates in the stack; the lots lie under them
        self.top = "?"
        self.under: list[tuple[int, list[str]]] = []
        self.hand: list[str] = []  # s? j? S9:0 before looking, S9 afterwards
        self.back: list[str] = []
        self.large_sun: list[str] = []
        self.large_moon: list[str] = []
        self.small = [SmallFactory() for _ in range(4)]
        self.unseen = Counter(dict.fromkeys(KINDS, 2))
        self.bag = Counter(dict.fromkeys(COLOURS, 13))
        self.tower: Counter[str] = Counter()
        self.seats = [Seat(), Seat()]

    def tiles(self) -> Counter[str]:
        """R1.1 All coloured tiles, wherever they are."""
        lying = self.bag + self.tower + Counter(self.large_sun + self.large_moon)
        for factory in self.small:
            lying += Counter(factory.sun + factory.pile)
        for seat in self.seats:
            lying += Counter("".join(seat.lines)) + Counter(seat.broken)
            lying += Counter(tile for tile in seat.dome.values() if tile != SPECIAL_TILE)
        return lying

    def unseen_plates(self) -> list[str]:
        """R14.4, R14.10 Plates whose front the position does not tell, in order."""
        seen = {plate for seat in self.seats for plate, _ in seat.plates.values()}
        seen.update(self.display, self.back, [self.about])
        seen.update(token[:2] for token in self.hand)
        seen.update(plate for _, lot in self.under for plate in lot)
        return [plate for plate in PLATES if plate not in seen]

    def text(self) -> str:
        lots = [f"{owner}:{'.'.join(lot)}" for owner, lot in self.under]
        return self._line(lots, self.hand, self.back)

    def view(self, seat: int) -> str:
        """R14 What a seat sees; -1 is a spectator."""
        lots = [f"{owner}:{'.'.join(lot if owner == seat else by_type(lot))}" for owner, lot in self.under]
        if self.what in BEFORE_LOOKING:
            known = [token for token in self.hand if token.endswith(f":{seat}")]
            others = [token for token in self.hand if token not in known]
            return self._line(lots, by_type(others) + known, [])
        if seat == self.to_move:
            return self._line(lots, self.hand, self.back)
        return self._line(lots, by_type(self.hand + self.back), [])

    def _line(self, lots: list[str], hand: list[str], back: list[str]) -> str:
        what = self.what
        if self.what in ("place", "pile", "chips", "target"):
            what += " " + self.about
        if self.what == "chips":
            what += " " + listed(self.spent, ".")
        marker = "-" if self.marker is None else self.marker
        seats = f"first {self.first} marker {marker} turn {self.to_move}"
        display = sorted(self.display, key=PLATES.index)
        fields = [
            "duel 2",
            "goals " + " ".join(self.goals),
            f"round {self.round_number} {seats} {what}",
            f"display {listed(display)}",
            f"stack {self.stack} {self.top}",
            f"under {listed(lots)}",
            f"hand {listed(hand)} back {listed(back, '.')}",
            f"large {letters(self.large_sun)}/{letters(self.large_moon)}",
            "small " + " ".join(factory.text() for factory in self.small),
            f"unseen {counted(self.unseen, KINDS)}",
            f"bag {counted(self.bag, COLOURS)}",
            f"tower {counted(self.tower, COLOURS)}",
            *(seat.text() for seat in self.seats),
        ]
        return " | ".join(fields)

    def read(self, text: str) -> None:
        """Lay the table as the text says; a text that would not be written so is refused."""
        fields = text.split(" | ")
        if len(fields) != 14:
            raise ValueError("A position of the duel has 14 fields")
        self.goals = tuple(parts(fields[1], ("goals",))["goals"])
        turn = parts(fields[2], ("round", "first", "marker", "turn"))
        self.round_number, self.first = int(turn["round"][0]), int(turn["first"][0])
        self.marker = None if turn["marker"] == ["-"] else int(turn["marker"][0])
        self.to_move, self.what = int(turn["turn"][0]), turn["turn"][1]
        self.about = turn["turn"][2] if len(turn["turn"]) > 2 else ""
        self.spent = unlisted(turn["turn"][3], ".") if self.what == "chips" else []
        self.display = unlisted(fields[3].removeprefix("display "))
        stack = parts(fields[4], ("stack",))["stack"]
        self.stack, self.top = int(stack[0]), stack[1]
        lots = unlisted(fields[5].removeprefix("under "))
        self.under = [(int(lot[0]), lot[2:].split(".")) for lot in lots]
        hand = parts(fields[6], ("hand", "back"))
        self.hand = unlisted(" ".join(hand["hand"]))
        self.back = unlisted(hand["back"][0], ".")
        sun, moon = fields[7].removeprefix("large ").split("/")
        self.large_sun, self.large_moon = untied(sun), untied(moon)
        self.small = [SmallFactory.from_text(t) for t in parts(fields[8], ("small",))["small"]]
        self.unseen = uncounted(parts(fields[9], ("unseen",))["unseen"])
        self.bag = uncounted(parts(fields[10], ("bag",))["bag"])
        self.tower = uncounted(parts(fields[11], ("tower",))["tower"])
        self.seats = [Seat.from_text(field) for field in fields[12:]]
        if self.text() != text:
            raise ValueError(f"read {text} as {self.text()}")
