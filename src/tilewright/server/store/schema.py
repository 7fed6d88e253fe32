"""The tables of the database. ``event`` is the truth; everything in ``game`` and ``seat`` follows from it.

``attempt`` is a log too: of tries at puzzles, each row with the ratings it leaves.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

guest = Table(
    "guest",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("token_hash", String(64), nullable=False, unique=True),  # the token itself is with the guest alone
    Column("token_used_at", BigInteger, nullable=False, server_default="0"),  # to the day
    Column("created_at", BigInteger, nullable=False),  # milliseconds since 1970, as all times here
)

game = Table(
    "game",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("rule_set", String(40), nullable=False),
    Column("players", SmallInteger, nullable=False),
    Column("invitation_hash", String(64)),
    Column("seq", BigInteger, nullable=False),
    Column("status", String(8), nullable=False),
    Column("to_move", SmallInteger),
    Column("computer_to_move", Boolean, nullable=False),
    Column("scores", String(60), nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Index("ix_game_computer_to_move", "computer_to_move", "changed_at"),
)

seat = Table(
    "seat",
    metadata,
    Column("game", String(16), ForeignKey("game.id"), primary_key=True),
    Column("number", SmallInteger, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("name", String(60), nullable=False),
    Column("opponent", String(60)),
    Column("guest", String(16), ForeignKey("guest.id")),
    Index("ix_seat_guest", "guest"),
)

event = Table(
    "event",
    metadata,
    Column("game", String(16), ForeignKey("game.id"), primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("seat", SmallInteger),
    Column("command", String(36)),  # the id the caller gave
    Column("asked", String(32)),  # a digest of the command, to know it from another with the same id
    Column("body", Text, nullable=False),
    UniqueConstraint("game", "command"),
)

attempt = Table(
    "attempt",
    metadata,
    Column("guest", String(16), ForeignKey("guest.id"), primary_key=True),
    Column("rule_set", String(40), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # of the guest's tries, without gaps
    Column("puzzle", String(10), nullable=False),
    Column("move", String(80), nullable=False),  # "" for giving up
    Column("solved", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("rating", Double, nullable=False),  # of the guest, after it; so are the next three, and the puzzle's
    Column("deviation", Double, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("change", Double, nullable=False),
    Column("puzzle_rating", Double, nullable=False),
    Column("puzzle_deviation", Double, nullable=False),
    Column("puzzle_attempts", Integer, nullable=False),
    Column("puzzle_change", Double, nullable=False),
    UniqueConstraint("guest", "puzzle", "move"),
    Index("ix_attempt_puzzle", "puzzle", "puzzle_attempts"),
)
