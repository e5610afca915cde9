"""Nights on which the clock changes: what is offered is booked, and the two times of one name are told apart."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import copy
from uuid import uuid4

import pytest

import frontdesk.desk
from frontdesk.desk.testing import Rehearsal, rehearse
from frontdesk.dialogue.values import Record
from frontdesk.storage.rows import BookingRow

FLOWS = Path(frontdesk.desk.__file__).parent / "starter" / "appointments" / "flows"
BUSINESS = """\
id: night_owl
name: Night Owl
zone: {zone}
region: US
hours: {{daily: 0-24}}
services:
  massage: {{name: Massage, minutes: {minutes}, buffer_before: 5 minutes, every: 30 minutes}}
providers:
  maya: {{name: Maya}}
"""
AUTUMN = datetime(2026, 11, 1, 5, 30, tzinfo=UTC)  # half past one in New York, for the first time
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


@pytest.fixture
def spa(tmp_path: Path) -> Callable[[str, int], Path]:
    def written(zone: str, minutes: int) -> Path:
        folder = tmp_path / "spa"
        (folder / "flows").mkdir(parents=True)
        for name in ("book.yaml", "call_back.yaml"):
            copy(FLOWS / name, folder / "flows")
        (folder / "business.yaml").write_text(BUSINESS.format(zone=zone, minutes=minutes), encoding="utf-8")
        return folder

    return written


def talk(desk: Rehearsal, *messages: str) -> list[str]:
    """Say these as a guest who has not been here before, and return the replies."""
    desk.conversation = uuid4().hex
    return [str(desk.say(text)["reply"]) for text in messages]


def bookings(desk: Rehearsal) -> tuple[BookingRow, ...]:
    ever = (datetime(2000, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC))
    return desk.desk.work(lambda unit: unit.bookings.starting(desk.desk.business.id, *ever))


@pytest.mark.parametrize(
    ("zone", "asked", "start"),
    [
        ("America/New_York", "march 8 at 1:30 am", "2026-03-08T06:30Z"),
        ("America/New_York", "november 1 at 12:30 am", "2026-11-01T04:30Z"),
        ("Europe/Dublin", "march 29 at 12:30 am", "2026-03-29T00:30Z"),
        ("Europe/Dublin", "october 25 at 12:30 am", "2026-10-24T23:30Z"),
        ("Australia/Lord_Howe", "october 4 at 1:30 am", "2026-10-03T15:00Z"),
        ("Australia/Lord_Howe", "april 5 at 1 am", "2026-04-04T14:00Z"),
        ("America/Santiago", "september 5 at 11 pm", "2026-09-06T03:00Z"),
        ("America/Santiago", "april 4 at 10:30 pm", "2026-04-05T01:30Z"),
        ("Antarctica/Troll", "march 29 at 12:30 am", "2026-03-29T00:30Z"),
        ("Antarctica/Troll", "october 25 at 2 am", "2026-10-25T00:00Z"),
    ],
)
def test_a_time_over_the_change_is_offered_and_booked(
    spa: Callable[[str, int], Path], zone: str, asked: str, start: str
) -> None:
    begins = datetime.fromisoformat(start)
    with rehearse(spa(zone, 120), begins - timedelta(days=3)) as desk:
        opened, *_, done = talk(desk, f"book a massage on {asked}", "Ann Bell", "201 555 0123", "yes")
        assert "is open" in opened
        assert "You're booked" in done
        (row,) = bookings(desk)
        assert (row.starts_at, row.ends_at) == (begins, begins + 2 * HOUR)
        (again, *_) = talk(desk, f"book a massage on {asked}")
        assert "is open" not in again


def test_both_times_of_one_name_are_booked_by_two_guests(spa: Callable[[str, int], Path]) -> None:
    with rehearse(spa("America/New_York", 30), AUTUMN - timedelta(days=2)) as desk:
        *_, ann = talk(desk, "book a massage on november 1 at 1:30 am", "Ann Bell", "201 555 0123", "yes")
        offered, *_, asked, bob = talk(
            desk, "book a massage on november 1 at 1:30 am", "yes", "Bob Dale", "201 555 0124", "yes"
        )
        assert "at 1:30 AM EDT" in ann
        assert ["1:30 AM EST" in text for text in (offered, asked, bob)] == [True, True, True]
        assert not any("EDT" in text for text in (offered, asked, bob))
        assert [row.starts_at for row in bookings(desk)] == [AUTUMN, AUTUMN + HOUR]
        (third,) = talk(desk, "book a massage on november 1 at 1:30 am")
        assert "1:30 AM EDT on Sunday, November 1 is taken" in third


def test_the_second_is_chosen_from_a_list_that_names_both(spa: Callable[[str, int], Path]) -> None:
    with rehearse(spa("America/New_York", 30), AUTUMN - 20 * MINUTE) as desk:
        offered, which, *_, sure, done = talk(
            desk, "book a massage today", "1:30 am", "2", "Ann Bell", "201 555 0123", "yes"
        )
        for text in (offered, which):
            assert "1:30 AM EDT" in text
            assert "1:30 AM EST" in text
        assert "2:00 AM\n" in offered  # what comes once needs no zone
        assert "at 1:30 AM EST" in sure
        assert "at 1:30 AM EST" in done
        assert [row.starts_at for row in bookings(desk)] == [AUTUMN + HOUR]


def test_a_zone_without_letters_is_named_by_its_distance(spa: Callable[[str, int], Path]) -> None:
    with rehearse(spa("America/Santiago", 30), datetime(2026, 4, 2, tzinfo=UTC)) as desk:
        *_, done = talk(desk, "book a massage on april 4 at 11:30 pm", "Ann Bell", "201 555 0123", "yes")
        assert "at 11:30 PM UTC -3 with Maya" in done


def test_in_the_second_hour_its_times_are_meant(spa: Callable[[str, int], Path]) -> None:
    with rehearse(spa("America/New_York", 30), AUTUMN + 40 * MINUTE) as desk:
        opened, *_ = talk(desk, "book a massage today at 1:30 am", "Ann Bell", "201 555 0123", "yes")
        assert "1:30 AM EST is open" in opened
        assert [row.starts_at for row in bookings(desk)] == [AUTUMN + HOUR]


def test_an_offer_stands_as_long_as_it_says(spa: Callable[[str, int], Path]) -> None:
    now = AUTUMN + 15 * MINUTE
    with rehearse(spa("America/New_York", 30), now, guest="+12015550123") as desk:
        offer = desk.act("check_availability", {"service_type": "massage"}).offer
        assert offer is not None
        assert (offer.made_at, offer.expires_at) == (now, now + 30 * MINUTE)
        assert [option.value("start") for option in offer.options[:2]] == [AUTUMN + 30 * MINUTE, AUTUMN + HOUR]


def test_a_guest_is_told_which_of_the_two_they_have(spa: Callable[[str, int], Path]) -> None:
    with rehearse(spa("America/New_York", 60), AUTUMN - timedelta(days=2), guest="+12015550123") as desk:
        offer = desk.act("check_availability", {"service_type": "massage", "date": AUTUMN.date()}).offer
        assert offer is not None
        second = next(each for each in offer.options if each.value("start") == AUTUMN + HOUR)
        assert desk.act("book_appointment", {"opening": second.id, "service_type": "massage"}).outcome == "booked"
        found = desk.act("get_appointment_details", {}).fields["found"]
        assert isinstance(found, Record)
        start, end = (dict(found.fields)[side] for side in ("start", "end"))
        assert [str(each) for each in (start, end)] == ["2026-11-01 01:30:00-05:00", "2026-11-01 02:30:00-05:00"]
