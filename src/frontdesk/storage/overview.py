"""What people behind the desk look through: conversations in pages, what needs somebody now, a search over all."""

from __future__ import annotations

from datetime import datetime
from functools import cache

from sqlalchemy import (
    ColumnElement,
    ScalarSelect,
    Select,
    Table,
    and_,
    bindparam,
    case,
    func,
    literal_column,
    null,
    or_,
    select,
)

from frontdesk.dialogue.conversation import Conversation, WithStaff
from frontdesk.storage.bookings import BOOKING, booking_of
from frontdesk.storage.codec import Undecodable, decode
from frontdesk.storage.overview_rows import ConversationLine, LastSaid, Needs, Only, PageEnd, WantedConversations
from frontdesk.storage.requests import Requests
from frontdesk.storage.rows import BookingRow, Facts, Side
from frontdesk.storage.schema import bookings, conversations, guests, messages, requests, turns
from frontdesk.storage.searching import begins_reference, has_digits, has_words, patterns_of
from frontdesk.storage.sql import Row, Sql, Statement

MOST = 200  # lines of a page
# Conversations whose words are searched, the latest that fit: a search must not hold up guests.
SEARCHED = 1_000
LOOKED_AT = 500  # the latest conversations, for the channels that are in use

_here = conversations.c
# Written out, or the databases would not know that their index of these is meant.
_is_held = _here.position == literal_column("'with_staff'")
_of_it = messages.c.conversation_id == _here.id
_open_request = and_(requests.c.conversation_id == _here.id, requests.c.closed_at.is_(None))
_booking = bookings.c.conversation_id == _here.id
_trouble = and_(turns.c.conversation_id == _here.id, turns.c.trouble.is_not(None))
# A conversation has the channel that it began in; staff write over one of their own.
_channel = (
    select(messages.c.channel).where(_of_it).order_by(messages.c.id).limit(1).correlate(conversations).scalar_subquery()
)

_ONLY: dict[str, ColumnElement[bool]] = {
    Only.WITH_STAFF: _is_held,
    Only.WAITING: select(requests.c.id).where(_open_request).exists(),
    Only.BOOKED: select(bookings.c.id).where(_booking).exists(),
    Only.NOT_UNDERSTOOD: select(turns.c.turn).where(_trouble).exists(),
    "channel": _channel == bindparam("channel"),
    "since": _here.updated_at >= bindparam("since"),
    "until": _here.updated_at < bindparam("until"),
    "guest": _here.guest_id == bindparam("guest"),
    "after": and_(
        _here.updated_at <= bindparam("after_at"),
        or_(_here.updated_at < bindparam("after_at"), _here.id < bindparam("after_id")),
    ),
}
_LATEST = (_here.updated_at.desc(), _here.id.desc())

_is_found = or_(
    select(guests.c.id)
    .where(
        guests.c.id == _here.guest_id,
        or_(has_words(guests.c.name), has_digits(guests.c.phone), has_words(guests.c.email)),
    )
    .exists(),
    select(bookings.c.id).where(_booking, begins_reference(bookings.c.reference)).exists(),
    select(messages.c.id).where(_of_it, has_words(messages.c.text)).exists(),
)


def _count(table: Table, *fits: ColumnElement[bool]) -> ScalarSelect[int]:
    return select(func.count()).select_from(table).where(*fits).correlate(conversations).scalar_subquery()


# The last thing that was said, beside the first, which says the channel.
_last = messages.alias("last")
_LINE = (
    _here.id,
    _here.guest_id,
    *(guests.c.name, guests.c.phone, guests.c.email, guests.c.notes),
    _channel,
    _here.position,
    case((_is_held, _here.body), else_=null()),
    _here.started_at,
    _here.updated_at,
    *(_last.c.side, _last.c.text, _last.c.at),
    _count(requests, _open_request),
    _count(bookings, _booking),
    _count(turns, _trouble),
)
# That somebody joined or left is no answer.
_newest = (
    select(func.max(messages.c.id))
    .where(_of_it, messages.c.side != Side.NOTE.value)
    .correlate(conversations)
    .scalar_subquery()
)
_FROM = conversations.outerjoin(guests, guests.c.id == _here.guest_id).outerjoin(_last, _last.c.id == _newest)


@cache
def _page(narrowed: frozenset[str], *, searched: bool) -> Statement:
    """Build the statement for a page that is narrowed in these ways; there are few, and each is built once."""
    fits = [_ONLY[name] for name in sorted(narrowed)]
    chosen = select(_here.id).where(_here.business == bindparam("business"), *fits).order_by(*_LATEST)
    if searched:
        chosen = select(_here.id).where(_here.id.in_(_inner(chosen.limit(SEARCHED))), _is_found).order_by(*_LATEST)
    within = _inner(chosen.limit(bindparam("limit")))
    return Statement(select(*_LINE).select_from(_FROM).where(_here.id.in_(within)).order_by(*_LATEST))


def _inner(chosen: Select[tuple[str]]) -> Select[tuple[str]]:
    """Keep a limit within: rows are named over a subquery, not over the table that surrounds it."""
    within = chosen.correlate(None).subquery()
    return select(within.c.id)


# Finds one conversation, as it is shown in lists.
ONE = Statement(
    select(*_LINE)
    .select_from(_FROM)
    .where(_here.id == bindparam("conversation"), _here.business == bindparam("business"))
)

# Counts the requests of a business that nobody has closed.
COUNT_OPEN = Statement(
    select(func.count()).where(requests.c.business == bindparam("business"), requests.c.closed_at.is_(None))
)

_latest = select(_here.id).where(_here.business == bindparam("business")).order_by(*_LATEST).limit(LOOKED_AT).subquery()

# Lists the channels that the latest conversations of a business began in.
CHANNELS = Statement(
    select(_channel.label("channel")).where(_here.id.in_(select(_latest.c.id))).distinct().order_by("channel")
)

# Finds the bookings whose references begin with what was typed.
BY_REFERENCE = Statement(
    select(*BOOKING)
    .where(bookings.c.business == bindparam("business"), begins_reference(bookings.c.reference))
    .order_by(bookings.c.starts_at.desc(), bookings.c.id)
    .limit(bindparam("limit"))
)


# Finds the last thing said in a conversation that has the words.
SAID = Statement(
    select(messages.c.text)
    .where(messages.c.conversation_id == bindparam("conversation"), has_words(messages.c.text))
    .order_by(messages.c.id.desc())
    .limit(1)
)


class DeskOverview:
    """The conversations as lists, and what needs somebody."""

    __slots__ = ("sql",)

    def __init__(self, sql: Sql) -> None:
        """Read through `sql`."""
        self.sql = sql

    def conversations(
        self, wanted: WantedConversations, limit: int, after: PageEnd | None = None
    ) -> tuple[ConversationLine, ...]:
        """Return a page of conversations, the latest first. A search looks through the latest `SEARCHED` that fit."""
        given = _parameters(wanted, after)
        searched = bool(wanted.search.strip())
        narrowed = frozenset(name for name, parameters in given.items() if parameters is not None)
        parameters: dict[str, object] = {"business": wanted.business, "limit": min(limit, MOST)}
        for each in given.values():
            parameters |= each or {}
        if searched:
            parameters |= patterns_of(wanted.search).parameters()
        return tuple(map(_line, self.sql.all(_page(narrowed, searched=searched), parameters)))

    def conversation(self, business: str, conversation_id: str) -> ConversationLine | None:
        """Return one conversation as it is shown in lists, or None if the business has none of that id."""
        row = self.sql.one(ONE, {"conversation": conversation_id, "business": business})
        return None if row is None else _line(row)

    def count_open_requests(self, business: str) -> int:
        """Count the requests that nobody has closed."""
        return int(self.sql.sure(COUNT_OPEN, {"business": business})[0])

    def channels(self, business: str) -> tuple[str, ...]:
        """Return the channels that the latest conversations were held over."""
        rows = self.sql.all(CHANNELS, {"business": business})
        return tuple(row[0] for row in rows if row[0] is not None)

    def needs(self, business: str) -> Needs:
        """Return what needs a person now: open requests, and guests who wrote last where staff have taken over."""
        held = self.conversations(WantedConversations(business, frozenset({Only.WITH_STAFF})), MOST)
        waiting = sorted((line for line in held if not line.is_guests_move), key=_since)
        return Needs(Requests(self.sql).open(business), tuple(waiting))

    def said(self, conversation_id: str, search: str) -> str | None:
        """Return the last thing said in a conversation that has what was typed; None where nothing has."""
        row = self.sql.one(SAID, {"conversation": conversation_id, **patterns_of(search).parameters()})
        return None if row is None else str(row[0])

    def by_reference(self, business: str, typed: str, limit: int) -> tuple[BookingRow, ...]:
        """Return the bookings whose references begin with what was typed, the latest first."""
        if not typed.strip():
            return ()
        given = {"business": business, "limit": limit, **patterns_of(typed).parameters()}
        return tuple(map(booking_of, self.sql.all(BY_REFERENCE, given)))


def _since(line: ConversationLine) -> datetime:
    return line.updated_at if line.last is None else line.last.at


def _parameters(wanted: WantedConversations, after: PageEnd | None) -> dict[str, dict[str, object] | None]:
    """Return the parameters of each way to narrow a page; None for those that are not wanted."""
    return {
        **{each.value: {} if each in wanted.only else None for each in Only},
        "channel": None if wanted.channel is None else {"channel": wanted.channel},
        "since": None if wanted.since is None else {"since": wanted.since},
        "until": None if wanted.until is None else {"until": wanted.until},
        "guest": None if wanted.guest_id is None else {"guest": wanted.guest_id},
        "after": None if after is None else {"after_at": after.at, "after_id": after.id},
    }


def _line(row: Row) -> ConversationLine:
    conversation, guest, name, phone, email, notes, channel, position, body, began, updated, *rest = row
    side, text, at, open_requests, made, troubles = rest
    return ConversationLine(
        id=conversation,
        guest_id=guest,
        facts=Facts(name, phone, email, notes),
        channel=channel,
        position=position,
        held_by=None if body is None else _holder(body),
        started_at=began,
        updated_at=updated,
        last=None if side is None else LastSaid(Side(side), text, at),
        open_requests=open_requests,
        bookings=made,
        troubles=troubles,
    )


def _holder(body: str) -> str | None:
    """Return who has taken over a conversation; None where that cannot be read."""
    try:
        position = decode(Conversation, body).position
    except Undecodable:
        return None
    return position.by if isinstance(position, WithStaff) else None
