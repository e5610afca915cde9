"""Every time, day, price and reference of a reply comes from a fact."""

from dataclasses import replace
from datetime import date, time, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontdesk.dialogue.values import Days, Item, Moments, Money, Record, Times, Value
from frontdesk.language.readers.reading import Style
from frontdesk.language.replies.guard import Facts, unsupported
from frontdesk.language.replies.marks import scan
from frontdesk.language.replies.phrase import built_in
from frontdesk.language.replies.saying import say
from tests.growth import grows_evenly
from tests.language.phrase_business import BUSINESS, CONTEXT, NOW, TOMORROW, moment

VALUES: tuple[Value, ...] = (
    Item("service", "massage"),
    moment(4, 16),
    moment(5, 11, 30),
    Money(Decimal("115.50"), "USD"),
    "FERN-2087",
    "+14155550123",
    "ann@post.example",
)
FACTS = Facts(VALUES, ("can you do friday the 13th at half past two?",), BUSINESS)

SUPPORTED = [
    "4 PM is open.",
    "4:00 p.m. is open, and so is 16:00.",
    "See you at four o'clock.",
    "See you at 4.",
    "We have 4 PM tomorrow.",
    "Wednesday, March 4 at 4 PM",
    "Wed Mar 4, 4pm",
    "on the 4th of March 2026",
    "on 3/4 or 3/5",
    "2026-03-05 at 11:30",
    "Thursday the 5th, half past eleven",
    "That is $115.50 in all.",
    "It comes to 115.50 dollars.",
    "A massage is $90 to $140, the sauna $25.",
    "Massages are $90-140.",
    "Your reference is FERN-2087.",
    "I have (415) 555-0123 and ann@post.example.",
    "Call us on 312-555-0188.",
    "We are open Monday to Friday, 9 AM to 6 PM, and on Saturdays from 10.",
    "We are closed on Sundays and on July 4.",
    "Half the price, 50%, is due.",
    "Parking is $12 until 6:30 PM.",
    "After a wrap, no showers before 8 PM.",
    "We are at 88 Lake Street, Suite 210B.",
    "On Friday the 13th at 2:30 PM nothing is open.",
    "How can I help you today?",
    "It is the 2nd option on the list.",
    "1. 4 PM\n2. 11:30 AM",
    "1) 4 PM 2) 11:30 AM",
    "You may march in, the sun is out.",
    "Sun and heat are to be avoided.",
    "We are there 24/7 for 2 guests in 3 rooms.",
    "Keep it under 10 pounds.",
    "",
]

INVENTED = [
    ("5 PM is open.", "5 PM"),
    ("We have 4 PM and 4:30 PM.", "4:30 PM"),
    ("See you at 3.", "at 3"),
    ("Come at three o'clock", "three o'clock"),
    ("Come at quarter past four", "quarter past four"),
    ("Between 1 and 3 in the afternoon, say 13:15.", "13:15"),
    ("1-4 PM works.", "1-4 PM"),
    ("Midnight is fine.", "Midnight"),
    ("How about Wednesday, March 11?", "Wednesday, March 11"),
    ("How about Thursday, March 4?", "Thursday, March 4"),
    ("March 4, 2027 it is.", "March 4, 2027"),
    ("on April 4", "April 4"),
    ("on the 6th", "the 6th"),
    ("the 5th of May", "the 5th of May"),
    ("on 12/24", "12/24"),
    ("on 2026-03-08", "2026-03-08"),
    ("Come on Monday.", "Monday"),
    ("yesterday", "yesterday"),
    ("the day after the day after tomorrow: March 6", "March 6"),
    ("That is $99.", "$99"),
    ("That is $90-150.", "$90-150"),
    ("That is 99 dollars.", "99 dollars"),
    ("That is sixty dollars.", "sixty dollars"),
    ("That is €115.50 plus USD 40", "USD 40"),
    ("You get 20% off.", "20%"),
    ("Your reference is FERN-2088.", "FERN-2088"),
    ("Your reference is QWERTY.", "QWERTY"),
    ("Reference number: X7K9Q2", "X7K9Q2"),
    ("Booking #48213 is made.", "#48213"),
    ("Call us on (312) 555-0199.", "(312) 555-0199"),
    ("Write to info@fern.example", "info@fern.example"),
    ("See https://fern.example/book", "https://fern.example/book"),
    ("It is 25:00, or 13 PM.", "25:00"),
]


@pytest.mark.parametrize("text", SUPPORTED)
def test_what_rests_on_facts_passes(text: str) -> None:
    assert unsupported(text, FACTS, CONTEXT) == ()


@pytest.mark.parametrize(("text", "words"), INVENTED)
def test_what_is_invented_is_found(text: str, words: str) -> None:
    assert words in unsupported(text, FACTS, CONTEXT)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (time(9, 30), "9:30 AM"),
        (Times(time(13), time(15)), "1 PM to 3 PM"),
        (Days(date(2026, 3, 20), date(2026, 3, 23)), "March 20 to 22, leaving on the 23rd"),
        (Moments(moment(20, 13), moment(20, 15)), "Friday, March 20, from 1 PM to 3 PM"),
        (Money(Decimal(1200), "USD"), "$1,200"),
        (Decimal(70), "$70"),
        (70, "70 dollars"),
        (TOMORROW, "tomorrow"),
        ("Paid on March 1 at 7:45 AM", "March 1 at 7:45 AM"),
        ((time(7), (time(8),)), "7 AM or 8 AM"),
        (Record("stay", (("from", date(2026, 5, 1)), ("price", Money(Decimal(80), "USD")))), "May 1, $80"),
    ],
)
def test_every_kind_of_value_is_a_fact(value: Value, text: str) -> None:
    assert unsupported(text, Facts((value,), (), BUSINESS), CONTEXT) == ()
    assert unsupported(text, Facts((), (), BUSINESS), CONTEXT) != ()


moments = st.datetimes(NOW.replace(tzinfo=None), NOW.replace(tzinfo=None) + timedelta(days=400)).map(
    lambda each: each.replace(second=0, microsecond=0, tzinfo=BUSINESS.zone)
)
sums = st.decimals(1, 5000, places=2).map(lambda amount: Money(amount, "USD"))


@given(value=st.one_of(moments, moments.map(lambda each: each.date()), sums), style=st.sampled_from(Style))
def test_what_is_said_of_a_value_is_supported_by_it(value: Value, style: Style) -> None:
    text = say(value, CONTEXT, BUSINESS, style)
    assert scan(text, "en")
    assert unsupported(text, Facts((value,), (), BUSINESS), CONTEXT) == ()


def test_no_built_in_reply_states_a_fact_of_its_own() -> None:
    texts = [text for wording in built_in("en").values() for each in wording.texts for text in each.values()]
    assert [text for text in texts if unsupported(text, Facts((), (), BUSINESS), CONTEXT)] == []


@given(st.text())
def test_any_text_can_be_looked_at(text: str) -> None:
    assert all(words in text for words in unsupported(text, Facts((), (text,), BUSINESS), CONTEXT))


def test_a_longer_text_makes_no_more_work_than_it_has_words() -> None:
    words = "we have 4 pm on march 4 for $90, the one at the lake "
    assert grows_evenly(lambda text: unsupported(text, FACTS, CONTEXT), words, times=10)


@pytest.mark.parametrize(
    ("region", "number", "at_home"),
    [
        ("GB", "+442079460958", "020 7946 0958"),
        ("DE", "+4930901820", "030 901820"),
        ("FR", "+33142685300", "01 42 68 53 00"),
        ("HU", "+3613285900", "(06 1) 328 5900"),
    ],
)
def test_a_telephone_number_may_be_said_as_its_own_country_writes_it(region: str, number: str, at_home: str) -> None:
    context = replace(CONTEXT, region=region)
    assert not unsupported(f"I have {at_home}.", Facts((number,), (), BUSINESS), context)
    assert unsupported(f"I have {at_home[:-1]}7.", Facts((number,), (), BUSINESS), context)
