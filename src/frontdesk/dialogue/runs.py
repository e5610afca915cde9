"""Small moves on a run: fill a slot, clear it with all that rests on it, find what a change touches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import time

from frontdesk.dialogue.conversation import Filled, Offer, Option, Run, Source
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.expression import TODAY, holds, slots_read
from frontdesk.dialogue.flow import (
    Act,
    Assign,
    Branch,
    CallFlow,
    Choose,
    Collect,
    Confirm,
    Copy,
    Flow,
    Link,
    Slot,
    Step,
)
from frontdesk.dialogue.values import Anytime, Days, Shift, Soonest, Times, Value, digest

# Slots of a flow that answers questions: what a question is about, and its words.
QUESTION = ("topic", "question")
BESIDE = "beside"  # the same flow's slot for the name of the flow that waits until the question is answered
_PARTY = "party"  # the kind of a slot for how many come
_WHEN = frozenset({"day", "time", "moment"})
_BOOKING = "booking"  # the kind of a slot for one of the guest's bookings
CONTACT = frozenset({"person_name", "phone", "email"})  # kinds that are the guest's own in whichever flow


def values(run: Run) -> dict[str, Value]:
    """Return what a run knows, by slot."""
    return {name: filled.value for name, filled in run.slots.items()}


def fill(run: Run, flow: Flow, name: str, filled: Filled) -> Run:
    """Put a value into a slot; a different value clears whatever rests on the old one."""
    before = run.slots.get(name)
    changed = before is None or before.value != filled.value
    # "No mornings", and then "10 AM": what is said last holds.
    excluded = tuple(pair for pair in run.excluded if pair[0] != name or not _is_such(filled.value, pair[1]))
    run = replace(run, slots={**run.slots, name: filled}, skipped=run.skipped - {name}, excluded=excluded)
    return clear_dependents(run, flow, name) if changed else run


def clear(run: Run, flow: Flow, name: str) -> Run:
    """Empty a slot and whatever rests on it."""
    chosen = [step for step in flow.choices if step.slot == name]
    if name in run.slots or name in run.skipped or chosen:
        slots = {other: filled for other, filled in run.slots.items() if other != name}
        offers = dict(run.offers)
        for step in chosen:
            _give_back(step, slots, offers)
        if chosen and flow.slots[name].kind == _BOOKING:
            slots = dict(_not_moved_yet(slots))
        run = replace(run, slots=slots, skipped=run.skipped - {name}, offers=offers)
    return clear_dependents(run, flow, name)


def clear_dependents(run: Run, flow: Flow, name: str) -> Run:
    """Empty the slots that depend on `name`."""
    counts = name in flow.slots and flow.slots[name].kind == _PARTY
    for slot in flow.slots.values():
        if name in slot.depends_on and (slot.name in run.slots or slot.name in run.skipped):
            run = clear(_still_then(run, flow, slot) if counts else run, flow, slot.name)
    for step in flow.choices:
        if name in step.take.values() and step.slot in run.slots:
            run = clear(run, flow, step.slot)  # what was chosen is no longer what is known of it
    return run


def _still_then(run: Run, flow: Flow, slot: Slot) -> Run:
    """Keep when it was to be, as the guest's wish: one more or fewer of them changes nothing of that."""
    targets = {target for step in flow.choices if step.slot == slot.name for target in step.take.values()}
    chosen = {name: run.slots[name] for name in targets if name in run.slots and flow.slots[name].kind in _WHEN}
    wished = {name: replace(filled, source=Source.GUEST, instead_of=None) for name, filled in chosen.items()}
    return replace(run, slots={**run.slots, **wished})


def _give_back(step: Choose, slots: dict[str, Filled], offers: dict[str, Offer]) -> None:
    """Undo what choosing had put into other slots; what was found exactly is no longer taken unasked."""
    if step.source in offers and offers[step.source].exact is not None:
        offers[step.source] = replace(offers[step.source], exact=None)
    for target in step.take.values():
        taken = slots.get(target)
        if taken is not None and taken.source is Source.CHOICE:
            del slots[target]
            if is_of_range(taken):  # who has chosen a day of a week, and wants another time, means that day
                slots[target] = replace(taken, source=Source.GUEST, instead_of=None)
            elif taken.instead_of is not None:
                slots[target] = taken.instead_of


def _not_moved_yet(slots: Mapping[str, Filled]) -> Iterator[tuple[str, Filled]]:
    """Let what was moved wait again: of another booking it may come to another day."""
    for name, held in slots.items():
        before = held.instead_of
        if before is None or not isinstance(before.value, Shift):
            yield name, held
        elif held.source is not Source.ACTION:
            yield name, before


def is_of_range(filled: Filled) -> bool:
    """Say whether a day was chosen out of the days that the guest would take."""
    return filled.instead_of is not None and isinstance(filled.instead_of.value, Days)


def kept(flow: Flow) -> frozenset[str]:
    """Name the slots that a caller, a guest's question or a default fills and no step asks for: they stay filled."""
    asked = {step.slot for step in flow.collects}
    defaults = (slot.name for slot in flow.slots.values() if slot.default is not None)
    return frozenset((*flow.inputs, *defaults, *((*QUESTION, BESIDE) if flow.answers else ()))) - asked


def allows(slot: Slot, value: Value, known: Mapping[str, Value]) -> bool:
    """Say whether a slot may hold a value beside what is known; a wish that names no day breaks no rule for days."""
    if slot.validate is None or isinstance(value, Soonest | Anytime | Shift):
        return True
    return holds(slot.validate, {**known, slot.name: value})


def begun(run: Run, flow: Flow, memory: Mapping[str, Filled], today: Value) -> Run:
    """Fill what a run knows from the start: what is the guest's own, as far as its slots allow it, and defaults."""
    for slot in flow.slots.values():
        own = memory.get(slot.name) if slot.remember or slot.kind in CONTACT else None
        if own is not None and allows(slot, own.value, {**values(run), TODAY: today}):
            run = fill(run, flow, slot.name, own)
        elif slot.default is not None and slot.name not in run.slots:
            run = fill(run, flow, slot.name, Filled(slot.default, Source.DEFAULT))
    return run


def remembered(run: Run, flow: Flow, memory: Mapping[str, Filled], today: Value) -> Run:
    """Fill what is the guest's own and was learned elsewhere while the run waited; what was skipped stays skipped."""
    for slot in flow.slots.values():
        own = memory.get(slot.name) if slot.remember else None
        if own is None or slot.name in run.slots or slot.name in run.skipped or not is_own(slot, run):
            continue
        if allows(slot, own.value, {**values(run), TODAY: today}):
            run = fill(run, flow, slot.name, own)
    return run


def is_own(slot: Slot, run: Run) -> bool:
    """Say whether a slot may hold what is the guest's own: where somebody else is meant, it may not."""
    return run.slots.keys().isdisjoint(slot.depends_on)


def is_for_guest(run: Run, flow: Flow) -> bool:
    """Say whether what a guest tells of a person is about themselves, and so to be remembered."""
    return all(is_own(slot, run) for slot in flow.slots.values() if slot.remember)


def without_refused(run: Run, flow: Flow, today: Value) -> Run:
    """Empty the slots whose value is not allowed beside what has become known since."""
    for slot in flow.slots.values():
        held = run.slots.get(slot.name) if slot.validate is not None else None
        if held is not None and not allows(slot, held.value, {**values(run), TODAY: today}):
            run = clear(run, flow, slot.name)
    return run


def take(run: Run, flow: Flow, step: Choose, option: Option) -> Run:
    """Fill the slot of a choose step with `option`, and the slots it takes fields into."""
    chosen = flow.slots[step.slot]
    slots = {**run.slots, step.slot: Filled(option.id, Source.CHOICE)}
    for name, target in step.take.items():
        value, before = option.value(name), run.slots.get(target)
        if value is None or _is_wished(chosen, target, before):
            continue
        if before is None or before.value != value:
            slots[target] = Filled(value, Source.CHOICE, instead_of=before)
        else:
            # The two times that a clock shows when it is turned back are equal; the one chosen is the one meant.
            slots[target] = replace(before, value=value)
    return replace(run, slots=slots)


def _is_wished(chosen: Slot, target: str, before: Filled | None) -> bool:
    """Tell "make it five", said of a booking for three: what does not say which booking is meant is how it shall be."""
    said = before is not None and before.source is Source.GUEST
    return said and chosen.kind == _BOOKING and target not in chosen.depends_on


def last_choice(flow: Flow, run: Run) -> Choose | None:
    """Return the last choose step of the path whose choice stands."""
    passed = [flow.steps[name] for name in reversed(run.path) if name in flow.steps]
    choices = (step for step in passed if isinstance(step, Choose))
    return next((step for step in choices if step.slot in run.slots and step.source in run.offers), None)


def found(run: Run, flow: Flow, step: Act, offer: Offer) -> Run:
    """Keep what an action step found; a choice from what it had found before is void."""
    looked_for = {name: run.slots[name] for name in step.arguments.values() if name in run.slots}
    for other in flow.choices:
        if other.source == step.name:
            run = clear(run, flow, other.slot)
            offer = _without(offer, run.excluded, other.take)
    # What follows tells what came of it: of the time that was looked for, and not of the wish before it.
    return replace(run, offers={**run.offers, step.name: offer}, slots={**run.slots, **looked_for})


def _without(offer: Offer, excluded: tuple[tuple[str, Value], ...], take: Mapping[str, str]) -> Offer:
    """Leave out the options that the guest has ruled out, unless nothing would be left to choose from."""
    gone = [(field, value) for field, target in take.items() for slot, value in excluded if slot == target]
    kept = tuple(
        option for option in offer.options if not any(_is_such(option.value(field), value) for field, value in gone)
    )
    if not gone or not kept or len(kept) == len(offer.options):
        return offer
    exact = offer.exact if any(option.id == offer.exact for option in kept) else None
    return replace(offer, options=kept, exact=exact)


def _is_such(held: Value | None, value: Value) -> bool:
    if isinstance(held, time) and isinstance(value, Times):
        return (value.start is None or value.start <= held) and (value.end is None or held < value.end)
    if isinstance(value, tuple) and not isinstance(held, tuple):
        return held in value  # "no Mondays", and then the Monday that is named
    return held == value or (isinstance(held, tuple) and held == (value,))


def touches(step: Step, flow: Flow) -> frozenset[str]:
    """Name the slots that a step fills, shows, or decides by."""
    condition = slots_read(step.when) if step.when else frozenset()
    match step:
        case Collect(slot=slot):
            return condition | {slot}
        case Choose(slot=slot, source=source, take=taken):
            act = flow.steps[source]
            return (
                condition | {slot} | set(taken.values()) | (touches(act, flow) if isinstance(act, Act) else frozenset())
            )
        case Confirm(shows=shows):
            return condition | set(shows)
        case Act(arguments=arguments):
            return condition | set(arguments.values())
        case Branch(cases=cases):
            return condition.union(*(slots_read(expression) for expression, _ in cases))
        case CallFlow(inputs=inputs) | Link(inputs=inputs):
            return condition | set(inputs.values())
        case Assign(values=given):
            return condition | {value.slot for value in given.values() if isinstance(value, Copy)}
        case _:
            return condition


def assign(run: Run, flow: Flow, step: Assign) -> Run:
    """Put the values of a set step into their slots; a copy of nothing empties.

    What was ruled out stays so where the flow can do without; what it needs is filled, as was proved.
    """
    known = values(run)
    for name, given in step.values.items():
        value = known.get(given.slot) if isinstance(given, Copy) else given
        if (name, value) in run.excluded and not flow.slots[name].required:
            continue
        if flow.slots[name].many and value is not None and not isinstance(value, tuple):
            value = (value,)  # as guests fill it: who then names the very thing changes nothing
        filled = None if value is None else Filled(value, Source.ACTION)
        run = clear(run, flow, name) if filled is None else fill(run, flow, name, filled)
    return run


def handed(inputs: Mapping[str, str], giver: Run) -> dict[str, Filled]:
    """Return what a flow is given from the slots of another: its slot -> what ours holds."""
    return {theirs: giver.slots[ours] for theirs, ours in inputs.items() if ours in giver.slots}


def first_touched(run: Run, flow: Flow, changed: frozenset[str]) -> str | None:
    """Return the first step of the run's path that a change of these slots touches."""
    if not changed:
        return None
    return next((name for name in run.path if touches(flow.steps[name], flow) & changed), None)


def rewound(run: Run, step: str) -> Run:
    """Forget the path from `step` on."""
    return replace(run, path=run.path[: run.path.index(step)]) if step in run.path else run


def passed_over(run: Run, step: Step) -> Run:
    """Keep on the path what would be done otherwise: a set step, and a question that something else may lead to."""
    is_kept = isinstance(step, Collect | Choose | Assign)
    return replace(run, path=(*run.path, step.name)) if is_kept else run


def called(run: Run, step: str, other: Run) -> Run:
    """Keep what a called flow knows, for the case that a change of the guest's leads to the call once more."""
    return replace(run, called={**run.called, step: replace(other, called={}, recalled={})})


def recalling(run: Run, flow: Flow) -> Run:
    """Let the flows that are called once more know their answers, as they stand in this one by now.

    Only for what the guest changes: where a flow itself leads back to a call, its questions are put anew.
    """
    known: dict[str, Run] = {}
    for name, other in run.called.items():
        step = flow.steps.get(name)
        if isinstance(step, CallFlow):
            brought = {theirs: run.slots[ours] for theirs, ours in step.outputs.items() if ours in run.slots}
            own = {slot: filled for slot, filled in other.slots.items() if slot not in step.outputs}
            known[name] = replace(other, slots={**own, **brought})
    known |= run.recalled
    return replace(run, recalled=known) if known else run


def told_before(run: Run, flow: Flow, before: Run | None) -> Run:
    """Leave a flow that is called once more what the guest told it, but for what rests on something that changed."""
    if before is None or (before.flow, before.fingerprint) != (flow.name, flow.fingerprint):
        return run
    changed = {name for name in flow.inputs if run.slots.get(name) != before.slots.get(name)}
    for name, slot in flow.slots.items():
        told = before.slots.get(name)
        if told is None or told.source is not Source.GUEST or name in run.slots:
            continue
        if changed.isdisjoint(slot.depends_on) and allows(slot, told.value, {**values(run), name: told.value}):
            run = fill(run, flow, name, told)
    return replace(run, skipped=before.skipped - run.slots.keys())


def moved_on(run: Run) -> Run:
    """Forget the turns that brought nothing: this one did."""
    return replace(run, stalled=0) if run.stalled else run


def changed_slots(before: Run, after: Run) -> frozenset[str]:
    """Name the slots whose value, or whose exclusions, differ between two states of a run."""
    if after is before:
        return frozenset()
    old, new = values(before), values(after)
    filled = {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)}
    ruled_out = {name for name, _ in set(before.excluded) ^ set(after.excluded)}
    return frozenset(filled | ruled_out | (before.skipped ^ after.skipped))


def agreed_digest(run: Run, flow: Flow, step: Confirm) -> str:
    """Name exactly what a yes to this confirm step agrees to: what it shows, and what its actions are then given."""
    given = {slot for act in flow.acts if act.confirmed_by == step.name for slot in act.arguments.values()}
    known: Mapping[str, Value] = values(run)
    return digest({name: known.get(name) for name in given.union(step.shows)})
