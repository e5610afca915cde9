"""Writes what happens as one JSON object a line, for those who run a server: our own events, and what libraries report.

What libraries report may quote anything: an address with a token in it, a statement with a guest's words. Of that
only the fixed part of the first line is written, and of an error its kind and place.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import structlog

OURS = "frontdesk"


def log_structured() -> None:
    """Write one JSON object a line to standard error, whoever reports."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(file=sys.stderr),
    )
    root = logging.getLogger()
    root.handlers[:] = [Structured()]
    root.setLevel(logging.WARNING)
    logging.getLogger(OURS).setLevel(logging.INFO)
    logging.captureWarnings(capture=True)


@contextmanager
def quietly() -> Iterator[None]:
    """Leave out what merely happens, as long as this lasts: what goes wrong is still written."""
    ours = logging.getLogger(OURS)
    before = ours.level
    ours.setLevel(logging.WARNING)
    try:
        yield
    finally:
        ours.setLevel(before)


class Structured(logging.Handler):
    """Hands records of the standard library on to structlog."""

    def __init__(self) -> None:
        """Write through structlog as it is configured now."""
        super().__init__()
        self.log = structlog.get_logger(OURS)

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record."""
        facts = getattr(record, "facts", None)
        if record.name == OURS and isinstance(facts, Mapping):
            self.log.log(record.levelno, getattr(record, "event", ""), **facts)
        else:
            self.log.log(record.levelno, "reported", by=record.name, what=_fixed_part(record), **_error(record))


def _fixed_part(record: logging.LogRecord) -> str:
    """Return what a report says whoever it is about: never what was put into it."""
    if record.name == "py.warnings":
        return "a warning"  # its text is all in one, and may quote anything
    return str(record.msg).strip().partition("\n")[0][:200] if isinstance(record.msg, str) else "an error"


def _error(record: logging.LogRecord) -> dict[str, str]:
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return {}
    frames = traceback.extract_tb(error.__traceback__)
    where = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else "nowhere"
    return {"error": type(error).__name__, "where": where}
