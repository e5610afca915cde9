"""A server that is told to stop ends what it has begun, and one that cannot start says why in a sentence."""

import asyncio
import signal
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import httpx
import pytest
from click.testing import CliRunner

from frontdesk.cli import main
from frontdesk.storage.store import Store
from tests.desk.shops import shop
from tests.faults.desks import MED_SPA
from tests.web.clients import Talk, eventually
from tests.web.conftest import StartServer
from tests.web.servers import Server, command, from_somewhere, page_of, serving, surroundings

Served: TypeAlias = Callable[..., tuple[int, str, str]]
# It says when it has begun and ends when it is let, so that a test can stop the server in its middle.
SLOW = """
@action(guarded=True, timeout=timedelta(seconds=30))
async def sell_ticket(away: Away, show: Show) -> Sold | Taken:
    Path("begun").touch()
    while not Path("let").exists():
        await asyncio.sleep(0.01)
    return Sold("T-1")
"""


async def stop_in_the_middle(server: Server, how: signal.Signals, around: Path) -> int:
    """Tell a server to stop while it is selling, and let it sell once nobody new is let in."""
    await eventually((around / "begun").exists)
    server.process.send_signal(how)
    await eventually(lambda: not is_listening(server))
    (around / "let").touch()
    return await asyncio.to_thread(server.process.wait, 60)


def is_listening(server: Server) -> bool:
    try:
        socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2]))).close()
    except ConnectionRefusedError:
        return False
    return True


async def kept(url: str, talk: Talk) -> list[str]:
    """Return what was said in a conversation, as it is after the server has gone."""
    store = await Store.open(url)
    try:
        return [message.text for message in await store.run(lambda unit: unit.messages.of(talk.id))]
    finally:
        store.close()


# Each signal and each database once: neither knows of the other.
@pytest.mark.parametrize(("how", "kind"), [(signal.SIGTERM, "postgresql"), (signal.SIGINT, "sqlite")])
def test_a_turn_that_is_under_way_is_ended_and_kept(
    how: signal.Signals, kind: str, start: StartServer, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    database_url: str = request.getfixturevalue(f"{kind}_database")
    server = start(shop(tmp_path / "shop", SLOW), database=database_url)
    talk = server.begin("shop")

    async def converse() -> tuple[int, int | None, list[str]]:
        async with page_of(server, talk) as page, asyncio.timeout(60):
            await page.say("buy a ticket for the opera")
            await page.until_answered()
            await page.say("yes")
            stopping = asyncio.create_task(stop_in_the_middle(server, how, tmp_path))
            code = await page.until_closed()
            return await stopping, code, [text for _, _, text in page.lines()]

    status, code, seen = asyncio.run(converse())
    assert (status, code) == (0, 1001)
    assert "Your ticket is T-1." in seen  # the page learned of it before it was hung up on
    assert "Traceback" not in server.logged()
    assert asyncio.run(kept(database_url, talk)) == seen


def test_an_answer_over_plain_requests_is_given_before_it_stops(start: StartServer, tmp_path: Path) -> None:
    server = start(shop(tmp_path / "shop", SLOW), database=f"sqlite:///{tmp_path / 'shop.db'}")
    talk = server.begin("shop")
    server.say(talk, "buy a ticket for the opera")

    async def converse() -> tuple[int, str]:
        async with asyncio.timeout(60):
            stopping = asyncio.create_task(stop_in_the_middle(server, signal.SIGTERM, tmp_path))
            turn = await asyncio.to_thread(server.say, talk, "yes")
            return await stopping, turn["reply"]

    assert asyncio.run(converse()) == (0, "Your ticket is T-1.")
    assert "Traceback" not in server.logged()


def test_nobody_who_is_gone_takes_a_turn_with_them(start: StartServer, tmp_path: Path) -> None:
    """The page drops in the middle of the turn, and the server is told to stop at the same time."""
    database = f"sqlite:///{tmp_path / 'shop.db'}"
    server = start(shop(tmp_path / "shop", SLOW), database=database)
    talk = server.begin("shop")

    async def converse() -> int:
        async with page_of(server, talk) as page, asyncio.timeout(60):
            await page.say("buy a ticket for the opera")
            await page.until_answered()
            await page.say("yes")
            await eventually((tmp_path / "begun").exists)
            page.wire.transport.abort()
        return await stop_in_the_middle(server, signal.SIGTERM, tmp_path)

    assert asyncio.run(converse()) == 0
    assert asyncio.run(kept(database, talk))[-1] == "Your ticket is T-1."


@pytest.fixture
def served(reports_put_back: None) -> Served:  # noqa: ARG001 - wanted for what it does: servers report elsewhere
    """Give a way to see how a server ends that cannot start."""

    def ended(*arguments: str | Path) -> tuple[int, str, str]:
        done = CliRunner(catch_exceptions=False).invoke(main, ["serve", *map(str, arguments)])
        return done.exit_code, done.stdout, done.stderr.strip()

    return ended


def test_a_port_that_is_taken_is_said_in_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        words = command("serve", MED_SPA, "--port", port, "--database", f"sqlite:///{tmp_path / 'x.db'}")
        # A process of its own, for one of these at least.
        done = subprocess.run(words, check=False, capture_output=True, text=True, timeout=60, env=surroundings())
    status, out, errors = done.returncode, done.stdout, done.stderr.strip()
    assert (status, out) == (1, "")
    assert errors == f"Port {port} of 127.0.0.1 cannot be used: another program uses it."


def test_an_address_that_is_not_ours_is_said_in_a_sentence(served: Served, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'x.db'}"
    for host in ("192.0.2.1", "no.such.host.invalid"):
        status, out, errors = served(MED_SPA, "--host", host, "--port", "0", "--database", database)
        assert (status, out, errors.count("\n")) == (1, "", 0)
        assert host in errors


@pytest.mark.parametrize(
    ("folder", "database"),
    [
        ("nowhere", "sqlite:///fine.db"),
        (str(MED_SPA), "sqlite:////no/such/folder/x.db"),
        (str(MED_SPA), "oracle://somewhere"),
        (str(MED_SPA), "postgresql://user:secret@127.0.0.1:1/none"),
    ],
)
def test_what_cannot_be_opened_is_said_in_a_sentence(served: Served, folder: str, database: str) -> None:
    status, out, errors = served(folder, "--port", "0", "--database", database)
    assert (status, out, errors.count("\n")) == (1, "", 0), errors
    assert "Traceback" not in errors
    assert "secret" not in errors


def test_two_businesses_of_one_id_are_not_served(served: Served, tmp_path: Path) -> None:
    status, _, errors = served(MED_SPA, MED_SPA, "--port", "0", "--database", f"sqlite:///{tmp_path / 'x.db'}")
    assert (status, errors) == (1, "Two businesses have the id medspa.")


def test_it_says_where_every_business_is(start: StartServer, tmp_path: Path) -> None:
    server = start(MED_SPA, shop(tmp_path / "shop", SLOW), database=f"sqlite:///{tmp_path / 'x.db'}")
    assert server.first_lines == (
        f"Frontdesk is at {server.url}\n",
        f"Radiance Med Spa: {server.url}/b/medspa\n",
        f"Ticket Shop: {server.url}/b/shop\n",
    )
    assert httpx.get(f"{server.url}/b/shop/profile").json()["name"] == "Ticket Shop"


QUICK = """
import frontdesk.desk.serving as s
from frontdesk.cli import main

s.PING, s.PONG = 0.2, 0.3
main()
"""


def test_a_page_that_has_gone_without_a_word_is_noticed(tmp_path: Path) -> None:
    """A half-open socket never answers a ping; a page that only says nothing does, and stays."""
    quick = tmp_path / "quick.py"
    quick.write_text(QUICK, encoding="utf-8")

    async def converse(server: Server) -> None:
        silent, gone = server.begin("medspa"), server.begin("medspa")
        async with page_of(server, silent) as page, page_of(server, gone) as frozen, asyncio.timeout(30):
            frozen.wire.transport.pause_reading()
            await eventually(lambda: open_sockets(server) == 1)
            await page.say("hello")
            await page.until_answered()
            frozen.wire.transport.abort()

    with serving(MED_SPA, database=f"sqlite:///{tmp_path / 'x.db'}", logs=tmp_path, around={}, by=quick) as server:
        asyncio.run(converse(server))


def open_sockets(server: Server) -> int:
    figures = httpx.get(f"{server.url}/metrics", headers=from_somewhere()).text
    (line,) = [line for line in figures.splitlines() if line.startswith('frontdesk_open_sockets{business="medspa"}')]
    return int(float(line.split()[-1]))


def test_two_servers_on_one_database_are_one_desk(start: StartServer, postgresql_database: str) -> None:
    one = start(MED_SPA, database=postgresql_database)
    other = start(MED_SPA, database=postgresql_database)
    talk = one.begin("medspa")

    async def converse() -> None:
        async with page_of(one, talk) as here, page_of(other, talk) as there, asyncio.timeout(60):
            for page, text in ((here, "hello"), (there, "book a hydrafacial"), (here, "tomorrow")):
                await page.say(text)
                await here.until_answered()
                await there.until_answered()
            assert here.lines() == there.lines()
            assert len(here.lines()) == 6

    asyncio.run(converse())
    assert [one.say(talk, "10am", "same")["turn"], other.say(talk, "10am", "same")["turn"]] == [4, 4]
    assert one.lines(talk) == other.lines(Talk(talk.id, talk.token))
    assert len(one.lines(talk)) == 8
