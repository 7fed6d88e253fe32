"""The server's own log: one JSON object a line, without tokens, names of people, or what they say."""

from __future__ import annotations

import json
import logging
import sys
import time
import traceback

_ORDINARY = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class JsonLines(logging.Formatter):
    """Formats a record and its extra fields."""

    def format(self, record: logging.LogRecord) -> str:
        fields = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{record.msecs:03.0f}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
            **{name: value for name, value in vars(record).items() if name not in _ORDINARY},
        }
        if record.exc_info:
            fields["trace"] = "".join(traceback.format_exception(*record.exc_info))[-4000:]
        return json.dumps(fields, default=str, ensure_ascii=False)


def begin(level: str) -> None:
    """Begin to log to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("tilewright", "uvicorn", "alembic"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level.upper())
    logging.getLogger("alembic").setLevel("WARNING")
    logging.getLogger("uvicorn.error").setLevel("WARNING")  # logs every accepted socket with its address
