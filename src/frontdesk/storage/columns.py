"""How moments are kept: the column types that SQLAlchemy lacks."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import BigInteger, DateTime, Dialect, LargeBinary
from sqlalchemy.types import TypeDecorator, TypeEngine

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


class Moment(TypeDecorator[datetime]):
    """An aware moment, read back in UTC: timestamptz in PostgreSQL, microseconds since 1970 in SQLite."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[datetime] | TypeEngine[int]:
        """Choose the type of the column."""
        return BigInteger() if dialect.name == "sqlite" else DateTime(timezone=True)

    def bind_processor(self, dialect: Dialect) -> Callable[[datetime | None], datetime | int | None]:
        """Choose how a moment is written."""
        return _to_microseconds if dialect.name == "sqlite" else _aware_if_any

    def result_processor(self, dialect: Dialect, _: object) -> Callable[[Any], datetime | None]:
        """Choose how a moment is read; straight, for a diary has thousands."""
        return _from_microseconds if dialect.name == "sqlite" else _in_utc


class Times(TypeDecorator[list[int]]):
    """Many moments in one value, as microseconds since 1970: a text with commas in SQLite, bytes in PostgreSQL."""

    impl = LargeBinary
    cache_ok = True

    def result_processor(self, _: Dialect, __: object) -> Callable[[str | None], list[int]]:
        """Say how SQLite's are read; the quickest way to make numbers of a text is to take it for JSON."""
        return lambda text: [] if text is None else json.loads(f"[{text}]")


def aware(value: datetime) -> datetime:
    """Return a moment that has a time zone; what has none is refused."""
    if value.tzinfo is None:
        raise ValueError("a moment needs a time zone: nobody can say when this is")
    return value


def _aware_if_any(value: datetime | None) -> datetime | None:
    return None if value is None else aware(value)


def _to_microseconds(value: datetime | None) -> int | None:
    return None if value is None else (aware(value) - EPOCH) // MICROSECOND


def _from_microseconds(value: int | None) -> datetime | None:
    return None if value is None else EPOCH + timedelta(0, 0, value)


def _in_utc(value: datetime | None) -> datetime | None:
    return None if value is None else value.astimezone(UTC)
