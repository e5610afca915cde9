"""A server writes what happens as JSON lines with stable names, and nothing in them says who said what."""

import asyncio
import json
from pathlib import Path
from uuid import uuid4

import httpx

from frontdesk.desk.log import COUNTED
from tests.faults.desks import MED_SPA
from tests.web.clients import Talk, site_on
from tests.web.conftest import StartServer
from tests.web.servers import Server, page_of

PLANTED = (
    "Xanthippe",
    "Quillfeather",
    "5550184",
    "555 0184",
    "555-0184",
    "zzyzx",
    "borborygmus",
    "gobbledegook",
    "hullaballoo",
    "2001:db8::5550",
)
FROM = {"X-Forwarded-For": "2001:db8::5550"}
LINES = (
    "hello, it is me, hullaballoo",
    "book a hydrafacial tomorrow at 10am",
    "note that borborygmus runs in my family",
    "my name is Xanthippe Quillfeather",
    "212 555 0184",
    "zzyzx@gobbledegook.example",
    "yes",
    "i want to talk to a person about my borborygmus",
)


def misbehave(server: Server, talk: Talk) -> None:
    """Send planted words wherever a request has room for them."""
    headers = {
        **talk.headers,
        **FROM,
        "User-Agent": "hullaballoo",
        "Cookie": "hullaballoo=1",
        "Referer": "http://zzyzx",
    }
    tries = [
        ("GET", "/hullaballoo/borborygmus?zzyzx=gobbledegook", b""),
        ("GET", f"{talk.path}?after=hullaballoo", b""),
        ("GET", f"{talk.path}/openings?from=zzyzx&to=borborygmus", b""),
        ("GET", f"/b/hullaballoo/conversations/{talk.id}", b""),
        ("GET", "/b/medspa/runs/hullaballoo", b""),
        ("GET", "/b/medspa/manage/hullaballoo", b""),
        ("POST", f"{talk.path}/messages", b'{"content": "hullaballoo'),
        ("POST", f"{talk.path}/messages", b'{"content": "hi", "hullaballoo": 1}'),
        ("POST", f"{talk.path}/messages", b'{"content": "' + b"hullaballoo" * 9_000 + b'"}'),
    ]
    for method, path, body in tries:
        httpx.request(method, f"{server.url}{path}", content=body, headers=headers)
    for raw in (b"GET /hullaballoo HTTP/9.9\r\n\r\n", b"hullaballoo zzyzx\r\n\r\n", b"\x16\x03\x01borborygmus"):
        asyncio.run(send_raw(server, raw))


async def send_raw(server: Server, raw: bytes) -> None:
    """Send what is no request."""
    host, _, port = server.url.removeprefix("http://").rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(raw)
    await writer.drain()
    writer.write_eof()
    await asyncio.wait_for(reader.read(), 10)
    writer.close()
    await writer.wait_closed()


async def talk_over_a_socket(server: Server, talk: Talk) -> None:
    """Say every line over a socket, and then what is none."""
    headers = {**FROM, "Cookie": "zzyzx=1"}
    async with page_of(server, talk, headers=headers) as page, asyncio.timeout(60):
        for line in LINES:
            await page.say(line, f"hullaballoo-{uuid4().hex}")
            await page.until_answered()
        await page.wire.send('{"hullaballoo')
        await page.until("error")
        await page.wire.send("\ud7ff hullaballoo".encode())
        await page.until("error")
        page.wire.transport.write(b"\xff\xffhullaballoo")  # not a frame at all
        await page.until_closed()
    wrong = Talk(talk.id, "hullaballoo")
    async with page_of(server, wrong, headers=headers) as refused:
        assert await refused.until_closed() == 1008


def test_nothing_that_a_guest_said_or_who_they_are_is_written(start: StartServer, database_url: str) -> None:
    server = start(MED_SPA, database=database_url, FRONTDESK_SECRET="gobbledegook-secret")
    talk = server.begin("medspa")
    asyncio.run(talk_over_a_socket(server, talk))
    misbehave(server, talk)
    state = httpx.get(f"{server.url}{talk.path}", headers={**talk.headers, **FROM}).json()["state"]
    (booking,) = state["bookings"]
    assert server.stop() == 0
    out = server.process.stdout.read()
    written = server.logged() + out + "".join(server.first_lines)
    secrets = (talk.token, talk.id, booking["link"], booking["reference"], *PLANTED)
    assert [word for word in secrets if word.casefold() in written.casefold()] == []
    events = [json.loads(line) for line in server.logged().splitlines()]
    names = {event["event"] for event in events}
    assert names >= {
        "request",
        "socket_ended",
        "action_ended",
        "value_read",
        "staff_called",
        "check_made",
        "slot_asked",
    }
    assert all({"level", "timestamp"} <= event.keys() for event in events)
    assert "request_broke" not in names
    assert "/b/{business}/conversations/{conversation}" in {event.get("path") for event in events}


def figures(text: str) -> dict[str, float]:
    """Read the counters of the med spa."""
    lines = [line.split() for line in text.splitlines() if 'business="medspa"' in line]
    return {name.partition("{")[0].removeprefix("frontdesk_"): float(value) for name, value in lines}


def test_what_happens_is_counted() -> None:
    async def converse() -> tuple[dict[str, float], dict[str, float]]:
        async with site_on("sqlite://") as site:
            before = figures((await site.http.get("/metrics")).text)
            talk = await site.begin()
            for line in LINES[1:7]:
                await site.say(talk, line)
            await site.say(talk, "bye", "twice")
            await site.say(talk, "bye", "twice")
            await site.desk.call("check_availability", {"date": "2025-11-19", "service_type": "botox"})
            return before, figures((await site.http.get("/metrics")).text)

    before, after = asyncio.run(converse())
    assert set(before) == {*(f"{name}_total" for name in COUNTED), "open_sockets"}
    assert not any(before.values())
    counted = {name.removesuffix("_total"): count for name, count in after.items() if count}
    assert counted["messages"] == 7
    assert (counted["bookings_tried"], counted["bookings_made"]) == (1, 1)
    assert counted["checks_by_model"] == 1
    assert counted["checks_by_desk"] >= 1
    assert counted["slots_read"] >= 5
    assert counted["slots_asked"] >= 2
    assert counted["message_repeated"] == 1
    assert "fallbacks" not in counted


def test_every_counter_is_documented() -> None:
    text = (Path(__file__).parents[2] / "docs" / "server.md").read_text(encoding="utf-8")
    missing = [name for name in (*COUNTED,) if f"`frontdesk_{name}_total`" not in text]
    assert missing == []
    assert "`frontdesk_open_sockets`" in text
