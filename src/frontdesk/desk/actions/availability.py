"""check_availability: what is open, or why nothing is and what comes nearest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Literal, TypeAlias

from frontdesk.desk.actions.calls import Call, Ended, standing_time
from frontdesk.desk.actions.diary_pages import busy_for, places_for
from frontdesk.desk.actions.opening_ids import opening_id
from frontdesk.desk.actions.own_bookings import booking_record, lies_over, own_bookings
from frontdesk.desk.actions.parties import NO_PARTY, party_of
from frontdesk.dialogue.conversation import Offer, Option
from frontdesk.dialogue.values import Days, Item, Moments, Record, Times, Value
from frontdesk.scheduling import findings, search
from frontdesk.scheduling.business import Business
from frontdesk.scheduling.find import MOST, find
from frontdesk.scheduling.hours import open_spans
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


def wanted_from(call: Call, party: int | None = None) -> Search | None:
    """Turn the arguments into a search; None if no service is named."""
    services = call.ids("service_type")
    if not services:
        return None
    first, last = _days(call)
    times, at, gaps = _times(call.arguments.get("time"))
    providers = call.ids("provider")
    return Search(
        services=services,
        first=first,
        last=last,
        times=times,
        at=at,
        provider=providers[0] if len(providers) == 1 else None,  # several: one for each service, as found
        without_times=(*gaps, *_excluded_times(call)),
        without_days=tuple(_excluded_days(call)) if first != last else (),  # the one day asked for is not ruled out
        without_spans=tuple(_excluded_spans(call)),
        without_providers=tuple(item.id for _, item in call.excluded if isinstance(item, Item)),
        party=party,
        areas=call.ids("area"),
        location=call.id("location"),
        order=_order(call),
    )


def _order(call: Call) -> search.Order:
    """Tell a guest who has named several days, and shall see what each has, from one who wants the first there is."""
    days = call.of("date", Days)
    return search.Order.ACROSS_DAYS if days is not None and days.end is not None else search.Order.EARLIEST


def _days(call: Call) -> tuple[date, date]:
    """Return the first and last day to look at: the one asked for, or all that can be booked."""
    today = call.now.date()
    match call.arguments.get("date"):
        case datetime() as moment:
            return moment.date(), moment.date()
        case date() as day:
            return day, day
        case Days(start, end):
            first = start or today
            # "From 2090 on" begins after the last day that can be booked: that day is then looked at, and refused.
            return first, (end - timedelta(days=1)) if end else max(first, today + _horizon(call))
        case _:
            return today, today + _horizon(call)


def _horizon(call: Call) -> timedelta:
    known = (call.business.services.get(each) for each in call.ids("service_type"))
    return max((service.horizon for service in known if service), default=timedelta(days=90))


def _times(value: Value | None) -> tuple[search.Times, time | None, tuple[search.Times, ...]]:
    """Return the hours to look at, the very time if it is one, and what lies between those of which any will do."""
    match value:
        case time():
            return search.Times(), value, ()
        case Times(start, end):
            return search.Times(start, end), None, ()
        case tuple():
            return search.Times(), None, tuple(_between(value))
        case _:
            return search.Times(), None, ()


def _between(values: tuple[Value, ...]) -> Iterable[search.Times]:
    """Give the hours around "3 or 4" and "before 10 or after 4"."""
    spans = [(value, _minute_later(value)) for value in values if isinstance(value, time)]
    spans += [(value.start or time.min, value.end or time.max) for value in values if isinstance(value, Times)]
    reached = time.min
    for start, end in sorted(spans):
        if reached < start:
            yield search.Times(reached, start)
        reached = max(reached, end)
    if reached < time.max:
        yield search.Times(reached, None)


def _minute_later(at: time) -> time:
    return (datetime.combine(date.min, at) + timedelta(minutes=1)).time()


def _excluded(call: Call) -> Iterable[Value]:
    """Give what was ruled out, each by itself: every Monday is many days."""
    for _, value in call.excluded:
        yield from value if isinstance(value, tuple) else (value,)


def _excluded_days(call: Call) -> Iterable[date]:
    for value in _excluded(call):
        match value:
            case Days(date() as first, date() as after):
                yield from (first + timedelta(days=distance) for distance in range((after - first).days))
            case date() if not isinstance(value, datetime):
                yield value
            case _:
                continue


def _excluded_spans(call: Call) -> Iterable[tuple[datetime, datetime]]:
    for value in _excluded(call):
        if isinstance(value, Moments) and value.start is not None and value.end is not None:
            yield value.start, value.end


def _excluded_times(call: Call) -> Iterable[search.Times]:
    for value in _excluded(call):
        match value:
            case time():
                yield search.Times(value, value)
            case Times(start, end):
                yield search.Times(start, end)
            case _:
                continue


def _told(call: Call, finding: findings.Finding, wanted: Search) -> Ended:
    """Say a finding as an outcome with fields."""
    tell = _Teller(call, wanted)
    match finding:
        case findings.Free(openings) if tell.wants_last:
            return tell.last(openings)
        case findings.Free(openings):
            apart = len(wanted.services) > 1 and not any(_back_to_back(each) for each in openings[:1])
            return tell.openings("apart" if apart else "free", openings)
        case findings.ExactlyFree(opening, others):
            return tell.exactly(opening, others)
        case findings.Taken(nearest=nearest, places=places):
            return tell.openings("taken", nearest, _places(places))
        case findings.OffGrid(nearest=nearest):
            return tell.openings("off_grid", nearest)
        case findings.ClosedThen(at=at, opens=opens, last_start=last, openings=openings):
            if _is_over(wanted, opens, last, call.now):
                return tell.openings("past_then", openings)
            bounds: dict[str, Value] = {"first_start": opens.time(), "last_start": last.time()}
            late = last < at and _is_open(call.business, at)
            return tell.openings("too_late" if late else "closed_then", _closest(openings, wanted.at), bounds)
        case findings.NoneInPart(others=others, later=later):
            return tell.openings("none_in_part", others or later)
        case findings.Full(later=later, places=places):
            return tell.openings("full", later, _places(places))
        case findings.NobodyIn(nearest_days=days, later=later):
            return tell.openings("full", later, {"open_days": days})
        case _:
            return _nothing(finding)


def _places(left: int | None) -> dict[str, Value]:
    """Return how many places are left, where some are, but fewer than wanted."""
    return {"places": left} if left else {}


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
        case findings.ClosedDay(nearest_open_days=days):
            return Ended("none", {**_found("closed_day"), "open_days": days})
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
        if not openings:
            return Ended("none", fields)
        return Ended("openings", {**fields, **self._with_whom()}, self._offer(openings, None))

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

    def _own(self) -> tuple[BookingRow, ...]:
        """Return what else the guest has booked."""
        return tuple(row for row in own_bookings(self.call) if str(row.id) != self.call.text("moving"))

    def _offer(self, openings: tuple[Opening, ...], exact: str | None) -> Offer:
        business = self.call.business
        # A free time beyond these is looked for when it is named.
        own = self._own()
        size = self.call.visitor.page(business.offer_size)
        shown = in_pages(openings[:MOST], size) if self.wanted.order is search.Order.ACROSS_DAYS else openings[:MOST]
        options = tuple(Option(opening_id(each), self._fields(each, own)) for each in shown)
        made_at, expires = standing_time(business, self.call.now)
        return Offer(options, made_at, expires, size=size, exact=exact)

    def _fields(self, opening: Opening, own: tuple[BookingRow, ...]) -> dict[str, Value]:
        """Return what is known of an opening; at the time of another booking of the guest, that one too."""
        fields = opening_fields(opening, self.call.business)
        other = next((row for row in own if lies_over(row, opening.start, opening.end)), None)
        return fields if other is None else {**fields, "clash": booking_record(self.call, other)}


def in_pages(openings: tuple[Opening, ...], size: int) -> tuple[Opening, ...]:
    """Order openings so that every page has as many days as it can, and shows them in their order."""
    seen: Counter[date] = Counter()
    ranked: list[tuple[int, datetime, Opening]] = []
    for each in sorted(openings, key=lambda opening: opening.start):
        ranked.append((seen[each.start.date()], each.start, each))
        seen[each.start.date()] += 1
    ranked.sort(key=lambda entry: entry[:2])
    pages = (ranked[place : place + size] for place in range(0, len(ranked), size))
    return tuple(each for page in pages for _, _, each in sorted(page, key=lambda entry: entry[1]))


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
