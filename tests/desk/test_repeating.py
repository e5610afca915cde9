"""What the guest has before them is not read out again: a reply points at it, and "say that again" brings it back."""

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest

from frontdesk.desk.testing import Rehearsal

EXAMPLES = Path(__file__).parents[2] / "examples"
NOW = datetime(2025, 11, 18, 10)  # noqa: DTZ001 - the wall clock of the business
Talk = Callable[..., list[str]]


@pytest.fixture
def talk() -> Iterator[Talk]:
    """Say some things to an example business, and return its replies."""
    opened: list[Rehearsal] = []

    def say(business: str, *said: str) -> list[str]:
        opened.append(Rehearsal(EXAMPLES / business, now=NOW))
        return [str(opened[-1].say(each)["reply"]) for each in said]

    yield say
    for rehearsal in opened:
        rehearsal.close()


def test_a_list_is_pointed_at_after_a_side_question_and_said_again_when_asked_for(talk: Talk) -> None:
    offered, parking, hurts, again, chosen = talk(
        "medspa", "botox tomorrow", "do you have parking?", "does it hurt?", "say that again please", "2"
    )
    assert "9:30 AM" in offered
    assert "garage" in parking
    assert "9:30 AM" not in parking + hurts
    assert parking.endswith("?")
    assert parking.rpartition(". ")[2] != hurts.rpartition(". ")[2]  # not the same question twice in a row
    assert "9:30 AM" in again
    assert "9:30 AM" in chosen  # what was chosen is said back at once


def test_a_summary_is_only_asked_about_where_the_answer_names_nothing_else(talk: Talk) -> None:
    *_, agreed, direct, lands, later = talk(
        "flights",
        "Boston to Denver on December 20",
        "is it direct?",
        "how much is the 6:40 one?",
        "is it direct?",
    )
    assert "$220" in agreed
    assert "$220" not in direct
    assert "$248" in lands
    assert "$220" in lands  # a yes to this one must not be taken for a yes to the other
    assert "$220" not in later


def test_a_question_that_was_just_put_is_put_in_other_words(talk: Talk) -> None:
    first, second, third = talk("medspa", "book a hydrafacial", "where are you?", "is there parking?")
    assert first not in second
    assert first not in third
    assert second.rpartition(". ")[2] not in third


def test_a_remark_is_not_made_twice_in_the_same_words(talk: Talk) -> None:
    _, once, twice = talk("medspa", "book", "blorp", "fnord blip")
    assert "blorp" in once
    assert "fnord blip" in twice
    assert once.partition("blorp")[0] not in twice
