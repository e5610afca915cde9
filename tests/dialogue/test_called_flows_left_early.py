"""A called flow that is left before its end never comes back as if it had ended, and its caller is not forgotten."""

from __future__ import annotations

import pytest

from frontdesk.dialogue.conversation import Calling, Collecting, Confirming, Conversation, Idle
from frontdesk.dialogue.decide import Decision, decide
from frontdesk.dialogue.effects import CallStaff, DropHolds, Say
from frontdesk.dialogue.events import GuestSpoke, GuestWasSilent
from frontdesk.dialogue.flow import END, CallFlow, Collect, Confirm, Flow, Flows, Slot, Step, Tell
from frontdesk.dialogue.meanings import Cancel, Change, Deny, Exclude, Inform, Meaning, StartFlow, StartOver, Unclear
from tests.dialogue.worlds import NOW


def flow(name: str, slots: list[Slot], steps: list[Step], inputs: tuple[str, ...] = ()) -> Flow:
    """Make a flow whose steps stand in order."""
    by_name = {step.name: step for step in steps}
    known = {slot.name: slot for slot in slots}
    return Flow(name, name, known, by_name, steps[0].name, f"print of {name}", 20, inputs=inputs)


TRIP = flow(
    "trip",
    [Slot("topic", "text"), Slot("party", "party"), Slot("who", "person_name")],
    [
        Collect("ask_topic", "topic", "ask_party"),
        Collect("ask_party", "party", "details"),
        CallFlow("details", "contact", "sure", {"subject": "topic"}, {"name": "who"}),
        Confirm("sure", "trip.sure", ("who", "topic", "party"), END),
    ],
)
CONTACT = flow(
    "contact",
    [Slot("subject", "text"), Slot("name", "person_name")],
    [Collect("ask_name", "name", "thanks"), Tell("thanks", "contact.thanks", END)],
    inputs=("subject",),
)
SIDE = flow("side", [Slot("day", "text")], [Collect("ask_day", "day", END)])
STUCK = flow("stuck", [], [Confirm("offer", "stuck", (), END, on_no=END)])
FLOWS = Flows({each.name: each for each in (TRIP, CONTACT, SIDE, STUCK)})
INSIDE: tuple[Meaning, ...] = (StartFlow("trip", ""), Inform("topic", "sun", ""), Inform("party", 2, ""))
ASKING = Collecting("ask_name", "name", 1)


def talk(*messages: tuple[Meaning, ...], flows: Flows = FLOWS) -> Decision:
    """Come into the called flow, send messages, and return the last decision."""
    decision = Decision(Conversation("c", "b"))
    for said in (INSIDE, *messages):
        decision = decide(decision.conversation, GuestSpoke(said, NOW), flows)
    return decision


def known(decision: Decision) -> dict[str, object]:
    """Return what the run knows."""
    run = decision.conversation.run
    return {name: filled.value for name, filled in run.slots.items()} if run else {}


def test_a_question_that_is_given_up_takes_the_caller_along() -> None:
    given_up = talk((Unclear(""),), (Unclear(""),), (Unclear(""),))
    assert given_up.conversation.run is not None
    assert given_up.conversation.run.flow == "stuck"
    assert given_up.conversation.suspended == ()
    assert talk((Unclear(""),), (Unclear(""),), (Unclear(""),), (Deny(""),)).conversation.position == Idle()


def test_a_wish_that_is_one_too_many_is_put_off_and_then_taken_up() -> None:
    none_may_wait = Flows(FLOWS.newest, depth=0)
    refused = talk((StartFlow("side", ""),), flows=none_may_wait)
    assert refused.conversation.position == ASKING
    assert "finish_first" in [effect.phrase for effect in refused.effects if isinstance(effect, Say)]
    dropped = talk((StartFlow("side", ""),), (Cancel(""),), flows=none_may_wait)
    assert dropped.conversation.position == Collecting("ask_day", "day", 1)
    assert dropped.conversation.suspended == ()


def test_callers_do_not_count_as_side_matters() -> None:
    back = talk((StartFlow("side", ""),), (Inform("day", "x", ""),), flows=Flows(FLOWS.newest, depth=1))
    assert back.conversation.position == ASKING


def test_starting_over_starts_the_flow_that_the_guest_began() -> None:
    over = talk((StartOver(""),))
    assert over.conversation.position == Collecting("ask_topic", "topic", 1)
    assert over.conversation.suspended == ()


def test_what_is_said_for_the_caller_reaches_it_and_the_question_comes_again() -> None:
    changed = talk((Inform("topic", "snow", ""),))
    assert changed.conversation.position == ASKING
    assert known(changed) == {"subject": "snow"}
    assert [effect.phrase for effect in changed.effects if isinstance(effect, Say)][0:1] == ["taken"]
    done = talk((Inform("party", 3, ""),), (Inform("name", "Ann", ""),))
    assert isinstance(done.conversation.position, Confirming)
    assert known(done) == {"topic": "sun", "party": 3, "who": "Ann"}


def test_what_the_caller_knows_already_changes_nothing() -> None:
    same = talk((Inform("party", 2, ""),))
    assert same.conversation.position == ASKING
    assert [waiting.position for waiting in same.conversation.suspended] == [Calling("details")]


def test_asking_for_the_flow_that_is_under_way_does_not_drop_it() -> None:
    again = talk((StartFlow("trip", ""), Inform("name", "Ann", "")))
    assert isinstance(again.conversation.position, Confirming)
    assert known(again)["who"] == "Ann"


def test_a_guest_cannot_take_back_what_a_caller_gave() -> None:
    for said in (Exclude("subject", "sun", ""), Change("subject", "")):
        thanked = talk((said,), (Inform("name", "Ann", ""),))
        (told,) = (
            effect for effect in thanked.effects if isinstance(effect, Say) and effect.phrase == "contact.thanks"
        )
        assert told.values["subject"] == "sun"


def dropped(decision: Decision) -> list[int]:
    """Return the runs whose holds are let go of."""
    return sorted(effect.run for effect in decision.effects if isinstance(effect, DropHolds))


@pytest.mark.parametrize(
    "messages",
    [
        [(Cancel(""),)],
        [(StartOver(""),)],
        [(Unclear(""),), (Unclear(""),), (Unclear(""),)],
    ],
    ids=["cancelled", "started over", "given up"],
)
def test_a_caller_that_is_dropped_keeps_nothing_for_itself(messages: list[tuple[Meaning, ...]]) -> None:
    caller, called = 1, 2
    assert dropped(talk(*messages)) == [caller, called]


def test_one_who_says_nothing_any_more_keeps_nothing() -> None:
    decision = talk()
    for _ in range(4):
        decision = decide(decision.conversation, GuestWasSilent(NOW), FLOWS)
        if decision.conversation.run is None:
            break
    assert dropped(decision) == [1, 2]


def reasons(decision: Decision) -> list[tuple[str, dict[str, object]]]:
    """Return what is left to staff: why, and what they are told."""
    return [(effect.reason, dict(effect.known)) for effect in decision.effects if isinstance(effect, CallStaff)]


def test_what_waits_on_a_lost_version_is_left_to_staff_when_it_would_go_on() -> None:
    decision = talk((StartFlow("side", ""),))
    changed = Flows({each.name: each for each in (TRIP, SIDE, STUCK)})  # what was called is gone
    after = decide(decision.conversation, GuestSpoke((Inform("day", "monday", ""),), NOW), changed)
    assert reasons(after) == [("flow_gone", {"topic": "sun", "party": 2, "subject": "sun"})]
    assert (after.conversation.run, after.conversation.suspended) == (None, ())


def test_a_caller_on_a_lost_version_is_left_to_staff_when_it_is_come_back_to() -> None:
    changed = Flows({each.name: each for each in (CONTACT, SIDE, STUCK)})
    after = decide(talk().conversation, GuestSpoke((Inform("name", "Ann", ""),), NOW), changed)
    assert reasons(after) == [("flow_gone", {"topic": "sun", "party": 2, "subject": "sun", "name": "Ann"})]
    assert (after.conversation.run, dropped(after)) == (None, [1, 2])
