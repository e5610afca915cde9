"""Counts over conversations, made by the database: a business has more of them than anybody wants to load."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import BigInteger, ColumnElement, Integer, and_, bindparam, case, func, literal_column, select
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler

from frontdesk.storage.rows import Side
from frontdesk.storage.schema import bookings, conversations, messages, offers, requests, turns
from frontdesk.storage.sql import PerDatabase, Sql, Statement

QUARTER = 900  # seconds: every time zone of today is a multiple of this away from UTC


class Quarter(ColumnElement[int]):
    """The quarter of an hour that a moment is in, counted since 1970."""

    inherit_cache = False
    type = BigInteger()

    def __init__(self, moment: ColumnElement[datetime]) -> None:
        """Count the quarters of the moments in a column."""
        self.moment = moment


@compiles(Quarter, "sqlite")
def _in_microseconds(element: Quarter, compiler: SQLCompiler, **how: object) -> str:
    return f"({compiler.process(element.moment, **how)} / {QUARTER * 1_000_000})"


@compiles(Quarter, "postgresql")
def _in_seconds(element: Quarter, compiler: SQLCompiler, **how: object) -> str:
    return f"CAST(floor(extract(epoch FROM {compiler.process(element.moment, **how)}) / {QUARTER}) AS bigint)"


def _has(column: ColumnElement[str], written: str) -> ColumnElement[bool]:
    """Say that a text has these characters. No guest can write them into JSON: quotes are escaped there."""
    looked_for: ColumnElement[str] = literal_column(f"'{written}'")
    return PerDatabase(sqlite=func.instr(column, looked_for) > 0, postgresql=func.strpos(column, looked_for) > 0)


_here = conversations.c
# What began in a period has moved since. Where that is cut into pieces, guests are served between them.
_moved = and_(
    _here.business == bindparam("business"),
    _here.updated_at >= bindparam("moved_from"),
    _here.updated_at < bindparam("moved_until"),
)
_begun = and_(
    _moved,
    _here.started_at >= bindparam("start"),
    _here.started_at < bindparam("end"),
)
_booked = select(bookings.c.id).where(bookings.c.conversation_id == _here.id).exists()
_confirmed = (
    select(turns.c.turn)
    .where(turns.c.conversation_id == _here.id, _has(turns.c.reply, '"position": "confirming"'))
    .exists()
)
_offered = select(offers.c.id).where(offers.c.conversation_id == _here.id).exists()
_wanted = _has(_here.body, '"runs":')  # a flow has begun


def _stage(number: int) -> ColumnElement[int]:
    return literal_column(str(number), Integer)


# Counts the conversations that began in a period by how far they came.
STAGES = Statement(
    select(
        case(
            (_booked, _stage(4)), (_confirmed, _stage(3)), (_offered, _stage(2)), (_wanted, _stage(1)), else_=_stage(0)
        ).label("stage"),
        func.count(),
    )
    .where(_begun)
    .group_by("stage")
)

# Counts the bookings that were made in conversations that began in a period.
BOOKINGS = Statement(
    select(func.count()).select_from(conversations.join(bookings, bookings.c.conversation_id == _here.id)).where(_begun)
)

# Counts what guests wrote in conversations that began in a period and led to a booking.
MESSAGES_OF_BOOKED = Statement(
    select(func.count())
    .select_from(conversations.join(messages, messages.c.conversation_id == _here.id))
    .where(_begun, messages.c.side == Side.GUEST.value, _booked)
)

# Counts what guests wrote in a period, by quarters of an hour.
QUARTERS = Statement(
    select(Quarter(messages.c.at).label("quarter"), func.count())
    .select_from(conversations.join(messages, messages.c.conversation_id == _here.id))
    .where(
        _moved,
        messages.c.at >= bindparam("start"),
        messages.c.at < bindparam("end"),
        messages.c.side == Side.GUEST.value,
    )
    .group_by("quarter")
)

# Counts the turns of a period that did not go well, by their trouble.
TROUBLES = Statement(
    select(turns.c.trouble, func.count())
    .where(
        turns.c.trouble.is_not(None),
        turns.c.at >= bindparam("start"),
        turns.c.at < bindparam("end"),
        # Not joined: SQLite would begin with the conversations.
        select(_here.id).where(_here.id == turns.c.conversation_id, _here.business == bindparam("business")).exists(),
    )
    .group_by(turns.c.trouble)
)

# Counts the requests of a period by their reason; of those who were forgotten no reason is kept.
REASONS = Statement(
    select(requests.c.reason, func.count())
    .where(
        requests.c.business == bindparam("business"),
        requests.c.at >= bindparam("start"),
        requests.c.at < bindparam("end"),
        requests.c.reason != "",
    )
    .group_by(requests.c.reason)
)


@dataclass(frozen=True, slots=True)
class CountedSpan:
    """From when until when something of a business is counted."""

    business: str
    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class Piece:
    """The conversations of a span that last moved between two moments; pieces add up to the whole."""

    span: CountedSpan
    moved_from: datetime
    moved_until: datetime


class ConversationCounts:
    """What is counted of conversations."""

    __slots__ = ("sql",)

    def __init__(self, sql: Sql) -> None:
        """Count through `sql`."""
        self.sql = sql

    def stages(self, piece: Piece) -> dict[int, int]:
        """Count conversations by how far they came: 1 a flow began, 2 offered, 3 asked to confirm, 4 booked; else 0."""
        return dict(self.sql.all(STAGES, _within(piece)))

    def bookings(self, piece: Piece) -> int:
        """Count the bookings of conversations that began in a span."""
        return int(self.sql.sure(BOOKINGS, _within(piece))[0])

    def messages_of_booked(self, piece: Piece) -> int:
        """Count what guests wrote in the conversations that led to a booking."""
        return int(self.sql.sure(MESSAGES_OF_BOOKED, _within(piece))[0])

    def quarters(self, piece: Piece) -> dict[int, int]:
        """Count what guests wrote in a span, by quarters of an hour since 1970."""
        return dict(self.sql.all(QUARTERS, _within(piece)))

    def troubles(self, span: CountedSpan) -> dict[str, int]:
        """Count the turns that did not go well, by their trouble."""
        return dict(self.sql.all(TROUBLES, _of(span)))

    def reasons(self, span: CountedSpan) -> dict[str, int]:
        """Count the requests by their reason."""
        return dict(self.sql.all(REASONS, _of(span)))


def _of(span: CountedSpan) -> dict[str, object]:
    return {"business": span.business, "start": span.start, "end": span.end}


def _within(piece: Piece) -> dict[str, object]:
    return {**_of(piece.span), "moved_from": piece.moved_from, "moved_until": piece.moved_until}
