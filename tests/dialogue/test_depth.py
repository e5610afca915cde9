"""However guests turn from one thing to the next, no more flows wait than may, and nobody who wants a person waits."""

from __future__ import annotations

from itertools import cycle, islice, permutations

import pytest

from frontdesk.dialogue.conversation import Calling, Conversation
from frontdesk.dialogue.decide import Decision, decide
from frontdesk.dialogue.effects import CallStaff, Say
from frontdesk.dialogue.events import GuestSpoke
from frontdesk.dialogue.flow import END, CallFlow, Collect, Flow, Flows, Handoff, Link, Slot, Step
from frontdesk.dialogue.meanings import Ask, Inform, Meaning, StartFlow, WantPerson
from tests.dialogue.worlds import NOW


def flow(name: str, steps: list[Step], answers: tuple[str, ...] = ()) -> Flow:
    """Make a flow whose steps stand in order and that may ask for a word of its own."""
    slots = {f"{name}_word": Slot(f"{name}_word", "text")}
    by_name = {step.name: step for step in steps}
    return Flow(name, name, slots, by_name, steps[0].name, f"print of {name}", 20, answers=answers)


def asking(name: str) -> Flow:
    """Make a flow that asks for one thing."""
    return flow(name, [Collect("ask", f"{name}_word", END)])


MAIN = (asking("trip"), asking("hotel"), asking("car"))
CONTACT = asking("contact")
PERSON = flow("person", [Handoff("pass_on", "person", "handed_over", "reach"), CallFlow("reach", "contact", END)])
LINKING = flow("tips", [Link("on", "walk")], ("tips",))
CALLING = flow("rules", [CallFlow("which", "contact", END)], ("*",))
MOVES: tuple[Meaning, ...] = (
    *(StartFlow(each.name, "") for each in MAIN),
    Ask("tips", "any tips?"),
    Ask("parking", "parking?"),
    WantPerson(""),
)


def flows(depth: int) -> Flows:
    """Return a business whose questions lead to flows that ask in their turn."""
    every = (*MAIN, CONTACT, PERSON, LINKING, CALLING, asking("walk"))
    return Flows({each.name: each for each in every}, depth=depth)


def waiting(conversation: Conversation) -> int:
    """Count the flows that wait without having called the one above them."""
    return sum(not isinstance(each.position, Calling) for each in conversation.suspended)


@pytest.mark.parametrize("depth", [1, 3])
@pytest.mark.parametrize("order", [*permutations(MOVES, 3)], ids=str)
def test_no_more_wait_than_may(depth: int, order: tuple[Meaning, ...]) -> None:
    decision = decide(Conversation("c", "b"), GuestSpoke((MOVES[0],), NOW), flows(depth))
    for said in islice(cycle(order), 12):
        decision = decide(decision.conversation, GuestSpoke((said,), NOW), flows(depth))
        assert waiting(decision.conversation) <= depth + 1
        assert any(isinstance(effect, Say) for effect in decision.effects)


def talk(*said: Meaning) -> Decision:
    """Say one thing after the other where one flow may wait."""
    decision = Decision(Conversation("c", "b"))
    for each in said:
        decision = decide(decision.conversation, GuestSpoke((each,), NOW), flows(1))
    return decision


DEEPEST = (StartFlow("trip", ""), StartFlow("hotel", ""), Ask("tips", "any tips?"))


def test_a_question_beneath_which_nothing_more_may_wait_is_put_off_and_then_answered() -> None:
    asked = talk(*DEEPEST, Ask("parking", "parking?"))
    assert asked.conversation.run is not None
    assert (asked.conversation.run.flow, next(each.phrase for each in asked.effects if isinstance(each, Say))) == (
        "walk",
        "finish_first",
    )
    later = talk(*DEEPEST, Ask("parking", "parking?"), Inform("walk_word", "far", "far"))
    assert later.conversation.run is not None
    assert later.conversation.run.flow == "contact"


def test_a_person_is_had_however_much_waits() -> None:
    wanted = talk(*DEEPEST, WantPerson(""))
    assert [each.reason for each in wanted.effects if isinstance(each, CallStaff)] == ["person"]
    assert waiting(wanted.conversation) == 2


def test_staff_are_told_once_while_a_called_flow_asks_where_to_reach_the_guest() -> None:
    again = talk(StartFlow("trip", ""), WantPerson(""), WantPerson(""))
    assert [each for each in again.effects if isinstance(each, CallStaff)] == []
    assert "with_staff" in [each.phrase for each in again.effects if isinstance(each, Say)]
