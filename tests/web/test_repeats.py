"""What is sent twice counts once, by whatever way it came."""

import asyncio
import json

import httpx

from tests.web.clients import Talk, eventually, site_on
from tests.web.conftest import OpenSite
from tests.web.servers import Frame, lines_of
from tests.web.wires import wire_of

KEY = "6f0b1e0a-7d1c-4a58"


def test_the_same_key_begins_the_same_conversation(open_site: OpenSite) -> None:
    async def begin() -> None:
        async with open_site() as site:
            talks = await asyncio.gather(*(site.begin(key=KEY) for _ in range(10)))
            assert len(set(talks)) == 1
            assert await site.begin(key=KEY) == talks[0]
            others = [await site.begin(key=KEY + "x"), await site.begin(), await site.begin("twin", key=KEY)]
            assert len({talk.id for talk in (talks[0], *others)}) == 4
            assert len({talk.token for talk in (talks[0], *others)}) == 4
            await site.say(talks[0], "hello")

    asyncio.run(begin())


def test_a_key_that_others_could_guess_is_refused() -> None:
    async def begin() -> list[int]:
        async with site_on("sqlite://") as site:
            keys = ("1", "x" * 15, "x" * 201)
            tries = [await site.http.post("/b/medspa/conversations", headers={"Idempotency-Key": key}) for key in keys]
            return [each.status_code for each in tries]

    assert asyncio.run(begin()) == [422] * 3


def test_the_same_key_of_a_message_is_one_turn_and_one_answer(open_site: OpenSite) -> None:
    async def say() -> None:
        async with open_site() as site:
            talk, other = await site.begin(), await site.begin()
            turns = await asyncio.gather(*(site.say(talk, "book a hydrafacial", "k1") for _ in range(10)))
            assert all(turn == turns[0] for turn in turns)
            assert (await site.say(talk, "something else", "k1"))["guest"] == "book a hydrafacial"
            assert await messages(site.http, talk) == ["book a hydrafacial", turns[0]["reply"]]
            assert (await site.say(other, "hello", "k1"))["guest"] == "hello"  # another guest's key is another key
            assert (await site.say(talk, "tomorrow", "k2"))["turn"] == 2

    asyncio.run(say())


def test_requests_and_sockets_count_a_message_once_together(open_site: OpenSite) -> None:
    async def say() -> None:
        async with open_site() as site, asyncio.timeout(60):
            talk = await site.begin()
            async with wire_of(site.app, talk) as one, wire_of(site.app, talk) as other:
                frame = {"type": "content", "id": "k1", "text": "book a hydrafacial"}
                for wire in (one, other, one, other, one):
                    wire.inward.put_nowait({"type": "websocket.receive", "text": json.dumps(frame)})
                turns = await asyncio.gather(*(site.say(talk, "book a hydrafacial", "k1") for _ in range(5)))
                assert {turn["turn"] for turn in turns} == {1}
                last = await site.say(talk, "tomorrow", "k2")
                for wire in (one, other):
                    await knows(wire.frames, last["turn"])
                    assert [text for _, _, text in lines_of(wire.frames)] == await messages(site.http, talk)
            assert len(await messages(site.http, talk)) == 4

    asyncio.run(say())


async def knows(frames: list[Frame], turn: int) -> None:
    """Wait until a page knows of a turn."""
    await eventually(lambda: any((frame.get("state") or {}).get("turn") == turn for frame in frames))


async def messages(http: httpx.AsyncClient, talk: Talk) -> list[str]:
    """Return what was said so far."""
    answer = await http.get(talk.path, headers=talk.headers)
    return [line["text"] for line in answer.json()["messages"]]
