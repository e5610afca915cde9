"""A word in the name of a service is no deed, and what the business is called offers nothing."""

from datetime import timedelta
from functools import cache

import pytest

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.flow import Flows, Slot
from frontdesk.dialogue.meanings import Ask, StartFlow
from frontdesk.language.tagger.opinions import SHIPPED, Tagger
from frontdesk.language.understand import Understanding
from frontdesk.scheduling.business import Business, Hours, Service
from tests.language.understood import NOW, ZONE, flow

BOOK = flow(
    "book",
    ["book an appointment", "book {service}"],
    [Slot("service", "service", ask="what"), Slot("day", "day", ask="when")],
)
MOVE = flow(
    "move",
    ["move my appointment", "shift my appointment to {day}"],
    [Slot("booking", "booking"), Slot("service", "service"), Slot("day", "day", ask="when")],
)


@cache
def understanding() -> Understanding:
    services = {
        "shift": Service("shift", "Night shift massage", timedelta(hours=1)),
        "road": Service("road", "Long road massage", timedelta(hours=1)),
    }
    studio = Business("studio", "Linden Road Studio", ZONE, Hours({}), services, {})
    return Understanding(studio, Flows({each.name: each for each in (BOOK, MOVE)}), Tagger(SHIPPED))


def started(text: str) -> set[str]:
    reads = understanding().understand(text, Asked(), NOW)
    return {read.meaning.flow for read in reads if isinstance(read.meaning, StartFlow)}


@pytest.mark.parametrize("text", ["i'd like a night shift massage", "a night shift massage on friday please"])
def test_a_word_of_a_service_is_no_deed(text: str) -> None:
    assert started(text) == {"book"}


def test_a_deed_beside_the_service_is_one() -> None:
    assert started("please shift my night shift massage to friday") == {"move"}


def test_the_price_of_a_service_with_such_a_word_is_no_rule_about_moving() -> None:
    reads = understanding().understand("how much is a night shift massage?", Asked(), NOW)
    assert [read.meaning.topic for read in reads if isinstance(read.meaning, Ask)] == ["price"]


def test_what_the_business_is_called_offers_nothing() -> None:
    assert understanding().named("Hi, this is Robin at Linden Road Studio. Would you like to come in?") == ()
    assert [item.id for item in understanding().named("We have the Long road massage at 3.")] == ["road"]
