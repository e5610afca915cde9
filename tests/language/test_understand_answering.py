"""A bare answer fills the slot that was asked for; a refusal, a question or a failed attempt does not."""

from datetime import date, datetime, time, timedelta

import pytest

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.meanings import (
    Ask,
    Cancel,
    Exclude,
    GoBack,
    Inform,
    Meaning,
    Problem,
    Repeat,
    Skip,
    StartFlow,
    StartOver,
)
from frontdesk.dialogue.values import Soonest
from tests.language.understood import (
    BOOK,
    COLOUR,
    CROSS,
    CUT,
    KIEL,
    MEET,
    OSLO,
    PERM,
    RIGA,
    STAY,
    TOMORROW,
    TURKU,
    ZONE,
    hear,
    slot_asked,
)

NAME, PHONE, EMAIL = (slot_asked(BOOK, name) for name in ("name", "phone", "email"))


def informed(meanings: list[Meaning]) -> dict[str, object]:
    return {meaning.slot: meaning.value for meaning in meanings if isinstance(meaning, Inform)}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Mia Berg", "Mia Berg"),
        ("zzyx qlorp", "zzyx qlorp"),
        ("it's Siobhán O'Neill", "Siobhán O'Neill"),
        ("李小龙", "李小龙"),
    ],
)
def test_a_bare_name_is_the_answer(text: str, name: str) -> None:
    assert informed(hear(text, NAME)) == {"name": name}


@pytest.mark.parametrize("text", ["Tom Lind", "Nora Lind", "it's Ivan"])
def test_a_guest_may_be_called_like_someone_who_works_here(text: str) -> None:
    assert list(informed(hear(text, NAME))) == ["name"]


@pytest.mark.parametrize("text", ["<i>Mia</i>", "Mia'); DELETE FROM bookings;--", "{name}"])
def test_markup_in_a_name_is_text(text: str) -> None:
    assert informed(hear(text, NAME)).get("name", text) == text
    assert not any(isinstance(meaning, StartFlow) for meaning in hear(text, NAME))


def test_what_else_is_given_is_read_too() -> None:
    assert informed(hear("Mia Berg, and make it Friday", NAME)) == {"name": "Mia Berg", "day": date(2026, 3, 6)}
    assert informed(hear("Mia Berg 303 555 0123", NAME))["phone"] == "+13035550123"


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("12 34", PHONE),
        ("555-12", PHONE),
        ("call 99 88 77", PHONE),
        ("mia.berg.example", EMAIL),
        ("mia@", EMAIL),
        ("@berg", EMAIL),
    ],
)
def test_a_failed_attempt_is_told(text: str, asked: Asked) -> None:
    (meaning,) = hear(text, asked)
    assert isinstance(meaning, Inform)
    assert (meaning.value, meaning.problem) == (None, Problem.INVALID)


@pytest.mark.parametrize("text", ["skip", "I'd rather not say", "don't have one", "no thanks", "can we skip this?"])
def test_a_refusal_skips(text: str) -> None:
    assert [type(meaning) for meaning in hear(text, EMAIL)] == [Skip]


@pytest.mark.parametrize("text", ["Mia Berg, no email", "Mia Berg, I don't have an e-mail", "Mia Berg - no e-mail"])
def test_what_is_named_as_lacking_is_skipped_beside_the_answer(text: str) -> None:
    meanings = hear(text, NAME)
    assert [meaning.slot for meaning in meanings if isinstance(meaning, Skip)] == ["email"]
    assert informed(meanings).get("name") == "Mia Berg"


@pytest.mark.parametrize("text", ["why do you need it?", "what's that for?", "why my phone?"])
def test_why_is_a_question(text: str) -> None:
    heard = hear(text, PHONE, "What's a good number to reach you at?")
    assert [meaning.topic for meaning in heard if isinstance(meaning, Ask)] == ["why"]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("start over", StartOver),
        ("go back please", GoBack),
        ("say that again", Repeat),
        ("actually, drop it", Cancel),
        ("cancel", Cancel),
    ],
)
def test_moves_are_understood_in_a_flow(text: str, kind: type) -> None:
    assert [type(meaning) for meaning in hear(text, NAME)] == [kind]


@pytest.mark.parametrize("text", ["what's the price?", "how much will it be", "and the cost?"])
def test_a_question_leaves_the_slot_alone(text: str) -> None:
    meanings = hear(text, NAME)
    assert informed(meanings) == {}
    assert [meaning.topic for meaning in meanings if isinstance(meaning, Ask)] == ["price"]


@pytest.mark.parametrize("text", ["extra shampoo please", "a quiet corner please", "please be gentle, sensitive skin"])
def test_a_wish_is_kept_as_a_note(text: str) -> None:
    assert list(informed(hear(text, NAME))) == ["notes"]


@pytest.mark.parametrize(
    ("text", "value"), [("whenever you can", Soonest()), ("the soonest you have", Soonest()), ("tomorrow", TOMORROW)]
)
def test_a_day_is_answered(text: str, value: object) -> None:
    assert informed(hear(text, slot_asked(BOOK, "day")))["day"] == value


@pytest.mark.parametrize("text", ["not a perm, colour", "colour instead of a perm", "no perm, a colour please"])
def test_a_correction_excludes_and_informs(text: str) -> None:
    meanings = hear(text, slot_asked(BOOK, "service", {"service": (PERM,)}))
    assert informed(meanings) == {"service": (COLOUR,)}
    assert [meaning.value for meaning in meanings if isinstance(meaning, Exclude)] == [PERM]


@pytest.mark.parametrize(
    "text", ["Friday, no wait, Monday", "friday... actually monday", "Friday. Sorry, I mean Monday"]
)
def test_what_is_taken_back_does_not_count(text: str) -> None:
    assert informed(hear(text, slot_asked(BOOK, "day"))) == {"day": date(2026, 3, 9)}


@pytest.mark.parametrize("text", ["Friday or Monday", "either friday or monday", "friday, or maybe monday"])
def test_two_days_are_a_doubt(text: str) -> None:
    (meaning,) = hear(text, slot_asked(BOOK, "day"))
    assert isinstance(meaning, Inform)
    assert meaning.problem is Problem.AMBIGUOUS
    assert meaning.candidates == (date(2026, 3, 6), date(2026, 3, 9))


@pytest.mark.parametrize("text", ["it's for my wife", "a gift for my sister", "I'm asking for a friend"])
def test_for_whom_fills_nothing(text: str) -> None:
    assert "name" not in informed(hear(text, NAME))


def test_one_of_several_is_picked_by_its_place() -> None:
    asked = Asked(Wanted.SLOT, "book", BOOK.slots["service"], among=(CUT, PERM), slots=BOOK.slots)
    assert informed(hear("the second one", asked))["service"] in (PERM, (PERM,))
    assert informed(hear("1", asked))["service"] in (CUT, (CUT,))


@pytest.mark.parametrize(
    "text", ["cancel my appointment", "actually I want to cancel my perm", "what appointments do I have?"]
)
def test_another_flow_can_start_within_one(text: str) -> None:
    assert any(isinstance(meaning, StartFlow) for meaning in hear(text, NAME))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Oslo", {"origin": OSLO}),
        ("from Oslo to Kiel", {"origin": OSLO, "destination": KIEL}),
        ("to Kiel from Oslo on Friday", {"origin": OSLO, "destination": KIEL, "departure_date": date(2026, 3, 6)}),
        ("heading to Riga", {"destination": RIGA}),
        ("oslo kiel", {"origin": OSLO, "destination": KIEL}),
    ],
)
def test_slots_alike_are_told_apart_by_cues_and_order(text: str, values: dict[str, object]) -> None:
    assert informed(hear(text, slot_asked(CROSS, "origin"), business="cross")) == values


@pytest.mark.parametrize("text", ["sorry, I meant Turku not Oslo", "not Oslo, Turku", "Turku rather than Oslo"])
def test_a_correction_goes_to_the_slot_that_held_the_wrong_value(text: str) -> None:
    meanings = hear(text, slot_asked(CROSS, "destination", {"origin": OSLO}), business="cross")
    assert informed(meanings) == {"origin": TURKU}
    assert [(meaning.slot, meaning.value) for meaning in meanings if isinstance(meaning, Exclude)] == [("origin", OSLO)]


def test_what_the_business_does_not_have_is_told() -> None:
    (meaning,) = hear("Atlantis", slot_asked(CROSS, "origin"), business="cross")
    assert isinstance(meaning, Inform)
    assert meaning.problem is Problem.UNOFFERED


@pytest.mark.parametrize(
    "text",
    [
        "from the 12th to the 15th for two",
        "March 12 to 15, 2 guests",
        "arriving March 12, leaving March 15, two adults",
    ],
)
def test_a_stay_has_two_ends(text: str) -> None:
    asked = slot_asked(STAY, "check_in")
    assert informed(hear(text, asked, business="stay")) == {
        "check_in": date(2026, 3, 12),
        "check_out": date(2026, 3, 15),
        "guests": 2,
    }


@pytest.mark.parametrize("text", ["three nights", "make it 3 nights", "for 3 nights"])
def test_nights_count_from_the_arrival(text: str) -> None:
    asked = slot_asked(STAY, "check_out", {"check_in": date(2026, 3, 12)})
    assert informed(hear(text, asked, business="stay")) == {"check_out": date(2026, 3, 15)}


def test_a_moment_is_put_together() -> None:
    asked = slot_asked(MEET, "start_time")
    at_two = datetime(2026, 3, 4, 14, tzinfo=ZONE)
    assert informed(hear("tomorrow at 2pm for an hour", asked, business="meet")) == {
        "start_time": at_two,
        "duration": timedelta(hours=1),
    }
    (meaning,) = hear("tomorrow", asked, business="meet")
    assert isinstance(meaning, Inform)
    assert (meaning.value, meaning.problem) == (TOMORROW, Problem.AMBIGUOUS)
    later = slot_asked(MEET, "start_time", {"start_time": at_two})
    assert informed(hear("make it 3pm", later, business="meet")) == {"start_time": at_two.replace(hour=15)}


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Budget review", "Budget review"),
        ("call it Budget review", "Budget review"),
        ("Q3: what next?", "Q3: what next?"),
    ],
)
def test_free_text_is_taken_as_it_is(text: str, title: str) -> None:
    assert informed(hear(text, slot_asked(MEET, "title"), business="meet")) == {"title": title}


def test_values_are_no_title() -> None:
    asked = slot_asked(MEET, "title")
    assert informed(hear("tomorrow at 2pm with jo@example.com", asked, business="meet")) == {
        "start_time": datetime(2026, 3, 4, 14, tzinfo=ZONE),
        "attendees": ("jo@example.com",),
    }


def test_a_bare_hour_answers_for_a_time() -> None:
    assert informed(hear("3", slot_asked(BOOK, "time"))) == {"time": time(15)}


@pytest.mark.parametrize(
    "text",
    [
        "forget the haircut, when is my appointment?",
        "never mind the appointment, when is my appointment?",
        "drop it and tell me when my appointment is",
        "forget this. cancel my appointment",
        "scrap the booking and move my appointment to friday",
    ],
)
def test_what_is_let_go_of_for_something_else_is_dropped(text: str) -> None:
    asked = slot_asked(BOOK, "day", {"service": (CUT,)})
    kinds = [type(meaning) for meaning in hear(text, asked, "Which day would you like to come?")]
    assert StartFlow in kinds
    assert Cancel in kinds


@pytest.mark.parametrize(
    "text",
    [
        "don't forget the haircut, and when is my appointment?",
        "when is my appointment?",
        "forget the price, when is my appointment?",
        "forget the perm, when is my appointment?",
    ],
)
def test_what_is_not_let_go_of_stays_under_way(text: str) -> None:
    meanings = hear(text, slot_asked(BOOK, "day", {"service": (CUT,)}))
    assert not any(isinstance(meaning, Cancel) for meaning in meanings)
