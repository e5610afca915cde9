"""A guest who says no to the same summary over and over is asked what is wrong with it, then helped otherwise."""

from __future__ import annotations

from frontdesk.dialogue.conversation import Confirming, Conversation, Idle
from frontdesk.dialogue.decide import Decision, decide
from frontdesk.dialogue.effects import CountGivenUp, Say
from frontdesk.dialogue.events import GuestSpoke
from frontdesk.dialogue.flow import END, Collect, Confirm, Flow, Flows, Slot, Step
from frontdesk.dialogue.meanings import Ask, Deny, Inform, Meaning, Repeat, StartFlow
from tests.dialogue.worlds import NOW

SLOTS = {"party": Slot("party", "party")}
STEPS: dict[str, Step] = {"ask": Collect("ask", "party", "sure"), "sure": Confirm("sure", "trip.sure", ("party",), END)}
FLOWS = Flows({"trip": Flow("trip", "trip", SLOTS, STEPS, "ask", "print of trip", 20)})
BEGUN = (StartFlow("trip", ""), Inform("party", 2, ""))
THREE, TWO = (Inform("party", 3, ""),), (Deny(""), Inform("party", 2, ""))


def talk(*messages: tuple[Meaning, ...]) -> Decision:
    """Send messages and return the last decision."""
    decision = Decision(Conversation("c", "b"))
    for said in messages:
        decision = decide(decision.conversation, GuestSpoke(said, NOW), FLOWS)
    return decision


def said(decision: Decision) -> list[str]:
    """Return the phrases of a reply."""
    return [effect.phrase for effect in decision.effects if isinstance(effect, Say)]


def test_a_summary_put_for_the_third_time_asks_what_is_wrong_with_it() -> None:
    assert said(talk(BEGUN, THREE, TWO)) == ["trip.sure"]
    third = talk(BEGUN, THREE, TWO, THREE, TWO)
    assert said(third) == ["same_again", "trip.sure"]
    assert isinstance(third.conversation.position, Confirming)


def test_after_that_the_desk_goes_another_way() -> None:
    last = talk(BEGUN, THREE, TWO, THREE, TWO, THREE, TWO)
    assert "trip.sure" not in said(last)
    assert CountGivenUp() in last.effects
    assert isinstance(last.conversation.position, Idle)


def test_a_question_about_a_summary_is_no_round() -> None:
    asked: tuple[tuple[Meaning, ...], ...] = ((Ask("nothing", ""),), (Repeat(""),), (Ask("nothing", ""),))
    assert "same_again" not in said(talk(BEGUN, *asked))
