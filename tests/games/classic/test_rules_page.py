"""The rules page, the code and the tests speak of the same rules."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.rules

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs/rules/classic.md").read_text()
RULES = re.findall(r"^- \*\*(R\d+\.\d+)\*\*", PAGE, flags=re.MULTILINE)
RULINGS = re.findall(r"^\| (E[BGC]\d+) \|", PAGE, flags=re.MULTILINE)
ALL_RULINGS = [f"EB{n}" for n in range(1, 27)] + [f"EG{n}" for n in range(1, 11)] + [f"EC{n}" for n in range(1, 11)]


def cited_by_tests() -> set[str]:
    """Every rule and ruling in a test's name or docstring."""
    found: set[str] = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.update(re.findall(r"R\d+\.\d+", ast.get_docstring(node) or ""))
                name = node.name.upper() + "_"
                found.update(re.findall(r"(?<=_)(?:E[BGC]\d+)(?=_)", name))
    return found


CITED = cited_by_tests()


def test_the_page_numbers_its_rules_without_gaps() -> None:
    sections: dict[int, list[int]] = {}
    for rule in RULES:
        section, number = rule[1:].split(".")
        sections.setdefault(int(section), []).append(int(number))
    assert list(sections) == [1, 2, 3, 4, 5, 6, 7]
    assert all(numbers == list(range(1, len(numbers) + 1)) for numbers in sections.values())


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_has_a_test_that_cites_it(rule: str) -> None:
    assert rule in CITED


@pytest.mark.parametrize("ruling", ALL_RULINGS)
def test_every_ruling_has_a_test_named_after_it(ruling: str) -> None:
    assert ruling in CITED


def test_the_page_and_the_tests_know_no_other_numbers() -> None:
    assert set(RULINGS) <= set(ALL_RULINGS)
    assert set(RULES) | set(ALL_RULINGS) >= CITED


@pytest.mark.parametrize(
    "path", sorted((ROOT / "src/tilewright/games/classic").glob("*.py")), ids=lambda path: path.name
)
def test_every_rule_that_the_code_cites_is_on_the_page(path: Path) -> None:
    assert set(re.findall(r"R\d+\.\d+", path.read_text())) <= set(RULES)
