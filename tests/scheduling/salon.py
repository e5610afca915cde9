"""A small salon for the tests, and short ways to write its times."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

from frontdesk.scheduling.business import Business, Hours, Price, Resource, Rules, Service, Shift
from frontdesk.scheduling.busy import BusyAround, busy_with
from frontdesk.scheduling.search import Opening
from frontdesk.scheduling.spans import Span

ZONE = ZoneInfo("America/New_York")
MONDAY = date(2026, 3, 16)
SUNDAY = date(2026, 3, 15)
NOW = datetime(2026, 3, 13, 10, 0, tzinfo=ZONE)  # the Friday before


def minutes(count: int) -> timedelta:
    return timedelta(minutes=count)


def clock(text: str) -> time:
    return time.fromisoformat(text)


def shift(text: str) -> Shift:
    """Read `09:00-17:00`."""
    start, end = text.split("-")
    return Shift(clock(start), clock(end))


def moment(day: date, text: str, zone: ZoneInfo = ZONE) -> datetime:
    return datetime.combine(day, clock(text), tzinfo=zone)


def span(day: date, text: str, zone: ZoneInfo = ZONE) -> Span:
    """Read `09:00-09:30` on a day."""
    start, end = text.split("-")
    return Span(moment(day, start, zone), moment(day, end, zone))


def diary(spans: Mapping[str, Iterable[Span]]) -> BusyAround:
    """Say the same of every day: all that is taken, by resource."""
    busy = {who: busy_with(each) for who, each in spans.items()}
    return lambda _: busy


def starts(openings: Iterable[Opening]) -> list[str]:
    return [f"{each.start:%H:%M}" for each in openings]


WEEKDAYS = Hours({day: (shift("09:00-17:00"),) for day in range(5)})

CUT = Service("cut", "Cut", minutes(30), price=Price(Decimal(40), Decimal(60)))
COLOUR = Service("colour", "Colour", minutes(90), price=Price(Decimal(120), Decimal(120)))
WASH = Service("wash", "Wash", minutes(30), before=minutes(15), after=minutes(15))

MAYA = Resource("maya", "Maya", services=("cut", "wash"))
OTTO = Resource("otto", "Otto", services=("cut", "colour"))


def salon(
    hours: Hours = WEEKDAYS,
    services: Sequence[Service] = (CUT, COLOUR, WASH),
    resources: Sequence[Resource] = (MAYA, OTTO),
    zone: ZoneInfo = ZONE,
) -> Business:
    return Business(
        "salon",
        "The salon",
        zone,
        hours,
        {each.id: each for each in services},
        {each.id: each for each in resources},
        rules=Rules(timedelta(hours=24), Decimal("0.5")),
    )
