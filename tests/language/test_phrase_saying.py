"""Values are said the way the channel and the region want them."""

from dataclasses import replace
from datetime import date, time, timedelta
from decimal import Decimal

import pytest

from frontdesk.dialogue.values import Anytime, Days, Item, Moments, Money, Record, Times, Value
from frontdesk.language.readers.reading import Style
from frontdesk.language.replies.saying import Form, Voice, said, say
from frontdesk.language.replies.weeks import say_week
from tests.language.phrase_business import BUSINESS, CONTEXT, moment


@pytest.mark.parametrize(
    ("value", "rich", "short", "spoken"),
    [
        (date(2026, 3, 4), "Wednesday, March 4", "Wed Mar 4", "Wednesday, March 4th"),
        (date(2025, 3, 4), "Tuesday, March 4, 2025", "Tue Mar 4, 2025", "Tuesday, March 4th, 2025"),
        (moment(4, 16, 30), "Wednesday, March 4 at 4:30 PM", "Wed Mar 4 at 4:30 PM", "Wednesday, March 4th at 4:30 PM"),
        (Money(Decimal(300), "USD"), "$300", "$300", "three hundred dollars"),
        ("ann@post.example", "ann@post.example", "ann@post.example", "ann at post dot example"),
        ("FERN-12", "FERN-12", "FERN-12", "F E R N dash one two"),
    ],
)
def test_each_style_has_its_own_way(value: Value, rich: str, short: str, spoken: str) -> None:
    said = [say(value, CONTEXT, BUSINESS, style) for style in (Style.RICH, Style.SHORT, Style.SPOKEN)]
    assert said == [rich, short, spoken]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Item("service", "wrap"), "Mud wrap"),
        (Item("provider", "omar"), "Omar Bell"),
        (Item("city", "san_diego"), "san diego"),
        (time(16), "4 PM"),
        (time(0, 5), "12:05 AM"),
        (time(12), "12 PM"),
        (Days(date(2026, 3, 4), date(2026, 3, 5)), "Wednesday, March 4"),
        (Days(date(2026, 3, 4), date(2026, 3, 7)), "Wednesday, March 4 to Friday, March 6"),
        (Days(date(2026, 3, 4), None), "from Wednesday, March 4 on"),
        (Days(None, date(2026, 3, 7)), "until Friday, March 6"),
        (Times(time(14), time(16, 30)), "2 PM to 4:30 PM"),
        (Times(None, time(12)), "before 12 PM"),
        (Times(None, None), "any time"),
        (Moments(moment(4, 12), moment(4, 17)), "Wednesday, March 4, 12 PM to 5 PM"),
        (Moments(moment(4, 17), None), "from Wednesday, March 4 at 5 PM on"),
        (timedelta(minutes=90), "1 hour 30 minutes"),
        (Decimal("2.50"), "2.50"),
        (True, "yes"),
        (3, "3"),
        ((Item("service", "massage"), Item("service", "sauna")), "Massage and Sauna"),
        (("a", "b", "c"), "a, b, and c"),
        ("+13125550188", "(312) 555-0188"),
        (Record("money_range", (("low", Money(Decimal(5), "USD")), ("high", Money(Decimal(9), "USD")))), "$5 to $9"),
        (Record("unheard_of", (("one", "left"), ("two", 2))), "left, 2"),
        ("{desk} [x] <b>\x00", "{desk} [x] <b> "),
    ],
)
def test_every_kind_of_value_can_be_said(value: Value, text: str) -> None:
    assert say(value, CONTEXT, BUSINESS, Style.RICH) == text


def test_a_day_of_the_next_weeks_needs_no_year_even_in_another_year() -> None:
    december = replace(CONTEXT, now=CONTEXT.now.replace(month=12))
    assert say(date(2027, 1, 5), december, BUSINESS, Style.RICH) == "Tuesday, January 5"
    assert say(date(2027, 5, 5), december, BUSINESS, Style.RICH) == "Wednesday, May 5, 2027"


def test_other_regions_count_to_twenty_four_and_put_the_day_first() -> None:
    german = replace(CONTEXT, region="DE")
    assert say(moment(4, 16), german, BUSINESS, Style.RICH) == "Wednesday 4 March at 16:00"


def test_a_moment_is_said_on_the_clock_of_the_business() -> None:
    elsewhere = moment(4, 16).astimezone(tz=None)
    assert say(elsewhere, CONTEXT, BUSINESS, Style.RICH) == "Wednesday, March 4 at 4 PM"


def test_days_that_are_alike_are_said_together() -> None:
    week = say_week(BUSINESS.hours.week, CONTEXT, BUSINESS, Style.RICH)
    assert week == "Monday to Friday 9 AM to 6 PM, Saturday 10 AM to 2 PM, closed Sunday"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (date(2026, 3, 4), "on Wednesday, March 4"),
        (Days(date(2026, 3, 4), date(2026, 3, 5)), "on Wednesday, March 4"),
        (Days(date(2026, 3, 2), date(2026, 3, 7)), "from Monday, March 2 to Friday, March 6"),
        (Days(None, date(2026, 3, 7)), "up to Friday, March 6"),
        (time(16), "at 4 PM"),
        (Times(time(16), None), "after 4 PM"),
        (Times(None, time(12)), "before 12 PM"),
        (Times(time(6), time(12)), "in the morning"),
        (Times(time(15), time(18)), "between 3 PM and 6 PM"),
        ((Times(time(17), None), Times(time(6), time(12))), "after 5 PM or in the morning"),
        (Anytime(), ""),
        (Item("provider", "omar"), "Omar Bell"),
    ],
)
def test_when_is_said_with_the_word_that_leads_to_it(value: Value, text: str) -> None:
    assert said(value, Voice(CONTEXT, BUSINESS, Style.RICH), Form.WHEN) == text
