"""A desk killed while a CalDAV server is told of a meeting: it is looked up, and is in the calendar once."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from sqlalchemy import create_engine, update

from frontdesk.calendars.caldav import CalDav, Listed
from frontdesk.desk.desk import Desk
from frontdesk.scheduling.spans import Span
from frontdesk.storage.rows import Side
from frontdesk.storage.schema import outbox
from tests.calendars.calendars import LONDON, NOW, VARIABLE, calendar_folder, desk_of
from tests.calendars.radicale_server import SECRET, USER, in_a_loop, new_calendar, radicale
from tests.prepared import run_program

CHILD = Path(__file__).with_name("meeting_child.py")
DAY = Span(datetime(2025, 11, 28, tzinfo=UTC), datetime(2025, 11, 29, tzinfo=UTC))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One Radicale for all tests of this file."""
    with radicale(tmp_path_factory.mktemp("radicale")) as url:
        yield url


@asynccontextmanager
async def deadly(server: str, folder: Path, when: str) -> AsyncIterator[int]:
    """Stand before the server and pass everything on; at the first PUT kill the desk, before or after it arrived."""
    killed: list[int] = []

    async def talk_with(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            writer.write(await pass_on(reader))
            await writer.drain()
        finally:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()

    async def pass_on(reader: asyncio.StreamReader) -> bytes:
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines) if value}
        body = await reader.readexactly(int(headers.pop("content-length", "0")))
        method, path, _ = first.split(" ")
        is_deadly = method == "PUT" and not killed
        if is_deadly and when == "before":
            _kill(folder, killed)
            return b""
        headers.pop("host")
        async with httpx.AsyncClient() as client:
            answer = await client.request(method, server + path, content=body, headers=headers)
        if is_deadly:
            _kill(folder, killed)
            return b""
        etag = f"ETag: {answer.headers['etag']}\r\n" if "etag" in answer.headers else ""
        status = f"HTTP/1.1 {answer.status_code} X\r\n{etag}Connection: close\r\nContent-Length: {len(answer.content)}"
        return f"{status}\r\n\r\n".encode() + answer.content

    listening = await asyncio.start_server(talk_with, "127.0.0.1", 0)
    async with listening:
        yield listening.sockets[0].getsockname()[1]


def _kill(folder: Path, killed: list[int]) -> None:
    killed.append(int((folder / "pid").read_text()))
    os.kill(killed[0], signal.SIGKILL)


@pytest.mark.parametrize("when", ["before", "after"])
@in_a_loop
async def test_a_meeting_is_in_the_calendar_once(
    when: str, server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, SECRET)
    address, database_url = new_calendar(server), f"sqlite:///{tmp_path}/calendar.db"
    folder = tmp_path / "meetings"
    async with deadly(server, folder, when) as port:
        calendar_folder(folder, address.replace(server, f"http://127.0.0.1:{port}"))
        died = (await asyncio.to_thread(run_program, CHILD, folder, database_url)).returncode
        assert died == -signal.SIGKILL
        assert len(await meetings(address)) == (0 if when == "before" else 1)
        end_leases(database_url)
        async with desk_of(folder, database_url) as desk:
            assert await desk.settle() == 1
            assert await desk.settle() == 0
            assert "It's on the calendar" in await last_line(desk)
            assert len(await meetings(address)) == 1


def end_leases(database: str) -> None:
    """Let nobody wait for one that is dead."""
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.execute(update(outbox).values(due_at=datetime(2020, 1, 1, tzinfo=UTC)))
    engine.dispose()


async def meetings(address: str) -> list[str]:
    """Return what is in the calendar that day."""
    listed = await CalDav(address, LONDON, USER, SECRET).between(DAY)
    assert isinstance(listed, Listed)
    return [entry.id for entry in listed.entries]


async def last_line(desk: Desk) -> str:
    said = await desk.store.run(lambda unit: unit.messages.of("c1"))
    assert said[-1].side is Side.DESK
    assert said[-1].at >= NOW
    return said[-1].text
