"""Moves and cancellations by hand: the guest is told, what changed meanwhile is left alone, a move can be undone."""

import asyncio
from datetime import timedelta

import pytest

from frontdesk.scheduling.booking import Status
from frontdesk.storage.rows import Side
from tests.console.diaries import BY_HAND, Diary, column, flash, fragment, panel, run, targets, wall
from tests.faults.desks import NOW, booked


def test_a_move_tells_the_guest_and_can_be_undone(database_url: str) -> None:
    async def story(diary: Diary) -> None:
        row = await diary.book_in_chat()
        answer = await diary.move(row, "2025-11-20", "14:00", provider="emily_johnson")
        assert answer.status_code == 303, panel(answer.text)
        moved = await diary.row(row.reference)
        assert (wall(moved.starts_at), moved.provider) == ("2025-11-20 14:00", "emily_johnson")
        line = (await diary.said())[-1]
        assert line.side is Side.STAFF
        assert "We have moved your booking" in line.text
        assert "November 20" in line.text
        assert "2 PM" in line.text
        assert "Nurse Emily Johnson" in line.text
        assert "Ann Miller was told." in flash(answer)["text"]
        undo = flash(answer)["undo"].removeprefix("/staff/medspa/")
        undone = await diary.stella.post(undo)
        assert undone.status_code == 303, panel(undone.text)
        back = await diary.row(row.reference)
        assert (back.starts_at, back.provider) == (row.starts_at, row.provider)
        assert "is back where it was" in (await diary.said())[-1].text
        assert [(each.by, each.what, each.about) for each in await diary.audit()] == [
            ("stella", "booking_moved_back", row.reference),
            ("stella", "booking_moved", row.reference),
        ]
        assert (await diary.audit())[1].details == {
            "from": "2025-11-19T21:00:00+00:00",
            "to": "2025-11-20T19:00:00+00:00",
            "provider_before": "sarah_smith",
            "provider": "emily_johnson",
        }

    run(database_url, story)


def test_an_undo_whose_time_was_taken_meanwhile_says_so(database_url: str) -> None:
    async def story(diary: Diary) -> None:
        row = await diary.book_in_chat()
        undo = flash(await diary.move(row, "2025-11-20", "14:00"))["undo"].removeprefix("/staff/medspa/")
        assert (await diary.stella.post("diary/bookings", **{**BY_HAND, "time": "16:00"})).status_code == 303
        answer = await diary.stella.post(undo)
        assert answer.status_code == 409
        assert "Wednesday 2025-11-19 16:00 with Dr. Sarah Smith is taken." in panel(answer.text)
        assert "Thursday 20 November, 14:00" in panel(answer.text)
        assert wall((await diary.row(row.reference)).starts_at) == "2025-11-20 14:00"

    run(database_url, story)


def test_an_undo_counts_once(sqlite_database: str) -> None:
    async def story(diary: Diary) -> None:
        row = await diary.book_in_chat()
        undo = flash(await diary.move(row, "2025-11-20", "14:00"))["undo"].removeprefix("/staff/medspa/")
        assert (await diary.stella.post(undo)).status_code == 303
        assert (await diary.stella.post(undo)).status_code == 409
        assert (await diary.row(row.reference)).starts_at == row.starts_at
        assert len(await diary.changes(row)) == 3

    run(sqlite_database, story)


def test_a_booking_that_changed_meanwhile_is_left_alone_and_shown_as_it_is(database_url: str) -> None:
    async def story(diary: Diary) -> None:
        row = await diary.book_in_chat()
        owen = await diary.room.worker("owen")
        fields = {"version": "1", "day": "2025-11-21", "time": "11:00"}
        assert (await owen.post(f"diary/bookings/{row.reference}/move", **fields)).status_code == 303
        for answer in (
            await diary.move(row, "2025-11-20", "14:00"),
            await diary.stella.post(f"diary/bookings/{row.reference}/cancel", version="1"),
        ):
            assert answer.status_code == 409
            beside = panel(answer.text)
            assert "Owen changed it at 10:00: it is on Fri 21 Nov, 11:00. Nothing was done" in beside
            assert "Friday 21 November, 11:00" in beside
        assert wall((await diary.row(row.reference)).starts_at) == "2025-11-21 11:00"
        assert len(await diary.audit()) == 1

    run(database_url, story)


def test_two_who_move_one_booking_at_once_move_it_once(database_url: str) -> None:
    async def story(diary: Diary) -> None:
        row = await diary.book_in_chat()
        owen = await diary.room.worker("owen")
        address = f"diary/bookings/{row.reference}/move"
        answers = await asyncio.gather(
            diary.stella.post(address, version="1", day="2025-11-20", time="14:00"),
            owen.post(address, version="1", day="2025-11-21", time="11:00"),
        )
        assert sorted(answer.status_code for answer in answers) == [303, 409]
        assert len(await diary.changes(row)) == 2
        assert len([line for line in await diary.said() if line.side is Side.STAFF]) == 1

    run(database_url, story)


def test_two_bookings_moved_to_one_time_at_once_never_overlap(database_url: str) -> None:
    async def story(diary: Diary) -> None:
        one = await diary.book_in_chat("tomorrow at 4pm", chat="one")
        other = await diary.book_in_chat("tomorrow at 5pm", chat="other")
        fields = {"version": "1", "day": "2025-11-20", "time": "14:00"}
        answers = await asyncio.gather(
            *(diary.stella.post(f"diary/bookings/{each.reference}/move", **fields) for each in (one, other))
        )
        assert sorted(answer.status_code for answer in answers) == [303, 409]
        starts = sorted(wall(row.starts_at) for row in await booked(diary.desk))
        assert starts.count("2025-11-20 14:00") == 1

    run(database_url, story)


@pytest.mark.parametrize(
    ("day", "time", "status", "said"),
    [
        ("2025-11-17", "14:00", 400, "Monday 17 November 2025, 14:00 is past."),
        ("never", "14:00", 400, "“never” is not a day"),
        ("2025-11-19", "16:00", 409, "It is at this time already."),
        ("2025-11-20", "23:00", 409, "is outside the hours"),
    ],
)
def test_a_move_to_nowhere_is_refused(sqlite_database: str, day: str, time: str, status: int, said: str) -> None:
    async def story(diary: Diary) -> None:
        row = await diary.book_in_chat()
        answer = await diary.move(row, day, time)
        assert answer.status_code == status
        assert said in panel(answer.text)
        assert await diary.row(row.reference) == row

    run(sqlite_database, story)


def test_what_has_begun_is_not_moved(sqlite_database: str) -> None:
    async def story(diary: Diary) -> None:
        row = await diary.book_in_chat("today at 11am")
        diary.desk.clock = lambda: NOW + timedelta(hours=1, minutes=5)
        answer = await diary.move(row, "2025-11-20", "14:00")
        assert answer.status_code == 409
        assert "began on 2025-11-18 11:00" in panel(answer.text)
        assert 'data-movable="' not in (await diary.stella.get("diary")).text

    run(sqlite_database, story)


def test_a_guest_without_a_chat_is_to_be_called(sqlite_database: str) -> None:
    async def story(diary: Diary) -> None:
        await diary.stella.post("diary/bookings", **BY_HAND)
        row = (await booked(diary.desk))[0]
        shown = panel((await diary.stella.get(f"diary?booking={row.reference}&do=move")).text)
        assert "Ann Miller has no chat with us: tell them by phone, +1 212-555-0142." in shown
        assert "Ann Miller was not told: no chat." in flash(await diary.move(row, "2025-11-20", "14:00"))["text"]

    run(sqlite_database, story)


def test_a_drag_learns_where_the_booking_could_go(database_url: str) -> None:
    async def story(diary: Diary) -> None:
        row = await diary.book_in_chat("tomorrow at 4pm")
        await diary.book_in_chat("tomorrow at 2pm", chat="other")
        found = await targets(diary, row, "day=2025-11-19")
        assert found["version"] == 1
        assert found["told"] == "Ann Miller is told in the chat."
        sarah = [each for each in found["targets"] if each["provider"] == "sarah_smith"]
        lows = [each["low"] for each in sarah]
        assert 960 not in lows  # where it is
        assert 840 not in lows  # where the other is
        assert lows[0] == 540
        assert {each["provider"] for each in found["targets"]} == {"sarah_smith", "emily_johnson"}  # Lisa does no Botox
        target = sarah[0]
        fields = {"at": target["start"], "provider": target["provider"], "version": "1"}
        done = await fragment(diary.stella, f"diary/bookings/{row.reference}/move?day=2025-11-19", **fields)
        assert done.status_code == 200
        assert done.json()["text"].startswith(f"Moved: {row.reference} is on Wed 19 Nov, 09:00")
        assert "/undo?" in done.json()["undo"]
        week = await targets(diary, row, "day=2025-11-19&view=week&who=sarah_smith")
        assert {each["column"] for each in week["targets"]} == {f"sarah_smith@2025-11-{day}" for day in range(18, 23)}

    run(database_url, story)


def test_a_form_learns_what_is_free_on_its_day(sqlite_database: str) -> None:
    async def story(diary: Diary) -> None:
        await diary.book_in_chat("tomorrow at 2pm")
        found = (await diary.stella.get("diary/times?day=2025-11-19&service=botox&provider=sarah_smith")).json()
        clocks = [each["time"] for each in found["times"]]
        assert "13:30" in clocks
        assert "14:00" not in clocks
        assert (await diary.stella.get("diary/times?day=x&service=botox")).status_code == 400
        assert (await diary.stella.get("diary/times?service=botox&provider=x")).status_code == 400
        assert (await diary.stella.get("diary/times?service=nothing")).json() == {"times": []}

    run(sqlite_database, story)


def test_the_fee_and_the_policy_are_shown_before_cancelling(sqlite_database: str) -> None:
    async def story(diary: Diary) -> None:
        soon, later = await diary.book_in_chat("today at 4pm"), await diary.book_in_chat("friday at 4pm", chat="b")
        shown = panel((await diary.stella.get(f"diary?booking={soon.reference}&do=cancel")).text)
        assert "a fee of $150 to $300 is due" in shown
        assert "half the price of the service" in shown
        shown = panel((await diary.stella.get(f"diary?booking={later.reference}&do=cancel")).text)
        assert "costs the guest nothing now" in shown

    run(sqlite_database, story)


def test_a_cancelled_booking_frees_its_time_and_tells_the_guest(database_url: str) -> None:
    async def story(diary: Diary) -> None:
        row = await diary.book_in_chat()
        answer = await diary.stella.post(f"diary/bookings/{row.reference}/cancel?day=2025-11-19", version="1")
        assert answer.status_code == 303, panel(answer.text)
        assert (await diary.row(row.reference)).status is Status.CANCELLED
        assert "We have cancelled your booking" in (await diary.said())[-1].text
        kept = (await diary.audit())[0]
        assert (kept.by, kept.what, kept.about) == ("stella", "booking_cancelled", row.reference)
        page = (await diary.stella.get("diary?day=2025-11-19")).text
        assert row.reference not in column(page, "sarah_smith")
        assert (await diary.stella.post("diary/bookings", **{**BY_HAND, "time": "16:00"})).status_code == 303
        again = await diary.stella.post(f"diary/bookings/{row.reference}/cancel", version="2")
        assert again.status_code == 409
        assert f"Booking {row.reference} is cancelled." in panel(again.text)

    run(database_url, story)
