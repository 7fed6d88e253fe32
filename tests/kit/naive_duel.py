"""A slow, obvious duel to hold the fast one against, written from docs/rules/duel.md alone.

Rule numbers are those of that page. The table and its notation are in naive_duel_components,
what may be asked of one seat alone in naive_duel_points.
"""

from __future__ import annotations

import copy
from collections import Counter
from typing import TYPE_CHECKING

from tests.kit.naive_duel_components import (
    AWAITS_DRAW,
    COLOURS,
    KINDS,
    PLATES,
    SLOTS,
    SPECIAL_TILE,
    Cell,
    Seat,
    SmallFactory,
    Table,
    cells_of,
    hand_order,
    kind_of,
    letters,
    turned,
)
from tests.kit.naive_duel_points import (
    available_spaces,
    completing_sets,
    goal_points,
    open_destinations,
    tile_points,
)

if TYPE_CHECKING:
    import random

DESTINATIONS = "123456X"
BROKEN_LOSS = (0, 1, 3, 6, 10)
SUN_SIZES = (5, 4, 4, 4, 4)

ALL_MOVES = (
    [s + c + d for s in "01234L" for c in COLOURS for d in DESTINATIONS]
    + [f"C{number}" for number in (1, 2, 3, 4)]
    + list(PLATES)
    + ["draw", "stop"]
    + [f"@{slot}r{turns}" for slot in SLOTS for turns in range(4)]
    + [f"_{plate}" for plate in PLATES]
    + [f"^{colour}" for colour in COLOURS]
    + [f"+{kind}" for kind in KINDS]
    + [f"{line}@{column}" for line in range(1, 7) for column in range(1, 7)]
)


def is_part(some: Counter[str], whole: Counter[str]) -> bool:
    return all(whole[thing] >= number for thing, number in some.items())


def is_plain(tiles: Counter[str]) -> bool:
    """R2.3 Whether all these tiles have one colour."""
    return len(+tiles) <= 1


class NaiveDuel(Table):
    """A game from the first deal to the end."""

    @classmethod
    def from_text(cls, text: str) -> NaiveDuel:
        game = cls()
        game.read(text)
        return game

    @property
    def awaiting(self) -> str:
        if self.what == "end":
            return "end"
        return "deal" if self.what in AWAITS_DRAW else "move"

    @property
    def scores(self) -> list[int]:
        return [seat.score for seat in self.seats]

    def copy(self) -> NaiveDuel:
        return copy.deepcopy(self)

    def winners(self) -> list[int]:
        """R13.3 Most points win; then the first-player tile; then who began round 5."""
        best = [seat for seat in (0, 1) if self.scores[seat] == max(self.scores)]
        if len(best) == 1:
            return best
        return [self.first if self.marker is None else self.marker]

    def breakdown(self, seat: int) -> dict[str, int]:
        """Where a score comes from; the values add up to it."""
        own = self.seats[seat]
        items = {
            "start": 5,
            "tiles": own.tile_points,
            "specials": own.special_points,
            "broken": -own.broken_loss,
            "first_player_tile": -own.marker_loss,
            "plates": -own.draw_loss,
        }
        for goal in self.goals:
            items[goal] = goal_points(own, goal) if self.what == "end" else 0
        if own.score != sum(items.values()):
            items["floor_at_0"] = own.score - sum(items.values())
        return items

    # Legal moves

    def legal_moves(self) -> list[str]:
        legal = self._possible(self.to_move) if self.awaiting == "move" else set()
        return [move for move in ALL_MOVES if move in legal]

    def _possible(self, seat: int) -> set[str]:
        own = self.seats[seat]
        match self.what:
            case "act":
                return self._actions(seat)
            case "start":  # R2.6, R2.7
                return set(self.display)
            case "place":  # R4.7
                free = [slot for slot in SLOTS if slot not in own.plates]
                return {f"@{slot}r{turns}" for slot in free for turns in range(4)}
            case "draw":  # R4.4
                return {"draw", "stop"} if self._may_draw_again(seat) else {"stop"}
            case "keep":  # R4.6
                return set(self.hand)
            case "return":  # R4.6
                return {f"_{plate}" for plate in self.hand}
            case "pile":  # R5.2
                return {f"^{colour}" for colour in self.small[int(self.about) - 1].sun}
            case "chips":
                return self._spendings(own)
        assert self.what == "target", self.what
        return {f"{self.about}@{c}" for _, c in available_spaces(own, int(self.about))}  # R8.5

    def _actions(self, seat: int) -> set[str]:
        """R3.3 Everything that may begin a turn of this seat."""
        own = self.seats[seat]
        takes = {("0", colour) for colour in self._moon_colours()}
        takes |= {("L", colour) for colour in self.large_sun}
        for number, factory in enumerate(self.small, 1):
            takes |= {(str(number), colour) for colour in factory.sun}
        moves = {s + c + goal for s, c in takes for goal in open_destinations(own, c)}
        if own.taken < 2:  # R7.2
            moves |= {f"C{n}" for n, factory in enumerate(self.small, 1) if factory.chip in KINDS}
        if own.tokens:  # R4.1
            moves |= set(self.display)
            if self.top != "-" and (own.score >= 1 or not self.display):  # R4.4, R4.5
                moves.add("draw")
        return moves

    def _moon_colours(self) -> set[str]:
        """R5.4 Colours on top of a small pile or on the large moon."""
        return {factory.pile[-1] for factory in self.small if factory.pile} | set(self.large_moon)

    def _may_draw_again(self, seat: int) -> bool:
        """R4.4"""
        return self.seats[seat].score >= 1 and self.top != "-"

    def _spendings(self, own: Seat) -> set[str]:
        """R9 The next chip of a set in order of kinds, or the end of it."""
        line = int(self.about)
        tiles = own.lines[line - 1]
        sets = completing_sets(own.chips + Counter(self.spent), tiles[0], line - len(tiles))
        begun = tuple(self.spent)
        longer = [s for s in sets if s[: len(begun)] == begun and len(s) > len(begun)]
        moves = {f"+{chosen[len(begun)]}" for chosen in longer}
        return moves | {"stop"} if not begun or begun in sets else moves

    # Playing

    def play(self, move: str) -> None:
        if move not in self.legal_moves():
            raise ValueError(f"{move} is not legal in {self.text()}")
        self._carry_out(move)
        self._do_what_is_not_asked()

    def _do_what_is_not_asked(self) -> None:
        """ED23 Inside a turn a step with one possibility is carried out."""
        while self.awaiting == "move" and self.what not in ("act", "start"):
            choices = self.legal_moves()
            if len(choices) != 1:
                break
            self._carry_out(choices[0])

    def _carry_out(self, move: str) -> None:
        own = self.seats[self.to_move]
        match self.what:
            case "act":
                self._act(own, move)
            case "start":
                self._take_plate(move)
            case "place":
                self._place_plate(own, move[1:3], int(move[4]))
            case "draw":
                self._go_on_drawing(own, move)
            case "keep":
                self.hand.remove(move)
                self.what, self.about = "place", move
            case "return":
                self._put_back(move[1:])
            case "pile":
                self._pile_up(move[1:])
            case "chips":
                self._spend(own, move)
            case "target":
                self._move_tile(own, int(move[0]), (int(move[0]), int(move[2])))

    def _act(self, own: Seat, move: str) -> None:
        """R3.3 Begin a turn."""
        if move == "draw":
            own.tokens -= 1
            self._draw_plate(own)
        elif move in PLATES:
            own.tokens -= 1
            self._take_plate(move)
        elif move[0] == "C":
            self._take_chip(own, self.small[int(move[1]) - 1])
        elif move[0] == "0":
            self._take_from_moons(own, move[1], move[2])
        elif move[0] == "L":
            self._take_from_large_sun(own, move[1], move[2])
        else:
            self._take_from_small_sun(own, move[0], move[1], move[2])

    def _end_turn(self) -> None:
        """R3.4, R3.6 The other seat, or this one again, or the end of phase 1."""
        self.what, self.about = "act", ""
        for seat in (1 - self.to_move, self.to_move):
            if self._actions(seat):
                self.to_move = seat
                return
        self.to_move = self.first
        self._decorate_from(1)

    # Plates

    def _take_plate(self, plate: str) -> None:
        """R2.6, R4.2"""
        self.display.remove(plate)
        self.what, self.about = "place", plate

    def _place_plate(self, own: Seat, slot: str, turns: int) -> None:
        """R4.7"""
        own.plates[slot] = (self.about, turns)
        self.about = ""
        if self.round_number == 0:
            self.what = "refill"
        elif self.hand:
            self.what = "return"
        else:
            self._end_turn()

    def _draw_plate(self, own: Seat) -> None:
        """R4.3 to R4.5 Pay and take the top plate, unseen or out of a lot."""
        if own.score >= 1:
            own.score -= 1
            own.draw_loss += 1
        if self.stack:
            self.hand.append(self.top + "?")
            self.stack -= 1
        else:
            owner, lot = self.under[0]
            self.hand.append(f"{lot.pop(0)}:{owner}")
        self.hand.sort(key=hand_order)
        self._look_at_top()
        if not self._may_draw_again(self.to_move):
            self._stop_drawing()
        else:
            self.what = "top" if self.top == "?" else "draw"

    def _go_on_drawing(self, own: Seat, move: str) -> None:
        """R4.3, R4.4"""
        if move == "draw":
            self._draw_plate(own)
        else:
            self._stop_drawing()

    def _look_at_top(self) -> None:
        """R14.4, R14.11 The type of the top plate: to be drawn, told by a lot, or none."""
        self.under = [(owner, lot) for owner, lot in self.under if lot]
        if self.stack:
            self.top = "?"
        else:
            self.top = kind_of(self.under[0][1][0]) if self.under else "-"

    def _stop_drawing(self) -> None:
        """R4.6"""
        self.what = "fronts"
        if not any("?" in token for token in self.hand):
            self._look_at_hand()

    def _look_at_hand(self) -> None:
        self.hand = sorted((token[:2] for token in self.hand), key=PLATES.index)
        self.what = "keep"
        if len(self.hand) == 1:
            self.what, self.about = "place", self.hand.pop()

    def _put_back(self, plate: str) -> None:
        """R4.6 Each plate goes below the one before; with the last one the lot lies."""
        self.hand.remove(plate)
        self.back.append(plate)
        if not self.hand:
            self.under.append((self.to_move, self.back))
            self.back = []
            if self.top == "-":
                self._look_at_top()
            self._end_turn()

    # Tiles and chips

    def _take_from_small_sun(self, own: Seat, number: str, colour: str, goal: str) -> None:
        """R5.1, R5.2"""
        factory = self.small[int(number) - 1]
        taken = factory.sun.count(colour)
        factory.sun = [tile for tile in factory.sun if tile != colour]
        self._lay_tiles(own, colour, taken, goal)
        if factory.sun:
            self.what, self.about = "pile", number
        else:
            self._turn_up_chips()

    def _pile_up(self, colour: str) -> None:
        """R5.2 One tile onto the pile."""
        factory = self.small[int(self.about) - 1]
        factory.sun.remove(colour)
        factory.pile.append(colour)
        if not factory.sun:
            self._end_turn()

    def _take_from_large_sun(self, own: Seat, colour: str, goal: str) -> None:
        """R5.1, R5.3"""
        taken = self.large_sun.count(colour)
        self.large_moon = [tile for tile in self.large_sun if tile != colour]
        self.large_sun = []
        if not self.large_moon:
            self.marker = self.to_move
        self._lay_tiles(own, colour, taken, goal)
        self._end_turn()

    def _take_from_moons(self, own: Seat, colour: str, goal: str) -> None:
        """R5.4 to R5.6"""
        taken = self.large_moon.count(colour)
        self.large_moon = [tile for tile in self.large_moon if tile != colour]
        if taken and self.marker is None:
            self.marker = self.to_move
        for factory in self.small:
            if factory.pile and factory.pile[-1] == colour:
                factory.pile.pop()
                taken += 1
        self._lay_tiles(own, colour, taken, goal)
        self._turn_up_chips()

    def _lay_tiles(self, own: Seat, colour: str, taken: int, goal: str) -> None:
        """R6.1, R6.4"""
        for _ in range(taken):
            if goal != "X" and len(own.lines[int(goal) - 1]) < int(goal):
                own.lines[int(goal) - 1] += colour
            else:
                self._break_tile(own, colour)

    def _break_tile(self, own: Seat, colour: str) -> None:
        """R6.5"""
        if len(own.broken) < 4:
            own.broken.append(colour)
        else:
            self.tower[colour] += 1

    def _bare_chips(self) -> list[int]:
        """R5.7 Factories (from 0) whose face-down chip lies bare."""
        return [
            number
            for number, factory in enumerate(self.small)
            if factory.chip == "?" and not factory.sun and not factory.pile
        ]

    def _turn_up_chips(self) -> None:
        """R5.7"""
        if self._bare_chips():
            self.what = "reveal"
        else:
            self._end_turn()

    def _take_chip(self, own: Seat, factory: SmallFactory) -> None:
        """R7.1"""
        own.chips[factory.chip] += 1
        own.taken += 1
        factory.chip = "-"
        self._end_turn()

    # Phase 2

    def _decorate_from(self, line: int) -> None:
        """R8.1 Go on with this line, until something has to be asked or all is done."""
        own = self.seats[self.to_move]
        for number in range(line, 7):
            tiles = own.lines[number - 1]
            if not tiles:
                continue
            missing = number - len(tiles)
            if not available_spaces(own, number):
                self._break_line_without_hope(own, number)
            elif not missing:
                self.what, self.about = "target", str(number)  # R8.5
                return
            elif completing_sets(own.chips, tiles[0], missing):
                self.what, self.about, self.spent = "chips", str(number), []  # R8.6
                return
        self._pay(own)
        if self.to_move == self.first:
            self.to_move = 1 - self.first
            self._decorate_from(1)
        else:
            self._end_round()

    def _break_line_without_hope(self, own: Seat, number: int) -> None:
        """R8.3, R8.4"""
        row = "abc"[(number - 1) // 2]
        if all(row + column in own.plates for column in "123"):
            for colour in own.lines[number - 1]:
                self._break_tile(own, colour)
            own.lines[number - 1] = ""

    def _spend(self, own: Seat, move: str) -> None:
        """R8.6, R9.4, R9.5"""
        if move != "stop":
            own.chips[move[1:]] -= 1
            self.spent.append(move[1:])
        elif self.spent:
            self.what, self.spent = "target", []
        else:
            self._decorate_from(int(self.about) + 1)

    def _move_tile(self, own: Seat, line: int, cell: Cell) -> None:
        """R8.5, R9.6, R10"""
        tiles = own.lines[line - 1]
        own.lines[line - 1] = ""
        own.dome[cell] = tiles[0]
        self.tower[tiles[0]] += len(tiles) - 1
        points = tile_points(own.dome, cell)
        own.score += points
        own.tile_points += points
        self._lay_special_tile(own, cell)
        self._decorate_from(line + 1)

    def _lay_special_tile(self, own: Seat, cell: Cell) -> None:
        """R10.2 If this cell was the last coloured one of a special plate."""
        for slot, (plate, turns) in own.plates.items():
            cells = cells_of(slot)
            if cell in cells and kind_of(plate) == "s":
                special = cells[turned(plate, turns).index("s")]
                if all(other in own.dome for other in cells if other != special):
                    own.dome[special] = SPECIAL_TILE
                    own.score += special[0]
                    own.special_points += special[0]

    def _pay(self, own: Seat) -> None:
        """R11"""
        broken = BROKEN_LOSS[len(own.broken)]
        marker = 2 if self.marker == self.to_move else 0
        own.broken_loss += broken
        own.marker_loss += marker
        own.score = max(0, own.score - broken - marker)
        self.tower.update(own.broken)
        own.broken = []

    def _end_round(self) -> None:
        """R12.1, R12.8, R13.1"""
        self.about = ""
        if self.round_number == 5:
            self.what, self.to_move = "end", self.first
            for own in self.seats:  # R13.2
                own.score = max(0, own.score + sum(goal_points(own, goal) for goal in self.goals))
            return
        self.round_number += 1
        if self.marker is not None:
            self.first, self.marker = self.marker, None
        for own in self.seats:
            own.tokens, own.taken = (0 if self.round_number == 5 else 2), 0
        self.what, self.to_move = "deal", self.first

    # Draws

    def deal(self, draw: str) -> None:
        trial = self.copy()
        groups = draw.split(" ")
        trial._deal_groups(groups)
        if groups:
            raise ValueError(f"{groups} cannot be drawn now")
        trial._do_what_is_not_asked()
        vars(self).update(vars(trial))

    def _deal_groups(self, groups: list[str]) -> None:
        match self.what:
            case "deal":
                self._turn_up_plates(groups)
                self._fill_suns(groups)
                for factory in self.small:
                    factory.chip = "?"
                self._name_chips(groups)
                self._begin()
            case "refill":
                self._turn_up_plates(groups)
                self._begin_after_refill()
            case "top":
                self._name_top(groups)
                self.what = "draw"
            case "fronts":
                self._name_fronts(groups)
                self._name_top(groups)
                self._look_at_hand()
            case "reveal":
                self._name_chips(groups)
                self._end_turn()
            case _:
                raise ValueError("no draw is awaited")

    def _begin(self) -> None:
        """R2.6, R3.2"""
        if self.round_number == 0:
            self.what, self.to_move = "start", 1 - self.first
        else:
            self.what, self.to_move = "act", self.first

    def _begin_after_refill(self) -> None:
        """R2.6, R2.8"""
        if self.to_move != self.first:
            self.what, self.to_move = "start", self.first
        else:
            self.round_number = 1
            self._begin()

    def _turn_up_plates(self, groups: list[str]) -> None:
        """R2.1, R12.2 Unseen plates come from the draw, then known ones out of the lots."""
        number = min(3 - len(self.display), self.stack)
        named = names_of_plates(next_group(groups), number) if number else []
        for plate in named:
            if plate not in self.unseen_plates() or self.top not in ("?", kind_of(plate)):
                raise ValueError(f"{plate} cannot be turned up")
            self.display.append(plate)
            self.stack -= 1
            self.top = "?"
        while len(self.display) < 3 and self.under:
            self.display.append(self.under[0][1].pop(0))
            self._look_at_top()
        if named:
            self._look_at_top()
        self._name_top(groups)

    def _name_top(self, groups: list[str]) -> None:
        """R14.10 The type of the new top, when a plate of that type can lie there."""
        if self.top != "?":
            return
        kind = next_group(groups)
        if kind not in self._kinds_of_stack():
            raise ValueError(f"{kind} cannot be the type of the top plate")
        self.top = kind

    def _kinds_of_stack(self) -> list[str]:
        """The types of the unseen plates in the stack, those in the hand left out."""
        kinds = [kind_of(plate) for plate in self.unseen_plates()]
        for token in self.hand:
            if "?" in token:
                kinds.remove(kind_of(token))
        return kinds

    def _name_fronts(self, groups: list[str]) -> None:
        """R4.6 The drawer looks at the unseen plates of the hand."""
        blind = [token for token in self.hand if "?" in token]
        named = names_of_plates(next_group(groups), len(blind))
        if not set(named) <= set(self.unseen_plates()):
            raise ValueError(f"{named} are not all unseen")
        if sorted(map(kind_of, named)) != sorted(map(kind_of, blind)):
            raise ValueError(f"{named} have other backs than {blind}")
        self.hand = named + [token for token in self.hand if "?" not in token]

    def _name_chips(self, groups: list[str]) -> None:
        """R5.7, R12.7"""
        for number in self._bare_chips():
            kind = next_group(groups)
            if not self.unseen[kind]:
                raise ValueError(f"there is no unseen chip {kind}")
            self.unseen[kind] -= 1
            self.small[number].chip = kind

    def _fill_suns(self, groups: list[str]) -> None:
        """R2.2, R12.3 Large, 1, 2, 3, 4."""
        suns = []
        for size in SUN_SIZES:
            group = next_group(groups)
            sun = Counter("" if group == "-" else group)
            if sun.total() != min(size, self.bag.total() + self.tower.total()):
                raise ValueError(f"{group} is not the number of tiles a sun gets")
            if not self._may_fill(sun, size):
                raise ValueError(f"{group} cannot be drawn from bag and tower")
            if self.bag.total() < size:  # R12.4
                self.bag, self.tower = self.bag + self.tower, Counter()
            self.bag -= sun
            suns.append(list(sun.elements()))
        self.large_sun = suns[0]
        for factory, tiles in zip(self.small, suns[1:], strict=True):
            factory.sun = tiles

    def _may_fill(self, sun: Counter[str], size: int) -> bool:
        """R2.3, R12.4 to R12.6 Whether these tiles can end up on a sun of this size."""
        bag, both = self.bag, self.bag + self.tower
        if bag.total() >= size:
            source = bag
            at_once = is_part(sun, bag)
        else:
            source = both
            at_once = is_part(bag, sun) and is_part(sun - bag, self.tower)
        if size == 4 or both.total() < 5 or is_plain(source):
            return at_once
        if is_plain(sun):
            return False  # drawn again
        first_may_be_plain = any(set(+bag) <= {c} and both[c] >= 5 for c in COLOURS)
        drawn_again = bag.total() < 5 and first_may_be_plain and is_part(sun, both)
        return at_once or drawn_again

    # Chance

    def random_deal(self, rng: random.Random) -> str:
        """R14.10 Draw what is awaited at random, deal it, and return the draw's text."""
        groups: list[str] = []
        hidden_chips = list(self.unseen.elements())
        match self.what:
            case "deal":
                suns = random_suns(self.bag, self.tower, rng)
                empty = sum(not sun for sun in suns[1:])
                groups += self._random_plates(rng)
                groups += [letters(sun) for sun in suns]
                groups += rng.sample(hidden_chips, empty)
            case "refill":
                groups += self._random_plates(rng)
            case "top":
                groups.append(rng.choice(self._kinds_of_stack()))
            case "fronts":
                groups.append(self._random_fronts(rng))
                if self.top == "?":
                    groups.append(rng.choice(self._kinds_of_stack()))
            case "reveal":
                groups += rng.sample(hidden_chips, len(self._bare_chips()))
        draw = " ".join(groups)
        self.deal(draw)
        return draw

    def _random_plates(self, rng: random.Random) -> list[str]:
        """Plates turned up, and the type of the next, from the unseen ones."""
        pool, turned_up, top = self.unseen_plates(), "", self.top
        number = min(3 - len(self.display), self.stack)
        for _ in range(number):
            plate = rng.choice([plate for plate in pool if top in ("?", kind_of(plate))])
            pool.remove(plate)
            turned_up += plate
            top = "?"
        if top == "?" and self.stack > number:
            return [turned_up, kind_of(rng.choice(pool))]
        return [turned_up] if turned_up else []

    def _random_fronts(self, rng: random.Random) -> str:
        """Fronts of the unseen plates in the hand, each set that fits the backs alike."""
        fronts: list[str] = []
        for kind in ("s", "j"):
            pool = [plate for plate in self.unseen_plates() if kind_of(plate) == kind]
            fronts += rng.sample(pool, self.hand.count(kind + "?"))
        return "".join(sorted(fronts, key=PLATES.index))


def next_group(groups: list[str]) -> str:
    if not groups:
        raise ValueError("the draw is too short")
    return groups.pop(0)


def names_of_plates(group: str, number: int) -> list[str]:
    """S3J2 as S3 and J2, when there are as many as asked for and no two alike."""
    named = [group[i : i + 2] for i in range(0, len(group), 2)]
    if len(named) != number or len(set(named)) != number or not set(named) <= set(PLATES):
        raise ValueError(f"{group} does not name {number} plates")
    return named


def random_suns(bag: Counter[str], tower: Counter[str], rng: random.Random) -> list[list[str]]:
    """R2.2, R2.3, R12.4 to R12.6 Fill five suns with the hand in the bag."""
    left, poured = list(bag.elements()), list(tower.elements())

    def draw_tiles(size: int) -> list[str]:
        nonlocal left, poured
        tiles: list[str] = []
        while len(tiles) < size and (left or poured):
            if not left:
                left, poured = poured, []
            tiles.append(left.pop(rng.randrange(len(left))))
        return tiles

    large = draw_tiles(5)
    while len(large) == 5 and len(set(large)) == 1 and set(left) - set(large):
        left += large
        large = draw_tiles(5)
    return [large, *(draw_tiles(size) for size in SUN_SIZES[1:])]


def naive_perft(game: NaiveDuel, depth: int) -> int:
    """Lines of that many moves; one that meets a draw or the end earlier counts as one."""
    if depth == 0 or game.awaiting != "move":
        return 1
    leaves = 0
    for move in game.legal_moves():
        after = game.copy()
        after.play(move)
        leaves += naive_perft(after, depth - 1)
    return leaves


def new_naive_game(rule_set: str, players: int) -> NaiveDuel:  # noqa: ARG001 - there is only one way to sit down
    """A game waiting for its first deal; every oracle offers this."""
    return NaiveDuel()
