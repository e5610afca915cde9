"""The travel desk: its timetable, its last seat, many guests at once, and its flow as the design writes it."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from click.testing import CliRunner

from frontdesk.cli import main
from frontdesk.desk.desk import Desk
from frontdesk.desk.house import House, open_house
from frontdesk.desk.testing import rehearse
from frontdesk.dialogue.values import Money, Value
from frontdesk.storage.rows import BookingRow
from frontdesk.storage.store import Store

Answer: TypeAlias = dict[str, Any]
FLIGHTS = Path(__file__).parents[2] / "examples" / "flights"
NOW = datetime(2025, 12, 9, 12, tzinfo=UTC)
WANTED = "book a flight from Madrid to Paris on December 15th"
TRIP: dict[str, Value] = {"origin": "madrid", "destination": "paris", "departure_date": date(2025, 12, 15)}
CHEAPEST, NEXT = ("95", 4), ("107", 6)  # prices of that day, and how many seats there are for them


@cache
def travel_desk() -> House:
    return open_house(FLIGHTS)


@asynccontextmanager
async def desk_on(url: str, house: House | None = None) -> AsyncIterator[Desk]:
    """Open a desk as `Desk.open` does, without loading the business again."""
    store = await Store.open(url)
    try:
        yield Desk(house or travel_desk(), store, lambda: NOW)
    finally:
        store.close()


async def talk(desk: Desk, conversation: str, *lines: str) -> Answer:
    answer: Answer = {}
    for line in lines:
        answer = await desk.say(line, conversation=conversation)
    return answer


async def sold(desk: Desk) -> tuple[BookingRow, ...]:
    span = NOW, NOW + timedelta(days=100)
    return await desk.store.run(lambda unit: unit.bookings.starting(desk.house.business.id, *span))


def outcomes(answer: Answer) -> list[str]:
    return [did["outcome"] for did in answer["did"]]


def amount_of(price: Value) -> Decimal:
    """Return a price as a number; a price is in dollars."""
    assert isinstance(price, Money)
    assert price.currency == "USD"
    return price.amount


def test_every_two_cities_have_flights_on_each_of_the_next_90_days() -> None:
    cities = [each.id for each in travel_desk().business.resources.values() if each.kind == "city"]
    assert len(cities) == 12
    days = [NOW.date() + timedelta(days=ahead) for ahead in range(91)]
    with rehearse(FLIGHTS, NOW) as rehearsal:
        for place, (origin, destination) in enumerate(permutations(cities, 2)):
            # Each pair on some days, all pairs together on every day many times: the timetable knows no pairs by name.
            for day in days[place % 13 :: 13]:
                trip: dict[str, Value] = {"origin": origin, "destination": destination, "departure_date": day}
                found = rehearsal.act("search_flights", trip)
                assert found.offer is not None, trip
                flights = found.offer.options
                assert len(flights) >= 3, trip
                assert {flight.fields["start"].date() for flight in flights} == {day}  # type: ignore[union-attr]  # a moment
                assert all(flight.fields["start"] > NOW for flight in flights)  # type: ignore[operator]  # a moment
                prices = [amount_of(flight.fields["price"]) for flight in flights]
                assert amount_of(found.fields["price"]) == min(prices)
                assert len(set(prices)) > 1


async def all_say_yes(url: str, guests: int, workers: int) -> tuple[list[Answer], tuple[BookingRow, ...]]:
    """Bring each guest to the same summary and let all say yes at once, on several desks."""
    async with AsyncExitStack() as stack:
        desks = [await stack.enter_async_context(desk_on(url)) for _ in range(workers)]
        for number in range(guests):
            asked = await talk(desks[number % workers], f"guest-{number}", WANTED)
            assert asked["position"] == "confirming"
            assert f"${CHEAPEST[0]}" in asked["reply"]
        yeses = (desks[number % workers].say("yes", conversation=f"guest-{number}") for number in range(guests))
        answers = list(await asyncio.gather(*yeses))
        return answers, await sold(desks[0])


@pytest.mark.parametrize("workers", [1, 2])
def test_the_last_seat_is_sold_once_and_the_rest_see_the_next_price(database_url: str, workers: int) -> None:
    answers, rows = asyncio.run(all_say_yes(database_url, 20, workers))
    won = [answer for answer in answers if outcomes(answer) == ["booked"]]
    lost = [answer for answer in answers if outcomes(answer) == ["taken", "found"]]
    assert (len(won), len(lost), len(rows)) == (CHEAPEST[1], 20 - CHEAPEST[1], CHEAPEST[1])
    for answer in won:
        assert [row["price"] for row in answer["bookings"]] == [CHEAPEST[0]]
    for answer in lost:
        assert (answer["position"], answer["bookings"]) == ("confirming", [])
        assert f"${NEXT[0]}" in answer["reply"]
        assert "booked" not in answer["reply"]


def test_when_every_seat_of_the_day_is_sold_there_is_no_flight() -> None:
    with rehearse(FLIGHTS, NOW) as rehearsal:
        prices: list[Decimal] = []
        while (found := rehearsal.act("search_flights", TRIP)).outcome == "found":
            prices.append(amount_of(found.fields["price"]))
            assert rehearsal.act("confirm_flight_booking", {**TRIP, "price": found.fields["price"]}).outcome == "booked"
        assert found.outcome == "none"
        refused = rehearsal.act("confirm_flight_booking", {**TRIP, "price": Decimal(CHEAPEST[0])})
        assert refused.outcome == "taken"
    assert len(prices) == 37
    assert prices == sorted(prices)


def test_nothing_is_sold_at_a_price_that_is_not_the_price() -> None:
    with rehearse(FLIGHTS, NOW) as rehearsal:
        for price in ("94", "96", "0"):
            assert rehearsal.act("confirm_flight_booking", {**TRIP, "price": Decimal(price)}).outcome == "taken"
        dear = rehearsal.act("confirm_flight_booking", {**TRIP, "price": Decimal(119), "flight": "WF1021"})
        assert dear.outcome == "booked"


async def two_at_once(url: str) -> tuple[list[Answer], list[Answer]]:
    first = ("I want to book a flight", "Madrid", "Barcelona", "Tomorrow", "yes")
    second = ("I want to book a flight", "Denver", "Seattle", "December 20", "yes")
    async with desk_on(url) as desk:
        both = [
            await asyncio.gather(desk.say(one, conversation="one"), desk.say(two, conversation="two"))
            for one, two in zip(first, second, strict=True)
        ]
    return [pair[0] for pair in both], [pair[1] for pair in both]


def test_two_guests_at_once_never_see_each_others_words(database_url: str) -> None:
    one, two = asyncio.run(two_at_once(database_url))
    for answers, others in ((one, ("Denver", "Seattle")), (two, ("Madrid", "Barcelona"))):
        assert outcomes(answers[-1]) == ["booked"]
        assert len(answers[-1]["bookings"]) == 1
        assert [answer for answer in answers if any(city in repr(answer) for city in others)] == []


async def said_twice(url: str) -> tuple[list[Answer], int]:
    async with desk_on(url) as desk, desk_on(url) as other:
        await desk.say(WANTED, conversation="c1", message_id="m1")
        yeses = (each.say("yes", conversation="c1", message_id="m2") for each in (desk, other, desk, other))
        return list(await asyncio.gather(*yeses)), len(await sold(desk))


def test_a_message_that_is_delivered_twice_is_answered_once(database_url: str) -> None:
    answers, bookings = asyncio.run(said_twice(database_url))
    assert [answer for answer in answers if answer != answers[0]] == []
    assert (outcomes(answers[0]), bookings) == (["booked"], 1)


async def deploy_between(url: str, newer: House) -> list[Answer]:
    async with desk_on(url) as desk:
        await talk(desk, "c1", "book a flight", "Madrid", "Paris")
        desk.house = newer
        going_on = await talk(desk, "c1", "December 15")
        booked = await talk(desk, "c1", "yes")
        anew = await talk(desk, "c1", "book a flight", "Boston", "Miami", "December 15")
        return [going_on, booked, anew]


def test_a_conversation_goes_on_with_its_own_version_of_the_flow(tmp_path: Path, database_url: str) -> None:
    folder = shutil.copytree(FLIGHTS, tmp_path / "flights", ignore=shutil.ignore_patterns("*.db*"))
    flow = folder / "flows" / "book.yaml"
    text = flow.read_text(encoding="utf-8")
    flow.write_text(text.replace("I found flights for your trip:", "Here is your trip:"), encoding="utf-8")
    going_on, booked, anew = asyncio.run(deploy_between(database_url, open_house(folder)))
    assert "I found flights for your trip:" in going_on["reply"]
    assert outcomes(booked) == ["booked"]
    assert "Here is your trip:" in anew["reply"]


AS_WRITTEN = """\
flows:
  book_flight:
    description: Book a flight
    trigger: ["book a flight", "fly from {origin} to {destination}"]
    slots:
      origin: {type: city, ask: "Where do you fly from?"}
      destination: {type: city, ask: "Where to?"}
      departure_date: {type: day, ask: "On which day?"}
    steps:
      - step: ask_origin
        type: collect
        slot: origin
      - step: ask_destination
        type: collect
        slot: destination
      - step: ask_date
        type: collect
        slot: departure_date
      - step: search
        type: action
        call: search_flights
        map_outputs: {price: price}
        on: {none: no_flights}
        next: ask_confirmation
      - step: no_flights
        type: say
        message: There is no flight from {origin} to {destination} on {departure_date}.
        next: ask_date            # leads back to a collect, so departure_date is cleared and asked
      - step: ask_confirmation
        type: confirm
        message: |
          I found flights for your trip:
          - From: {origin}
          - To: {destination}
          - Date: {departure_date}
          - Price: ${price}
          Would you like to confirm this booking?
      - step: confirm_booking
        type: action
        call: confirm_flight_booking
        map_outputs: {booking_ref: booking_ref, confirmation: confirmation}
        on: {taken: search, unknown: pass_to_staff}
      - step: done
        type: say
        message: "{confirmation} Your reference is {booking_ref}."
        next: end
      - step: pass_to_staff
        type: handoff
"""


def with_flow(tmp_path: Path, text: str) -> Path:
    """Return a copy of the business that has this flow for its only one."""
    folder = shutil.copytree(FLIGHTS, tmp_path / "flights", ignore=shutil.ignore_patterns("*.db*"))
    shutil.rmtree(folder / "flows")
    shutil.rmtree(folder / "conversations")
    (folder / "flows").mkdir()
    (folder / "flows" / "book.yaml").write_text(text, encoding="utf-8")
    return folder


def test_the_flow_of_the_design_runs_as_it_is_written_there(tmp_path: Path) -> None:
    with rehearse(with_flow(tmp_path, AS_WRITTEN), NOW) as rehearsal:
        asked = [rehearsal.say(line)["asking"] for line in ("book a flight", "Madrid", "Barcelona")]
        assert asked == ["origin", "destination", "departure_date"]
        none = rehearsal.say("July 1")
        assert none["asking"] == "departure_date"
        summary = str(rehearsal.say("tomorrow")["reply"])
        for line in ("- From: Madrid", "- To: Barcelona", "- Date: Wednesday, December 10", "- Price: $54"):
            assert line in summary.splitlines()
        booked: Answer = rehearsal.say("Yes, please confirm")
        assert [row["price"] for row in booked["bookings"]] == ["54"]
        assert booked["bookings"][0]["reference"] in booked["reply"]


# What is changed in the flow: before, after, the line that is then refused, and the rule that it breaks.
MISTAKES = {
    "a circle that waits for nobody": ("next: ask_date", "next: search", "step: search", "endless_turn"),
    "a no that books": (
        "type: confirm\n",
        "type: confirm\n        on_no: confirm_booking\n",
        "step: confirm_booking",
        "unconfirmed",
    ),
    "an unknown key": ("slot: origin\n", "slot: origin\n        retries: 2\n", "retries: 2", "unknown_key"),
    "an empty slot": ("message: There is no", "message: At {price} there is no", "step: no_flights", "may_be_empty"),
    "no answer": ("on: {taken: search, ", "on: {", "step: confirm_booking", "unanswered_outcome"),
    "a missing target": ("on: {none: no_flights}", "on: {none: no_flight}", "none: no_flight}", "unknown_step"),
    "a step that nothing leads to": (
        "      - step: pass_to_staff",
        "      - {step: lost, type: say, message: Lost., next: end}\n      - step: pass_to_staff",
        "step: lost",
        "unreachable",
    ),
}


@pytest.mark.parametrize(("before", "after", "there", "rule"), MISTAKES.values(), ids=MISTAKES.keys())
def test_a_flow_with_a_mistake_is_refused_with_file_and_line(
    tmp_path: Path, before: str, after: str, there: str, rule: str
) -> None:
    assert before in AS_WRITTEN
    wrong = AS_WRITTEN.replace(before, after, 1)
    line = next(number for number, text in enumerate(wrong.splitlines(), start=1) if there in text)
    folder = with_flow(tmp_path, wrong)
    checked = CliRunner().invoke(main, ["check", str(folder)])
    assert checked.exit_code == 1
    found = [text for text in checked.output.splitlines() if text.startswith(f"{folder}/flows/book.yaml:{line}: ")]
    assert [text for text in found if text.endswith(f"[{rule}]")], checked.output
