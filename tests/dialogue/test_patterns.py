"""Where the desk would say a fixed phrase it goes through a pattern instead, if there is one, and always comes out."""

from __future__ import annotations

from dataclasses import replace

from frontdesk.dialogue.conversation import Collecting, Conversation, Idle
from frontdesk.dialogue.decide import Decision, decide
from frontdesk.dialogue.effects import CallStaff, RunAction, Say
from frontdesk.dialogue.events import ActionEnded, Event, GuestSpoke, GuestWasSilent
from frontdesk.dialogue.flow import END, Act, Collect, Flow, Flows, Slot, Step, Tell
from frontdesk.dialogue.meanings import Cancel, Inform, Meaning, StartFlow
from tests.dialogue.worlds import NOW


def flow(name: str, slots: list[Slot], steps: list[Step]) -> Flow:
    """Make a flow whose steps stand in order."""
    by_name = {step.name: step for step in steps}
    return Flow(name, name, {slot.name: slot for slot in slots}, by_name, steps[0].name, f"print of {name}", 20)


LOOK = flow("look", [Slot("day", "text")], [Collect("ask", "day", "find"), Act("find", "find", {"day": "day"}, END)])
SIDE = flow("side", [Slot("name", "text")], [Collect("ask_name", "name", END)])
ERROR = flow("error", [], [Act("note", "note", {}, "sorry", succeeds=frozenset({"done"})), Tell("sorry", "ours", END)])
CANCELLED = flow("cancelled", [Slot("why", "text", required=False)], [Collect("ask_why", "why", END)])
SILENCE = flow("silence", [], [Tell("bye", "our_goodbye", END)])
PLAIN = Flows({each.name: each for each in (LOOK, SIDE)})
OWN = Flows({**PLAIN.newest, **{each.name: each for each in (ERROR, CANCELLED, SILENCE)}})
START: tuple[Meaning, ...] = (StartFlow("look", ""),)


def happen(flows: Flows, *events: Event | str) -> Decision:
    """Let events happen; a text is the outcome of the action that was asked for last."""
    decision = Decision(Conversation("c", "b"))
    for event in events:
        happened = _ended(decision, event) if isinstance(event, str) else event
        decision = decide(decision.conversation, happened, flows)
    return decision


def _ended(decision: Decision, outcome: str) -> ActionEnded:
    (action,) = (effect for effect in decision.effects if isinstance(effect, RunAction))
    return ActionEnded(action.key, outcome, NOW)


def says(*meanings: Meaning) -> GuestSpoke:
    return GuestSpoke(meanings, NOW)


def phrases(decision: Decision) -> list[str]:
    return [effect.phrase for effect in decision.effects if isinstance(effect, Say)]


def test_an_error_goes_through_its_pattern_and_staff_know_of_it() -> None:
    failed = happen(OWN, says(*START, Inform("day", "x", "")), "failed")
    assert [effect.reason for effect in failed.effects if isinstance(effect, CallStaff)] == ["error"]
    assert [effect.action for effect in failed.effects if isinstance(effect, RunAction)] == ["note"]
    told = happen(OWN, says(*START, Inform("day", "x", "")), "failed", "done")
    assert phrases(told) == ["ours"]
    assert told.conversation.position == Idle()


def test_an_error_in_the_pattern_is_said_plainly() -> None:
    twice = happen(OWN, says(*START, Inform("day", "x", "")), "failed", "failed")
    assert phrases(twice) == ["error"]
    assert twice.conversation.position == Idle()


def test_a_pattern_may_ask_and_what_waited_goes_on_after_it() -> None:
    asked = happen(OWN, says(*START), says(StartFlow("side", "")), says(Cancel("")))
    assert asked.conversation.position == Collecting("ask_why", "why", 1)
    after = happen(OWN, says(*START), says(StartFlow("side", "")), says(Cancel("")), says(Inform("why", "x", "")))
    assert after.conversation.position == Collecting("ask", "day", 1)
    assert "resume" in phrases(after)


def test_a_cancel_in_a_pattern_leaves_it() -> None:
    assert happen(OWN, says(*START), says(Cancel("")), says(Cancel(""))).conversation.position == Idle()


def test_silence_ends_in_its_pattern() -> None:
    silent = [GuestWasSilent(NOW)] * 3
    ended = happen(OWN, says(*START), *silent)
    assert phrases(ended) == ["our_goodbye"]
    assert ended.conversation.position == Idle()


def test_without_patterns_the_desk_says_its_phrases() -> None:
    assert phrases(happen(PLAIN, says(*START, Inform("day", "x", "")), "failed")) == ["error"]
    assert phrases(happen(PLAIN, says(*START), says(Cancel("")))) == ["cancelled"]
    assert phrases(happen(PLAIN, says(*START), *[GuestWasSilent(NOW)] * 3)) == ["goodbye"]


def test_what_was_completed_goes_through_its_pattern_when_nothing_waits() -> None:
    booked = replace(LOOK, steps={**LOOK.steps, "book": Act("book", "book", {}, END, guarded=True, confirmed_by="x")})
    flows = Flows(
        {
            "look": replace(
                booked, steps={"told": Tell("told", "told", END), "book": booked.steps["book"]}, first="told"
            ),
            "completed": flow("completed", [], [Tell("more", "anything_more", END)]),
        }
    )
    assert phrases(happen(flows, says(*START))) == ["told", "anything_more"]
