"""A business as it declares itself: services, resources, hours, rules, and what it knows about itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, time, timedelta
from decimal import Decimal
from enum import StrEnum
from zoneinfo import ZoneInfo


@dataclass(frozen=True, slots=True)
class Shift:
    """Part of a day, by the clock on the wall: `start` up to but not including `end`. `time.min` as end is midnight."""

    start: time
    end: time


@dataclass(frozen=True, slots=True)
class Hours:
    """When someone is there: by weekday (Monday is 0), with days that differ and breaks in every day."""

    week: Mapping[int, tuple[Shift, ...]]
    exceptions: Mapping[date, tuple[Shift, ...]] = field(default_factory=dict)  # () is a closed day
    breaks: tuple[Shift, ...] = ()


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


@dataclass(frozen=True, slots=True)
class Resource:
    """Someone or something that a service takes: one row to lock. `services` empty means all."""

    id: str
    name: str
    kind: str = "provider"
    synonyms: tuple[str, ...] = ()
    services: tuple[str, ...] = ()
    hours: Hours | None = None  # None: the hours of the business
    about: str = ""


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
    owner: bool = False  # whoever is at the terminal is the owner
    reference: str = ""  # prefix of references, or none
    offer_minutes: int = 30  # how long an offer stands
    offer_size: int = 5  # how many openings are shown at a time
    look: Look = field(default_factory=Look)
    origins: tuple[str, ...] = ()  # web sites that may show the chat within their pages
    erp: ErpSettings | None = None  # where its rooms are known, if not here
