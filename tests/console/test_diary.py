"""The diary books, moves and cancels by the rules that hold for guests, and says what cannot be done and why."""

import asyncio
import json
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from types import MappingProxyType
from urllib.parse import unquote
from zoneinfo import ZoneInfo

import httpx
import pytest

from frontdesk.desk.house import House
from frontdesk.scheduling.booking import Claim, Status
from frontdesk.scheduling.business import Hours, Shift
from frontdesk.storage.rows import BookingRow, Holder, Side
from tests.console.diaries import ANN, BY_HAND, CHAT, Diary, column, fragment, panel, run, targets, words
from tests.desk.seen import flights
from tests.faults.desks import NOW, booked, med_spa, talk

NEW_YORK = ZoneInfo("America/New_York")


def wall(moment: datetime) -> str:
    return f"{moment.astimezone(NEW_YORK):%Y-%m-%d %H:%M}"


def flash(answer: httpx.Response) -> dict[str, str]:
    """Read what is said on the next page."""
    kept: dict[str, str] = json.loads(unquote(unquote(answer.cookies["frontdesk_said"]).strip('"')))
    return kept


# What is shown


def test_a_day_shows_everybody_and_where_each_booking_is(database_url: str) -> None:
    async def story(diary: Diary) -> None:
        row = await diary.book_in_chat()
        page = (await diary.stella.get("diary?day=2025-11-19")).text
        sarah, lisa = column(page, "sarah_smith"), column(page, "lisa_lee")
        assert f"booking={row.reference}" in sarah
        assert f"booking={row.reference}" not in lisa
        assert 'data-low="960" data-high="990"' in sarah  # minutes of the day
        assert "Ann Miller 16:00 to 16:30 Botox" in words(sarah)
        assert "Free from 09:00 to 16:00" in words(sarah)
        assert "Free from 16:30 to 19:00" in words(sarah)
        assert "style=" not in page

    run(database_url, story)


def test_a_week_shows_one_person_from_monday_on(sqlite_database: str) -> None:
    async def story(diary: Diary) -> None:
        row = await diary.book_in_chat()
        page = (await diary.stella.get("diary?day=2025-11-22&view=week&who=sarah_smith")).text
        days = [f'data-day="2025-11-{day}"' for day in range(17, 24)]
        assert [day in page for day in days] == [True] * 7
        assert page.count(f"booking={row.reference}") == 1
        first = (await diary.stella.get("diary?view=week")).text
        assert 'data-provider="sarah_smith"' in first

    run(sqlite_database, story)


def test_now_is_a_line_of_today_and_the_past_is_not_free(sqlite_database: str) -> None:
    async def story(diary: Diary) -> None:
        today = column((await diary.stella.get("diary")).text, "sarah_smith")
        assert '<li class="now" data-low="600"' in today
        assert "Free from 10:00 to 19:00" in words(today)
        yesterday = (await diary.stella.get("diary?day=2025-11-17")).text
        assert 'class="now"' not in yesterday
        assert "data-gap" not in yesterday

    run(sqlite_database, story)


def test_what_is_held_pending_blocked_or_kept_around_a_booking_looks_different(database_url: str) -> None:
    services = dict(med_spa().business.services)
    ten = timedelta(minutes=10)
    services["botox"] = replace(services["botox"], before=ten, after=2 * ten)
    house = replace(med_spa(), business=replace(med_spa().business, services=services))

    async def story(diary: Diary) -> None:
        await diary.book_in_chat("tomorrow at 4pm")
        start = datetime(2025, 11, 19, 17, tzinfo=UTC)  # noon in New York
        hold = Claim("emily_johnson", start, start + timedelta(hours=1))
        holder = Holder("medspa", CHAT, 1)
        await diary.desk.store.run(lambda unit: unit.claims.hold(holder, [hold], NOW + timedelta(minutes=5), NOW))
        waiting = BookingRow(
            *(
                "medspa",
                "appointment",
                Status.PENDING,
                "consultation",
                "lisa_lee",
                start,
                start + timedelta(minutes=30),
            ),
            NOW,
        )
        claim = Claim("lisa_lee", start, start + timedelta(minutes=30))
        await diary.desk.store.run(lambda unit: unit.bookings.add(waiting, [claim], "desk"))
        fields = {"provider": "lisa_lee", "first": "2025-11-19", "from": "15:00", "last": "2025-11-19", "to": "16:00"}
        await diary.stella.post("diary/blocks", **fields)
        page = (await diary.stella.get("diary?day=2025-11-19")).text
        sarah, emily, lisa = (column(page, who) for who in ("sarah_smith", "emily_johnson", "lisa_lee"))
        assert '<li class="buffer" data-low="950" data-high="960"' in sarah
        assert '<li class="buffer" data-low="990" data-high="1010"' in sarah
        assert 'class="entry held" data-low="720" data-high="780"' in emily
        assert " pending " in lisa
        assert "waits for a yes" in lisa
        assert 'class="entry block" data-low="900" data-high="960"' in lisa
        assert '<li class="shade" data-low="0" data-high="540"' in lisa

    run(database_url, story, house)


@pytest.mark.parametrize(
    ("day", "hours", "said"),
    [(date(2025, 11, 2), 25, "put back on Sunday 2 November"), (date(2026, 3, 8), 23, "put forward on Sunday 8 March")],
)
def test_days_of_a_clock_change_have_their_own_length(sqlite_database: str, day: date, hours: int, said: str) -> None:
    always = Hours({weekday: (Shift(time.min, time.min),) for weekday in range(7)})
    house = replace(med_spa(), business=replace(med_spa().business, hours=always))

    async def story(diary: Diary) -> None:
        diary.desk.clock = lambda: datetime(2025, 10, 1, tzinfo=UTC)
        page = (await diary.stella.get(f"diary?day={day}")).text
        assert f"{said}: it has {hours} hours." in words(page)
        assert f'data-first="0" data-last="{hours * 60}"' in page
        ticks = page[page.index("hours-body") : page.index("</div></div>")]
        assert ticks.count(">01:00<") == (2 if hours == 25 else 1)
        assert ticks.count(">02:00<") == (1 if hours == 25 else 0)

    run(sqlite_database, story, house)


def test_a_booking_over_midnight_is_on_both_days(sqlite_database: str) -> None:
    night = Hours({weekday: (Shift(time(20), time(4)),) for weekday in range(7)})
    business = replace(med_spa().business, hours=night)

    async def story(diary: Diary) -> None:
        fields = {**BY_HAND, "service": "prp_facial", "day": "2025-11-19", "time": "23:00"}
        made = await diary.stella.post("diary/bookings", **fields)
        assert made.status_code == 303, panel(made.text)
        evening = column((await diary.stella.get("diary?day=2025-11-19")).text, "sarah_smith")
        morning = column((await diary.stella.get("diary?day=2025-11-20")).text, "sarah_smith")
        assert 'goes-on" data-low="1380" data-high="1440"' in evening
        assert 'from-before" data-low="0" data-high="30"' in morning
        assert "23:00 to 00:30" in words(morning)

    run(sqlite_database, story, replace(med_spa(), business=business))


def test_a_business_without_people_has_a_list_of_what_begins(sqlite_database: str) -> None:
    async def story(diary: Diary) -> None:
        empty = (await diary.stella.get("diary?day=2025-11-20")).text
        assert "has no people whose time is booked" in words(empty)
        assert "Nothing begins on this day" in words(empty)
        start = datetime(2025, 11, 20, 9, tzinfo=UTC)
        row = BookingRow(
            "flights", "flight", Status.BOOKED, "seat", None, start, start + timedelta(hours=2), NOW, name="Bea Ong"
        )
        made = await diary.desk.store.run(lambda unit: unit.bookings.add(row, (), "desk"))
        assert isinstance(made, BookingRow)
        page = (await diary.stella.get(f"diary?day=2025-11-20&booking={made.reference}")).text
        assert "09:00 Bea Ong" in words(page)
        assert "changed in its conversation" in panel(page)
        assert "Move" not in panel(page)

    run(sqlite_database, story, flights())


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("day=banana", "“banana” is not a day such as 2026-03-02."),
        ("day=2025-02-30", "“2025-02-30” is not a day"),
        ("day=9999-12-31", "9999-12-31 is too far away."),
        ("who=nobody", "Nobody here is called “nobody”."),
        ("who=%3Cscript%3E", "Nobody here is called “<script>”."),
    ],
)
def test_an_address_that_makes_no_sense_says_so(sqlite_database: str, query: str, said: str) -> None:
    async def story(diary: Diary) -> None:
        answer = await diary.stella.get(f"diary?{query}")
        assert answer.status_code == 400
        assert said in words(answer.text)
        assert "<script>" not in answer.text
        assert "Look at today" in answer.text

    run(sqlite_database, story)


def test_a_booking_tells_who_did_what_and_how_the_guest_is_reached(sqlite_database: str) -> None:
    async def story(diary: Diary) -> None:
        row = await diary.book_in_chat()
        await diary.move(row, "2025-11-20", "14:00")
        page = (await diary.stella.get(f"diary?booking={row.reference}")).text
        beside = panel(page)
        assert "Ann Miller" in beside
        assert "Thursday 20 November, 14:00 to 14:30" in beside
        assert "Moved to Thu 20 Nov, 14:00, Dr. Sarah Smith Today 10:00, Stella" in beside
        assert "Booked for Wed 19 Nov, 16:00, Dr. Sarah Smith Today 10:00, The desk" in beside
        assert 'href="tel:+12125550142"' in page
        assert f"/staff/medspa/conversations/{CHAT}" in page
        assert f"/staff/medspa/guests/{row.guest_id}" in page

    run(sqlite_database, story)


def test_what_guests_wrote_is_shown_as_text(sqlite_database: str) -> None:
    async def story(diary: Diary) -> None:
        evil = "<script>alert(1)</script>"
        made = await diary.stella.post("diary/bookings", **{**BY_HAND, "name": evil, "notes": evil})
        page = (await diary.stella.get(made.headers["location"].removeprefix("/staff/medspa/"))).text
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert(1)" in page

    run(sqlite_database, story)


def test_bookings_of_another_business_are_not_there(database_url: str) -> None:
    async def story(diary: Diary) -> None:
        twin = diary.room.site.twin
        await talk(twin, "theirs", "botox tomorrow at 4pm", "Ann Miller", "212 555 0142", "skip", "yes")
        theirs = (await booked(twin))[0]
        assert (await diary.stella.get(f"diary?booking={theirs.reference}")).status_code == 404
        assert (await diary.stella.get(f"diary/targets/{theirs.reference}")).status_code == 404
        for what in ("move", "cancel", "undo"):
            fields = {"version": "1", "day": "2025-11-20", "time": "14:00"}
            answer = await diary.stella.post(f"diary/bookings/{theirs.reference}/{what}", **fields)
            assert answer.status_code == 404
        assert (await booked(twin))[0] == theirs

    run(database_url, story)


# Booking


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


# Moving


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
        assert "Ann Miller has no chat with us: tell them by phone, +12125550142." in shown
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


# Cancelling


def test_the_fee_and_the_policy_are_shown_before_cancelling(sqlite_database: str) -> None:
    async def story(diary: Diary) -> None:
        soon, later = await diary.book_in_chat("today at 4pm"), await diary.book_in_chat("friday at 4pm", chat="b")
        shown = panel((await diary.stella.get(f"diary?booking={soon.reference}&do=cancel")).text)
        assert "a fee of 150.00 to 300.00 USD is due" in shown
        assert "half the price of the service is due" in shown
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


# Blocking


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
        assert (await diary.stella.post(undo)).status_code == 404
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


# The rest


def test_a_closed_day_says_when_somebody_works_again(sqlite_database: str) -> None:
    async def story(diary: Diary) -> None:
        page = words((await diary.stella.get("diary?day=2025-11-23")).text)
        assert "Nobody works on this day. Go to Monday 24 November" in page
        empty = words((await diary.stella.get("diary?day=2025-11-24")).text)
        assert "Nothing is booked. Choose a free time to book it." in empty

    run(sqlite_database, story)


def test_a_service_that_is_gone_can_be_cancelled_and_not_moved(sqlite_database: str) -> None:
    async def story(diary: Diary) -> None:
        row = await diary.book_in_chat()
        house = diary.desk.house
        left = MappingProxyType({name: each for name, each in house.business.services.items() if name != "botox"})
        diary.desk.house = replace(house, business=replace(house.business, services=left))
        page = (await diary.stella.get(f"diary?day=2025-11-19&booking={row.reference}")).text
        assert "no longer offered" in panel(page)
        assert "tone-none" in column(page, "sarah_smith")
        assert f'data-movable="{row.reference}"' not in page
        assert (await diary.stella.post(f"diary/bookings/{row.reference}/cancel", version="1")).status_code == 303

    run(sqlite_database, story)


def test_every_change_makes_those_who_listen_look_again(sqlite_database: str) -> None:
    async def story(diary: Diary) -> None:
        live = diary.room.site.app.state.console.rooms["medspa"].live
        events = live.listen("somebody")
        await anext(events)
        await asyncio.sleep(0.05)
        await diary.stella.post("diary/bookings", **BY_HAND)
        told = await asyncio.wait_for(anext(events), 5)
        assert '"diary": true' in told
        await events.aclose()

    run(sqlite_database, story)


def test_nothing_is_changed_by_looking_or_by_a_form_of_another_site(sqlite_database: str) -> None:
    async def story(diary: Diary) -> None:
        row = await diary.book_in_chat()
        for what in ("move", "cancel", "undo"):
            assert (await diary.stella.get(f"diary/bookings/{row.reference}/{what}")).status_code == 405
        fields = {"csrf": diary.stella.csrf, "version": "1"}
        address = diary.stella.at(f"diary/bookings/{row.reference}/cancel")
        answer = await diary.stella.http.post(address, data=fields, headers={"origin": "https://evil.example"})
        assert answer.status_code == 403
        assert await diary.row(row.reference) == row

    run(sqlite_database, story)


def quiet_house() -> House:
    """Return the med spa with its calendar out of reach."""
    return replace(med_spa(), world=replace(med_spa().world, calendar_down=True))


def test_while_the_calendar_is_down_nothing_is_changed(sqlite_database: str) -> None:
    async def story(diary: Diary) -> None:
        answer = await diary.stella.post("diary/bookings", **BY_HAND)
        assert answer.status_code == 409
        assert "The calendar cannot be reached, so nothing is changed." in panel(answer.text)
        assert ANN["name"] in answer.text

    run(sqlite_database, story, quiet_house())
