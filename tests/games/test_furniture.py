"""Every room has the same furniture, so that who knows one finds the way in the next."""

from __future__ import annotations

import ast
import json
from importlib import import_module
from pathlib import Path

import jsonschema
import numpy as np
import pytest

import tilewright
from tests.games.test_conformance import finished
from tilewright import games
from tilewright.core.contract import verbs
from tilewright.core.shapes.forecast import Forecast
from tilewright.play import schema

pytestmark = pytest.mark.rules

ROOT = Path(__file__).parents[2]
ROOMS = sorted({known.room for known in tilewright.rule_sets()})
FURNITURE = {
    "components",
    "deals",
    "effect_data",
    "evaluate",
    "forecast",
    "invariants",
    "keys",
    "meta",
    "moves",
    "notation",
    "picture",
    "points",
    "position",
    "prose",
    "refusal",
    "room",
    "rules",
    "searching",
    "sentences",
    "study",
    "view",
    "weights",
}


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_has_the_same_files(room: str) -> None:
    """A larger room keeps them in folders by what they are for; ``rules`` may be such a folder."""
    folder = Path(games.__file__).parent / room
    assert FURNITURE - {path.stem for path in (*folder.rglob("*.py"), folder / "rules") if path.exists()} == set()


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_is_a_package_by_its_name(room: str) -> None:
    """``import tilewright.games.classic.rules as rules`` asks for these one by one."""
    found = getattr(games, room)
    assert found.__name__ == f"tilewright.games.{room}"
    assert import_module(f"{found.__name__}.rules") is found.rules


@pytest.mark.parametrize("known", tilewright.rule_sets(), ids=lambda known: known.id)
def test_every_door_is_complete(known: tilewright.RuleSet) -> None:
    room = games.room(known)
    assert room.moves.space
    assert room.moves.reasons
    assert room.moves.silent_reasons <= set(room.moves.reasons)


def names_as_keys(text: str, names: set[str]) -> list[int]:
    """Lines where one of these names chooses something: as a key, an element, or what is compared."""
    found: list[int] = []
    for node in ast.walk(ast.parse(text)):
        chosen: list[ast.expr | None] = []
        if isinstance(node, ast.Dict):
            chosen = node.keys
        elif isinstance(node, ast.Set | ast.List | ast.Tuple):
            chosen = [*node.elts]
        elif isinstance(node, ast.Subscript):
            chosen = [node.slice]
        elif isinstance(node, ast.Compare):
            chosen = [node.left, *node.comparators]
        elif isinstance(node, ast.MatchValue):
            chosen = [node.value]
        found += [one.lineno for one in chosen if isinstance(one, ast.Constant) and one.value in names]
    return found


def test_nothing_outside_the_rooms_asks_which_game_it_is() -> None:
    names = {known.id for known in tilewright.rule_sets()} | set(ROOMS)
    package, rooms = Path(tilewright.__file__).parent, Path(games.__file__).parent
    for path in package.rglob("*.py"):
        if rooms not in path.parents:
            assert names_as_keys(path.read_text(), names) == [], path

    assert names_as_keys('x = {"duel": 2}\ny = kinds["classic"]\nif a == "pavilion": pass', names) == [1, 2, 3]
    assert names_as_keys('def begin(rule_set="classic"): pass', names) == [], "a default chooses nothing"


def test_a_word_without_a_meaning_and_a_meaning_without_a_word_are_named() -> None:
    layout = np.dtype([("nothing", np.int16)])
    meanings = dict.fromkeys(verbs.VERBS, print)
    with pytest.raises(TypeError, match="must say what these words mean: play, key"):
        verbs.bind(layout, **{name: meaning for name, meaning in meanings.items() if name not in ("play", "key")})
    with pytest.raises(TypeError, match="no game knows these words: juggle"):
        verbs.bind(layout, **meanings, juggle=print)


# -- schemas ----------------------------------------------------------------------------------------


def test_the_schemas_in_the_docs_are_up_to_date(tmp_path: Path) -> None:
    """When this fails, run python -m tilewright.play.schema."""
    schema.write(tmp_path)
    written = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert written == {path.name: path.read_text() for path in (ROOT / "docs/schema").iterdir()}


@pytest.mark.parametrize("known", tilewright.rule_sets(), ids=lambda known: known.id)
def test_views_and_moves_are_as_the_schema_says(known: tilewright.RuleSet) -> None:
    room = schema.schemas()[known.room]
    views, moves = jsonschema.Draft202012Validator(room), jsonschema.Draft202012Validator(room["$defs"]["move"])
    views.check_schema(room)
    game = tilewright.new_game(known.id, known.players[-1], seed=5)
    for view in (game, game.view(0), game.view(-1), finished(known.id, known.players[0], 1)):
        views.validate(json.loads(json.dumps(view.as_data())))
    for move in game.legal_moves[:5]:
        moves.validate(dict(move.parts))
    spoilt = game.as_data() | {"phase": "asleep"}
    assert not views.is_valid(spoilt)


def test_choices_and_forecasts_are_as_the_shared_schema_says() -> None:
    shared = schema.schemas()["shared"]
    game = tilewright.new_game("classic", 2, seed=1)
    for part, data in (
        ("Choices", game.choices({"source": "1", "colour": "B"}).as_data()),
        ("Choices", game.choices().as_data()),
        ("Forecast", Forecast().as_data()),
    ):
        jsonschema.Draft202012Validator({**shared, "$ref": f"#/$defs/{part}"}).validate(data)


@pytest.mark.parametrize("room", ROOMS)
def test_points_of_the_end_are_told_from_those_of_rounds(room: str) -> None:
    study = games.study(next(known for known in games.rule_sets() if known.room == room))
    bonuses = [name for name in study.points.names if study.points.is_bonus(name)]
    assert bonuses
    assert not {*bonuses} & {*study.points.tiles, *study.points.losses, *study.points.costs, *study.points.start}
