"""A business as it declares itself: services, resources, hours, rules, and what it knows about itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, time, timedelta
from decimal import Decimal
from enum import StrEnum
from zoneinfo import ZoneInfo

from frontdesk.scheduling.nights import RoomType


@dataclass(frozen=True, slots=True)
class Shift:
    """Part of a day, by the clock on the wall: `start` up to but not including `end`. `time.min` as end is midnight."""

    start: time
    end: time


@dataclass(frozen=True, slots=True)
class AlternateWeeks:
    """Weeks that differ: that of `first`, and each that is a multiple of `every` weeks after it."""

    first: date
    week: Mapping[int, tuple[Shift, ...]]  # weekdays that are not named are as in any week
    every: int = 2

    def include(self, day: date) -> bool:
        """Say whether `day` lies in one of these weeks."""
        monday = self.first.toordinal() - self.first.weekday()
        weeks = (day.toordinal() - monday) // 7
        return weeks >= 0 and weeks % self.every == 0


@dataclass(frozen=True, slots=True)
class Hours:
    """When someone is there: by weekday (Monday is 0), with days that differ and breaks in every day."""

    week: Mapping[int, tuple[Shift, ...]]
    exceptions: Mapping[date, tuple[Shift, ...]] = field(default_factory=dict)  # () is a closed day
    breaks: tuple[Shift, ...] = ()
    alternate: AlternateWeeks | None = None


@dataclass(frozen=True, slots=True)
class Price:
    """What a service costs: one amount or a range, in the currency of the business; free is 0 to 0."""

    low: Decimal
    high: Decimal
    unit: str | None = None  # "syringe", "area"


@dataclass(frozen=True, slots=True)
class Service:
    """What a guest books. `needs` are the kinds of resource it takes, one of each."""

    id: str
    name: str
    duration: timedelta
    synonyms: tuple[str, ...] = ()
    price: Price | None = None
    before: timedelta = timedelta()  # buffers: claimed with the time, not shown to the guest
    after: timedelta = timedelta()
    needs: tuple[str, ...] = ("provider",)
    grid: timedelta = timedelta(minutes=30)  # starts are this far apart, counted from the opening of the day
    notice: timedelta = timedelta()  # no start sooner than this
    horizon: timedelta = timedelta(days=90)  # no start later than this
    online: bool = False  # held over the internet, not on the premises
    details: Mapping[str, str] = field(default_factory=dict)  # topic -> text: preparation, aftercare, downtime, ...
    capacity: int | None = None  # places at each start, which guests share; None: each start is for one guest
    sessions: Mapping[int, tuple[time, ...]] = field(default_factory=dict)  # weekday -> starts; empty: on the grid
    hours: Hours | None = None  # None: those of where it is
    location: str | None = None  # None: wherever its resources are


@dataclass(frozen=True, slots=True)
class Resource:
    """Someone or something that a service takes: one row to lock. `services` empty means all."""

    id: str
    name: str
    kind: str = "provider"
    synonyms: tuple[str, ...] = ()
    services: tuple[str, ...] = ()
    hours: Hours | None = None  # None: the hours of where it is
    about: str = ""
    location: str | None = None  # None: at all of them
    seats: int | None = None  # of a table: how many people it is for
    area: str | None = None  # one of the choices of the kind "area"
    together: tuple[str, ...] = ()  # others that can be put together with it


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a list of the business's own: an area, a reason, an insurer. It is named, and never taken."""

    id: str
    name: str
    kind: str
    synonyms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Location:
    """One of several places where the business is."""

    id: str
    name: str
    synonyms: tuple[str, ...] = ()
    address: str = ""
    phone: str = ""
    hours: Hours | None = None  # None: the hours of the business
    kind: str = "location"


class Care(StrEnum):
    """How a topic is to be treated."""

    ANSWER = "answer"  # say the text
    PERSON = "person"  # say the text, which judges nothing, and offer a person
    STAFF = "staff"  # not in the data: hand the question to staff


@dataclass(frozen=True, slots=True)
class Topic:
    """A question the business expects, how guests put it, and its answer."""

    id: str
    asks: tuple[str, ...]
    answer: str
    care: Care = Care.ANSWER
    examples: tuple[str, ...] = ()  # sentences with which guests have asked it


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of moving and cancelling: how long before, and which part of the price is due otherwise."""

    notice: timedelta = timedelta(hours=24)
    fee: Decimal = Decimal(0)
    text: str = ""  # the policy in the business's own words


@dataclass(frozen=True, slots=True)
class Look:
    """How pages of the business look; the rest of their design is the same for all."""

    accent: str = "#2b5f75"  # six hexadecimal digits, so that a page can reckon with them
    logo: str | None = None  # a file of its folder
    radius: int = 12  # of corners, in CSS pixels


@dataclass(frozen=True, slots=True)
class ErpSettings:
    """Where the ERP of a hotel answers, how often it is asked, and for how long what it said holds."""

    url: str
    secret: str | None = None  # the name of the environment variable that holds it
    every: timedelta = timedelta(minutes=60)
    fresh_for: timedelta = timedelta(minutes=120)
    horizon: timedelta = timedelta(days=90)  # whole days


@dataclass(frozen=True, slots=True)
class CalDavSettings:
    """Where the calendar of a person is, if it is on a CalDAV server."""

    url: str
    user: str = ""
    secret: str | None = None  # the name of the environment variable that holds the password


@dataclass(frozen=True, slots=True)
class CalendarSettings:
    """The calendar that meetings are kept in: here, or on a CalDAV server."""

    person: str | None = None  # the provider whose time meetings take; None: they take nobody else's
    length: timedelta = timedelta(hours=1)  # of a meeting, where nobody says
    caldav: CalDavSettings | None = None

    @property
    def resource(self) -> str:
        """What a meeting takes the time of."""
        return self.person or "calendar"


@dataclass(frozen=True, slots=True)
class StayRules:
    """When guests of a hotel come and go, and how soon staff decide on their tickets."""

    check_in: time = time(15)  # from then on
    check_out: time = time(11)  # until then
    answer_within: timedelta = timedelta(minutes=30)  # promised to the guest
    expire_after: timedelta = timedelta(hours=24)  # a ticket that nobody has decided on by then gives its nights back


@dataclass(frozen=True, slots=True)
class Business:
    """The business, as today's folder says it is."""

    id: str
    name: str
    zone: ZoneInfo
    hours: Hours
    services: Mapping[str, Service]
    resources: Mapping[str, Resource]
    desk: str = "Frontdesk"  # what the desk calls itself
    region: str = "US"
    language: str = "en"
    currency: str = "USD"
    address: str = ""
    phone: str = ""
    email: str = ""
    rules: Rules = field(default_factory=Rules)
    topics: Mapping[str, Topic] = field(default_factory=dict)
    owner: bool = False  # who is at the terminal, or opens the chat from the console, is the owner
    reference: str = ""  # prefix of references, or none
    offer_minutes: int = 30  # how long an offer stands
    offer_size: int = 5  # how many openings are shown at a time
    look: Look = field(default_factory=Look)
    origins: tuple[str, ...] = ()  # web sites that may show the chat within their pages
    locations: Mapping[str, Location] = field(default_factory=dict)
    choices: Mapping[str, Mapping[str, Choice]] = field(default_factory=dict)  # by kind, and then by id
    erp: ErpSettings | None = None  # where its rooms are known, if not here
    calendar: CalendarSettings | None = None  # where meetings are kept; None: it keeps none
    room_types: Mapping[str, RoomType] = field(default_factory=dict)
    stays: StayRules = field(default_factory=StayRules)

    @property
    def catalogue(self) -> tuple[Resource | Location | Choice | RoomType, ...]:
        """Everything that guests can name beside services."""
        listed = (choice for choices in self.choices.values() for choice in choices.values())
        return (*self.resources.values(), *self.locations.values(), *self.room_types.values(), *listed)

    def entry(self, kind: str, name: str) -> Service | Resource | Location | Choice | RoomType | None:
        """Return what is kept under an id; None if that is not there any more."""
        if kind == "room_type" and self.room_types:
            return self.room_types.get(name)
        if kind in self.choices:
            return self.choices[kind].get(name)
        if kind == "location":
            return self.locations.get(name)
        return self.services.get(name) or self.resources.get(name)

    @property
    def every_hours(self) -> tuple[Hours, ...]:
        """All hours that are declared anywhere, those of the business first."""
        parts: tuple[Resource | Service | Location, ...]
        parts = (*self.resources.values(), *self.services.values(), *self.locations.values())
        return (self.hours, *(each.hours for each in parts if each.hours is not None))

    @property
    def asks_how_many(self) -> bool:
        """Whether it matters how many people come: places are shared, or tables have seats."""
        return self.counts or any(each.seats is not None for each in self.resources.values())

    @property
    def counts(self) -> bool:
        """Whether anything here is counted: rooms of a type, places that guests share."""
        return bool(self.room_types) or any(service.capacity is not None for service in self.services.values())
