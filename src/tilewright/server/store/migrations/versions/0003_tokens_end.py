"""When a token was last used; those from before count from now."""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("guest", sa.Column("token_used_at", sa.BigInteger(), nullable=False, server_default="0"))
    guest = sa.table("guest", sa.column("token_used_at"))
    op.execute(guest.update().values(token_used_at=time.time_ns() // 1_000_000))
