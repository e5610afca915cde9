"""What travellers say to the airline: what is booked, what is only spoken of, and what no flow does."""

from datetime import date, datetime, time
from decimal import Decimal
from functools import cache
from pathlib import Path

import pytest

from frontdesk.desk.house import House, open_house
from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.meanings import Ask, Cancel, Exclude, Inform, Meaning, Problem, Remark, StartFlow, Unclear
from frontdesk.dialogue.values import Item, Money, Times, Value
from frontdesk.language.tagger.opinions import SHIPPED, Tagger
from frontdesk.language.understand import Understanding

FLIGHTS = Path(__file__).parents[2] / "examples" / "flights"


@cache
def airline() -> House:
    return open_house(FLIGHTS)


def understood(text: str) -> list[Meaning]:
    house = airline()
    now = datetime(2025, 11, 18, 10, tzinfo=house.business.zone)
    reads = Understanding(house.business, house.flows, Tagger(SHIPPED)).understand(text, Asked(), now)
    return [read.meaning for read in reads]


@pytest.mark.parametrize(
    "text",
    [
        "two tickets from boston to paris on dec 5",
        "three plane tickets to london tomorrow",
        "I need 4 seats from miami to denver on friday",
        "denver to miami for 2 on dec 9",
        "fly to paris for three from boston",
        "I fly with my sister from miami to denver on friday",
    ],
)
def test_one_is_booked_at_a_time(text: str) -> None:
    several = [each for each in understood(text) if isinstance(each, Inform) and each.problem is Problem.SEVERAL]
    assert len(several) == 1


@pytest.mark.parametrize(
    "text",
    [
        "one ticket to paris dec 5",
        "a flight to paris for 2 weeks",
        "fly out for 5 december",
        "fly me to paris on friday and my sister picks me up",
    ],
)
def test_other_numbers_are_no_party(text: str) -> None:
    assert not [each for each in understood(text) if isinstance(each, Inform) and each.problem is Problem.SEVERAL]


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("is there a business class to miami", "cabins"),
        ("can i bring my dog to london", "pets"),
    ],
)
def test_what_no_flow_does_is_passed_on(text: str, topic: str) -> None:
    assert [each.topic for each in understood(text) if isinstance(each, Ask)] == [topic]
    assert not any(isinstance(each, StartFlow) for each in understood(text))


@pytest.mark.parametrize(
    ("text", "flow"),
    [
        ("status of my flight", "booking_status"),
        ("check my flight please", "booking_status"),
        ("cancel my flight to miami", "cancel_flight"),
        ("cancel my booking", "cancel_flight"),
        ("change my flight to dec 6", "change_flight"),
        ("I need to move my flight from denver to chicago", "change_flight"),
        ("book my flight to paris", "book_flight"),
        ("ticket status", "booking_status"),
        ("I booked a flight to denver, can you move it?", "change_flight"),
        ("I booked a flight to denver. cancel it please", "cancel_flight"),
        ("we booked a flight to denver, now book one to miami", "book_flight"),
        ("I picked the wrong day", "change_flight"),
        ("I live in denver and want to visit london on the 5th", "book_flight"),
    ],
)
def test_the_flow_that_is_meant_starts(text: str, flow: str) -> None:
    assert [each.flow for each in understood(text) if isinstance(each, StartFlow)] == [flow]


@pytest.mark.parametrize("text", ["I hate la", "we really dislike chicago"])
def test_a_city_that_is_disliked_starts_nothing(text: str) -> None:
    assert {type(each) for each in understood(text)} <= {Unclear, Remark}


def test_where_nobody_flies_is_said() -> None:
    unoffered = [each for each in understood("fly me to the moon") if isinstance(each, Inform)]
    assert [(each.slot, each.words, each.problem) for each in unoffered] == [("destination", "moon", Problem.UNOFFERED)]


def under_way(text: str) -> list[Meaning]:
    """Return what is said where a flight from Seattle to Miami is being booked, and its day asked for."""
    house = airline()
    now, flow = datetime(2025, 11, 18, 10, tzinfo=house.business.zone), house.flows.newest["book_flight"]
    known = {"origin": Item("city", "seattle"), "destination": Item("city", "miami")}
    day = flow.slots["departure_date"]
    asked = Asked(wanted=Wanted.SLOT, flow="book_flight", slot=day, slots=flow.slots, known=known)
    return [
        read.meaning
        for read in Understanding(house.business, house.flows, Tagger(SHIPPED)).understand(text, asked, now)
    ]


@pytest.mark.parametrize(
    ("text", "slot", "words"),
    [
        ("not Miami, Atlanta", "destination", "Atlanta"),
        ("Atlanta instead of Miami", "destination", "Atlanta"),
        ("not from seattle but from portland", "origin", "portland"),
    ],
)
def test_what_is_put_in_the_place_of_another_is_named(text: str, slot: str, words: str) -> None:
    lacking = [each for each in under_way(text) if isinstance(each, Inform)]
    assert [(each.slot, each.words, each.problem) for each in lacking] == [(slot, words, Problem.UNOFFERED)]


@pytest.mark.parametrize("text", ["not Miami, too humid", "anything but Miami", "not Miami, she is rude"])
def test_a_reason_is_put_in_no_place(text: str) -> None:
    assert [type(each) for each in under_way(text)] == [Exclude]


@pytest.mark.parametrize(
    ("text", "topics"),
    [
        ("drop it, how much luggage can I take?", ["baggage"]),
        ("never mind. where can I fly?", ["airports"]),
        ("never mind, my kids are ill", []),
        ("never mind, is that okay?", []),
    ],
)
def test_a_question_outlives_what_is_let_go_of(text: str, topics: list[str]) -> None:
    said = under_way(text)
    assert [each.topic for each in said if isinstance(each, Ask)] == topics
    assert any(isinstance(each, Cancel) for each in said)


def at_summary(text: str, departs: time) -> list[Meaning]:
    """Return what is said of one flight that is put forward."""
    house = airline()
    flow = house.flows.newest["book_flight"]
    known: dict[str, Value] = {
        "flight_time": departs,
        "price": Money(Decimal(215), "USD"),
        "departure_date": date(2025, 11, 21),
    }
    shows = ("departure_date", "flight_time", "price")
    asked = Asked(Wanted.CONFIRMATION, flow.name, slots=flow.slots, known=known, shows=shows)
    now = datetime(2025, 11, 18, 10, tzinfo=house.business.zone)
    reads = Understanding(house.business, house.flows, Tagger(SHIPPED)).understand(text, asked, now)
    return [read.meaning for read in reads]


@pytest.mark.parametrize(
    "text", ["6:40 is too early in the morning", "6:40 is way too early", "sorry, 6:40 is too early"]
)
def test_what_is_too_early_is_the_time_that_is_shown(text: str) -> None:
    times = [each.value for each in at_summary(text, time(6, 40)) if isinstance(each, Inform) and each.slot == "time"]
    assert times == [Times(time(6, 41), None)]


@pytest.mark.parametrize(
    "text", ["anything cheaper?", "got one that costs less", "a lower fare maybe", "the cheap flight then"]
)
def test_cheaper_is_less_than_the_price_that_is_shown(text: str) -> None:
    limits = [each.value for each in at_summary(text, time(10)) if isinstance(each, Inform) and each.slot == "limit"]
    assert limits == [Money(Decimal(214), "USD")]


@pytest.mark.parametrize("text", ["is that the cheapest?", "not the cheapest one", "is it cheaper on Monday?"])
def test_talk_of_prices_sets_no_limit(text: str) -> None:
    assert not [each for each in at_summary(text, time(10)) if isinstance(each, Inform) and each.slot == "limit"]
