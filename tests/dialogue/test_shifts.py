"""How far something is to move waits until it is known which booking is meant; a move to where it is moves nothing."""

from __future__ import annotations

from datetime import date, time, timedelta

import pytest

from frontdesk.dialogue.conversation import Changing, Choosing, Confirming, Conversation, Offer, Option
from frontdesk.dialogue.decide import Decision, decide
from frontdesk.dialogue.events import ActionEnded, GuestSpoke
from frontdesk.dialogue.flow import END, Act, Choose, Collect, Confirm, Flow, Flows, Slot, Step
from frontdesk.dialogue.meanings import Choose as Picked
from frontdesk.dialogue.meanings import Inform, Meaning, Number, StartFlow
from frontdesk.dialogue.shifts import moved
from frontdesk.dialogue.values import Shift, Value
from tests.dialogue.worlds import NOW

FRIDAY, MONDAY = date(2025, 11, 21), date(2025, 11, 24)
DAY = timedelta(days=1)
SLOTS = (
    Slot("booking", "booking"),
    Slot("came", "day", guest=False),
    Slot("come", "day"),
    Slot("go", "day"),
    Slot("party", "party"),
)
STEPS: tuple[Step, ...] = (
    Act("look", "find", {}, "which", succeeds=frozenset({"found"})),
    Choose("which", "booking", "look", "move.which", "ask_come", {"come": "came"}),
    Collect("ask_come", "come", "ask_go"),
    Collect("ask_go", "go", "sure"),
    Confirm("sure", "move.sure", ("come", "go"), "act"),
    Act("act", "move", {"booking": "booking", "come": "come"}, END, guarded=True, confirmed_by="sure"),
)
MOVE = Flow("move", "move", {slot.name: slot for slot in SLOTS}, {step.name: step for step in STEPS}, "look", "p", 20)
FLOWS = Flows({"move": MOVE})
STAYS = (
    Option("1", {"come": FRIDAY, "go": MONDAY, "party": 2}),
    Option("2", {"come": MONDAY, "go": MONDAY + DAY, "party": 4}),
)


def begun(*informs: Inform, stays: tuple[Option, ...] = STAYS) -> Decision:
    """Let a guest begin a move, and find their bookings."""
    words: tuple[Meaning, ...] = (StartFlow("move", "move it"), *informs)
    after = decide(Conversation("c", "b"), GuestSpoke(words, NOW), FLOWS).conversation
    key = getattr(after.position, "key", "")
    exact = stays[0].id if len(stays) == 1 else None
    offer = Offer(stays, NOW, NOW + DAY, exact=exact)
    return decide(after, ActionEnded(key, "found", NOW, offer=offer), FLOWS)


def values(decision: Decision) -> dict[str, Value]:
    """Return what the run knows."""
    run = decision.conversation.run
    return {} if run is None else {name: filled.value for name, filled in run.slots.items()}


@pytest.mark.parametrize(("slot", "by", "come", "go"), [("go", -1, 21, 23), ("come", 1, 22, 24), ("come", 7, 28, 31)])
def test_of_the_only_booking_it_is_measured_at_once(slot: str, by: int, come: int, go: int) -> None:
    known = values(begun(Inform(slot, Shift(by * DAY), "so far"), stays=STAYS[:1]))
    first = date(2025, 11, 1)
    assert (known["come"], known["go"]) == (first + (come - 1) * DAY, first + (go - 1) * DAY)


def test_of_several_it_waits_until_one_is_chosen() -> None:
    asked = begun(Inform("go", Shift(DAY), "a day longer"), Inform("party", Shift(1), "one more"))
    assert isinstance(asked.conversation.position, Choosing)
    chosen = decide(asked.conversation, GuestSpoke((Picked(Number(2), "the second"),), NOW), FLOWS)
    assert isinstance(chosen.conversation.position, Confirming)
    known = values(chosen)
    assert (known["come"], known["go"], known["party"]) == (MONDAY, MONDAY + 2 * DAY, 5)


def test_nobody_is_asked_for_a_yes_to_what_is_already_so() -> None:
    same = begun(Inform("come", FRIDAY, "Friday"), Inform("go", MONDAY, "Monday"), stays=STAYS[:1])
    assert isinstance(same.conversation.position, Changing)
    other = decide(same.conversation, GuestSpoke((Inform("go", MONDAY + DAY, "Tuesday"),), NOW), FLOWS)
    assert isinstance(other.conversation.position, Confirming)


@pytest.mark.parametrize(
    ("value", "by", "becomes"),
    [(time(10), timedelta(hours=1), time(11)), (time(23, 30), timedelta(hours=1), None), (2, -2, None), (2, 1, 3)],
)
def test_what_cannot_be_moved_so_far_is_not(value: Value, by: timedelta | int, becomes: Value | None) -> None:
    assert moved(value, Shift(by)) == becomes
