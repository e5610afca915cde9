"""Walks a flow from step to step until one waits for the guest, acts, or the flow ends."""

from __future__ import annotations

from typing import assert_never

from frontdesk.dialogue import runs
from frontdesk.dialogue.asking import put
from frontdesk.dialogue.conversation import (
    Acting,
    Calling,
    Changing,
    Choosing,
    Collecting,
    Confirming,
    Filled,
    Offer,
    Option,
    Run,
    Source,
    Suspended,
)
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.effects import RunAction
from frontdesk.dialogue.events import ActionEnded
from frontdesk.dialogue.expression import holds
from frontdesk.dialogue.flow import (
    REFERENCE,
    Act,
    Assign,
    Branch,
    CallFlow,
    Choose,
    Collect,
    Confirm,
    End,
    Flow,
    Handoff,
    Link,
    Move,
    Step,
    Tell,
)
from frontdesk.dialogue.leaving import failed, finish, lost, made
from frontdesk.dialogue.offers import named, picked, together
from frontdesk.dialogue.passing import take
from frontdesk.dialogue.ranges import with_range, without_range
from frontdesk.dialogue.settled import BOOKING, settle
from frontdesk.dialogue.shifts import changes_nothing, taken
from frontdesk.dialogue.turn import Turn
from frontdesk.dialogue.values import digest

FAILED = "failed"
# A flow that began before its action changed may not know an outcome; after any other than these something was done.
NOT_DONE = frozenset({FAILED, "invalid", "none", "refused", "taken", "unavailable"})


def walk(turn: Turn, name: str, origin: str | None = None) -> Turn:
    """Go from step to step until one waits, acts, or the flow ends. The loader has proved that this stops."""
    for _ in range(turn.flows.moves):  # past that, a proof was wrong
        turn = _cross(turn, origin, name)
        step = turn.flow.steps.get(name)
        if step is None or isinstance(step, End):
            caller = _caller(turn)
            if caller is None:
                return lost(turn) if turn.conversation.callers() else finish(turn)
            origin, name, turn = caller.name, caller.next, _returned(turn, caller)
            continue
        if step.when is not None and not holds(step.when, turn.known):
            turn = turn.with_run(runs.passed_over(turn.run, step))
            origin, name = step.name, step.next if not isinstance(step, Branch) else step.otherwise
            continue
        if isinstance(step, CallFlow | Link):
            other = other_flow(turn, step)
            if other is None:
                return lost(turn)
            turn = went_over(turn, step, other)
            origin, name = None, other.first
            continue
        follow, turn = _enter(turn, step)
        if follow is None:
            return turn
        origin, name = step.name, follow
        turn = turn.with_run(replace(turn.run, path=(*turn.run.path, step.name)))
    raise RuntimeError(f"flow {turn.run.flow} went past its proved bound at {name}")


def other_flow(turn: Turn, step: CallFlow | Link) -> Flow | None:
    """Return the flow that a step goes to: called, the version that the caller was proved with; else the newest.

    None if there is none of that name any more, or one that was not proved with this caller and does not fit.
    """
    if isinstance(step, CallFlow) and (proved := turn.flows.of(step.flow, step.version)):
        return proved
    newest = turn.flows.newest.get(step.flow)
    together = turn.flows.newest.get(turn.run.flow) is turn.flow
    return newest if newest is not None and (together or _fits(turn, step, newest)) else None


def _fits(turn: Turn, step: CallFlow | Link, flow: Flow) -> bool:
    """Say whether a flow takes just what it is given. What it would give back nobody has proved, so it gives none."""
    if isinstance(step, CallFlow) and step.outputs:
        return False
    pairs = [(turn.flow.slots[ours], flow.slots.get(theirs)) for theirs, ours in step.inputs.items()]
    alike = all(theirs and (theirs.kind, theirs.many) == (ours.kind, ours.many) for ours, theirs in pairs)
    return alike and set(flow.inputs) <= runs.handed(step.inputs, turn.run).keys()


def went_over(turn: Turn, step: CallFlow | Link, flow: Flow) -> Turn:
    """Begin another flow with what it is given: beneath it the caller waits, unless it went over for good."""
    giver = turn.run
    number = turn.conversation.runs + 1
    run = runs.begun(Run(number, flow.name, flow.fingerprint), flow, turn.conversation.memory, turn.today)
    for name, filled in runs.handed(step.inputs, giver).items():
        run = runs.fill(run, flow, name, filled)
    suspended = turn.conversation.suspended
    if isinstance(step, CallFlow):
        run = runs.told_before(run, flow, giver.recalled.get(step.name))
        left = {name: other for name, other in giver.recalled.items() if name != step.name}
        waiting = replace(giver, path=(*giver.path, step.name), recalled=left)
        suspended = (*suspended, Suspended(waiting, Calling(step.name)))
    return turn.with_conversation(replace(turn.conversation, run=run, runs=number, suspended=suspended))


def _caller(turn: Turn) -> CallFlow | None:
    """Return the call step that waits for the flow under way, if one does."""
    match turn.conversation.suspended:
        case (*_, Suspended(run=run, position=Calling(step=name))):
            flow = turn.flows.of(run.flow, run.fingerprint)
            step = flow.steps.get(name) if flow else None
            return step if isinstance(step, CallFlow) else None
        case _:
            return None


def _returned(turn: Turn, caller: CallFlow) -> Turn:
    """Come back from a called flow with what it learnt."""
    *rest, top = turn.conversation.suspended
    learnt, run = turn.run, top.run
    back = turn.with_conversation(replace(turn.conversation, run=run, suspended=tuple(rest)))
    for theirs, ours in caller.outputs.items():
        if theirs in learnt.slots:
            run = runs.fill(run, back.flow, ours, replace(learnt.slots[theirs], instead_of=None))
        else:
            run = runs.clear(run, back.flow, ours)
    return back.with_run(runs.called(run, caller.name, learnt))


def _cross(turn: Turn, origin: str | None, name: str) -> Turn:
    """Clear what the edge between two steps clears, and forget the path beyond where it leads back to."""
    run = turn.run
    for slot in sorted(turn.flow.clears.get((origin, name), ())) if origin else ():
        run = runs.clear(without_range(run, slot), turn.flow, slot)
    return turn.with_run(runs.rewound(run, name))


def _enter(turn: Turn, step: Step) -> tuple[str | None, Turn]:
    """Do a step: return the next one, or None to wait there."""
    match step:
        case Collect(slot=slot):
            if slot in turn.run.slots or slot in turn.run.skipped:
                return step.next, turn
            if (ranged := with_range(turn.run, turn.flow, slot)) is not None:
                return step.next, turn.with_run(ranged)
            tries = _tries(turn, step)
            return None, put(turn.to(Collecting(step.name, slot, tries, turn.doubts.get(slot, ()))), step, tries)
        case Choose():
            return _offer(turn, step)
        case Confirm():
            shown = runs.agreed_digest(turn.run, turn.flow, step)
            if turn.run.agreed.get(step.name) == shown:
                return step.next, turn
            if changes_nothing(turn, step):
                return None, turn.to(Changing(step.name, 1)).say("as_it_is", wording=1)
            turn = turn.with_run(replace(turn.run, summed=(*turn.run.summed, shown)))
            return None, put(turn.to(Confirming(step.name, shown, 1)), step, 1)
        case Act():
            return None, _act(turn, step)
        case Move():
            return step.next, made(turn)
        case Tell() | Branch() | Handoff() | Assign() | End() | CallFlow() | Link():
            return take(turn, step)
        case _:
            assert_never(step)


def _tries(turn: Turn, step: Collect) -> int:
    """Count how often a question is put: a reference was asked for before where something else was said to that."""
    asked = turn.run.stalled if turn.flow.slots[step.slot].kind == REFERENCE else 0
    return min(1 + asked, step.tries)


def _offer(turn: Turn, step: Choose) -> tuple[str | None, Turn]:
    """Show what was found, unless the choice is made or exactly the wish was found."""
    if step.slot in turn.run.slots:
        return step.next, turn
    offer = turn.run.offers[step.source]
    if offer.exact is not None:
        return step.next, turn.with_run(taken(turn.run, turn.flow, step, named(offer, offer.exact)))
    if offer.shown == 0:
        offer = replace(offer, shown=min(offer.size, len(offer.options)))
        turn = turn.with_run(replace(turn.run, offers={**turn.run.offers, step.source: offer}))
    if turn.run.picks and turn.flow.slots[step.slot].kind == BOOKING:
        option, turn = _picked_before(turn, offer)
        if option is not None:
            return step.next, turn.with_run(taken(turn.run, turn.flow, step, option))
    return None, put(turn.to(Choosing(step.name, step.source, 1)), step, 1)


def _picked_before(turn: Turn, offer: Offer) -> tuple[Option | None, Turn]:
    """Return what the guest picked before it was offered, where that is one of these or may be several."""
    picks = turn.run.picks
    turn = turn.with_run(replace(turn.run, picks=()))
    meant = dict.fromkeys(option.id for pick in picks for option in picked(offer, pick))
    options = [option for option in offer.options if option.id in meant]
    if len(options) > 1 and not offer.several:
        return None, turn.say("one_at_a_time")
    return (together(options) if options else None), turn


def _act(turn: Turn, step: Act) -> Turn:
    """Ask for an action. A guarded one uses up the yes it rests on: the next needs another."""
    known = runs.values(turn.run)
    arguments = {argument: known[slot] for argument, slot in step.arguments.items() if slot in known}
    visit = turn.run.visits + 1
    key = f"{turn.conversation.id}/{turn.run.number}.{visit}/{step.name}/{digest(arguments)}"
    agreed = {name: value for name, value in turn.run.agreed.items() if name != step.confirmed_by}
    if step.guarded and (step.confirmed_by is None or step.confirmed_by not in turn.run.agreed):
        raise RuntimeError(f"guarded action {step.call} reached without a yes")
    turn = turn.with_run(replace(turn.run, visits=visit, agreed=agreed)).to(Acting(step.name, key))
    ruled_out = tuple(pair for pair in turn.run.excluded if pair[0] in step.arguments.values())
    return turn.do(RunAction(key, step.name, step.call, arguments, ruled_out, step.retries, step.timeout))


def action_ended(turn: Turn, event: ActionEnded) -> Turn:
    """Keep what an action brought and go where its outcome leads."""
    position = turn.position
    step = turn.step(position.step) if isinstance(position, Acting) else None
    if not isinstance(step, Act):
        raise LookupError(f"{position} is not an action")
    run = turn.run
    if event.offer is not None:
        run = runs.found(run, turn.flow, step, event.offer)
    memory = dict(turn.conversation.memory)
    for name, slot in step.outputs.items():
        run = runs.clear(run, turn.flow, slot) if name not in event.fields else run
        if name in event.fields:
            filled = Filled(event.fields[name], Source.ACTION)
            run = runs.fill(run, turn.flow, slot, filled)
            memory |= {slot: filled} if turn.flow.slots[slot].remember else {}
    run = replace(run, path=(*run.path, step.name))
    turn = turn.with_conversation(replace(turn.conversation, run=run, memory=memory))
    if step.guarded and event.outcome in step.succeeds:
        turn = settle(turn, event.outcome)
    target = step.on.get(event.outcome)
    if target is None and event.outcome in step.succeeds:
        target = step.next
    if target is not None:
        return walk(turn, target, step.name)
    return failed(turn, surely=not step.guarded or _is_not_done(step, event.outcome))


def _is_not_done(step: Act, outcome: str) -> bool:
    """Say whether an outcome says for sure that nothing was done: outside, what has failed may have half succeeded."""
    return outcome in NOT_DONE and not (step.outside and outcome == FAILED)


def rewalk(turn: Turn, changed: frozenset[str], here: str) -> Turn:
    """Go on from the first step that the change touches."""
    start = runs.first_touched(turn.run, turn.flow, changed) or here
    run = runs.recalling(runs.rewound(turn.run, start), turn.flow)
    return walk(turn.with_run(runs.moved_on(run)), start)
