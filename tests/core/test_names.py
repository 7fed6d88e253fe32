"""Which characters names may have, and that a name turns nothing around it."""

from __future__ import annotations

import pytest

from tilewright.core.text.names import END, ISOLATE, can_be_seen, isolated, unseen

pytestmark = pytest.mark.rules


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Ann", None),
        ("Zoë 2", None),
        ("\u202eAnn", "\u202e"),
        ("A\u200bnn", "\u200b"),
        ("\u3164", "\u3164"),
        ("a\n", "\n"),
    ],
)
def test_the_first_character_that_nobody_sees_is_named(name: str, found: str | None) -> None:
    assert unseen(name) == found


@pytest.mark.parametrize(("name", "seen"), [("Ann", True), ("7", True), ("!", True), (" ", False), ("\u0301", False)])
def test_a_name_needs_something_to_see(name: str, seen: bool) -> None:
    assert can_be_seen(name) is seen


def test_a_name_is_set_apart_only_where_it_runs_the_other_way() -> None:
    assert isolated("Ann") == "Ann"
    assert isolated("\u202eAnn") == "Ann"
    assert isolated("\u05d0\u05d1") == f"{ISOLATE}\u05d0\u05d1{END}"
