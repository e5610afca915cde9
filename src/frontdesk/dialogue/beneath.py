"""Tells what is said to the matter that waits beneath a question, and which flow answers the question."""

from __future__ import annotations

from frontdesk.dialogue import runs
from frontdesk.dialogue.conversation import Choosing, Collecting
from frontdesk.dialogue.flow import Confirm, Flow, Flows
from frontdesk.dialogue.heard import Heard, sort
from frontdesk.dialogue.meanings import Ask
from frontdesk.dialogue.patterns import is_around
from frontdesk.dialogue.starting import apply, checked
from frontdesk.dialogue.turn import Turn
from frontdesk.dialogue.values import Value


def goes_on(turn: Turn, heard: Heard) -> bool:
    """Say whether a guest, asked whether a move is meant, says no and goes on with the matter: "no, 2 tickets"."""
    if not heard.no or not is_around(turn.run.flow) or not turn.conversation.suspended:
        return False
    step, waiting = turn.step(turn.current_step), turn.conversation.suspended[-1].run
    flow = turn.flows.of(waiting.flow, waiting.fingerprint)
    if flow is None or not isinstance(step, Confirm) or step.on_no is None:
        return False
    return any(inform.slot in flow.slots for inform in (*heard.informs, *heard.problems))


def belongs_below(turn: Turn, heard: Heard) -> bool:
    """Say whether the guest, asked a side question, goes on with the matter that waits beneath it."""
    if not turn.conversation.suspended or not heard.informs or heard.yes or heard.no or is_around(turn.run.flow):
        return False  # beside a value no yes is heard, and whoever is asked whether it is meant may have said one
    waiting = turn.conversation.suspended[-1].run
    flow = turn.flows.of(waiting.flow, waiting.fingerprint)
    here = any(inform.slot in turn.flow.slots for inform in heard.informs)
    there = flow is not None and any(inform.slot in flow.slots.keys() - turn.flow.slots for inform in heard.informs)
    return there and (not here or bool(turn.conversation.callers())) and not waiting.let_go


def answering(flows: Flows, topic: str) -> str | None:
    """Name the flow that answers a topic: its own, or the one that answers any."""
    named = (flow.name for flow in flows.newest.values() if topic in flow.answers)
    return next(named, None) or next((flow.name for flow in flows.newest.values() if "*" in flow.answers), None)


def about(flow: Flow, ask: Ask) -> list[tuple[str, Value]]:
    """Fit what a question is about into the slots of the flow that answers it."""
    fitted: list[tuple[str, Value]] = [
        (name, text) for name, text in zip(runs.QUESTION, (ask.topic, ask.words), strict=True) if name in flow.slots
    ]
    for kind, value in ask.about:
        slot = flow.slots.get(kind) or next((other for other in flow.slots.values() if other.kind == kind), None)
        if slot is not None:
            fitted.append((slot.name, (value,) if slot.many and not isinstance(value, tuple) else value))
    return fitted


def with_own_details(turn: Turn, heard: Heard) -> tuple[Turn, Heard]:
    """Take what a guest tells of themselves before their question is answered: the answer may need it.

    Where a yes is waited for, it is heard afterwards, since it changes what was shown.
    """
    if not isinstance(turn.position, Collecting | Choosing) or heard.starts:
        return turn, heard
    slots, known = turn.flow.slots, turn.run.slots
    told_of_self = [
        inform
        for inform in checked(turn, heard).informs
        if inform.slot in slots and slots[inform.slot].remember and inform.slot not in known
    ]
    if not told_of_self:
        return turn, heard
    rest = sort(each for each in heard.all if each not in told_of_self)
    return apply(turn, sort(told_of_self)), rest
