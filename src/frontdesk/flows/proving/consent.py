"""Proves that no means no: a guarded action is reached only over the yes to a confirm that shows what it uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from frontdesk.dialogue.flow import Act, Assign, CallFlow, Choose, Collect, Confirm, Copy, Flow, Step
from frontdesk.flows.drafts import Draft
from frontdesk.flows.findings import with_article
from frontdesk.flows.proving.graph import Edge, Way

_IDS = frozenset({"option", "booking", "reference"})  # kinds that say nothing to a guest
_PROOFS = frozenset({"phone", "email"})  # kinds by which something that is there is found to be somebody's


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why a guarded action may run without a yes to exactly what it does."""

    step: str
    rule: str
    message: str
    between: str | None = None  # the step between the yes and the action that is the reason
    unseen: str | None = None  # the slot that the action uses and the guest was not shown


@dataclass(frozen=True, slots=True)
class Consent:
    """What leads to a guarded action: the confirms whose yes does, and the steps between those and the action."""

    act: Act
    confirms: tuple[str, ...]
    between: frozenset[str]
    unasked: bool  # it can be reached from the first step with no yes at all


def consent(flow: Flow, ways: Mapping[str, tuple[Edge, ...]], act: Act) -> Consent:
    """Walk back from a guarded action until a yes is met."""
    entering = _entering(ways)
    confirms: dict[str, None] = {}
    between: set[str] = set()
    waiting = [act.name]
    unasked = act.name == flow.first
    while waiting:
        for edge in entering.get(waiting.pop(), ()):
            if edge.way is Way.YES:
                confirms[edge.source] = None
            elif edge.source not in between:
                between.add(edge.source)
                waiting.append(edge.source)
                unasked = unasked or edge.source == flow.first
    return Consent(act, tuple(confirms), frozenset(between), unasked)


def _entering(ways: Mapping[str, tuple[Edge, ...]]) -> dict[str, list[Edge]]:
    """Return the edges that lead to each step."""
    entering: dict[str, list[Edge]] = {}
    for out in ways.values():
        for edge in out:
            entering.setdefault(edge.target, []).append(edge)
    return entering


def doubts(draft: Draft, flow: Flow, found: Consent, ways: Mapping[str, tuple[Edge, ...]]) -> Iterator[Doubt]:
    """Give every reason why the yes does not cover the action."""
    act = found.act
    if found.unasked or not found.confirms:
        yield Doubt(act.name, "unconfirmed", f"{act.call} can be reached without a yes; a confirm must lead to it.")
        return
    if len(found.confirms) > 1:
        asked = " and ".join(found.confirms)
        yield Doubt(act.name, "two_confirms", f"{act.call} can be reached over {asked}; let one confirm lead to it.")
        return
    confirm = flow.steps[found.confirms[0]]
    if isinstance(confirm, Confirm):
        yield from _spent(flow, found, confirm)
        yield from _unshown(draft, flow, found, confirm, ways)
        yield from _asked(flow, found, confirm)
        yield from _changed(draft, flow, found, confirm)


def _asked(flow: Flow, found: Consent, confirm: Confirm) -> Iterator[Doubt]:
    """A yes is good for the turn it was said in: a question before the action would leave it without one."""
    used = {*confirm.shows, *found.act.arguments.values()}
    for name in sorted(found.between):
        step = flow.steps[name]
        if isinstance(step, Collect | Choose) and not brought_by(step) & used:
            message = (
                f"{name} asks something after the yes of {confirm.name} and before {found.act.call}; ask it before."
            )
            yield Doubt(name, "asked_after_yes", message, name)


def _spent(flow: Flow, found: Consent, confirm: Confirm) -> Iterator[Doubt]:
    for name in sorted(found.between):
        step = flow.steps[name]
        if isinstance(step, Act) and step.guarded:
            message = f"{found.act.call} would rest on the yes of {confirm.name} that {name} has already used up."
            yield Doubt(found.act.name, "yes_spent", message, name)


def _unshown(
    draft: Draft, flow: Flow, found: Consent, confirm: Confirm, ways: Mapping[str, tuple[Edge, ...]]
) -> Iterator[Doubt]:
    act, covered = found.act, follows(flow, frozenset(confirm.shows))
    unshown = draft.unshown.get(confirm.name, frozenset())
    for argument, slot in act.arguments.items():
        if slot in unshown - covered and not _means_nothing(flow, slot):
            message = (
                f"{act.call} uses {slot} as {argument}, which guests say in words: "
                f"show {{{slot}}} at {confirm.name}; `unshown` is for ids."
            )
            finders = _finders(flow, slot, covered) if flow.slots[slot].kind in _PROOFS else frozenset()
            if finders:
                message = (
                    f"{confirm.name} may be reached with {with_article(slot)} that did not find what is shown there; "
                    f"show {{{slot}}}, or give it to {min(finders)} on every way to {confirm.name}."
                )
            if not finders or not _is_proved(flow, ways, slot, confirm.name, finders):
                yield Doubt(confirm.name, "unshown_words", message, unseen=slot)
        elif slot not in covered | unshown:
            message = (
                f"{act.call} uses {slot} as {argument}, which {confirm.name} does not show; "
                f"show {{{slot}}} there, or list it under `unshown` if it is an id."
            )
            yield Doubt(confirm.name, "unshown_argument", message, unseen=slot)


def _means_nothing(flow: Flow, name: str) -> bool:
    """Say whether a slot means nothing to guests, or is none of their words."""
    return flow.slots[name].kind in _IDS or _is_brought(flow, name)


def _is_brought(flow: Flow, name: str) -> bool:
    """Say whether a slot is filled by actions, choices and fixed values only."""
    sources = [step for step in flow.steps.values() if name in brought_by(step)]
    return bool(sources) and all(
        isinstance(step, Act | Choose) or (isinstance(step, Assign) and not isinstance(step.values[name], Copy))
        for step in sources
    )


def _finders(flow: Flow, name: str, shown: frozenset[str]) -> frozenset[str]:
    """Return the actions that are given a slot and find what is shown: by it they tell whose that is."""
    finders: set[str] = set()
    for step in flow.steps.values():
        if isinstance(step, Act) and not step.guarded and name in step.arguments.values():
            choices = (one for one in flow.steps.values() if isinstance(one, Choose) and one.source == step.name)
            found = brought_by(step).union(*(brought_by(one) for one in choices))
            if found & shown:
                finders.add(step.name)
    return frozenset(finders)


def _is_proved(
    flow: Flow, ways: Mapping[str, tuple[Edge, ...]], name: str, confirm: str, finders: frozenset[str]
) -> bool:
    """Say whether, on every way to a confirm, one of these has found something by the slot as it is then."""
    entering, seen, waiting = _entering(ways), {confirm}, [confirm]
    while waiting:
        here = waiting.pop()
        if here == flow.first:
            return False
        for edge in entering.get(here, ()):
            if edge.source in finders and edge.way is Way.SUCCESS:
                continue
            if name in brought_by(flow.steps[edge.source]) and edge.way is not Way.SKIPPED:
                return False
            if edge.source not in seen:
                seen.add(edge.source)
                waiting.append(edge.source)
    return True


def follows(flow: Flow, shown: frozenset[str]) -> frozenset[str]:
    """Return the slots that follow from what is shown: parts of one choice, what actions make of them, and copies."""
    known = set(shown)
    while True:
        before = len(known)
        for step in flow.steps.values():
            if isinstance(step, Choose):
                parts = {step.slot, *step.take.values()}
                known |= parts if parts & known else set()
            if isinstance(step, Act) and step.arguments and set(step.arguments.values()) <= known:
                known |= set(step.outputs.values())
            if isinstance(step, Assign):
                known |= {name for name in step.values if _only_copied(flow, name, known)}
        if len(known) == before:
            return frozenset(known)


def _only_copied(flow: Flow, name: str, known: set[str]) -> bool:
    """Say whether a slot never holds anything but a copy of what is known."""
    for step in flow.steps.values():
        if name in brought_by(step):
            value = step.values[name] if isinstance(step, Assign) else None
            if not isinstance(value, Copy) or value.slot not in known:
                return False
    return True


def brought_by(step: Step) -> set[str]:
    """Return the slots that a step fills."""
    match step:
        case Collect(slot=slot):
            return {slot}
        case Choose(slot=slot, take=take):
            return {slot, *take.values()}
        case Act(outputs=outputs) | CallFlow(outputs=outputs):
            return set(outputs.values())
        case Assign(values=values):
            return set(values)
        case _:
            return set()


def _changed(draft: Draft, flow: Flow, found: Consent, confirm: Confirm) -> Iterator[Doubt]:
    agreed = set(confirm.shows)
    used = agreed | set(found.act.arguments.values())
    unshown = draft.unshown.get(confirm.name, frozenset())
    for name in sorted(found.between):
        step = flow.steps[name]
        match step:  # an action may bring an id that nobody could have been shown; a flow may, where that is declared
            case Act():
                binding = agreed
            case CallFlow() | Assign():
                binding = used - unshown
            case _:
                binding = used
        for slot in sorted(brought_by(step) & binding):
            message = f"{name} may change {slot} after the yes of {confirm.name} and before {found.act.call}."
            yield Doubt(name, "changed_after_yes", message, name)
    for (source, target), slots in sorted(flow.clears.items()):
        if target in found.between and source in found.between | {confirm.name} and slots & agreed:
            emptied = ", ".join(sorted(slots & agreed))
            message = f"Going from {source} back to {target} empties {emptied} after the yes of {confirm.name}."
            yield Doubt(source, "changed_after_yes", message, target)
