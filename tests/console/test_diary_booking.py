"""Bookings and blocks by hand follow the rules of guests, also when two come at once."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from frontdesk.desk.house import open_house
from tests.console.diaries import ANN, BY_HAND, Diary, column, flash, panel, run, wall, words
from tests.faults.desks import booked, talk


def test_a_booking_by_hand_is_in_the_diary_and_in_the_log(database_url: str) -> None:
    async def story(diary: Diary) -> None:
        answer = await diary.stella.post("diary/bookings", **BY_HAND, email="ann@example.com", notes="left side")
        assert answer.status_code == 303, panel(answer.text)
        row = (await booked(diary.desk))[0]
        assert (wall(row.starts_at), row.provider, row.name) == ("2025-11-19 14:00", "sarah_smith", "Ann Miller")
        assert (row.phone, row.email, row.notes) == ("+12125550142", "ann@example.com", "left side")
        assert [change.by for change in await diary.changes(row)] == ["stella"]
        assert flash(answer)["text"] == f"Booked: Ann Miller, Wed 19 Nov, 14:00. Reference {row.reference}."
        kept = (await diary.audit())[0]
        assert (kept.by, kept.what, kept.about) == ("stella", "booking_made", row.reference)
        assert "Ann" not in str(kept.details)
        assert "2125550142" not in str(kept.details)

    run(database_url, story)


def test_whoever_is_free_is_taken_where_nobody_is_named(sqlite_database: str) -> None:
    async def story(diary: Diary) -> None:
        await diary.book_in_chat("tomorrow at 2pm")
        answer = await diary.stella.post("diary/bookings", **{**BY_HAND, "provider": ""})
        assert answer.status_code == 303
        assert {row.provider for row in await booked(diary.desk)} == {"sarah_smith", "emily_johnson"}

    run(sqlite_database, story)


def test_a_time_that_is_taken_is_refused_with_the_nearest_free_ones(database_url: str) -> None:
    async def story(diary: Diary) -> None:
        await diary.book_in_chat("tomorrow at 2pm")
        answer = await diary.stella.post("diary/bookings", **BY_HAND)
        assert answer.status_code == 409
        beside = panel(answer.text)
        assert "Wednesday 2025-11-19 14:00 with Dr. Sarah Smith is taken." in beside
        assert "Nearest free times" in beside
        assert "Wed 13:30" in beside
        assert "Wed 14:30" in beside
        assert "Wed 14:00" not in beside
        assert 'value="Ann Miller"' in answer.text  # nothing is typed twice
        assert len(await booked(diary.desk)) == 1
        assert await diary.audit() == ()

    run(database_url, story)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"service": ""}, "Choose what is to be booked."),
        ({"service": "haircut"}, "Choose what is to be booked."),
        ({"provider": "dracula"}, "Nobody here is called “dracula”."),
        ({"day": "soon"}, "“soon” is not a day such as 2026-03-02."),
        ({"day": ""}, "Choose a day."),
        ({"time": "25:00"}, "“25:00” is not a time such as 09:30."),
        ({"time": ""}, "Choose a time."),
        ({"day": "2025-11-18", "time": "09:30"}, "Tuesday 18 November 2025, 09:30 is past."),
        ({"day": "2026-03-08", "time": "02:30"}, "There is no 02:30 on that day: the clocks are put forward."),
        ({"at": "yesterday"}, "“yesterday” is not a moment such as 2026-03-02T09:00."),
        ({"name": " "}, "The name it is booked under"),
        ({"phone": "12"}, "“12” is not a phone number that can be called from US."),
        ({"phone": ""}, "A phone number that the guest can be reached on."),
        ({"email": "ann at home"}, "“ann at home” is not an e-mail address."),
    ],
)
def test_wrong_input_is_said_beside_its_field(sqlite_database: str, changed: dict[str, str], said: str) -> None:
    async def story(diary: Diary) -> None:
        answer = await diary.stella.post("diary/bookings", **{**BY_HAND, **changed})
        assert answer.status_code == 400
        assert said in panel(answer.text)
        assert 'aria-invalid="true"' in answer.text
        assert await booked(diary.desk) == ()

    run(sqlite_database, story)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"day": "2025-11-23"}, "is on a day that is closed"),
        ({"time": "21:00"}, "is outside the hours"),
        ({"time": "14:10"}, "is not a time at which it can begin"),
        ({"day": "2027-11-19"}, "is further ahead than can be booked"),
        ({"provider": "lisa_lee"}, "has nobody who does that"),
    ],
)
def test_the_rules_of_guests_hold_by_hand(sqlite_database: str, changed: dict[str, str], said: str) -> None:
    async def story(diary: Diary) -> None:
        answer = await diary.stella.post("diary/bookings", **{**BY_HAND, **changed})
        assert answer.status_code == 409
        assert said in panel(answer.text)
        assert await booked(diary.desk) == ()

    run(sqlite_database, story)


def test_a_guest_and_somebody_by_hand_at_once_get_one_booking(database_url: str) -> None:
    async def story(diary: Diary) -> None:
        await talk(diary.desk, "guest", "botox tomorrow at 2pm with sarah", "Bea Ong", "212 555 0188", "skip")
        _, answer = await asyncio.gather(
            talk(diary.desk, "guest", "yes"), diary.stella.post("diary/bookings", **BY_HAND)
        )
        rows = await booked(diary.desk)
        assert [wall(row.starts_at) for row in rows] == ["2025-11-19 14:00"]
        assert answer.status_code == (303 if rows[0].name == "Ann Miller" else 409)
        if answer.status_code == 409:
            assert "Nearest free times" in panel(answer.text)

    run(database_url, story)


def test_two_who_book_the_same_time_by_hand_get_one_booking(database_url: str) -> None:
    async def story(diary: Diary) -> None:
        owen = await diary.room.worker("owen")
        other = {**BY_HAND, "name": "Bea Ong", "phone": "212 555 0188"}
        answers = await asyncio.gather(
            diary.stella.post("diary/bookings", **BY_HAND), owen.post("diary/bookings", **other)
        )
        assert sorted(answer.status_code for answer in answers) == [303, 409]
        assert len(await booked(diary.desk)) == 1
        assert len(await diary.audit()) == 1

    run(database_url, story)


def test_blocked_time_is_kept_free_until_it_is_opened_again(database_url: str) -> None:
    async def story(diary: Diary) -> None:
        await diary.book_in_chat("tomorrow at 4pm")
        fields = {
            "provider": "sarah_smith",
            "first": "2025-11-19",
            "from": "13:00",
            "last": "2025-11-19",
            "to": "17:00",
        }
        answer = await diary.stella.post("diary/blocks?day=2025-11-19", **fields)
        assert answer.status_code == 303, panel(answer.text)
        assert "1 booking in it stays." in flash(answer)["text"]
        assert (await diary.stella.post("diary/bookings", **BY_HAND)).status_code == 409
        undo = flash(answer)["undo"].removeprefix("/staff/medspa/")
        assert (await diary.stella.post(undo)).status_code == 303
        assert (await diary.stella.post(undo)).status_code == 409
        gone = await diary.stella.get(answer.headers["location"].removeprefix("/staff/medspa/"))
        assert gone.status_code == 200  # whoever has it open sees the diary go on
        assert "any more" in panel(gone.text)
        assert (await diary.stella.post("diary/bookings", **BY_HAND)).status_code == 303
        assert [each.what for each in await diary.audit()] == ["booking_made", "block_removed", "block_added"]

    run(database_url, story)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"provider": ""}, "Choose whose time is to be kept free."),
        ({"provider": "dracula"}, "Nobody here is called “dracula”."),
        ({"first": "x"}, "is not a day or moment"),
        ({"from": "15:00", "to": "14:00"}, "This ends before it begins."),
        ({"first": "2025-11-01", "last": "2025-11-02"}, "This ends on 2025-11-03 00:00"),
    ],
)
def test_a_block_that_makes_no_sense_is_refused(sqlite_database: str, changed: dict[str, str], said: str) -> None:
    async def story(diary: Diary) -> None:
        fields = {"provider": "lisa_lee", "first": "2025-11-19", "last": "2025-11-19", **changed}
        answer = await diary.stella.post("diary/blocks", **fields)
        assert answer.status_code == 400
        assert said in panel(answer.text)
        assert await diary.audit() == ()

    run(sqlite_database, story)


def test_whole_days_are_blocked_without_times(sqlite_database: str) -> None:
    async def story(diary: Diary) -> None:
        fields = {"provider": "lisa_lee", "first": "2025-11-19", "last": "2025-11-20"}
        assert (await diary.stella.post("diary/blocks", **fields)).status_code == 303
        for day in (19, 20):
            page = (await diary.stella.get(f"diary?day=2025-11-{day}")).text
            assert 'class="entry block" data-low="0" data-high="1440"' in column(page, "lisa_lee")
            assert "data-gap" not in column(page, "lisa_lee")

    run(sqlite_database, story)


def test_places_of_a_session_are_booked_by_hand_for_so_many_people(sqlite_database: str) -> None:
    tour = {"service": "harbour_tour", "day": "2025-11-20", "time": "14:00", **ANN}

    async def story(diary: Diary) -> None:
        page = (await diary.stella.get("diary?day=2025-11-20&new=booking")).text
        assert "New booking" in words(page)
        assert 'name="party"' in page
        assert 'name="provider"' not in page
        without = await diary.stella.post("diary/bookings?day=2025-11-20", **tour)
        assert (without.status_code, "For how many people is it?" in words(without.text)) == (400, True)
        for party in ("0", "x", "1000"):
            assert (await diary.stella.post("diary/bookings?day=2025-11-20", **tour, party=party)).status_code == 400
        assert (await diary.stella.post("diary/bookings?day=2025-11-20", **tour, party="10")).status_code == 303
        full = await diary.stella.post("diary/bookings?day=2025-11-20", **tour, party="3")
        assert (full.status_code, await people_booked(diary)) == (409, [10])
        assert "Harbour tour, 10 people" in words((await diary.stella.get("diary?day=2025-11-20")).text)

    run(sqlite_database, story, open_house(Path("examples/harbour")))


async def people_booked(diary: Diary) -> list[int | None]:
    start = datetime(2025, 11, 20, tzinfo=UTC)
    found = await diary.desk.store.run(lambda unit: unit.bookings.starting("harbour", start, start + timedelta(days=2)))
    return [row.party for row in found]
