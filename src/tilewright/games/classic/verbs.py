"""What the family's verbs mean in this room."""

from __future__ import annotations

from tilewright.core import verbs
from tilewright.games.classic import invariants, prospect, rules
from tilewright.games.classic.table import STATE

verbs.set_up.means(STATE, rules.set_up)
verbs.legal_moves.means(STATE, rules.legal_moves)
verbs.play.means(STATE, rules.play)
verbs.deal.means(STATE, rules.deal)
verbs.deal_exactly.means(STATE, rules.deal_exactly)
verbs.winners.means(STATE, rules.winners)
verbs.observe.means(STATE, rules.observe)
verbs.violations.means(STATE, invariants.violations)
verbs.prospect.means(STATE, prospect.prospect)
