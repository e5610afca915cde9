"""Whatever is sent, the answer is what was asked for or a problem that says what is wrong."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime
from typing import Any

import httpx
import pytest

from frontdesk.channels.web.limits import LARGEST_BODY, BodyLimit
from frontdesk.desk.passes import CONVERSATIONS_STAY_OPEN
from frontdesk.desk.structured import log_structured
from tests.web.clients import HERE, MEDIA_TYPE, Site, Talk, is_problem, site_on
from tests.web.conftest import OpenSite

WORDS = "borborygmus"
DEEP = 50_000
JSON = {"Content-Type": "application/json"}
BODIES: list[tuple[str, bytes, int]] = [
    ("empty", b"", 422),
    ("binary", bytes(range(256)), 422),
    ("no UTF-8", b'{"content": "\xff\xfe"}', 400),
    ("not JSON", f"say {WORDS}".encode(), 422),
    ("cut", f'{{"content": "{WORDS}'.encode(), 422),
    ("a number", b"7", 422),
    ("a list", f'["{WORDS}"]'.encode(), 422),
    ("null", b"null", 422),
    ("not a text", f'{{"content": ["{WORDS}"]}}'.encode(), 422),
    ("not known", f'{{"content": "hi", "{WORDS}": 1}}'.encode(), 422),
    ("too long", json.dumps({"content": WORDS * 2_000}).encode(), 422),
    ("no button", f'{{"content": "hi", "press": {{"button": "{WORDS}", "turn": 1}}}}'.encode(), 422),
    ("a turn of nowhere", b'{"content": "hi", "press": {"button": "yes", "turn": 1e300}}', 422),
    ("NaN", f'{{"content": NaN, "x": "{WORDS}"}}'.encode(), 422),
    ("half a character", b'{"content": "\\ud83d ' + WORDS.encode() + b'"}', 422),
]


async def post(site: Site, talk: Talk, body: bytes | AsyncIterator[bytes], **headers: str) -> httpx.Response:
    return await site.http.post(f"{talk.path}/messages", content=body, headers={**talk.headers, **JSON, **headers})


@pytest.mark.parametrize(("body", "status"), [each[1:] for each in BODIES], ids=[each[0] for each in BODIES])
def test_a_body_that_makes_no_sense_is_a_problem_that_does_not_repeat_it(body: bytes, status: int) -> None:
    async def send() -> None:
        async with site_on("sqlite://") as site:
            talk = await site.begin()
            answer = await post(site, talk, body)
            assert is_problem(answer, status), answer.text
            assert WORDS not in answer.text
            assert (await site.http.get(talk.path, headers=talk.headers)).json()["messages"] == []

    asyncio.run(send())


def test_a_body_that_is_nested_too_deeply_is_a_problem() -> None:
    async def send() -> list[int]:
        async with site_on("sqlite://") as site:
            talk = await site.begin()
            nested = [b"[" * 30_000, b'{"content":' * 5_000, b"[" * 30_000 + b"]" * 30_000]
            answers = [await post(site, talk, each) for each in nested]
            assert all(answer.headers["content-type"] == MEDIA_TYPE for answer in answers)
            return [answer.status_code for answer in answers]

    assert set(asyncio.run(send())) <= {400, 422}


def test_a_body_that_is_too_large_is_refused_however_it_comes() -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(LARGEST_BODY // 1_000 + 2):
            yield b" " * 1_000

    async def send() -> None:
        async with site_on("sqlite://") as site:
            talk = await site.begin()
            whole = b'{"content": "' + b"x" * LARGEST_BODY + b'"}'
            assert is_problem(await post(site, talk, whole), 413)
            assert is_problem(await post(site, talk, pieces()), 413)
            assert is_problem(await post(site, talk, b"{}", **{"Content-Length": "9" * 5_000}), 413)
            assert is_problem(await post(site, talk, b"{}", **{"Content-Length": "-1"}), 413)

    asyncio.run(send())


def test_a_body_that_stops_in_the_middle_is_not_waited_for_without_end() -> None:
    async def send() -> None:
        gone = asyncio.Event()

        async def stopped() -> AsyncIterator[bytes]:
            yield b'{"content": "half of'
            await gone.wait()

        async with site_on("sqlite://") as site, asyncio.timeout(60):
            talk = await site.begin()
            hasty = httpx.ASGITransport(BodyLimit(site.app, longest_wait=0.05))
            async with httpx.AsyncClient(transport=hasty, base_url=HERE) as http:
                answer = await post(replace(site, http=http), talk, stopped())
            assert is_problem(answer, 408)
            assert answer.headers["connection"] == "close"
            said = (await site.http.get(talk.path, headers=talk.headers)).json()
            assert said["messages"] == []

    asyncio.run(send())


@pytest.mark.parametrize("path", ["/", "/b/medspa", "/docs", "/healthz", "/readyz", "/metrics", "/widget.js"])
def test_a_look_at_the_head_alone_is_answered_like_a_look(path: str) -> None:
    async def ask() -> list[httpx.Response]:
        async with site_on("sqlite://") as site:
            return [await site.http.request(each, path) for each in ("HEAD", "GET")]

    head, whole = asyncio.run(ask())
    assert (head.status_code, head.headers) == (200, whole.headers)


def test_what_no_database_holds_is_taken_in_as_far_as_it_can_be(open_site: OpenSite) -> None:
    async def send() -> list[Any]:
        async with open_site() as site:
            talk = await site.begin()
            turns = [await site.say(talk, "hi \0 there"), await site.say(talk, "\u202e\ufeff\u0007")]
            return [turn["turn"] for turn in turns]

    assert asyncio.run(send()) == [1, 2]


UNKNOWN = [
    "/nowhere",
    "/b",
    "/b/",
    "/b/medspa/",
    "/b/medspa/nowhere",
    "/b/medspa/conversations/",
    "/static/",
    "/docs/x",
]


@pytest.mark.parametrize("path", [*UNKNOWN, "/b/%00/profile", "/%ff%fe", "/b/../../etc/passwd", "/static/..%2fapp.py"])
def test_a_path_that_leads_nowhere_is_a_problem(path: str) -> None:
    async def ask() -> httpx.Response:
        async with site_on("sqlite://") as site:
            return await site.http.get(path)

    answer = asyncio.run(ask())
    assert is_problem(answer, 404) or is_problem(answer, 422), (answer.status_code, answer.text)


def test_a_method_that_is_not_done_is_a_problem() -> None:
    async def ask() -> list[httpx.Response]:
        async with site_on("sqlite://") as site:
            methods = ("PUT", "DELETE", "PATCH", "TRACE", "BREW")
            return [await site.http.request(each, "/b/medspa/conversations") for each in methods]

    assert all(is_problem(answer, 405) for answer in asyncio.run(ask()))


QUERIES = [
    ("", "after=-1"),
    ("", "after=x"),
    ("", "after=99999999999999999999999"),
    ("", "limit=0"),
    ("", "limit=201"),
    ("/openings", ""),
    ("/openings", "from=2026-03-01"),
    ("/openings", f"from={WORDS}&to=2026-03-02"),
    ("/openings", "from=2026-02-30&to=2026-03-02"),
]
DAYS = [
    ("2026-03-02", "2026-03-01"),
    ("2026-03-01", "2026-05-02"),  # the 63rd day
    ("0001-01-01", "0001-01-02"),
    ("9999-12-30", "9999-12-31"),
]


@pytest.mark.parametrize(("under", "query"), QUERIES)
def test_a_query_out_of_range_is_a_problem(under: str, query: str) -> None:
    async def ask() -> httpx.Response:
        async with site_on("sqlite://") as site:
            talk = await site.begin()
            return await site.http.get(f"{talk.path}{under}?{query}", headers=talk.headers)

    answer = asyncio.run(ask())
    assert is_problem(answer, 422)
    assert WORDS not in answer.text


@pytest.mark.parametrize(("first", "last"), DAYS)
def test_days_that_make_no_sense_are_a_problem(first: str, last: str) -> None:
    async def ask() -> httpx.Response:
        async with site_on("sqlite://") as site:
            talk = await site.begin()
            await site.say(talk, "book a hydrafacial")
            days = {"from": first, "to": last}
            return await site.http.get(f"{talk.path}/openings", params=days, headers=talk.headers)

    assert is_problem(asyncio.run(ask()), 400)


def test_two_months_of_openings_can_be_asked_for() -> None:
    async def ask() -> dict[str, Any]:
        async with site_on("sqlite://") as site:
            talk = await site.begin()
            await site.say(talk, "book a hydrafacial")
            days = {"from": "2025-11-18", "to": "2026-01-18"}
            answer = await site.http.get(f"{talk.path}/openings", params=days, headers=talk.headers)
            assert answer.status_code == 200, answer.text
            found: dict[str, Any] = answer.json()
            return found

    openings = asyncio.run(ask())
    assert openings["known"]
    assert len(openings["days"]) == 62


def test_a_token_that_does_not_open_the_conversation_is_told_nothing(open_site: OpenSite) -> None:
    async def ask() -> list[tuple[int, str]]:
        async with open_site() as site:
            mine, theirs = await site.begin(), await site.begin()
            elsewhere = await site.begin("twin")
            await site.say(theirs, "hello")
            tries = [
                (mine.path, {}),
                (mine.path, {"Authorization": "Basic abc"}),
                (mine.path, {"Authorization": "Bearer"}),
                (mine.path, {"Authorization": "Bearer wrong"}),
                (mine.path, {"Authorization": f"Bearer {mine.token}x"}),
                (theirs.path, mine.headers),
                (f"/b/twin/conversations/{mine.id}", mine.headers),
                (f"/b/medspa/conversations/{elsewhere.id}", elsewhere.headers),
                ("/b/medspa/conversations/none", mine.headers),
            ]
            answers = [await site.http.get(path, headers=headers) for path, headers in tries]
            assert all(is_problem(each, each.status_code) for each in answers)
            return [(each.status_code, each.json()["detail"]) for each in answers]

    answers = asyncio.run(ask())
    assert [status for status, _ in answers] == [401] * 3 + [404] * 6
    assert len({detail for status, detail in answers if status == 404}) == 1  # that it is there is not told either


def test_a_token_that_has_expired_opens_nothing(open_site: OpenSite) -> None:
    async def ask() -> list[int]:
        async with open_site() as site:
            talk = await site.begin()
            now = site.desk.clock()
            before = await site.http.get(talk.path, headers=talk.headers)
            site.desk.clock = lambda: now + CONVERSATIONS_STAY_OPEN
            site.app.state.web.tokens.good.clear()  # what was good a moment ago is forgotten in seconds
            after = await site.http.get(talk.path, headers=talk.headers)
            return [before.status_code, after.status_code]

    assert asyncio.run(ask()) == [200, 404]


def test_a_business_that_is_not_there_is_a_problem() -> None:
    async def ask() -> list[httpx.Response]:
        async with site_on("sqlite://") as site:
            begun = await site.http.post("/b/nobody/conversations")
            talk = Talk("c", "t", "nobody")
            said = await site.http.post(f"{talk.path}/messages", json={"content": "hi"}, headers=talk.headers)
            others = [await site.http.get(f"/b/nobody/{each}") for each in ("profile", "frames", "logo", "runs/1")]
            return [begun, said, *others]

    assert all(is_problem(answer, 404) for answer in asyncio.run(ask()))


def test_a_database_that_is_gone_is_said_so_and_nothing_is_promised(open_site: OpenSite) -> None:
    async def ask() -> list[httpx.Response]:
        async with open_site() as site:
            talk = await site.begin()
            site.desk.store.close()
            site.app.state.web.tokens.good.clear()
            return [
                await site.http.post("/b/medspa/conversations"),
                await site.http.post(f"{talk.path}/messages", json={"content": "hi"}, headers=talk.headers),
                await site.http.get(talk.path, headers=talk.headers),
                await site.http.get("/readyz"),
            ]

    assert [is_problem(answer, 503) for answer in asyncio.run(ask())] == [True] * 4


@pytest.mark.usefixtures("reports_put_back")
def test_a_mistake_of_ours_is_a_problem_too_and_shows_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    log_structured()  # as a server does, and to the stream of this test

    async def ask() -> httpx.Response:
        async with site_on("sqlite://") as site:
            talk = await site.begin()

            def breaks() -> datetime:
                raise ValueError(WORDS)

            site.desk.clock = breaks
            return await site.http.get(talk.path, headers=talk.headers)

    answer = asyncio.run(ask())
    written = capfd.readouterr()
    assert is_problem(answer, 500)
    assert "request_broke" in written.out + written.err
    assert WORDS not in answer.text + written.out + written.err
