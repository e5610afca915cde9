"""Guests as people behind the desk look through them: a list in pages, a search, one guest's history."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from functools import cache

from sqlalchemy import and_, bindparam, func, or_, select

from frontdesk.storage.bookings import STANDING, Bookings
from frontdesk.storage.claims import Claims
from frontdesk.storage.guests import Guests
from frontdesk.storage.overview import MOST, DeskOverview
from frontdesk.storage.overview_rows import FoundAnywhere, GuestHistory, GuestLine, WantedConversations
from frontdesk.storage.requests import REQUEST, request_of
from frontdesk.storage.rows import Facts
from frontdesk.storage.schema import bookings, conversations, guests, requests
from frontdesk.storage.searching import has_digits, has_words, patterns_of
from frontdesk.storage.sql import Row, Sql, Statement, is_listed

FEW = 8  # of each kind that a search from anywhere shows
PAGE = 50  # guests on a page

_here = guests.c
_stands = and_(bookings.c.guest_id == _here.id, is_listed(bookings.c.status, "standing"))
_LINE = (
    *(_here.id, _here.name, _here.phone, _here.email, _here.notes, _here.created_at),
    select(func.count()).select_from(bookings).where(_stands).correlate(guests).scalar_subquery(),
    select(func.min(bookings.c.starts_at))
    .where(_stands, bookings.c.starts_at >= bindparam("now"))
    .correlate(guests)
    .scalar_subquery(),
    select(func.max(conversations.c.updated_at))
    .where(conversations.c.guest_id == _here.id)
    .correlate(guests)
    .scalar_subquery(),
)
_is_there = and_(
    _here.business == bindparam("business"),
    _here.merged_into.is_(None),
    _here.forgotten_at.is_(None),
)


class WhichGuests(StrEnum):
    """Which guests a list has."""

    KNOWN = "known"  # who gave a name, a phone number or an e-mail address
    ALL = "all"
    COMING = "coming"  # who have a booking ahead


_WHICH = {
    WhichGuests.KNOWN: or_(_here.name.is_not(None), _here.phone.is_not(None), _here.email.is_not(None)),
    WhichGuests.ALL: _here.id > 0,
    WhichGuests.COMING: select(bookings.c.id).where(_stands, bookings.c.starts_at >= bindparam("now")).exists(),
}


@cache
def _page(which: WhichGuests, *, searched: bool) -> Statement:
    """Build the statement for a page of guests; there are few, and each is built once."""
    found = or_(has_words(_here.name), has_digits(_here.phone), has_words(_here.email))
    fits = [_is_there, _WHICH[which], _here.id < bindparam("before"), *([found] if searched else [])]
    # The bookings are counted of those on the page only.
    chosen = select(_here.id).where(*fits).order_by(_here.id.desc()).limit(bindparam("limit")).subquery()
    return Statement(select(*_LINE).where(_here.id.in_(select(chosen.c.id))).order_by(_here.id.desc()))


# Finds one guest of a business as a line.
ONE = Statement(select(*_LINE).where(_here.id == bindparam("guest"), _here.business == bindparam("business")))

# Lists those who turned out to be a guest.
MERGED = Statement(select(_here.id).where(_here.merged_into == bindparam("guest")).order_by(_here.id))

# Finds who a guest turned out to be.
KEPT = Statement(
    select(_here.merged_into).where(_here.id == bindparam("guest"), _here.business == bindparam("business"))
)

# Lists the requests of a guest, the latest first.
REQUESTS = Statement(
    select(*REQUEST)
    .where(requests.c.guest_id == bindparam("guest"))
    .order_by(requests.c.id.desc())
    .limit(bindparam("limit"))
)


class GuestOverview:
    """The guests as lists."""

    __slots__ = ("sql",)

    def __init__(self, sql: Sql) -> None:
        """Read through `sql`."""
        self.sql = sql

    def page(
        self, business: str, now: datetime, which: WhichGuests = WhichGuests.KNOWN, *, search: str = "", before: int = 0
    ) -> tuple[GuestLine, ...]:
        """Return a page of guests, the newest first; `before` is the last guest of the page before."""
        given = {"business": business, "before": before or 2**62, "limit": PAGE, "now": now, "standing": STANDING}
        searched = bool(search.strip())
        if searched:
            given |= patterns_of(search).parameters()
        return tuple(map(_line, self.sql.all(_page(which, searched=searched), given)))

    def line(self, business: str, guest_id: int, now: datetime) -> GuestLine | None:
        """Return one guest of a business as a line; None if there is none."""
        row = self.sql.one(ONE, {"guest": guest_id, "business": business, "now": now, "standing": STANDING})
        return None if row is None else _line(row)

    def kept(self, business: str, guest_id: int) -> int | None:
        """Return who a guest turned out to be; None if nobody else."""
        row = self.sql.one(KEPT, {"guest": guest_id, "business": business})
        return None if row is None else row[0]

    def history(self, business: str, guest_id: int) -> GuestHistory | None:
        """Return all that is kept of a guest of a business; None if there is none."""
        guest = Guests(self.sql).by_id(guest_id)
        if guest is None or guest.business != business:
            return None
        rows = self.sql.all(REQUESTS, {"guest": guest_id, "limit": MOST})
        return GuestHistory(
            guest=guest,
            bookings=Bookings(self.sql, Claims(self.sql)).of_guest(guest_id),
            conversations=DeskOverview(self.sql).conversations(WantedConversations(business, guest_id=guest_id), MOST),
            requests=tuple(map(request_of, rows)),
            merged=tuple(row[0] for row in self.sql.all(MERGED, {"guest": guest_id})),
        )

    def find(self, business: str, search: str, now: datetime) -> FoundAnywhere:
        """Return a few guests, bookings and conversations that fit what was typed."""
        if not search.strip():
            return FoundAnywhere((), (), (), {})
        whole = DeskOverview(self.sql)
        conversations = whole.conversations(WantedConversations(business, search=search), FEW)
        return FoundAnywhere(
            guests=self.page(business, now, WhichGuests.ALL, search=search)[:FEW],
            bookings=whole.by_reference(business, search, FEW),
            conversations=conversations,
            said={line.id: text for line in conversations if (text := whole.said(line.id, search)) is not None},
        )


def _line(row: Row) -> GuestLine:
    guest, name, phone, email, notes, created, *rest = row
    return GuestLine(guest, Facts(name, phone, email, notes), created, *rest)
