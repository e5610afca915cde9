"""A guest's goal is compared with what is booked, and every step away from it is seen."""

import pytest

from training.goals import Diary, fits, flat, matched, wrong_step
from training.guests import GuestGoal, Wanted

BOTOX = {"service": "botox", "day": "2026-03-05", "time": "12:30", "provider": "emily_johnson"}
PEEL = {"service": "chemical_peel", "day": "2026-03-06", "time": "09:30"}
LUNCH: Wanted = {"service": "botox", "time": {"from": "12:00", "until": "14:00"}}


def diary(**rows: dict[str, str]) -> Diary:
    return Diary(rows)


@pytest.mark.parametrize(
    ("wanted", "booking", "good"),
    [
        ({"service": "botox"}, BOTOX, True),
        ({"service": "peel"}, BOTOX, False),
        (LUNCH, BOTOX, True),
        ({"time": {"from": "12:31"}}, BOTOX, False),
        ({"time": {"until": "9:30"}}, PEEL, True),
        ({"time": "9:30"}, PEEL, True),
        ({"day": ["2026-03-04", "2026-03-05"]}, BOTOX, True),
        ({"day": ["2026-03-04", "2026-03-06"]}, BOTOX, False),
        ({"price": {"until": "200"}}, {"price": "1000"}, False),
        ({"price": {"until": "1000"}}, {"price": "225"}, True),
        ({"price": {"until": "200"}}, {"price": None}, False),
        ({"name": "rosa  diaz"}, {"name": "Rosa Diaz"}, True),
        ({"phone": "212 555 0147"}, {"phone": "+12125550147"}, True),
        ({"phone": "212 555 0148"}, {"phone": "+12125550147"}, False),
        ({"attendees": ["b@x.example", "a@x.example"]}, {"attendees": ["a@x.example", "b@x.example"]}, True),
        ({"attendees": "a@x.example"}, {"attendees": ["a@x.example", "b@x.example"]}, False),
        ({"party": "3"}, {"party": 3}, True),
    ],
)
def test_a_wish_is_a_value_a_list_or_a_range(wanted: Wanted, booking: dict[str, object], good: bool) -> None:  # noqa: FBT001 - one of a table
    assert fits(wanted, booking) is good


def test_every_wish_has_a_booking_of_its_own() -> None:
    either: Wanted = {"day": ["2026-03-05", "2026-03-06"]}
    assert matched([either, {"service": "botox"}], [BOTOX, PEEL]) == 2
    assert matched([either, either], [BOTOX]) == 1


def test_a_booking_is_read_with_its_day_time_length_and_price() -> None:
    printed = {
        "start": "2026-03-10T10:00:00+00:00",
        "end": "2026-03-10T14:05:00+00:00",
        "guest": {"name": "Ann Bell", "phone": None},
        "total": {"amount": "598", "currency": "USD"},
    }
    read = flat(printed)
    assert (read["day"], read["time"], read["minutes"]) == ("2026-03-10", "10:00", 245)
    assert (read["price"], read["name"]) == ("598", "Ann Bell")


def test_a_step_to_the_goal_is_no_harm() -> None:
    goal = GuestGoal(bookings=(LUNCH,), on_the_way=(PEEL,))
    assert wrong_step(goal, diary(), diary(A=BOTOX)) is None
    assert wrong_step(goal, diary(), diary(A=PEEL)) is None
    assert wrong_step(goal, diary(A=PEEL), diary(A=BOTOX)) is None
    assert not diary(A=PEEL).is_reached(goal)
    assert diary(A=BOTOX).is_reached(goal)


def test_every_step_away_from_the_goal_is_named() -> None:
    goal = GuestGoal(bookings=(LUNCH,))
    late = {**BOTOX, "time": "16:00"}
    assert wrong_step(goal, diary(), diary(A=late)) == "booked or moved something that nobody wants"
    assert wrong_step(goal, diary(A=PEEL), diary(A={**PEEL, "time": "11:00"})) is not None
    assert wrong_step(goal, diary(A=BOTOX), diary(A=BOTOX, B=BOTOX)) == "booked something twice"
    assert wrong_step(goal, diary(A=BOTOX), diary()) == "cancelled something that is wanted"
    assert wrong_step(GuestGoal(), diary(A=BOTOX), diary()) is None
