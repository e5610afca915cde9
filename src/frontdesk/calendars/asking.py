"""One request over HTTP with a limit for everything: the time of a try, the size of the answer, the whole call."""

from __future__ import annotations

import asyncio
import ssl
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

import httpx

from frontdesk.calendars.patience import Patience, Restraint

CUT = (httpx.ReadError, httpx.WriteError, httpx.CloseError, httpx.RemoteProtocolError, httpx.TimeoutException)
SERVER_ERROR = 500


@dataclass(frozen=True, slots=True)
class OutsideRequest:
    """A request."""

    method: str
    url: str
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes | None = None
    whom: str = "the ERP"  # as sentences name whoever is asked
    transport: httpx.AsyncBaseTransport | None = None  # in place of the network


@dataclass(frozen=True, slots=True)
class OutsideAnswer:
    """What came back, whole."""

    status: int
    body: bytes
    version: str = ""  # the etag of what was asked for, if it came along


@dataclass(frozen=True, slots=True)
class TooMuch:
    """More came back than anybody reads, or in a form that may unpack to more."""

    why: str


@dataclass(frozen=True, slots=True)
class NotSent:
    """Nobody was reached: it has certainly not arrived."""

    why: str


@dataclass(frozen=True, slots=True)
class Lost:
    """It was sent, wholly or partly, and no answer came."""

    why: str


Heard: TypeAlias = OutsideAnswer | TooMuch | NotSent | Lost


async def ask_patiently(ask: OutsideRequest, patience: Patience, restraint: Restraint) -> Heard:
    """Ask, and again while that may help, until the deadline. Only for what may safely be asked twice.

    `NotSent` means that no try got there: if one was lost, so is the whole.
    """
    try:
        async with asyncio.timeout(patience.deadline):
            async with await _client(ask, patience) as client:
                return await _insist(client, ask, patience, restraint)
    except TimeoutError:
        restraint.breaker.failed()
        return Lost(f"{ask.whom} had not answered after {patience.deadline:g} seconds in all")


async def _insist(client: httpx.AsyncClient, ask: OutsideRequest, patience: Patience, restraint: Restraint) -> Heard:
    lost: Lost | None = None
    tries = 0
    while True:
        if not restraint.breaker.lets_through():
            return lost or NotSent(f"{ask.whom} has failed too often in a row and is left alone for a minute")
        heard = await _ask_once(client, ask, patience)
        tries += 1
        _note(heard, restraint)
        if _is_settled(heard):
            return heard
        lost = _as_lost(heard, ask) or lost
        if tries == patience.tries or not restraint.budget.spend():
            return lost or heard
        await asyncio.sleep(patience.pause(tries, restraint.chance))


async def _client(ask: OutsideRequest, patience: Patience) -> httpx.AsyncClient:
    """Return a client for one call: syncs are hourly, and what is not kept open cannot leak or go stale."""
    # An answer in another encoding may be a small file that unpacks to a huge one.
    headers = {"Accept-Encoding": "identity"}
    if ask.transport is not None:
        return httpx.AsyncClient(timeout=patience.attempt, headers=headers, transport=ask.transport)
    trusted = await asyncio.to_thread(_trusted_authorities)
    return httpx.AsyncClient(timeout=patience.attempt, headers=headers, verify=trusted)


@cache
def _trusted_authorities() -> ssl.SSLContext:
    """Load the certificates of the world once, beside the loop that answers guests: it takes longer than a call."""
    return httpx.create_ssl_context()


async def _ask_once(client: httpx.AsyncClient, ask: OutsideRequest, patience: Patience) -> Heard:
    try:
        async with asyncio.timeout(patience.attempt):
            return await _exchange(client, ask, patience)
    except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.ProxyError) as error:
        return NotSent(f"{ask.whom} cannot be reached ({type(error).__name__})")
    except CUT as error:
        return Lost(f"the connection to {ask.whom} was lost ({type(error).__name__})")
    except TimeoutError:
        return Lost(f"{ask.whom} did not answer within {patience.attempt:g} seconds")
    except (httpx.InvalidURL, httpx.UnsupportedProtocol, httpx.LocalProtocolError) as error:
        return NotSent(f"what is said of {ask.whom} in business.yaml cannot be right ({type(error).__name__})")


async def _exchange(client: httpx.AsyncClient, ask: OutsideRequest, patience: Patience) -> OutsideAnswer | TooMuch:
    async with client.stream(ask.method, ask.url, headers=list(ask.headers), content=ask.body) as response:
        if response.headers.get("content-encoding", "identity").lower() != "identity":
            return TooMuch(f"{_named(ask)} answered in a packed form, which was not asked for.")
        body = bytearray()
        async for chunk in response.aiter_raw():
            body += chunk
            if len(body) > patience.largest:
                return TooMuch(
                    f"{_named(ask)} answered with more than {patience.largest // 1024} KB; none of it was read."
                )
        return OutsideAnswer(response.status_code, bytes(body), response.headers.get("etag", ""))


def _named(ask: OutsideRequest) -> str:
    return ask.whom[:1].upper() + ask.whom[1:]


def _is_settled(heard: Heard) -> bool:
    """Say whether asking again would bring nothing else: whatever the other side itself has said, also a no."""
    return isinstance(heard, TooMuch) or (isinstance(heard, OutsideAnswer) and heard.status < SERVER_ERROR)


def _as_lost(heard: Heard, ask: OutsideRequest) -> Lost | None:
    """Return the loss in what was heard: also behind an error of the server something may have happened."""
    if isinstance(heard, OutsideAnswer) and heard.status >= SERVER_ERROR:
        return Lost(f"{ask.whom} answered with an error of its own ({heard.status})")
    return heard if isinstance(heard, Lost) else None


def _note(heard: Heard, restraint: Restraint) -> None:
    if _is_settled(heard):
        restraint.breaker.answered()
        restraint.budget.earn()
    else:
        restraint.breaker.failed()
