"""The answer to a question for a slot of each kind, as guests put it."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from frontdesk.desk.testing import Rehearsal, rehearse

QUESTIONS = {
    "budget": ("money", "What is your budget?"),
    "length": ("duration", "How long shall it be?"),
    "nights": ("duration", "How many nights do you stay?"),
    "begin": ("moment", "When shall it begin?"),
    "smoker": ("yesno", "Do you smoke?"),
    "bags": ("number", "How many bags do you have?"),
    "guests": ("party", "How many people come?"),
    "colour": ("colour", "Which colour?"),
    "travellers": ("person_name, many: yes", "Who travels?"),
}
BUSINESS = """\
id: questions
name: Questions
zone: UTC
hours: {daily: 0-24}
resources:
  red: {kind: colour, name: Red, also: [crimson, scarlet]}
  blue: {kind: colour, name: Blue, also: [navy]}
"""
FLOW = """\
  {slot}:
    description: tell the {slot}
    trigger: [tell the {slot}]
    slots:
      {slot}: {{type: {kind}, ask: "{ask}"}}
    steps:
      - {{step: ask, type: collect, slot: {slot}}}
      - {{step: sure, type: confirm, message: "{{{slot}}}. Is that right?", next: end}}
"""


@pytest.fixture(scope="module")
def questions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("questions")
    (folder / "flows").mkdir()
    (folder / "business.yaml").write_text(BUSINESS, encoding="utf-8")
    flows = "".join(FLOW.format(slot=slot, kind=kind, ask=ask) for slot, (kind, ask) in QUESTIONS.items())
    (folder / "flows" / "ask.yaml").write_text("flows:\n" + flows, encoding="utf-8")
    return folder


@pytest.fixture
def desk(questions: Path) -> Iterator[Rehearsal]:
    with rehearse(questions, datetime(2026, 3, 3, 10, tzinfo=UTC)) as rehearsal:
        yield rehearsal


def told(desk: Rehearsal, slot: str, *answers: str) -> object:
    desk.say(f"tell the {slot}")
    known = [desk.say(answer)["known"] for answer in answers][-1]
    assert isinstance(known, dict)
    return known.get(slot)


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("20", "20"),
        ("fifty", "50"),
        ("about 60 bucks", "60"),
        ("under 100", "100"),
        ("no more than 35", "35"),
        ("45 max", "45"),
        ("a hundred", "100"),
        ("2.5k", "2500"),
        ("I can spend $80", "80"),
    ],
)
def test_money(desk: Rehearsal, text: str, amount: str) -> None:
    assert told(desk, "budget", text) == {"amount": amount, "currency": "USD"}


def test_of_two_amounts_one_is_asked_for(desk: Rehearsal) -> None:
    assert told(desk, "budget", "between 40 and 70", "the second") == {"amount": "70", "currency": "USD"}


@pytest.mark.parametrize("text", ["I have 3 kids", "it depends", "next week"])
def test_what_is_no_money(desk: Rehearsal, text: str) -> None:
    assert told(desk, "budget", text) is None


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("an hour", 60),
        ("half an hour", 30),
        ("90 min", 90),
        ("1h30", 90),
        ("2:15", 135),
        ("45", 45),
        ("an hour and a half please", 90),
        ("2", None),
    ],
)
def test_a_length_of_time(desk: Rehearsal, text: str, minutes: int | None) -> None:
    assert told(desk, "length", text) == (None if minutes is None else minutes * 60)


def test_a_bare_number_is_counted_in_what_the_question_names(desk: Rehearsal) -> None:
    assert told(desk, "nights", "3") == 3 * 86_400


@pytest.mark.parametrize(
    ("answers", "moment"),
    [
        (("tomorrow", "at 3pm"), "2026-03-04T15:00:00+00:00"),
        (("4:30pm", "friday"), "2026-03-06T16:30:00+00:00"),
        (("thursday", "3"), "2026-03-05T15:00:00+00:00"),
        (("monday", "no, tuesday", "noon"), "2026-03-10T12:00:00+00:00"),
        (("tomorrow",), None),
    ],
)
def test_a_day_and_a_time_make_a_moment(desk: Rehearsal, answers: tuple[str, ...], moment: str | None) -> None:
    assert told(desk, "begin", *answers) == moment


def test_the_half_that_is_missing_is_named(desk: Rehearsal) -> None:
    desk.say("tell the begin")
    assert "time" in str(desk.say("tomorrow")["reply"])


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("I don't smoke", False),
        ("I do", True),
        ("I smoke a pipe", True),
        ("never", False),
        ("not anymore", False),
        ("my wife smokes", None),
        ("why do you ask?", None),
    ],
)
def test_a_yes_or_no_in_the_words_of_the_question(desk: Rehearsal, text: str, answer: bool | None) -> None:  # noqa: FBT001 - a value, not a flag
    assert told(desk, "smoker", text) is answer


@pytest.mark.parametrize(
    ("text", "bags"), [("a couple", 2), ("none", 0), ("no bags", 0), ("just the one", 1), ("no", None)]
)
def test_a_number(desk: Rehearsal, text: str, bags: int | None) -> None:
    assert told(desk, "bags", text) == bags


@pytest.mark.parametrize(("text", "people"), [("two of us", 2), ("a couple", 2), ("my sister and I", 2), ("5", 5)])
def test_a_party(desk: Rehearsal, text: str, people: int) -> None:
    assert told(desk, "guests", text) == people


@pytest.mark.parametrize(("text", "colour"), [("crimson", "red"), ("the navy one", "blue"), ("green", None)])
def test_a_word_of_a_list_or_another_for_it(desk: Rehearsal, text: str, colour: str | None) -> None:
    assert told(desk, "colour", text) == colour


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("john smith, mary jones and bob", ["john smith", "mary jones", "bob"]),
        ("the travellers are ann bell & tom", ["ann bell", "tom"]),
        ("paris hilton", "paris hilton"),
        ("who do you mean?", None),
    ],
)
def test_the_names_of_several_people(desk: Rehearsal, text: str, names: object) -> None:
    assert told(desk, "travellers", text) == names
