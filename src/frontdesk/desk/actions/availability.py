"""check_availability: what is open, or why nothing is and what comes nearest."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time
from typing import Literal, TypeAlias

from frontdesk.desk.actions.calls import Call, Ended, standing_time
from frontdesk.desk.actions.diary_pages import busy_for, places_for
from frontdesk.desk.actions.opening_ids import opening_id
from frontdesk.desk.actions.opening_pages import in_pages
from frontdesk.desk.actions.own_bookings import booking_record, lies_over, own_bookings
from frontdesk.desk.actions.parties import NO_PARTY, party_of
from frontdesk.desk.actions.wanted import wanted_from
from frontdesk.dialogue.conversation import Offer, Option
from frontdesk.dialogue.values import Item, Record, Times, Value
from frontdesk.scheduling import findings, search
from frontdesk.scheduling.business import Business
from frontdesk.scheduling.find import find
from frontdesk.scheduling.hours import open_spans
from frontdesk.scheduling.inquiry import MOST
from frontdesk.scheduling.search import Opening, Part, Search, area_of, location_of, provider_of
from frontdesk.storage.rows import BookingRow

_NOON = time(12)
# What a search came to, as flows compare it with `finding`; docs/flows.md says what each means.
FindingName: TypeAlias = Literal[
    "exact",
    "free",
    "apart",
    "last",
    "taken",
    "off_grid",
    "closed_then",
    "too_late",
    "past_then",
    "none_in_part",
    "full",
    "closed_day",
    "too_soon",
    "too_far",
    "nobody_does",
    "unknown_service",
    "nothing_asked",
    "too_many",
    "no_party",
]


def check_availability(call: Call) -> Ended:
    """Look for openings of the services asked for."""
    if call.calendar_down:
        return Ended("unavailable")
    moving = int(call.text("moving") or 0)
    party = party_of(call, moving)
    if party is NO_PARTY:
        return Ended("invalid", _found("no_party"))
    wanted = wanted_from(call, party)
    if wanted is None:
        return Ended("invalid", _found("nothing_asked"))
    busy, places = busy_for(call, wanted, moving), places_for(call, wanted, moving)
    return _told(call, find(call.business, wanted, busy, call.now, places), wanted)


def _told(call: Call, finding: findings.Finding, wanted: Search) -> Ended:
    """Say a finding as an outcome with fields."""
    tell = _Teller(call, wanted)
    match finding:
        case findings.Free(openings) if tell.wants_last:
            return tell.last(openings)
        case findings.Free(openings):
            apart = len(wanted.services) > 1 and not any(_back_to_back(each) for each in openings[:1])
            return tell.openings("apart" if apart else "free", tell.over_days(openings))
        case findings.ExactlyFree(opening, others):
            return tell.exactly(opening, others)
        case findings.Taken(nearest=nearest, places=places, instead=instead):
            return tell.openings("taken", nearest, {**_places(places), **_instead(instead)})
        case findings.OffGrid(nearest=nearest):
            return tell.openings("off_grid", nearest)
        case findings.ClosedThen(at=at, opens=opens, last_start=last, openings=openings):
            if _is_over(wanted, opens, last, call.now):
                return tell.openings("past_then", openings)
            bounds: dict[str, Value] = {"first_start": opens.time(), "last_start": last.time()}
            late = last < at and _is_open(call.business, at)
            return tell.openings("too_late" if late else "closed_then", _closest(openings, wanted.at), bounds)
        case findings.NoneInPart(others=others, later=later, instead=instead):
            return tell.openings("none_in_part", tell.nearest(others) or later, _instead(instead))
        case findings.Full(later=later, places=places, instead=instead):
            return tell.openings("full", later, {**_places(places), **_instead(instead)})
        case findings.NobodyIn(nearest_days=days, later=later, instead=instead):
            return tell.openings("full", later, {"open_days": days, **_instead(instead)})
        case _:
            return _nothing(finding)


def _places(left: int | None) -> dict[str, Value]:
    """Return how many places are left, where some are, but fewer than wanted."""
    return {"places": left} if left else {}


def _instead(instead: findings.Instead) -> dict[str, Value]:
    """Return what there would be without one of the wishes, as far as there is something."""
    fields: dict[str, Value] = {}
    if instead.providers:
        fields["others_free"] = tuple(Item("provider", each) for each in instead.providers)
    if instead.day is not None:
        fields["next_day"] = instead.day
    if instead.ruled_out:
        fields["ruled_out"] = instead.ruled_out
    return fields


def _is_open(business: Business, moment: datetime) -> bool:
    """Tell a moment at which guests are in: what it is too late to start then could still be under way."""
    spans = open_spans(business.hours, moment.date(), business.zone)
    return any(span.start <= moment < span.end for span in spans)


def _is_over(wanted: Search, opens: datetime, last: datetime, now: datetime) -> bool:
    """Tell "today at 9:30", said at 10: it was read as this evening, when we are closed, and was meant this morning."""
    if wanted.at is None or wanted.at < _NOON or opens.date() != now.date():
        return False
    morning = wanted.at.replace(hour=wanted.at.hour - _NOON.hour)
    return morning < now.time() and opens.time() <= morning <= last.time() < wanted.at


Nothing: TypeAlias = (
    findings.ClosedDay
    | findings.TooSoon
    | findings.TooFar
    | findings.UnknownService
    | findings.NobodyDoes
    | findings.TooMany
)


def _nothing(finding: Nothing) -> Ended:
    """Say why nothing can be offered."""
    match finding:
        case findings.ClosedDay(nearest_open_days=days, instead=instead):
            return Ended("none", {**_found("closed_day"), "open_days": days, **_instead(instead)})
        case findings.TooSoon():
            return Ended("invalid", _found("too_soon"))
        case findings.TooFar(last_day=day):
            return Ended("invalid", {**_found("too_far"), "last_day": day})
        case findings.TooMany(most=most):
            return Ended("invalid", {**_found("too_many"), "most": most})
        case findings.UnknownService():
            return Ended("invalid", _found("unknown_service"))
        case findings.NobodyDoes(who=who):
            performers = tuple(Item("provider", each) for each in who)
            return Ended("invalid", {**_found("nobody_does"), **({"performers": performers} if performers else {})})


def _found(finding: FindingName) -> dict[str, Value]:
    """Return the field that says what a search came to."""
    return {"finding": finding}


def _back_to_back(opening: Opening) -> bool:
    pairs = zip(opening.parts, opening.parts[1:], strict=False)
    return all(one.end == other.start for one, other in pairs)


def _closest(openings: tuple[Opening, ...], at: time | None) -> tuple[Opening, ...]:
    """Put those nearest to the time asked for first, when it was later than all of them."""
    if at is None or not openings or openings[-1].start.time() > at:
        return openings
    return tuple(reversed(openings[-2:]))


@dataclass(frozen=True, slots=True)
class _Teller:
    """Makes offers out of openings."""

    call: Call
    wanted: Search

    def openings(
        self, finding: FindingName, openings: tuple[Opening, ...], more: dict[str, Value] | None = None
    ) -> Ended:
        """Offer these, or say that there is nothing."""
        fields: dict[str, Value] = {**_found(finding), **(more or {})}
        openings = self._elsewhere(openings)
        if not openings:
            return Ended("none", fields)
        return Ended("openings", {**fields, **self._with_whom()}, self._offer(openings, None))

    def _elsewhere(self, openings: tuple[Opening, ...]) -> tuple[Opening, ...]:
        """Leave out what is just as the booking that is being moved: nobody moves it to where it is."""
        moved = next((row for row in own_bookings(self.call) if str(row.id) == self.call.text("moving")), None)
        if moved is None or self.wanted.party != moved.party:
            return openings
        return tuple(each for each in openings if not self._is_at(each, moved))

    def _is_at(self, opening: Opening, row: BookingRow) -> bool:
        first = opening.parts[0]
        who = provider_of(self.call.business, first)
        return opening.start == row.starts_at and (first.service, who) == (row.service, row.provider)

    def _with_whom(self) -> dict[str, Value]:
        """Return whom all of it is with, where somebody was asked for: of two services each may be with another."""
        provider = self.wanted.provider if len(self.wanted.services) == 1 else None
        return {} if provider is None else {"with_whom": Item("provider", provider)}

    @property
    def wants_last(self) -> bool:
        """Whether the guest wishes for the last start of a day, rather than for the first that fits."""
        times = self.call.of("time", Times)
        return times is not None and times.latest

    def last(self, openings: tuple[Opening, ...]) -> Ended:
        """Offer the last of the first day that has some, with the rest of that day behind it, from the last on."""
        day = tuple(each for each in openings if each.start.date() == openings[0].start.date())
        offer = self._offer(day[::-1], opening_id(day[-1]))
        told: dict[str, Value] = {**_found("last"), "last_start": day[-1].start.time()}
        return Ended("openings", {**told, **self._with_whom()}, offer)

    def exactly(self, opening: Opening, others: tuple[Opening, ...]) -> Ended:
        """Offer the very one that was asked for, with the rest of the day behind it."""
        offer = self._offer((opening, *others), opening_id(opening))
        other = next((row for row in self._own() if lies_over(row, opening.start, opening.end)), None)
        until = other.ends_at.astimezone(self.call.business.zone).time() if other else None
        free: dict[str, Value] = {} if until is None else {"free_from": Times(until, None)}
        return Ended("openings", {**_found("exact"), **free, **self._with_whom()}, offer)

    @property
    def _size(self) -> int:
        return self.call.visitor.page(self.call.business.offer_size)

    def over_days(self, openings: tuple[Opening, ...]) -> tuple[Opening, ...]:
        """Let every page show as many days as it can, where several days were named."""
        return self.nearest(openings) if self.wanted.order is search.Order.ACROSS_DAYS else openings

    def nearest(self, openings: tuple[Opening, ...]) -> tuple[Opening, ...]:
        """Put what is nearest to the times that were asked for on the first page."""
        return in_pages(openings, self._size, lambda each: each.start, self.wanted.times)

    def _own(self) -> tuple[BookingRow, ...]:
        """Return what else the guest has booked."""
        return tuple(row for row in own_bookings(self.call) if str(row.id) != self.call.text("moving"))

    def _offer(self, openings: tuple[Opening, ...], exact: str | None) -> Offer:
        business = self.call.business
        # A free time beyond these is looked for when it is named.
        own = self._own()
        options = tuple(Option(opening_id(each), self._fields(each, own)) for each in openings[:MOST])
        made_at, expires = standing_time(business, self.call.now)
        return Offer(options, made_at, expires, size=self._size, exact=exact)

    def _fields(self, opening: Opening, own: tuple[BookingRow, ...]) -> dict[str, Value]:
        """Return what is known of an opening; at the time of another booking of the guest, that one too."""
        fields = opening_fields(opening, self.call.business)
        other = next((row for row in own if lies_over(row, opening.start, opening.end)), None)
        return fields if other is None else {**fields, "clash": booking_record(self.call, other)}


def opening_fields(opening: Opening, business: Business) -> dict[str, Value]:
    """Return what is known of an opening, by field."""
    fields: dict[str, Value] = {"kind": "opening", "start": opening.start, "end": opening.end}
    providers = dict.fromkeys([provider_of(business, part) for part in opening.parts])
    items = tuple([Item("provider", each) for each in providers if each])
    if items:
        fields["provider"] = items[0] if len(items) == 1 else items
    fields |= place_fields(opening, business)
    if len(opening.parts) > 1:
        fields["plan"] = tuple(_part_record(part) for part in opening.parts)
    return fields


def place_fields(opening: Opening, business: Business) -> dict[str, Value]:
    """Return where an opening is, and how many places it has left, as far as that says anything."""
    fields: dict[str, Value] = {}
    left = [part.places for part in opening.parts if part.places is not None]
    if left:
        fields["places"] = min(left)
    if business.locations and (where := location_of(business, opening.parts[0])):
        fields["location"] = Item("location", where)
    if area := area_of(business, opening.parts[0]):
        fields["area"] = Item("area", area)
    return fields


def _part_record(part: Part) -> Record:
    """Return one of several services as a guest is told of it: each begins at a time of its own."""
    return Record("part", (("service", Item("service", part.service)), ("start", part.start)))
