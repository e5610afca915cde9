"""A server that hangs, drips, cuts off, lies about lengths or is not there costs a bounded wait and a plain reason."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontdesk.calendars.erp import Flaw, Inventory, InventoryOutcome, RefusedAnswer, Unreachable
from frontdesk.calendars.patience import Breaker, Budget, Patience, Restraint
from tests.calendars.hostile_erp import (
    QUICK,
    WANTED,
    Behaviour,
    Request,
    answer,
    document,
    erp_at,
    hostile_erp,
    replies,
)

IMPATIENT = replace(QUICK, deadline=0.4, attempt=0.15)


async def _hang(_: Request, __: asyncio.StreamWriter) -> None:
    await asyncio.sleep(3600)


async def _drip(_: Request, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
    while True:
        writer.write(b" ")
        await writer.drain()
        await asyncio.sleep(0.01)


async def _drip_headers(_: Request, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    while True:
        writer.write(b"x")
        await writer.drain()
        await asyncio.sleep(0.01)


async def _cut(_: Request, writer: asyncio.StreamWriter) -> None:
    writer.write(answer(document())[:-30])
    await writer.drain()
    writer.close()


async def _hang_up(_: Request, writer: asyncio.StreamWriter) -> None:
    writer.close()


async def _reset(_: Request, writer: asyncio.StreamWriter) -> None:
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
    writer.close()


@pytest.mark.parametrize(
    "behave",
    [
        _hang,
        _drip,
        _drip_headers,
        _cut,
        _hang_up,
        _reset,
        replies(b"SMTP ready\r\n\r\n"),
        replies(b"HTTP/1.1 banana\r\n\r\n"),
        replies(b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n"),
        replies(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n"),
        replies(b"HTTP/1.1 200 OK\r\n" + b"X-Long: " + b"x" * 200_000 + b"\r\n\r\n"),
    ],
)
def test_a_connection_that_comes_to_nothing_is_unreachable(behave: Behaviour) -> None:
    async def ask() -> InventoryOutcome:
        async with hostile_erp(behave) as server:
            return await erp_at(server.url, IMPATIENT).inventory(WANTED)

    outcome = asyncio.run(ask())
    assert isinstance(outcome, Unreachable), outcome
    assert outcome.why.endswith(".")


def test_nobody_at_the_address_is_unreachable() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and not listening
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
        outcome = asyncio.run(erp_at(url).inventory(WANTED))
    assert isinstance(outcome, Unreachable)
    assert "cannot be reached" in outcome.why


@pytest.mark.parametrize("url", ["http://erp.invalid", "http://127.0.0.1:1", "nonsense", "ftp://127.0.0.1"])
def test_an_address_that_leads_nowhere_is_unreachable(url: str) -> None:
    assert isinstance(asyncio.run(erp_at(url, replace(QUICK, tries=1)).inventory(WANTED)), Unreachable)


@pytest.mark.parametrize(
    "head", ["Content-Length: 100000000\r\n", "Transfer-Encoding: chunked\r\n", "Connection: close\r\n"]
)
def test_a_huge_body_is_given_up_after_what_may_be_read(head: str) -> None:
    sent = 0

    async def flood(_: Request, writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        writer.write(f"HTTP/1.1 200 OK\r\n{head}\r\n".encode())
        piece = b"x" * 10_000
        while sent < 100_000_000:
            writer.write(b"2710\r\n" + piece + b"\r\n" if "chunked" in head else piece)
            sent += len(piece)
            await writer.drain()

    async def ask() -> InventoryOutcome:
        async with hostile_erp(flood) as server:
            return await erp_at(server.url).inventory(WANTED)

    outcome = asyncio.run(ask())
    assert isinstance(outcome, RefusedAnswer)
    assert outcome.flaw is Flaw.TOO_LARGE
    assert sent < 20_000_000  # what fits between the two, not all there is


@dataclass(slots=True)
class Hands:
    """A clock that is set by hand."""

    seconds: float = 0.0

    def __call__(self) -> float:
        return self.seconds


def asked_by(restraint: Restraint, behave: Behaviour, calls: Callable[[], Awaitable[None]] | None = None) -> list[int]:
    """Ask four times under a restraint; return how many requests there had been after each."""

    async def ask() -> list[int]:
        counts = []
        async with hostile_erp(behave) as server:
            erp = replace(erp_at(server.url), restraint=restraint)
            for _ in range(4):
                await erp.inventory(WANTED)
                if calls is not None:
                    await calls()
                counts.append(len(server.requests))
        return counts

    return asyncio.run(ask())


def test_after_too_many_failures_the_erp_is_left_alone_and_tried_once_after_a_rest() -> None:
    clock = Hands()
    restraint = Restraint(Budget(), Breaker(threshold=4, rest=60, clock=clock))
    down = replies(answer(b"", 503))
    assert asked_by(restraint, down) == [3, 4, 4, 4]  # stopped in the middle of the second call
    clock.seconds = 61
    assert asked_by(restraint, down) == [1, 1, 1, 1]
    clock.seconds = 122
    assert asked_by(restraint, replies(answer(document()))) == [1, 2, 3, 4]


def test_while_it_is_left_alone_the_desk_says_so() -> None:
    breaker = Breaker(threshold=1, failures=1, clock=Hands(), tried_at=0)

    async def ask() -> InventoryOutcome:
        async with hostile_erp(replies(answer(document()))) as server:
            outcome = await replace(erp_at(server.url), restraint=Restraint(breaker=breaker)).inventory(WANTED)
            assert server.requests == []
            return outcome

    outcome = asyncio.run(ask())
    assert isinstance(outcome, Unreachable)
    assert "left alone" in outcome.why


def test_retries_of_all_calls_together_have_a_budget_that_answers_fill_again() -> None:
    budget = Budget(most=3, left=3)
    down = replies(answer(b"", 500))
    assert asked_by(Restraint(budget, Breaker(threshold=1000)), down) == [3, 5, 6, 7]  # 2 + 1 + 0 + 0 retries
    asked_by(Restraint(budget, Breaker(threshold=1000)), replies(answer(document())))
    assert budget.left == pytest.approx(0.8)


def test_a_no_counts_as_an_answer_for_the_breaker() -> None:
    breaker = Breaker(threshold=2)
    assert asked_by(Restraint(Budget(), breaker), replies(answer(b"", 404))) == [1, 2, 3, 4]
    assert breaker.failures == 0


@given(tries=st.integers(1, 30), chance=st.floats(0, 1))
def test_pauses_grow_have_a_limit_and_are_never_the_same_for_all(tries: int, chance: float) -> None:
    patience = Patience()
    pause = patience.pause(tries, lambda: chance)
    assert 0 <= pause <= patience.longest_pause
    assert patience.pause(tries, lambda: 0.0) == 0
    assert patience.pause(tries + 1, lambda: 1.0) >= patience.pause(tries, lambda: 1.0)


def test_a_call_leaves_no_connection_open() -> None:
    """After many calls of every kind the process has as many open files as after a few."""

    async def ask(times: int) -> int:
        async with hostile_erp(replies(answer(document()), answer(b"", 503), answer(b"<html>"))) as server:
            for _ in range(times):
                assert isinstance(await erp_at(server.url).inventory(WANTED), Inventory | RefusedAnswer)
            await asyncio.sleep(0)
            return len(_open_files())

    few = asyncio.run(ask(3))
    assert asyncio.run(ask(60)) <= few + 2


def _open_files() -> list[str]:
    return [path.name for path in Path("/proc/self/fd").iterdir()]
