"""The keys of `business.yaml`: one table per kind of object."""

from __future__ import annotations

from frontdesk.flows.reading.calendar_fields import CALENDAR_OF
from frontdesk.flows.reading.erp_fields import ERP_OF
from frontdesk.flows.reading.kinds import (
    BOOLEAN,
    COLOUR,
    COUNT,
    CURRENCY,
    DATE,
    DATES,
    DURATION,
    EMAIL,
    FRACTION,
    ID,
    LANGUAGE,
    LENGTH,
    NAME,
    ORIGIN,
    PHONE,
    PICTURE,
    PLACES,
    PREFIX,
    PRICE,
    RADIUS,
    REGION,
    SHIFT,
    SHIFTS,
    START,
    TEXT,
    WEEKDAYS,
    ZONE,
    number_up_to,
    one_of,
)
from frontdesk.flows.reading.schema import Field, Object, Placed, Scalar, Several, Table
from frontdesk.flows.reading.stay_fields import ROOM_TYPES, STAYS_OF
from frontdesk.scheduling.business import Care

_TEXT = Scalar(TEXT)
_PLACED_ID = Placed(Scalar(ID))

_WEEK = Table(WEEKDAYS, Placed(Several(Scalar(SHIFTS))))
WEEK = Field("hours", _WEEK, "hours by weekday; a day that is not named is closed")
HOUSE_WEEK = Field("hours", _WEEK, "open hours by weekday; a day that is not named is closed", required=True)
CLOSED_DAYS = Field("closed_days", Several(Placed(Scalar(DATES))), "days that are closed for once")
SPECIAL_DAYS = Field("special_days", Table(DATE, Several(Scalar(SHIFTS))), "days with hours of their own")
BREAKS = Field("breaks", Several(Scalar(SHIFT)), "closed in every day")
ALTERNATE_FROM = Field("from", Scalar(DATE), "a day of the first such week", required=True)
ALTERNATE_EVERY = Field("every", Scalar(number_up_to(12)), "so many weeks from one to the next; 2")
ALTERNATE_HOURS = Field("hours", _WEEK, "hours in such weeks; a day that is not named is as in any week", required=True)
ALTERNATE = Object("alternate weeks", (ALTERNATE_FROM, ALTERNATE_EVERY, ALTERNATE_HOURS))
ALTERNATE_WEEKS = Field("alternate_weeks", ALTERNATE, "weeks that differ, such as every second one")
_DAYS = (CLOSED_DAYS, SPECIAL_DAYS, BREAKS, ALTERNATE_WEEKS)
SCHEDULE = (WEEK, *_DAYS)

NAME_OF = Field("name", _TEXT, "what guests call it; from the id where left out")
MINUTES = Field("minutes", Scalar(LENGTH), "how long it takes", required=True)
PRICE_OF = Field("price", Scalar(PRICE), "what it costs; left out, the desk does not know")
PER = Field("per", _TEXT, "what the price is for one of: syringe, area")
ALSO = Field("also", Several(_TEXT), "other names; one of three big letters, such as SEA, is read in big letters only")
BUFFER_BEFORE = Field("buffer_before", Scalar(DURATION), "kept free before, not shown to the guest")
BUFFER_AFTER = Field("buffer_after", Scalar(DURATION), "kept free after, not shown to the guest")
NEEDS = Field("needs", Several(Placed(Scalar(NAME))), "kinds of resource it takes, one of each; [provider]")
EVERY = Field("every", Scalar(LENGTH), "how far apart starts are; 30 minutes where left out")
NOTICE = Field("notice", Scalar(DURATION), "no start sooner than this")
AHEAD = Field("ahead", Scalar(DURATION), "no start later than this; 90 days where left out")
ONLINE = Field("online", Scalar(BOOLEAN), "yes: it is held over the internet, not on the premises")
DETAILS = Field("details", Table(NAME, _TEXT), "topic to text: preparation, aftercare, downtime")
CAPACITY = Field(
    "capacity", Scalar(PLACES), "places at each start, which guests share: a class, a tour; takes no `needs`"
)
SESSIONS = Field(
    "sessions",
    Table(WEEKDAYS, Placed(Several(Scalar(START)))),
    "fixed starts by weekday, where guests share them; where left out, they are `every` so far apart within the hours",
)
LOCATION_OF = Field("location", _PLACED_ID, "the one of `locations` where it is; anywhere where left out")
SERVICE = Object(
    "service",
    (
        NAME_OF, MINUTES, PRICE_OF, PER, ALSO, BUFFER_BEFORE, BUFFER_AFTER, NEEDS, EVERY, NOTICE, AHEAD, ONLINE,
        DETAILS, CAPACITY, SESSIONS, LOCATION_OF, *SCHEDULE,
    ),
)  # fmt: skip  # one key a line would hide the whole

DOES = Field("does", Several(_PLACED_ID), "ids of services; all where left out")
ABOUT = Field("about", _TEXT, "what guests may want to know")
KIND = Field("kind", Scalar(NAME), "what services name it by in `needs`", required=True)
SEATS = Field("seats", Scalar(PLACES), "how many people a table is for; a party gets the smallest that fits")
AREA = Field("area", _PLACED_ID, "the one of the choices `area` where it stands: inside, patio")
TOGETHER = Field("together", Several(_PLACED_ID), "ids of others that are put together with it for a larger party")
RESOURCE = Object("provider", (NAME_OF, ALSO, DOES, ABOUT, LOCATION_OF, SEATS, AREA, TOGETHER, *SCHEDULE))
OTHER_RESOURCE = Object("resource", (KIND, *RESOURCE.fields))

FEE = Field("fee", Scalar(FRACTION), "part of the price that is due when it is too late")
RULES_NOTICE = Field("notice", Scalar(DURATION), "how long before it moving and cancelling are free; 24 hours")
RULES_TEXT = Field("text", _TEXT, "the rules in the business's own words")
RULES = Object("rules", (RULES_NOTICE, FEE, RULES_TEXT))

ASKS = Field("asks", Several(_TEXT), "how guests put the question", required=True)
ASKED_SO = Field("examples", Several(_TEXT), "sentences with which guests have asked it, word for word")
ANSWER = Field("answer", _TEXT, "the answer; may be left out where staff answer")
CARE = Field("care", Scalar(one_of("care", *Care)), "answer it, answer and offer a person, or leave it to staff")
TOPIC = Object("topic", (ASKS, ASKED_SO, ANSWER, CARE))

SIZE = Field("size", Scalar(COUNT), "how many openings are shown at a time")
STANDS = Field("minutes", Scalar(LENGTH), "how long an offer stands")
OFFER = Object("offer", (SIZE, STANDS))

BUDGET = Field("budget", Scalar(number_up_to(20)), "turns without progress until another way is offered; 6")
DEPTH = Field(
    "depth",
    Scalar(number_up_to(9)),
    "flows that may wait while another is under way, 3, or 4 beneath a question; what else is wished for is put off",
)
LIMITS = Object("limits", (BUDGET, DEPTH))

ACCENT = Field("accent", Scalar(COLOUR), "the colour of buttons and links")
LOGO = Field("logo", Placed(Scalar(PICTURE)), "its sign, at most 200 KB; the first letter of its name where left out")
RADIUS_OF = Field("radius", Scalar(RADIUS), "how round corners are, in pixels; 12")
LOOK = Object("look", (ACCENT, LOGO, RADIUS_OF))

BUSINESS_ID = Field("id", Scalar(ID), "what its diary and its conversations are kept under", required=True)
BUSINESS_NAME = Field("name", _TEXT, "the name of the business", required=True)
DESK = Field("desk", _TEXT, "what the desk calls itself")
ZONE_OF = Field("zone", Scalar(ZONE), "its time zone", required=True)
REGION_OF = Field("region", Scalar(REGION), "its country, for phone numbers and holidays")
LANGUAGE_OF = Field("language", Scalar(LANGUAGE), "its language")
CURRENCY_OF = Field("currency", Scalar(CURRENCY), "its currency")
ADDRESS = Field("address", _TEXT, "where it is")
PHONE_OF = Field("phone", Scalar(PHONE), "its phone number")
EMAIL_OF = Field("email", Scalar(EMAIL), "its e-mail address")
OWNER = Field("owner", Scalar(BOOLEAN), "yes: who is at the terminal, or opens the chat from the console, is the owner")
REFERENCE = Field("reference", Scalar(PREFIX), "prefix of references")
LIMITS_OF = Field("limits", LIMITS, "how much patience the desk has")
OFFER_OF = Field("offer", OFFER, "how openings are offered")
LOOK_OF = Field("look", LOOK, "how the web chat looks")
ORIGINS = Field("origins", Several(Scalar(ORIGIN)), "web sites whose pages may show the chat; none but its own page")
SERVICES = Field("services", Table(ID, SERVICE), "what guests book, by id")
PROVIDERS = Field("providers", Table(ID, RESOURCE), "who does it, by id")
ROOMS = Field("rooms", Table(ID, RESOURCE), "where it is done, by id")
RESOURCES = Field("resources", Table(ID, OTHER_RESOURCE), "whatever else it takes, by id")
LOCATION = Object("location", (NAME_OF, ALSO, ADDRESS, PHONE_OF, *SCHEDULE))
LOCATIONS = Field("locations", Table(ID, LOCATION), "where the business is, if in several places, by id")
CHOICES = Field(
    "choices",
    Table(NAME, Table(ID, Placed(Several(_TEXT)))),
    "lists of your own, each a kind of slot, by id: what guests call it, first as the desk says it",
)
RULES_OF = Field("rules", RULES, "rules of moving and cancelling")
TOPICS = Field("topics", Table(ID, TOPIC), "questions guests ask, by id")
BUSINESS = Object(
    "business",
    (
        BUSINESS_ID, BUSINESS_NAME, DESK, ZONE_OF, REGION_OF, LANGUAGE_OF, CURRENCY_OF, ADDRESS, PHONE_OF, EMAIL_OF,
        OWNER, REFERENCE, LOOK_OF, ORIGINS, OFFER_OF, LIMITS_OF, HOUSE_WEEK, *_DAYS, SERVICES, PROVIDERS, ROOMS,
        RESOURCES, LOCATIONS, CHOICES, RULES_OF, TOPICS, ROOM_TYPES, STAYS_OF, ERP_OF, CALENDAR_OF,
    ),
)  # fmt: skip  # one key a line would hide the whole
