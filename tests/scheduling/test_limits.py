"""Searches over several days, and what they name instead when the guest's wishes leave nothing."""

from collections import Counter
from dataclasses import replace
from datetime import timedelta

from frontdesk.scheduling.find import find
from frontdesk.scheduling.findings import Free, Full, Instead, NoneInPart
from frontdesk.scheduling.inquiry import DAYS_SHOWN, MOST, spaced
from frontdesk.scheduling.search import Order, Search, Times
from tests.scheduling.salon import MONDAY, NOW, clock, diary, salon, span, starts

DAY = timedelta(days=1)
WEEK = Search(("cut",), MONDAY, MONDAY + 6 * DAY, order=Order.ACROSS_DAYS)
LATE = Times(clock("16:00"), None)


def test_every_day_of_a_week_has_a_share() -> None:
    finding = find(salon(), WEEK, diary({}), NOW)
    assert isinstance(finding, Free)
    days = Counter(each.start.date() for each in finding.openings)
    assert days == {MONDAY + place * DAY: MOST // 5 for place in range(5)}
    monday = [each for each in finding.openings if each.start.date() == MONDAY]
    assert (starts(monday)[0], starts(monday)[-1]) == ("09:00", "16:30")


def test_of_a_long_range_the_first_days_are_found() -> None:
    finding = find(salon(), replace(WEEK, last=MONDAY + 20 * DAY, times=LATE), diary({}), NOW)
    assert isinstance(finding, Free)
    assert len({each.start.date() for each in finding.openings}) == DAYS_SHOWN


def test_few_openings_are_not_thinned_out() -> None:
    finding = find(salon(), replace(WEEK, last=MONDAY), diary({}), NOW)
    assert isinstance(finding, Free)
    assert spaced(finding.openings, len(finding.openings)) == finding.openings
    assert starts(spaced(finding.openings, 3)) == ["09:00", "12:30", "16:30"]
    assert starts(spaced(finding.openings, 1)) == ["09:00"]


def test_nothing_at_the_times_wanted_names_who_is_free_then_and_the_next_day() -> None:
    search = Search(("cut",), MONDAY, MONDAY, times=LATE, provider="maya")
    finding = find(salon(), search, diary({"maya": [span(MONDAY, "15:30-17:00")]}), NOW)
    assert isinstance(finding, NoneInPart)
    assert finding.instead == Instead(providers=("otto",), day=MONDAY + DAY)


def test_without_a_wish_for_somebody_nobody_else_is_named() -> None:
    busy = {who: [span(MONDAY, "15:30-17:00")] for who in ("maya", "otto")}
    finding = find(salon(), Search(("cut",), MONDAY, MONDAY, times=LATE), diary(busy), NOW)
    assert isinstance(finding, NoneInPart)
    assert finding.instead == Instead(day=MONDAY + DAY)


def test_a_day_ruled_out_that_would_have_it_is_named() -> None:
    tuesday = MONDAY + DAY
    search = Search(("cut",), MONDAY, tuesday, without_days=(tuesday,))
    busy = {who: [span(MONDAY, "09:00-17:00")] for who in ("maya", "otto")}
    finding = find(salon(), search, diary(busy), NOW)
    assert isinstance(finding, Full)
    assert finding.instead.ruled_out == (tuesday,)
    assert finding.instead.day == tuesday + DAY
