"""Proves that no means no: a guarded action is reached only over the yes to a confirm that shows what it uses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter

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


def consent(flow: Flow, leading: Mapping[str, Sequence[Edge]], act: Act) -> Consent:
    """Walk back from a guarded action until a yes is met; `leading` are the edges that lead to each step."""
    confirms: dict[str, None] = {}
    between: set[str] = set()
    waiting = [act.name]
    unasked = act.name == flow.first
    while waiting:
        for edge in leading.get(waiting.pop(), ()):
            if edge.way is Way.YES:
                confirms[edge.source] = None
            elif edge.source not in between:
                between.add(edge.source)
                waiting.append(edge.source)
                unasked = unasked or edge.source == flow.first
    return Consent(act, tuple(confirms), frozenset(between), unasked)


@dataclass(frozen=True, slots=True)
class Filling:
    """What fills the slots of a flow, sorted out once for all of its actions."""

    flow: Flow
    fillers: dict[str, list[Step]] = field(default_factory=dict)  # slot -> the steps that fill it
    uses: dict[str, list[Act]] = field(default_factory=dict)  # slot -> the actions that are given it
    choices: dict[str, list[Choose]] = field(default_factory=dict)  # action step -> the choices from what it finds
    copies: dict[str, set[str]] = field(default_factory=dict)  # slot -> the slots that its value is put into
    emptied: dict[str, list[tuple[str, frozenset[str]]]] = field(default_factory=dict)  # step -> from where, and what

    def __post_init__(self) -> None:
        """Look at every step once."""
        for step in self.flow.steps.values():
            for slot in brought_by(step):
                self.fillers.setdefault(slot, []).append(step)
            if isinstance(step, Act):
                for slot in set(step.arguments.values()):
                    self.uses.setdefault(slot, []).append(step)
            if isinstance(step, Choose):
                self.choices.setdefault(step.source, []).append(step)
            if isinstance(step, Assign):
                for name, value in step.values.items():
                    if isinstance(value, Copy):
                        self.copies.setdefault(value.slot, set()).add(name)
        for (source, target), slots in self.flow.clears.items():
            self.emptied.setdefault(target, []).append((source, slots))

    def follows(self, shown: Iterable[str]) -> frozenset[str]:
        """Return the slots that follow from what is shown: parts of one choice, what actions make of them, copies."""
        known: set[str] = set()
        waiting = list(shown)
        while waiting:
            slot = waiting.pop()
            if slot in known:
                continue
            known.add(slot)
            for step in self.fillers.get(slot, ()):
                waiting += brought_by(step) if isinstance(step, Choose) else ()
            for act in self.uses.get(slot, ()):
                waiting += act.outputs.values() if known.issuperset(act.arguments.values()) else ()
            waiting += [name for name in self.copies.get(slot, ()) if self._is_only_copied(name, known)]
        return frozenset(known)

    def _is_only_copied(self, name: str, known: set[str]) -> bool:
        """Say whether a slot never holds anything but a copy of what is known."""
        values = [step.values[name] if isinstance(step, Assign) else None for step in self.fillers[name]]
        return all(isinstance(value, Copy) and value.slot in known for value in values)

    def is_brought(self, name: str) -> bool:
        """Say whether a slot is filled by actions, choices and fixed values only."""
        sources = self.fillers.get(name, ())
        return bool(sources) and all(
            isinstance(step, Act | Choose) or (isinstance(step, Assign) and not isinstance(step.values[name], Copy))
            for step in sources
        )

    def finders(self, name: str, shown: frozenset[str]) -> frozenset[str]:
        """Return the actions that are given a slot and find what is shown: by it they tell whose that is."""
        finders: set[str] = set()
        for act in self.uses.get(name, ()):
            found = brought_by(act).union(*(brought_by(one) for one in self.choices.get(act.name, ())))
            if not act.guarded and found & shown:
                finders.add(act.name)
        return frozenset(finders)


def doubts(draft: Draft, filling: Filling, found: Consent, leading: Mapping[str, Sequence[Edge]]) -> Iterator[Doubt]:
    """Give every reason why the yes does not cover the action."""
    flow, act = filling.flow, found.act
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
        yield from _unshown(draft, filling, found, confirm, leading)
        yield from _asked(flow, found, confirm)
        yield from _changed(draft, filling, found, confirm)


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
    draft: Draft, filling: Filling, found: Consent, confirm: Confirm, leading: Mapping[str, Sequence[Edge]]
) -> Iterator[Doubt]:
    flow, act, covered = filling.flow, found.act, filling.follows(confirm.shows)
    unshown = draft.unshown.get(confirm.name, frozenset())
    for argument, slot in act.arguments.items():
        if slot in unshown - covered and not _means_nothing(filling, slot):
            message = (
                f"{act.call} uses {slot} as {argument}, which guests say in words: "
                f"show {{{slot}}} at {confirm.name}; `unshown` is for ids."
            )
            finders = filling.finders(slot, covered) if flow.slots[slot].kind in _PROOFS else frozenset()
            if finders:
                message = (
                    f"{confirm.name} may be reached with {with_article(slot)} that did not find what is shown there; "
                    f"show {{{slot}}}, or give it to {min(finders)} on every way to {confirm.name}."
                )
            if not finders or not _is_proved(flow, leading, slot, confirm.name, finders):
                yield Doubt(confirm.name, "unshown_words", message, unseen=slot)
        elif slot not in covered | unshown:
            message = (
                f"{act.call} uses {slot} as {argument}, which {confirm.name} does not show; "
                f"show {{{slot}}} there, or list it under `unshown` if it is an id."
            )
            yield Doubt(confirm.name, "unshown_argument", message, unseen=slot)


def _means_nothing(filling: Filling, name: str) -> bool:
    """Say whether a slot means nothing to guests, or is none of their words."""
    return filling.flow.slots[name].kind in _IDS or filling.is_brought(name)


def _is_proved(
    flow: Flow, leading: Mapping[str, Sequence[Edge]], name: str, confirm: str, finders: frozenset[str]
) -> bool:
    """Say whether, on every way to a confirm, one of these has found something by the slot as it is then."""
    seen, waiting = {confirm}, [confirm]
    while waiting:
        here = waiting.pop()
        if here == flow.first:
            return False
        for edge in leading.get(here, ()):
            if edge.source in finders and edge.way is Way.SUCCESS:
                continue
            if name in brought_by(flow.steps[edge.source]) and edge.way is not Way.SKIPPED:
                return False
            if edge.source not in seen:
                seen.add(edge.source)
                waiting.append(edge.source)
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


def _changed(draft: Draft, filling: Filling, found: Consent, confirm: Confirm) -> Iterator[Doubt]:
    agreed = set(confirm.shows)
    used = agreed | set(found.act.arguments.values())
    unshown = draft.unshown.get(confirm.name, frozenset())
    for name in sorted(found.between):
        step = filling.flow.steps[name]
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
    emptied = [(source, name, slots) for name in found.between for source, slots in filling.emptied.get(name, ())]
    for source, target, slots in sorted(emptied, key=itemgetter(0, 1)):
        if source in found.between | {confirm.name} and slots & agreed:
            lost = ", ".join(sorted(slots & agreed))
            message = f"Going from {source} back to {target} empties {lost} after the yes of {confirm.name}."
            yield Doubt(source, "changed_after_yes", message, target)
