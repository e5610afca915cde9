"""Rows of the corpus as authors' files hold them, with what is wrong; some trades stand in frozen files only."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from frontdesk.desk.corpus.rows import (
    ACTS,
    ANSWERS,
    COMMON_SLOTS,
    MEANT,
    NOT_RELATED,
    PLACES,
    RELATED,
    BadRow,
    Trade,
    Wordings,
    row_of,
    text_in,
    trade_of,
    unmarked,
)
from frontdesk.desk.corpus.rows import CorpusRow as Row
from frontdesk.desk.corpus.rows import MarkedSpan as Span

__all__ = [
    "ACTS",
    "ANSWERS",
    "COMMON_SLOTS",
    "HELD_OUT",
    "MEANT",
    "NOT_RELATED",
    "PLACES",
    "RELATED",
    "AuthorFile",
    "BadRow",
    "Row",
    "Span",
    "Trade",
    "Wordings",
    "files_of",
    "held_out_trade",
    "read_file",
    "row_of",
    "unmarked",
]

# Measured on, never trained on: the stems by which such a trade is known in a text.
HELD_OUT: Mapping[str, tuple[str, ...]] = {
    "driving school": ("driving school", "driving lesson", "driving instructor", "driving test", "learner driver"),
    "escape room": ("escape room", "escape game"),
    "notary": ("notary", "notaris", "notariz"),
    "marina": ("marina", "boat berth", "mooring"),
    "blood donation centre": ("blood donat", "donate blood", "give blood", "blood drive", "plasma donat"),
}


@dataclass(frozen=True, slots=True)
class AuthorFile:
    """A file as an author wrote it."""

    author: str
    frozen: bool
    rows: tuple[Row, ...]
    problems: tuple[tuple[int, str], ...]  # line and what is wrong with it


def held_out_trade(text: str) -> str | None:
    """Return the held-out trade that a text speaks of."""
    lowered = text.lower()
    return next((name for name, stems in HELD_OUT.items() if any(stem in lowered for stem in stems)), None)


def read_file(path: Path) -> AuthorFile:
    """Read an author's file, with what is wrong in it."""
    reader = _Reader(source=path.stem, frozen=path.parent.name == "frozen")
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            reader.take(number, line)
    return AuthorFile(reader.author, reader.frozen, tuple(reader.rows), tuple(reader.problems))


class _Reader:
    """Takes the lines of one file in order: a row may name a business that stands above it."""

    def __init__(self, source: str, *, frozen: bool) -> None:
        self.source = source
        self.frozen = frozen
        self.author = ""
        self.rows: list[Row] = []
        self.problems: list[tuple[int, str]] = []
        self._trades: dict[str, Trade] = {}

    def take(self, number: int, line: str) -> None:
        try:
            self._take(number, line)
        except json.JSONDecodeError as error:
            self.problems.append((number, f"not JSON: {error.msg} at character {error.colno}"))
        except BadRow as error:
            self.problems.append((number, str(error)))

    def _take(self, number: int, line: str) -> None:
        data = json.loads(line)
        if not isinstance(data, dict):
            raise BadRow("not a JSON object")
        if "author" in data:
            self._take_header(data)
        elif "flows" in data or "slots" in data:
            trade = trade_of(data)
            if trade.id in self._trades:
                raise BadRow(f"business {trade.id!r} stands twice")
            self._refuse_held_out(trade.kind)
            self._trades[trade.id] = trade
        else:
            self.rows.append(self._row(number, data))

    def _take_header(self, data: Mapping[str, object]) -> None:
        self.author = text_in(data, "author")
        if bool(data.get("frozen")) != self.frozen:
            raise BadRow('frozen files, and only those, stand in a folder "frozen" and have "frozen" in the first line')

    def _row(self, number: int, data: Mapping[str, object]) -> Row:
        if not self.author:
            raise BadRow('the first line must be {"author": "..."}')
        name = text_in(data, "business")
        if name not in self._trades:
            raise BadRow(f"business {name!r} does not stand above this row")
        row = row_of(data, self._trades[name])
        self._refuse_held_out(f"{row.desk} {row.text}")
        return replace(row, source=self.source, line=number)

    def _refuse_held_out(self, text: str) -> None:
        if not self.frozen and (held := held_out_trade(text)):
            raise BadRow(f"speaks of {held!r}, which is held out: only frozen files may")


def files_of(folder: Path) -> Iterator[Path]:
    """Return the authors' files in a folder that may be trained on, in a fixed order; never frozen ones."""
    return iter(sorted(path for path in folder.glob("*.jsonl") if path.parent.name != "frozen"))
