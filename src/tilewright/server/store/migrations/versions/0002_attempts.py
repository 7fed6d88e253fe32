"""Tries at puzzles, with the ratings that each leaves."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "attempt",
        sa.Column("guest", sa.String(16), nullable=False),
        sa.Column("rule_set", sa.String(40), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("puzzle", sa.String(10), nullable=False),
        sa.Column("move", sa.String(80), nullable=False),
        sa.Column("solved", sa.Boolean(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("change", sa.Double(), nullable=False),
        sa.Column("puzzle_rating", sa.Double(), nullable=False),
        sa.Column("puzzle_deviation", sa.Double(), nullable=False),
        sa.Column("puzzle_attempts", sa.Integer(), nullable=False),
        sa.Column("puzzle_change", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("guest", "rule_set", "number", name="pk_attempt"),
        sa.UniqueConstraint("guest", "puzzle", "move", name="uq_attempt_guest_puzzle_move"),
        sa.ForeignKeyConstraint(["guest"], ["guest.id"], name="fk_attempt_guest"),
    )
    op.create_index("ix_attempt_puzzle", "attempt", ["puzzle", "puzzle_attempts"])
