"""What the server logs: plain lines, or JSON for programs that collect them.

Neither has addresses, table ids, names or tokens in it: whoever logs leaves them out.
"""

from __future__ import annotations

import datetime
import logging

import orjson

PLAIN = "%(levelname)s %(name)s: %(message)s"


class JsonLines(logging.Formatter):
    """A line of JSON for each record."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, source and message; of an exception its type and traceback."""
        at = datetime.datetime.fromtimestamp(record.created, datetime.UTC)
        line = {
            "at": at.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "source": record.name,
            "process": record.process,
            "message": record.getMessage(),
        }
        if record.exc_info is not None and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["traceback"] = self.formatException(record.exc_info)
        return orjson.dumps(line).decode()


def set_up(level: str, as_json: bool) -> None:
    """Log to standard error from now on."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if as_json else logging.Formatter(PLAIN))
    logging.basicConfig(level=level.upper(), handlers=[handler])
