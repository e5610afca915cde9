"""What a wish takes over from what was just booked, by how it points at that."""

from __future__ import annotations

from datetime import date, time, timedelta

import pytest

from frontdesk.dialogue.asked import JustBooked
from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.values import Item, Times, Value
from frontdesk.language.resolve.pointing import Booked, Pointer, not_before

FRIDAY = date(2026, 3, 6)
BOTOX, OSLO, BERN = Item("service", "botox"), Item("city", "oslo"), Item("city", "bern")
VISIT = {
    slot.name: slot
    for slot in (
        Slot("service", "service", ask="which"),
        Slot("provider", "provider"),
        Slot("day", "day", ask="when"),
        Slot("time", "time"),
        Slot("name", "person_name", ask="who", remember=True),
    )
}
TRIP = {
    slot.name: slot
    for slot in (
        Slot("origin", "city", ask="from"),
        Slot("destination", "city", ask="to"),
        Slot("day", "day", ask="when"),
        Slot("time", "time"),
    )
}
OF_VISIT: dict[str, Value] = {
    "service": BOTOX,
    "provider": Item("provider", "emily"),
    "day": FRIDAY,
    "time": time(14),
}
OF_TRIP: dict[str, Value] = {"origin": OSLO, "destination": BERN, "day": FRIDAY, "time": time(9)}


def visit() -> Booked:
    """Return a visit of half an hour."""
    return Booked.of(JustBooked("book", VISIT, OF_VISIT), VISIT, {"botox": timedelta(minutes=30)})


def trip() -> Booked:
    """Return a trip that takes nobody knows how long."""
    return Booked.of(JustBooked("fly", TRIP, OF_TRIP), TRIP, {})


def test_who_comes_again_comes_at_another_time() -> None:
    assert visit().same(Pointer.AGAIN) == {"service": BOTOX}


def test_somebody_else_comes_for_the_same_on_the_same_day() -> None:
    assert visit().same(Pointer.FOR_ANOTHER) == {"service": BOTOX, "day": FRIDAY}


def test_right_after_begins_when_it_ends() -> None:
    assert visit().same(Pointer.AFTER) == {"service": BOTOX, "day": FRIDAY, "time": Times(time(14, 30), None)}


def test_one_more_seat_is_on_the_same_trip() -> None:
    assert trip().same(Pointer.AGAIN) == OF_TRIP


def test_the_way_back_turns_the_trip_round_and_leaves_the_day_open() -> None:
    assert trip().same(Pointer.BACK) == {"origin": BERN, "destination": OSLO}


def test_a_visit_has_no_way_back() -> None:
    assert visit().same(Pointer.BACK) == {}


def test_another_flow_finds_it_by_its_kind() -> None:
    wish = {"treatment": Slot("treatment", "service", ask="which"), "on": Slot("on", "day", ask="when")}
    booked = Booked.of(JustBooked("book", VISIT, OF_VISIT), wish, {})
    assert booked.values == {"treatment": BOTOX, "on": FRIDAY}


@pytest.mark.parametrize(
    ("day", "by_weekday", "back"),
    [
        (date(2026, 3, 5), True, date(2026, 3, 12)),  # the first Thursday after the way out
        (date(2026, 2, 19), True, date(2026, 3, 12)),
        (date(2026, 3, 5), False, None),
        (FRIDAY, False, FRIDAY),
        (date(2026, 3, 9), False, date(2026, 3, 9)),
    ],
)
def test_the_way_back_is_never_before_the_way_out(day: date, *, by_weekday: bool, back: date | None) -> None:
    assert not_before(day, FRIDAY, by_weekday=by_weekday) == back
