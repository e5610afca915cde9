"""Flows that set slots, call other flows and come back, go over for good, check values, and finish what they began."""

from __future__ import annotations

from dataclasses import replace

from frontdesk.dialogue.conversation import Calling, Collecting, Confirming, Conversation, Idle
from frontdesk.dialogue.decide import Decision, decide
from frontdesk.dialogue.effects import Say
from frontdesk.dialogue.events import GuestSpoke
from frontdesk.dialogue.expression import Compare, Operator
from frontdesk.dialogue.flow import (
    END,
    Assign,
    CallFlow,
    Collect,
    Confirm,
    Copy,
    Flow,
    Flows,
    Link,
    Slot,
    Step,
    Tell,
)
from frontdesk.dialogue.meanings import Affirm, Ask, Cancel, GoBack, Inform, Meaning, StartFlow, WantPerson
from tests.dialogue.worlds import NOW


def flow(name: str, slots: list[Slot], steps: list[Step], *, interruptible: bool = True) -> Flow:
    """Make a flow whose steps stand in order."""
    return Flow(
        name,
        name,
        {slot.name: slot for slot in slots},
        {step.name: step for step in steps},
        steps[0].name,
        f"print of {name}",
        20,
        interruptible=interruptible,
    )


CONTACT = flow(
    "contact",
    [Slot("name", "person_name"), Slot("phone", "phone")],
    [Collect("ask_name", "name", "ask_phone"), Collect("ask_phone", "phone", END)],
)
TRIP = flow(
    "trip",
    [
        Slot("party", "party", validate=Compare("party", Operator.LESS_OR_EQUAL, 4), invalid="trip.party.invalid"),
        Slot("who", "person_name"),
        Slot("host", "person_name"),
        Slot("kind", "text"),
    ],
    [
        Collect("ask_party", "party", "details"),
        CallFlow("details", "contact", "mark", outputs={"name": "who"}),
        Assign("mark", {"kind": "group", "host": Copy("who")}, "sure"),
        Confirm("sure", "trip.sure", ("party", "who", "host", "kind"), "done"),
        Tell("done", "trip.done", END),
    ],
)
OVER = flow("over", [Slot("who", "person_name")], [Collect("ask", "who", "go"), Link("go", "contact", {"name": "who"})])
STRICT = flow("strict", [Slot("name", "person_name")], [Collect("ask", "name", END)], interruptible=False)
PERSON = flow("person", [], [Tell("told", "handed_over", END)])
FLOWS = Flows({each.name: each for each in (CONTACT, TRIP, OVER, STRICT, PERSON)})


def talk(*messages: tuple[Meaning, ...]) -> Decision:
    """Send messages and return the last decision."""
    decision = Decision(Conversation("c", "b"))
    for said in messages:
        decision = decide(decision.conversation, GuestSpoke(said, NOW), FLOWS)
    return decision


def known(decision: Decision) -> dict[str, object]:
    """Return what the run knows."""
    run = decision.conversation.run
    return {name: filled.value for name, filled in run.slots.items()} if run else {}


START = (StartFlow("trip", "w"),)


def test_a_called_flow_asks_and_comes_back_with_what_it_learnt() -> None:
    inside = talk(START, (Inform("party", 2, "w"),))
    assert inside.conversation.position == Collecting("ask_name", "name", 1)
    assert [waiting.position for waiting in inside.conversation.suspended] == [Calling("details")]
    back = talk(START, (Inform("party", 2, "w"),), (Inform("name", "Ann", "w"),), (Inform("phone", "+1", "w"),))
    assert isinstance(back.conversation.position, Confirming)
    assert back.conversation.suspended == ()
    assert known(back) == {"party": 2, "who": "Ann", "kind": "group", "host": "Ann"}


def test_a_cancel_in_a_called_flow_drops_its_caller_too() -> None:
    dropped = talk(START, (Inform("party", 2, "w"),), (Cancel("w"),))
    assert dropped.conversation.position == Idle()
    assert dropped.conversation.suspended == ()


TOLD = (START, (Inform("party", 2, "w"),), (Inform("name", "Ann", "w"),), (Inform("phone", "+1", "w"),))
BACK = (GoBack("w"),)


def test_going_back_leads_into_the_flow_that_was_called() -> None:
    inside = talk(*TOLD, BACK)
    assert inside.conversation.position == Collecting("ask_name", "name", 1)
    assert [waiting.position for waiting in inside.conversation.suspended] == [Calling("details")]
    again = talk(*TOLD, BACK, (Inform("name", "Bo", "w"),), (Inform("phone", "+1", "w"),))
    assert isinstance(again.conversation.position, Confirming)
    assert known(again) == {"party": 2, "who": "Bo", "kind": "group", "host": "Bo"}


def test_going_back_keeps_what_else_the_called_flow_learnt() -> None:
    both = CallFlow("details", "contact", "mark", outputs={"name": "who", "phone": "number"})
    number = Slot("number", "phone")
    trip = replace(TRIP, slots={**TRIP.slots, "number": number}, steps={**TRIP.steps, "details": both})
    decision = Decision(Conversation("c", "b"))
    for said in (*TOLD, BACK):
        decision = decide(decision.conversation, GuestSpoke(said, NOW), Flows({**FLOWS.newest, "trip": trip}))
    assert decision.conversation.position == Collecting("ask_phone", "phone", 1)
    assert known(decision) == {"name": "Ann"}


def test_going_back_leads_out_of_a_called_flow_to_what_was_asked_before() -> None:
    out = talk(START, (Inform("party", 2, "w"),), BACK)
    assert out.conversation.position == Collecting("ask_party", "party", 1)
    assert out.conversation.suspended == ()
    assert known(out) == {}
    assert talk(*TOLD, BACK, BACK).conversation.position == Collecting("ask_party", "party", 1)
    first = talk(START, (Inform("party", 2, "w"),), BACK, BACK)
    assert first.conversation.position == Collecting("ask_party", "party", 1)


def test_a_linked_flow_does_not_come_back() -> None:
    over = talk((StartFlow("over", "w"),), (Inform("who", "Ann", "w"),))
    assert over.conversation.run is not None
    assert over.conversation.run.flow == "contact"
    assert known(over) == {"name": "Ann"}
    assert over.conversation.suspended == ()
    done = talk((StartFlow("over", "w"),), (Inform("who", "Ann", "w"),), (Inform("phone", "+1", "w"),))
    assert done.conversation.position == Idle()


def test_a_value_that_a_slot_does_not_allow_is_refused_with_its_reason() -> None:
    refused = talk(START, (Inform("party", 9, "w"),))
    assert refused.conversation.position == Collecting("ask_party", "party", 2)
    assert "party" not in known(refused)
    assert next(effect.phrase for effect in refused.effects if isinstance(effect, Say)) == "trip.party.invalid"


def test_a_flow_that_may_not_be_interrupted_is_finished_first() -> None:
    for elsewhere in ((StartFlow("trip", "w"),), (Ask("hours", "w"),)):
        held = talk((StartFlow("strict", "w"),), elsewhere)
        assert held.conversation.position == Collecting("ask", "name", 1)
        assert next(effect.phrase for effect in held.effects if isinstance(effect, Say)) == "finish_first"


def test_a_person_and_a_cancel_are_heard_in_any_flow() -> None:
    person = talk((StartFlow("strict", "w"),), (WantPerson("w"),))
    assert "handed_over" in [effect.phrase for effect in person.effects if isinstance(effect, Say)]
    assert talk((StartFlow("strict", "w"),), (Cancel("w"),)).conversation.position == Idle()


def test_a_change_of_what_a_called_flow_gave_is_confirmed_anew() -> None:
    messages = (START, (Inform("party", 2, "w"),), (Inform("name", "Ann", "w"),), (Inform("phone", "+1", "w"),))
    first = talk(*messages)
    changed = talk(*messages, (Inform("who", "Bob", "w"), Affirm("w")))
    assert isinstance(first.conversation.position, Confirming)
    assert isinstance(changed.conversation.position, Confirming)
    assert changed.conversation.position.digest != first.conversation.position.digest
