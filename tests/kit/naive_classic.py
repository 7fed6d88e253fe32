"""The classic game played slowly and obviously, to judge faster rules by.

Written from docs/rules/classic.md and docs/notation.md alone. Every function names the rule it
follows. Nothing here is meant to be fast; everything is meant to be read beside the rules page.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

COLOURS = ("B", "Y", "R", "K", "W")
NUMBERS = (1, 2, 3, 4, 5)  # of rows, of lines and of columns
FACTORIES = {2: 5, 3: 7, 4: 9}
FLOOR_SPACES = 7
MARKER = "M"

Cell = tuple[int, int]  # row, column


@dataclass(frozen=True)
class RuleSet:
    """What differs between the four boards."""

    printed: dict[Cell, str]
    chooses_column: bool
    multiplier: int  # on printed cells
    floor: tuple[int, ...]
    row_bonus: int
    column_bonus: int
    colour_bonus: int


COLOURED_WALL = {
    (1, 1): "B", (1, 2): "Y", (1, 3): "R", (1, 4): "K", (1, 5): "W",
    (2, 1): "W", (2, 2): "B", (2, 3): "Y", (2, 4): "R", (2, 5): "K",
    (3, 1): "K", (3, 2): "W", (3, 3): "B", (3, 4): "Y", (3, 5): "R",
    (4, 1): "R", (4, 2): "K", (4, 3): "W", (4, 4): "B", (4, 5): "Y",
    (5, 1): "Y", (5, 2): "R", (5, 3): "K", (5, 4): "W", (5, 5): "B",
}  # fmt: skip
FACE_1 = {(1, 4): "K", (2, 1): "W", (3, 3): "Y", (4, 5): "B", (5, 2): "R"}
FACE_2 = {(2, 2): "B", (2, 4): "R", (3, 3): "W", (4, 2): "K", (4, 4): "Y"}
BASE_FLOOR = (1, 1, 2, 2, 2, 3, 3)
CRYSTAL_FLOOR = (1, 0, 1, 2, 1, 2, 3)

RULE_SETS = {
    "classic": RuleSet(COLOURED_WALL, False, 1, BASE_FLOOR, 2, 7, 10),
    "classic-grey": RuleSet({}, True, 1, BASE_FLOOR, 2, 7, 10),
    "crystal-1": RuleSet(FACE_1, True, 2, CRYSTAL_FLOOR, 2, 7, 10),
    "crystal-2": RuleSet(FACE_2, True, 1, CRYSTAL_FLOOR, 3, 10, 12),
}


def counted_text(tiles: Counter[str]) -> str:
    """Write tiles counted by colour: `B16 W3`, or `-` for none."""
    return " ".join(f"{c}{tiles[c]}" for c in COLOURS if tiles[c] > 0) or "-"


def counted_from_text(text: str) -> Counter[str]:
    """Read tiles counted by colour."""
    if text == "-":
        return Counter()
    return Counter({word[0]: int(word[1:]) for word in text.split(" ")})


def in_colour_order(tiles: list[str]) -> str:
    """Write tiles one letter each, in the order of the colours."""
    return "".join(sorted(tiles, key=COLOURS.index))


@dataclass
class Board:
    """One player's board (R1.3)."""

    score: int = 0
    tile_points: int = 0
    wall: dict[Cell, str] = field(default_factory=dict)
    lines: dict[int, list[str]] = field(default_factory=lambda: {n: [] for n in NUMBERS})
    floor: list[str] = field(default_factory=list)
    floor_lost: int = 0

    @classmethod
    def from_text(cls, text: str) -> Board:
        """Read one seat's field; what its floors have cost so far is worked out by the game."""
        before_floor, floor = text.split(" floor ")
        words = before_floor.split(" ")
        board = cls(score=int(words[1]), tile_points=int(words[3]))
        for row, letters in zip(NUMBERS, words[5:10], strict=True):
            for column, letter in zip(NUMBERS, letters, strict=True):
                if letter != ".":
                    board.wall[row, column] = letter
        for number, word in zip(NUMBERS, words[11:16], strict=True):
            board.lines[number] = [] if word == "-" else [word[0]] * int(word[1:])
        if floor.startswith(MARKER):
            board.floor.append(MARKER)
            floor = floor.removeprefix(MARKER).strip() or "-"
        board.floor.extend(counted_from_text(floor).elements())
        return board

    def text(self) -> str:
        """Write the field of one seat."""
        rows = ["".join(self.wall.get((row, col), ".") for col in NUMBERS) for row in NUMBERS]
        lines = [f"{line[0]}{len(line)}" if line else "-" for line in self.lines.values()]
        marker = [MARKER] if MARKER in self.floor else []
        tiles = Counter(tile for tile in self.floor if tile != MARKER)
        floor = marker + ([counted_text(tiles)] if tiles or not marker else [])
        return (
            f"score {self.score} tiles {self.tile_points} wall {' '.join(rows)}"
            f" lines {' '.join(lines)} floor {' '.join(floor)}"
        )

    def copy(self) -> Board:
        lines = {number: list(line) for number, line in self.lines.items()}
        wall, floor = dict(self.wall), list(self.floor)
        return Board(self.score, self.tile_points, wall, lines, floor, self.floor_lost)

    def line_is_open(self, number: int, colour: str) -> bool:
        """R3.2 Not full, empty or of that colour, and that colour not in the wall row beside it."""
        line = self.lines[number]
        if len(line) == number or (line and line[0] != colour):
            return False
        return all(self.wall.get((number, column)) != colour for column in NUMBERS)

    def first_full_line(self) -> int | None:
        """R4.1, R4.2 The topmost full line; those above it have been tiled and are not full."""
        for number, line in self.lines.items():
            if len(line) == number:
                return number
        return None

    def run(self, cell: Cell, down: int, right: int) -> int:
        """R4.8 Count the unbroken run through a cell along one direction and its opposite."""
        row, column = cell
        length = 1
        for sign in (1, -1):
            steps = 1
            while (row + sign * steps * down, column + sign * steps * right) in self.wall:
                steps += 1
                length += 1
        return length

    def complete_rows(self) -> int:
        """R7.1, R7.2 Rows with a tile in each cell."""
        return sum(all((row, column) in self.wall for column in NUMBERS) for row in NUMBERS)

    def complete_columns(self) -> int:
        """R7.2 Columns with a tile in each cell."""
        return sum(all((row, column) in self.wall for row in NUMBERS) for column in NUMBERS)

    def complete_colours(self) -> int:
        """R7.2 Colours with all five tiles on the wall."""
        return sum(list(self.wall.values()).count(colour) == 5 for colour in COLOURS)


class NaiveClassic:
    """A game of one of the four rule sets, for 2 to 4 players."""

    def __init__(self, rule_set: str, players: int, first: int = 0) -> None:
        """R1.1 to R1.5 All tiles in the bag, empty boards, waiting for the first deal."""
        self.rule_set = rule_set
        self.rules = RULE_SETS[rule_set]
        self.players = players
        self.round = 1
        self.first = first
        self.marker: int | None = None  # the seat that has taken it, None while in the centre
        self.to_move = first
        self.phase = "deal"  # or draft, tile, end
        self.end_reason = ""
        self.idle = 0
        self.centre: Counter[str] = Counter()
        self.factories: list[list[str]] = [[] for _ in range(FACTORIES[players])]
        self.bag: Counter[str] = Counter(dict.fromkeys(COLOURS, 20))
        self.lid: Counter[str] = Counter()
        self.boards = [Board() for _ in range(players)]

    @classmethod
    def from_text(cls, text: str) -> NaiveClassic:
        """Read a position as docs/notation.md writes it."""
        head, state, centre, factories, bag, lid, *seats = text.split(" | ")
        rule_set, players = head.split(" ")
        game = cls(rule_set, int(players))
        words = state.split(" ")  # round N first S marker S turn S WHAT [LINE or REASON] idle N
        game.round = int(words[1])
        game.first = int(words[3])
        game.marker = None if words[5] == "-" else int(words[5])
        game.to_move = int(words[7])
        game.phase = words[8]
        game.end_reason = words[9] if game.phase == "end" else ""
        game.idle = int(words[-1])
        game.centre = counted_from_text(centre.removeprefix("centre "))
        groups = factories.removeprefix("factories ").split(" ")
        game.factories = [[] if group == "-" else list(group) for group in groups]
        game.bag = counted_from_text(bag.removeprefix("bag "))
        game.lid = counted_from_text(lid.removeprefix("lid "))
        game.boards = [Board.from_text(seat) for seat in seats]
        for seat, board in enumerate(game.boards):
            gained = board.tile_points + sum(game._bonuses(seat).values())
            board.floor_lost = gained - board.score
        return game

    def text(self) -> str:
        """Write the position as docs/notation.md does."""
        marker = "-" if self.marker is None else self.marker
        turn = f"turn {self.to_move} {self.phase}"
        if self.phase == "tile":
            turn += f" {self.boards[self.to_move].first_full_line()}"
        elif self.phase == "end":
            turn += f" {self.end_reason}"
        fields = [
            f"{self.rule_set} {self.players}",
            f"round {self.round} first {self.first} marker {marker} {turn} idle {self.idle}",
            f"centre {counted_text(self.centre)}",
            f"factories {' '.join(in_colour_order(tiles) or '-' for tiles in self.factories)}",
            f"bag {counted_text(self.bag)}",
            f"lid {counted_text(self.lid)}",
            *(board.text() for board in self.boards),
        ]
        return " | ".join(fields)

    def copy(self) -> NaiveClassic:
        other = NaiveClassic(self.rule_set, self.players, self.first)
        other.round, other.marker, other.to_move = self.round, self.marker, self.to_move
        other.phase, other.end_reason, other.idle = self.phase, self.end_reason, self.idle
        other.centre, other.bag, other.lid = self.centre.copy(), self.bag.copy(), self.lid.copy()
        other.factories = [list(factory) for factory in self.factories]
        other.boards = [board.copy() for board in self.boards]
        return other

    @property
    def awaiting(self) -> str:
        """What must happen next: "move", "deal" or "end"."""
        return "move" if self.phase in ("draft", "tile") else self.phase

    @property
    def scores(self) -> list[int]:
        return [board.score for board in self.boards]

    def tiles(self) -> Counter[str]:
        """R1.1 All tiles, wherever they lie; the marker is not a tile."""
        everywhere = self.centre + self.bag + self.lid
        for factory in self.factories:
            everywhere.update(factory)
        for board in self.boards:
            everywhere.update(board.wall.values())
            for line in board.lines.values():
                everywhere.update(line)
            everywhere.update(tile for tile in board.floor if tile != MARKER)
        return everywhere

    # Moves

    def legal_moves(self) -> list[str]:
        """R2.2, R2.3, R2.7, R3.1, R3.3, R4.5 The moves in canonical order, if one is awaited."""
        if self.awaiting != "move":
            return []
        board = self.boards[self.to_move]
        if self.phase == "tile":
            number = board.first_full_line()
            assert number is not None
            return [f"{number}@{column}" for column in self._columns_for(number)]
        moves = []
        for source, tiles in enumerate([list(self.centre.elements()), *self.factories]):
            for colour in COLOURS:
                if colour in tiles:
                    open_lines = [n for n in NUMBERS if board.line_is_open(n, colour)]
                    moves += [f"{source}{colour}{n}" for n in open_lines]
                    moves.append(f"{source}{colour}F")
        return moves

    def play(self, move: str) -> None:
        """Play one move in short notation."""
        if move not in self.legal_moves():
            raise ValueError(f"illegal move {move!r}")
        if self.phase == "draft":
            self._draft(int(move[0]), move[1], move[2])
        else:
            self._place_tile(int(move[0]), int(move[2]))
            self._tile_until_a_choice()

    def _draft(self, source: int, colour: str, destination: str) -> None:
        """R2.1 to R2.8, R3.4, R4.1 One turn of the offer; the last one begins the tiling."""
        board = self.boards[self.to_move]
        if source == 0:
            taken = self.centre.pop(colour)
            if self.marker is None:
                self._take_marker()
        else:
            factory = self.factories[source - 1]
            taken = factory.count(colour)
            self.centre.update(tile for tile in factory if tile != colour)
            factory.clear()
        for _ in range(taken):
            if destination != "F" and len(board.lines[int(destination)]) < int(destination):
                board.lines[int(destination)].append(colour)
            else:
                self._fall_to_floor(colour)
        if self.centre or any(self.factories):
            self.to_move = (self.to_move + 1) % self.players
        else:
            self.phase = "tile"
            self.to_move = self.first
            self.idle += 1
            self._tile_until_a_choice()

    def _take_marker(self) -> None:
        """R2.6, R3.7 To the leftmost free floor space, or beside the board when there is none."""
        self.marker = self.to_move
        floor = self.boards[self.to_move].floor
        if len(floor) < FLOOR_SPACES:
            floor.append(MARKER)

    def _fall_to_floor(self, tile: str) -> None:
        """R3.5 To the leftmost free floor space, or to the lid when there is none."""
        floor = self.boards[self.to_move].floor
        if len(floor) < FLOOR_SPACES:
            floor.append(tile)
        else:
            self.lid[tile] += 1

    # Tiling the wall and paying for the floor

    def _tile_until_a_choice(self) -> None:
        """R4.1, R4.4, R4.6, R4.7 Tile line by line, seat by seat, until a player must choose."""
        while self.phase == "tile":
            number = self.boards[self.to_move].first_full_line()
            if number is None:
                self._pay_for_floor()
                self.to_move = (self.to_move + 1) % self.players
                if self.to_move == self.first:
                    self._end_round()
            elif not self._columns_for(number):
                self._drop_line(number)
            elif self.rules.chooses_column:
                return
            else:
                self._place_tile(number, self._columns_for(number)[0])

    def _columns_for(self, number: int) -> list[int]:
        """R4.4, R4.5 The columns of the wall row that may take the tile of a full line."""
        board = self.boards[self.to_move]
        colour = board.lines[number][0]
        columns = []
        for column in NUMBERS:
            empty = (number, column) not in board.wall
            in_column = [board.wall.get((row, column)) for row in NUMBERS]
            print_allows = self.rules.printed.get((number, column), colour) == colour
            if empty and colour not in in_column and print_allows:
                columns.append(column)
        return columns

    def _place_tile(self, number: int, column: int) -> None:
        """R4.2, R4.3 One tile to the wall, scored at once; the others of its line to the lid."""
        board = self.boards[self.to_move]
        colour = board.lines[number][0]
        board.wall[number, column] = colour
        self.lid[colour] += number - 1
        board.lines[number] = []
        points = self._points_for(board, (number, column))
        board.tile_points += points
        board.score += points
        self.idle = 0

    def _points_for(self, board: Board, cell: Cell) -> int:
        """R4.8, R4.9 The runs longer than one, or 1; doubled on a x2 cell."""
        horizontal = board.run(cell, down=0, right=1)
        vertical = board.run(cell, down=1, right=0)
        points = sum(run for run in (horizontal, vertical) if run > 1) or 1
        return points * self.rules.multiplier if cell in self.rules.printed else points

    def _drop_line(self, number: int) -> None:
        """R4.6 No cell may take the tile, so the whole line falls to the floor."""
        line = self.boards[self.to_move].lines[number]
        while line:
            self._fall_to_floor(line.pop())

    def _pay_for_floor(self) -> None:
        """R5.1 to R5.4 Lose the points over the filled spaces, never below 0; tiles to the lid."""
        board = self.boards[self.to_move]
        loss = min(board.score, sum(self.rules.floor[: len(board.floor)]))
        board.score -= loss
        board.floor_lost += loss
        self.lid.update(tile for tile in board.floor if tile != MARKER)
        board.floor.clear()

    # The next round and the end

    def _end_round(self) -> None:
        """R6.1, R6.2, R7.1, R7.5 End the game, or let the marker's holder start the next round."""
        if any(board.complete_rows() for board in self.boards):
            self._end_game("row-complete")
        elif self.idle >= 10:
            self._end_game("no-progress")
        else:
            self.first = self.first if self.marker is None else self.marker
            self.marker = None
            self.to_move = self.first
            self.round += 1
            self.phase = "deal"

    def _end_game(self, reason: str) -> None:
        """R7.2 Add the bonuses."""
        self.phase, self.end_reason = "end", reason
        self.marker = None
        self.to_move = self.first
        for seat, board in enumerate(self.boards):
            board.score += sum(self._bonuses(seat).values())

    def _bonuses(self, seat: int) -> dict[str, int]:
        """R7.2 What rows, columns and colours bring: nothing until the game has ended."""
        board, ended = self.boards[seat], self.phase == "end"
        return {
            "rows": self.rules.row_bonus * board.complete_rows() if ended else 0,
            "columns": self.rules.column_bonus * board.complete_columns() if ended else 0,
            "colours": self.rules.colour_bonus * board.complete_colours() if ended else 0,
        }

    def breakdown(self, seat: int) -> dict[str, int]:
        """Say where a score comes from; the parts add up to it."""
        board = self.boards[seat]
        return {"tiles": board.tile_points, "floor": -board.floor_lost} | self._bonuses(seat)

    def winners(self) -> list[int]:
        """R7.3 Most points, then most complete rows; those equal in both share the victory."""
        if self.phase != "end":
            return []
        merits = [(board.score, board.complete_rows()) for board in self.boards]
        return [seat for seat, merit in enumerate(merits) if merit == max(merits)]

    # Deals

    def deal(self, draw: str) -> None:
        """R1.6, R6.3, R6.4, R7.4 Fill the factories with this draw, if it can be drawn now."""
        if self.phase != "deal":
            raise ValueError("no deal is awaited")
        groups = [] if draw == "-" else [list(group) for group in draw.split(" ")]
        groups += [[] for _ in range(len(self.factories) - len(groups))]
        bag, lid = self.bag.copy(), self.lid.copy()
        possible = len(groups) == len(self.factories)
        for group in groups:
            wanted = Counter(group)
            possible &= len(group) == min(4, bag.total() + lid.total())
            if bag.total() < len(group):  # all that is left in the bag is drawn, then the lid helps
                possible &= bag <= wanted
                wanted -= bag
                bag, lid = lid, Counter()
            possible &= wanted <= bag
            bag -= wanted
        if not possible:
            raise ValueError(f"{draw!r} cannot be drawn now")
        self.bag, self.lid, self.factories = bag, lid, groups
        if any(groups):
            self.phase = "draft"
        else:
            self._end_game("no-tiles-left")

    def random_deal(self, rng: random.Random) -> str:
        """R1.6, R6.3 Draw tile after tile at random, deal them, and return the draw's text."""
        bag, lid = list(self.bag.elements()), list(self.lid.elements())
        groups: list[list[str]] = [[] for _ in self.factories]
        for group in groups:
            for _ in range(4):
                if not bag:
                    bag, lid = lid, []
                if bag:
                    group.append(bag.pop(rng.randrange(len(bag))))
        draw = " ".join(in_colour_order(group) for group in groups if group) or "-"
        self.deal(draw)
        return draw


def naive_perft(game: NaiveClassic, depth: int) -> int:
    """Count lines of play of that many moves; one that meets a deal or the end counts as one."""
    if depth == 0 or game.awaiting != "move":
        return 1
    lines = 0
    for move in game.legal_moves():
        after = game.copy()
        after.play(move)
        lines += naive_perft(after, depth - 1)
    return lines


def new_naive_game(rule_set: str, players: int) -> NaiveClassic:
    """A game waiting for its first deal; every oracle offers this."""
    return NaiveClassic(rule_set, players)
