"""What staff do from the command line: answer and close requests, keep time free."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from frontdesk.scheduling.booking import Claim
from frontdesk.scheduling.business import Business, Resource, Service
from frontdesk.scheduling.hours import at_wall
from frontdesk.storage.rows import BookingRow, Message, Side, StaffRequest, Window
from frontdesk.storage.unit import Unit

DAY = timedelta(days=1)
BEGINNING, END = datetime(1, 1, 2, tzinfo=UTC), datetime(9999, 12, 30, tzinfo=UTC)
FIRST_YEAR, LAST_YEAR = 1900, 9000  # of days that a diary can have
MOST_DAYS_NAMED = 7  # of a block, where it is told
MOST = 100_000  # requests looked at: more than a desk has


HEADINGS = ("id", "when", "kind", "reason", "known", "answer", "closed")


class NotPossible(ValueError):  # noqa: N818 - what is the case with the wish
    """What staff asked for cannot be done; the text says why."""


class AlreadyDealtWith(NotPossible):
    """Somebody else was quicker with a request; `request` is what became of it, `by` who it was."""

    def __init__(self, message: str, request: StaffRequest, by: str) -> None:
        """Say who did what."""
        super().__init__(message)
        self.request = request
        self.by = by


def provider_named(business: Business, name: str) -> Resource:
    """Return the resource that staff mean: by id, or by words of a name that only one has."""
    return business.resources[_the_one("provider", name, business.resources)]


def service_named(business: Business, name: str) -> Service:
    """Return the service that staff mean: by id, or by words of a name that only one has."""
    return business.services[_the_one("service", name, business.services)]


def _the_one(kind: str, name: str, known: Mapping[str, Resource] | Mapping[str, Service]) -> str:
    """Return the id of what is called so; raise if there is none, or more than one."""
    wanted = _words(name)
    named = {key: [_words(one) for one in (key, each.name, *each.synonyms)] for key, each in known.items()}
    meant = [key for key, names in named.items() if wanted in names] or [
        key for key, names in named.items() if any(wanted and set(wanted) <= set(each) for each in names)
    ]
    if len(meant) != 1:
        which = "more than one" if meant else "no"
        raise NotPossible(f"There is {which} {kind} {name!r}; there are {', '.join(meant or known)}.")
    return meant[0]


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
    span = f"{claim.resource} from {_moment(claim.start, business)} to {_moment(claim.end, business)}"
    first = claim.start.astimezone(business.zone).date()
    # One that ends at midnight has nothing of the day that begins then.
    count = ((claim.end - timedelta(microseconds=1)).astimezone(business.zone).date() - first).days + 1
    named = ", ".join(f"{first + each * DAY:%A %Y-%m-%d}" for each in range(min(count, MOST_DAYS_NAMED)))
    more = f" and {count - MOST_DAYS_NAMED} days more" if count > MOST_DAYS_NAMED else ""
    return f"{span} ({named}{more})"


def booking_text(row: BookingRow, business: Business) -> str:
    """Say a booking in a line."""
    people = "" if row.party is None else f"for {row.party}"
    who = ", ".join(filter(None, (row.name, row.phone, people)))
    return f"{row.reference} {_moment(row.starts_at, business)} {row.service} {who}".rstrip()


def _moment(at: datetime | None, business: Business) -> str:
    return "" if at is None else f"{at.astimezone(business.zone):%Y-%m-%d %H:%M}"


@dataclass(frozen=True, slots=True)
class Kept:
    """A block as it now stands, and whether it stood before."""

    id: int
    touches: tuple[BookingRow, ...]
    before: bool = False


def block(unit: Unit, business: Business, claim: Claim, by: str, now: datetime) -> Kept:
    """Keep time free of new bookings, once."""
    if claim.end <= now:
        raise NotPossible(f"This ends on {_moment(claim.end, business)}, and it is {_moment(now, business)} already.")
    for each in unit.blocks.after(business.id, claim.start):
        if Claim(each.resource, each.starts_at, each.ends_at) == claim:
            window = Window(business.id, (claim.resource,), claim.start, claim.end)
            return Kept(each.id, unit.bookings.diary(window), before=True)
    made = unit.blocks.add(business.id, claim, by, now)
    return Kept(made.id, made.touches)


def unblock(unit: Unit, business: Business, number: str, at: datetime) -> None:
    """Open the time of a block again."""
    known = {str(each.id): each.id for each in unit.blocks.after(business.id, BEGINNING)}
    if number not in known or not unit.blocks.remove(known[number], at):
        raise NotPossible(f"There is no block {number}.")


def requests_of(unit: Unit, business: Business, *, closed_too: bool) -> tuple[StaffRequest, ...]:
    """Return the requests that wait for staff, or all there were, with how the guest can be reached by now."""
    found = unit.requests.all(business.id, END, MOST) if closed_too else unit.requests.open(business.id)
    return tuple(reachable(unit, each) for each in found)


def reachable(unit: Unit, request: StaffRequest) -> StaffRequest:
    """Add what the guest has said of themselves since: they are asked for a number after the request is made."""
    guest = unit.guests.by_id(request.guest_id) if request.guest_id is not None else None
    if guest is None:
        return request
    facts = {"name": guest.facts.name, "phone": guest.facts.phone, "email": guest.facts.email}
    known = {name: fact for name, fact in facts.items() if fact is not None} | json.loads(request.known)
    return replace(request, known=json.dumps(known, ensure_ascii=False))


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
        raise _dealt_with(unit, business, mark.request, " To answer it all the same, say --again.")
    _keep_answer(unit, request, mark, text)


def answer_again(unit: Unit, business: Business, mark: Mark, text: str) -> None:
    """Keep another answer; a request that was closed is open again."""
    request = _request(unit, business, mark.request)
    unit.requests.answer_again(mark.request, text, mark.by, mark.at)
    _keep_answer(unit, request, mark, text)


def _dealt_with(unit: Unit, business: Business, number: int, hint: str = "") -> AlreadyDealtWith:
    """Say who was quicker, and with what."""
    request = _request(unit, business, number)
    if request.closed_at is not None:
        when = _moment(request.closed_at, business)
        said = f"Request {request.id} was closed by {request.closed_by} on {when}."
        return AlreadyDealtWith(said + hint, request, request.closed_by or "")
    if request.answered_at is not None:
        said = f"Request {request.id} was answered by {request.answered_by}: {request.answer or ''}".rstrip(": ")
        return AlreadyDealtWith(f"{said}.{hint}", request, request.answered_by or "")
    who = request.assigned_to or "nobody"
    return AlreadyDealtWith(f"Request {request.id} is with {who} by now.{hint}", request, who)


def _keep_answer(unit: Unit, request: StaffRequest, mark: Mark, text: str) -> None:
    conversation = unit.conversations.by_id(request.conversation_id)
    if conversation is not None:
        channel = unit.messages.last_channel(conversation.id) or "staff"
        said = Message(conversation.id, conversation.version, Side.STAFF, channel, text, mark.at, mark.by)
        unit.messages.add(said)


def assign_request(unit: Unit, business: Business, mark: Mark, to: str | None, seen: str | None) -> None:
    """Let somebody see to an open request, or nobody; `seen` is who was seen to have it."""
    _request(unit, business, mark.request)
    if not unit.requests.assign(mark.request, to, seen):
        raise _dealt_with(unit, business, mark.request)


def close_request(unit: Unit, business: Business, mark: Mark) -> None:
    """Close a request."""
    _request(unit, business, mark.request)
    if not unit.requests.close(mark.request, mark.by, mark.at):
        raise _dealt_with(unit, business, mark.request)


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
