"""Tickets: bookings that wait for staff, or did. Their numbers, and the lists that staff look through.

They are made, changed and settled as every booking is; only what no other booking has is here.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cache

from sqlalchemy import bindparam, func, or_, select, update

from frontdesk.scheduling.booking import Status
from frontdesk.storage.bookings import BOOKING, booking_of
from frontdesk.storage.columns import Moment
from frontdesk.storage.rows import BookingRow
from frontdesk.storage.schema import bookings, ticket_numbers
from frontdesk.storage.searching import has_digits, has_words, patterns_of
from frontdesk.storage.sql import Sql, Statement, insert_once

KIND = "stay"  # of a booking that begins as a ticket
LATEST = 2**62  # above every row

_here = bookings.c
_is_ticket = (_here.business == bindparam("of"), _here.kind == bindparam("what"))
_fits = or_(has_words(_here.name), has_digits(_here.phone), has_words(_here.reference))

# Begins to number the tickets of a business.
BEGIN = Statement(insert_once(ticket_numbers, "business", "last"))

# Takes the next number. Whoever else wants one waits until this transaction ends.
NEXT = Statement(
    update(ticket_numbers)
    .where(ticket_numbers.c.business == bindparam("of"))
    .values({"last": ticket_numbers.c.last + 1})
    .returning(ticket_numbers.c.last)
)

# Waits until nobody else is making a ticket; SQLite has one writer at a time anyway.
WAIT = Statement(select(ticket_numbers.c.last).where(ticket_numbers.c.business == bindparam("of")).with_for_update())

_waits = (*_is_ticket, _here.status == Status.PENDING.value, _here.created_at <= bindparam("before", type_=Moment()))

# Finds a ticket just like another that was made since a moment and still waits.
ALIKE = Statement(
    select(*BOOKING)
    .where(
        *_is_ticket,
        _here.status == Status.PENDING.value,
        _here.created_at >= bindparam("since", type_=Moment()),
        _here.service == bindparam("service"),
        _here.starts_at == bindparam("starts_at"),
        _here.ends_at == bindparam("ends_at"),
        _here.party == bindparam("party"),
        _here.name == bindparam("name"),
        _here.phone == bindparam("phone"),
        func.coalesce(_here.notes, "") == bindparam("notes"),
    )
    .order_by(_here.id)
    .limit(1)
)


@cache
def _page(*, narrowed: bool, searched: bool) -> Statement:
    """Build the statement for a page of tickets, the newest first; there are four, and each is built once."""
    wanted = [_here.id < bindparam("below")]
    wanted += [_here.status == bindparam("status")] if narrowed else []
    wanted += [_fits] if searched else []
    return Statement(select(*BOOKING).where(*_is_ticket, *wanted).order_by(_here.id.desc()).limit(bindparam("limit")))


@cache
def _counts(*, searched: bool) -> Statement:
    """Build the statement that counts tickets by status."""
    wanted = [_fits] if searched else []
    return Statement(select(_here.status, func.count()).where(*_is_ticket, *wanted).group_by(_here.status))


@cache
def _waiting(*, searched: bool) -> Statement:
    """Build the statement for tickets that wait since before a moment, the longest waiting first."""
    wanted = [_here.id > bindparam("above"), *([_fits] if searched else [])]
    return Statement(select(*BOOKING).where(*_waits, *wanted).order_by(_here.id).limit(bindparam("limit")))


@cache
def _overdue(*, searched: bool) -> Statement:
    """Build the statement that counts the tickets that wait since before a moment."""
    return Statement(select(func.count()).where(*_waits, *([_fits] if searched else [])))


@dataclass(frozen=True, slots=True)
class WantedTickets:
    """Which tickets a list has: of one status or of all, those that fit what was typed, below the page before."""

    business: str
    status: Status | None = None
    search: str = ""  # words of a name, digits of a phone number, part of a reference
    below: int = LATEST  # the id of the last ticket of the page before
    limit: int = 50


@dataclass(frozen=True, slots=True)
class WantedWaiting:
    """Which of the tickets that wait a list has: made by a moment, that fit what was typed, above the page before."""

    business: str
    made_by: datetime
    search: str = ""
    above: int = 0  # the id of the last ticket of the page before
    limit: int = 50


class Tickets:
    """The tickets as lists, and their numbers."""

    __slots__ = ("sql",)

    def __init__(self, sql: Sql) -> None:
        """Read and write through `sql`."""
        self.sql = sql

    def next_number(self, business: str) -> int:
        """Return a number that no other ticket of the business has; it is free again if the transaction is undone."""
        self.sql.run(BEGIN, {"business": business, "last": 0})
        return int(self.sql.sure(NEXT, {"of": business})[0])

    def wait_for_others(self, business: str) -> None:
        """Let nobody else make a ticket before this transaction ends: what they have made until now is seen."""
        self.sql.run(BEGIN, {"business": business, "last": 0})
        self.sql.one(WAIT, {"of": business})

    def page(self, wanted: WantedTickets) -> tuple[BookingRow, ...]:
        """Return a page of tickets, the newest first."""
        given: dict[str, object] = {**_of(wanted.business), "below": wanted.below, "limit": wanted.limit}
        if wanted.status is not None:
            given["status"] = wanted.status.value
        searched = bool(wanted.search.strip())
        if searched:
            given |= _typed(wanted.search)
        statement = _page(narrowed=wanted.status is not None, searched=searched)
        return tuple(map(booking_of, self.sql.all(statement, given)))

    def waiting(self, wanted: WantedWaiting) -> tuple[BookingRow, ...]:
        """Return a page of tickets that wait, the longest waiting first."""
        searched = bool(wanted.search.strip())
        given: dict[str, object] = {**_of(wanted.business), "before": wanted.made_by, "above": wanted.above}
        given |= {"limit": wanted.limit, **(_typed(wanted.search) if searched else {})}
        return tuple(map(booking_of, self.sql.all(_waiting(searched=searched), given)))

    def counts(self, business: str, search: str = "") -> dict[Status, int]:
        """Count the tickets that fit what was typed, by status."""
        searched = bool(search.strip())
        given = {**_of(business), **(_typed(search) if searched else {})}
        return {Status(row[0]): row[1] for row in self.sql.all(_counts(searched=searched), given)}

    def overdue(self, business: str, before: datetime, search: str = "") -> int:
        """Count the tickets that wait, were made by a moment, and fit what was typed."""
        searched = bool(search.strip())
        given = {**_of(business), "before": before, **(_typed(search) if searched else {})}
        return int(self.sql.sure(_overdue(searched=searched), given)[0])

    def alike(self, ticket: BookingRow, since: datetime) -> BookingRow | None:
        """Return the first ticket that says the same as one, was made since a moment, and waits."""
        names = ("service", "starts_at", "ends_at", "party", "name", "phone")
        same = {name: getattr(ticket, name) for name in names}
        row = self.sql.one(ALIKE, {**_of(ticket.business), **same, "notes": ticket.notes or "", "since": since})
        return None if row is None else booking_of(row)


def _of(business: str) -> dict[str, object]:
    return {"of": business, "what": KIND}


def _typed(search: str) -> dict[str, object]:
    patterns = patterns_of(search)
    return {"words": patterns.words, "digits": patterns.digits}
