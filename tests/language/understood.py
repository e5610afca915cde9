"""A small salon, a ferry line and an inn, as the tests of understanding talk to them."""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.conversation import Option
from frontdesk.dialogue.flow import Act, Flow, Flows, Slot
from frontdesk.dialogue.meanings import Meaning
from frontdesk.dialogue.values import Item, Value
from frontdesk.language.tagger.opinions import SHIPPED, Tagger
from frontdesk.language.understand import Understanding
from frontdesk.scheduling.business import Business, Care, Hours, Resource, Service, Topic

ZONE = ZoneInfo("America/Denver")
NOW = datetime(2026, 3, 3, 10, 0, tzinfo=ZONE)  # a Tuesday
TOMORROW = date(2026, 3, 4)
CUT, COLOUR, PERM, SCALP = (Item("service", name) for name in ("haircut", "colour", "perm", "scalp_massage"))
NORA, IVAN = Item("provider", "nora"), Item("provider", "ivan")
OSLO, KIEL, RIGA, TURKU = (Item("port", name) for name in ("oslo", "kiel", "riga", "turku"))


def flow(name: str, triggers: Iterable[str], slots: Iterable[Slot], outputs: Iterable[str] = ()) -> Flow:
    """Return a flow with no more steps than understanding looks at."""
    steps = {"look": Act("look", "look", {}, "end", outputs={output: output for output in outputs})}
    return Flow(name, name, {slot.name: slot for slot in slots}, steps, "look", name, 1, tuple(triggers))


@cache
def salon() -> Business:
    """Return a hair salon."""
    half_hour = timedelta(minutes=30)
    services = [
        Service("haircut", "Haircut", half_hour, ("trim", "cut")),
        Service("colour", "Colour", half_hour, ("dye", "highlights")),
        Service("perm", "Perm", half_hour),
        Service("scalp_massage", "Scalp massage", half_hour),
    ]
    people = [
        Resource("nora", "Nora Lind", synonyms=("Nora", "Ms. Lind")),
        Resource("ivan", "Ivan Petrov", synonyms=("Ivan", "Mr. Petrov")),
    ]
    topics = [
        Topic("parking", ("where can i leave my car", "is there parking"), "Behind the house."),
        Topic("wifi", ("do you have wifi", "wireless internet"), "Yes."),
        Topic("dogs", ("can i bring my dog", "are pets allowed"), "Yes."),
        Topic("allergy", ("i am allergic to hair dye", "allergic reaction", "rash on my scalp"), "Ask.", Care.PERSON),
        Topic("pregnancy", ("i am pregnant", "expecting a baby"), "Ask.", Care.PERSON),
    ]
    return Business(
        "salon",
        "Salon",
        ZONE,
        Hours({}),
        {service.id: service for service in services},
        {person.id: person for person in people},
        topics={topic.id: topic for topic in topics},
    )


BOOK = flow(
    "book",
    ["book an appointment", "book {service}", "make an appointment"],
    [
        Slot("service", "service", ask="which", many=True),
        Slot("day", "day", ask="when"),
        Slot("time", "time"),
        Slot("provider", "provider"),
        Slot("name", "person_name", ask="who"),
        Slot("phone", "phone", ask="phone"),
        Slot("email", "email", ask="email", required=False),
        Slot("notes", "notes"),
        Slot("opening", "option"),
        Slot("last_start", "time"),
    ],
    outputs=["last_start"],
)
MOVE = flow(
    "move",
    ["move my appointment", "reschedule my {service}", "move my {old_day} appointment to {day}"],
    [
        Slot("booking", "booking"),
        Slot("service", "service"),
        Slot("old_day", "day"),
        Slot("old_time", "time"),
        Slot("day", "day", ask="when"),
        Slot("time", "time"),
    ],
)
CANCEL = flow(
    "cancel",
    ["cancel my appointment", "cancel my {service}"],
    [Slot("booking", "booking"), Slot("service", "service"), Slot("day", "day"), Slot("time", "time")],
)
LOOK_UP = flow(
    "look_up",
    ["when is my appointment", "what appointments do i have", "status of my booking {reference}"],
    [Slot("day", "day"), Slot("time", "time"), Slot("reference", "reference", ask="reference")],
)
CROSS = flow(
    "cross",
    ["book a ferry", "sail from {origin} to {destination}"],
    [
        Slot("origin", "port", ask="from"),
        Slot("destination", "port", ask="to"),
        Slot("departure_date", "day", ask="when"),
    ],
)
STAY = flow(
    "stay",
    ["book a room"],
    [
        Slot("check_in", "day", ask="from"),
        Slot("check_out", "day", ask="until"),
        Slot("guests", "party", ask="how many"),
        Slot("name", "person_name", ask="who"),
    ],
)
MEET = flow(
    "meet",
    ["schedule a meeting", "set up a meeting with {attendees}"],
    [
        Slot("title", "text", ask="title"),
        Slot("start_time", "moment", ask="when"),
        Slot("duration", "duration", ask="how long"),
        Slot("attendees", "email", ask="who", many=True),
    ],
)


def _flows(*flows: Flow) -> Flows:
    return Flows({each.name: each for each in flows})


@cache
def understanding(name: str) -> Understanding:
    """Return understanding for one of the businesses, by the name of its first flow."""
    ports = {port: Resource(port, port.capitalize(), "port") for port in ("oslo", "kiel", "riga", "turku")}
    line = Business("line", "Line", ZONE, Hours({}), {}, ports)
    inn = Business("inn", "Inn", ZONE, Hours({}), {}, {}, reference="INN")
    known = {
        "book": (salon(), _flows(BOOK, MOVE, CANCEL, LOOK_UP)),
        "cross": (line, _flows(CROSS)),
        "stay": (inn, _flows(STAY)),
        "meet": (inn, _flows(MEET)),
    }
    return Understanding(*known[name], Tagger(SHIPPED))


def hear(text: str, asked: Asked | None = None, said: str | None = None, business: str = "book") -> list[Meaning]:
    """Return the meanings of `text`."""
    return [read.meaning for read in understanding(business).understand(text, asked or Asked(), NOW, said)]


def slot_asked(flow: Flow, name: str, known: dict[str, Value] | None = None) -> Asked:
    """Return a question for one slot of `flow`."""
    return Asked(Wanted.SLOT, flow.name, flow.slots[name], slots=flow.slots, known=known or {})


def opening(hour: int, minute: int = 0, provider: Item = NORA, day: date = TOMORROW) -> Option:
    """Return an opening as it is offered."""
    start = datetime.combine(day, time(hour, minute), ZONE)
    fields: dict[str, Value] = {"start": start, "end": start + timedelta(minutes=30), "provider": provider}
    return Option(f"{day}-{hour}-{minute}", fields)


CHOSEN: dict[str, Value] = {"service": (CUT,), "day": TOMORROW}
OFFER = Asked(
    Wanted.CHOICE,
    "book",
    options=(opening(9), opening(11, 30, IVAN), opening(14), opening(15, 30, IVAN)),
    slots=BOOK.slots,
    known=CHOSEN,
)
CONFIRM = Asked(
    Wanted.CONFIRMATION,
    "book",
    slots=BOOK.slots,
    known={**CHOSEN, "time": time(14), "name": "Mia Berg", "phone": "+13035550123"},
    shows=("service", "day", "time", "name", "phone"),
)
SUMMARY = "That is a haircut on Wednesday, March 4 at 2 PM for Mia Berg, phone (303) 555-0123. Shall I book it?"
