"""The diary shows who is booked when, whatever the clocks do, and says what cannot be shown."""

import asyncio
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from types import MappingProxyType
from zoneinfo import ZoneInfo

import pytest

from frontdesk.desk.house import House
from frontdesk.scheduling.booking import Claim, Status
from frontdesk.scheduling.business import Hours, Shift
from frontdesk.storage.rows import BookingRow, Holder
from tests.console.diaries import ANN, BY_HAND, CHAT, Diary, column, panel, run, words
from tests.desk.seen import flights
from tests.faults.desks import NOW, booked, med_spa, talk


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


def test_free_time_begins_where_something_can_begin(sqlite_database: str) -> None:
    async def story(diary: Diary) -> None:
        await diary.book_in_chat("tomorrow at 10am", what="dermal fillers")
        sarah = column((await diary.stella.get("diary?day=2025-11-19")).text, "sarah_smith")
        assert 'data-low="645" data-high="1140" data-begin="660"' in sarah  # free from 10:45, bookable from 11:00
        assert "at=2025-11-19T11%3A00%3A00-05%3A00&amp;provider=sarah_smith" in sarah
        diary.desk.clock = lambda: NOW + timedelta(minutes=5)
        assert "Free from 10:30 to 19:00" in words(column((await diary.stella.get("diary")).text, "lisa_lee"))

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


def test_a_day_that_the_calendar_skipped_is_empty(sqlite_database: str) -> None:
    house = replace(med_spa(), business=replace(med_spa().business, zone=ZoneInfo("Pacific/Apia")))

    async def story(diary: Diary) -> None:
        for query in ("day=2011-12-30", "day=2011-12-30&view=week"):
            assert (await diary.stella.get(f"diary?{query}")).status_code == 200

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


def test_rubbish_in_an_address_breaks_nothing(database_url: str) -> None:
    async def story(diary: Diary) -> None:
        for query in ("booking=%00", "booking=%FF", f"booking={'9' * 5000}", "block=%00", "do=%00", "view=x", "new=x"):
            assert (await diary.stella.get(f"diary?{query}")).status_code in (200, 404), query
        assert (await diary.stella.get("diary/targets/%00")).status_code == 404
        for version in ("", "-1", "²", "9" * 50, "x"):
            answer = await diary.stella.post("diary/bookings/%00/cancel", version=version)
            assert answer.status_code in (400, 404), version
        assert (await diary.stella.get("diary?new=booking&at=soon&provider=%00&service=%00")).status_code == 200

    run(database_url, story)


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
            assert (await diary.stella.get(f"diary/bookings/{row.reference}/{what}")).status_code == 404
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
