"""The actions of a calendar that is kept here: what they refuse, whose calendar it is, and when they remind."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from frontdesk.channels.web.host import Said
from frontdesk.desk.desk import Desk
from frontdesk.desk.hosting import DeskHost
from frontdesk.desk.tools import BadCall
from frontdesk.desk.work import work_of
from frontdesk.storage.rows import Side
from tests.calendars.calendars import EXAMPLE, NOW, calendar_folder, desk_of, outcomes, talk

Told = dict[str, Any]
MEETING: Told = {"title": "Budget", "start_time": "2025-11-28T14:00", "attendees": ["jane@example.com"]}


def in_office(url: str, story: Callable[[Desk], Awaitable[None]]) -> None:
    """Do something with the desk of the example."""

    async def told() -> None:
        async with desk_of(EXAMPLE, url) as desk:
            await story(desk)

    asyncio.run(told())


async def create(desk: Desk, **changes: object) -> Told:
    """Call the tool as the owner does, with something changed; None leaves it out."""
    wanted = {name: value for name, value in (MEETING | changes).items() if value is not None}
    return await desk.call("create_calendar_event", wanted, in_person=True)


@pytest.mark.parametrize(
    ("changes", "finding"),
    [
        ({"start_time": "2025-11-26T14:00"}, "past"),
        ({"start_time": "2029-11-26T14:00"}, "too_far"),
        ({"start_time": "9999-12-31T23:59"}, "too_far"),
        ({"start_time": "9999-12-31"}, "too_far"),
        ({"title": "x" * 201}, "no_title"),
        ({"title": "{{PLACEHOLDER_meeting_title}}"}, "no_title"),
        ({"recurrence": "FREQ=WEEKLY"}, "endless"),
        ({"recurrence": "weekly"}, "endless"),
        ({"recurrence": "FREQ=DAILY;COUNT=500"}, "too_long"),
        ({"recurrence": "now and then"}, "bad_rule"),
        ({"timezone": "Europe/Atlantis"}, "bad_zone"),
        ({"timezone": "../../etc/passwd"}, "bad_zone"),
    ],
)
def test_what_cannot_be_is_refused_with_a_word_for_it(changes: Told, finding: str, tmp_path: Path) -> None:
    async def story(desk: Desk) -> None:
        assert await create(desk, **changes) == {"outcome": "invalid", "finding": finding}

    in_office(f"sqlite:///{tmp_path}/x.db", story)


@pytest.mark.parametrize(
    "changes",
    [
        {"attendees": ["the sales team"]},
        {"attendees": "jane@example.com"},
        {"duration": -30},
        {"duration": "long"},
        {"duration": 99_999},
        {"all_day": "yes"},
        {"start_time": "soon"},
        {"title": "  "},
        {"title": None},
    ],
)
def test_a_call_that_makes_no_sense_is_told_so(changes: Told, tmp_path: Path) -> None:
    async def story(desk: Desk) -> None:
        with pytest.raises(BadCall):
            await create(desk, **changes)

    in_office(f"sqlite:///{tmp_path}/x.db", story)


def test_a_time_of_another_zone_is_that_moment(tmp_path: Path) -> None:
    async def story(desk: Desk) -> None:
        made = await create(desk, timezone="America/New_York", duration=30)
        assert (made["outcome"], made["starts"]) == ("booked", "2025-11-28T19:00:00+00:00")
        assert (await create(desk, start_time="2025-11-28T19:15"))["outcome"] == "taken"

    in_office(f"sqlite:///{tmp_path}/x.db", story)


def test_a_meeting_in_another_zone_is_moved_by_the_clock_of_the_owner(tmp_path: Path) -> None:
    """Nine in New York is two here; moved to five, it is at five here."""

    async def story(desk: Desk) -> None:
        await create(desk, start_time="2025-11-28T09:00", timezone="America/New_York")
        answer = await talk(desk, "move my 2pm meeting to 5pm", "yes")
        assert outcomes(answer) == [("update_calendar_event", "updated")]
        assert answer["bookings"][0]["start"] == "2025-11-28T17:00:00+00:00"

    in_office(f"sqlite:///{tmp_path}/x.db", story)


def test_a_series_in_another_zone_keeps_the_hour_of_that_zone(tmp_path: Path) -> None:
    """New York changes its clocks three weeks before London."""

    async def story(desk: Desk) -> None:
        rule = "FREQ=WEEKLY;COUNT=3"
        await create(desk, start_time="2026-03-05T15:00", timezone="America/New_York", recurrence=rule)
        taken = [
            (await create(desk, start_time=f"2026-03-{day}T{hour}:30", duration=15))["outcome"]
            for day, hour in (("05", 20), ("12", 19), ("12", 20), ("19", 19))
        ]
        assert taken == ["taken", "taken", "booked", "taken"]

    in_office(f"sqlite:///{tmp_path}/x.db", story)


def test_no_calendar_means_no_tools_and_an_honest_answer(tmp_path: Path) -> None:
    folder = calendar_folder(tmp_path / "none", None, {"calendar: {person: alex, length: 1 hour}": ""})

    async def told() -> None:
        async with desk_of(folder, f"sqlite:///{tmp_path}/x.db") as desk:
            assert "create_calendar_event" not in {each["name"] for each in desk.tools()}
            answer = await talk(desk, "what meetings do i have today?")
            assert outcomes(answer) == [("fetch_calendar_events", "unavailable")]

    asyncio.run(told())
    with_one = {each["name"]: each for each in asyncio.run(tools_of(tmp_path))}
    attendees = with_one["create_calendar_event"]["parameters"]["properties"]["attendees"]
    assert attendees == {"type": "array", "items": {"type": "string", "format": "email"}}


async def tools_of(tmp_path: Path) -> list[Told]:
    async with desk_of(EXAMPLE, f"sqlite:///{tmp_path}/y.db") as desk:
        return desk.tools()


def test_of_two_who_want_one_time_one_gets_it(database_url: str) -> None:
    async def story(desk: Desk) -> None:
        ended = await asyncio.gather(*(create(desk) for _ in range(8)))
        assert sorted(each["outcome"] for each in ended) == ["booked", *["taken"] * 7]

    in_office(database_url, story)


def test_a_series_is_put_in_whole_or_not_at_all(database_url: str) -> None:
    async def story(desk: Desk) -> None:
        await create(desk, start_time="2025-12-19T14:00")
        clash = await create(desk, recurrence="FREQ=WEEKLY;COUNT=6")
        assert (clash["outcome"], clash["clash_day"]) == ("taken", "2025-12-19")
        assert (await create(desk))["outcome"] == "booked"

    in_office(database_url, story)


def test_over_the_web_nobody_is_the_owner_unless_it_is_a_demo(tmp_path: Path) -> None:
    async def story(desk: Desk) -> None:
        await create(desk)
        for is_demo, outcome in ((False, "refused"), (True, "found")):
            host = DeskHost(desk, EXAMPLE, is_demo)
            begun = await host.begin(None)
            answer = await host.hear(Said(begun.conversation, "what meetings do i have tomorrow?", "m1"))
            assert outcomes(dict(answer)) == [("fetch_calendar_events", outcome)]
            assert ("jane@example.com" in json.dumps(answer)) is is_demo

    in_office(f"sqlite:///{tmp_path}/x.db", story)


def test_a_phone_number_does_not_make_an_owner(tmp_path: Path) -> None:
    """What a channel vouches for says who calls, not whose calendar it is."""

    async def story(desk: Desk) -> None:
        await create(desk)
        told = await desk.call("fetch_calendar_events", {}, guest="+442071838750")
        assert told == {"outcome": "refused"}

    in_office(f"sqlite:///{tmp_path}/x.db", story)


def test_the_owner_finds_the_same_calendar_in_every_conversation(tmp_path: Path) -> None:
    async def story(desk: Desk) -> None:
        await talk(desk, "schedule a meeting with jane@example.com tomorrow at 2pm", "yes", conversation="one")
        answer = await talk(desk, "hello", conversation="two")
        assert [(each["title"], each["attendees"]) for each in answer["bookings"]] == [
            ("Meeting", ["jane@example.com"])
        ]

    in_office(f"sqlite:///{tmp_path}/x.db", story)


REMIND = (
    "find a free hour monday and book it, then remind me the day before",
    "the first one",
    "anna@example.com",
    "yes",
)


async def said_when_due(desk: Desk) -> list[str]:
    """Let a reminder come due, and return what the desk has said of its own accord."""
    before = await lines_of(desk)
    desk.clock = lambda: NOW + timedelta(days=3)
    background = work_of(desk).background
    await background.run_due()  # it is due by the clock of the test, which is long past by that on the wall
    await background.run_due()
    return (await lines_of(desk))[len(before) :]


async def lines_of(desk: Desk) -> list[str]:
    said = await desk.store.run(lambda unit: unit.messages.of("c1"))
    return [message.text for message in said if message.side is Side.DESK]


def test_a_reminder_is_said_once_where_it_was_asked_for(database_url: str) -> None:
    async def story(desk: Desk) -> None:
        assert outcomes(await talk(desk, *REMIND))[-1] == ("set_reminder", "reminded")
        assert await said_when_due(desk) == ["Meeting on Monday 1 December at 9 AM"]
        assert await said_when_due(desk) == []

    in_office(database_url, story)


def test_a_meeting_that_is_off_or_later_is_not_reminded_of_now(tmp_path: Path) -> None:
    async def story(desk: Desk) -> None:
        await talk(desk, *REMIND)
        moved = await talk(desk, "move my meeting on monday to december 12", "yes")
        assert outcomes(moved) == [("update_calendar_event", "updated")]
        assert await said_when_due(desk) == []

    async def called_off(desk: Desk) -> None:
        await talk(desk, *REMIND)
        assert outcomes(await talk(desk, "cancel my meeting on monday", "yes")) == [
            ("cancel_calendar_event", "cancelled")
        ]
        assert await said_when_due(desk) == []

    in_office(f"sqlite:///{tmp_path}/moved.db", story)
    in_office(f"sqlite:///{tmp_path}/off.db", called_off)


def test_a_reminder_in_the_past_is_refused(tmp_path: Path) -> None:
    async def story(desk: Desk) -> None:
        made = await create(desk)
        told = {"reference": made["reference"], "start_time": "2025-11-28T14:00"}
        late = await desk.call("set_reminder", {**told, "ahead": 48 * 60}, in_person=True)
        assert late == {"outcome": "invalid", "finding": "past"}
        assert (await desk.call("set_reminder", {**told, "ahead": 60}, in_person=True))["outcome"] == "reminded"

    in_office(f"sqlite:///{tmp_path}/x.db", story)


SHARED = {"owner: yes\n": ""}


def test_guests_of_a_shared_calendar_see_their_own_meetings_and_of_others_only_that_they_are(tmp_path: Path) -> None:
    folder = calendar_folder(tmp_path / "shared", None, SHARED)
    ann, ben = "+442071838750", "+442079460958"

    async def told() -> None:
        async with desk_of(folder, f"sqlite:///{tmp_path}/x.db") as desk:
            assert (await desk.call("create_calendar_event", MEETING, guest=ann))["outcome"] == "booked"
            assert await desk.call("create_calendar_event", MEETING, guest=ben) == {"outcome": "taken"}
            assert await desk.call("fetch_calendar_events", {}, guest=ben) == {"outcome": "none"}
            seen: Told = await desk.call("fetch_calendar_events", {}, guest=ann)
            (own,) = seen["options"]
            assert own["title"] == "Budget"
            moving = {"booking": own["id"], "time": "16:00"}
            assert await desk.call("update_calendar_event", moving, guest=ben) == {"outcome": "refused"}
            assert await desk.call("cancel_calendar_event", {"booking": own["id"]}, guest=ben) == {"outcome": "refused"}
            assert (await desk.call("update_calendar_event", moving, guest=ann))["outcome"] == "updated"

    asyncio.run(told())
