"""Where the desk would say a fixed phrase it goes through a pattern instead, if there is one, and always comes out."""

from __future__ import annotations

from dataclasses import replace

from frontdesk.dialogue.conversation import Calling, Collecting, Confirming, Conversation, Idle
from frontdesk.dialogue.decide import Decision, decide
from frontdesk.dialogue.effects import CallStaff, DropHolds, RunAction, Say
from frontdesk.dialogue.events import ActionEnded, Event, GuestSpoke, GuestWasSilent
from frontdesk.dialogue.flow import END, Act, CallFlow, Collect, Confirm, Flow, Flows, Move, Slot, Step, Tell
from frontdesk.dialogue.meanings import Affirm, Cancel, Deny, GoBack, Inform, Meaning, StartFlow, StartOver
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


ASKED_FIRST = flow("cancelled", [], [Confirm("sure", "sure", (), "stop", on_no=END), Move("stop", END)])
OVER = flow("over", [], [CallFlow("go", "look", END)])
CALLED = Flows({**PLAIN.newest, "over": OVER, "cancelled": ASKED_FIRST})


def test_what_is_asked_about_first_is_kept_until_the_yes() -> None:
    asked = happen(CALLED, says(StartFlow("over", "")), says(Cancel("")))
    assert isinstance(asked.conversation.position, Confirming)
    assert [type(waiting.position) for waiting in asked.conversation.suspended] == [Calling, Collecting]
    assert not any(isinstance(effect, DropHolds) for effect in asked.effects)


def test_a_yes_drops_what_was_called_and_who_called_it() -> None:
    dropped = happen(CALLED, says(StartFlow("over", "")), says(Cancel("")), says(Affirm("")))
    assert dropped.conversation.position == Idle()
    assert [effect.run for effect in dropped.effects if isinstance(effect, DropHolds)] == [1, 2]


def test_a_no_keeps_what_was_called_and_who_called_it() -> None:
    kept = happen(CALLED, says(StartFlow("over", "")), says(Cancel("")), says(Deny("")))
    assert kept.conversation.position == Collecting("ask", "day", 1)
    assert [type(waiting.position) for waiting in kept.conversation.suspended] == [Calling]
    assert "resume" not in phrases(kept)


def test_moves_without_patterns_are_said_plainly() -> None:
    assert phrases(happen(PLAIN, says(*START), says(StartOver("")))) == ["start_over", "ask_text"]
    assert phrases(happen(PLAIN, says(*START), says(GoBack("")))) == ["nothing_before", "ask_text"]


def test_no_guest_begins_what_surrounds_a_move() -> None:
    around = flow("go_back", [], [Tell("told", "our_words", END)])
    assert "our_words" not in phrases(
        happen(Flows({**PLAIN.newest, "go_back": around}), says(StartFlow("go_back", "")))
    )


def test_a_move_in_a_pattern_is_made_at_once() -> None:
    own = flow("start_over", [Slot("why", "text")], [Collect("ask_why", "why", END)])
    flows = Flows({**PLAIN.newest, "start_over": own})
    asked = happen(flows, says(*START, Inform("day", "x", "")), "none", says(*START), says(StartOver("")))
    assert asked.conversation.position == Collecting("ask_why", "why", 1)
    again = happen(flows, says(*START), says(StartOver("")), says(StartOver("")))
    assert again.conversation.position == Collecting("ask", "day", 1)
    assert again.conversation.suspended == ()
