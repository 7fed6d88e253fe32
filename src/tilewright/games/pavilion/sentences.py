"""Every sentence about a move or a draw: what it does, what it brings, why it is not possible."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.core.shapes.moves import KIND, Parts
from tilewright.core.text.language import N_, Template, VerbForms, _, counted, fill, ngettext, tiles_of
from tilewright.core.text.reader import shorten
from tilewright.games.pavilion.components import (
    CENTRE,
    COST,
    LETTERS,
    NAMES,
    STAR_LETTERS,
    joker_of,
)
from tilewright.games.pavilion.deals import NO_FACTORY
from tilewright.games.pavilion.meta import COLOURED
from tilewright.games.pavilion.refusal import Reason

if TYPE_CHECKING:
    from tilewright.core.shapes.forecast import Forecast
    from tilewright.core.shapes.refusal import Refusal
    from tilewright.games.pavilion.components import State

HELP = N_("""\
Take tiles: factory and colour, 3G; 0 is the centre: 0O. A joker comes along by itself.
Place a tile: star and position, G5; with jokers in the price G5+2; where the colour is open C3:O+1.
Bonus tiles from the supply: *G. Words work too: bonus green, centre 3 with orange plus 1.
pass ends your round; of more than four tiles name those to keep, =G, and then done.
discard is passing with at most four tiles and giving up some of them.""")


# -- names --------------------------------------------------------------------------------------


def colour_name(letter: str) -> str:
    return _(NAMES[LETTERS.index(letter)])


def source_name(source: int) -> str:
    """A source in words."""
    return _("the centre") if source == CENTRE else _("factory {number}").format(number=source)


def star_name(letter: str, *, coloured: bool) -> str:
    """A star in words; on the monochrome side its letter only says where it lies."""
    if letter not in LETTERS:
        return _("the centre star")
    if coloured:
        return _("the {colour} star").format(colour=colour_name(letter))
    return _("star {letter}").format(letter=letter)


def place_name(place: int) -> str:
    """Where drawn tiles are laid, in words."""
    return _("the supply") if place == NO_FACTORY else _("factory {number}").format(number=place)


def tiles_in_letters(tiles: dict[str, int]) -> str:
    return " ".join(f"{letter}{n}" for letter, n in tiles.items()) or "-"


# -- what cannot be read --------------------------------------------------------------------------


def no_move(text: str) -> str:
    """What was typed cannot be read as a move."""
    return _(
        "{text} is not a move: take like 3G or 0O, place like G5, G5+2 or C3:O,"
        " choose like *G or =G, or write pass, discard or done"
    ).format(text=shorten(text))


def no_colour(text: str, parts: Parts) -> str:
    """What was typed leaves open which colour is placed."""
    return _("{text} does not say which colour is placed: write it like {space}:O").format(
        text=shorten(text), space=f"{parts['star']}{parts['position']}"
    )


def not_a_colour(letter: str) -> str:
    return _("{letter} is not a colour: the colours are {colours}").format(
        letter=shorten(letter), colours=" ".join(LETTERS)
    )


def nothing_after(place: int) -> str:
    return _("nothing is drawn after {place}").format(place=place_name(place))


def must_get(place: int, tiles: int) -> str:
    return ngettext("{place} must get {count} tile", "{place} must get {count} tiles", tiles).format(
        place=place_name(place), count=tiles
    )


# -- what a move does -----------------------------------------------------------------------------


def describe_move(state: State, parts: Parts) -> str:
    """A move in words, as a screen reader says it."""
    kind = parts[KIND]
    if kind == "draft":
        return _describe_draft(state, int(parts["source"]), parts["colour"])
    if kind == "place":
        return _describe_place(state, parts)
    colour = colour_name(parts["colour"]) if "colour" in parts else ""
    return fill(_DEEDS[kind], {"colour": colour})


_DEEDS: dict[str, Template] = {
    "pass": VerbForms(N_("passes"), N_("pass")),
    "discard": VerbForms(N_("passes and gives up tiles"), N_("pass and give up tiles")),
    "bonus": VerbForms(N_("takes {colour} from the supply"), N_("take {colour} from the supply")),
    "keep": VerbForms(N_("keeps {colour}"), N_("keep {colour}")),
    "done": VerbForms(N_("keeps no more"), N_("keep no more")),
    "draft": VerbForms(N_("takes {tiles} from {source}"), N_("take {tiles} from {source}")),
    "draft with joker": VerbForms(
        N_("takes {tiles} and 1 {joker} joker from {source}"), N_("take {tiles} and 1 {joker} joker from {source}")
    ),
    "place": VerbForms(
        N_("places {colour} on position {position} of {star}, paying {price}"),
        N_("place {colour} on position {position} of {star}, paying {price}"),
    ),
}


def _describe_draft(state: State, source: int, letter: str) -> str:
    joker, colour = int(joker_of(state)), LETTERS.index(letter)
    count = 1 if colour == joker else int(state.offer[source, colour])
    about = {"tiles": tiles_of(NAMES[colour], count), "joker": _(NAMES[joker]), "source": source_name(source)}
    comes_along = colour != joker and state.offer[source, joker]
    return fill(_DEEDS["draft with joker" if comes_along else "draft"], about)


def _describe_place(state: State, parts: Parts) -> str:
    star, position = STAR_LETTERS.index(parts["star"]), int(parts["position"])
    jokers = int(parts["jokers"])
    price = tiles_of(NAMES[LETTERS.index(parts["colour"])], COST[state.side, star, position - 1] - jokers)
    if jokers:
        both = ngettext("{tiles} and {jokers} as joker", "{tiles} and {jokers} as jokers", jokers)
        price = both.format(tiles=price, jokers=tiles_of(NAMES[joker_of(state)], jokers))
    about: dict[str, Any] = {
        "colour": colour_name(parts["colour"]),
        "position": position,
        "star": star_name(parts["star"], coloured=state.side == COLOURED),
        "price": price,
    }
    return fill(_DEEDS["place"], about)


# -- what a move brings ---------------------------------------------------------------------------


def describe_forecast(forecast: Forecast) -> str:
    """What a move gives and costs, in a few words."""
    if forecast.points_now is not None:
        said = [_("+{points} now").format(points=forecast.points_now)]
        if forecast.bonus_tiles:
            said.append(bonus_tiles(forecast.bonus_tiles))
        reached = [bonus for bonus in forecast.bonuses if not bonus.missing]
        said += [_(_COMPLETE[bonus.name]).format(points=bonus.points) for bonus in reached]
        return ", ".join(said)
    if forecast.may_keep is not None:
        kept = tiles_in_letters(forecast.kept or {})
        return _("kept {tiles}, up to {count} more").format(tiles=kept, count=forecast.may_keep)
    if forecast.kept is not None:
        said = [_("keeps {tiles}").format(tiles=tiles_in_letters(forecast.kept))]
    else:
        said = [_("hand {tiles}").format(tiles=tiles_in_letters(forecast.hand or {}))]
    if forecast.loses:
        said.append(_("-{points} now").format(points=forecast.loses))
    if forecast.marker:
        said.append(_("takes the token, starts the next round"))
    return ", ".join(said)


_COMPLETE = {
    "star": N_("star complete, +{points} at the end"),
    "number": N_("number complete, +{points} at the end"),
}


def bonus_tiles(count: int) -> str:
    return ngettext("{count} bonus tile", "{count} bonus tiles", count).format(count=count)


# -- why something is not possible ----------------------------------------------------------------


def describe_refusal(refusal: Refusal) -> str:
    """Why something is not possible."""
    about = {**refusal.parameters, "rule": refusal.rule}
    if "position" in about:
        about["space"] = f"{about['star']}{about['position']}"
    elif "star" in about:
        about["star"] = star_name(about["star"], coloured=about["coloured"])
    if "colour" in about:
        about["colour"] = colour_name(about["colour"])
    if "colours" in about:
        about["colours"] = ", ".join(map(colour_name, about["colours"]))
    if "source" in about:
        about["source"] = source_name(about["source"])
    if "place" in about:
        about["place"] = place_name(about["place"])
    if refusal.code == Reason.CANNOT_PAY and about["jokers"]:
        return fill(_CANNOT_PAY_WITH_JOKERS, about)
    return fill(_REFUSALS[Reason(refusal.code)], about)


_CANNOT_PAY_WITH_JOKERS = N_(
    "cost {cost} with {jokers} jokers needs {needs} {colour} tiles, and there are {count} in hand ({rule})"
)
_REFUSALS: dict[Reason, Template] = {
    Reason.TAKE_FIRST: N_("tiles are still on offer: take some first, like 3G"),
    Reason.TURN_OF_PLACING: N_("this is a turn of placing: place a tile, like G5, or pass"),
    Reason.BONUS_FIRST: N_("bonus tiles must be taken first, like *G ({rule})"),
    Reason.KEEP_FIRST: N_("say first what is kept, like =G, or done ({rule})"),
    Reason.NO_SUCH_FACTORY: N_("there are only {factories} factories"),
    Reason.SOURCE_EMPTY: N_("{source} is empty ({rule})"),
    Reason.COLOUR_NOT_THERE: N_("there is no {colour} tile in {source} ({rule})"),
    Reason.JOKER_NOT_OFFERED: N_(
        "{colour} is the joker, and {source} also has other colours: choose one of those ({rule})"
    ),
    Reason.NOT_IN_SUPPLY: N_("there is no {colour} tile in the supply ({rule})"),
    Reason.BONUS_OUT_OF_ORDER: N_("bonus tiles are taken in the order of the colours, and {colour} has been taken"),
    Reason.TOO_FEW_FROM_HERE: N_(
        "bonus tiles are taken in the order of the colours, and from {colour} on the supply has"
        " fewer than the {count} to be taken"
    ),
    Reason.KEPT_OUT_OF_ORDER: N_("tiles are kept in the order of the colours, and {colour} has been kept"),
    Reason.NONE_TO_KEEP: N_("there is no {colour} tile in hand ({rule})"),
    Reason.MANY_TILES: N_("with more than four tiles write pass, then say what is kept ({rule})"),
    Reason.SPACE_TAKEN: N_("{space} is taken ({rule})"),
    Reason.STAR_COMPLETE: N_("{star} is complete ({rule})"),
    Reason.STAR_HAS_COLOUR: N_("{star} takes each colour once and has {colours} ({rule})"),
    Reason.STAR_OF_ONE_COLOUR: N_("{star} takes only {colours} ({rule})"),
    Reason.STAR_ALL_ALIKE: N_("{star} has become all {colours} ({rule})"),
    Reason.STAR_ALL_DIFFERENT: N_("{star} has become all different and has {colours} ({rule})"),
    Reason.NONE_TO_PLACE: N_("there is no {colour} tile in hand, and one must be placed ({rule})"),
    Reason.JOKER_ITSELF: N_("{colour} is the joker colour itself, so no joker is counted ({rule})"),
    Reason.TOO_MANY_JOKERS: N_("a space of cost {cost} takes at most {most} jokers ({rule})"),
    Reason.JOKERS_MISSING: N_("there are only {count} {colour} tiles in hand as jokers ({rule})"),
    Reason.CANNOT_PAY: N_("cost {cost} needs {needs} {colour} tiles, and there are {count} in hand ({rule})"),
    Reason.NOTHING_FITS: N_("no colour in hand fits there and pays for it: {star} ({rule})"),
    Reason.WRONG_NUMBER: counted(
        "{wanted} tile must be drawn, not {drawn}", "{wanted} tiles must be drawn, not {drawn}", by="wanted"
    ),
    Reason.BAG_FIRST: counted(
        "{place} must get the {colour} tile that is left in the bag",
        "{place} must get all {count} {colour} tiles that are left in the bag",
        by="count",
    ),
    Reason.NOT_ENOUGH: N_("there are not enough {colour} tiles for {place}"),
}
