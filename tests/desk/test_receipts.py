"""A booking turns into its own receipt."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from frontdesk.desk.cards import plain, receipt
from frontdesk.desk.house import open_house
from frontdesk.scheduling.booking import Status
from frontdesk.storage.rows import BookingRow
from tests.calendars.calendars import EXAMPLE
from tests.desk.seen import BOTH, BOTOX, MADRID, flights, last
from tests.faults.desks import NOW, med_spa


def test_an_appointment_is_its_own_receipt() -> None:
    seen = last(med_spa(), *BOTOX[:-1], "ann@example.com", "yes")
    found = receipt(seen.house, seen.bookings[0])
    assert (found.title, found.status, found.online) == ("Botox", "booked", False)
    assert found.reference in seen.reply
    assert found.address == med_spa().business.address
    assert [(row.label, row.text) for row in found.rows] == [
        ("Day", "Wednesday, November 19"),
        ("Time", "4 PM to 4:30 PM"),
        ("With", "Dr. Sarah Smith"),
        ("Name", "Ann Miller"),
        ("Phone", "(212) 555-0142"),
        ("E-mail", "ann@example.com"),
    ]
    assert plain(found.start) == "2025-11-19T16:00:00-05:00"


def test_two_services_are_two_receipts() -> None:
    seen = last(med_spa(), *BOTH, "yes")
    assert [receipt(seen.house, row).title for row in seen.bookings] == ["Botox", "Chemical peel"]


def test_what_was_cancelled_says_so() -> None:
    seen = last(med_spa(), *BOTOX, "yes", "cancel it", "yes")
    assert receipt(seen.house, seen.bookings[0]).status == "cancelled"


def test_a_flight_is_called_by_its_way_and_nobody_comes_to_the_premises_for_it() -> None:
    seen = last(flights(), *MADRID, "yes")
    found = receipt(seen.house, seen.bookings[0])
    assert (found.title, found.address) == ("Madrid to Paris", "")
    assert [(row.label, row.text) for row in found.rows][:4] == [
        ("Day", "Friday, December 5"),
        ("Time", "9:15 PM to 11:10 PM"),
        ("Price", "$119"),
        ("Flight", "WF1024"),
    ]
    assert plain(found.start) == "2025-12-05T21:15:00+00:00"


def test_a_series_says_in_words_how_it_repeats_and_a_whole_day_has_no_hours() -> None:
    house = open_house(EXAMPLE)
    start = datetime(2025, 11, 28, 9, tzinfo=UTC)
    made = BookingRow(
        house.business.id, "meeting", Status.BOOKED, "meeting", "alex", start, start + timedelta(hours=1), NOW
    )
    weekly = replace(made, details='{"title": "Review", "recurrence": "FREQ=WEEKLY;UNTIL=20251219T235959"}')
    told = {row.slot: (row.label, row.text) for row in receipt(house, weekly).rows}
    assert told["repeats"] == ("Repeats", "every week")
    assert told["until"] == ("Until", "Friday 19 December")
    assert "recurrence" not in told
    midnight = start.replace(hour=0)
    day = replace(made, starts_at=midnight, ends_at=midnight + timedelta(days=1))
    day = replace(day, details='{"title": "Focus time", "all_day": true}')
    assert [row.slot for row in receipt(house, day).rows] == ["day", "provider", "all_day"]


def test_what_is_held_online_has_no_address() -> None:
    business = med_spa().business
    online = replace(business.services["consultation"], online=True)
    house = replace(med_spa(), business=replace(business, services={**business.services, "consultation": online}))
    start = datetime(2025, 11, 20, 15, tzinfo=UTC)
    row = BookingRow(
        business.id, "appointment", Status.BOOKED, "consultation", None, start, start + timedelta(hours=1), NOW
    )
    found = receipt(house, row)
    assert (found.online, found.address) == (True, "")
    assert [row.slot for row in found.rows] == ["day", "time"]
