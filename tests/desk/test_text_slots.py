"""A question for a text takes what was said, unless that gives nothing, asks something, or answers another question."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from frontdesk.desk.testing import Rehearsal, rehearse

BUSINESS = """\
id: workshop
name: Corner Workshop
zone: UTC
hours: {daily: 9-18}
topics:
  parking: {asks: [is there parking, where can i park], answer: You can park behind the house.}
"""
FLOWS = """\
flows:
  repair:
    description: have a bicycle repaired
    trigger: [repair a bicycle, fix my bike]
    slots:
      fault: {type: text, ask: [What is wrong with it?, What does not work?]}
      wishes: {type: notes, required: no, ask: Is there anything else we should know?}
      bicycles:
        type: number
        ask: How many bicycles?
        validate: bicycles <= 4
        invalid: ["{words?} are too many for us.", Still more than we can take.]
      day: {type: day, ask: On which day?}
      name: {type: person_name, ask: What is your name?}
      phone: {type: phone, ask: What is your number?}
    steps:
      - {step: ask_fault, type: collect, slot: fault}
      - {step: ask_wishes, type: collect, slot: wishes}
      - {step: ask_bicycles, type: collect, slot: bicycles}
      - {step: ask_day, type: collect, slot: day}
      - {step: ask_name, type: collect, slot: name}
      - {step: ask_phone, type: collect, slot: phone}
      - {step: sure, type: confirm, message: "{fault}, {bicycles}, {day}, {name}, {phone}?", next: end}

  question:
    description: answer questions
    answers: ["*"]
    slots: {topic: {type: text}, answer: {type: text}}
    steps:
      - step: look
        type: action
        call: get_faq_answer
        map_outputs: {answer: answer}
        on: {none: pass_on, person: pass_on}
      - {step: tell, type: say, message: "{answer}", next: end}
      - {step: pass_on, type: handoff}
"""


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("workshop")
    (folder / "flows").mkdir()
    (folder / "business.yaml").write_text(BUSINESS, encoding="utf-8")
    (folder / "flows" / "repair.yaml").write_text(FLOWS, encoding="utf-8")
    return folder


@pytest.fixture
def desk(workshop: Path) -> Iterator[Rehearsal]:
    with rehearse(workshop, datetime(2026, 3, 3, 10, tzinfo=UTC)) as rehearsal:
        rehearsal.say("fix my bike")
        yield rehearsal


@pytest.mark.parametrize("said", ["the chain is loose", "no brakes at all", "I don't know, it squeaks", "no"])
def test_what_says_something_is_the_text(desk: Rehearsal, said: str) -> None:
    answer = desk.say(said)
    assert (answer["known"], answer["asking"]) == ({"fault": said}, "wishes")


@pytest.mark.parametrize("said", ["I don't know", "dunno", "no idea, sorry", "we are not sure", "hard to say"])
def test_not_knowing_is_no_text_and_counts_as_a_try(desk: Rehearsal, said: str) -> None:
    answer = desk.say(said)
    assert (answer["known"], answer["asking"]) == ({}, "fault")
    assert "What does not work?" in str(answer["reply"])


@pytest.mark.parametrize("said", ["no", "nope", "not really", "nothing else", "that's all", "nah I'm good", "idk"])
def test_a_no_to_what_may_be_left_out_leaves_it_out(desk: Rehearsal, said: str) -> None:
    desk.say("a flat tyre")
    answer = desk.say(said)
    assert (answer["known"], answer["asking"]) == ({"fault": "a flat tyre"}, "bicycles")


@pytest.mark.parametrize("said", ["is there parking?", "where can I park"])
def test_a_question_is_answered_and_the_text_is_asked_for_again(desk: Rehearsal, said: str) -> None:
    answer = desk.say(said)
    assert (answer["known"], answer["asking"]) == ({}, "fault")
    assert "behind the house" in str(answer["reply"])


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ("my name is Ann Bell", {"name": "Ann Bell"}),
        ("call me on 212 555 0123", {"phone": "+12125550123"}),
        ("it's for tomorrow", {"day": "2026-03-04"}),
    ],
)
def test_the_answer_to_another_question_is_not_swallowed(desk: Rehearsal, said: str, known: dict[str, str]) -> None:
    answer = desk.say(said)
    assert (answer["known"], answer["asking"]) == (known, "fault")


def test_a_value_that_is_refused_twice_is_refused_in_other_words(desk: Rehearsal) -> None:
    desk.say("the bell")
    desk.say("no")
    first, second = desk.say("nine"), desk.say("8")
    assert "nine are too many for us." in str(first["reply"])
    assert "Still more than we can take." in str(second["reply"])
    assert "too many" not in str(second["reply"])


def test_a_single_text_for_what_is_refused_is_said_each_time(tmp_path: Path) -> None:
    (tmp_path / "flows").mkdir()
    (tmp_path / "business.yaml").write_text(BUSINESS, encoding="utf-8")
    one = FLOWS.replace('["{words?} are too many for us.", Still more than we can take.]', '"Not {words?}."')
    (tmp_path / "flows" / "repair.yaml").write_text(one, encoding="utf-8")
    with rehearse(tmp_path, datetime(2026, 3, 3, 10, tzinfo=UTC)) as rehearsal:
        answers = [rehearsal.say(said) for said in ("fix my bike", "the bell", "no", "9", "8")]
    assert str(answers[-2]["reply"]).startswith("Not 9.")
    assert "Not 8." in str(answers[-1]["reply"])
