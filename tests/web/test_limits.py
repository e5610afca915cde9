"""Nobody can ask so often that others wait, and what is counted for that does not grow without end."""

import asyncio
from collections.abc import Mapping

import httpx
import pytest

from frontdesk.channels.web.host import Unavailable
from frontdesk.channels.web.limits import ADDRESS, BEGINNINGS, GUEST, Limiter, Rate
from frontdesk.channels.web.tokens import KEPT, Tokens
from tests.web.clients import HERE, Site, is_problem, site_on


class Clock:
    """A clock that goes only when it is told to."""

    def __init__(self) -> None:
        """Begin somewhere."""
        self.now = 1_000.0

    def __call__(self) -> float:
        """Say what it is."""
        return self.now


def test_so_many_at_once_and_then_at_a_steady_rate() -> None:
    clock = Clock()
    limiter = Limiter(Rate(burst=3, per_second=0.5), clock)
    assert [limiter.seconds_to_wait("a") for _ in range(4)] == [0, 0, 0, 2]
    assert limiter.seconds_to_wait("b") == 0  # somebody else
    clock.now += 1
    assert limiter.seconds_to_wait("a") == 1
    clock.now += 1
    assert [limiter.seconds_to_wait("a") for _ in range(2)] == [0, 2]
    clock.now += 1_000
    assert [limiter.seconds_to_wait("a") for _ in range(4)] == [0, 0, 0, 2]


def test_those_who_were_not_seen_for_longest_are_forgotten() -> None:
    limiter = Limiter(Rate(burst=1, per_second=0.001), Clock(), most_known=100)
    for number in range(1_000):
        assert limiter.seconds_to_wait(str(number)) == 0
    assert len(limiter.buckets) == 100
    assert limiter.seconds_to_wait("999") > 0
    assert limiter.seconds_to_wait("0") == 0


def test_tokens_are_remembered_for_a_moment_and_not_without_end() -> None:
    async def check() -> None:
        async with site_on("sqlite://") as site:
            clock = Clock()
            tokens, host = Tokens(clock, most_kept=3), site.hosts["medspa"]
            talks = [await site.begin() for _ in range(5)]
            assert all([await tokens.let_in(host, talk.id, talk.token) for talk in talks])
            assert len(tokens.good) == 3
            site.desk.store.close()
            assert await tokens.let_in(host, talks[4].id, talks[4].token)
            clock.now += KEPT
            with pytest.raises(Unavailable):  # so it was looked up again
                await tokens.let_in(host, talks[4].id, talks[4].token)

    asyncio.run(check())


async def first_refusal(
    site: Site, method: str, path: str, body: object = None, headers: Mapping[str, str] | None = None
) -> tuple[int, httpx.Response]:
    """Ask until it is too often: returns how often it was not, and the refusal."""
    for count in range(1_000):
        answer = await site.http.request(method, path, json=body, headers=headers)
        if answer.status_code == 429:
            return count, answer
    raise AssertionError("nothing was refused")


def test_who_asks_too_often_is_told_when_to_come_back() -> None:
    async def ask() -> None:
        async with site_on("sqlite://") as site:
            begun, refused = await first_refusal(site, "POST", "/b/medspa/conversations")
            assert begun == BEGINNINGS.burst
            assert is_problem(refused, 429)
            assert 0 < int(refused.headers["Retry-After"]) <= 1 / BEGINNINGS.per_second
            count, refused = await first_refusal(site, "GET", "/b/medspa/profile")
            assert is_problem(refused, 429)
            assert abs(begun + 1 + count - ADDRESS.burst) < 30  # it fills up again meanwhile

    asyncio.run(ask())


def test_a_guest_is_limited_wherever_they_call_from_and_nobody_else_is() -> None:
    async def ask() -> None:
        async with site_on("sqlite://") as site:
            talk, other = await site.begin(), await site.begin()
            body, headers = {"content": "hello"}, {**talk.headers, "Idempotency-Key": "same"}
            said, refused = await first_refusal(site, "POST", f"{talk.path}/messages", body, headers)
            assert said >= GUEST.burst
            assert is_problem(refused, 429)
            elsewhere = httpx.ASGITransport(site.app, client=("198.51.100.1", 1))
            async with httpx.AsyncClient(transport=elsewhere, base_url=HERE) as http:
                assert (await http.post(f"{talk.path}/messages", json=body, headers=headers)).status_code == 429
            await site.say(other, "hello")

    asyncio.run(ask())
