"""What travellers say to the airline: what is booked, what is only spoken of, and what no flow does."""

from datetime import datetime
from functools import cache
from pathlib import Path

import pytest

from frontdesk.desk.house import House, open_house
from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.meanings import Ask, Inform, Meaning, Problem, StartFlow, Unclear
from frontdesk.language.understand import Understanding

FLIGHTS = Path(__file__).parents[2] / "examples" / "flights"


@cache
def airline() -> House:
    return open_house(FLIGHTS)


def understood(text: str) -> list[Meaning]:
    house = airline()
    now = datetime(2025, 11, 18, 10, tzinfo=house.business.zone)
    reads = Understanding(house.business, house.flows).understand(text, Asked(), now)
    return [read.meaning for read in reads]


@pytest.mark.parametrize(
    "text",
    [
        "two tickets from boston to paris on dec 5",
        "three plane tickets to london tomorrow",
        "I need 4 seats from miami to denver on friday",
        "denver to miami for 2 on dec 9",
        "fly to paris for three from boston",
    ],
)
def test_one_is_booked_at_a_time(text: str) -> None:
    several = [each for each in understood(text) if isinstance(each, Inform) and each.problem is Problem.SEVERAL]
    assert len(several) == 1


@pytest.mark.parametrize(
    "text", ["one ticket to paris dec 5", "a flight to paris for 2 weeks", "fly out for 5 december"]
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
        ("212 555 0142", "keep_phone"),
        ("book my flight to paris", "book_flight"),
        ("I live in denver and want to visit london on the 5th", "book_flight"),
    ],
)
def test_the_flow_that_is_meant_starts(text: str, flow: str) -> None:
    assert [each.flow for each in understood(text) if isinstance(each, StartFlow)] == [flow]


@pytest.mark.parametrize("text", ["I hate la", "we really dislike chicago"])
def test_a_city_that_is_disliked_starts_nothing(text: str) -> None:
    assert [type(each) for each in understood(text)] == [Unclear]


def test_where_nobody_flies_is_said() -> None:
    unoffered = [each for each in understood("fly me to the moon") if isinstance(each, Inform)]
    assert [(each.slot, each.words, each.problem) for each in unoffered] == [("destination", "moon", Problem.UNOFFERED)]
