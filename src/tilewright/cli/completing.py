"""What the shell offers when Tab is pressed. Each function is given the beginning of a word.

Nothing here loads the compiler: an answer has to come while the finger is still on the key. Where nothing fits, the
shell completes names of files by itself.
"""

from __future__ import annotations

from glob import escape

Offered = list[tuple[str, str]]
"""Words with what they mean; shells that show no meanings leave them out."""


def rule_sets(incomplete: str) -> Offered:
    """The rule sets."""
    from tilewright import games

    return [(known.id, known.title) for known in games.rule_sets() if known.id.startswith(incomplete)]


def rule_sets_and_kept_games(incomplete: str) -> Offered:
    """What can be played: a rule set, or a game that was begun."""
    return rule_sets(incomplete) + kept_games(incomplete)


def kept_games(incomplete: str) -> Offered:
    """The games kept by the terminal, the latest first."""
    from tilewright.cli.places import games_folder

    return [(path.name, "") for path in sorted(games_folder().glob(f"{escape(incomplete)}*.json"), reverse=True)]


def opponents(incomplete: str) -> Offered:
    """The opponents by name: the levels, and the two that do not think."""
    from tilewright.bots.opponents import LEVELS

    levels = [(level.name, f"level {number}") for number, level in enumerate(LEVELS, start=1)]
    others = [("greedy", "takes the most points at once"), ("random", "plays any legal move")]
    return [(name, meaning) for name, meaning in levels + others if name.startswith(incomplete)]


def seats(incomplete: str) -> Offered:
    """Who may sit behind the last comma."""
    before, comma, last = incomplete.rpartition(",")
    people = [("human", "somebody at this keyboard")] if "human".startswith(last) else []
    return [(f"{before}{comma}{name}", meaning) for name, meaning in people + opponents(last)]


def levels(incomplete: str) -> Offered:
    """The levels as numbers."""
    from tilewright.bots.opponents import LEVELS

    numbered = [(str(number), level.title) for number, level in enumerate(LEVELS, start=1)]
    return [one for one in numbered if one[0].startswith(incomplete)]
