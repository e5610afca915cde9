"""What a guest wants to give otherwise is asked for again, however it came to be known; the rest stays as it is."""

from __future__ import annotations

import pytest

from frontdesk.dialogue.conversation import Changing, Collecting, Confirming, Conversation
from frontdesk.dialogue.decide import Decision, decide
from frontdesk.dialogue.events import ActionEnded, GuestSpoke
from frontdesk.dialogue.expression import Empty
from frontdesk.dialogue.flow import END, Act, CallFlow, Collect, Confirm, Flow, Flows, Slot, Step
from frontdesk.dialogue.meanings import Change, GoBack, Inform, Meaning, StartFlow
from tests.dialogue.worlds import NOW

NAME = Slot("name", "person_name", remember=True)
SURE = Confirm("sure", "trip.sure", ("name", "party"), END)
ASK_NAME = Collect("ask_name", "name", "sure", when=Empty("name"))


def flow(name: str, slots: list[Slot], steps: list[Step]) -> Flow:
    """Make a flow whose steps stand in order."""
    by_name = {step.name: step for step in steps}
    return Flow(name, name, {slot.name: slot for slot in slots}, by_name, steps[0].name, f"print of {name}", 20)


def trip(*steps: Step) -> Flows:
    """Return flows of which one asks for a party, does the steps, and confirms."""
    slots = [Slot("party", "party"), NAME, Slot("total", "number")]
    main = flow("trip", slots, [Collect("ask_party", "party", steps[0].name), *steps, SURE])
    contact = flow("contact", [NAME], [Collect("ask", "name", END)])
    return Flows({"trip": main, "contact": contact})


WAYS = {
    "asked while it is open": (trip(ASK_NAME), "ask_name"),
    "brought by a call": (trip(CallFlow("who", "contact", "sure", {}, {"name": "name"})), "ask"),
    "brought by a call while it is open": (
        trip(CallFlow("who", "contact", "sure", {}, {"name": "name"}, when=Empty("name"))),
        "ask",
    ),
}


def talk(flows: Flows, *messages: tuple[Meaning, ...]) -> Decision:
    """Send messages and return the last decision."""
    decision = Decision(Conversation("c", "b"))
    for said in messages:
        decision = decide(decision.conversation, GuestSpoke(said, NOW), flows)
    return decision


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("early", [False, True])
def test_a_name_is_asked_for_anew(way: str, *, early: bool) -> None:
    flows, asks = WAYS[way]
    party, name = Inform("party", 2, ""), Inform("name", "Ann", "")
    begun = [(StartFlow("trip", ""), party, name)] if early else [(StartFlow("trip", ""), party), (name,)]
    confirming = talk(flows, *begun)
    assert isinstance(confirming.conversation.position, Confirming)
    changed = talk(flows, *begun, (Change("name", ""),))
    assert changed.conversation.position == Collecting(asks, "name", 1)
    again = talk(flows, *begun, (Change("name", ""),), (Inform("name", "Tim", ""),))
    assert again.conversation.run is not None
    assert (again.conversation.run.slots["name"].value, type(again.conversation.position)) == ("Tim", Confirming)


def test_a_question_that_is_put_while_it_is_open_is_gone_back_to() -> None:
    said = (StartFlow("trip", ""), Inform("party", 2, "")), (Inform("name", "Ann", ""),), (GoBack(""),)
    assert talk(trip(ASK_NAME), *said).conversation.position == Collecting("ask_name", "name", 1)


def test_what_an_action_has_found_is_not_for_the_guest_to_change() -> None:
    flows = trip(
        Act("price", "quote", {"party": "party"}, "ask_name", {"total": "total"}, succeeds=frozenset({"found"})),
        ASK_NAME,
    )
    acting = talk(flows, (StartFlow("trip", ""), Inform("party", 2, ""), Inform("name", "Ann", "")))
    key = getattr(acting.conversation.position, "key", "")
    found = decide(acting.conversation, ActionEnded(key, "found", NOW, fields={"total": 30}), flows)
    asked = decide(found.conversation, GuestSpoke((Change("total", ""),), NOW), flows).conversation
    assert isinstance(asked.position, Changing)
    assert asked.run is not None
    assert asked.run.slots["total"].value == 30
