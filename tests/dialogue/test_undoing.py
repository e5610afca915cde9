"""What taking back comes to: it drops the talk, means what was just booked, or is asked about."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from frontdesk.dialogue.conversation import Collecting, Conversation, Idle, Run, Settled, Sorting
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.decide import Decision, decide
from frontdesk.dialogue.events import GuestSpoke
from frontdesk.dialogue.flow import END, Act, Choose, Collect, Confirm, Flow, Flows, Slot, Step, Tell
from frontdesk.dialogue.meanings import Cancel, Meaning, Number
from frontdesk.dialogue.meanings import Choose as Picked
from tests.dialogue.worlds import NOW

FRIDAY = date(2025, 11, 21)
BOOKED = Settled(NOW, {"day": FRIDAY}, "book", {"day": FRIDAY})


def flow(name: str, slots: list[Slot], steps: list[Step]) -> Flow:
    """Make a flow whose steps stand in order."""
    by_name = {step.name: step for step in steps}
    return Flow(name, name, {slot.name: slot for slot in slots}, by_name, steps[0].name, f"print of {name}", 20)


BOOK = flow(
    "book",
    [Slot("day", "day"), Slot("party", "party"), Slot("opening", "option")],
    [
        Collect("ask_day", "day", "ask_party"),
        Collect("ask_party", "party", "sure"),
        Confirm("sure", "book.sure", ("day",), "act"),
        Act("act", "book", {"day": "day"}, END, guarded=True, confirmed_by="sure", succeeds=frozenset({"booked"})),
    ],
)
CALL_OFF = flow(
    "call_off",
    [Slot("booking", "booking", depends_on=("day",)), Slot("day", "day")],
    [
        Collect("ask_day", "day", "look"),
        Act("look", "find", {"day": "day"}, "which"),
        Choose("which", "booking", "look", "call_off.which", "sure", {"day": "day"}),
        Confirm("sure", "call_off.sure", ("day",), "act"),
        Act("act", "cancel", {"booking": "booking"}, END, guarded=True, confirmed_by="sure", ends=True),
    ],
)
DROPPED = flow("cancelled", [], [Tell("left_off", "cancelled", END)])
FLOWS = Flows({each.name: each for each in (BOOK, CALL_OFF, DROPPED)})


def said(conversation: Conversation, *meanings: Meaning, at: datetime = NOW) -> Decision:
    """Let the guest say something."""
    return decide(conversation, GuestSpoke(meanings, at), FLOWS)


def booking(settled: Settled | None) -> Conversation:
    """Return a guest who is asked for the day of a booking, after another or not."""
    run = Run(2, BOOK.name, BOOK.fingerprint)
    return Conversation("c", "b", position=Collecting("ask_day", "day", 1), run=run, runs=2, settled=settled)


def test_after_a_booking_it_means_the_booking() -> None:
    after = said(Conversation("c", "b", settled=BOOKED), Cancel("forget it")).conversation
    assert after.run is not None
    assert (after.run.flow, after.run.slots["day"].value) == ("call_off", FRIDAY)


def test_a_day_later_nobody_means_it_without_saying_so() -> None:
    later = NOW + timedelta(days=1, minutes=1)
    after = said(Conversation("c", "b", settled=BOOKED), Cancel("forget it"), at=later).conversation
    assert (after.run, after.position) == (None, Idle())


def test_before_any_booking_it_drops_the_talk() -> None:
    after = said(booking(None), Cancel("forget it")).conversation
    assert (after.run, after.position) == (None, Idle())


def test_where_both_may_be_meant_it_is_asked_which() -> None:
    asking = said(booking(BOOKED), Cancel("forget it")).conversation
    assert isinstance(asking.position, Sorting)
    dropped = said(asking, Picked(Number(1), "the first")).conversation
    assert (dropped.run, dropped.position) == (None, Idle())
    meant = said(asking, Picked(Number(2), "the second")).conversation
    assert meant.run is not None
    assert (meant.run.flow, meant.run.slots["day"].value) == ("call_off", FRIDAY)
    assert [waiting.run.flow for waiting in meant.suspended] == ["book"]


def test_what_is_asked_is_not_asked_a_second_time() -> None:
    asking = said(booking(BOOKED), Cancel("forget it")).conversation
    after = said(asking, Cancel("oh, forget it")).conversation
    assert after.run is None


def test_while_it_is_being_cancelled_taking_back_keeps_it() -> None:
    asking = said(Conversation("c", "b", settled=BOOKED), Cancel("forget it")).conversation
    kept = said(replace(asking, position=Collecting("ask_day", "day", 1)), Cancel("no, leave it")).conversation
    assert (kept.run, kept.settled) == (None, BOOKED)
