"""Takes the steps that wait for nobody, and goes through patterns made of nothing else, within the turn."""

from __future__ import annotations

from collections.abc import Mapping

from frontdesk.dialogue import runs
from frontdesk.dialogue.conversation import Conversation, Filled, Run, Source
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.effects import CallStaff, Say, Shown
from frontdesk.dialogue.expression import holds
from frontdesk.dialogue.flow import END, Assign, Branch, Flow, Handoff, Step, Tell
from frontdesk.dialogue.patterns import ABOUT, BACK, CLARIFY, DIGRESS, FLOW, MATTER, PATTERNS, TURNED_TO, WAY
from frontdesk.dialogue.turn import Turn
from frontdesk.dialogue.values import Value


def take(turn: Turn, step: Step, wording: int = 1) -> tuple[str, Turn]:
    """Take a step that waits for nobody: return the next one."""
    match step:
        case Tell(message=message):
            return step.next, turn.say(message, wording=wording)
        case Branch(cases=cases, otherwise=otherwise):
            known = turn.known
            return next((target for case, target in cases if holds(case, known)), otherwise), turn
        case Handoff(reason=reason, message=message):
            return step.next, turn.do(CallStaff(reason, runs.values(turn.run))).say(message)
        case Assign():
            return step.next, turn.with_run(runs.assign(turn.run, turn.flow, step))
        case _:
            return END, turn


def passed(turn: Turn, name: str, given: Mapping[str, Value], wording: int = 1) -> Turn:
    """Go through a pattern that only says something, and stand where the conversation stood."""
    flow = turn.flows.newest[name]
    outside = turn.conversation
    turn = turn.with_run(informed(Run(0, flow.name, flow.fingerprint), turn, flow, given))
    name = flow.first
    for _ in flow.steps:  # none is taken twice: the loader has proved that there is no circle
        step = flow.steps.get(name)
        if step is None:
            break
        if step.when is not None and not holds(step.when, turn.known):
            name = step.otherwise if isinstance(step, Branch) else step.next
        else:
            name, turn = take(turn, step, wording)
    return turn.with_conversation(outside)


def turned(turn: Turn, way: str, to: str) -> Turn:
    """Say what there is to say where a guest turns away from what is under way, or comes back to it."""
    if DIGRESS in turn.flows.newest:
        return passed(turn, DIGRESS, {WAY: way, TURNED_TO: to})
    return turn.say("resume") if (way, to) == (BACK, FLOW) else turn


def clarified(turn: Turn, about: str, tries: int, shown: tuple[Shown, ...]) -> Turn:
    """Ask which of several was meant: they are shown under the last words of the pattern."""
    if CLARIFY in turn.flows.newest:
        turn = passed(turn, CLARIFY, {ABOUT: about}, tries)
    else:
        turn = turn.say("which_flow" if about == FLOW else "which_of", wording=tries)
    *before, last = turn.effects
    if not isinstance(last, Say):
        raise AssertionError("the loader has proved that it asks")
    return replace(turn, effects=(*before, replace(last, options=shown)))


def informed(run: Run, turn: Turn, flow: Flow, given: Mapping[str, Value]) -> Run:
    """Give a pattern what the run under way knows, as far as it is of the kinds of its slots, and what it is about."""
    under_way = turn.conversation.run
    slots = dict(under_way.slots) if under_way is not None else {}
    if under_way is not None:
        ours = turn.flows.of(under_way.flow, under_way.fingerprint)
        slots = {name: filled for name, filled in slots.items() if _fits(name, ours, flow)}
        given = {MATTER: _matter(turn.conversation), **given}
    wanted = PATTERNS[flow.name].given if flow.name in PATTERNS else {}
    slots |= {name: Filled(value, Source.ACTION) for name, value in given.items() if name in wanted}
    return runs.begun(replace(run, slots=slots), flow, turn.conversation.memory, turn.today)


def _matter(conversation: Conversation) -> str:
    """Name the flow that is under way; beneath a pattern, the one that it interrupts."""
    every = [waiting.run for waiting in conversation.suspended]
    every += [conversation.run] if conversation.run is not None else []
    names = [run.flow for run in every]
    return next((name for name in reversed(names) if name not in PATTERNS), names[-1])


def _fits(name: str, ours: Flow | None, pattern: Flow) -> bool:
    """Say whether a value may be kept under its name: where the pattern has a slot of that name, it is of its kind."""
    if name not in pattern.slots:
        return True
    held = ours.slots.get(name) if ours is not None else None
    slot = pattern.slots[name]
    return held is not None and (held.kind, held.many) == (slot.kind, slot.many)
