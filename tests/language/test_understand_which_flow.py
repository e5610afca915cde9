"""What a guest has is not asked for anew, two flows that fit are both named, and what others sell starts nothing."""

from datetime import date
from functools import cache

import pytest

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.flow import Flows, Slot
from frontdesk.dialogue.meanings import Inform, Meaning, StartFlow
from frontdesk.language.tagger.opinions import SHIPPED, Tagger
from frontdesk.language.understand import Understanding
from frontdesk.scheduling.business import Business, Hours, Resource
from tests.language.understood import NOW, ZONE, flow, hear

STAY = flow(
    "stay",
    ["book a room", "book a {cabin}", "i need a room for {guests}"],
    [
        Slot("check_in", "day", ask="from"),
        Slot("check_out", "day", ask="until"),
        Slot("guests", "party", ask="how many"),
        Slot("cabin", "cabin"),
    ],
)
TABLE = flow(
    "table",
    ["book a table for {diners}", "a table for dinner"],
    [Slot("diners", "party", ask="how many"), Slot("day", "day", ask="when"), Slot("time", "time", ask="at")],
)
CLEAN = flow("clean", ["clean my room"], [])
STATUS = flow("status", ["status of my request {reference}"], [Slot("reference", "reference", ask="which")])
CROSS = flow(
    "cross",
    ["book a flight", "a flight to {destination}", "which flights go to {destination}"],
    [
        Slot("origin", "city", ask="from"),
        Slot("destination", "city", ask="to"),
        Slot("departure_date", "day", ask="when"),
    ],
)
DROP = flow("drop", ["cancel my flight"], [Slot("booking", "booking")])
SHIFT = flow("shift", ["change my flight to {day}"], [Slot("booking", "booking"), Slot("day", "day", ask="when")])
CHECK = flow(
    "check", ["is my flight confirmed {reference}", "check my flight"], [Slot("reference", "reference", ask="which")]
)


@cache
def understanding(name: str) -> Understanding:
    birch = Resource("birch", "Birch", "cabin")
    inn = Business("inn", "Inn", ZONE, Hours({}), {}, {birch.id: birch})
    cities = {city: Resource(city, city.capitalize(), "city") for city in ("turin", "malmo")}
    line = Business("line", "Line", ZONE, Hours({}), {}, cities)
    known = {"inn": (inn, (STAY, TABLE, CLEAN, STATUS)), "line": (line, (CROSS, DROP, SHIFT, CHECK))}
    business, flows = known[name]
    return Understanding(business, Flows({each.name: each for each in flows}), Tagger(SHIPPED))


def said_to(name: str, text: str) -> list[Meaning]:
    return [read.meaning for read in understanding(name).understand(text, Asked(), NOW)]


def started(name: str, text: str) -> set[str]:
    return {meaning.flow for meaning in said_to(name, text) if isinstance(meaning, StartFlow)}


@pytest.mark.parametrize("text", ["I'd like to make a reservation", "a reservation please"])
def test_two_flows_that_fit_are_both_named(text: str) -> None:
    assert started("inn", text) == {"stay", "table"}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("dinner for four on Friday", "table"),
        ("book a table for two", "table"),
        ("four of us, Friday to Sunday", "stay"),
        ("the birch for four on Friday", "stay"),
        ("I need a room for two on Friday", "stay"),
        ("please clean my room", "clean"),
        ("has my request been approved", "status"),
    ],
)
def test_a_word_or_a_value_of_one_flow_decides(text: str, name: str) -> None:
    assert started("inn", text) == {name}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("did my ticket go through", "check"),
        ("I no longer need my flight", "drop"),
        ("a flight to Turin", "cross"),
        ("book my flight to Turin", "cross"),
        ("find my flight", "check"),
    ],
)
def test_a_deed_says_what_is_wanted(text: str, name: str) -> None:
    assert started("line", text) == {name}


def test_one_end_of_a_trip_may_be_left_open() -> None:
    informed = {each.slot: each for each in said_to("line", "from Turin to either Malmo") if isinstance(each, Inform)}
    assert {name: getattr(each.value, "id", None) for name, each in informed.items()} == {
        "origin": "turin",
        "destination": "malmo",
    }


@pytest.mark.parametrize("text", ["can we do my appointment another day", "could you make it earlier"])
def test_another_time_for_what_is_booked_is_a_move(text: str) -> None:
    assert [each.flow for each in hear(text) if isinstance(each, StartFlow)] == ["move"]


@pytest.mark.parametrize(
    "text", ["a perm on Friday, call me at 303 555 0199", "a perm on Friday. Call me if anything changes."]
)
def test_where_a_guest_is_reached_asks_for_no_call(text: str) -> None:
    meanings = hear(text)
    assert {type(each) for each in meanings} == {StartFlow, Inform}
    days = [each.value for each in meanings if isinstance(each, Inform) and each.slot == "day"]
    assert days == [date(2026, 3, 6)]
