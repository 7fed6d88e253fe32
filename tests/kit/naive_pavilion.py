"""Summer Pavilion played slowly and obviously, to judge faster rules by.

Written from docs/rules/pavilion.md and docs/notation.md alone. Every function names the rule it
follows. Nothing here is meant to be fast; everything is meant to be read beside the rules page.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

COLOURS = ("P", "G", "O", "Y", "B", "R")
CENTRE = "C"
STARS = (*COLOURS, CENTRE)
POSITIONS = (1, 2, 3, 4, 5, 6)
FACTORIES = {2: 5, 3: 7, 4: 9}
SUPPLY = 10
ROUNDS = 6
START_SCORE = 5
LOWEST_SCORE = 1
MOST_KEPT = 4
STAR_BONUS = {"P": 20, "G": 18, "O": 17, "Y": 16, "B": 15, "R": 14}
MIXED_STAR_BONUS = 12  # all different; on the coloured side only the centre star can be
NUMBER_BONUS = {1: 4, 2: 8, 3: 12, 4: 16}
MONOCHROME_COSTS = {1: 3, 2: 2, 3: 1, 4: 4, 5: 5, 6: 6}  # of outer stars; centre spaces cost 3
BONUS_TILES = {"pillar": 1, "statue": 2, "window": 3}
PLACING = re.compile(r"([PGOYBRC])([1-6])(?::([PGOYBR]))?(?:\+([1-5]))?")

Space = tuple[str, int]  # star, position

# The board drawn on a grid of hexagons. Left, and on clockwise; two steps lie between two stars.
DIRECTIONS = ((-1, 0), (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1))
RING = ("P", "O", "R", "B", "Y", "G")  # the outer stars in these directions from the centre star
FROM_THE_TOP = {
    "P": (1, 2, 3, 4, 5, 6),
    "O": (6, 1, 2, 3, 4, 5),
    "R": (5, 6, 1, 2, 3, 4),
    "B": (4, 5, 6, 1, 2, 3),
    "Y": (3, 4, 5, 6, 1, 2),
    "G": (2, 3, 4, 5, 6, 1),
    "C": (1, 2, 3, 4, 5, 6),
}


def structures() -> list[tuple[str, frozenset[Space]]]:
    """R4.3 Find pillars, statues and windows from where the stars lie.

    A star has six points, the first on top, so six gaps between points, the first to the left.
    The gap in direction d lies between points d - 2 and d - 1, one step from the star's middle.
    Two neighbouring stars share a gap. Of the gaps with one star only that behind it has a window.
    """
    middles = {CENTRE: (0, 0)}
    middles |= {star: (2 * x, 2 * y) for star, (x, y) in zip(RING, DIRECTIONS, strict=True)}
    gaps: dict[tuple[int, int], set[Space]] = {}
    for star, (x, y) in middles.items():
        for direction, (dx, dy) in enumerate(DIRECTIONS):
            points = FROM_THE_TOP[star][direction - 2], FROM_THE_TOP[star][direction - 1]
            gaps.setdefault((x + dx, y + dy), set()).update((star, point) for point in points)
    behind = {(3 * x, 3 * y) for x, y in DIRECTIONS}
    found = []
    for where, spaces in gaps.items():
        stars = {star for star, _ in spaces}
        if CENTRE in stars:
            found.append(("pillar", frozenset(spaces)))
        elif len(stars) == 2:
            found.append(("statue", frozenset(spaces)))
        elif where in behind:
            found.append(("window", frozenset(spaces)))
    return found


STRUCTURES = structures()


def counted_text(tiles: Counter[str]) -> str:
    """Write tiles counted by colour: `P16 R3`, or `-` for none."""
    return " ".join(f"{c}{tiles[c]}" for c in COLOURS if tiles[c] > 0) or "-"


def counted_from_text(text: str) -> Counter[str]:
    """Read tiles counted by colour."""
    if text == "-":
        return Counter()
    return Counter({word[0]: int(word[1:]) for word in text.split(" ")})


def letters_text(tiles: Counter[str]) -> str:
    """Write tiles one letter each, in the order of the colours."""
    return "".join(sorted(tiles.elements(), key=COLOURS.index))


def colours_from(colour: str) -> tuple[str, ...]:
    """Name this colour and those that come after it."""
    return COLOURS[COLOURS.index(colour) :]


@dataclass
class Board:
    """One player's board and tiles (R1.3)."""

    score: int = START_SCORE
    tile_points: int = 0
    lost: int = 0
    hand: Counter[str] = field(default_factory=Counter)
    kept: Counter[str] = field(default_factory=Counter)
    covered: dict[Space, str] = field(default_factory=dict)  # the colour lying there

    @classmethod
    def from_text(cls, text: str) -> Board:
        """Read the field of one seat."""
        pattern = r"score (\d+) tiles (\d+) losses (\d+) hand (.+) kept (.+) stars (.+)"
        match = re.fullmatch(pattern, text)
        if match is None:
            raise ValueError(f"not the field of a seat: {text!r}")
        score, tile_points, lost, hand, kept, stars = match.groups()
        board = cls(int(score), int(tile_points), int(lost))
        board.hand, board.kept = counted_from_text(hand), counted_from_text(kept)
        for star, letters in zip(STARS, stars.split(" "), strict=True):
            for position, letter in zip(POSITIONS, letters, strict=True):
                if letter != ".":
                    board.covered[star, position] = letter
        return board

    def text(self) -> str:
        """Write the field of one seat."""
        stars = ["".join(self.covered.get((s, n), ".") for n in POSITIONS) for s in STARS]
        return (
            f"score {self.score} tiles {self.tile_points} losses {self.lost}"
            f" hand {counted_text(self.hand)} kept {counted_text(self.kept)}"
            f" stars {' '.join(stars)}"
        )

    def colours_in(self, star: str) -> list[str]:
        """List the colours of the tiles in a star, one entry for each tile."""
        return [colour for (where, _), colour in self.covered.items() if where == star]

    def arc(self, star: str, position: int) -> int:
        """R4.1, R4.2 Count the tiles of the unbroken arc through a covered space."""
        found = {position}
        for step in (1, -1):
            here = position
            while (star, here) in self.covered:
                found.add(here)
                here = (here - 1 + step) % 6 + 1
                if here == position:
                    break
        return len(found)

    def lose(self, points: int) -> None:
        """R5.6 No loss takes a score below 1."""
        really = min(points, self.score - LOWEST_SCORE)
        self.score -= really
        self.lost += really


class NaivePavilion:
    """A game of one of the two rule sets, for 2 to 4 players."""

    def __init__(self, rule_set: str, players: int, first: int = 0) -> None:
        """R1.1 to R1.5 All tiles in the bag, empty boards, waiting for the first deal."""
        if rule_set not in ("pavilion", "pavilion-mono"):
            raise ValueError(f"no such rule set: {rule_set!r}")
        self.rule_set = rule_set
        self.monochrome = rule_set == "pavilion-mono"
        self.players = players
        self.round = 1
        self.first = first
        self.token: int | None = None  # the seat that has taken it, None while in the centre
        self.to_move = first
        self.passed: set[int] = set()
        self.phase = "deal set-up"  # or draft, place, bonus, keep, deal factories or supply, end
        self.bonus_left = 0
        self.bonus_from = "P"
        self.centre: Counter[str] = Counter()
        self.factories: list[Counter[str]] = [Counter() for _ in range(FACTORIES[players])]
        self.supply: Counter[str] = Counter()
        self.bag: Counter[str] = Counter(dict.fromkeys(COLOURS, 22))
        self.tower: Counter[str] = Counter()
        self.boards = [Board() for _ in range(players)]

    @classmethod
    def from_text(cls, text: str) -> NaivePavilion:
        """Read a position as docs/notation.md writes it."""
        head, state, centre, factories, supply, bag, tower, *seats = text.split(" | ")
        rule_set, players = head.split(" ")
        game = cls(rule_set, int(players))
        words = state.split(" ")  # round N first S token S turn S passed L WHAT
        game.round, game.first, game.to_move = int(words[1]), int(words[3]), int(words[7])
        game.token = None if words[5] == "-" else int(words[5])
        game.passed = set() if words[9] == "-" else {int(seat) for seat in words[9]}
        if words[10] == "bonus":
            game.phase, game.bonus_left, game.bonus_from = "bonus", int(words[11]), words[12]
        else:
            game.phase = " ".join(words[10:])
        game.centre = counted_from_text(centre.removeprefix("centre "))
        groups = factories.removeprefix("factories ").split(" ")
        game.factories = [Counter() if group == "-" else Counter(group) for group in groups]
        game.supply = counted_from_text(supply.removeprefix("supply "))
        game.bag = counted_from_text(bag.removeprefix("bag "))
        game.tower = counted_from_text(tower.removeprefix("tower "))
        game.boards = [Board.from_text(seat) for seat in seats]
        return game

    def text(self) -> str:
        """Write the position as docs/notation.md does."""
        token = "-" if self.token is None else self.token
        passed = "".join(str(seat) for seat in sorted(self.passed)) or "-"
        bonus = f" {self.bonus_left} {self.bonus_from}" if self.phase == "bonus" else ""
        state = f"round {self.round} first {self.first} token {token} turn {self.to_move}"
        fields = [
            f"{self.rule_set} {self.players}",
            f"{state} passed {passed} {self.phase}{bonus}",
            f"centre {counted_text(self.centre)}",
            f"factories {' '.join(letters_text(tiles) or '-' for tiles in self.factories)}",
            f"supply {counted_text(self.supply)}",
            f"bag {counted_text(self.bag)}",
            f"tower {counted_text(self.tower)}",
            *(board.text() for board in self.boards),
        ]
        return " | ".join(fields)

    def copy(self) -> NaivePavilion:
        """A position's text says everything about it."""
        return NaivePavilion.from_text(self.text())

    @property
    def awaiting(self) -> str:
        """What must happen next: "move", "deal" or "end"."""
        word = self.phase.split(" ")[0]
        return word if word in ("deal", "end") else "move"

    @property
    def scores(self) -> list[int]:
        return [board.score for board in self.boards]

    @property
    def joker(self) -> str:
        """R1.8 The joker colour of this round."""
        return COLOURS[self.round - 1]

    def tiles(self) -> Counter[str]:
        """R1.1 All tiles, wherever they lie."""
        everywhere = self.centre + self.supply + self.bag + self.tower
        for factory in self.factories:
            everywhere += factory
        for board in self.boards:
            everywhere += board.hand + board.kept + Counter(board.covered.values())
        return everywhere

    # Moves

    def legal_moves(self) -> list[str]:
        """List the moves in canonical order, if one is awaited."""
        if self.phase == "draft":
            return self._drafting_moves()
        if self.phase == "place":
            return self._placing_moves() + self._passing_moves()
        if self.phase == "bonus":
            return [f"*{colour}" for colour in COLOURS if self._may_take_bonus(colour)]
        if self.phase == "keep":
            return [f"={colour}" for colour in COLOURS if self._may_keep(colour)] + ["done"]
        return []

    def play(self, move: str) -> None:
        """Play one move in short notation."""
        if move not in self.legal_moves():
            raise ValueError(f"illegal move {move!r}")
        placing = PLACING.fullmatch(move)
        if self.phase == "draft":
            self._draft(int(move[0]), move[1])
        elif placing is not None:
            star, position, colour, jokers = placing.groups()
            self._place((star, int(position)), colour or star, int(jokers or 0))
        elif move[0] == "*":
            self._take_bonus(move[1])
        elif move[0] == "=":
            self._keep(move[1])
        elif move == "done":
            self._finish_passing()
        else:
            self._begin_passing(keep_all=move == "pass")

    # Acquiring tiles

    def _drafting_moves(self) -> list[str]:
        """R2.3, R2.4, R2.6, R2.9 Every colour but the joker's, or the joker's where it is alone."""
        moves = []
        for source, tiles in enumerate([self.centre, *self.factories]):
            ordinary = [c for c in COLOURS if tiles[c] > 0 and c != self.joker]
            alone = [self.joker] if tiles[self.joker] > 0 else []
            moves += [f"{source}{colour}" for colour in ordinary or alone]
        return moves

    def _draft(self, source: int, colour: str) -> None:
        """R2.1, R2.4 to R2.8, R2.10 One turn of acquiring; the last one begins the placing."""
        board = self.boards[self.to_move]
        tiles = self.centre if source == 0 else self.factories[source - 1]
        taken: Counter[str] = Counter()
        if colour != self.joker:
            taken[colour] = tiles[colour]
        if tiles[self.joker] > 0:
            taken[self.joker] = 1
        board.hand += taken
        if source == 0:
            self.centre -= taken
            if self.token is None:
                self.token = self.to_move
                board.lose(taken.total())
        else:
            self.centre += tiles - taken
            self.factories[source - 1] = Counter()
        if self.centre or any(self.factories):
            self.to_move = (self.to_move + 1) % self.players
        else:
            self._begin_placing()

    # Placing a tile

    def _begin_placing(self) -> None:
        """R3.1 The player with the token begins, or the starting player when nobody took it."""
        self._give_turn(self.first if self.token is None else self.token)

    def _cost(self, space: Space) -> int:
        """R3.3 What a space costs."""
        star, position = space
        if not self.monochrome:
            return position
        return 3 if star == CENTRE else MONOCHROME_COSTS[position]

    def _colours_for(self, board: Board, star: str) -> list[str]:
        """R3.4, R3.5, R3.6 The colours a star may take now."""
        there = board.colours_in(star)
        if not self.monochrome and star != CENTRE:
            return [star]
        if self.monochrome and len(there) <= 1:
            return list(COLOURS)
        if self.monochrome and len(set(there)) == 1:
            return [there[0]]
        return [colour for colour in COLOURS if colour not in there]

    def _joker_counts(self, hand: Counter[str], colour: str, cost: int) -> list[int]:
        """R3.8, R3.9, R3.10 How many jokers may be among the tiles paid."""
        counts = []
        for jokers in range(cost):  # at least one tile has the colour itself
            enough_jokers = jokers == 0 or (colour != self.joker and hand[self.joker] >= jokers)
            if enough_jokers and hand[colour] >= cost - jokers:
                counts.append(jokers)
        return counts

    def _placing_moves(self) -> list[str]:
        """R3.2 Each empty space, each colour it may take, each way to pay."""
        board = self.boards[self.to_move]
        moves = []
        for star in STARS:
            named = self.monochrome or star == CENTRE
            colours = self._colours_for(board, star)
            for position in POSITIONS:
                if (star, position) in board.covered:
                    continue
                for colour in colours:
                    start = f"{star}{position}:{colour}" if named else f"{star}{position}"
                    cost = self._cost((star, position))
                    counts = self._joker_counts(board.hand, colour, cost)
                    moves += [f"{start}+{jokers}" if jokers else start for jokers in counts]
        return moves

    def _place(self, space: Space, colour: str, jokers: int) -> None:
        """R3.8, R3.11, R4.2, R4.4, R4.6 Pay, cover the space, score, and earn bonus tiles."""
        board = self.boards[self.to_move]
        payment = Counter({colour: self._cost(space) - jokers})
        payment[self.joker] += jokers
        board.hand -= payment
        self.tower += payment - Counter({colour: 1})
        board.covered[space] = colour
        points = board.arc(*space)
        board.tile_points += points
        board.score += points
        earned = sum(
            BONUS_TILES[kind]
            for kind, spaces in STRUCTURES
            if space in spaces and all(other in board.covered for other in spaces)
        )
        self.phase, self.bonus_from = "bonus", COLOURS[0]
        self.bonus_left = min(earned, self.supply.total())
        self._end_turn_if_no_bonus_is_left()

    # Bonus tiles

    def _may_take_bonus(self, colour: str) -> bool:
        """Notation: in the order of the colours, and never into a dead end."""
        in_order = colour in colours_from(self.bonus_from)
        enough = sum(self.supply[c] for c in colours_from(colour)) >= self.bonus_left
        return in_order and self.supply[colour] > 0 and enough

    def _take_bonus(self, colour: str) -> None:
        """R4.5 One tile from the supply into the hand."""
        self.supply -= Counter({colour: 1})
        self.boards[self.to_move].hand[colour] += 1
        self.bonus_left -= 1
        self.bonus_from = colour
        self._end_turn_if_no_bonus_is_left()

    def _end_turn_if_no_bonus_is_left(self) -> None:
        if self.bonus_left == 0:
            self._end_turn()

    # Passing

    def _passing_moves(self) -> list[str]:
        """R5.1, R5.2 Passing is always allowed; with few tiles, giving some up is a second way."""
        few = self.boards[self.to_move].hand.total() <= MOST_KEPT
        return ["pass", "discard"] if few else ["pass"]

    def _begin_passing(self, *, keep_all: bool) -> None:
        """R5.2 Keep everything if that is wished and allowed, otherwise choose what to keep."""
        board = self.boards[self.to_move]
        if keep_all and board.hand.total() <= MOST_KEPT:
            board.kept, board.hand = board.hand, Counter()
            self._finish_passing()
        else:
            self.phase = "keep"
            self._finish_passing_if_nothing_can_be_kept()

    def _may_keep(self, colour: str) -> bool:
        """Notation: at most four of many tiles, all but one of few, in the order of the colours."""
        board = self.boards[self.to_move]
        in_hand = board.hand.total() + board.kept.total()  # when the turn began
        limit = MOST_KEPT if in_hand > MOST_KEPT else in_hand - 1
        in_order = all(colour in colours_from(other) for other in board.kept)
        return board.kept.total() < limit and in_order and board.hand[colour] > 0

    def _keep(self, colour: str) -> None:
        """R5.2 One tile from the hand to the corner spaces."""
        board = self.boards[self.to_move]
        board.hand -= Counter({colour: 1})
        board.kept[colour] += 1
        self._finish_passing_if_nothing_can_be_kept()

    def _finish_passing_if_nothing_can_be_kept(self) -> None:
        """Notation: a choice with nothing left to choose ends by itself."""
        if not any(self._may_keep(colour) for colour in COLOURS):
            self._finish_passing()

    def _finish_passing(self) -> None:
        """R5.2 All tiles still in hand go to the tower for 1 point each."""
        board = self.boards[self.to_move]
        board.lose(board.hand.total())
        self.tower += board.hand
        board.hand = Counter()
        self.passed.add(self.to_move)
        self._end_turn()

    # Between turns, between rounds, the end

    def _end_turn(self) -> None:
        """R4.8 Fill up the supply if anything is missing and can be drawn, then go on."""
        if self._group_sizes([SUPPLY - self.supply.total()]):
            self.phase = "deal supply"
        else:
            self._give_turn((self.to_move + 1) % self.players)

    def _give_turn(self, seat: int) -> None:
        """R3.1, R5.3, R5.4, R5.5 The next seat that has not passed; those without tiles pass."""
        for _ in range(self.players):
            if seat not in self.passed and self.boards[seat].hand.total() == 0:
                self.passed.add(seat)
            if seat not in self.passed:
                self.phase, self.to_move = "place", seat
                return
            seat = (seat + 1) % self.players
        self._end_round()

    def _end_round(self) -> None:
        """R6.1, R6.2, R7.1 End the game, or prepare the next round."""
        if self.round == ROUNDS:
            self._end_game()
            return
        self.first = self.first if self.token is None else self.token
        self.token = None
        self.to_move = self.first
        self.passed = set()
        self.round += 1
        self.phase = "deal factories"
        for board in self.boards:
            board.hand += board.kept
            board.kept = Counter()

    def _end_game(self) -> None:
        """R7.2, R7.3, R7.4 Add the bonuses, then pay for kept tiles."""
        self.phase = "end"
        self.to_move = self.first
        for seat, board in enumerate(self.boards):
            board.score += self.star_points(seat) + self.number_points(seat)
            board.lose(board.kept.total())

    def star_points(self, seat: int) -> int:
        """R7.2 What the complete stars of a board are worth at the end."""
        points = 0
        for star in STARS:
            there = self.boards[seat].colours_in(star)
            if len(there) == 6:
                points += STAR_BONUS[there[0]] if len(set(there)) == 1 else MIXED_STAR_BONUS
        return points

    def number_points(self, seat: int) -> int:
        """R7.3 What the costs with all spaces covered are worth at the end."""
        points = 0
        for cost, bonus in NUMBER_BONUS.items():
            spaces = [(s, n) for s in STARS for n in POSITIONS if self._cost((s, n)) == cost]
            if all(space in self.boards[seat].covered for space in spaces):
                points += bonus
        return points

    def breakdown(self, seat: int) -> dict[str, int]:
        """Say where a score comes from; the parts add up to it."""
        board, ended = self.boards[seat], self.phase == "end"
        return {
            "start": START_SCORE,
            "tiles": board.tile_points,
            "stars": self.star_points(seat) if ended else 0,
            "numbers": self.number_points(seat) if ended else 0,
            "losses": -board.lost,
        }

    def winners(self) -> list[int]:
        """R7.5 Most points; those with equal points share the victory."""
        if self.phase != "end":
            return []
        return [seat for seat, score in enumerate(self.scores) if score == max(self.scores)]

    # Deals

    def _group_sizes(self, wanted: list[int]) -> list[int]:
        """R4.9 How many tiles each group of a draw can have; empty groups are left out."""
        left = self.bag.total() + self.tower.total()
        sizes = []
        for number in wanted:
            sizes.append(min(number, left))
            left -= sizes[-1]
        return [size for size in sizes if size > 0]

    def _due(self) -> list[int]:
        """R1.6, R4.8, R6.3 The sizes of the groups of the draw that is due."""
        if self.phase == "deal supply":
            return self._group_sizes([SUPPLY - self.supply.total()])
        for_the_supply = [SUPPLY] if self.phase == "deal set-up" else []
        return self._group_sizes(for_the_supply + [4] * len(self.factories))

    def deal(self, draw: str) -> None:
        """R1.6, R4.8, R4.9, R6.3, R6.5 Lay out this draw, if it can be drawn now."""
        if self.awaiting != "deal":
            raise ValueError("no deal is awaited")
        groups = [] if draw == "-" else [Counter(group) for group in draw.split(" ")]
        possible = [group.total() for group in groups] == self._due()
        bag, tower = self.bag.copy(), self.tower.copy()
        for group in groups:
            wanted = group
            if bag.total() < group.total():  # all of the bag is drawn, then the tower helps
                possible &= bag <= wanted
                wanted = wanted - bag
                bag, tower = tower, Counter()
            possible &= wanted <= bag
            bag -= wanted
        if not possible:
            raise ValueError(f"{draw!r} cannot be drawn now")
        self.bag, self.tower = bag, tower
        self._lay_out(groups)

    def _lay_out(self, groups: list[Counter[str]]) -> None:
        """R1.6, R4.8, R6.3, R6.5 Put the groups where they belong and go on."""
        if self.phase == "deal supply":
            self.supply += groups[0]
            self._give_turn((self.to_move + 1) % self.players)
            return
        if self.phase == "deal set-up":
            self.supply = groups.pop(0)
        empty: list[Counter[str]] = [Counter() for _ in range(len(self.factories) - len(groups))]
        self.factories = groups + empty
        if groups:
            self.phase = "draft"
        else:
            self._begin_placing()

    def random_deal(self, rng: random.Random) -> str:
        """R4.9 Draw tile after tile at random, deal them, and return the draw's text."""
        bag, tower = list(self.bag.elements()), list(self.tower.elements())
        groups = []
        for size in self._due():
            group: Counter[str] = Counter()
            for _ in range(size):
                if not bag:
                    bag, tower = tower, []
                group[bag.pop(rng.randrange(len(bag)))] += 1
            groups.append(letters_text(group))
        draw = " ".join(groups) or "-"
        self.deal(draw)
        return draw


def naive_perft(game: NaivePavilion, depth: int) -> int:
    """Count lines of play of that many moves; one that meets a deal or the end counts as one."""
    if depth == 0 or game.awaiting != "move":
        return 1
    lines = 0
    for move in game.legal_moves():
        after = game.copy()
        after.play(move)
        lines += naive_perft(after, depth - 1)
    return lines


def new_naive_game(rule_set: str, players: int) -> NaivePavilion:
    """A game waiting for its first deal; every oracle offers this."""
    return NaivePavilion(rule_set, players)
