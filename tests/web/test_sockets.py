"""What is said reaches every open page in order, once, whatever happens to its socket and to others."""

import asyncio
import json
import random
from collections.abc import Iterator
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed

from tests.faults.desks import MED_SPA
from tests.prepared import OURS, run_program
from tests.web.clients import Talk
from tests.web.servers import Server, page_of, serving, surroundings

SOON = 15  # seconds that nothing here takes, on any machine


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"sqlite:///{tmp_path_factory.mktemp('web') / 'frontdesk.db'}"


@pytest.fixture(scope="module")
def server(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(MED_SPA, database=database, logs=tmp_path_factory.mktemp("logs"), around={}) as running:
        yield running


@pytest.fixture
def talk(server: Server) -> Talk:
    return server.begin("medspa")


def test_a_reply_is_streamed_in_order_and_then_where_things_stand(server: Server, talk: Talk) -> None:
    async def converse() -> None:
        async with page_of(server, talk) as page, asyncio.timeout(SOON):
            assert (await page.state())["turn"] == 0
            key = await page.say("book a hydrafacial tomorrow at 10am")
            await page.until("run_updated", status="running", id=key)
            state = await page.until_answered()
            assert state["turn"] == 1
            asked = await page.until("parameter_collection_required")
            assert asked["slot"] == state["asking"] is not None
            assert [side for _, side, _ in page.lines()] == ["guest", "desk"]
            assert [(side, text) for _, side, text in page.lines()] == server.lines(talk)
            assert [frame["action"] for frame in page.frames if frame["type"] == "action_status"]

    asyncio.run(converse())


def test_a_page_that_comes_back_has_everything_and_nothing_twice(server: Server, talk: Talk) -> None:
    async def converse() -> None:
        async with page_of(server, talk) as page, asyncio.timeout(SOON):
            for text in ("hello", "book a hydrafacial"):
                await page.say(text)
                await page.until_answered()
            seen = page.lines()
        server.say(talk, "tomorrow")  # while it was away
        async with page_of(server, talk, after=seen[-1][0]) as again, asyncio.timeout(SOON):
            state = await again.state()
            assert state["turn"] == 3
            assert [side for _, side, _ in again.lines()] == ["guest", "desk"]
            assert [(side, text) for _, side, text in (*seen, *again.lines())] == server.lines(talk)
        async with page_of(server, talk, after=seen[1][0]) as middle, asyncio.timeout(SOON):
            assert (await middle.state()) == state
            assert [(side, text) for _, side, text in middle.lines()] == server.lines(talk)[2:]

    asyncio.run(converse())


def test_two_pages_stay_in_step(server: Server, talk: Talk) -> None:
    async def converse() -> None:
        async with page_of(server, talk) as one, page_of(server, talk) as other, asyncio.timeout(SOON):
            await one.say("hello")
            await one.until_answered()
            await other.until_answered()
            await other.say("book a hydrafacial")
            assert await one.until_answered() == await other.until_answered()
            assert one.lines() == other.lines()
            assert len(one.lines()) == 4

    asyncio.run(converse())


def test_messages_sent_while_a_turn_runs_are_taken_in_order(server: Server, talk: Talk) -> None:
    texts = [f"hello number {number}" for number in range(12)]

    async def converse() -> None:
        async with page_of(server, talk) as page, asyncio.timeout(SOON):
            for text in texts:
                await page.say(text)
            while len(page.lines()) < 2 * len(texts):
                await page.next()
            assert [text for _, side, text in page.lines() if side == "guest"] == texts
            assert [side for _, side, _ in page.lines()] == ["guest", "desk"] * len(texts)

    asyncio.run(converse())


async def say_and_be_cut_off(server: Server, talk: Talk, text: str, key: str, seconds: float) -> None:
    """Send something and drop the line without a word, a moment later."""
    async with page_of(server, talk) as page:
        await page.say(text, key)
        await asyncio.sleep(seconds)
        page.wire.transport.abort()


def test_a_socket_that_drops_never_loses_or_repeats_a_turn(server: Server) -> None:
    chance = random.Random(5)  # noqa: S311 - the same moments each time

    async def converse(number: int) -> None:
        talk = server.begin("medspa")
        text, key = f"hello for the {number}. time", f"key-{number}"
        for _ in range(2):
            await say_and_be_cut_off(server, talk, text, key, chance.choice((0, 0.001, 0.003, 0.01, 0.03)))
        async with page_of(server, talk) as page, asyncio.timeout(SOON):
            await page.say(text, key)  # as a page does that does not know whether it arrived
            while not page.lines():
                await page.next()
            await page.say("and goodbye")
            while len(page.lines()) < 4:
                await page.next()
            assert [(side, said) for _, side, said in page.lines()] == server.lines(talk)
            assert [said for _, side, said in page.lines() if side == "guest"] == [text, "and goodbye"]

    async def all_of_them() -> None:
        for number in range(20):
            await converse(number)

    asyncio.run(all_of_them())


def test_what_is_not_a_message_gets_a_clear_error_and_the_socket_stays(server: Server, talk: Talk) -> None:
    planted = "borborygmus"
    bad: list[tuple[str, str | bytes]] = [
        ("bad-frame", planted),
        ("bad-frame", ""),
        ("bad-frame", "null"),
        ("bad-frame", json.dumps({"type": planted})),
        ("bad-frame", json.dumps({"type": "content", "id": "1", "text": [planted]})),
        ("bad-frame", json.dumps({"type": "content", "id": "1", "text": "hi", planted: 1})),
        ("bad-frame", json.dumps({"type": "content", "id": "", "text": planted})),
        ("bad-frame", '{"type": "content", "id": "1", "text": "\\ud83d"}'),
        ("bad-frame", "[" * 40_000),
        ("too-large", "x" * 100_000),
        ("not-text", b"\x00\xff" + planted.encode()),
        ("no-run", json.dumps({"type": "update_parameter", "run": "r", "placeholder": "p", "value": planted})),
        ("no-run", json.dumps({"type": "execute_action", "run": "r", "values": {"a": planted}})),
        ("bad-frame", json.dumps({"type": "execute_action", "run": "r", "values": {"a": {planted: 1}}})),
    ]

    async def converse() -> None:
        async with page_of(server, talk) as page, asyncio.timeout(SOON):
            for kind, frame in bad:
                await page.wire.send(frame)
                error = await page.until("error")
                assert (error["kind"], planted in json.dumps(error)) == (kind, False), frame[:60]
            await page.say("hello \0", "key \0")
            await page.until_answered()
            assert len(page.lines()) == 2

    asyncio.run(converse())


def test_a_frame_that_is_far_too_large_ends_the_socket_and_nothing_else(server: Server, talk: Talk) -> None:
    async def converse() -> int | None:
        async with page_of(server, server.begin("medspa")) as other, asyncio.timeout(SOON):
            async with page_of(server, talk) as page:
                with suppress(ConnectionClosed):  # it may hang up before all of it is sent
                    await page.wire.send("x" * 1_000_000)
                code = await page.until_closed()
            await other.say("hello")
            await other.until_answered()
            return code

    assert asyncio.run(converse()) == 1009


def test_a_page_that_sends_without_end_is_told_so_and_others_are_answered(server: Server, talk: Talk) -> None:
    async def flood() -> list[str]:
        kinds: list[str] = []
        async with page_of(server, talk) as page:

            async def send() -> None:
                for number in range(300):
                    await page.say("hello", f"flood-{number}")

            sending = asyncio.create_task(send())
            while kinds.count("too-many-requests") < 250:
                frame = await page.next()
                kinds += [frame["kind"]] if frame["type"] == "error" else []
            await sending
            return kinds

    async def converse() -> None:
        async with asyncio.timeout(4 * SOON):
            async with page_of(server, server.begin("medspa")) as other:
                flooding = asyncio.create_task(flood())
                for text in ("hello", "book a hydrafacial", "tomorrow"):
                    await other.say(text)
                    await other.until_answered()
                assert set(await flooding) == {"too-many-requests"}

    asyncio.run(converse())
    answered = [text for side, text in server.lines(talk) if side == "guest"]
    assert 20 <= len(answered) < 50  # so many at once, and one a second after that


def test_a_page_of_another_origin_and_a_wrong_token_are_refused(server: Server, talk: Talk) -> None:
    async def refused(token: str, origin: str | None) -> tuple[int, str]:
        async with page_of(server, Talk(talk.id, token), origin=origin) as page:
            with pytest.raises(ConnectionClosed) as closed:
                await page.next()
        assert closed.value.rcvd is not None
        return closed.value.rcvd.code, closed.value.rcvd.reason

    async def tries() -> list[tuple[int, str]]:
        return [
            await refused("wrong", None),
            await refused(server.begin("medspa").token, None),
            await refused(talk.token, "https://evil.example"),
            await refused(talk.token, "null"),
        ]

    answers = asyncio.run(tries())
    assert [code for code, _ in answers] == [1008] * 4
    assert answers[0] == answers[1]

    async def own_page() -> None:
        async with page_of(server, talk, origin=server.url) as page, asyncio.timeout(SOON):
            await page.state()

    asyncio.run(own_page())


@pytest.mark.parametrize("after", ["-5", "x", "9" * 30, "%00"])
def test_a_line_that_is_nonsense_restores_everything(server: Server, talk: Talk, after: str) -> None:
    async def converse() -> None:
        server.say(talk, "hello")
        async with page_of(server, talk, after=after) as page, asyncio.timeout(SOON):
            await page.state()
            assert len(page.lines()) == 2

    asyncio.run(converse())


def test_what_staff_say_elsewhere_reaches_an_open_page(server: Server, database: str, talk: Talk) -> None:
    answer = "Yes, Emily is in on Friday."

    async def converse() -> None:
        async with page_of(server, talk) as page, asyncio.timeout(4 * SOON):
            await page.say("i want to talk to a person")
            await page.until_answered()
            words = (OURS, "requests", MED_SPA, "answer", "1", answer, "--database", database)
            done = await asyncio.to_thread(run_program, *words, around=surroundings())
            assert done.returncode == 0, done.stderr
            await page.until("conversational_text_segment", side="staff", phase="END_STREAM")
            assert any(side == "staff" and answer in text for _, side, text in page.lines())

    asyncio.run(converse())
