"""A business of its own, a bicycle workshop: counts, moments, called flows, lists, and questions that are given up."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from frontdesk.desk.testing import Rehearsal, rehearse

BUSINESS = "id: spokes\nname: Spokes\nzone: UTC\nhours: {daily: 0-24}\n"
FLOWS = """\
flows:
  rent:
    description: rent bicycles
    trigger: [rent a bicycle]
    slots:
      amount: {type: number, ask: How many bicycles?, examples: [three, five], why: We carry them out of the shed.}
      pickup_day: {type: day, ask: On which day do you pick them up?}
      pickup_time: {type: time, ask: At what time?}
      race_at: {type: moment, ask: When does the race start?}
      smoker: {type: yesno, ask: Do you smoke?}
      email: {type: email}
    steps:
      - {step: ask_amount, type: collect, slot: amount}
      - {step: ask_day, type: collect, slot: pickup_day}
      - {step: ask_time, type: collect, slot: pickup_time}
      - {step: ask_race, type: collect, slot: race_at}
      - {step: ask_smoker, type: collect, slot: smoker}
      - {step: who, type: call, flow: contact, inputs: {wheels: amount}, outputs: {email: email}}
      - step: sure
        type: confirm
        message: "{amount} bikes, {pickup_day} {pickup_time}, race {race_at}, {smoker}, {email}. Right?"
      - {step: done, type: say, message: "So be it.", next: end}
  contact:
    description: say who you are
    inputs: [wheels]
    outputs: [email]
    slots:
      wheels: {type: number}
      rider: {type: person_name, ask: Who rides?}
      email: {type: email, ask: "Where do the papers for {wheels} go?"}
    steps:
      - {step: ask_rider, type: collect, slot: rider}
      - {step: ask_email, type: collect, slot: email}
  trade:
    description: trade in a thing
    trigger: [trade a thing]
    slots:
      old_wheels: {type: number, ask: How many wheels has it?}
    steps:
      - {step: ask_day, type: collect, slot: old_wheels}
      - {step: done, type: say, message: "{old_wheels} wheels.", next: end}
  repair:
    description: have a bicycle repaired
    trigger: [repair my bicycle]
    slots:
      drop_day: {type: day, ask: On which day do you bring it?}
    steps:
      - {step: ask_day, type: collect, slot: drop_day}
      - {step: done, type: say, message: "See you on {drop_day}.", next: end}
"""
UNTIL_RIDER = ("rent a bicycle", "3", "tomorrow", "at 5pm", "friday at 9am", "no")
UNTIL_SURE = (*UNTIL_RIDER, "Ann Bell", "ann@example.com")


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("workshop")
    (folder / "flows").mkdir()
    (folder / "business.yaml").write_text(BUSINESS, encoding="utf-8")
    (folder / "flows" / "all.yaml").write_text(FLOWS, encoding="utf-8")
    return folder


@pytest.fixture
def desk(workshop: Path) -> Iterator[Rehearsal]:
    with rehearse(workshop, datetime(2026, 3, 3, 10, tzinfo=UTC)) as rehearsal:
        yield rehearsal


def told(desk: Rehearsal, *lines: str) -> dict[str, Any]:
    return [desk.say(line) for line in lines][-1]


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("make it 4", 4),
        ("sorry, 8", 8),
        ("change the amount to 9", 9),
        ("7 bikes please", 7),
        ("no, seven", 7),
        ("5 instead of 3", 5),
        ("not 3, 6", 6),
        ("i said 2 not 3", 2),
        ("yes, 2 bikes", 2),
        ("i only need two of them", 2),
        ("the number of bikes should be 11", 11),
        ("one more", 4),
        ("two fewer bikes", 1),
    ],
)
def test_a_count_is_given_anew_where_it_is_to_be_agreed_to(desk: Rehearsal, text: str, amount: int) -> None:
    told(desk, *UNTIL_SURE)
    answer = told(desk, text)
    assert (answer["position"], answer["known"]["amount"]) == ("confirming", amount)
    assert answer["reply"].startswith(f"{amount} bikes")


@pytest.mark.parametrize("text", ["yes, 3 bikes", "yes 3"])
def test_a_yes_with_the_count_that_is_shown_is_a_yes(desk: Rehearsal, text: str) -> None:
    assert told(desk, *UNTIL_SURE, text)["reply"].startswith("So be it.")


@pytest.mark.parametrize("text", ["how much would 5 be?", "at 4pm", "4 of my friends ride too"])
def test_a_number_of_something_else_is_no_count(desk: Rehearsal, text: str) -> None:
    answer = told(desk, *UNTIL_SURE, text)
    assert answer["position"] in {"confirming", "changing"}
    assert answer["known"]["amount"] == 3


def test_a_count_is_corrected_while_something_else_is_asked_for(desk: Rehearsal) -> None:
    answer = told(desk, *UNTIL_RIDER[:-1], "actually make it 6 bikes")
    assert (answer["asking"], answer["known"]["amount"]) == ("smoker", 6)


@pytest.mark.parametrize("text", ["4", "no, 4", "4 bikes"])
def test_a_number_after_a_no_is_what_shall_be_different(desk: Rehearsal, text: str) -> None:
    answer = told(desk, *UNTIL_SURE, "no", text)
    assert (answer["position"], answer["known"]["amount"]) == ("confirming", 4)


def test_a_day_with_its_hour_is_for_the_slot_that_is_asked_for(desk: Rehearsal) -> None:
    known = told(desk, *UNTIL_RIDER[:5])["known"]
    assert (known["pickup_day"], known["pickup_time"]) == ("2026-03-04", "17:00")
    assert known["race_at"].startswith("2026-03-06T09:00")


@pytest.mark.parametrize(
    ("text", "pickup", "race"),
    [
        ("pickup at 6pm", ("2026-03-04", "18:00"), "2026-03-06T09:00"),
        ("race at 10am", ("2026-03-04", "17:00"), "2026-03-06T10:00"),
        ("move the race to saturday at 8am", ("2026-03-04", "17:00"), "2026-03-07T08:00"),
        ("pickup thursday at noon", ("2026-03-05", "12:00"), "2026-03-06T09:00"),
    ],
)
def test_a_day_with_its_hour_is_for_the_slot_that_is_named(
    desk: Rehearsal, text: str, pickup: tuple[str, str], race: str
) -> None:
    known = told(desk, *UNTIL_SURE, text)["known"]
    assert (known["pickup_day"], known["pickup_time"]) == pickup
    assert known["race_at"].startswith(race)


@pytest.mark.parametrize("text", ["i quit last year", "I stopped in 2019"])
def test_whoever_has_given_it_up_says_no(desk: Rehearsal, text: str) -> None:
    answer = told(desk, *UNTIL_RIDER[:-1], text)
    assert answer["asking"] == "rider"
    assert told(desk, "Ann Bell", "ann@example.com")["known"]["smoker"] is False


def test_a_called_flow_keeps_its_answers_when_its_caller_is_changed(desk: Rehearsal) -> None:
    answer = told(desk, *UNTIL_RIDER, "Ann Bell", "change the amount to 5")
    assert (answer["asking"], answer["known"]) == ("email", {"wheels": 5, "rider": "Ann Bell"})


def test_a_called_flow_that_is_done_is_not_asked_anew(desk: Rehearsal) -> None:
    answer = told(desk, *UNTIL_SURE, "make it 8 bikes")
    assert (answer["position"], answer["known"]["email"]) == ("confirming", "ann@example.com")
    answer = told(desk, "change the email")
    assert (answer["asking"], answer["known"]["rider"]) == ("email", "Ann Bell")
    answer = told(desk, "bell@example.com")
    assert (answer["position"], answer["known"]["email"]) == ("confirming", "bell@example.com")


def test_what_is_told_a_called_flow_and_its_caller_at_once_reaches_both(desk: Rehearsal) -> None:
    answer = told(desk, *UNTIL_RIDER, "Ann Bell", "bell@example.com, and pickup at 6pm")
    assert (answer["position"], answer["known"]["email"]) == ("confirming", "bell@example.com")
    assert answer["known"]["pickup_time"] == "18:00"


@pytest.mark.parametrize("text", ["trade a thing", "hi, I'd like to trade a thing"])
def test_a_wish_in_the_words_of_its_trigger_is_heard_in_the_middle_of_another(desk: Rehearsal, text: str) -> None:
    assert told(desk, *UNTIL_RIDER[:2], text)["asking"] == "old_wheels"
    answer = told(desk, "4")
    assert answer["asking"] == "pickup_day"
    assert "noted" not in answer["reply"]


@pytest.mark.parametrize("text", ["no thanks", "no"])
def test_a_no_is_no_count_of_nothing(desk: Rehearsal, text: str) -> None:
    assert told(desk, "rent a bicycle", text)["known"] == {}


@pytest.mark.parametrize("text", ["what was the question?", "what did you ask me again?"])
def test_whoever_has_lost_the_thread_hears_the_question(desk: Rehearsal, text: str) -> None:
    asked = told(desk, *UNTIL_RIDER[:2])["reply"]
    answer = told(desk, text)
    assert (answer["reply"].endswith(asked), answer["asking"]) == (True, "pickup_day")


def test_a_question_with_one_wording_comes_with_an_example_and_then_with_its_reason(desk: Rehearsal) -> None:
    assert "three" in told(desk, "rent a bicycle", "heaps")["reply"]
    assert "out of the shed" in told(desk, "heaps")["reply"]


def test_an_answer_to_the_question_that_was_given_up_is_taken(desk: Rehearsal) -> None:
    answer = told(desk, "rent a bicycle", "3", "banana", "banana", "banana")
    assert answer["step"]["flow"] == "stuck"
    answer = told(desk, "thursday")
    assert (answer["asking"], answer["known"]) == ("pickup_time", {"amount": 3, "pickup_day": "2026-03-05"})


@pytest.mark.parametrize(("text", "asking"), [("yes please", "phone"), ("repair my bicycle", "drop_day")])
def test_help_that_is_offered_may_be_taken_and_left(desk: Rehearsal, text: str, asking: str) -> None:
    assert told(desk, "rent a bicycle", "heaps", "heaps", "heaps", text)["asking"] == asking
