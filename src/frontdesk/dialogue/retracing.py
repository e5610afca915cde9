"""Takes back what was said before: a value is corrected, the guest goes back to a question, or begins anew."""

from __future__ import annotations

from frontdesk.dialogue import runs
from frontdesk.dialogue.again import ask_again
from frontdesk.dialogue.conversation import Calling, Idle, Run, Source, Suspended
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.flow import Choose, Collect, Flow
from frontdesk.dialogue.heard import Heard
from frontdesk.dialogue.leaving import all_dropped
from frontdesk.dialogue.passing import passed
from frontdesk.dialogue.patterns import CORRECT, GO_BACK, NEW, OLD, START_OVER, WHAT
from frontdesk.dialogue.starting import is_side, start, surround
from frontdesk.dialogue.turn import Turn
from frontdesk.dialogue.walk import walk

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
    step = _question_before(turn)
    if step is None:
        return surround(turn, GO_BACK) or gone_back(turn.say("nothing_before"))
    given = {WHAT: _label(step.slot), OLD: turn.run.slots[step.slot].value}
    return surround(turn, GO_BACK, given) or gone_back(turn)


def gone_back(turn: Turn) -> Turn:
    """Return to the last question before this one, and forget its answer."""
    step = _question_before(turn)
    if step is None:
        return ask_again(turn.stalled())
    run = runs.rewound(runs.clear(turn.run, turn.flow, step.slot), step.name)
    return walk(turn.with_run(run), step.name)


def _question_before(turn: Turn) -> Collect | Choose | None:
    """Return the last question that was answered, if there is one."""
    for name in reversed(turn.run.path if turn.conversation.run is not None else ()):
        step = turn.step(name)
        if isinstance(step, Collect | Choose) and step.slot in turn.run.slots:
            return step
    return None


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
    flows = [turn.flows.newest.get(run.flow) for run in begun]
    main = [flow for flow in flows if flow is not None and not is_side(flow)]
    return main[-1] if main else None


def _calls(waiting: Suspended | None) -> bool:
    return waiting is not None and isinstance(waiting.position, Calling)


def _label(slot: str) -> str:
    return slot.replace("_", " ")
