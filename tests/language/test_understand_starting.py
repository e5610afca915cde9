"""An unprompted message starts the flow that it asks for, with everything it already gives."""

from datetime import date, time

import pytest

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.flow import Flows
from frontdesk.dialogue.meanings import (
    Affirm,
    Ask,
    Cancel,
    Greet,
    Inform,
    Meaning,
    StartFlow,
    Thank,
    Unclear,
    WantPerson,
)
from frontdesk.dialogue.values import Days, Soonest, Times
from frontdesk.language.tagger.opinions import SHIPPED, Tagger
from frontdesk.language.understand import Understanding
from tests.language.understood import BOOK, CANCEL, COLOUR, CUT, IVAN, MOVE, NOW, PERM, TOMORROW, flow, hear, salon


def started(meanings: list[Meaning]) -> list[str]:
    return [meaning.flow for meaning in meanings if isinstance(meaning, StartFlow)]


def informed(meanings: list[Meaning]) -> dict[str, object]:
    return {meaning.slot: meaning.value for meaning in meanings if isinstance(meaning, Inform)}


@pytest.mark.parametrize(
    "text",
    ["could you book me a haircut tomorrow", "I'd like to schedule a trim for tomorrow please", "haircut tomorrow?"],
)
def test_a_request_starts_booking_with_its_values(text: str) -> None:
    meanings = hear(text)
    assert started(meanings) == ["book"]
    assert informed(meanings) == {"service": (CUT,), "day": TOMORROW}


@pytest.mark.parametrize("text", ["Hello! I want a perm.", "perm please", "I'm looking for a perm"])
def test_a_wish_for_a_service_starts_booking(text: str) -> None:
    assert started(hear(text)) == ["book"]
    assert informed(hear(text))["service"] == (PERM,)


@pytest.mark.parametrize(
    "text", ["get me in on Friday at half past two", "can I come in Friday 2:30pm?", "book friday at 14:30"]
)
def test_day_and_time_fill_their_own_slots(text: str) -> None:
    meanings = hear(text)
    assert started(meanings) == ["book"]
    assert informed(meanings) == {"day": date(2026, 3, 6), "time": time(14, 30)}


def test_everything_in_one_message_is_read() -> None:
    meanings = hear("Please book a perm with Ivan tomorrow at 9am. My name is Mia Berg, 303 555 0123, mia@berg.example")
    assert informed(meanings) == {
        "service": (PERM,),
        "provider": IVAN,
        "day": TOMORROW,
        "time": time(9),
        "name": "Mia Berg",
        "phone": "+13035550123",
        "email": "mia@berg.example",
    }


@pytest.mark.parametrize(
    "text", ["a haircut and highlights tomorrow", "book highlights and a trim", "I want a cut plus colour"]
)
def test_several_services_are_one_value(text: str) -> None:
    value = informed(hear(text))["service"]
    assert isinstance(value, tuple)
    assert set(value) == {CUT, COLOUR}


@pytest.mark.parametrize(
    "text", ["when is your soonest opening for a perm?", "first available perm please", "book a perm asap"]
)
def test_the_earliest_is_a_day_of_its_own(text: str) -> None:
    assert informed(hear(text)) == {"service": (PERM,), "day": Soonest()}


@pytest.mark.parametrize(
    "text", ["a perm next week please", "I need a perm in two weeks", "book a perm sometime next month"]
)
def test_a_week_is_not_a_day(text: str) -> None:
    days = [meaning for meaning in hear(text) if isinstance(meaning, Inform) and meaning.slot == "day"]
    assert [type(meaning.value) for meaning in days] == [Days]
    assert days[0].problem is not None


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("a trim tomorrow after 4pm", Times(time(16), None)),
        ("haircut tomorrow morning", None),
        ("book a trim tomorrow between 1 and 3", Times(time(13), time(15))),
    ],
)
def test_a_range_of_times_stays_a_range(text: str, times: Times | None) -> None:
    value = informed(hear(text))["time"]
    assert isinstance(value, Times)
    assert times is None or value == times


@pytest.mark.parametrize("text", ["how much is a perm?", "what does colour cost", "is a perm expensive?"])
def test_a_question_about_a_service_books_nothing(text: str) -> None:
    meanings = hear(text)
    assert started(meanings) == []
    assert [meaning.topic for meaning in meanings if isinstance(meaning, Ask)] == ["price"]


@pytest.mark.parametrize(
    "text",
    [
        "do you have a facebook group?",
        "is there a guestbook?",
        "I read about you in a book",
        "which handbook do you use?",
    ],
)
def test_words_are_not_found_inside_words(text: str) -> None:
    assert started(hear(text)) == []


@pytest.mark.parametrize("text", ["I got a perm last month", "my last haircut was awful"])
def test_the_past_starts_nothing(text: str) -> None:
    assert started(hear(text)) == []


@pytest.mark.parametrize(
    ("text", "flow"),
    [
        ("I have to cancel my appointment", "cancel"),
        ("please call off my perm", "cancel"),
        ("reschedule my haircut", "move"),
        ("can you push my appointment to Friday?", "move"),
        ("when's my appointment?", "look_up"),
        ("what day am I booked?", "look_up"),
        ("just checking it's still Friday at 3, correct?", "look_up"),
    ],
)
def test_what_is_booked_already_has_flows_of_its_own(text: str, flow: str) -> None:
    assert started(hear(text)) == [flow]


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("move my Friday appointment to Monday", date(2026, 3, 6), date(2026, 3, 9)),
        ("move my appointment from friday to monday", date(2026, 3, 6), date(2026, 3, 9)),
        ("reschedule my perm to Monday", None, date(2026, 3, 9)),
    ],
)
def test_the_old_day_is_told_from_the_new_one(text: str, old: date | None, new: date) -> None:
    values = informed(hear(text))
    assert values.get("old_day") == old
    assert values["day"] == new


@pytest.mark.parametrize(
    "text", ["please don't cancel my appointment", "I do not want to cancel my perm", "never cancel my appointment"]
)
def test_what_is_denied_does_not_start(text: str) -> None:
    assert started(hear(text)) == []


def test_a_bare_reference_looks_it_up() -> None:
    assert hear("AB12CD34") == [StartFlow("look_up", "AB12CD34"), Inform("reference", "AB12CD34", "AB12CD34")]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("good morning", Greet),
        ("heyyy", Greet),
        ("thank you so much", Thank),
        ("okay", Affirm),
        ("let me talk to a real person", WantPerson),
        ("could someone call me back?", WantPerson),
        ("never mind, another time", Cancel),
        ("qwxz blorp", Unclear),
    ],
)
def test_small_talk_stays_small_talk(text: str, kind: type) -> None:
    assert [type(meaning) for meaning in hear(text)] == [kind]


@pytest.mark.parametrize(
    "text",
    [
        "never mind the cost, book a perm",
        "forget about the price, I want a perm",
        "never mind what I said, book a perm",
    ],
)
def test_never_mind_something_is_no_cancel(text: str) -> None:
    meanings = hear(text)
    assert started(meanings) == ["book"]
    assert not any(isinstance(meaning, Cancel) for meaning in meanings)


def test_a_question_and_a_request_are_both_read() -> None:
    meanings = hear("how much is a perm, and can I book one for tomorrow?")
    assert started(meanings) == ["book"]
    assert informed(meanings) == {"service": (PERM,), "day": TOMORROW}
    assert [meaning.topic for meaning in meanings if isinstance(meaning, Ask)] == ["price"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("boom the drum", "broom the floor"),
        ("nook the shelf", "book the shelf"),
        ("look at the drum", "more of the drum"),
        ("wood the floor", "would the floor"),
        ("channel the water", "cancel the water"),
        ("list the songs", "last the songs"),
        ("parsing the log", "parking the log"),
        ("confirm the rumour", "conform the rumour"),
        ("rent a van", "fill the tank"),
    ],
)
def test_a_word_of_a_trigger_is_no_slip_of_another(one: str, other: str) -> None:
    flows = {each.name: each for each in (BOOK, MOVE, CANCEL, flow("one", [one], []), flow("other", [other], []))}
    heard = Understanding(salon(), Flows(flows), Tagger(SHIPPED))
    assert started([read.meaning for read in heard.understand(one, Asked(), NOW)]) == ["one"]
    assert started([read.meaning for read in heard.understand(other, Asked(), NOW)]) == ["other"]


@pytest.mark.parametrize(
    ("trigger", "said"),
    [
        ("i lost my ticket", "I lost my ticket"),
        ("i lost my ticket", "sorry, I lost my ticket yesterday"),
        ("my card was stolen", "my card was stolen"),
        ("i have forgotten my umbrella", "hello, I have forgotten my umbrella"),
    ],
)
def test_what_has_happened_may_be_a_trigger(trigger: str, said: str) -> None:
    flows = {each.name: each for each in (BOOK, MOVE, CANCEL, flow("report", [trigger], []))}
    heard = Understanding(salon(), Flows(flows), Tagger(SHIPPED))
    assert started([read.meaning for read in heard.understand(said, Asked(), NOW)]) == ["report"]
