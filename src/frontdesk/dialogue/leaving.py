"""Leaves a flow: finished, failed, dropped or lost; what waited beneath it goes on."""

from __future__ import annotations

from dataclasses import replace

from frontdesk.dialogue.conversation import Calling, Idle, Suspended
from frontdesk.dialogue.effects import CallStaff, DropHolds
from frontdesk.dialogue.flow import Act
from frontdesk.dialogue.runs import remembered, values
from frontdesk.dialogue.turn import Left, Turn

# Patterns: flows that the desk goes through of its own accord. A business may override them, or do without.
CANCELLED, COMPLETED, ERROR, SILENCE = "cancelled", "completed", "error", "silence"
PATTERNS = frozenset({CANCELLED, COMPLETED, ERROR, SILENCE})


def instead(turn: Turn, pattern: str) -> Turn | None:
    """Ask for a pattern in place of a phrase, where there is one and the desk is not in a pattern already."""
    run = turn.conversation.run
    if run is None or run.flow in PATTERNS or pattern not in turn.flows.newest:
        return None
    return replace(turn, then=pattern)


def finish(turn: Turn) -> Turn:
    """The flow is done. What it was about has been settled if it booked, moved or cancelled something."""
    settled = any(isinstance(step, Act) and step.guarded for step in turn.flow.steps.values())
    topics = {} if settled else turn.conversation.topics
    aside = bool(turn.flow.answers)
    suspended = tuple(map(_outdated, turn.conversation.suspended)) if settled else turn.conversation.suspended
    turn = replace(turn, conversation=replace(turn.conversation, topics=topics, suspended=suspended))
    alone = settled and not turn.conversation.suspended and not turn.conversation.unheard
    return (instead(turn, COMPLETED) if alone else None) or leave(turn, quietly=aside)


def _outdated(waiting: Suspended) -> Suspended:
    """What a waiting run had found may have been moved or cancelled meanwhile: it is looked for again before use."""
    offers = {step: replace(offer, expires_at=offer.made_at) for step, offer in waiting.run.offers.items()}
    return replace(waiting, run=replace(waiting.run, offers=offers))


def failed(turn: Turn) -> Turn:
    """An outcome that the flow does not answer: say that it failed, leave it to staff, never pretend."""
    turn = turn.do(CallStaff("error", values(turn.run)))  # whatever a pattern says, staff know of it
    return instead(turn, ERROR) or leave(turn.say("error"))


def lost(turn: Turn) -> Turn:
    """The version of the flow this run began with cannot be had any more: a person takes it from here."""
    turn = turn.do(CallStaff("flow_gone", values(turn.run))).say("error")
    return leave(turn)


def cancel(turn: Turn) -> Turn:
    """Drop what we are doing."""
    if turn.conversation.run is None:
        return turn.to(Idle()).say("nothing_to_cancel")
    turn = turn.do(DropHolds(turn.run.number))
    turn = replace(turn, conversation=replace(turn.conversation, topics={}))
    return instead(turn, CANCELLED) or leave(turn.say("cancelled"))


def leave(turn: Turn, *, quietly: bool = False) -> Turn:
    """Drop the run under way; what waited beneath it, or is left of the message, goes on."""
    turn = resume(turn)
    waits = turn.conversation.run is not None or bool(turn.conversation.unheard)
    left = (Left.QUIETLY if quietly else Left.ALOUD) if waits else None
    return replace(turn, left=left)


def resume(turn: Turn) -> Turn:
    """Drop the run under way and stand where the one beneath it waits."""
    conversation = turn.conversation
    waiting = conversation.without_callers()  # a flow that was called and left without an end takes its caller along
    if not waiting:
        return replace(turn, conversation=replace(conversation, run=None, position=Idle(), suspended=()))
    *rest, top = waiting
    if isinstance(top.position, Calling):
        raise AssertionError("callers were left out")
    flow = turn.flows.of(top.run.flow, top.run.fingerprint)
    run = remembered(top.run, flow, conversation.memory) if flow else top.run
    return replace(turn, conversation=replace(conversation, run=run, position=top.position, suspended=tuple(rest)))
