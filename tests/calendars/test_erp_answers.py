"""Whatever an ERP answers, the desk gets a whole inventory or a reason; nothing half right comes in."""

import asyncio
import json
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from frontdesk.calendars.erp import Flaw, Inventory, InventoryOutcome, RefusedAnswer, Unreachable, WantedNights
from frontdesk.calendars.erp.reading import read_inventory
from tests.calendars.hostile_erp import (
    DAYS,
    NOW,
    TYPES,
    WANTED,
    Behaviour,
    Row,
    answer,
    document,
    erp_at,
    hostile_erp,
    replies,
    row,
    rows,
)

MINUTE = timedelta(minutes=1)


def asked(behave: Behaviour, wanted: WantedNights = WANTED) -> tuple[InventoryOutcome, int]:
    """Ask a server that behaves so; return what came of it, and how often it was asked."""

    async def ask() -> tuple[InventoryOutcome, int]:
        async with hostile_erp(behave) as server:
            return await erp_at(server.url).inventory(wanted), len(server.requests)

    return asyncio.run(ask())


def refused(body: bytes, wanted: WantedNights = WANTED) -> RefusedAnswer:
    outcome, requests = asked(replies(answer(body)), wanted)
    assert isinstance(outcome, RefusedAnswer), outcome
    assert requests == 1  # asking again would bring the same
    assert outcome.why.endswith((".", "?"))
    return outcome


def test_a_whole_inventory_is_read_exactly() -> None:
    nights = [
        *rows()[:-1],
        row("suite", DAYS - 1, rate="299.5000", rooms=0, min_stay=2, colour="unknown keys are fine"),
    ]
    outcome, _ = asked(replies(answer(document(nights))))
    assert isinstance(outcome, Inventory)
    assert [each.room_type for each in outcome.nights] == [name for name in TYPES for _ in range(DAYS)]
    last = outcome.nights[-1]
    assert (str(last.rate), last.rooms, last.min_stay) == ("299.5000", 0, 2)
    assert outcome.nights[0].min_stay is None


@pytest.mark.parametrize(
    "body",
    [
        b"<!doctype html><html>Please log in to the hotel's Wi-Fi</html>",
        b"",
        b"   ",
        b"\xff\xfe\x00{",
        b"[" * 50_000,
        document()[:-20],
        b"null",
        b"[]",
        b'"inventory"',
        document(generated_at="yesterday"),
        document(generated_at="2026-01-31T14:59:00"),
        document(generated_at=1769871540),
        json.dumps({"nights": rows()}).encode(),
        json.dumps({"generated_at": "2026-01-31T14:59:00Z"}).encode(),
        document(nights={"deluxe": 4}),
    ],
)
def test_what_is_no_inventory_at_all_is_unreadable(body: bytes) -> None:
    assert refused(body).flaw is Flaw.UNREADABLE


@pytest.mark.parametrize(
    "wrong",
    [
        {"rate": "NaN"},
        {"rate": float("nan")},
        {"rate": "Infinity"},
        {"rate": float("-inf")},
        {"rate": "-1.00"},
        {"rate": -1},
        {"rate": "189,00"},
        {"rate": "$189"},
        {"rate": ""},
        {"rate": None},
        {"rate": True},
        {"rate": {"amount": "189"}},
        {"rate": "0.00"},
        {"rate": "9" * 5000},
        {"rate": "1.23456"},
        {"rooms": -1},
        {"rooms": "4"},
        {"rooms": 2.5},
        {"rooms": True},
        {"rooms": None},
        {"rooms": 10**40},
        {"night": "2026-02-30"},
        {"night": "31/01/2026"},
        {"night": "2026-01-31T00:00:00"},
        {"night": 1769871540},
        {"currency": "dollars"},
        {"currency": None},
        {"room_type": ""},
        {"room_type": "a b"},
        {"room_type": "x" * 100},
        {"room_type": 7},
        {"min_stay": 0},
        {"min_stay": "two"},
    ],
    ids=str,
)
def test_one_wrong_value_refuses_the_whole_answer(wrong: Row) -> None:
    found = refused(document([*rows()[:-1], {**rows()[-1], **wrong}]))
    assert found.flaw is Flaw.WRONG_VALUE
    assert len(found.why) < 300  # what the other side wrote is quoted in part


def test_another_currency_is_refused() -> None:
    found = refused(document([*rows()[:-1], row("suite", DAYS - 1, currency="EUR")]))
    assert found.flaw is Flaw.WRONG_CURRENCY
    assert "suite on 2026-02-02 is in EUR" in found.why


def test_an_empty_list_is_refused_and_is_not_taken_for_sold_out() -> None:
    assert refused(document([])).flaw is Flaw.EMPTY


@pytest.mark.parametrize("half", [rows()[: len(rows()) // 2], rows()[:-1], rows()[1:], [row("suite", 1)]])
def test_half_a_range_is_refused_with_the_first_night_that_is_missing(half: list[Row]) -> None:
    found = refused(document(half))
    assert found.flaw is Flaw.INCOMPLETE
    assert "missing" in found.why


def test_a_room_type_that_is_missing_altogether_is_noticed_where_the_business_names_them() -> None:
    two = [each for each in rows() if each["room_type"] != "suite"]
    assert isinstance(read_inventory(document(two), WANTED), Inventory)
    named = replace(WANTED, room_types=frozenset(TYPES))
    assert refused(document(two), named).flaw is Flaw.INCOMPLETE


def test_a_room_type_that_the_business_does_not_name_is_refused_by_name() -> None:
    named = replace(WANTED, room_types=frozenset(TYPES[:2]))
    found = refused(document(), named)
    assert found.flaw is Flaw.UNKNOWN_ROOM_TYPE
    assert "suite" in found.why


@pytest.mark.parametrize("twice", [row("suite", 0), row("suite", 0, rooms=0), row("suite", 0, rate="1.00")])
def test_a_night_that_is_there_twice_is_refused_also_if_both_say_the_same(twice: Row) -> None:
    found = refused(document([*rows(), twice]))
    assert found.flaw is Flaw.DUPLICATE
    assert "suite on 2026-01-31" in found.why


@pytest.mark.parametrize("day", [-1, DAYS])
def test_a_night_that_was_not_asked_for_is_refused(day: int) -> None:
    assert refused(document([*rows(), row("suite", day)])).flaw is Flaw.NOT_ASKED_FOR


def test_an_older_generation_is_refused_and_the_same_one_is_not() -> None:
    assert refused(document(), replace(WANTED, newest_known=NOW)).flaw is Flaw.OLDER
    assert isinstance(read_inventory(document(), replace(WANTED, newest_known=NOW - MINUTE)), Inventory)


def test_a_generation_from_the_future_is_refused_for_it_would_outdate_all_that_follow() -> None:
    assert refused(document(generated_at="2027-01-01T00:00:00Z")).flaw is Flaw.FROM_THE_FUTURE
    a_little_fast = (NOW + 5 * MINUTE).isoformat()
    assert isinstance(read_inventory(document(generated_at=a_little_fast), WANTED), Inventory)


@pytest.mark.parametrize("status", [400, 401, 403, 404, 418, 429])
def test_a_no_of_the_erp_is_not_asked_again(status: int) -> None:
    outcome, requests = asked(replies(answer(b"{}", status)))
    assert isinstance(outcome, RefusedAnswer)
    assert (outcome.flaw, requests) == (Flaw.DENIED, 1)


@pytest.mark.parametrize(
    ("status", "headers"), [(302, "Location: http://127.0.0.1:1/elsewhere\r\n"), (204, ""), (206, "")]
)
def test_another_status_is_no_inventory_and_a_redirect_is_not_followed(status: int, headers: str) -> None:
    outcome, requests = asked(replies(answer(b"", status, headers)))
    assert isinstance(outcome, RefusedAnswer)
    assert (outcome.flaw, requests) == (Flaw.UNREADABLE, 1)


def test_a_packed_answer_is_not_unpacked() -> None:
    outcome, _ = asked(replies(answer(b"\x1f\x8b", headers="Content-Encoding: gzip\r\n")))
    assert isinstance(outcome, RefusedAnswer)
    assert outcome.flaw is Flaw.TOO_LARGE


def test_errors_of_the_server_are_tried_again_until_it_answers_or_the_tries_are_used_up() -> None:
    broken = answer(b"oh no", 503)
    outcome, requests = asked(replies(broken, broken, answer(document())))
    assert isinstance(outcome, Inventory)
    assert requests == 3
    outcome, requests = asked(replies(broken))
    assert isinstance(outcome, Unreachable)
    assert "503" in outcome.why
    assert requests == 3


def test_the_range_and_the_secret_are_sent_and_the_secret_is_said_nowhere_else() -> None:
    async def ask() -> None:
        async with hostile_erp(replies(answer(b"{}", 403))) as server:
            erp = erp_at(server.url)
            outcome = await erp.inventory(WANTED)
            (request,) = server.requests
            assert request.head.startswith("GET /inventory?from=2026-01-31&to=2026-02-03 HTTP/1.1")
            assert "Bearer s3cret" in request.head
            assert "s3cret" not in f"{erp} {outcome}"

    asyncio.run(ask())


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=8,
)


@given(body=st.binary(max_size=200) | json_values.map(lambda value: json.dumps(value).encode()))
def test_no_bytes_whatever_break_the_reader(body: bytes) -> None:
    assert isinstance(read_inventory(body, WANTED), RefusedAnswer)


@settings(max_examples=200)
@given(
    place=st.integers(0, DAYS * len(TYPES) - 1),
    key=st.sampled_from(["room_type", "night", "rooms", "rate", "currency"]),
    value=json_values,
)
def test_one_value_changed_at_random_never_lets_half_an_inventory_in(place: int, key: str, value: object) -> None:
    nights = rows()
    nights[place][key] = value
    outcome = read_inventory(document(nights), WANTED)
    if isinstance(outcome, Inventory):
        assert {(each.room_type, each.night) for each in outcome.nights} == {
            (name, WANTED.first + timedelta(day)) for name in TYPES for day in range(DAYS)
        }
        assert all(each.rate >= 0 and each.rooms >= 0 and each.currency == "USD" for each in outcome.nights)
