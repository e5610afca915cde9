"""What staff do from the command line: answer and close requests, keep time free, let a guest be forgotten."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from frontdesk.scheduling.booking import Claim
from frontdesk.scheduling.business import Business, Resource
from frontdesk.scheduling.hours import at_wall
from frontdesk.storage.rows import Address, BookingRow, Guest, Message, Side, StaffRequest
from frontdesk.storage.unit import Unit

DAY = timedelta(days=1)
BEGINNING = datetime(1, 1, 2, tzinfo=UTC)
FIRST_YEAR, LAST_YEAR = 1900, 9000  # of days that a diary can have
MOST = 100_000  # conversations or requests looked at: more than a desk has


HEADINGS = ("id", "when", "kind", "reason", "known", "answer", "closed")
LONGEST_ID = 6  # digits: what is longer is a phone number


class NotPossible(ValueError):  # noqa: N818 - what is the case with the wish
    """What staff asked for cannot be done; the text says why."""


def provider_named(business: Business, name: str) -> Resource:
    """Return the resource that staff mean: by id, or by words of a name that only one has."""
    wanted = _words(name)
    named = {
        each.id: [_words(one) for one in (each.id, each.name, *each.synonyms)] for each in business.resources.values()
    }
    meant = [key for key, names in named.items() if wanted in names] or [
        key for key, names in named.items() if any(wanted and set(wanted) <= set(each) for each in names)
    ]
    if len(meant) != 1:
        known = ", ".join(meant or business.resources)
        which = "more than one" if meant else "no"
        raise NotPossible(f"There is {which} provider {name!r}; there are {known}.")
    return business.resources[meant[0]]


def _words(name: str) -> list[str]:
    return re.findall(r"\w+", name.casefold().replace("_", " "))


def span_of(business: Business, start: str, end: str) -> tuple[datetime, datetime]:
    """Read from when until when: moments, or days; a day as end is included, a time alone is on the first day."""
    first_day, first_time = _day_and_time(start, business.zone, None)
    last_day, last_time = _day_and_time(end, business.zone, first_day)
    begin = at_wall(first_day, first_time or time.min, business.zone)
    finish = at_wall(last_day + (DAY if last_time is None else timedelta()), last_time or time.min, business.zone)
    if finish <= begin:
        raise NotPossible("This ends before it begins.")
    return begin, finish


def _day_and_time(text: str, zone: tzinfo, usual: date | None) -> tuple[date, time | None]:
    try:
        if usual is not None and len(text) <= len("00:00"):
            return usual, time.fromisoformat(text.zfill(len("00:00")))
        if len(text) <= len("2026-01-01"):
            return near(date.fromisoformat(text)), None
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise NotPossible(f"{text!r} is not a day or moment such as 2026-03-02 or 2026-03-02T09:00.") from None
    near(moment.date())
    local = moment.astimezone(zone) if moment.tzinfo else moment
    return local.date(), local.time()


def near(day: date) -> date:
    """Return a day that a diary can have."""
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise NotPossible(f"{day} is too far away.")
    return day


def claim_of(business: Business, provider: str, start: str, end: str) -> Claim:
    """Read which time of whom is meant."""
    return Claim(provider_named(business, provider).id, *span_of(business, start, end))


def claim_text(claim: Claim, business: Business) -> str:
    """Say a time of somebody."""
    return f"{claim.resource} from {_moment(claim.start, business)} to {_moment(claim.end, business)}"


def booking_text(row: BookingRow, business: Business) -> str:
    """Say a booking in a line."""
    who = ", ".join(filter(None, (row.name, row.phone)))
    return f"{row.reference} {_moment(row.starts_at, business)} {row.service} {who}".rstrip()


def _moment(at: datetime | None, business: Business) -> str:
    return "" if at is None else f"{at.astimezone(business.zone):%Y-%m-%d %H:%M}"


def unblock(unit: Unit, business: Business, number: str) -> None:
    """Open the time of a block again."""
    known = {str(each.id): each.id for each in unit.blocks.after(business.id, BEGINNING)}
    if number not in known or not unit.blocks.remove(known[number]):
        raise NotPossible(f"There is no block {number}.")


def requests_of(unit: Unit, business: Business, now: datetime, *, closed_too: bool) -> tuple[StaffRequest, ...]:
    """Return the requests that wait for staff, or all there were."""
    return unit.requests.all(business.id, now + DAY, MOST) if closed_too else unit.requests.open(business.id)


@dataclass(frozen=True, slots=True)
class Mark:
    """Which request somebody deals with, and when."""

    request: int
    by: str
    at: datetime


def answer_request(unit: Unit, business: Business, mark: Mark, text: str) -> None:
    """Keep what staff answered, with the request and in the conversation."""
    request = _request(unit, business, mark.request)
    if not unit.requests.answer(mark.request, text, mark.by, mark.at):
        raise NotPossible(f"Request {mark.request} is closed.")
    conversation = unit.conversations.by_id(request.conversation_id)
    if conversation is not None:
        unit.messages.add(Message(conversation.id, conversation.version, Side.STAFF, "staff", text, mark.at))


def close_request(unit: Unit, business: Business, mark: Mark) -> None:
    """Close a request."""
    _request(unit, business, mark.request)
    if not unit.requests.close(mark.request, mark.by, mark.at):
        raise NotPossible(f"Request {mark.request} is closed already.")


def _request(unit: Unit, business: Business, number: int) -> StaffRequest:
    request = unit.requests.by_id(number)
    if request is None or request.business != business.id:
        raise NotPossible(f"There is no request {number}.")
    return request


def request_data(request: StaffRequest, business: Business) -> dict[str, object]:
    """Return a request as plain data."""

    def moment(at: datetime | None) -> str | None:
        return None if at is None else at.astimezone(business.zone).isoformat(timespec="minutes")

    return {
        "id": request.id,
        "kind": request.kind.value,
        "reason": request.reason,
        "at": moment(request.at),
        "known": json.loads(request.known),
        "conversation": request.conversation_id,
        "answer": request.answer,
        "answered_by": request.answered_by,
        "answered_at": moment(request.answered_at),
        "closed_by": request.closed_by,
        "closed_at": moment(request.closed_at),
    }


def request_row(request: StaffRequest, business: Business) -> tuple[str, ...]:
    """Return a request as the cells of a table."""
    known = ", ".join(f"{name}: {value}" for name, value in json.loads(request.known).items() if value is not None)
    when, closed = _moment(request.at, business), _moment(request.closed_at, business)
    return str(request.id), when, request.kind.value, request.reason, known, request.answer or "", closed


@dataclass(frozen=True, slots=True)
class Traces:
    """What is kept of a guest."""

    guest: Guest
    addresses: int
    bookings: int
    conversations: int
    messages: int

    def __str__(self) -> str:
        """Say it in a sentence."""
        facts = self.guest.facts
        who = ", ".join(filter(None, (facts.name, facts.phone, facts.email))) or "nothing known"
        kept = (
            f"{self.bookings} bookings, {self.conversations} conversations, {self.messages} messages, "
            f"{self.addresses} addresses"
        )
        return f"Guest {self.guest.id} ({who}): {kept}."


def is_guest_id(text: str) -> bool:
    """Tell the id of a guest from a phone number."""
    return text.isascii() and text.isdecimal() and len(text) <= LONGEST_ID


def traces_of(unit: Unit, business: Business, guest: str, phone: str | None, now: datetime) -> tuple[Traces, ...]:
    """Find the guests meant by an id, or by a phone number they have or gave."""
    found: dict[int, Guest] = {}
    by_id = unit.guests.by_id(int(guest)) if phone is None else None
    by_address = unit.guests.by_address(Address(business.id, "phone", phone)) if phone else None
    given = unit.guests.by_phone(business.id, phone) if phone else ()
    for each in (by_id, by_address, *given):
        if each is not None and each.business == business.id and each.forgotten_at is None:
            found[each.id] = each
    return tuple(_traces(unit, each, now) for each in found.values())


def _traces(unit: Unit, guest: Guest, now: datetime) -> Traces:
    recent = unit.conversations.recent(guest.business, now + DAY, MOST)
    theirs = [each.id for each in recent if each.guest_id == guest.id]
    return Traces(
        guest=guest,
        addresses=len(unit.guests.addresses(guest.id)),
        bookings=len(unit.bookings.of_guest(guest.id)),
        conversations=len(theirs),
        messages=sum(len(unit.messages.of(each)) for each in theirs),
    )


def forget(unit: Unit, guests: Sequence[Traces], at: datetime) -> int:
    """Forget these guests everywhere; returns how many there still were to forget."""
    return sum(unit.forget(each.guest.id, at) for each in guests)
