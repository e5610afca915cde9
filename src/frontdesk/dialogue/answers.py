"""Hears an answer inside a flow: what it means depends on where the conversation stands."""

from __future__ import annotations

from frontdesk.dialogue import runs
from frontdesk.dialogue.again import aside, unclear, what_else
from frontdesk.dialogue.choices import choose, choose_again, first_page, names_choice, page_before, told
from frontdesk.dialogue.conversation import Changing, Choosing, Collecting, Confirming, Source
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.effects import Shown
from frontdesk.dialogue.expression import slots_read
from frontdesk.dialogue.flow import REFERENCE, Act, Assign, CallFlow, Choose, Collect, Confirm
from frontdesk.dialogue.heard import Heard, sort
from frontdesk.dialogue.leaving import cancel, is_left_to_staff
from frontdesk.dialogue.meanings import Change, GoBack, Goodbye, Inform, Number, Skip
from frontdesk.dialogue.passing import clarified
from frontdesk.dialogue.patterns import VALUE
from frontdesk.dialogue.retracing import correct, go_back
from frontdesk.dialogue.starting import apply, checked, explain, give_up, go_another_way, keeping_half
from frontdesk.dialogue.turn import Turn
from frontdesk.dialogue.values import Value
from frontdesk.dialogue.walk import rewalk, walk

_TOLD = frozenset({"day", "time", "moment"})  # what is said again of another choice


def answer(turn: Turn, heard: Heard) -> Turn:
    """Hear a message inside a flow: apply what it gives, then see what that means where we stand."""
    before, heard = turn.run, checked(turn, heard)
    turn = apply(turn, heard)
    changed = runs.changed_slots(before, turn.run)
    if heard.has(GoBack):
        return page_before(turn) or go_back(turn)
    turn = correct(turn, before, heard) if changed else turn
    named = tuple(each.slot for each in heard.all if isinstance(each, Change)) if not changed else ()
    if named and not (named == (None,) and _is_unshown(turn)):
        return first_page(turn, named) or _change(turn, named)
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


def _is_unshown(turn: Turn) -> bool:
    """Tell a confirm that stands where another question stood in an older version: that was answered, not this one."""
    return isinstance(turn.position, Confirming) and not turn.position.digest


def _collect(turn: Turn, position: Collecting, heard: Heard, changed: frozenset[str]) -> Turn:
    slot = turn.flow.slots[position.slot]
    numbers = [pick.position for pick in heard.picks if isinstance(pick, Number)]
    if position.among and numbers and 1 <= numbers[0] <= len(position.among):
        meant = position.among[numbers[0] - 1]
        value: Value = (meant,) if slot.many else meant
        return answer(turn, sort((Inform(slot.name, value, ""),)))
    if not changed and (another := choose_again(turn, heard)):
        kinds = {name: turn.flow.slots[name].kind for name in runs.changed_slots(turn.run, another.run)}
        taken = tuple(
            another.run.slots[name].value for name in kinds if kinds[name] in _TOLD and name in another.run.slots
        )
        return choose_again(turn.say("taken", {"taken": taken}), heard) or another if taken else another
    if changed and slot.kind == REFERENCE and slot.name not in turn.run.slots:
        return _beside_reference(explain(turn, heard), position, changed)
    if changed:  # the answer itself leads on from here; whatever else was said may lead back
        return _led_on(explain(turn, heard), position, heard, changed - {slot.name})
    if slot.name in turn.run.slots and not heard.problems:  # it was answered while another question was
        return walk(turn, position.step)
    skips = heard.has(Skip) or heard.no
    left = (skips or heard.has(Goodbye)) and not slot.required and is_left_to_staff(turn)
    if (skips or left) and not slot.required:
        turn = turn.say("left_to_staff") if left else turn
        turn = turn.say("goodbye") if left and heard.has(Goodbye) else turn
        run = replace(turn.run, skipped=turn.run.skipped | {slot.name})
        return walk(turn.with_run(run), position.step)
    if heard.has(Skip) and slot.kind == REFERENCE:  # what is lost is not found by asking for it again
        return go_another_way(turn.say("cannot_skip", {"slot": slot.name}), turn.step(position.step))
    if heard.has(Skip):
        return unclear(turn.say("cannot_skip", {"slot": slot.name}), None)
    if heard.problems:
        return _ask_after_problem(turn, position, heard)
    if known := told(turn, heard):
        return unclear(turn.say("taken", {"taken": known}), None)  # it was known already
    agrees = heard.yes and position.tries == 1  # to what was said before the question: "perfect"
    return aside(turn, heard) or unclear(turn, None if agrees else "unclear")


def _led_on(turn: Turn, position: Collecting, heard: Heard, changed: frozenset[str]) -> Turn:
    """Go on with what was said; where the same question comes again, say first what was taken."""
    named = (problem.candidates for problem in heard.problems if problem.slot == position.slot and problem.candidates)
    among = next(named, position.among)  # "Tuesday or Thursday morning"
    if len(among) > 1 and position.slot not in turn.run.slots:  # which of these it is has not been said yet
        turn = turn.doubting(position.slot, among)
    after = rewalk(turn, changed, position.step)
    again = isinstance(after.position, Collecting) and after.position.step == position.step
    again = again and after.run.number == turn.run.number  # another flow may have a step of that name
    given = told(turn, heard)
    return rewalk(turn.say("taken", {"taken": given}), changed, position.step) if again and given else after


def _beside_reference(turn: Turn, position: Collecting, changed: frozenset[str]) -> Turn:
    """Look again with what was said in place of a reference; where it is asked for again, that is one more try."""
    step = turn.step(position.step)
    if isinstance(step, Collect) and position.tries >= step.tries:
        return give_up(turn, step)
    after = rewalk(turn, changed, position.step)
    if isinstance(after.position, Collecting) and after.position.step == position.step:
        return unclear(turn, None)
    # The action that looks again comes between the two questions: the run knows how often it was put.
    return after if after.conversation.run is None else after.with_run(replace(after.run, stalled=position.tries))


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
    if changed and (among := _first_of_others(turn, heard)):
        return among  # "Thursday or Tuesday at 4"
    if changed and not (heard.yes and _is_untouched(turn, step, position, changed)):
        # Whatever else was said, the values that were shown are no longer the ones.
        return rewalk(explain(turn, heard), changed, step.name)
    if heard.problems:
        return _one_of_others(turn, heard.problems[0]) or unclear(explain(turn, heard), None)
    if another := choose_again(turn, heard):
        return another
    if heard.no:
        return walk(turn, step.on_no, step.name) if step.on_no else what_else(turn.to(Changing(step.name, 0)))
    if heard.yes and not heard.excludes and names_choice(turn, heard):
        return agree(turn, step, position)
    if heard.leans:
        return unclear(turn.to(replace(position, wavered=True)), "confirm_half")
    return aside(turn, heard) or unclear(turn, "confirm_hesitant" if heard.hesitates else "confirm_unclear")


def _is_untouched(turn: Turn, step: Confirm, position: Confirming, changed: frozenset[str]) -> bool:
    """Tell "yes, my number is ...", which adds what comes next, from a yes to other values than were shown."""
    same = runs.agreed_digest(turn.run, turn.flow, step) == position.digest
    return same and runs.first_touched(turn.run, turn.flow, changed) is None


def agree(turn: Turn, step: Confirm, position: Confirming) -> Turn:
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
    if changed and (among := _first_of_others(turn, heard)):
        return among
    if changed:
        return rewalk(explain(turn, heard), changed, position.step)
    if heard.problems:
        return _one_of_others(turn, heard.problems[0]) or what_else(explain(turn, heard))
    if another := choose_again(turn, heard):
        return another
    if heard.no:
        return cancel(turn)
    if heard.yes:  # "yes" to "shall I change something?" books nothing: show it again and ask anew
        return walk(turn, position.step)
    again = bool(heard.picks) and names_choice(turn, heard)
    if again or told(turn, heard):  # what is wanted is what was shown: it is summed up once more
        return walk(turn.stalled(), position.step)
    return aside(turn, heard) or what_else(turn)


def _change(turn: Turn, slots: tuple[str | None, ...]) -> Turn:
    """Ask anew for slots, one after the other, or ask which."""
    step = turn.current_step
    known = (turn.run.slots.keys() | turn.run.skipped) & turn.flow.slots.keys()
    fixed = runs.kept(turn.flow) | _looked_up(turn)
    named = [slot for slot in slots if slot is not None and slot in known - fixed]
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
    asked = {*named, *(theirs for slot in named for step in _calls_for(turn, slot) for theirs in step.outputs)}
    memory = {name: filled for name, filled in turn.conversation.memory.items() if name not in asked}
    turn = turn.with_conversation(replace(turn.conversation, run=run, memory=memory))
    path = turn.run.path
    start = min(starts, key=lambda name: path.index(name) if name in path else len(path))
    return walk(turn.with_run(runs.recalling(runs.rewound(run, start), turn.flow)), start)


def _first_of_others(turn: Turn, heard: Heard) -> Turn | None:
    return _one_of_others(turn, heard.problems[0]) if heard.problems else None


def _one_of_others(turn: Turn, problem: Inform) -> Turn | None:
    """Ask which of several it shall be instead of what is known: "Friday or Monday". None where it is one of them."""
    asked = any(isinstance(step, Collect) and step.slot == problem.slot for step in turn.flow.steps.values())
    known = turn.run.slots.get(problem.slot)
    if not asked or known is None or len(problem.candidates) < 2 or known.value in problem.candidates:
        return None
    return _change(turn.doubting(problem.slot, problem.candidates), (problem.slot,))


def _asked_anew(turn: Turn, slot: str) -> str | None:
    """Return the step from which a slot that is emptied is asked for or looked up again."""
    collected = next((s.name for s in turn.flow.steps.values() if isinstance(s, Collect) and s.slot == slot), None)
    if collected in turn.run.path:
        return collected
    for step in _calls_for(turn, slot):
        return step.name
    cleared = runs.clear(turn.run, turn.flow, slot)
    return runs.first_touched(cleared, turn.flow, runs.changed_slots(turn.run, cleared))


def _calls_for(turn: Turn, slot: str) -> list[CallFlow]:
    """Return the calls that bring a slot, as far as the run has come by them; one that it went round, too."""
    calls = [step for step in turn.flow.steps.values() if isinstance(step, CallFlow) and slot in step.outputs.values()]
    return [step for step in calls if step.name in turn.run.path or (step.when and slot in slots_read(step.when))]


def _looked_up(turn: Turn) -> frozenset[str]:
    """Name the slots that actions and set steps have filled and that nobody is asked for: no guest can change them."""
    passed = [turn.step(name) for name in turn.run.path]
    found = {slot for step in passed if isinstance(step, Act) for slot in step.outputs.values()}
    found |= {slot for step in passed if isinstance(step, Assign) for slot in step.values}
    for step in turn.flow.steps.values():
        match step:
            case Collect(slot=slot):
                found -= {slot}
            case Choose(slot=slot, take=take):
                found -= {slot, *take.values()}
            case CallFlow(outputs=outputs):
                found -= set(outputs.values())
            case _:
                pass
    return frozenset(found)
