"""Run alembic from the program: no ini file, no command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config

if TYPE_CHECKING:
    from sqlalchemy import Engine


def configuration(engine: Engine) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["engine"] = engine
    return config


def upgrade(engine: Engine, revision: str = "head") -> None:
    command.upgrade(configuration(engine), revision)


def check(engine: Engine) -> None:
    """Raise when the migrations do not lead to the schema as declared."""
    command.check(configuration(engine))
