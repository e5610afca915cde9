"""check_availability: what is open, or why nothing is and what comes nearest."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import TypeAlias

from frontdesk.desk.actions.calls import Call, Ended
from frontdesk.desk.actions.diary_pages import busy_for
from frontdesk.desk.actions.opening_ids import opening_id
from frontdesk.dialogue.conversation import Offer, Option
from frontdesk.dialogue.values import Days, Item, Times, Value
from frontdesk.scheduling import findings, search
from frontdesk.scheduling.business import Business
from frontdesk.scheduling.find import MOST, find
from frontdesk.scheduling.search import Opening, Search, provider_of


def check_availability(call: Call) -> Ended:
    """Look for openings of the services asked for."""
    if call.calendar_down:
        return Ended("unavailable")
    wanted = wanted_from(call)
    if wanted is None:
        return Ended("invalid", {"finding": "nothing_asked"})
    busy = busy_for(call, wanted, int(call.text("moving") or 0))
    return _told(call, find(call.business, wanted, busy, call.now), wanted)


def wanted_from(call: Call) -> Search | None:
    """Turn the arguments into a search; None if no service is named."""
    services = call.ids("service_type")
    if not services:
        return None
    first, last = _days(call)
    times, at = _times(call.arguments.get("time"))
    providers = call.ids("provider")
    return Search(
        services=services,
        first=first,
        last=last,
        times=times,
        at=at,
        provider=providers[0] if len(providers) == 1 else None,  # several: one for each service, as found
        without_times=tuple(_excluded_times(call)),
        without_providers=tuple(item.id for _, item in call.excluded if isinstance(item, Item)),
    )


def _days(call: Call) -> tuple[date, date]:
    """Return the first and last day to look at: the one asked for, or all that can be booked."""
    today = call.now.date()
    match call.arguments.get("date"):
        case datetime() as moment:
            return moment.date(), moment.date()
        case date() as day:
            return day, day
        case Days(start, end):
            return start or today, (end - timedelta(days=1)) if end else today + _horizon(call)
        case _:
            return today, today + _horizon(call)


def _horizon(call: Call) -> timedelta:
    known = (call.business.services.get(each) for each in call.ids("service_type"))
    return max((service.horizon for service in known if service), default=timedelta(days=90))


def _times(value: Value | None) -> tuple[search.Times, time | None]:
    match value:
        case time():
            return search.Times(), value
        case Times(start, end):
            return search.Times(start, end), None
        case _:
            return search.Times(), None


def _excluded_times(call: Call) -> Iterable[search.Times]:
    for _, value in call.excluded:
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
        case findings.Free(openings):
            apart = len(wanted.services) > 1 and not any(_back_to_back(each) for each in openings[:1])
            return tell.openings("apart" if apart else "free", openings)
        case findings.ExactlyFree(opening, others):
            return tell.exactly(opening, others)
        case findings.Taken(nearest=nearest):
            return tell.openings("taken", nearest)
        case findings.OffGrid(nearest=nearest):
            return tell.openings("off_grid", nearest)
        case findings.ClosedThen(opens=opens, last_start=last, openings=openings):
            bounds: dict[str, Value] = {"first_start": opens.time(), "last_start": last.time()}
            return tell.openings("closed_then", _closest(openings, wanted.at), bounds)
        case findings.NoneInPart(others=others, later=later):
            return tell.openings("none_in_part", others or later)
        case findings.Full(later=later):
            return tell.openings("full", later)
        case findings.NobodyIn(nearest_days=days, later=later):
            return tell.openings("full", later, {"open_days": days})
        case _:
            return _nothing(finding)


Nothing: TypeAlias = (
    findings.ClosedDay | findings.TooSoon | findings.TooFar | findings.UnknownService | findings.NobodyDoes
)


def _nothing(finding: Nothing) -> Ended:
    """Say why nothing can be offered."""
    match finding:
        case findings.ClosedDay(nearest_open_days=days):
            return Ended("none", {"finding": "closed_day", "open_days": days})
        case findings.TooSoon():
            return Ended("invalid", {"finding": "too_soon"})
        case findings.TooFar(last_day=day):
            return Ended("invalid", {"finding": "too_far", "last_day": day})
        case findings.UnknownService():
            return Ended("invalid", {"finding": "unknown_service"})
        case findings.NobodyDoes(who=who):
            performers = tuple(Item("provider", each) for each in who)
            return Ended("invalid", {"finding": "nobody_does", **({"performers": performers} if performers else {})})


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

    def openings(self, finding: str, openings: tuple[Opening, ...], more: dict[str, Value] | None = None) -> Ended:
        """Offer these, or say that there is nothing."""
        fields: dict[str, Value] = {"finding": finding, **(more or {})}
        if not openings:
            return Ended("none", fields)
        return Ended("openings", fields, self._offer(openings, None))

    def exactly(self, opening: Opening, others: tuple[Opening, ...]) -> Ended:
        """Offer the very one that was asked for, with the rest of the day behind it."""
        offer = self._offer((opening, *others), opening_id(opening))
        return Ended("openings", {"finding": "exact"}, offer)

    def _offer(self, openings: tuple[Opening, ...], exact: str | None) -> Offer:
        business, now = self.call.business, self.call.now
        # A free time beyond these is looked for when it is named.
        options = tuple(Option(opening_id(each), opening_fields(each, business)) for each in openings[:MOST])
        expires = now + timedelta(minutes=business.offer_minutes)
        return Offer(options, now, expires, size=self.call.visitor.page(business.offer_size), exact=exact)


def opening_fields(opening: Opening, business: Business) -> dict[str, Value]:
    """Return what is known of an opening, by field."""
    fields: dict[str, Value] = {"kind": "opening", "start": opening.start, "end": opening.end}
    providers = tuple(dict.fromkeys(filter(None, (provider_of(business, part) for part in opening.parts))))
    if providers:
        items = tuple(Item("provider", each) for each in providers)
        fields["provider"] = items[0] if len(items) == 1 else items
    return fields
