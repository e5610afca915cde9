"""The shadow of an ERP's inventory: the nights of a range are replaced whole, in one transaction, or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import bindparam, delete, func, insert, select

from frontdesk.storage.schema import nights, syncs
from frontdesk.storage.sql import Row, Sql, Statement, given

# Drops the nights of a range.
CLEAR = Statement(
    delete(nights).where(
        nights.c.business == bindparam("of"),
        nights.c.night >= bindparam("first"),
        nights.c.night < bindparam("end"),
    )
)

# Keeps a night.
ADD = Statement(
    insert(nights).values(
        given("business", "night", "room_type", "rooms", "rate", "currency", "min_stay", "sync_id"),
    )
)

# Lists the nights of a range by room type and day, each with the sync that brought it.
BETWEEN = Statement(
    select(
        nights.c.room_type,
        nights.c.night,
        nights.c.rooms,
        nights.c.rate,
        nights.c.currency,
        nights.c.min_stay,
        nights.c.sync_id,
    )
    .where(
        nights.c.business == bindparam("of"),
        nights.c.night >= bindparam("first"),
        nights.c.night < bindparam("end"),
    )
    .order_by(nights.c.room_type, nights.c.night)
)

# Says when a sync ended.
ENDED_AT = Statement(select(syncs.c.ended_at).where(syncs.c.id == bindparam("which")))

# Finds the last night that is known.
LAST = Statement(select(func.max(nights.c.night)).where(nights.c.business == bindparam("of")))

# Drops the nights before a day.
DROP = Statement(delete(nights).where(nights.c.business == bindparam("of"), nights.c.night < bindparam("before")))


@dataclass(frozen=True, slots=True)
class NightRow:
    """Rooms of one type in one night, as the ERP last had them."""

    room_type: str
    night: date
    rooms: int
    rate: Decimal
    currency: str
    min_stay: int | None = None


@dataclass(frozen=True, slots=True)
class KnownNights:
    """Nights that were read back, by room type and day, and when the oldest sync ended that brought any of them."""

    nights: tuple[NightRow, ...]
    oldest_sync: datetime | None


@dataclass(frozen=True, slots=True)
class PreparedNights:
    """Nights ready to be kept: made before the transaction begins, for others wait until it ends."""

    columns: Sequence[Mapping[str, object]]
    first: date | None = None
    last: date | None = None


class Nights:
    """What an ERP has for sale."""

    __slots__ = ("sql",)

    def __init__(self, sql: Sql) -> None:
        """Read and write through `sql`."""
        self.sql = sql

    def replace(self, business: str, first: date, end: date, rows: PreparedNights, sync_id: int) -> None:
        """Let these be all the nights from `first` up to but not including `end`; the rest stay as they are."""
        if rows.first is not None and rows.last is not None and not first <= rows.first <= rows.last < end:
            raise ValueError("a night lies outside of the range that it is to replace")
        self.sql.run(CLEAR, {"of": business, "first": first.isoformat(), "end": end.isoformat()})
        given_to_all = {"business": business, "sync_id": sync_id}
        self.sql.run_each(ADD, [{**columns, **given_to_all} for columns in rows.columns])

    def between(self, business: str, first: date, end: date) -> KnownNights:
        """Return what is known of the nights from `first` up to but not including `end`: always one generation each.

        A night that is not in it is unknown, which is not the same as full.
        """
        rows = self.sql.all(BETWEEN, {"of": business, "first": first.isoformat(), "end": end.isoformat()})
        if not rows:
            return KnownNights((), None)
        # Syncs are numbered in the order in which they ended: one runs at a time.
        (ended_at,) = self.sql.sure(ENDED_AT, {"which": min(row[-1] for row in rows)})
        return KnownNights(_read_back(rows), ended_at)

    def last(self, business: str) -> date | None:
        """Return the last night that is known."""
        (found,) = self.sql.sure(LAST, {"of": business})
        return None if found is None else date.fromisoformat(found)

    def drop_before(self, business: str, day: date) -> int:
        """Drop nights that are over; return how many."""
        return self.sql.run(DROP, {"of": business, "before": day.isoformat()})


def prepared(nights_of_range: Iterable[NightRow]) -> PreparedNights:
    """Make nights ready to be kept, in the order in which they lie in the table."""
    ordered = sorted(nights_of_range, key=lambda each: (each.night, each.room_type))
    if not ordered:
        return PreparedNights(())
    return PreparedNights(tuple(_columns(each) for each in ordered), ordered[0].night, ordered[-1].night)


def _columns(row: NightRow) -> dict[str, object]:
    return {
        "night": row.night.isoformat(),
        "room_type": row.room_type,
        "rooms": row.rooms,
        "rate": format(row.rate, "f"),
        "currency": row.currency,
        "min_stay": row.min_stay,
    }


def _read_back(rows: Sequence[Row]) -> tuple[NightRow, ...]:
    """Return rows as they were kept; a stay asks for thousands that share a few days and rates."""
    days = {text: date.fromisoformat(text) for text in {row[1] for row in rows}}
    rates = {text: Decimal(text) for text in {row[3] for row in rows}}
    return tuple(
        [
            NightRow(room_type, days[night], rooms, rates[rate], currency, min_stay)
            for room_type, night, rooms, rate, currency, min_stay, _ in rows
        ]
    )
