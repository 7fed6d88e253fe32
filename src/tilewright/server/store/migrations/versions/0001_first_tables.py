"""The first tables: guests, games, seats, and the log of events."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "guest",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_guest"),
        sa.UniqueConstraint("token_hash", name="uq_guest_token_hash"),
    )
    op.create_table(
        "game",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("rule_set", sa.String(40), nullable=False),
        sa.Column("players", sa.SmallInteger(), nullable=False),
        sa.Column("invitation_hash", sa.String(64)),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("to_move", sa.SmallInteger()),
        sa.Column("computer_to_move", sa.Boolean(), nullable=False),
        sa.Column("scores", sa.String(60), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_game"),
    )
    op.create_index("ix_game_computer_to_move", "game", ["computer_to_move", "changed_at"])
    op.create_table(
        "seat",
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("number", sa.SmallInteger(), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("opponent", sa.String(60)),
        sa.Column("guest", sa.String(16)),
        sa.PrimaryKeyConstraint("game", "number", name="pk_seat"),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name="fk_seat_game"),
        sa.ForeignKeyConstraint(["guest"], ["guest.id"], name="fk_seat_guest"),
    )
    op.create_index("ix_seat_guest", "seat", ["guest"])
    op.create_table(
        "event",
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.SmallInteger()),
        sa.Column("command", sa.String(36)),
        sa.Column("asked", sa.String(32)),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game", "seq", name="pk_event"),
        sa.UniqueConstraint("game", "command", name="uq_event_game_command"),
        sa.ForeignKeyConstraint(["game"], ["game.id"], name="fk_event_game"),
    )
