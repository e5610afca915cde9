"""Days counted from what is ruled out or known, numbers said in groups, signs of a name that are said."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.meanings import Inform
from frontdesk.dialogue.values import Days, Value
from frontdesk.language.readers import email, name, phone
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.when import When, read
from tests.language.understood import BOOK, NOW, opening, understanding

ZONE = ZoneInfo("America/New_York")
TUESDAY = Context(now=datetime(2025, 11, 18, 10, 0, tzinfo=ZONE))
HERE = Context(now=datetime(2026, 3, 2, 9, 0, tzinfo=UTC))


def given(text: str, slot: str, wanted: Wanted = Wanted.SLOT, known: dict[str, Value] | None = None) -> Value | None:
    """Return what a reply says for a slot, of a guest who was asked for the day or shown times (NOW is a Tuesday)."""
    options = (opening(9), opening(10)) if wanted is Wanted.CHOICE else ()
    day = BOOK.slots["day"] if wanted is Wanted.SLOT else None
    asked = Asked(wanted, "book", slots=BOOK.slots, slot=day, known=known or {}, options=options)
    reads = understanding("book").understand(text, asked, NOW)
    return {each.meaning.slot: each.meaning.value for each in reads if isinstance(each.meaning, Inform)}.get(slot)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("thursday 1430", datetime(2025, 11, 20, 14, 30, tzinfo=ZONE)),
        ("tomorrow 1715", datetime(2025, 11, 19, 17, 15, tzinfo=ZONE)),
        ("Saturday 22 11am", datetime(2025, 11, 22, 11, tzinfo=ZONE)),
        ("monday 24 9:30", datetime(2025, 11, 24, 9, 30, tzinfo=ZONE)),
        ("starting Thursday", Days(date(2025, 11, 20), None)),
        ("beginning on the 3rd", Days(date(2025, 12, 3), None)),
        ("a room starting Thursday", date(2025, 11, 20)),
        ("from now till Saturday", Days(None, date(2025, 11, 23))),
        ("from now through tomorrow", Days(None, date(2025, 11, 20))),
        ("the week after, monday", date(2025, 11, 24)),
    ],
)
def test_a_time_is_read_whole(text: str, value: When) -> None:
    assert [found.value for found in read(text, TUESDAY)] == [value]


@pytest.mark.parametrize("text", ["thursday 1437", "thursday 21 30 people", "room 1430"])
def test_other_numbers_beside_a_day_are_no_hours(text: str) -> None:
    assert not any(isinstance(found.value, datetime) for found in read(text, TUESDAY))


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("I'm out of town this week. Thursday", date(2026, 3, 12)),
        ("not this week, friday", date(2026, 3, 13)),
        ("tied up all this week, thursday at 2", date(2026, 3, 12)),
        ("unavailable next week. Monday", date(2026, 3, 16)),
        ("not this week, monday", date(2026, 3, 9)),
        ("this week, thursday", date(2026, 3, 5)),
        ("next week, ideally thursday", date(2026, 3, 12)),
    ],
)
def test_a_weekday_is_the_first_after_what_is_ruled_out(text: str, day: date) -> None:
    assert given(text, "day") == day


def test_an_ending_between_a_span_and_a_day_is_no_word() -> None:
    assert given("ok this week's, thursday", "day") == date(2026, 3, 5)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("the wednesday before", date(2026, 3, 18)),
        ("the monday after", date(2026, 3, 23)),
        ("wednesday", date(2026, 3, 18)),
        ("this wednesday", date(2026, 3, 4)),
    ],
)
def test_a_weekday_that_hangs_is_counted_from_the_day_that_is_known(text: str, day: date) -> None:
    assert given(text, "day", Wanted.CHOICE, {"day": date(2026, 3, 20)}) == day


@pytest.mark.parametrize(("text", "value"), [("Renata", "Renata"), ("Omar.", "Omar"), ("Jo Ray", "Jo Ray")])
def test_a_name_is_noted_while_a_time_is_chosen(text: str, value: str) -> None:
    assert given(text, "name", Wanted.CHOICE) == value


@pytest.mark.parametrize("text", ["Umm", "Hm", "Perhaps", "Later", "renata", "Ivan", "Perm"])
def test_other_words_are_no_names_there(text: str) -> None:
    assert given(text, "name", Wanted.CHOICE) is None


@pytest.mark.parametrize(
    ("text", "region", "value"),
    [
        ("six four six five five five thirty two hundred", "US", "+16465553200"),
        ("three hundred five, five fifty five, oh one forty four", "US", "+13055550144"),
        ("eight hundred five five five oh one four four", "US", "+18005550144"),
        ("646 555 0144, I used to live in Germany", "US", "+16465550144"),
        ("".join(chr(0xFF10 + int(digit)) for digit in "6465550144"), "US", "+16465550144"),
        ("oh one twenty one two three four five six seven eight", "GB", "+441212345678"),
    ],
)
def test_a_number_is_put_together(text: str, region: str, value: str) -> None:
    found = phone.read(text, Context(now=HERE.now, region=region))
    assert [(each.value, each.problem) for each in found] == [(value, None)]


@pytest.mark.parametrize("text", ["no wait, 10, 11, 12, 13, 14", "10, 11, 12, sorry, 13, 14", "no, friday at 3"])
def test_hours_that_are_listed_are_no_number(text: str) -> None:
    assert phone.read(text, HERE) == ()


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("tom dot hill two thousand and seven at gmail dot com", "tom.hill2007@gmail.com"),
        ("tom hill two thousand twelve at gmail dot com", "tomhill2012@gmail.com"),
        ("zoe three hundred and four at yahoo dot com", "zoe304@yahoo.com"),
        ("zoe one thousand two hundred at yahoo dot com", "zoe1200@yahoo.com"),
        ("the letter t then hill at yahoo dot com", "thill@yahoo.com"),
    ],
)
def test_a_number_in_an_address_is_one(text: str, address: str) -> None:
    assert [found.value for found in email.read(text, HERE)] == [address]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Dash Parr", "Dash Parr"),
    ],
)
def test_the_signs_of_a_name_may_be_said(text: str, value: str) -> None:
    assert [found.value for found in name.answer(text, HERE)] == [value]


@pytest.mark.parametrize("text", ["Who?", "Why?", "My name?", "what name?", "tom or mine?"])
def test_a_question_is_no_name(text: str) -> None:
    assert name.answer(text, HERE) == ()
