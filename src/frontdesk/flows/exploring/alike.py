"""Says which conversations are alike: they differ only in what no step still reads."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from frontdesk.dialogue import runs
from frontdesk.dialogue.conversation import (
    Acting,
    Calling,
    Changing,
    Choosing,
    Collecting,
    Confirming,
    Filled,
    Idle,
    Offer,
    Position,
    Run,
    Sorting,
    Source,
    WithStaff,
)
from frontdesk.dialogue.expression import slots_read
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
    Handoff,
    Link,
    Step,
    Tell,
)
from frontdesk.flows.exploring.samples import compared
from frontdesk.flows.exploring.scope import Node, Scope
from frontdesk.flows.proving.graph import edges
from frontdesk.flows.reading.wordings import needed_by

_TOLD_APART = (Collect, Choose, Confirm, Act, CallFlow, Link)  # steps that a guest can be led back to

_SEVERAL = 2


@dataclass(frozen=True, slots=True)
class Still:
    """What still matters to a run at one place."""

    slots: frozenset[str]  # that may be read from here on, and whose questions it has come to
    soon: frozenset[str]  # that may be read from here on, and are not asked yet
    later: frozenset[str]  # that nobody asks for, and that no step has read so far
    places: tuple[str, ...]  # that it can be led back to
    sources: frozenset[str]  # of the offers that it chooses from, or did


@dataclass
class Reading:
    """What the steps of one flow still read, worked out once."""

    scope: Scope
    flow: Flow
    _still: dict[tuple[tuple[str, ...], str | None], Still] = field(default_factory=dict)

    @cached_property
    def compared(self) -> frozenset[str]:
        """Slots whose very value decides something."""
        return frozenset(compared(self.flow))

    @cached_property
    def taken(self) -> frozenset[str]:
        """Slots that are asked for, and that a choice fills and gives back."""
        steps = self.flow.steps.values()
        asked = frozenset(step.slot for step in steps if isinstance(step, Collect))
        return asked.intersection(slot for step in steps if isinstance(step, Choose) for slot in step.take.values())

    @cached_property
    def _asked_at(self) -> Mapping[str, frozenset[str]]:
        """For each slot that is asked for and that no condition compares, the steps that ask for it."""
        asks = [step for step in self.flow.steps.values() if isinstance(step, Collect)]
        slots = {step.slot for step in asks} - self.compared
        return {slot: frozenset(step.name for step in asks if step.slot == slot) for slot in slots}

    def still(self, path: tuple[str, ...], here: str | None) -> Still:
        """Return what matters to a run that has come by `path` and stands at `here`; worked out once for each."""
        known = self._still.get((path, here))
        if known is None:
            known = self._still[path, here] = self._worked_out(path, here)
        return known

    def _worked_out(self, path: tuple[str, ...], here: str | None) -> Still:
        """Read from where a run stands, and from where it can be led back to."""
        steps = self.flow.steps
        places = tuple(name for name in path if isinstance(steps[name], _TOLD_APART))
        live = frozenset().union(*(self.live.get(name or "", frozenset()) for name in (*places, here)))
        ahead = live.intersection(slot for slot, asks in self._asked_at.items() if asks.isdisjoint(path))
        passed = [steps[name] for name in (*path, here or "") if name in steps]
        later = live.difference(self._asked_at, *(self._reads(step) for step in passed))
        sources = frozenset(step.source for step in passed if isinstance(step, Choose))
        return Still(live - ahead - later, ahead & self.live.get(here or "", frozenset()), later, places, sources)

    @cached_property
    def live(self) -> Mapping[str, frozenset[str]]:
        """For each step the slots that are read, from there on, before they are written again."""
        ways = edges(self.flow, self.scope.actions)
        found = {name: self._reads(step) for name, step in self.flow.steps.items()}
        changed = True
        while changed:
            changed = False
            for name, step in self.flow.steps.items():
                after = frozenset().union(*(found.get(edge.target, frozenset()) for edge in ways[name]))
                whole = found[name] | (after - self._writes(step))
                changed, found[name] = changed or whole != found[name], whole
        return found

    def _reads(self, step: Step) -> frozenset[str]:
        read = slots_read(step.when) if step.when is not None else frozenset()
        match step:
            case Collect(slot=slot) | Choose(slot=slot):
                return read | {slot}
            case Confirm(message=message) | Tell(message=message) | Handoff(message=message):
                wording = self.scope.phrases.get(message)
                return read | ((needed_by(wording) & self.flow.slots.keys()) if wording else frozenset())
            case Act(call=call, arguments=arguments):
                parameters = self.scope.actions[call].parameters
                return read | {slot for name, slot in arguments.items() if parameters[name].required}
            case Branch(cases=cases):
                return read.union(*(slots_read(condition) for condition, _ in cases))
            case CallFlow(inputs=inputs) | Link(inputs=inputs):
                return read | set(inputs.values())
            case Assign(values=values):
                return read | {value.slot for value in values.values() if isinstance(value, Copy)}
            case _:
                return read

    def _writes(self, step: Step) -> frozenset[str]:
        match step:
            case Act(outputs=outputs) | CallFlow(outputs=outputs):
                return frozenset(outputs.values())
            case Assign(values=values):
                return frozenset(values)
            case Choose(source=source, take=take):
                act = self.flow.steps[source]
                perhaps = self.scope.actions[act.call].perhaps if isinstance(act, Act) else frozenset()
                return frozenset(slot for name, slot in take.items() if name not in perhaps)
            case _:
                return frozenset()


class Likeness:
    """Names what a conversation is like; conversations of one name are walked once."""

    def __init__(self, scope: Scope) -> None:
        """Work out what each flow reads."""
        self._readings = {name: Reading(scope, flow) for name, flow in scope.flows.newest.items()}

    def whole(self, node: Node) -> Hashable:
        """Name a conversation by all that can still matter in the flow under way and in its callers."""
        conversation, ledger = node.conversation, node.ledger
        position = conversation.position
        if isinstance(position, Collecting | Choosing) and position.among:
            return "in doubt", self.rough(node)  # the same question once more, with fewer answers to it
        own = (frozenset(conversation.memory), conversation.declined) if conversation.run is None else None
        talked = frozenset(conversation.topics) if conversation.run is None else None
        below = tuple(
            (self._run(each.run, node, each.position), where(each.position)) for each in conversation.suspended
        )
        turn = (ledger.refused, ledger.unsure) if node.wanted else None
        return where(position), self._run(conversation.run, node, position), below, own, talked, turn

    def rough(self, node: Node) -> Hashable:
        """Name a conversation by where it stands and by what waits beneath: the deeper, the less is told apart."""
        conversation = node.conversation
        waiting, position = conversation.suspended, conversation.position
        flow = conversation.run.flow if conversation.run else None
        if len(waiting) > 1:
            step = _step_of(position) if node.wanted else None
            top = waiting[-1].run.flow if len(waiting) == 2 else None
            return len(waiting), top, flow, type(position), step
        below = tuple((each.run.flow, type(each.position)) for each in waiting)
        return below, flow, where(position), bool(conversation.unheard)

    def _run(self, run: Run | None, node: Node, position: Position | Calling) -> Hashable:
        if run is None:
            return None
        reading = self._readings[run.flow]
        still = reading.still(run.path, _step_of(position))
        agreed = _agreed(run, reading.flow)
        if any(name in run.offers and run.offers[name].expires_at <= node.now for name in still.sources):
            return run.flow, "stale", still.places, agreed
        # Of what is not asked yet is only told whether any of it is known early.
        early = not still.soon.isdisjoint(run.slots), not still.soon.isdisjoint(run.skipped)
        marks = {name: _mark(reading, name, held) for name, held in run.slots.items()}
        slots = frozenset((name, mark) for name, mark in marks.items() if name in still.slots)
        later = [(name, mark) for name, mark in marks.items() if name in still.later]
        kept = later[0] if len(later) == 1 else bool(later)
        offer = _offered(run.offers[position.source]) if isinstance(position, Choosing) else None
        return run.flow, slots, early, run.skipped & still.slots, still.places, offer, agreed, kept


def _mark(reading: Reading, name: str, filled: Filled) -> Hashable:
    value = filled.value if name in reading.compared else None
    lent = name in reading.taken and filled.source is Source.CHOICE and filled.instead_of is None
    return value, lent


def _offered(offer: Offer) -> Hashable:
    """Tell one option from several, and whether there are more to be shown."""
    return min(offer.shown, _SEVERAL), offer.first + offer.shown < len(offer.options)


def _agreed(run: Run, flow: Flow) -> Hashable:
    """Tell the confirms that had a yes, and whether it is still one to the values of now."""
    return frozenset(
        (name, runs.agreed_digest(run, flow, step) == digest)
        for name, digest in run.agreed.items()
        if isinstance(step := flow.steps[name], Confirm)
    )


def _step_of(position: Position | Calling) -> str | None:
    match position:
        case Idle() | Sorting():
            return None
        case WithStaff(before=before):
            return _step_of(before)
        case _:
            return position.step


def where(position: Position | Calling) -> Hashable:
    """Name a position by its step, leaving out how often something was asked."""
    match position:
        case Idle():
            return "idle"
        case Collecting(step=step, among=among):
            return "collecting", step, bool(among)
        case Choosing(step=step, among=among):
            return "choosing", step, bool(among)
        case Confirming(step=step) | Changing(step=step) | Acting(step=step) | Calling(step=step):
            return type(position).__name__, step
        case WithStaff(before=before):
            return "with staff", where(before)
        case Sorting():
            return "sorting"
