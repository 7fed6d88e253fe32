"""The terminal speaks one language at a time: no word of the English program is left in the French and Dutch ones."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from scripts.catalogue import LANGUAGES

import tilewright
from tests.cli.inside import run
from tests.cli.terminal import Terminal
from tilewright.cli.screen import LINES_BESIDE
from tilewright.core.text.language import _, speaking
from tilewright.core.text.terminal_flow import line_width
from tilewright.play.game import Game
from tilewright.puzzles.collection import collection
from tilewright.records.record import write_json

ROOMS = ("classic", "classic-grey", "pavilion", "duel")
QUESTIONS = "r\nr 9\nu\nl\n?\nt\nm\nm xyz\nxyz\nh\n"

SAME = {
    "fr": """bonus centre chance double estimation duel expert face joker jokers orange pile place point points position
        positions six solution statue table terminal turquoise violet zone""",
    "nl": """blunder bonus browser duel expert hand joker jokers later letters over per rating score start tablet
        terminal zone""",
}
"""Words that are spelled alike in English and here."""

TYPED = "draw stop pass discard done help undo show scores quit save random"
"""What is typed, in every language."""

RULE_SETS = sorted((known.id for known in tilewright.rule_sets()), key=len, reverse=True)
NOTATION = re.compile(
    r"^\w+ +thinker:\d+|^[a-z-]+ +\d+  |(?:of kind|de la sorte|van de soort) \w+"
    r"|`[^`]*`|/\S+|\S+\.json|\[[^\]]*\]|\([A-Z]\d[\d.]*\)|--\w+|'[^']*'|\b(?:thinker|greedy)\b|Tilewright"
    rf"|\b(?:{'|'.join([*RULE_SETS, *TYPED.split()])})\b"
    r"|(?:Words work too|En mots aussi|Woorden mogen ook) ?:[^\n]*",
    re.MULTILINE,
)
COMMAND = re.compile(r"^  [?a-z]  \w+ *(?:\[\w+\])?", re.MULTILINE)
WORD = re.compile(r"[^\W\d_]{3,}")


def short_record(folder: Path) -> Path:
    path = folder / "game.json"
    path.write_text(write_json(finished_game("classic").record(["Zx", "Qv"])))
    return path


@cache
def finished_game(rule_set: str) -> Game:
    game = tilewright.new_game(rule_set, seed=3)
    greedy = tilewright.bot("greedy")
    while game.awaiting == "move":
        game.play(greedy.choose(game.view(game.to_move or 0)).move)
    return game


def words_of(said: str) -> set[str]:
    """The words in what was said, without what is typed or written the same everywhere."""
    without = NOTATION.sub(" ", COMMAND.sub(" ", said))
    return {word.lower() for word in WORD.findall(without) if not word.isupper()}


def left_in_english(language: str, *arguments: str, typed: str = "") -> set[str]:
    """Words that the program says in English, and in this language too."""
    english = run(*arguments, typed=typed)
    spoken = run("--language", language, *arguments, typed=typed)
    assert english.returncode == spoken.returncode == 0, spoken.stderr
    assert len(english.stdout) > 40, "there is something to compare"
    return words_of(english.stdout) & words_of(spoken.stdout) - set(SAME[language].split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("plain", [(), ("--plain",)])
@pytest.mark.parametrize("rule_set", ROOMS)
def test_a_game_is_played_without_an_english_word(rule_set: str, plain: tuple[str, ...], language: str) -> None:
    game = tilewright.new_game(rule_set, seed=4)
    moves: list[str] = []
    while len(moves) < 6:
        moves.append(str(game.legal_moves[0]))
        game.play(moves[-1])
    typed = QUESTIONS + "\n".join(moves) + f"\n{QUESTIONS}o\nu\nq\n"
    seats = ("--seats", "human,random", "--seed", "4", "--first", "0")

    assert left_in_english(language, "play", rule_set, *seats, *plain, typed=typed) == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule_set", ROOMS)
def test_a_game_ends_and_is_replayed_without_an_english_word(rule_set: str, language: str, tmp_path: Path) -> None:
    over = ("play", rule_set, "--seats", "greedy,greedy", "--seed", "4", "--first", "0")
    assert left_in_english(language, *over) == set()
    path = tmp_path / "game.json"
    path.write_text(write_json(finished_game(rule_set).record(["Zx", "Qv"])))
    assert left_in_english(language, "replay", str(path)) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_analysis_is_told_without_an_english_word(language: str, tmp_path: Path) -> None:
    file = str(short_record(tmp_path))
    assert left_in_english(language, "analyse", file, "--nodes", "60", "--luck", "--graph") == set()
    game = tilewright.new_game("classic", seed=3)
    for plain in ((), ("--plain",)):
        assert left_in_english(language, "analyse", game.text, "--nodes", "60", *plain) == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule_set", ROOMS)
def test_a_puzzle_is_posed_and_explained_without_an_english_word(
    rule_set: str, language: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    puzzle = collection(rule_set)[0]
    wrong = next(iter(puzzle.refutations))
    typed = f"?\nm\n{wrong}\n{puzzle.best[0]}\n"
    said = []
    for tongue in ("en", language):
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / tongue))  # the first try is told of
        done = run("--language", tongue, "puzzle", "--id", puzzle.id, typed=typed)
        assert done.returncode == 0, done.stderr
        said.append(words_of(done.stdout.replace(puzzle.id, "")))
    assert said[0] & said[1] - set(SAME[language].split()) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_there_is_is_listed_without_an_english_word(language: str, tmp_path: Path, kept: Path) -> None:
    kept.mkdir(parents=True)
    short_record(kept), short_record(tmp_path)
    finished = finished_game("classic")
    typed = "help\nshow\n" + finished.text
    for arguments in (
        ("rules",),
        ("opponents",),
        ("puzzles", "list"),
        ("games",),
        ("odds", tilewright.new_game("classic", seed=3).text),
        ("odds", tilewright.new_game("pavilion", seed=3).text),
        ("show", tilewright.new_game("pavilion", seed=3).text, "--moves"),
        ("statistics", str(tmp_path), "--player", "Zx", "--nodes", "20"),
        ("solve", finished_before_the_end().text),
    ):
        assert left_in_english(language, *arguments, typed=typed) == set(), arguments


def finished_before_the_end() -> Game:
    game = tilewright.new_game("classic", seed=3)
    greedy = tilewright.bot("greedy")
    while len(game.legal_moves) > 6 or game.awaiting != "move":
        game.play(greedy.choose(game.view(game.to_move or 0)).move)
    return game


@pytest.mark.parametrize("language", LANGUAGES)
def test_typing_in_is_asked_for_without_an_english_word(language: str, tmp_path: Path) -> None:
    for tongue in ("en", language):
        (tmp_path / tongue).mkdir()
    said = [
        run(
            "--language",
            tongue,
            "type-in",
            str(tmp_path / tongue / "x.txt"),
            typed="help\nshow\nBBYR KKWW RRYY BWKY BBBB\n1R1\n",
        )
        for tongue in ("en", language)
    ]
    assert [done.returncode for done in said] == [0, 0], said[1].stderr
    english, spoken = (words_of(done.stdout) for done in said)
    assert english & spoken - set(SAME[language].split()) == set()


# -- what fits ------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
@pytest.mark.parametrize("rule_set", ROOMS)
def test_the_table_fits_a_small_terminal_at_every_moment(rule_set: str, language: str) -> None:
    """80 columns and 24 lines are enough for every game, in every language, all through it."""
    game = tilewright.new_game(rule_set, seed=4)
    greedy = tilewright.bot("greedy")
    with speaking(language):
        names = [_("You"), "thinker:3"]
        while game.awaiting == "move":
            for eye in (0, 1):
                drawn = game.view(eye).picture(names, width=80, height=24 - LINES_BESIDE, eye=eye)
                assert len(drawn) <= 24 - LINES_BESIDE, (len(game.moves), eye)
                assert max(map(line_width, drawn)) <= 80, (len(game.moves), eye)
            game.play(greedy.choose(game.view(game.to_move or 0)).move)


@pytest.mark.parametrize(("language", "asks"), [("fr", "Votre coup :"), ("nl", "Jouw zet:")])
def test_the_duel_table_of_a_first_game_is_seen_whole(language: str, asks: str) -> None:
    arguments = ("play", "duel", "--seed", "4", "--first", "0", "--name", "Ann", "--level", "2")
    with Terminal("--language", language, *arguments) as it:
        shown = it.until(asks).split("\n")
    with speaking(language):
        beginning = _("Set-up")
    headline = max(k for k, line in enumerate(shown) if line.startswith(beginning))
    assert len(shown[headline:]) <= 24 - LINES_BESIDE + 1, "the table and the question"
