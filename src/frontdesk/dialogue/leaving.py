"""Leaves a flow: finished, failed, dropped or lost; what waited beneath it goes on."""

from __future__ import annotations

from frontdesk.dialogue.conversation import Calling, Conversation, Idle, Run, Suspended
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.effects import CallStaff, DropHolds
from frontdesk.dialogue.flow import Handoff, Move
from frontdesk.dialogue.fulfilled import is_fulfilled
from frontdesk.dialogue.offers import TOGETHER
from frontdesk.dialogue.patterns import CANCELLED, COMPLETED, ERROR, PATTERNS, has_move, is_asked_first
from frontdesk.dialogue.runs import remembered, values
from frontdesk.dialogue.settled import BOOKING
from frontdesk.dialogue.turn import Left, Turn
from frontdesk.dialogue.values import Value

GUESSING = "guessing"  # why a guest who asks for too many references is left to staff


def instead(turn: Turn, pattern: str) -> Turn | None:
    """Ask for a pattern in place of a phrase, where there is one and the desk is not in a pattern already."""
    run = turn.conversation.run
    if run is None or run.flow in PATTERNS or pattern not in turn.flows.newest:
        return None
    return replace(turn, then=pattern)


def finish(turn: Turn) -> Turn:
    """The flow is done. What it was about has been settled if it booked, moved or cancelled something."""
    if turn.run.flow in PATTERNS and PATTERNS[turn.run.flow].moves:
        return _surrounded(turn)
    settled = any(step.guarded for step in turn.flow.acts)
    topics = {} if settled else turn.conversation.topics
    aside = bool(turn.flow.answers)
    turn = _over(turn) if settled else turn
    turn = turn.with_conversation(replace(turn.conversation, topics=topics))
    waits = turn.conversation.suspended or turn.conversation.unheard or turn.run.afterwards
    alone = settled and not waits
    return (instead(turn, COMPLETED) if alone else None) or leave(turn, quietly=aside)


def _surrounded(turn: Turn) -> Turn:
    """A pattern around a move is done: the move is due, unless the guest would not have it after all."""
    if has_move(turn.flow) and not is_made(turn):
        return replace(_back(turn).stalled(), left=Left.STAYED)
    return leave(turn) if turn.run.flow == CANCELLED else replace(_back(turn), due=turn.run.flow)


def is_made(turn: Turn) -> bool:
    """Say whether the pattern under way has come by the step at which its move is made."""
    return any(isinstance(turn.step(name), Move) for name in turn.run.path)


def _back(turn: Turn) -> Turn:
    """Drop a pattern and stand where the guest stood before it, in the same run with the same question."""
    match turn.conversation.suspended:
        case (*rest, Suspended(run=run, position=position)) if not isinstance(position, Calling):
            back = replace(turn.conversation, run=run, position=position, suspended=tuple(rest))
        case _:
            back = replace(turn.conversation, run=None, position=Idle())
    return turn.with_conversation(back)


def made(turn: Turn) -> Turn:
    """Make the move that a pattern surrounds where that is to drop something; any other is made when it has ended."""
    if turn.run.flow != CANCELLED or not turn.conversation.suspended or is_made(turn):
        return turn
    dropped = dropped_topic(let_go(_back(turn)))
    waiting = dropped.conversation.without_callers()
    return dropped.with_conversation(
        replace(dropped.conversation, run=turn.run, position=turn.position, suspended=waiting)
    )


def _over(turn: Turn) -> Turn:
    """What waits and was about the booking that has just been settled is over; the rest is to look again."""
    over = [
        waiting
        for waiting in turn.conversation.suspended
        if _booking(turn, waiting.run) & _booking(turn, turn.run) or is_fulfilled(turn, waiting)
    ]
    for waiting in over:
        turn = turn.do(DropHolds(waiting.run.number))
    kept = tuple(_outdated(waiting) for waiting in turn.conversation.suspended if waiting not in over)
    return turn.with_conversation(replace(turn.conversation, suspended=kept))


def _booking(turn: Turn, run: Run) -> set[str]:
    """Return the bookings that a run is about, if it is about any that are there."""
    flow = turn.flows.of(run.flow, run.fingerprint)
    named = [slot.name for slot in flow.slots.values() if slot.kind == BOOKING] if flow else []
    ids = [str(run.slots[name].value) for name in named if name in run.slots]
    return {each for identity in ids for each in identity.split(TOGETHER)}


def _outdated(waiting: Suspended) -> Suspended:
    """What a waiting run had found may have been moved or cancelled meanwhile: it is looked for again before use."""
    offers = {step: replace(offer, expires_at=offer.made_at) for step, offer in waiting.run.offers.items()}
    return replace(waiting, run=replace(waiting.run, offers=offers))


def failed(turn: Turn, *, surely: bool = True) -> Turn:
    """An outcome that the flow does not answer: say that it failed, leave it to staff, never pretend.

    Where it is not sure that nothing was done, no pattern may say so.
    """
    turn = let_go(turn).do(CallStaff("error", values(turn.run)))  # whatever a pattern says, staff know of it
    if not surely:
        return leave(turn.say("unclear_outcome"))
    return instead(turn, ERROR) or leave(turn.say("error"))


def lost(turn: Turn, why: str = "flow_gone") -> Turn:
    """The flow that this run began with, or what it goes to or does, cannot be had: a person takes over."""
    known: dict[str, Value] = {}
    for run in (*(caller.run for caller in turn.conversation.callers()), turn.run):
        known |= values(run)
    return leave(let_go(turn).do(CallStaff(why, known)).say(why if why == GUESSING else "error"))


def let_go(turn: Turn) -> Turn:
    """Drop what the run under way keeps for the guest, and what those keep that called it: they go with it."""
    for caller in turn.conversation.callers():
        turn = turn.do(DropHolds(caller.run.number))
    return turn.do(DropHolds(turn.run.number))


def all_dropped(turn: Turn) -> Turn:
    """Drop what every run of the conversation keeps for the guest."""
    every = [waiting.run for waiting in turn.conversation.suspended]
    for run in [*every, turn.conversation.run] if turn.conversation.run else every:
        turn = turn.do(DropHolds(run.number))
    return turn


def is_left_to_staff(turn: Turn) -> bool:
    """Say whether all that is left to learn is where staff can reach the guest, here or in a flow that called this."""
    for run in (*(caller.run for caller in turn.conversation.callers()), turn.run):
        flow = turn.flows.of(run.flow, run.fingerprint)
        if flow is not None and any(isinstance(flow.steps.get(name), Handoff) for name in run.path):
            return True
    return False


def cancel(turn: Turn) -> Turn:
    """Drop what we are doing; what staff have been left stays with them, and is not called dropped."""
    if turn.conversation.run is None:
        return turn.to(Idle()).say("nothing_to_cancel")
    if is_left_to_staff(turn):
        return leave(dropped_topic(let_go(turn)).say("left_to_staff"))
    if not is_asked_first(turn.flows, CANCELLED) or turn.run.flow in PATTERNS:
        turn = dropped_topic(let_go(turn))
    return instead(turn, CANCELLED) or leave(turn.say("cancelled"))


def dropped_topic(turn: Turn) -> Turn:
    """Forget what was talked about: it was about what is dropped."""
    return turn.with_conversation(replace(turn.conversation, topics={}))


def leave(turn: Turn, *, quietly: bool = False) -> Turn:
    """Drop the run under way; what waited beneath it, or is left of the message, goes on."""
    turn = resume(turn)
    waits = turn.conversation.run is not None or bool(turn.conversation.unheard)
    left = (Left.QUIETLY if quietly else Left.ALOUD) if waits else None
    return replace(turn, left=left)


def resume(turn: Turn) -> Turn:
    """Drop the run under way and stand where the one beneath it waits."""
    conversation = _with_afterwards(turn.conversation)
    waiting = conversation.without_callers()  # a flow that was called and left without an end takes its caller along
    if not waiting:
        return turn.with_conversation(replace(conversation, run=None, position=Idle(), suspended=()))
    *rest, top = waiting
    if isinstance(top.position, Calling):
        raise AssertionError("callers were left out")
    if top.run.let_go:
        turn = turn.do(DropHolds(top.run.number))
        beneath = resume(turn.with_conversation(replace(conversation, run=None, suspended=tuple(rest))))
        return beneath if beneath.conversation.run is not None else _waits_let_go(beneath, top)
    flow = turn.flows.of(top.run.flow, top.run.fingerprint)
    run = remembered(top.run, flow, conversation.memory, turn.today) if flow else top.run
    return turn.with_conversation(replace(conversation, run=run, position=top.position, suspended=tuple(rest)))


def _with_afterwards(conversation: Conversation) -> Conversation:
    """Take up what the guest wants after the run that is left, and after those that called it."""
    left = [conversation.run, *(caller.run for caller in conversation.callers())]
    wished = [wish for run in left if run is not None for wish in run.afterwards]
    return replace(conversation, unheard=(*conversation.unheard, *wished)) if wished else conversation


def _waits_let_go(turn: Turn, waiting: Suspended) -> Turn:
    """Keep what the guest has let go of where nothing else is under way: it is come back to when it is asked for."""
    return turn.with_conversation(replace(turn.conversation, suspended=(waiting,)))
