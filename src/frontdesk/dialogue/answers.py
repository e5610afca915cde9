"""Hears an answer inside a flow: what it means depends on where the conversation stands."""

from __future__ import annotations

from frontdesk.dialogue import runs
from frontdesk.dialogue.again import aside, unclear, what_else
from frontdesk.dialogue.choices import choose, choose_again, names_choice
from frontdesk.dialogue.conversation import Changing, Choosing, Collecting, Confirming, Source
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.effects import Shown
from frontdesk.dialogue.flow import Collect, Confirm
from frontdesk.dialogue.heard import Heard, sort
from frontdesk.dialogue.leaving import cancel, is_left_to_staff
from frontdesk.dialogue.meanings import Change, GoBack, Goodbye, Inform, Number, Skip
from frontdesk.dialogue.passing import clarified
from frontdesk.dialogue.patterns import VALUE
from frontdesk.dialogue.retracing import correct, go_back
from frontdesk.dialogue.starting import apply, checked, explain, give_up, keeping_half
from frontdesk.dialogue.turn import Turn
from frontdesk.dialogue.values import Value
from frontdesk.dialogue.walk import rewalk, walk

REFERENCE = "reference"  # the kind of a slot for what a guest was given at the booking


def answer(turn: Turn, heard: Heard) -> Turn:
    """Hear a message inside a flow: apply what it gives, then see what that means where we stand."""
    before, heard = turn.run, checked(turn, heard)
    turn = apply(turn, heard)
    changed = runs.changed_slots(before, turn.run)
    if heard.has(GoBack):
        return go_back(turn)
    turn = correct(turn, before, heard) if changed else turn
    if heard.change is not None and not changed:
        return _change(turn, tuple(each.slot for each in heard.all if isinstance(each, Change)))
    match turn.position:
        case Choosing() as choosing:
            return choose(turn, choosing, heard, changed)
        case Confirming() as confirming:
            return _confirm(turn, confirming, heard, changed)
        case Changing() as changing:
            return _after_no(turn, changing, heard, changed)
        case Collecting() as collecting:
            return _collect(turn, collecting, heard, changed)
        case position:
            raise AssertionError(f"{position} does not wait for an answer")


def _collect(turn: Turn, position: Collecting, heard: Heard, changed: frozenset[str]) -> Turn:
    slot = turn.flow.slots[position.slot]
    numbers = [pick.position for pick in heard.picks if isinstance(pick, Number)]
    if position.among and numbers and 1 <= numbers[0] <= len(position.among):
        meant = position.among[numbers[0] - 1]
        value: Value = (meant,) if slot.many else meant
        return answer(turn, sort((Inform(slot.name, value, ""),)))
    if changed:  # the answer itself leads on from here; whatever else was said may lead back
        return _led_on(explain(turn, heard), position, heard, changed - {slot.name})
    left = is_left_to_staff(turn)
    if (heard.has(Skip) or heard.no or (left and heard.has(Goodbye))) and not slot.required:
        turn = turn.say("left_to_staff") if left else turn
        turn = turn.say("goodbye") if left and heard.has(Goodbye) else turn
        run = replace(turn.run, skipped=turn.run.skipped | {slot.name})
        return walk(turn.with_run(run), position.step)
    if heard.has(Skip) and slot.kind == REFERENCE:  # what is lost is not found by asking for it again
        return give_up(turn.say("cannot_skip", {"slot": slot.name}), turn.step(position.step))
    if heard.has(Skip):
        return unclear(turn.say("cannot_skip", {"slot": slot.name}), None)
    if heard.problems:
        return _ask_after_problem(turn, position, heard)
    if known := _told(turn, heard):
        return unclear(turn.say("taken", {"taken": known}), None)  # it was known already
    return aside(turn, heard) or unclear(turn, "unclear")


def _led_on(turn: Turn, position: Collecting, heard: Heard, changed: frozenset[str]) -> Turn:
    """Go on with what was said; where the same question comes again, say first what was taken."""
    after = rewalk(turn, changed, position.step)
    again = isinstance(after.position, Collecting) and after.position.step == position.step
    told = _told(turn, heard)
    return rewalk(turn.say("taken", {"taken": told}), changed, position.step) if again and told else after


def _told(turn: Turn, heard: Heard) -> tuple[Value, ...]:
    """Return the values that a message gave to slots of the flow."""
    given = [inform for inform in heard.informs if inform.slot in turn.flow.slots and inform.value is not None]
    return tuple(inform.value for inform in given if inform.value is not None)


def _ask_after_problem(turn: Turn, position: Collecting, heard: Heard) -> Turn:
    problem = heard.problems[0]
    if problem.candidates and problem.slot == position.slot:
        return _narrow(turn, position, problem.candidates)
    return keeping_half(unclear(explain(turn, heard), None), heard)


def _narrow(turn: Turn, position: Collecting, among: tuple[Value, ...]) -> Turn:
    """Ask which of several values was meant."""
    step = turn.step(position.step)
    if isinstance(step, Collect) and position.tries >= step.tries:
        return give_up(turn, step)
    shown = tuple(Shown(n, str(n), {"value": value}) for n, value in enumerate(among, start=1))
    turn = turn.to(replace(position, among=among, tries=position.tries + 1))
    return clarified(turn, VALUE, position.tries + 1, shown)


def _confirm(turn: Turn, position: Confirming, heard: Heard, changed: frozenset[str]) -> Turn:
    step = turn.step(position.step)
    if not isinstance(step, Confirm):
        raise LookupError(f"{position.step} is not a confirm step")
    if changed:  # whatever else was said, the values that were shown are no longer the ones
        return rewalk(explain(turn, heard), changed, step.name)
    if heard.problems:
        return unclear(explain(turn, heard), None)
    if another := choose_again(turn, heard):
        return another
    if heard.no:
        return walk(turn, step.on_no, step.name) if step.on_no else what_else(turn.to(Changing(step.name, 0)))
    if heard.yes and not heard.excludes and names_choice(turn, heard):
        return _agree(turn, step, position)
    return aside(turn, heard) or unclear(turn, "confirm_unclear")


def _agree(turn: Turn, step: Confirm, position: Confirming) -> Turn:
    """A yes to exactly what was shown. What was found too long ago is looked for again before it is used."""
    run = replace(turn.run, agreed={**turn.run.agreed, step.name: position.digest}, stalled=0)
    old = [name for name in run.path if name in run.offers and run.offers[name].expires_at <= turn.at]
    if not old:
        return walk(turn.with_run(run), step.name)
    for other in turn.flow.choices:
        if other.source == old[0]:
            kept = {name: replace(f, source=Source.GUEST, instead_of=None) for name, f in run.slots.items()}
            run = replace(run, slots={name: f for name, f in kept.items() if name != other.slot})
    return walk(turn.with_run(runs.rewound(run, old[0])), old[0])


def _after_no(turn: Turn, position: Changing, heard: Heard, changed: frozenset[str]) -> Turn:
    if changed:
        return rewalk(explain(turn, heard), changed, position.step)
    if heard.problems:
        return what_else(explain(turn, heard))
    if another := choose_again(turn, heard):
        return another
    if heard.no:
        return cancel(turn)
    if heard.yes:  # "yes" to "shall I change something?" books nothing: show it again and ask anew
        return walk(turn, position.step)
    return aside(turn, heard) or what_else(turn)


def _change(turn: Turn, slots: tuple[str | None, ...]) -> Turn:
    """Ask anew for slots, one after the other, or ask which."""
    step = turn.current_step
    known = (turn.run.slots.keys() | turn.run.skipped) & turn.flow.slots.keys()
    named = [slot for slot in slots if slot is not None and slot in known - runs.kept(turn.flow)]
    if not named:
        asks = isinstance(turn.position, Confirming | Changing)
        return (
            what_else(turn if isinstance(turn.position, Changing) else turn.to(Changing(step, 0)))
            if asks
            else unclear(turn, None)
        )
    starts = [_asked_anew(turn, slot) or step for slot in named]
    run = turn.run
    for slot in named:
        run = runs.clear(run, turn.flow, slot)
    memory = {name: filled for name, filled in turn.conversation.memory.items() if name not in named}
    turn = turn.with_conversation(replace(turn.conversation, run=run, memory=memory))
    path = turn.run.path
    start = min(starts, key=lambda name: path.index(name) if name in path else len(path))
    return walk(turn.with_run(runs.rewound(run, start)), start)


def _asked_anew(turn: Turn, slot: str) -> str | None:
    """Return the step from which a slot that is emptied is asked for or looked up again."""
    collected = next((s.name for s in turn.flow.steps.values() if isinstance(s, Collect) and s.slot == slot), None)
    if collected in turn.run.path:
        return collected
    cleared = runs.clear(turn.run, turn.flow, slot)
    return runs.first_touched(cleared, turn.flow, runs.changed_slots(turn.run, cleared))
