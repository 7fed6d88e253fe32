"""Moves and draws as people write, type and hear them; docs/notation.md defines them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.core import words
from tilewright.core.errors import BadText
from tilewright.core.text import shorten
from tilewright.games.pavilion import moves as codes
from tilewright.games.pavilion.components import (
    CENTRE,
    CENTRE_STAR,
    COLOURS,
    COST,
    FACTORIES_FOR,
    LETTERS,
    NAMES,
    PLACING,
    SETTING_UP,
    STAR_LETTERS,
    SUPPLY_SPACES,
    TILES_PER_FACTORY,
)
from tilewright.games.pavilion.meta import COLOURED
from tilewright.games.pavilion.placing import joker_of
from tilewright.games.pavilion.position import letters

if TYPE_CHECKING:
    from tilewright.games.pavilion.components import State

_HUB = "#"  # the word "centre": a star before a position, a source otherwise
_WORDS = {
    _HUB: words.CENTRE,
    "P": words.PURPLE,
    "G": words.GREEN,
    "O": words.ORANGE,
    "Y": words.YELLOW,
    "B": words.BLUE,
    "R": words.RED,
    "*": ("bonus",),
    "=": ("keep",),
    ":": ("with",),
    "+": ("plus",),
}
_SHORT = {word: short for short, group in _WORDS.items() for word in group}
_WORD = re.compile(r"[^\W\d_]{2,}")
_DRAFT = re.compile(r"([0-9])([PGOYBR])")
_PLACE = re.compile(r"([PGOYBRC])([1-6])(?::([PGOYBR]))?(?:\+([0-5]))?")
_CHOICE = re.compile(r"([*=])([PGOYBR])")
_PASSES = {"PASS": codes.PASS, "DISCARD": codes.DISCARD, "DONE": codes.DONE}
_PASS_WORDS = {code: word.lower() for word, code in _PASSES.items()}

HELP = """\
Take tiles: factory and colour, 3G; 0 is the centre: 0O. A joker comes along by itself.
Place a tile: star and position, G5; with jokers in the price G5+2; where the colour is open C3:O+1.
Bonus tiles from the supply: *G. Words work too: bonus green, centre 3 with orange plus 1.
pass ends your round; of more than four tiles name those to keep, =G, and then done.
discard is passing with at most four tiles and giving up some of them."""


def name_space(star: int, position: int) -> str:
    """A space as star and position."""
    return f"{STAR_LETTERS[star]}{position + 1}"


def _leaves_colour_open(state: State, star: int) -> bool:
    return state.side != COLOURED or star == CENTRE_STAR


def name_move(state: State, move: int) -> str:
    """The short form of a move."""
    if move < codes.DRAFTS:
        return f"{codes.source_of(move)}{LETTERS[codes.drafted(move)]}"
    if move < codes.PASS:
        star, jokers = codes.star_of(move), codes.jokers_of(move)
        space = name_space(star, codes.position_of(move))
        colour = f":{LETTERS[codes.placed(move)]}" if _leaves_colour_open(state, star) else ""
        return space + colour + (f"+{jokers}" if jokers else "")
    if move in _PASS_WORDS:
        return _PASS_WORDS[move]
    if move < codes.KEEPS:
        return f"*{LETTERS[move - codes.BONUSES]}"
    return f"={LETTERS[move - codes.KEEPS]}"


def parse_move(state: State, text: str) -> int:
    """Understand a move in short form or in words."""
    short = _WORD.sub(lambda match: _SHORT.get(match.group().lower(), match.group()), text)
    short = re.sub(r"\s+", "", short).upper()
    short = re.sub(r"#(?=[1-6])", "C", short).replace(_HUB, str(CENTRE))
    if match := _DRAFT.fullmatch(short):
        return codes.draft(int(match[1]), LETTERS.index(match[2]))
    if match := _PLACE.fullmatch(short):
        return _parse_place(state, text, match)
    if match := _CHOICE.fullmatch(short):
        choose = codes.bonus if match[1] == "*" else codes.keep
        return choose(LETTERS.index(match[2]))
    if short in _PASSES:
        return _PASSES[short]
    raise BadText(
        f"{shorten(text)} is not a move: take like 3G or 0O, place like G5, G5+2 or C3:O,"
        " choose like *G or =G, or write pass, discard or done"
    )


def _parse_place(state: State, text: str, match: re.Match[str]) -> int:
    star, position = STAR_LETTERS.index(match[1]), int(match[2]) - 1
    letter = match[3]
    if letter is None:
        if _leaves_colour_open(state, star):
            raise BadText(f"{shorten(text)} does not say which colour is placed: write it like {match[1]}{match[2]}:O")
        letter = match[1]
    return codes.place(star, position, LETTERS.index(letter), int(match[4] or 0))


def place_name(source: int) -> str:
    """A source in words."""
    return "the centre" if source == CENTRE else f"factory {source}"


def star_name(state: State, star: int) -> str:
    """A star in words; on the monochrome side its letter only says where it lies."""
    if star == CENTRE_STAR:
        return "the centre star"
    return f"the {NAMES[star]} star" if state.side == COLOURED else f"star {STAR_LETTERS[star]}"


def describe_move(state: State, move: int) -> str:
    """A move in words, as a screen reader says it."""
    if move < codes.DRAFTS:
        return _describe_draft(state, codes.source_of(move), codes.drafted(move))
    if move < codes.PASS:
        return _describe_place(state, move)
    if move in _PASS_WORDS:
        return {
            codes.PASS: "passes",
            codes.DISCARD: "passes and gives up tiles",
            codes.DONE: "keeps no more",
        }[move]
    if move < codes.KEEPS:
        return f"takes {NAMES[move - codes.BONUSES]} from the supply"
    return f"keeps {NAMES[move - codes.KEEPS]}"


def _describe_draft(state: State, source: int, colour: int) -> str:
    joker = joker_of(state)
    where = place_name(source)
    if colour == joker:
        return f"takes 1 {NAMES[joker]} from {where}"
    extra = f" and 1 {NAMES[joker]} joker" if state.offer[source, joker] else ""
    return f"takes {state.offer[source, colour]} {NAMES[colour]}{extra} from {where}"


def _describe_place(state: State, move: int) -> str:
    star, position = codes.star_of(move), codes.position_of(move)
    colour, jokers = codes.placed(move), codes.jokers_of(move)
    cost = int(COST[state.side, star, position])
    price = f"{cost - jokers} {NAMES[colour]}"
    if jokers:
        price += f" and {jokers} {NAMES[joker_of(state)]} as {'joker' if jokers == 1 else 'jokers'}"
    return f"places {NAMES[colour]} on position {position + 1} of {star_name(state, star)}, paying {price}"


# -- draws --------------------------------------------------------------------------------------


def groups_due(state: State) -> list[int]:
    """The sizes of the groups that the draw has when there are tiles enough (R1.6, R4.8, R6.3)."""
    if state.phase == PLACING:
        return [SUPPLY_SPACES - int(state.supply.sum())]
    factories = [TILES_PER_FACTORY] * int(FACTORIES_FOR[state.players])
    return [SUPPLY_SPACES, *factories] if state.phase == SETTING_UP else factories


def _group_name(state: State, number: int) -> str:
    """The group with this number, from 0, in words."""
    if state.phase == PLACING or (state.phase == SETTING_UP and number == 0):
        return "the supply"
    return f"factory {number if state.phase == SETTING_UP else number + 1}"


def name_deal(state: State, drawn: Sequence[int]) -> str:
    """The tiles drawn, group by group, each in the order of the colours."""
    groups = []
    rest = list(drawn)
    for size in groups_due(state):
        group, rest = rest[:size], rest[size:]
        if group:
            groups.append(letters([group.count(colour) for colour in range(COLOURS)]))
    return " ".join(groups) or "-"


def parse_deal(state: State, text: str) -> list[int]:
    """Understand the tiles of a draw, group by group."""
    drawn: list[int] = []
    if text.strip() == "-":
        return drawn
    sizes = groups_due(state)
    short = -1  # the group that has too few tiles; only the last one may
    for number, match in enumerate(re.finditer(r"\S+", text)):
        group, column = match.group().upper(), match.start() + 1
        for k, letter in enumerate(group):
            if letter not in LETTERS:
                raise BadText(
                    f"{shorten(letter)} is not a colour: the colours are {' '.join(LETTERS)}",
                    column=column + k,
                )
        if number >= len(sizes):
            raise BadText(f"nothing is drawn after {_group_name(state, number - 1)}", column=column)
        wrong = number if len(group) > sizes[number] else short
        if wrong >= 0:
            raise BadText(f"{_group_name(state, wrong)} must get {_count_of(sizes[wrong])}", column=column)
        short = number if len(group) < sizes[number] else -1
        drawn += [LETTERS.index(letter) for letter in group]
    return drawn


def _count_of(tiles: int) -> str:
    return "1 tile" if tiles == 1 else f"{tiles} tiles"


def why_not_deal(state: State, drawn: Sequence[int]) -> str:
    """Why these tiles cannot be drawn now (R4.9); "" when they can."""
    bag, tower = state.bag.tolist(), state.tower.tolist()
    sizes = groups_due(state)
    wanted = min(sum(sizes), sum(bag) + sum(tower))
    if len(drawn) != wanted:
        return f"{_count_of(wanted)} must be drawn, not {len(drawn)}"
    rest = list(drawn)
    for number, size in enumerate(sizes):
        tiles, rest = rest[:size], rest[size:]
        where = _group_name(state, number)
        if len(tiles) > sum(bag):  # all of the bag is drawn, the tower gives the rest
            for colour, name in enumerate(NAMES):
                if tiles.count(colour) < bag[colour]:
                    return f"{where} must get all {bag[colour]} {name} tiles that are left in the bag"
            bag, tower = [b + t for b, t in zip(bag, tower, strict=True)], [0] * COLOURS
        for colour, name in enumerate(NAMES):
            bag[colour] -= tiles.count(colour)
            if bag[colour] < 0:
                return f"there are not enough {name} tiles for {where}"
    return ""
