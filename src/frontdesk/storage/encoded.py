"""Statements as PostgreSQL takes them over its protocol: parameters in order, as text; rows back in binary."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from types import NoneType
from typing import Any, TypeAlias

from sqlalchemy import Dialect, Integer, String
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.sql.base import Executable
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.types import TypeEngine

from frontdesk.storage.columns import EPOCH, MICROSECOND, Moment, Times, aware
from frontdesk.storage.unusable import StatementRefused

Bytes: TypeAlias = bytes | None
Encode: TypeAlias = Callable[[Any], Bytes]
Decode: TypeAlias = Callable[[bytes], Any]

MILLENNIUM = datetime(2000, 1, 1, tzinfo=UTC)  # since when PostgreSQL counts the microseconds of a moment
BEFORE = (MILLENNIUM - EPOCH) // MICROSECOND


@dataclass(frozen=True, slots=True)
class Encoded:
    """A statement with numbered parameters."""

    text: str
    constants: Mapping[str, object]
    names: tuple[str, ...]
    decoders: tuple[Decode, ...]

    def parameters(self, given: Mapping[str, object]) -> list[Bytes]:
        """Complete, order and encode what the caller gave."""
        values = {**self.constants, **given} if self.constants else given
        encoders = _ENCODERS
        return [encoders[type(value := values[name])](value) for name in self.names]

    def row(self, row: tuple[Bytes, ...]) -> tuple[Any, ...]:
        """Decode what the server returned."""
        return tuple(
            [None if value is None else decode(value) for decode, value in zip(self.decoders, row, strict=True)]
        )

    def rows(self, rows: list[tuple[Bytes, ...]]) -> list[tuple[Any, ...]]:
        """Decode all that the server returned."""
        return [self.row(row) for row in rows]


def prepare(clause: Executable) -> Encoded:
    """Compile a statement of SQLAlchemy Core."""
    compiled: SQLCompiler = clause.compile(dialect=_numbering())  # type: ignore[attr-defined]  # every Core statement has it
    binds = {name: compiled.binds[name] for name in compiled.positiontup or ()}
    columns = list(getattr(clause, "exported_columns", ()))
    return Encoded(
        text=str(compiled),
        constants={name: bind.effective_value for name, bind in binds.items() if not bind.required},
        names=tuple(binds),
        decoders=tuple(_decoder(column.type) for column in columns),
    )


@cache
def _numbering() -> Dialect:
    """Return a dialect that writes parameters as $1, $2, ..., as the server itself does."""
    return PGDialect_psycopg(paramstyle="numeric_dollar")  # type: ignore[no-untyped-call]  # SQLAlchemy leaves it open


def encode(value: object) -> Bytes:
    """Write a parameter as the server reads it from a text."""
    return _ENCODERS[type(value)](value)


def _encoded_text(value: str) -> bytes:
    written = value.encode()
    if b"\0" in written:
        raise StatementRefused("PostgreSQL keeps no text with a zero byte in it.")  # it would be cut off there
    return written


class _Encoders(dict[type, Encode]):
    """How values of each class are written; one whose class is not in here is written as what it is a kind of."""

    def __missing__(self, kind: type) -> Encode:
        found = next((encode for known, encode in tuple(self.items()) if issubclass(kind, known)), None)
        if found is None:
            raise TypeError(f"there is no column for a {kind.__name__}")
        self[kind] = found
        return found


_ENCODERS = _Encoders(
    {
        str: _encoded_text,
        int: lambda value: b"%d" % value,
        NoneType: lambda _: None,
        datetime: lambda value: aware(value).isoformat().encode(),
    }
)


def _decoder(kind: TypeEngine[Any]) -> Decode:
    if isinstance(kind, Moment):
        return _moment
    if isinstance(kind, Times):
        return _times
    if isinstance(kind, Integer):
        return _number
    if isinstance(kind, String):
        return bytes.decode
    raise TypeError(f"there is no way to read a {kind!r}")


def _number(value: bytes) -> int:
    return int.from_bytes(value, "big", signed=True)


def _moment(value: bytes) -> datetime:
    return MILLENNIUM + timedelta(0, 0, int.from_bytes(value, "big", signed=True))


def _times(value: bytes) -> list[int]:
    counts = array("q", value)
    if sys.byteorder == "little":
        counts.byteswap()
    return [count + BEFORE for count in counts]
