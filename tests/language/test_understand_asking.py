"""A question finds its topic: one of the business, one that every business has, or none."""

from dataclasses import replace

import pytest

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.meanings import Ask, Inform
from tests.language.understood import BOOK, CUT, NORA, OFFER, PERM, hear, slot_asked


def topics(text: str, asked: Asked | None = None) -> list[str]:
    return [meaning.topic for meaning in hear(text, asked) if isinstance(meaning, Ask)]


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("What do you charge for a perm?", "price"),
        ("how much would a trim be", "price"),
        ("price of a perm?", "price"),
        ("how long does a perm take?", "duration"),
        ("how many minutes will it take", "duration"),
        ("how do I prepare?", "preparation"),
        ("what should I avoid after a perm", "aftercare"),
        ("is there any downtime?", "downtime"),
        ("when do you open on Sundays?", "hours"),
        ("are you open today?", "hours"),
        ("what are your opening hours", "hours"),
        ("where are you based?", "address"),
        ("what's your address", "address"),
        ("who does the perms?", "providers"),
        ("what treatments do you offer?", "services"),
        ("what's your cancellation policy?", "policy"),
        ("what happens if I cancel late?", "policy"),
        ("what's your phone number?", "contact"),
        ("am I talking to a robot?", "identity"),
        ("who is this?", "identity"),
        ("does it hurt?", "pain"),
        ("which one would you recommend?", "advice"),
    ],
)
def test_every_business_has_topics(text: str, topic: str) -> None:
    assert topics(text) == [topic]


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("where could I leave the car?", "parking"),
        ("any parking nearby?", "parking"),
        ("do you have wireless internet?", "wifi"),
        ("is it ok if I bring my dog?", "dogs"),
        ("are pets allowed inside?", "dogs"),
    ],
)
def test_a_business_has_topics_of_its_own(text: str, topic: str) -> None:
    assert topics(text) == [topic]


@pytest.mark.parametrize("asked", [Asked(), OFFER, slot_asked(BOOK, "name")])
@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("I'm pregnant by the way", "pregnancy"),
        ("I have a rash on my scalp", "allergy"),
        ("just so you know I am expecting a baby", "pregnancy"),
    ],
)
def test_health_is_heard_even_when_only_said(text: str, topic: str, asked: Asked) -> None:
    assert topics(text, asked) == [topic]


@pytest.mark.parametrize("text", ["is the floor heated"])
def test_a_question_nobody_can_place_is_unknown(text: str) -> None:
    assert topics(text) == ["unknown"]


@pytest.mark.parametrize(
    "text", ["what is the meaning of life", "how's the weather?", "tell me a joke", "who won the game last night?"]
)
def test_what_no_business_is_there_for_is_no_question(text: str) -> None:
    assert topics(text) == []


def test_a_question_is_about_what_it_names_or_what_was_talked_about() -> None:
    (named,) = hear("how much is a perm with Nora?")
    assert isinstance(named, Ask)
    assert set(named.about) == {("service", PERM), ("provider", NORA)}
    (before,) = hear("how much is it?", Asked(topics={"service": CUT}))
    assert isinstance(before, Ask)
    assert before.about == (("service", CUT),)
    (running,) = hear("how much is it?", OFFER)
    assert isinstance(running, Ask)
    assert ("service", CUT) in running.about


@pytest.mark.parametrize(
    "text", ["can you fit me in tomorrow?", "could I get a perm on Friday?", "do you have anything on Friday?"]
)
def test_a_request_put_as_a_question_is_no_question(text: str) -> None:
    assert topics(text) == []
    assert any(isinstance(meaning, Inform) for meaning in hear(text))


def test_two_questions_are_two() -> None:
    assert topics("How much is a perm? And where are you located?") == ["price", "address"]


def test_a_question_does_not_depend_on_the_options() -> None:
    assert topics("how much is it?", OFFER) == topics("how much is it?", replace(OFFER, options=()))
