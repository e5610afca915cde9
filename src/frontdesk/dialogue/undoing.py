"""Takes back: before anything is booked that drops the talk, afterwards it means the booking; in doubt it is asked."""

from __future__ import annotations

from frontdesk.dialogue.again import sort_out
from frontdesk.dialogue.conversation import Sorting
from frontdesk.dialogue.flow import Flow
from frontdesk.dialogue.leaving import cancel, is_left_to_staff
from frontdesk.dialogue.meanings import Cancel, Inform
from frontdesk.dialogue.patterns import CANCELLED
from frontdesk.dialogue.settled import ends_bookings, fresh, makes_bookings, which_booking
from frontdesk.dialogue.starting import interrupt
from frontdesk.dialogue.turn import Turn


def undo(turn: Turn, taken_back: Cancel) -> Turn:
    """Drop what is under way, or begin to cancel what was just booked; where both may be meant, ask which."""
    ending = next((flow for flow in turn.flows.newest.values() if ends_bookings(flow)), None)
    if ending is None or fresh(turn.conversation.settled, turn.at) is None or isinstance(turn.position, Sorting):
        return cancel(turn)
    words = taken_back.words
    if turn.conversation.run is None:
        return interrupt(turn, ending.name, _booking(turn, ending, words))
    either = makes_bookings(turn.flow) or taken_back.or_booking
    if taken_back.no_booking or not either or is_left_to_staff(turn) or CANCELLED not in turn.flows.newest:
        return cancel(turn)
    which = Sorting((CANCELLED, ending.name), _booking(turn, ending, words), 0, turn.position)
    return sort_out(turn.to(which))


def _booking(turn: Turn, flow: Flow, words: str) -> tuple[Inform, ...]:
    """Say which booking is meant, in the slots of the flow that cancels it."""
    settled = fresh(turn.conversation.settled, turn.at)
    which = which_booking(flow, settled.fields) if settled else {}
    return tuple(Inform(slot, value, words) for slot, value in which.items())
