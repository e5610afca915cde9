"""The keys of `conversations/**/*.yaml`: one table per kind of object."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, time

from frontdesk.channels import CHANNELS
from frontdesk.desk.rehearsals.room_fields import ERP, ERP_ANSWERS, TICKETS
from frontdesk.desk.rehearsals.scripts import Plain
from frontdesk.flows.findings import Report
from frontdesk.flows.reading.document import Entries, Items, Node, Text
from frontdesk.flows.reading.kinds import COUNT, DATE, DURATION, ID, NAME, TEXT, Kind, Wrong, one_of
from frontdesk.flows.reading.schema import At, Field, Object, Placed, Record, Scalar, Several, Table

TROUBLES = ("failed", "unknown", "unavailable")  # what the world may do to an action; the rest comes about by itself
WORKS = "works"
POSITIONS = ("idle", "collecting", "choosing", "confirming", "changing", "acting", "with_staff", "sorting")


def _moment(text: str) -> datetime | Wrong:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return Wrong()


def _clock(text: str) -> time | Wrong:
    if not re.fullmatch(r"\d{1,2}:\d{2}", text, re.ASCII):
        return Wrong()
    try:
        return time.fromisoformat(text.zfill(5))
    except ValueError:
        return Wrong()


def _count(text: str) -> int | Wrong:
    return int(text) if re.fullmatch(r"\d{1,4}", text, re.ASCII) else Wrong()


MOMENT = Kind("moment", "a moment such as 2026-03-02T09:00", _moment)
CLOCK = Kind("clock", "a time such as 15:00", _clock)
FROM_ZERO = Kind("number", "a whole number from 0", _count)
_TEXT = Scalar(TEXT)
_TEXTS = Several(_TEXT)


@dataclass(frozen=True, slots=True)
class Values:
    """A mapping of names to anything, compared with what the desk prints."""

    def read(self, node: Node, report: Report) -> Mapping[str, At[Plain]] | None:
        """Return each value with its line."""
        if not isinstance(node, Entries):
            report.add(node.line, "wrong_shape", "Here a mapping of names to values is due.")
            return None
        return {key.value: At(written(child), key.line) for key, child in node.pairs}


def written(node: Node) -> Plain:
    """Return a value as it is written."""
    match node:
        case Text(value):
            return value
        case Items(nodes):
            return [written(item) for item in nodes]
        case Entries(pairs):
            return {key.value: written(child) for key, child in pairs}


@dataclass(frozen=True, slots=True)
class Done:
    """An action that must be run, and how it must end; None is any way."""

    action: str
    outcome: str | None
    line: int


@dataclass(frozen=True, slots=True)
class Doings:
    """`nothing`, or actions: each with its outcome, or its name alone."""

    def read(self, node: Node, report: Report) -> tuple[Done, ...] | None:
        """Return the actions."""
        if isinstance(node, Text) and node.value == "nothing":
            return ()
        found: list[Done] = []
        for item in node.nodes if isinstance(node, Items) else (node,):
            match item:
                case Text(value, line):
                    found.append(Done(value, None, line))
                case Entries(pairs):
                    found += [Done(key.value, value.value, key.line) for key, value in pairs if isinstance(value, Text)]
                case Items(_, line):
                    report.add(line, "wrong_shape", "Here an action and its outcome are due, not a list.")
        return tuple(found)


OFFER_COUNT = Field("count", Scalar(FROM_ZERO), "how many options are shown")
OFFER_FIRST = Field("first", _TEXT, "the first option, as time, day or moment")
OFFER_LAST = Field("last", _TEXT, "the last option")
OFFER_DAY = Field("day", Scalar(DATE), "the day of every option")
OFFER_FROM = Field("from", Scalar(CLOCK), "every option starts then or later")
OFFER_UNTIL = Field("until", Scalar(CLOCK), "every option starts before then")
OFFER_PROVIDER = Field("provider", Scalar(ID), "the provider of every option")
OFFER_INCLUDES = Field("includes", _TEXTS, "options that are shown, among others")
OFFER_EXCLUDES = Field("excludes", _TEXTS, "options that are not shown")
OFFER = Object(
    "offer",
    (
        *(OFFER_COUNT, OFFER_FIRST, OFFER_LAST, OFFER_DAY, OFFER_FROM, OFFER_UNTIL, OFFER_PROVIDER),
        *(OFFER_INCLUDES, OFFER_EXCLUDES),
    ),
)


@dataclass(frozen=True, slots=True)
class OfferShape:
    """`nothing`, a list of all options as times, days or moments, or what holds of them."""

    def read(self, node: Node, report: Report) -> Record | tuple[str, ...] | None:
        """Return the list, or the keys of an offer."""
        if isinstance(node, Text) and node.value == "nothing":
            return ()
        return OFFER.read(node, report) if isinstance(node, Entries) else _TEXTS.read(node, report)


@dataclass(frozen=True, slots=True)
class FormShape:
    """`nothing`, or values: what is known of a form, or what is put into one; `yes` is all that is in it already."""

    def read(self, node: Node, report: Report) -> Mapping[str, At[Plain]] | None:
        """Return the values by name."""
        if isinstance(node, Text) and node.value in ("nothing", "null", "yes"):
            return {}
        return Values().read(node, report)


CONFIRM = Field("confirm", Values(), "the desk asks for a yes to these values")
ASK = Field("ask", _TEXT, "what the reply asks for: a slot, choice, confirmation or null")
OFFERS: Field[Record | tuple[str, ...]] = Field("offer", OfferShape(), "what is offered")
POSITION = Field("position", Scalar(one_of("position", *POSITIONS)), "where the conversation stands")
STEP = Field("step", _TEXT, "the step it stands at: step, or flow.step")
SAYS = Field("says", _TEXTS, "what the reply says: words, or a day, a time, a sum as value")
NEVER = Field("never", _TEXTS, "what the reply does not say")
FORM = Field("form", FormShape(), "the form shown: its `action`, `arguments`, and `fields` by placeholder; or nothing")
PLAN = Field("plan", Values(), "how far the steps of the plan are: step and status")
DESK = Field(
    "desk", Object("desk", (CONFIRM, ASK, OFFERS, POSITION, STEP, SAYS, NEVER, FORM, PLAN)), "what the desk answers"
)

GUEST_SAYS = Field("guest", _TEXT, "what the guest says; {reference} and {phone} are those of the last booking made")
WORDINGS = Field("wordings", _TEXTS, "other ways to say it; the file is run once with each")
TURN_CHANNEL = Field("channel", Scalar(one_of("channel", *CHANNELS)), "where it is said, if not where the rest is")
DOES = Field("does", Doings(), "exactly the actions of this turn")
KNOWN = Field("known", Values(), "what is known after it, among other things")
BOOKINGS = Field("bookings", Several(Values()), "exactly the bookings of the guest after it, those cancelled aside")
_SAID = (GUEST_SAYS, WORDINGS, TURN_CHANNEL, DESK, DOES, KNOWN, BOOKINGS)
OTHER_TURN = Object("turn of another guest", _SAID)

FILL = Field("fill", Values(), "what the guest puts into fields of the form, by placeholder")
EXECUTE = Field("execute", FormShape(), "the guest sends the form: yes, or with these values by placeholder")
SILENCE = Field("silence", Scalar(DURATION), "how long the guest says nothing until the desk notices")
WAIT = Field("wait", Scalar(DURATION), "how long nothing happens")
MEANWHILE = Field("meanwhile", Several(OTHER_TURN), "what another guest says")
CALENDAR = Field("calendar", Scalar(one_of("calendar", "down", "up")), "whether the calendar answers")
ENDINGS = Field(
    "actions",
    Table(NAME, Placed(Scalar(one_of("ending", *TROUBLES, WORKS)))),
    "actions that from now on end like this and do nothing, or work again",
)
WORLD = Field(
    "world", Object("world", (CALENDAR, ENDINGS, ERP_ANSWERS)), "what breaks, or works again; the rest stays as it is"
)
KINDS_OF_TURN = (GUEST_SAYS, FILL, EXECUTE, SILENCE, WAIT, MEANWHILE, WORLD)
_ANSWERED = frozenset(field.name for field in (TURN_CHANNEL, DESK, DOES, KNOWN, BOOKINGS))
BESIDE: Mapping[str, frozenset[str]] = {  # kind of turn -> keys that may stand beside it
    GUEST_SAYS.name: frozenset(field.name for field in _SAID),
    SILENCE.name: _ANSWERED,
    FILL.name: _ANSWERED,
    EXECUTE.name: _ANSWERED,
}
TURN = Object("turn", (*_SAID, FILL, EXECUTE, SILENCE, WAIT, MEANWHILE, WORLD))

SERVICE = Field("service", Placed(Scalar(ID)), "what is booked", required=True)
DAY = Field("day", Scalar(DATE), "on which day")
TIME = Field("time", Scalar(CLOCK), "at which time; the first opening of the day where left out")
START = Field("start", Scalar(MOMENT), "day and time in one")
PROVIDER = Field("provider", Placed(Scalar(ID)), "with whom; whoever is free where left out")
OF_GUEST = Field("guest", Placed(_TEXT), "whose it is, as a phone number; another guest's where left out")
NAME_OF = Field("name", _TEXT, "the name it was booked under")
REFERENCE_OF = Field("reference", Placed(_TEXT), "its reference; any where left out")
PARTY_OF = Field("party", Scalar(COUNT), "for how many people it is")
GIVEN_BOOKING = Object(
    "given booking", (SERVICE, DAY, TIME, START, PROVIDER, OF_GUEST, NAME_OF, REFERENCE_OF, PARTY_OF)
)

TITLE = Field("title", _TEXT, "what it is called", required=True)
MINUTES = Field("minutes", Scalar(COUNT), "how long it takes; an hour where left out")
ATTENDEES = Field("attendees", _TEXTS, "the addresses of those who come")
REPEATS = Field("repeats", _TEXT, "how it comes again, as a rule such as FREQ=WEEKLY;COUNT=4")
GIVEN_MEETING = Object("given meeting", (TITLE, DAY, START, MINUTES, ATTENDEES, REPEATS))

BLOCK_DAY = Field("day", Scalar(DATE), "on which day", required=True)
BLOCK_FROM = Field("from", Scalar(CLOCK), "from when; all day where left out")
BLOCK_TO = Field("to", Scalar(CLOCK), "until when; the end of the day where left out")
GIVEN_BLOCK = Object("block", (PROVIDER, BLOCK_DAY, BLOCK_FROM, BLOCK_TO))

END_DIARY = Field("diary", Several(Values()), "exactly the bookings of everybody, given ones too, cancelled ones aside")
END_REQUESTS = Field("requests", Scalar(FROM_ZERO), "how many requests wait for staff")
AT_END = Field("at_end", Object("end", (BOOKINGS, END_DIARY, END_REQUESTS)), "what is true at the end")

ABOUT = Field("about", _TEXT, "the claim, in a sentence", required=True)
NOW = Field("now", Scalar(MOMENT), "when it begins; without an offset, by the clock of the business", required=True)
GUEST = Field("guest", Placed(_TEXT), "a phone number that the channel vouches for")
CHANNEL = Field("channel", Scalar(one_of("channel", *CHANNELS)), "where it is said; web where left out")
GIVEN = Field("given", Several(GIVEN_BOOKING), "bookings that are there before")
MEETINGS = Field("meetings", Several(GIVEN_MEETING), "meetings that are in the calendar of the owner before")
BLOCKED = Field("blocked", Several(GIVEN_BLOCK), "time that staff keep free")
TURNS = Field("turns", Several(TURN), "what happens", required=True)
WAITING = Field(
    "waiting",
    Several(Placed(_TEXT)),
    "what a guest says here that is not understood yet; such runs are counted apart, and one that passes is a failure",
)
CONVERSATION = Object(
    "conversation", (ABOUT, NOW, GUEST, CHANNEL, GIVEN, MEETINGS, BLOCKED, ERP, TICKETS, WAITING, TURNS, AT_END)
)

BOOKING_KEYS = (
    *("reference", "kind", "status", "service", "start", "end", "day", "time", "provider", "notes", "name", "phone"),
    *("email", "guest", "room_type", "check_in", "check_out", "guests", "total", "special_requests", "origin"),
    *("destination", "departure_date", "price", "title", "attendees", "party", "location", "area"),
    *("all_day", "recurrence"),
)
