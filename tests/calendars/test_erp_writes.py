"""A reservation is written once per key, and how that ended is one of five honest outcomes."""

import asyncio
import json
from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from frontdesk.calendars.erp import (
    Reservation,
    Unreachable,
    WriteInvalid,
    WriteOutcome,
    WriteRefused,
    WriteUnknown,
    Written,
)
from tests.calendars.hostile_erp import (
    QUICK,
    Behaviour,
    Request,
    answer,
    erp_at,
    hostile_erp,
    replies,
)

STAY = Reservation(
    key="LOTUS-0004",
    room_type="deluxe",
    check_in=date(2026, 2, 7),
    check_out=date(2026, 2, 10),
    guests=2,
    guest_name="Zoë Müller",
    phone="+15551234567",
    total=Decimal("630.50"),
    currency="USD",
    notes="late check-in",
)
RECEIPT = json.dumps({"key": STAY.key, "reference": "ERP-00001"}).encode()


def written(behave: Behaviour, stay: Reservation = STAY) -> tuple[WriteOutcome, list[Request]]:
    async def write() -> tuple[WriteOutcome, list[Request]]:
        async with hostile_erp(behave) as server:
            return await erp_at(server.url).write(stay), server.requests

    return asyncio.run(write())


@pytest.mark.parametrize("status", [200, 201])
def test_a_receipt_means_that_it_is_written(status: int) -> None:
    outcome, (request,) = written(replies(answer(RECEIPT, status)))
    assert outcome == Written("ERP-00001")
    assert request.head.startswith("PUT /reservations/LOTUS-0004 HTTP/1.1")
    assert "Bearer s3cret" in request.head
    assert json.loads(request.body) == {
        "room_type": "deluxe",
        "check_in": "2026-02-07",
        "check_out": "2026-02-10",
        "guests": 2,
        "guest_name": "Zoë Müller",
        "phone": "+15551234567",
        "total": "630.50",
        "currency": "USD",
        "rooms": 1,
        "notes": "late check-in",
    }


@pytest.mark.parametrize(
    ("reply", "kind", "requests"),
    [
        (answer(b'{"detail": "Those nights are gone."}', 409), WriteRefused, 1),
        (answer(b"<html>no</html>", 422), WriteRefused, 1),
        (answer(b"", 401), WriteRefused, 1),
        (answer(b"", 400), WriteInvalid, 1),
        (answer(b"", 404), WriteInvalid, 1),
        (answer(b"", 302, "Location: /login\r\n"), WriteInvalid, 1),
        (answer(b"<html>Welcome to our Wi-Fi</html>"), WriteUnknown, 1),
        (answer(b'{"key": "LOTUS-0005", "reference": "ERP-1"}'), WriteUnknown, 1),
        (answer(b"{}"), WriteUnknown, 1),
        (answer(b"", 204), WriteUnknown, 1),
        (answer(b"", 500), WriteUnknown, 3),
        (answer(b"", 503), WriteUnknown, 3),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{", WriteUnknown, 3),
    ],
)
def test_every_other_answer_has_its_outcome(reply: bytes, kind: type[WriteOutcome], requests: int) -> None:
    async def behave(_: Request, writer: asyncio.StreamWriter) -> None:
        writer.write(reply)
        await writer.drain()
        writer.close()

    outcome, asked = written(behave)
    assert isinstance(outcome, kind), outcome
    assert len(asked) == requests
    assert not isinstance(outcome, Written)
    assert outcome.why


def test_the_reason_of_the_erp_is_passed_on() -> None:
    outcome, _ = written(replies(answer(b'{"detail": "Those nights\\u0000 are gone."}', 409)))
    assert outcome == WriteRefused("Those nights are gone.")


def test_what_is_tried_again_has_the_same_key_and_says_the_same() -> None:
    outcome, asked = written(replies(answer(b"", 503), answer(b"", 502), answer(RECEIPT)))
    assert outcome == Written("ERP-00001")
    assert len({(request.head, request.body) for request in asked}) == 1
    assert len(asked) == 3


def test_an_erp_that_is_not_there_is_unreachable_and_nothing_has_arrived() -> None:
    outcome = asyncio.run(erp_at("http://127.0.0.1:1").write(STAY))
    assert isinstance(outcome, Unreachable)


def test_once_a_try_was_lost_it_stays_unknown_although_nobody_is_there_any_more() -> None:
    async def write() -> WriteOutcome:
        async def take_and_vanish(_: Request, writer: asyncio.StreamWriter) -> None:
            writer.close()
            server.stop_listening()

        async with hostile_erp(take_and_vanish) as server:
            return await erp_at(server.url).write(STAY)

    assert isinstance(asyncio.run(write()), WriteUnknown)


@pytest.mark.parametrize("key", ["", "a/b", "../inventory", "a b", "x" * 65, "a?b=1", "é"])
def test_a_key_that_is_none_is_not_sent(key: str) -> None:
    outcome, asked = written(replies(answer(RECEIPT)), replace(STAY, key=key))
    assert isinstance(outcome, WriteInvalid)
    assert asked == []


def test_a_stay_without_a_night_is_not_sent() -> None:
    outcome, asked = written(replies(answer(RECEIPT)), replace(STAY, check_out=STAY.check_in))
    assert isinstance(outcome, WriteInvalid)
    assert asked == []


def test_a_hanging_erp_leaves_it_unknown() -> None:
    async def write() -> WriteOutcome:
        async def hang(_: Request, __: asyncio.StreamWriter) -> None:
            await asyncio.sleep(3600)

        async with hostile_erp(hang) as server:
            return await erp_at(server.url, replace(QUICK, deadline=0.3, attempt=0.1)).write(STAY)

    outcome = asyncio.run(write())
    assert isinstance(outcome, WriteUnknown)
    assert "not known" in outcome.why
