"""Meetings are kept here or on a CalDAV server, and whoever talks about them notices no difference."""

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from frontdesk.desk.desk import Desk
from frontdesk.desk.scene import Arrival
from tests.calendars.calendars import VARIABLE, Answer, calendar_folder, desk_of, outcomes, talk
from tests.calendars.radicale_server import SECRET, in_a_loop, new_calendar, put, radicale

# A note in the calendar that leaves its owner free: Anna is away.
AWAY = """\
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//somebody//else//EN
BEGIN:VEVENT
UID:away
DTSTAMP:20251101T000000Z
DTSTART:20251201T090000Z
DTEND:20251201T120000Z
SUMMARY:Anna is away
TRANSP:TRANSPARENT
ATTENDEE:mailto:Anna@example.com
END:VEVENT
END:VCALENDAR
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One Radicale for all tests of this file."""
    with radicale(tmp_path_factory.mktemp("radicale")) as url:
        yield url


@pytest.fixture(params=["here", "caldav"])
def folder(request: pytest.FixtureRequest, server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The meetings example on either calendar, empty."""
    monkeypatch.setenv(VARIABLE, SECRET)
    return calendar_folder(tmp_path / "meetings", new_calendar(server) if request.param == "caldav" else None)


@in_a_loop
async def test_a_meeting_is_made_listed_moved_and_called_off(folder: Path, tmp_path: Path) -> None:
    async with desk_of(folder, f"sqlite:///{tmp_path}/calendar.db") as desk:
        made = await talk(desk, "schedule a meeting with jane@example.com tomorrow at 2pm for 30 minutes", "yes")
        assert outcomes(made) == [("create_calendar_event", "booked")]
        assert "reference is" in made["reply"]
        listed = await talk(desk, "what meetings do i have tomorrow?")
        assert outcomes(listed) == [("fetch_calendar_events", "found")]
        assert all(each in listed["reply"] for each in ("2 PM", "30 minutes", "jane@example.com"))
        moved = await talk(desk, "move my 2pm meeting to 3pm", "yes")
        assert outcomes(moved) == [("update_calendar_event", "updated")]
        assert "3 PM" in (await talk(desk, "what meetings do i have tomorrow?"))["reply"]
        added = await talk(desk, "add bob@example.org to my 3pm meeting", "yes")
        assert outcomes(added) == [("update_calendar_event", "updated")]
        assert "bob@example.org" in (await talk(desk, "what meetings do i have tomorrow?"))["reply"]
        off = await talk(desk, "cancel my meeting tomorrow", "yes")
        assert outcomes(off) == [("cancel_calendar_event", "cancelled")]
        assert outcomes(await talk(desk, "what meetings do i have tomorrow?")) == [("fetch_calendar_events", "none")]


@in_a_loop
async def test_what_is_taken_is_said_and_nothing_is_put_over_it(folder: Path, tmp_path: Path) -> None:
    async with desk_of(folder, f"sqlite:///{tmp_path}/calendar.db") as desk:
        await talk(desk, "schedule a meeting with jane@example.com tomorrow at 2pm", "yes")
        clash = await talk(desk, "schedule a meeting with bob@example.org tomorrow at 2:30pm")
        assert outcomes(clash) == [("check_calendar_event", "taken")]
        assert "2 PM" in clash["reply"]
        await talk(desk, "never mind", "1")
        blocked = await talk(desk, "block my calendar all day tomorrow", "yes")
        assert outcomes(blocked) == [("create_calendar_event", "taken")]
        await talk(desk, "never mind", "1")
        free = await talk(desk, "find a free hour tomorrow")
        assert outcomes(free) == [("find_free_time", "openings")]
        assert [each["start"][11:16] for each in free["offered"]] == ["09:00", "10:00", "11:00", "12:00", "13:00"]
        assert "15:00" in [each["start"][11:16] for each in (await talk(desk, "more"))["offered"]]


@in_a_loop
async def test_a_series_takes_all_of_its_days_and_a_whole_day_all_of_its_hours(folder: Path, tmp_path: Path) -> None:
    async with desk_of(folder, f"sqlite:///{tmp_path}/calendar.db") as desk:
        series = await talk(desk, "set up a weekly meeting with jane@example.com tomorrow at 9am", "december 19", "yes")
        assert outcomes(series) == [("create_calendar_event", "booked")]
        late = await talk(desk, "schedule a meeting with bob@example.org on december 19 at 9:30")
        assert outcomes(late) == [("check_calendar_event", "taken")]
        await talk(desk, "never mind", "1")
        after = await talk(desk, "schedule a meeting with bob@example.org on december 26 at 9:30", "yes")
        assert outcomes(after) == [("create_calendar_event", "booked")]
        day = await talk(desk, "block my calendar all day on december 1", "yes")
        assert outcomes(day) == [("create_calendar_event", "booked")]
        assert outcomes(await talk(desk, "find a free hour on december 1")) == [("find_free_time", "none")]
        await talk(desk, "never mind", "1")
        off = await talk(desk, "cancel my meeting on december 12", "yes")
        assert outcomes(off) == [("cancel_calendar_event", "cancelled")]
        gone = await talk(desk, "what meetings do i have on december 19?")
        assert outcomes(gone) == [("fetch_calendar_events", "none")]


@in_a_loop
async def test_a_free_time_is_never_said_to_be_that_of_others(folder: Path, tmp_path: Path) -> None:
    async with desk_of(folder, f"sqlite:///{tmp_path}/calendar.db") as desk:
        await talk(desk, "schedule a meeting with anna@example.com on december 1 at 9am", "yes")
        free = await talk(desk, "find time with anna@example.com on december 1")
        assert outcomes(free) == [("find_free_time", "openings")]
        assert "I can't see the calendar of anna@example.com." in free["reply"]
        assert free["offered"][0]["start"][11:16] == "10:00"
        await talk(desk, "never mind", "1")
        assert "cannot see" not in (await talk(desk, "find a free hour on december 1"))["reply"]


@in_a_loop
async def test_what_leaves_the_owner_free_is_taken_for_whoever_is_at_it(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, SECRET)
    url = new_calendar(server)
    put(url, "away", AWAY)
    folder = calendar_folder(tmp_path / "meetings", url)
    async with desk_of(folder, f"sqlite:///{tmp_path}/calendar.db") as desk:
        lines = {"find a free hour on december 1": "09:00", "find time with anna@example.com on december 1": "12:00"}
        for line, first in lines.items():
            assert (await talk(desk, line))["offered"][0]["start"][11:16] == first
            await talk(desk, "never mind", "1")


@in_a_loop
async def test_a_meeting_that_is_gone_meanwhile_is_left_alone(folder: Path, tmp_path: Path) -> None:
    async with desk_of(folder, f"sqlite:///{tmp_path}/calendar.db") as desk:
        await talk(desk, "schedule a meeting with jane@example.com tomorrow at 2pm", "yes")
        await talk(desk, "move my 2pm meeting to 3pm", conversation="one")
        await talk(desk, "cancel my meeting tomorrow", "yes", conversation="other")
        late = await talk(desk, "yes", conversation="one")
        assert outcomes(late) == [("update_calendar_event", "refused")]
        assert "left it alone" in late["reply"]


@in_a_loop
async def test_nobody_but_the_owner_sees_or_changes_anything(folder: Path, tmp_path: Path) -> None:
    async with desk_of(folder, f"sqlite:///{tmp_path}/calendar.db") as desk:
        await talk(desk, "schedule a meeting with jane@example.com tomorrow at 2pm", "yes")
        for line in ("what meetings do i have tomorrow?", "find a free hour tomorrow", "move my 2pm meeting to 3pm"):
            answer = await stranger(desk, line)
            assert [outcome for _, outcome in outcomes(answer)] == ["refused"]
            assert "jane" not in answer["reply"]
            assert answer["bookings"] == []
        asked = await stranger(desk, "schedule a meeting with eve@example.com tomorrow at 4pm")
        assert outcomes(asked) == [("check_calendar_event", "refused")]
        assert outcomes(await stranger(desk, "yes")) == []
        listed = await talk(desk, "what meetings do i have tomorrow?")
        assert "eve" not in listed["reply"]


async def stranger(desk: Desk, line: str) -> Answer:
    """Say something as the web does for somebody whom nobody knows."""
    arrival = Arrival(line, "web", uuid4().hex, desk.clock(), conversation="stranger", holds_token=True)
    return await desk.receive(arrival)


@in_a_loop
async def test_guests_of_a_shared_calendar_on_a_server_see_none_of_it(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, SECRET)
    folder = calendar_folder(tmp_path / "shared", new_calendar(server), {"owner: yes\n": ""})
    async with desk_of(folder, f"sqlite:///{tmp_path}/calendar.db") as desk:
        made = await talk(desk, "schedule a meeting with jane@example.com tomorrow at 2pm", "yes")
        assert outcomes(made) == [("create_calendar_event", "booked")]
        clash = await talk(desk, "schedule a meeting with eve@example.com tomorrow at 2pm", conversation="eve")
        assert outcomes(clash) == [("check_calendar_event", "taken")]
        assert "There is" not in clash["reply"]
        await talk(desk, "never mind", conversation="eve")
        look = await talk(desk, "what meetings do i have tomorrow?", conversation="eve")
        assert outcomes(look) == [("fetch_calendar_events", "refused")]
