"""Sentences that a business gives as examples mean what they were given for, from the next load on."""

from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.flow import Flows
from frontdesk.dialogue.meanings import Ask, Inform, Meaning, StartFlow
from frontdesk.language.tagger.labels import labels_of
from frontdesk.language.tagger.opinions import SHIPPED, Tagger
from frontdesk.language.understand import Understanding
from frontdesk.scheduling.business import Business
from tests.faults.desks import med_spa

NOW = datetime(2025, 11, 18, 10, tzinfo=ZoneInfo("America/New_York"))
WISH = "My forehead is a road map, sort it on Friday!"
QUESTION = "my truck is nine feet tall, problem?"


def taught(wish: str = WISH, question: str = QUESTION) -> tuple[Business, Flows]:
    house = med_spa()
    book, parking = house.flows.newest["book"], house.business.topics["parking"]
    flows = Flows({**house.flows.newest, "book": replace(book, examples=(wish,))})
    topics = {**house.business.topics, "parking": replace(parking, examples=(question,))}
    return replace(house.business, topics=topics), flows


def meanings(text: str, understanding: Understanding, asked: Asked | None = None) -> list[Meaning]:
    return [read.meaning for read in understanding.understand(text, asked or Asked(), NOW)]


@pytest.mark.parametrize("text", [WISH, "my forehead is a ROAD MAP - sort it on friday"])
def test_an_example_of_a_flow_begins_it_with_the_values_in_it(text: str) -> None:
    untaught = Understanding(med_spa().business, med_spa().flows)
    assert not [each for each in meanings(text, untaught) if isinstance(each, StartFlow)]
    found = meanings(text, Understanding(*taught()))
    assert [each.flow for each in found if isinstance(each, StartFlow)] == ["book"]
    assert [each.slot for each in found if isinstance(each, Inform)] == ["day"]


def test_an_example_of_a_topic_asks_it_whatever_it_was_read_as_before() -> None:
    said = "I want to book botox"
    assert not [each for each in meanings(said, Understanding(*taught())) if isinstance(each, Ask)]
    (found,) = meanings(said, Understanding(*taught(question=said)))
    assert isinstance(found, Ask)
    assert found.topic == "parking"


def test_an_example_counts_for_nothing_where_a_yes_is_due() -> None:
    flow = med_spa().flows.newest["book"]
    asked = Asked(Wanted.CONFIRMATION, flow.name, slots=flow.slots)
    found = meanings(QUESTION, Understanding(*taught()), asked)
    assert found == meanings(QUESTION, Understanding(med_spa().business, med_spa().flows), asked)


def test_the_model_compares_other_sentences_with_an_example() -> None:
    house, tagger = med_spa(), Tagger(SHIPPED)
    text = "my forehead is such a road map, please sort it out"
    before = tagger.opinion("idle", "", text, labels_of(house.business, house.flows)).flows
    after = tagger.opinion("idle", "", text, labels_of(*taught())).flows
    assert after.keys() == before.keys()
    assert after["book"] > before["book"] + 0.1
    others = before.keys() - {"book"}
    assert {name: after[name] for name in others} == pytest.approx({name: before[name] for name in others}, abs=1e-6)
