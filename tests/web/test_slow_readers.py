"""A page that does not read holds up nobody, costs little, and finds everything when it comes back."""

import asyncio

from frontdesk.channels.web.hub import MOST_WAITING
from frontdesk.channels.web.limits import Limiter, Rate
from tests.web.clients import Site, Talk, eventually, site_on
from tests.web.servers import lines_of
from tests.web.wires import Wire, wire_of

LONG = "what do you offer? " * 20
TURNS = 60
RUBBISH = 5_000
MOST_FRAMES_OF_A_LINE = 350


async def long_talk(site: Site) -> Talk:
    """Begin a conversation in which anybody may say as much as they like."""
    site.app.state.web.limits.guests = Limiter(Rate(1e9, 1e9))
    site.app.state.web.limits.addresses = Limiter(Rate(1e9, 1e9))
    return await site.begin()


async def stands(wire: Wire, turn: int) -> None:
    """Wait until a page knows of a turn, or is let go."""

    def is_told() -> bool:
        return any((frame.get("state") or {}).get("turn") == turn for frame in wire.frames)

    await eventually(lambda: wire.closed_with is not None or is_told())


def test_a_page_that_reads_nothing_is_let_go_and_gets_everything_when_it_comes_back() -> None:
    async def converse() -> None:
        async with site_on("sqlite://") as site, asyncio.timeout(100):
            talk = await long_talk(site)
            async with wire_of(site.app, talk) as slow, wire_of(site.app, talk) as quick:
                await stands(slow, 0)
                slow.reads.clear()
                for _ in range(TURNS):
                    await site.say(talk, LONG)
                await stands(quick, TURNS)  # whoever reads is not held up
                (room,) = site.app.state.web.hubs["medspa"].rooms.values()
                waiting = max(len(reader.frames) for reader in room.readers)
                assert MOST_WAITING < waiting < MOST_WAITING + MOST_FRAMES_OF_A_LINE
                slow.reads.set()
                await stands(slow, -1)
                assert slow.closed_with == 1013
            lines = lines_of(slow.frames)
            assert 0 < len(lines) < 2 * TURNS
            async with wire_of(site.app, talk, after=lines[-1][0]) as again:
                await stands(again, TURNS)
                assert again.closed_with is None
            assert [*lines, *lines_of(again.frames)] == lines_of(quick.frames)

    asyncio.run(converse())


def test_a_page_that_sends_rubbish_without_end_is_read_slowly() -> None:
    async def converse() -> None:
        async with site_on("sqlite://") as site, asyncio.timeout(100):
            talk = await long_talk(site)
            async with wire_of(site.app, talk) as wire:
                await stands(wire, 0)
                for _ in range(RUBBISH):
                    wire.inward.put_nowait({"type": "websocket.receive", "text": "rubbish"})
                await eventually(lambda: any(frame["type"] == "error" for frame in wire.frames))
                assert wire.inward.qsize() > RUBBISH // 2
                while not wire.inward.empty():
                    wire.inward.get_nowait()

    asyncio.run(converse())


def test_a_long_conversation_is_sent_as_fast_as_it_is_read() -> None:
    async def converse() -> None:
        async with site_on("sqlite://") as site, asyncio.timeout(100):
            talk = await long_talk(site)
            for _ in range(TURNS):
                await site.say(talk, LONG)
            async with wire_of(site.app, talk) as page:
                await stands(page, TURNS)
                assert page.closed_with is None
                assert len(lines_of(page.frames)) == 2 * TURNS

    asyncio.run(converse())


def test_nothing_is_kept_of_those_who_have_gone() -> None:
    async def converse() -> None:
        async with site_on("sqlite://") as site, asyncio.timeout(100):
            hub = site.app.state.web.hubs["medspa"]
            for _ in range(5):
                talk = await site.begin()
                async with wire_of(site.app, talk) as page:
                    await stands(page, 0)
                    assert hub.count() == 1
                await site.say(talk, "hello")
            assert (hub.count(), len(hub.rooms), len(hub.turns), len(site.desk.waiting)) == (0, 0, 0, 0)

    asyncio.run(converse())
