"""The flight of the design is read as it is written there, and books what was shown."""

from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from frontdesk.dialogue.conversation import Collecting, Confirming, Conversation, Idle
from frontdesk.dialogue.decide import Decision, decide
from frontdesk.dialogue.effects import CallStaff, RunAction, Say
from frontdesk.dialogue.events import ActionEnded, GuestSpoke
from frontdesk.dialogue.flow import Flows
from frontdesk.dialogue.meanings import Affirm, Inform, Meaning, StartFlow
from frontdesk.dialogue.values import Item, Money, Value
from frontdesk.flows import Loaded
from tests.flows.sample import load_files

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
TRIP: tuple[Meaning, ...] = (
    StartFlow("book_flight", ""),
    Inform("origin", Item("city", "madrid"), ""),
    Inform("destination", Item("city", "oslo"), ""),
    Inform("departure_date", date(2026, 3, 9), ""),
)
PRICE: dict[str, Value] = {"price": Money(Decimal(90), "EUR")}


@pytest.fixture
def flows(tmp_path: Path) -> Flows:
    text = (Path(__file__).parent / "right" / "book_flight.yaml").read_text(encoding="utf-8")
    loaded = load_files(tmp_path, {"flows/main.yaml": text})
    assert isinstance(loaded, Loaded), loaded
    return loaded.flows


def ended(decision: Decision, flows: Flows, outcome: str, fields: dict[str, Value] | None = None) -> Decision:
    (action,) = (effect for effect in decision.effects if isinstance(effect, RunAction))
    return decide(decision.conversation, ActionEnded(action.key, outcome, NOW, fields or {}), flows)


def said(decision: Decision, *meanings: Meaning, flows: Flows) -> Decision:
    return decide(decision.conversation, GuestSpoke(meanings, NOW), flows)


def test_a_day_without_a_flight_is_emptied_and_asked_for(flows: Flows) -> None:
    searching = said(Decision(Conversation("c", "b")), *TRIP, flows=flows)
    sorry = ended(searching, flows, "none")
    assert sorry.conversation.position == Collecting("ask_date", "departure_date", 1)
    assert next(effect.phrase for effect in sorry.effects if isinstance(effect, Say)) == "book_flight.no_flights"


def test_a_flight_that_is_taken_is_searched_and_confirmed_anew(flows: Flows) -> None:
    searching = said(Decision(Conversation("c", "b")), *TRIP, flows=flows)
    asking = ended(searching, flows, "found", PRICE)
    assert isinstance(asking.conversation.position, Confirming)
    booking = said(asking, Affirm(""), flows=flows)
    taken = ended(booking, flows, "taken")
    anew = ended(taken, flows, "found", {"price": Money(Decimal(120), "EUR")})
    assert isinstance(anew.conversation.position, Confirming)
    assert anew.conversation.position.digest != asking.conversation.position.digest
    booked = ended(said(anew, Affirm(""), flows=flows), flows, "booked", {"booking_ref": "X1", "confirmation": "Done."})
    assert booked.conversation.position == Idle()
    (last,) = (effect for effect in booked.effects if isinstance(effect, Say))
    assert (last.phrase, last.values["booking_ref"]) == ("book_flight.done", "X1")


def test_a_booking_that_is_not_known_goes_to_staff(flows: Flows) -> None:
    searching = said(Decision(Conversation("c", "b")), *TRIP, flows=flows)
    booking = said(ended(searching, flows, "found", PRICE), Affirm(""), flows=flows)
    unsure = ended(booking, flows, "unknown")
    assert [effect.reason for effect in unsure.effects if isinstance(effect, CallStaff)] == ["pass to staff"]
