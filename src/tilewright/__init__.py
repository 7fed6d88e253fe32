"""Play, study and research the Azul family of tile games.

>>> import tilewright
>>> game = tilewright.new_game("classic", players=2, seed=7)
>>> game.play(game.legal_moves[0])  # doctest: +ELLIPSIS
Move(code=..., notation='...')
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tilewright.bots.bot import Budget
    from tilewright.bots.names import bot
    from tilewright.bots.opponents import opponents
    from tilewright.core.contract.meta import RuleSet
    from tilewright.core.errors import (
        BadArgument,
        BadData,
        BadOption,
        BadPosition,
        BadRecord,
        BadText,
        CannotWrite,
        IllegalDeal,
        IllegalMove,
        NotInstalled,
        TilewrightError,
        UnknownBot,
        UnknownRuleSet,
        UnknownSeat,
        WrongPlayers,
    )
    from tilewright.play.game import Game, from_text, new_game
    from tilewright.play.move import Move
    from tilewright.play.position import Position, from_data
    from tilewright.play.replay import replay
    from tilewright.search.stop import Stop

__version__ = "0.2.0"
__all__ = [
    "BadArgument",
    "BadData",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "BadText",
    "Budget",
    "CannotWrite",
    "Game",
    "IllegalDeal",
    "IllegalMove",
    "Move",
    "NotInstalled",
    "Position",
    "RuleSet",
    "Stop",
    "TilewrightError",
    "UnknownBot",
    "UnknownRuleSet",
    "UnknownSeat",
    "WrongPlayers",
    "bot",
    "from_data",
    "from_text",
    "new_game",
    "opponents",
    "replay",
    "rule_sets",
]

# Loaded when first asked for: help texts and lists must not wait for the compiler.
_WHERE = {
    "BadData": "core.errors",
    "BadPosition": "core.errors",
    "BadRecord": "core.errors",
    "BadText": "core.errors",
    "CannotWrite": "core.errors",
    "IllegalDeal": "core.errors",
    "IllegalMove": "core.errors",
    "TilewrightError": "core.errors",
    "UnknownRuleSet": "core.errors",
    "WrongPlayers": "core.errors",
    "UnknownSeat": "core.errors",
    "UnknownBot": "core.errors",
    "NotInstalled": "core.errors",
    "BadOption": "core.errors",
    "BadArgument": "core.errors",
    "RuleSet": "core.contract.meta",
    "Budget": "bots.bot",
    "bot": "bots.names",
    "opponents": "bots.opponents",
    "Game": "play.game",
    "from_text": "play.game",
    "new_game": "play.game",
    "Move": "play.move",
    "Position": "play.position",
    "from_data": "play.position",
    "replay": "play.replay",
    "Stop": "search.stop",
}


def rule_sets() -> list[RuleSet]:
    """Every rule set there is: id, title, players, year, designer, options."""
    from tilewright import games

    return list(games.rule_sets())


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module 'tilewright' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"tilewright.{_WHERE[name]}"), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
