"""Turns the arguments of check_availability, and what was ruled out, into a search."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta

from frontdesk.desk.actions.calls import Call
from frontdesk.dialogue.values import Days, Item, Moments, Times, Value
from frontdesk.scheduling import search
from frontdesk.scheduling.search import Search


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
    return search.Order.ACROSS_DAYS if days is not None and days.start and days.end else search.Order.EARLIEST


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
            case Times(start, end) if start is not None or end is not None:  # not the last of a day, which is no hour
                yield search.Times(start, end)
            case _:
                continue
