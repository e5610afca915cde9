"""When the business is open, when somebody is there, and until when there is something to book: for replies to say."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime

from frontdesk.dialogue.values import Item, Times, Value
from frontdesk.language.replies.saying import Voice
from frontdesk.language.replies.weeks import say_starts, say_week
from frontdesk.scheduling.business import Business, Hours, Resource, Service
from frontdesk.scheduling.hours import open_spans, shifts_on

NAMES = frozenset(
    {
        *("day_hours", "closed_day", "provider_hours", "provider_day_off", "provider_week", "last_bookable_day"),
        *("service_starts", "service_place"),
    }
)


def told(name: str, values: Mapping[str, Value], voice: Voice) -> Value | None:
    """Return what is to be said of the `day`, or of the `provider`, that is talked about; None where it is not so."""
    business, day, who = voice.business, _day(values.get("day")), _resource(values.get("provider"), voice.business)
    service = _service(values.get("service"), business)
    match name:
        case "day_hours":
            return _hours(business.hours, day, business)
        case "closed_day":
            return day if day and not shifts_on(business.hours, day) else None
        case "provider_hours":
            return _at_work(who, day, business)
        case "provider_day_off":
            return day if day and who and _at_work(who, day, business) is None else None
        case "last_bookable_day":
            return last_bookable_day(business, voice.context.now.date())
        case "provider_week" if who:
            return say_week((who.hours or business.hours).week, voice.context, business, voice.style)
        case "service_starts" if service and service.sessions:
            return say_starts(service.sessions, voice)
        case "service_place" if service and service.location:
            place = business.locations[service.location]
            return place.address or place.name
        case _:
            return None


def last_bookable_day(business: Business, today: date) -> date | None:
    """Return the last day on which anything can be booked; None where no services are."""
    horizons = [service.horizon for service in business.services.values()]
    return today + max(horizons) if horizons else None


def _day(value: Value | None) -> date | None:
    return value if isinstance(value, date) and not isinstance(value, datetime) else None


def _resource(value: Value | None, business: Business) -> Resource | None:
    return business.resources.get(value.id) if isinstance(value, Item) else None


def _service(value: Value | None, business: Business) -> Service | None:
    return business.services.get(value.id) if isinstance(value, Item) else None


def _hours(hours: Hours, day: date | None, business: Business) -> Value | None:
    """Return the hours of a day, without breaks."""
    spans = open_spans(hours, day, business.zone) if day else ()
    zone = business.zone
    return tuple(Times(each.start.astimezone(zone).time(), each.end.astimezone(zone).time()) for each in spans) or None


def _at_work(who: Resource | None, day: date | None, business: Business) -> Value | None:
    """Return the hours somebody works on a day; nobody works on a day that is closed."""
    if who is None or day is None or not shifts_on(business.hours, day):
        return None
    return _hours(who.hours or business.hours, day, business)
