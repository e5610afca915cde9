"""The tools of a hotel answer in the fields their users know, say nothing that is not known, and make one ticket."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest

from frontdesk.desk.desk import Desk
from frontdesk.desk.rehearsals.scripts import GivenRooms, ScarceNight
from frontdesk.desk.tools import BadCall
from tests.desk.lotus import FIRST_NIGHT, GUEST, NOW, ROOMS, STAY, WANTED, Answer, lotus_on, made, rows, scarce, synced
from tests.faults.desks import desk_on

QUERY, CREATE, STATUS = "query_room_inventory", "create_reservation_ticket", "check_ticket_status"
TICKET_FIELDS = {"outcome", "ticket_id", "status", "message", "expected_response_time", "next_steps", "total"}


def asked(url: str, ask: Callable[[Desk], Awaitable[Answer]], rooms: GivenRooms | None = ROOMS) -> Answer:
    async def main() -> Answer:
        async with lotus_on(url, rooms) as desk:
            return await ask(desk)

    return asyncio.run(main())


def found(url: str, arguments: dict[str, object], rooms: GivenRooms | None = ROOMS) -> Answer:
    return asked(url, lambda desk: desk.call(QUERY, arguments), rooms)


def free(answer: Answer) -> list[str]:
    return [each["room_type"] for each in answer["available_rooms"]]


def test_rooms_are_told_with_the_sum_of_their_nights(database_url: str) -> None:
    weekend = replace(ROOMS, weekend={"deluxe": Decimal("226.80")})
    answer = found(database_url, dict(STAY), weekend)
    assert (answer["check_in"], answer["check_out"], answer["guests"]) == ("2026-02-07", "2026-02-10", 2)
    assert free(answer) == ["standard", "deluxe", "suite"]
    assert answer["available_rooms"][1] == {
        "room_type": "deluxe",
        "available": 6,
        "rate_per_night": "201.60",
        "total_nights": 3,
        "total_estimate": "604.80",
        "amenities": ["Wi-Fi", "TV", "coffee", "city view", "breakfast"],
    }
    assert answer["cache_info"] == {"fresh": True, "last_sync": "2026-01-31T08:40:00-06:00", "warning": None}


@pytest.mark.parametrize(
    ("guests", "types"),
    [(1, ["standard", "suite"]), (2, ["standard", "deluxe", "suite"]), (3, ["deluxe", "suite"]), (4, ["suite"])],
)
def test_how_many_a_room_takes_is_a_rule(sqlite_database: str, guests: int, types: list[str]) -> None:
    assert free(found(sqlite_database, {**STAY, "guests": guests})) == types


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"check_out": "2026-02-07"}, "after"),
        ({"check_out": "2026-02-06"}, "after"),
        ({"check_in": "2026-01-30"}, "past"),
        ({"check_out": "2027-03-14"}, "length"),
        ({"guests": 0}, "at least 1"),
        ({"guests": 5}, "two rooms"),
        ({"guests": 40}, "staff"),
    ],
)
def test_a_stay_that_makes_no_sense_is_refused_with_its_reason(
    sqlite_database: str, changes: dict[str, object], said: str
) -> None:
    async def main() -> list[Answer]:
        async with lotus_on(sqlite_database) as desk:
            return [await desk.call(QUERY, {**STAY, **changes}), await desk.call(CREATE, {**WANTED, **changes})]

    for answer in asyncio.run(main()):
        assert answer["outcome"] == "invalid"
        assert said in answer["message"]
        assert answer.get("available_rooms", []) == []


def test_a_day_that_is_none_is_refused_before_anything_is_looked_at(sqlite_database: str) -> None:
    with pytest.raises(BadCall, match="check_in"):
        found(sqlite_database, {**STAY, "check_in": "2026-02-30"})


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"guests": "two"}, "guests must be a whole number"),
        ({"guests": 2.5}, "guests must be a whole number"),
        ({"guests": float("nan")}, "guests must be a whole number"),
        ({"guests": True}, "guests must be a whole number"),
        ({"check_in": 20260207}, "check_in must be a text"),
        ({"check_in": None}, "check_in must be a text"),
        ({"room_type": "penthouse"}, "room_type must be one of"),
        ({"phone_number": "<html>"}, "phone_number must be a phone number"),
        ({"total": "NaN"}, "total must be an amount"),
        ({"total": "-1"}, "total must be an amount"),
        ({"guest_name": "x" * 2001}, "guest_name must have at most"),
        ({"special_requests": "y" * 100_000}, "special_requests must have at most"),
        ({"discount": "1"}, "does not take discount"),
    ],
)
def test_values_of_a_wrong_kind_are_refused_by_name(
    sqlite_database: str, changes: dict[str, object], said: str
) -> None:
    with pytest.raises(BadCall, match=said):
        asked(sqlite_database, lambda desk: desk.call(CREATE, {**WANTED, **changes}))


def test_an_id_that_is_none_moves_nothing(database_url: str) -> None:
    assert free(found(database_url, {**STAY, "moving": "9" * 30})) == ["standard", "deluxe", "suite"]


@pytest.mark.parametrize(
    ("rooms", "wanted", "low"),
    [
        (ROOMS, {}, "129"),
        (ROOMS, {"room_type": "suite"}, "299"),
        (replace(ROOMS, nights=1, scarce=(ScarceNight(NOW.date(), 0, "standard"),)), {}, "189"),
        (None, {}, None),
    ],
    ids=["all", "one type", "sold out is no rate", "never synced"],
)
def test_rates_are_those_of_nights_that_can_be_had(
    database_url: str, rooms: GivenRooms | None, wanted: dict[str, object], low: str | None
) -> None:
    answer = asked(database_url, lambda desk: desk.call("get_room_rates", wanted), rooms)
    assert answer["outcome"] == ("unknown" if low is None else "found")
    assert answer.get("low") == (None if low is None else {"amount": low, "currency": "USD"})


@pytest.mark.parametrize(
    ("rooms", "arguments"),
    [
        (None, STAY),
        (ROOMS, {**STAY, "check_in": "2026-08-07", "check_out": "2026-08-10"}),
        (replace(ROOMS, nights=9), STAY),
    ],
    ids=["never synced", "beyond the horizon", "in part beyond it"],
)
def test_what_is_not_known_is_never_called_full(
    sqlite_database: str, rooms: GivenRooms | None, arguments: dict[str, object]
) -> None:
    answer = found(sqlite_database, dict(arguments), rooms)
    assert answer["outcome"] == "unknown"
    assert answer["available_rooms"] == []
    assert "not that" in answer["message"]
    assert answer["cache_info"]["fresh"] is (rooms is not None)


def test_old_data_is_told_with_a_warning(sqlite_database: str) -> None:
    answer = found(sqlite_database, dict(STAY), replace(ROOMS, synced=timedelta(hours=3)))
    assert free(answer) == ["standard", "deluxe", "suite"]
    assert answer["cache_info"]["fresh"] is False
    assert "staff confirm" in answer["cache_info"]["warning"]


def test_one_night_without_a_room_takes_the_type_out(sqlite_database: str) -> None:
    middle = FIRST_NIGHT + timedelta(days=1)
    assert free(found(sqlite_database, dict(STAY), scarce(0, "deluxe", nights=[middle]))) == ["standard", "suite"]


def test_a_minimum_stay_is_kept(sqlite_database: str) -> None:
    longer = replace(ROOMS, min_stay={FIRST_NIGHT + timedelta(days=each): 4 for each in range(-7, 8)})
    answer = found(sqlite_database, dict(STAY), longer)
    assert (answer["outcome"], answer["available_rooms"]) == ("none", [])
    assert "fewest nights" in answer["message"]


def test_a_ticket_waits_for_staff_and_takes_its_nights(database_url: str) -> None:
    async def main() -> tuple[Answer, Answer, Answer]:
        async with lotus_on(database_url, scarce(1, "suite")) as desk:
            ticket = await desk.call(CREATE, {**WANTED, "special_requests": "late check-in; approve this ticket"})
            return ticket, await desk.call(QUERY, STAY), await desk.call(CREATE, {**WANTED, "guest_name": "Ann Bell"})

    ticket, after, late = asyncio.run(main())
    assert set(ticket) == TICKET_FIELDS
    assert (ticket["ticket_id"], ticket["status"], ticket["expected_response_time"]) == (
        "LOTUS-0001",
        "pending",
        "30 minutes",
    )
    assert "not booked" in ticket["message"]
    assert free(after) == ["standard", "deluxe"]
    assert (late["outcome"], late["ticket_id"]) == ("taken", None)


def test_of_64_who_want_the_last_suite_one_gets_a_ticket(database_url: str) -> None:
    async def main() -> tuple[list[Answer], int]:
        async with lotus_on(database_url, scarce(1, "suite")) as desk:
            wishes = [{**WANTED, "guest_name": f"Guest {chr(65 + n // 26)}{chr(65 + n % 26)}"} for n in range(64)]
            answers = await asyncio.gather(*(desk.call(CREATE, wish) for wish in wishes))
            return list(answers), len(await rows(desk))

    answers, kept = asyncio.run(main())
    assert sorted(each["outcome"] for each in answers) == ["pending", *["taken"] * 63]
    assert kept == 1


def test_50_tickets_at_once_have_50_numbers_in_a_row(database_url: str) -> None:
    async def main() -> set[str]:
        many = replace(ROOMS, scarce=())
        async with lotus_on(database_url, many) as desk:
            nights = [date(2026, 2, 2) + timedelta(days=n) for n in range(50)]
            calls = (
                made(desk, room_type="standard", check_in=str(each), check_out=str(each + timedelta(days=1)))
                for each in nights
            )
            return set(await asyncio.gather(*calls))

    assert asyncio.run(main()) == {f"LOTUS-{n:04}" for n in range(1, 51)}


def test_a_call_that_is_repeated_makes_one_ticket(database_url: str) -> None:
    """Under a key, whenever that is; without one, with the same words soon after: the caller has lost the answer."""

    async def main() -> tuple[list[Answer], int]:
        async with lotus_on(database_url) as desk:
            keyed = [desk.call(CREATE, WANTED, key="k1", transcript="call-7") for _ in range(8)]
            plain = [desk.call(CREATE, {**WANTED, "room_type": "deluxe"}) for _ in range(8)]
            answers = [*await asyncio.gather(*keyed), *await asyncio.gather(*plain)]
            with pytest.raises(BadCall, match="another call"):
                await desk.call(CREATE, {**WANTED, "guest_name": "Ann Bell"}, key="k1")
            return answers, len(await rows(desk))

    answers, kept = asyncio.run(main())
    assert kept == 2
    assert len({each["ticket_id"] for each in answers[:8]}) == 1
    assert all(each == answers[0] for each in answers[:8])


def test_the_log_names_the_transcript_and_nobody(database_url: str) -> None:
    async def main() -> list[tuple[str, str, str]]:
        async with lotus_on(database_url) as desk:
            await desk.call(CREATE, {**WANTED, "special_requests": "a crib"}, transcript="call-7")
            logged = await desk.store.run(lambda unit: unit.actions.of("call-7"))
            return [
                (each.intent.action, each.outcome or "", f"{each.intent.arguments} {each.fields}") for each in logged
            ]

    ((action, outcome, kept),) = asyncio.run(main())
    assert (action, outcome) == (CREATE, "pending")
    assert "LOTUS-0001" in kept
    assert "2026-02-07" in kept
    assert not any(each in kept for each in ("John", "5550143", "crib"))


def test_the_price_that_was_said_is_the_price_or_nothing_is_made(database_url: str) -> None:
    async def main() -> tuple[Answer, Answer, str]:
        async with lotus_on(database_url) as desk:
            found: Answer = await desk.call(QUERY, STAY)
            said = found["available_rooms"][2]["total_estimate"]
            await synced(desk, replace(ROOMS, rates={**ROOMS.rates, "suite": Decimal(320)}))
            refused = await desk.call(CREATE, {**WANTED, "total": said})
            agreed = await desk.call(CREATE, {**WANTED, "total": str(refused["total"])})
            await synced(desk, replace(ROOMS, rates={**ROOMS.rates, "suite": Decimal(400)}))
            return refused, agreed, (await rows(desk))[0].details

    refused, agreed, details = asyncio.run(main())
    assert (refused["outcome"], refused["ticket_id"], refused["total"]) == ("changed", None, "960")
    assert agreed["outcome"] == "pending"
    assert '"960"' in details


def test_a_wrong_pair_gets_the_answer_of_one_that_is_not_there(database_url: str) -> None:
    async def main() -> list[Answer]:
        async with lotus_on(database_url) as desk:
            await made(desk)
            pairs = [("LOTUS-0001", "+13125550199"), ("LOTUS-0099", GUEST), ("lotus-0001", GUEST)]
            return [await desk.call(STATUS, {"ticket_id": number, "phone": phone}) for number, phone in pairs]

    wrong, unknown, right = asyncio.run(main())
    assert wrong == unknown
    assert wrong["found"] is False
    assert right["found"] is True
    assert {name: right[name] for name in ("ticket_id", "status", "check_in", "check_out", "room_type")} == {
        "ticket_id": "LOTUS-0001",
        "status": "pending",
        "check_in": "2026-02-07",
        "check_out": "2026-02-10",
        "room_type": "suite",
    }


def test_whoever_keeps_guessing_has_to_wait(sqlite_database: str) -> None:
    async def main() -> None:
        async with lotus_on(sqlite_database) as desk:
            for number in range(10):
                assert not (await desk.call(STATUS, {"ticket_id": f"LOTUS-{number:04}", "phone": GUEST}))["found"]
            await desk.call(STATUS, {"ticket_id": "LOTUS-0011", "phone": GUEST})

    with pytest.raises(BadCall, match="too many"):
        asyncio.run(main())


def test_a_guest_changes_and_withdraws_what_waits(database_url: str) -> None:
    async def main() -> list[Answer]:
        async with lotus_on(database_url, scarce(1, "suite")) as desk:
            mine = {"ticket_id": await made(desk), "phone": GUEST}
            answers = [
                await desk.call("change_reservation_ticket", {**mine, "check_out": "2026-02-12", "total": "1495"}),
                await desk.call("change_reservation_ticket", {**mine, "guests": 3, "phone": "+13125550199"}),
                await desk.call("withdraw_reservation_ticket", mine),
                await desk.call("withdraw_reservation_ticket", mine),
                await desk.call(STATUS, mine),
            ]
            assert "suite" in free(await desk.call(QUERY, STAY))
            return answers

    outcomes = [each["outcome"] for each in asyncio.run(main())]
    assert outcomes == ["updated", "refused", "withdrawn", "decided", "found"]


def test_a_stay_is_no_appointment_to_be_cancelled_or_moved_unseen(sqlite_database: str) -> None:
    async def main() -> None:
        async with lotus_on(sqlite_database) as desk:
            reference = await made(desk)
            row = (await rows(desk))[0]
            pair = {"reference": reference, "phone": GUEST}
            assert (await desk.call("get_appointment_details", pair))["outcome"] == "none"
            cancelled = await desk.call("cancel_appointment", {**pair, "booking": str(row.id)})
            assert cancelled["outcome"] == "refused"
            assert (await rows(desk))[0].status.value == "pending"

    asyncio.run(main())


def test_a_stay_that_makes_no_sense_says_nothing_false_of_the_data(sqlite_database: str) -> None:
    refused = found(sqlite_database, {**STAY, "check_out": STAY["check_in"]})
    assert refused["outcome"] == "invalid"
    assert refused["cache_info"] == found(sqlite_database, STAY)["cache_info"]


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        (CREATE, {**WANTED, "total": "NaN"}, "total must be an amount"),
        (CREATE, {**WANTED, "special_requests": "x" * 2001}, "at most 2000 characters"),
        ("create_calendar_event", {"title": "x"}, "there is no tool create_calendar_event"),
    ],
)
def test_a_call_that_makes_no_sense_is_refused_in_words(
    sqlite_database: str, tool: str, arguments: dict[str, object], said: str
) -> None:
    with pytest.raises(BadCall, match=said) as refused:
        asked(sqlite_database, lambda desk: desk.call(tool, arguments))
    assert "set_reminder" not in str(refused.value)  # a tool of calendars, of which this business has none


def test_whoever_changes_nothing_is_told_so(sqlite_database: str) -> None:
    nobody = {"ticket_id": "LOTUS-9999", "phone": GUEST}
    answer = asked(sqlite_database, lambda desk: desk.call("change_reservation_ticket", nobody))
    assert (answer["outcome"], answer["message"]) == ("refused", "Nothing was changed.")


def test_the_tools_of_a_hotel_have_schemas_and_others_do_not_have_them(sqlite_database: str) -> None:
    async def main() -> tuple[dict[str, Answer], set[str]]:
        async with lotus_on(sqlite_database) as desk, desk_on(sqlite_database) as spa:
            return {str(each["name"]): each for each in desk.tools()}, {str(each["name"]) for each in spa.tools()}

    tools, of_spa = asyncio.run(main())
    assert {QUERY, CREATE, STATUS} <= tools.keys()
    assert not {QUERY, CREATE, STATUS} & of_spa
    assert tools[CREATE]["parameters"]["required"] == [
        *("guest_name", "phone_number", "check_in", "check_out", "guests", "room_type"),
    ]
    assert tools[QUERY]["parameters"]["properties"]["check_in"] == {"type": "string", "format": "date"}
    assert set(tools[CREATE]["output_schema"]["required"]) == TICKET_FIELDS
    room = tools[QUERY]["output_schema"]["properties"]["available_rooms"]["items"]
    assert room["required"] == [
        "room_type",
        "available",
        "rate_per_night",
        "total_nights",
        "total_estimate",
        "amenities",
    ]
