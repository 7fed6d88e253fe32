"""A player who plays, deals, takes back, saves and loads in any order, watched by the oracle."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import tilewright
from tests.kit.builders import notations
from tests.kit.naive_classic import COLOURS, RULE_SETS, NaiveClassic
from tests.kit.pace import paced
from tilewright.play import entries
from tilewright.play.game import Game
from tilewright.records.plain import write_plain
from tilewright.records.record import write_json

pytestmark = pytest.mark.rules

PICK = st.integers(0, 999)


class Table(RuleBasedStateMachine):
    """One game and its oracle; ``before`` holds the oracle before each event, as Game does."""

    game: Game
    oracle: NaiveClassic
    before: list[tuple[str, NaiveClassic]]

    @initialize(rule_set=st.sampled_from(sorted(RULE_SETS)), players=st.integers(2, 4), seed=PICK)
    def begin(self, rule_set: str, players: int, seed: int) -> None:
        first = seed % players
        self.game = tilewright.new_game(rule_set, players, seed=seed, first=first, auto_deal=False)
        self.oracle = NaiveClassic(rule_set, players, first)
        self.before = []

    def awaits(self, what: str) -> bool:
        return self.game.awaiting == what

    def advance(self, pick: int) -> None:
        """One event: the deal that is due, or the move picked."""
        self.before.append((self.game.awaiting, self.oracle.copy()))
        if self.game.awaiting == "deal":
            self.oracle.deal(self.game.deal())
        else:
            moves = self.oracle.legal_moves()
            self.oracle.play(str(self.game.play(moves[pick % len(moves)])))

    @precondition(lambda self: not self.awaits("end"))
    @rule(pick=PICK)
    def go_on(self, pick: int) -> None:
        self.advance(pick)

    @precondition(lambda self: not self.awaits("end"))
    @rule(picks=st.lists(PICK, min_size=5, max_size=40))
    def go_on_for_a_while(self, picks: list[int]) -> None:
        for pick in picks:
            if not self.awaits("end"):
                self.advance(pick)

    @precondition(lambda self: bool(self.before))
    @rule()
    def take_back(self) -> None:
        """The last move and what was dealt after it; before the first move, the deal."""
        moves = [k for k, (awaited, _) in enumerate(self.before) if awaited == "move"]
        back_to = moves[-1] if moves else len(self.before) - 1
        self.game.undo()
        self.oracle = self.before[back_to][1]
        del self.before[back_to:]

    @precondition(lambda self: not self.before)
    @rule()
    def take_back_nothing(self) -> None:
        with pytest.raises(tilewright.IllegalMove, match="nothing to undo"):
            self.game.undo()

    @rule()
    def write_and_read_the_position(self) -> None:
        """A position has no past, so nothing can be taken back afterwards."""
        state = self.game.state.tobytes()
        self.game = tilewright.from_text(self.game.text, seed=1, auto_deal=False)
        assert self.game.state.tobytes() == state
        self.before = []

    @rule(as_json=st.booleans())
    def write_and_replay_the_record(self, as_json: bool) -> None:
        record = self.game.record()
        again = tilewright.replay(write_json(record) if as_json else write_plain(record))
        assert again.state.tobytes() == self.game.state.tobytes()
        assert again.events == self.game.events
        again.auto_deal = False
        again._dice[:] = self.game._dice  # a record does not keep them, and what is drawn must be the same each time
        self.game = again

    @invariant()
    def same_as_the_oracle(self) -> None:
        assert self.game.text == self.oracle.text()
        assert notations(self.game) == self.oracle.legal_moves()
        assert list(self.game.scores) == self.oracle.scores
        assert list(self.game.winners) == self.oracle.winners()

    @invariant()
    def no_tile_appears_or_vanishes(self) -> None:
        """R1.1 Counted on the table itself: twenty of each colour, a hundred in all."""
        table = self.game.state[0]
        tiles = Counter(dict(enumerate((table.bag + table.lid + table.offer.sum(axis=0)).tolist())))
        for board in table.boards[: self.game.players]:
            tiles.update(dict(enumerate(board.floor_tiles.tolist())))
            tiles.update(tile for tile in board.wall.ravel().tolist() if tile >= 0)
            for colour, n in zip(board.line_colour.tolist(), board.line_count.tolist(), strict=True):
                tiles[colour] += n
        assert [tiles[k] for k in range(len(COLOURS))] == [20] * 5
        assert entries.violations(self.game.state) == 0


TestTable = Table.TestCase
TestTable.settings = settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=paced(60, 4),
    stateful_step_count=paced(25, 8),
    suppress_health_check=list(HealthCheck),
)
