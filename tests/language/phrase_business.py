"""A small spa with everything a reply can speak of, for the tests of phrases and guards."""

from datetime import date, datetime, time, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

from frontdesk.dialogue.effects import Shown
from frontdesk.dialogue.values import Item, Value
from frontdesk.language.readers.reading import Context
from frontdesk.scheduling.business import Business, Hours, Price, Resource, Rules, Service, Shift, Topic

ZONE = ZoneInfo("America/Chicago")
NOW = datetime(2026, 3, 3, 10, 0, tzinfo=ZONE)  # a Tuesday
CONTEXT = Context(NOW)
TOMORROW = date(2026, 3, 4)
WEEKDAY = (Shift(time(9), time(18)),)

BUSINESS = Business(
    id="fern",
    name="Fern & Stone",
    zone=ZONE,
    hours=Hours(
        week={**dict.fromkeys(range(5), WEEKDAY), 5: (Shift(time(10), time(14)),)},
        exceptions={date(2026, 7, 4): ()},
    ),
    services={
        "massage": Service("massage", "Massage", timedelta(minutes=60), price=Price(Decimal(90), Decimal(140))),
        "sauna": Service("sauna", "Sauna", timedelta(minutes=45), price=Price(Decimal(25), Decimal(25))),
        "wrap": Service("wrap", "Mud wrap", timedelta(minutes=30), details={"aftercare": "No showers before 8 PM."}),
    },
    resources={
        "ines": Resource("ines", "Ines Roth"),
        "omar": Resource("omar", "Omar Bell"),
        "room": Resource("room", "Blue room", kind="room"),
    },
    desk="Mira",
    phone="+13125550188",
    address="88 Lake Street, Suite 210B",
    rules=Rules(fee=Decimal("0.5"), text="Please tell us 24 hours before."),
    topics={"parking": Topic("parking", ("parking",), "The garage is $12 until 6:30 PM.")},
    reference="FERN",
)


def moment(day: int, hour: int, minute: int = 0) -> datetime:
    """Return a moment of March 2026, on the wall clock of the spa."""
    return datetime(2026, 3, day, hour, minute, tzinfo=ZONE)


def opening(number: int, start: datetime, provider: str = "ines") -> Shown:
    """Return an opening as it is shown."""
    fields: dict[str, Value] = {"kind": "opening", "start": start, "provider": Item("provider", provider)}
    return Shown(number, f"opening-{number}", fields)
