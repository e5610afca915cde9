"""Takes back what was said before: a value is corrected, the guest goes back to a question, or begins anew."""

from __future__ import annotations

from dataclasses import dataclass

from frontdesk.dialogue import runs
from frontdesk.dialogue.again import ask_again
from frontdesk.dialogue.conversation import Calling, Idle, Run, Source, Suspended
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.effects import DropHolds
from frontdesk.dialogue.flow import CallFlow, Choose, Collect, Flow
from frontdesk.dialogue.heard import Heard
from frontdesk.dialogue.leaving import all_dropped
from frontdesk.dialogue.passing import passed
from frontdesk.dialogue.patterns import CORRECT, GO_BACK, NEW, OLD, START_OVER, WHAT
from frontdesk.dialogue.starting import is_side, start, surround
from frontdesk.dialogue.turn import Turn
from frontdesk.dialogue.walk import other_flow, walk, went_over

_NOT_TOLD = frozenset({Source.DEFAULT, Source.ACTION})  # nobody has said these, so nobody takes them back


def correct(turn: Turn, before: Run, heard: Heard) -> Turn:
    """Go through the pattern for each value that the guest had given and now gives otherwise."""
    if CORRECT not in turn.flows.newest:
        return turn
    for name in dict.fromkeys(inform.slot for inform in heard.informs):
        old, new = before.slots.get(name), turn.run.slots.get(name)
        if old is not None and new is not None and old.value != new.value and old.source not in _NOT_TOLD:
            turn = passed(turn, CORRECT, {WHAT: _label(name), OLD: old.value, NEW: new.value})
    return turn


def go_back(turn: Turn) -> Turn:
    """Go through the pattern around going back."""
    before = _question_before(turn)
    if before is None:
        return surround(turn, GO_BACK) or gone_back(turn.say("nothing_before"))
    given = {WHAT: _label(before.slot), OLD: before.turn.run.slots[before.slot].value}
    return surround(turn, GO_BACK, given) or gone_back(turn)


def gone_back(turn: Turn) -> Turn:
    """Return to the last question before this one, and forget its answer."""
    before = _question_before(turn)
    if before is None:
        return ask_again(turn.stalled())
    turn, step = before.turn, before.step
    turn = turn.with_run(runs.rewound(runs.clear(turn.run, turn.flow, before.slot), step.name))
    return _gone_into(turn, step, before.slot) if isinstance(step, CallFlow) else walk(turn, step.name)


@dataclass(frozen=True, slots=True)
class _Before:
    """A question that was answered: where it was put, and the slot that holds the answer there."""

    turn: Turn
    step: Collect | Choose | CallFlow  # called, a flow has put it
    slot: str


def _question_before(turn: Turn) -> _Before | None:
    """Return the last question that was answered, here or before this flow was called, if there is one."""
    run = turn.conversation.run
    if run is None or turn.flows.of(run.flow, run.fingerprint) is None:
        return None
    for name in reversed(run.path):
        step = turn.step(name)
        if isinstance(step, Collect | Choose) and step.slot in run.slots:
            return _Before(turn, step, step.slot)
        if isinstance(step, CallFlow) and (slot := _answered_within(turn, step)):
            return _Before(turn, step, slot)
    return _question_before(_before_called(turn)) if turn.conversation.callers() else None


def _answered_within(turn: Turn, step: CallFlow) -> str | None:
    """Name the slot with the answer to the last question of a flow that was called; none where that has done something.

    A flow that is gone through again must not do again what it has done.
    """
    flow = other_flow(turn, step)
    if flow is None or any(act.guarded for act in flow.acts):
        return None
    asked = [step.slot for step in flow.collects]
    answered = [step.outputs[slot] for slot in asked if step.outputs.get(slot) in turn.run.slots]
    return answered[-1] if answered else None


def _gone_into(turn: Turn, step: CallFlow, forgotten: str) -> Turn:
    """Go into a called flow again, with all that it learnt but one answer."""
    flow = other_flow(turn, step)
    if flow is None:
        return walk(turn, step.name)
    learnt = runs.handed(step.outputs, turn.run)
    turn = went_over(turn, step, flow)
    run = turn.run
    for theirs, filled in learnt.items():
        run = runs.fill(run, flow, theirs, filled)
    for theirs, ours in step.outputs.items():
        run = runs.clear(run, flow, theirs) if ours == forgotten else run
    return walk(turn.with_run(run), flow.first)


def _before_called(turn: Turn) -> Turn:
    """Stand where the flow under way was called; what it keeps for the guest is dropped."""
    *rest, top = turn.conversation.suspended
    run = runs.rewound(top.run, top.position.step) if isinstance(top.position, Calling) else top.run
    turn = turn.do(DropHolds(turn.run.number))
    return turn.with_conversation(replace(turn.conversation, run=run, suspended=tuple(rest)))


def start_over(turn: Turn) -> Turn:
    """Go through the pattern around starting over."""
    return surround(turn, START_OVER) or begin_anew(turn.say("start_over"))


def begin_anew(turn: Turn) -> Turn:
    """Begin the flow under way anew, with nothing but the guest's own."""
    flow = _main_matter(turn)
    turn = all_dropped(turn)
    turn = turn.with_conversation(replace(turn.conversation, topics={}, suspended=())).with_run(None)
    return start(turn, flow, ()) if flow is not None else turn.to(Idle())


def _main_matter(turn: Turn) -> Flow | None:
    """Return the newest flow that is under way or waits and is no side matter: an answered question is not put anew."""
    conversation = turn.conversation
    before = (None, *conversation.suspended)
    # What was called begins anew with its caller: it cannot do without what it was given.
    begun = [one.run for one, under in zip(conversation.suspended, before, strict=False) if not _calls(under)]
    if conversation.run is not None and not conversation.callers():
        begun.append(conversation.run)
    flows = [turn.flows.newest.get(run.flow) for run in begun if not run.let_go]
    main = [flow for flow in flows if flow is not None and not is_side(flow)]
    return main[-1] if main else None


def _calls(waiting: Suspended | None) -> bool:
    return waiting is not None and isinstance(waiting.position, Calling)


def _label(slot: str) -> str:
    return slot.replace("_", " ")
