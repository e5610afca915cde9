"""What is meant is told from what is only spoken of: others' things, what was before, what nobody books."""

from datetime import date

import pytest

from frontdesk.dialogue.meanings import Ask, Inform, Meaning, Problem, StartFlow
from tests.language.understood import COLOUR, CUT, PERM, TOMORROW, hear, understanding

BOOK, MOVE, CANCEL = "book", "move", "cancel"
FRIDAY = date(2026, 3, 6)


def started(meanings: list[Meaning]) -> list[str]:
    return [meaning.flow for meaning in meanings if isinstance(meaning, StartFlow)]


def informed(meanings: list[Meaning]) -> dict[str, object]:
    return {meaning.slot: meaning.value for meaning in meanings if isinstance(meaning, Inform)}


def unoffered(meanings: list[Meaning]) -> list[str]:
    told = [each.words for each in meanings if isinstance(each, Inform) and each.problem is Problem.UNOFFERED]
    return told + [str(value) for each in meanings if isinstance(each, Ask) for kind, value in each.about if value]


@pytest.mark.parametrize(
    "text",
    [
        *("cancel my netflix", "move my car", "change my lightbulb"),
        *("I want to move my furniture", "cancel my spotify subscription", "delete my selfies", "cook book"),
        "I lost my phone book",
    ],
)
def test_what_is_done_to_other_things_starts_nothing(text: str) -> None:
    assert started(hear(text)) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        *(("cancel my appointment", CANCEL), ("cancel my 3pm", CANCEL), ("cancel my apointmnt", CANCEL)),
        *(("move my perm", MOVE), ("cancel my plans for friday", CANCEL), ("reschedule my friday thing", MOVE)),
        *(("scrap my friday appointment", CANCEL), ("take me off the calendar", CANCEL)),
    ],
)
def test_what_is_done_to_a_booking_starts_its_flow(text: str, name: str) -> None:
    assert started(hear(text)) == [name]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("move or cancel my appointment", {MOVE, CANCEL}),
        ("I need to cancel or reschedule my visit", {MOVE, CANCEL}),
    ],
)
def test_one_deed_or_the_other_is_left_open(text: str, names: set[str]) -> None:
    assert set(started(hear(text))) == names


@pytest.mark.parametrize("text", ["something came up, need another day"])
def test_another_day_for_what_cannot_be_kept_moves_it(text: str) -> None:
    assert started(hear(text)) == [MOVE]


@pytest.mark.parametrize(
    ("text", "service", "day"),
    [
        ("my friend loves her perm, I want a haircut tomorrow", CUT, TOMORROW),
        ("my sister swears by colour but I want a perm on friday", PERM, FRIDAY),
        ("my husband has a perm on friday, I want a haircut the same day", CUT, FRIDAY),
        ("I used to get a perm at another place, now I want it here on friday", PERM, FRIDAY),
        ("after my perm last month I'd like a haircut tomorrow", CUT, TOMORROW),
        ("I have a meeting on friday at 11, can I do colour at 2 the same day?", COLOUR, FRIDAY),
    ],
)
def test_what_others_have_and_what_was_before_is_not_booked(text: str, service: object, day: date) -> None:
    told = informed(hear(text))
    assert told["service"] in (service, (service,))
    assert told["day"] == day


@pytest.mark.parametrize(
    ("text", "name"),
    [
        *(("haircut tomorrow 3pm kate brown", "kate brown"), ("Kate Brown for a perm tomorrow at 3", "Kate Brown")),
        *(("I'd like colour on friday at 3, maria lopez", "maria lopez"), ("perm tomorrow 3pm, Kate", "Kate")),
        *(("perm friday 11am jo lind please", "jo lind"), ("perm friday 3pm tara lind", "tara lind")),
        ("perm friday at 2 forehead lines", None),
        *(("perm friday at 2, super excited", None), ("perm friday at 2 asap pls", None)),
        *(("Perfect, perm tomorrow at 3", None), ("haircut friday 3pm first visit", None)),
    ],
)
def test_a_name_that_nobody_announced(text: str, name: str | None) -> None:
    told = informed(hear(text))
    assert told.get("name") == name
    assert "day" in told


@pytest.mark.parametrize(
    ("text", "words"),
    [
        *(("thread lift tomorrow at 3", "thread lift"), ("an ipl photofacial on friday", "ipl photofacial")),
        *(("ultherapy friday at 2", "ultherapy"), ("dermaplaning tomorrow", "dermaplaning")),
        *(("I'd like a brow lamination on friday", "brow lamination"), ("rhinoplasty", "rhinoplasty")),
    ],
)
def test_what_is_called_like_a_treatment_is_said_not_to_be_offered(text: str, words: str) -> None:
    assert unoffered(hear(text)) == [words]


@pytest.mark.parametrize("text", ["a treatment tomorrow", "skin treatment on friday", "appointmnt tomorrow at 3"])
def test_a_treatment_of_no_kind_is_left_open(text: str) -> None:
    assert unoffered(hear(text)) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        *(("Can my appointment be with Ivan?", MOVE), ("could my booking be on friday", MOVE)),
        *(("Can my appointment be cancelled?", CANCEL), ("could my visit be called off?", CANCEL)),
    ],
)
def test_what_a_booking_is_to_be_from_now_on_moves_or_cancels_it(text: str, name: str) -> None:
    assert started(hear(text)) == [name]


def test_an_example_between_quotation_marks_names_nothing() -> None:
    named = understanding("book").named
    assert named('Say it in other words, such as "a perm on Friday".') == ()
    assert named("How about a perm?") == (PERM,)
