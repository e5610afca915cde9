"""The actions of the desk with places and tables: taken for a party, kept with the booking, given back once."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import create_engine, text

from frontdesk.desk.actions.calls import Ended
from frontdesk.desk.cards import openings_in_month, receipt
from frontdesk.desk.rehearsals.conversation_files import read_conversations
from frontdesk.desk.rehearsals.rehearsing import stage
from frontdesk.desk.rehearsals.scripts import Says
from frontdesk.desk.testing import Rehearsal
from frontdesk.dialogue.values import Item, Value
from frontdesk.scheduling.booking import Status, moment_key
from frontdesk.storage.pools import PoolWindow
from frontdesk.storage.rows import BookingRow
from frontdesk.storage.schema import counted_claims, pools
from tests.desk.bistros import bistro
from tests.faults.desks import MED_SPA, outcomes, row_counts
from tests.faults.desks import NOW as SPA_NOW

HARBOUR = Path(__file__).parents[2] / "examples" / "harbour"
NOW = datetime(2026, 5, 6, 9, tzinfo=ZoneInfo("America/New_York"))
SATURDAY = date(2026, 5, 9)
TEN, TWO = time(10), time(14)
CONTACT: dict[str, Value] = {"name": "Mia Stone", "phone": "+12075550142"}


@pytest.fixture
def desk() -> Iterator[Rehearsal]:
    with Rehearsal(HARBOUR, NOW) as opened:
        yield opened


@pytest.fixture
def restaurant(tmp_path: Path) -> Iterator[Rehearsal]:
    with Rehearsal(bistro(tmp_path), NOW) as opened:
        yield opened


def look(desk: Rehearsal, party: Value | None, at: time | None = TEN, **more: Value) -> Ended:
    asked: dict[str, Value] = {"service_type": "harbour_tour", "date": SATURDAY, **more}
    asked |= {} if party is None else {"party": party}
    asked |= {} if at is None else {"time": at}
    return desk.act("check_availability", asked)


def exactly(found: Ended) -> str:
    assert found.offer is not None
    assert found.offer.exact is not None, found
    return found.offer.exact


def book(desk: Rehearsal, opening: str, party: Value | None = None, service: str = "harbour_tour") -> Ended:
    asked: dict[str, Value] = {"opening": opening, "service_type": service, **CONTACT}
    return desk.act("book_appointment", asked if party is None else {**asked, "party": party})


def left(desk: Rehearsal, at: time = TEN) -> int:
    """Return how many places a tour has left, as a search for one person says."""
    found = look(desk, 1, at)
    if found.offer is None or found.offer.exact is None:
        return 0
    option = next(each for each in found.offer.options if each.id == found.offer.exact)
    places = option.fields["places"]
    assert isinstance(places, int)
    return places


def rows(desk: Rehearsal) -> tuple[BookingRow, ...]:
    span = datetime(2026, 1, 1, tzinfo=desk.desk.business.zone), datetime(2027, 1, 1, tzinfo=desk.desk.business.zone)
    return desk.desk.work(lambda unit: unit.bookings.starting(desk.desk.business.id, *span))


def counted(desk: Rehearsal) -> int:
    """Return how many places are taken by the counter itself."""
    window = PoolWindow("harbour", ("session:harbour_tour",), "2026", "2027")
    return sum(desk.desk.work(lambda unit: unit.pools.taken(window, desk.desk.now())).values())


def test_a_booking_takes_as_many_places_as_people_and_keeps_how_many(desk: Rehearsal) -> None:
    assert book(desk, exactly(look(desk, 4)), 4).outcome == "booked"
    assert left(desk) == 8
    assert [(row.party, row.service) for row in rows(desk)] == [(4, "harbour_tour")]
    assert book(desk, exactly(look(desk, None)), None).outcome == "booked"
    assert (left(desk), rows(desk)[1].party) == (7, 1)


def test_a_party_that_does_not_fit_is_told_how_many_places_are_left(desk: Rehearsal) -> None:
    opening = exactly(look(desk, 10))
    assert book(desk, opening, 10).outcome == "booked"
    found = look(desk, 3)
    assert (found.fields["finding"], found.fields["places"]) == ("taken", 2)
    assert book(desk, opening, 3).outcome == "taken"
    assert book(desk, opening, 2).outcome == "booked"
    assert "places" not in look(desk, 1).fields


@pytest.mark.parametrize(
    ("party", "finding", "most"),
    [(13, "too_many", 12), (0, "no_party", None), (-4, "no_party", None), (Decimal("2.5"), "no_party", None)],
)
def test_a_party_that_cannot_be_is_refused(desk: Rehearsal, party: Value, finding: str, most: int | None) -> None:
    found = look(desk, party)
    assert (found.outcome, found.fields["finding"], found.fields.get("most")) == ("invalid", finding, most)
    assert found.offer is None
    assert book(desk, exactly(look(desk, 1)), party).outcome in {"refused", "taken"}
    assert counted(desk) == 0


def reference_of(ended: Ended) -> str:
    assert ended.outcome == "booked"
    return str(ended.fields["reference"])


def change(desk: Rehearsal, action: str, reference: str, **more: Value) -> Ended:
    row = next(row for row in rows(desk) if row.reference == reference)
    return desk.act(action, {"booking": str(row.id), "reference": reference, "phone": CONTACT["phone"], **more})


def test_moving_takes_the_party_along_and_gives_the_old_places_back(desk: Rehearsal) -> None:
    reference = reference_of(book(desk, exactly(look(desk, 12)), 12))
    row = rows(desk)[0]
    opening = exactly(look(desk, None, TWO, moving=str(row.id)))
    assert change(desk, "reschedule_appointment", reference, opening=opening).outcome == "booked"
    assert (left(desk, TEN), left(desk, TWO), counted(desk)) == (12, 0, 12)
    assert rows(desk)[0].party == 12


def test_a_booking_may_grow_where_it_is(desk: Rehearsal) -> None:
    reference = reference_of(book(desk, exactly(look(desk, 8)), 8))
    row = rows(desk)[0]
    opening = exactly(look(desk, 12, moving=str(row.id)))
    grown = change(desk, "reschedule_appointment", reference, opening=opening, party=12)
    assert (grown.outcome, rows(desk)[0].party, counted(desk)) == ("booked", 12, 12)


def test_a_move_that_does_not_fit_leaves_all_as_it_was(desk: Rehearsal) -> None:
    reference = reference_of(book(desk, exactly(look(desk, 4)), 4))
    afternoon = exactly(look(desk, 1, TWO))
    book(desk, afternoon, 9)
    assert change(desk, "reschedule_appointment", reference, opening=afternoon).outcome == "taken"
    assert (left(desk, TEN), left(desk, TWO)) == (8, 3)


def test_cancelling_gives_places_back_once(desk: Rehearsal) -> None:
    reference = reference_of(book(desk, exactly(look(desk, 5)), 5))
    other = reference_of(book(desk, exactly(look(desk, 2)), 2))
    assert change(desk, "cancel_appointment", reference).outcome == "cancelled"
    assert change(desk, "cancel_appointment", reference).outcome == "refused"
    assert (left(desk), counted(desk)) == (10, 2)
    assert {row.reference: row.status for row in rows(desk)}[other] is Status.BOOKED


def test_a_hold_keeps_places_from_others_and_not_from_its_own_conversation(desk: Rehearsal) -> None:
    opening = exactly(look(desk, 12))
    held = desk.act("hold_opening", {"opening": opening, "party": 12})
    assert held.outcome == "held"
    assert left(desk) == 12
    desk.conversation = "another"
    assert left(desk) == 0
    assert desk.act("hold_opening", {"opening": opening, "party": 1}).outcome == "taken"


def test_who_chooses_another_time_lets_the_first_go(desk: Rehearsal) -> None:
    for at in (TEN, TWO):
        assert desk.act("hold_opening", {"opening": exactly(look(desk, 12, at)), "party": 12}).outcome == "held"
    desk.conversation = "another"
    assert (left(desk, TEN), left(desk, TWO)) == (12, 0)


def test_a_conversation_that_is_left_gives_back_what_it_held(desk: Rehearsal) -> None:
    desk.say("a harbour tour for 12 people on saturday at 10am")
    assert counted(desk) == 12
    desk.say("never mind")
    assert counted(desk) == 0


def test_an_opening_says_where_it_is(desk: Rehearsal) -> None:
    found = look(desk, 1)
    assert found.offer is not None
    assert found.offer.options[0].fields["location"] == Item("location", "pier")
    assert look(desk, 1, location="marina").outcome == "invalid"
    book(desk, exactly(look(desk, 1)), 1)
    assert rows(desk)[0].details == '{"location": "pier"}'


def test_a_calendar_shows_what_has_room_for_the_party(desk: Rehearsal) -> None:
    reference_of(book(desk, exactly(look(desk, 10)), 10))
    mine = reference_of(book(desk, exactly(look(desk, 4, TWO)), 4))
    row = next(row for row in rows(desk) if row.reference == mine)
    house, now = desk.desk.desk.house, desk.desk.now()

    def shown(party: int | None, moving: int) -> list[str]:
        found = desk.desk.work(
            lambda unit: openings_in_month(
                house, unit, ("harbour_tour",), None, SATURDAY, SATURDAY, now, moving, party=party
            )
        )
        return [f"{each.start:%H:%M}" for each in (found or {})[SATURDAY]]

    assert (shown(None, 0), shown(2, 0), shown(3, 0), shown(9, 0)) == (["10:00", "14:00"],) * 2 + (["14:00"], [])
    assert shown(None, row.id) == ["14:00"], "a booking that is moved takes its party along"
    assert shown(9, row.id) == ["14:00"], "and does not stand in its own way"


def test_a_receipt_says_for_how_many_it_is_and_where(desk: Rehearsal) -> None:
    book(desk, exactly(look(desk, 4)), 4)
    shown = receipt(desk.desk.desk.house, rows(desk)[0])
    assert {row.slot: row.text for row in shown.rows} | {"name": "", "phone": ""} == {
        "day": "Saturday, May 9",
        "time": "10 AM to 11:30 AM",
        "party": "4",
        "location": "Long Pier",
        "name": "",
        "phone": "",
    }
    assert shown.address.startswith("Long Pier, 20")


def test_a_larger_party_gets_two_tables_that_go_together_and_nobody_sits_twice(restaurant: Rehearsal) -> None:
    seven: dict[str, Value] = {"service_type": "dinner", "date": SATURDAY, "time": time(19)}

    def reserved(party: int, *areas: str) -> tuple[str, ...]:
        wishes: dict[str, Value] = {"area": tuple(Item("area", each) for each in areas)} if areas else {}
        found = restaurant.act("check_availability", {**seven, "party": party, **wishes})
        if found.offer is None or found.offer.exact is None:
            return (str(found.fields["finding"]),)
        ended = book(restaurant, found.offer.exact, party, "dinner")
        assert ended.outcome == "booked"
        (row,) = [row for row in rows(restaurant) if row.reference == ended.fields["reference"]]
        assert row.party == party
        return tuple(claim.resource for claim in restaurant.desk.work(lambda unit: unit.bookings.claimed(row.id)))

    assert reserved(40) == ("too_many",)
    assert reserved(5, "patio") == ("too_many",)
    assert reserved(3, "inside", "patio") == ("corner",)
    assert reserved(3, "inside", "patio") == ("tree",)
    assert reserved(6) == ("taken",)
    cancelled = next(row for row in rows(restaurant) if row.party == 3)
    change(restaurant, "cancel_appointment", cancelled.reference)
    assert reserved(6) == ("corner", "window")
    assert reserved(1) == ("taken",)


def test_a_list_of_ones_own_is_asked_for_and_shown(restaurant: Rehearsal) -> None:
    restaurant.say("a table for 2 people on saturday at 7pm")
    assert restaurant.say("the terrace")["asking"] == "occasion"
    answer = restaurant.say("birthday")
    assert answer["asking"] == "name"
    restaurant.say("Mia Stone")
    reply = str(restaurant.say("207 555 0142")["reply"])
    assert "the patio" in reply
    assert "a birthday" in reply
    booked = restaurant.say("yes")["bookings"]
    assert isinstance(booked, list)
    assert [(each["party"], each["area"]) for each in booked] == [(2, "patio")]


def test_a_business_without_counted_things_never_asks_for_them() -> None:
    """The counters are taken away: whoever looked at them would break."""
    with Rehearsal(MED_SPA, SPA_NOW, guest="+12125550142") as spa:
        engine = create_engine(str(spa.desk.desk.store.workers.engine.url))
        with engine.begin() as connection:
            connection.execute(text("DROP TABLE pools"))
        engine.dispose()
        for line in ("botox tomorrow at 10am", "Ann Miller", "skip"):
            spa.say(line)
        assert outcomes(spa.say("yes")) == [("book_appointment", "booked")]
        for line in ("move it to friday", "the first one"):
            spa.say(line)
        assert outcomes(spa.say("yes")) == [("reschedule_appointment", "booked")]
        spa.say("cancel my appointment")
        assert outcomes(spa.say("yes")) == [("cancel_appointment", "cancelled")]


SENTENCE = "blub blub the fnord"  # no reader will ever make anything of it


@pytest.mark.parametrize(
    ("said", "asks", "waiting", "told"),
    [
        (SENTENCE, "choice", (SENTENCE,), "waiting"),
        ("a harbour tour for 4 people on saturday", "choice", ("a harbour tour for 4 people on saturday",), "passes"),
        ("a harbour tour for 4 people on saturday", "choice", (), "ok"),
        (SENTENCE, "choice", (), "failed"),
    ],
)
def test_a_file_that_waits_for_a_sentence_is_counted_apart(
    said: str, asks: str, waiting: tuple[str, ...], told: str
) -> None:
    house = Rehearsal(HARBOUR).desk.desk.house
    path = HARBOUR / "conversations" / "book" / "for_four_without_people.yaml"
    (script,) = read_conversations(HARBOUR, house, [path]).scripts
    turn = script.happenings[0]
    assert isinstance(turn, Says)
    changed = replace(turn, text=said, expected=replace(turn.expected, ask=asks))
    with stage() as here:
        (result,) = here.run(house, replace(script, happenings=(changed,), waiting=waiting))
    got = "ok" if result.failure is None else "failed"
    if result.waiting is not None:
        got = "waiting"
    elif result.failure is not None and result.failure.differences[0].what == "waiting":
        got = "passes"
    assert got == told


def test_a_file_cannot_wait_for_what_nobody_says(tmp_path: Path) -> None:
    house = Rehearsal(HARBOUR).desk.desk.house
    file = tmp_path / "conversations" / "odd.yaml"
    file.parent.mkdir()
    file.write_text("about: x\nnow: 2026-05-06T09:00\nwaiting: a tuor\nturns: [{guest: a tour}]\n")
    (finding,) = read_conversations(tmp_path, house).findings
    assert (finding.rule, finding.line, finding.suggestion) == ("unsaid", 3, "a tour")


def test_counters_are_named_by_the_moment_in_utc(desk: Rehearsal) -> None:
    book(desk, exactly(look(desk, 1)), 1)
    url = str(desk.desk.desk.store.workers.engine.url)
    assert row_counts(url, (pools, counted_claims)) == {"pools": 1, "counted_claims": 1}
    zone = desk.desk.business.zone
    assert moment_key(datetime.combine(SATURDAY, TEN, zone)) == "2026-05-09T14:00Z"
