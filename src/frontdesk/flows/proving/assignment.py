"""Proves that nothing unknown is printed or passed: every slot that a step reads is filled on every way to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from frontdesk.dialogue.expression import Expression, slots_read
from frontdesk.dialogue.flow import (
    Act,
    Assign,
    Branch,
    CallFlow,
    Choose,
    Collect,
    Confirm,
    Copy,
    End,
    Flow,
    Handoff,
    Link,
    Slot,
    Step,
    Tell,
)
from frontdesk.dialogue.patterns import PATTERNS
from frontdesk.dialogue.runs import kept
from frontdesk.flows.drafts import Draft
from frontdesk.flows.proving.conditions import compared, filled_if
from frontdesk.flows.proving.contracts import contract_of
from frontdesk.flows.proving.graph import Edge, Way, with_dependents
from frontdesk.flows.reading.wordings import needed_by

# Slots certain to be filled; with each, the choices it would vanish with (none: it is there in its own right).
# What an action offers is kept in the same way, under "@" and the step's name.
Facts = Mapping[str, frozenset[str]]
_OWN: frozenset[str] = frozenset()
ABOUT_QUESTION = frozenset({"topic", "question"})
COMPARED = "its condition compares it"


@dataclass(frozen=True, slots=True)
class Gap:
    """A step that reads a slot which may be empty there."""

    step: str
    slot: str
    use: str


@dataclass(frozen=True, slots=True)
class Assignment:
    """The facts that hold on entering each step."""

    draft: Draft
    flow: Flow
    ways: Mapping[str, tuple[Edge, ...]]
    clears: Mapping[tuple[str, str], frozenset[str]]
    entry: dict[str, Facts] = field(default_factory=dict)

    def solve(self) -> None:
        """Walk the graph until nothing changes; facts only ever shrink, so this ends."""
        waiting = [self.flow.first]
        self.entry[self.flow.first] = self.begun()
        while waiting:
            name = waiting.pop()
            for edge in self.ways.get(name, ()):
                facts = self.along(edge, self.entry[name])
                known = self.entry.get(edge.target)
                merged = facts if known is None else _both(known, facts)
                if merged != known and edge.target in self.flow.steps:
                    self.entry[edge.target] = merged
                    waiting.append(edge.target)

    def begun(self) -> Facts:
        """Return what is certain when the flow begins: lasting defaults, and what is given if only callers begin it."""
        flow = self.flow
        filled = frozenset(slot.name for slot in flow.slots.values() if self._lasts(slot))
        if not flow.triggers:
            filled |= ABOUT_QUESTION & flow.slots.keys() if flow.answers else frozenset(flow.inputs)
            filled |= PATTERNS[flow.name].sure.keys() if flow.name in PATTERNS else frozenset()
        return self._returned(flow.first, dict.fromkeys(filled, _OWN))

    def _lasts(self, slot: Slot) -> bool:
        """Say whether a default cannot be ruled out.

        A guest may rule it out where it is asked for; there a collect costs nothing, and asks only then. What rests on
        other slots, or is held against them, is emptied when they change.
        """
        alone = slot.validate is None or slots_read(slot.validate) == {slot.name}
        return slot.default is not None and slot.name in kept(self.flow) and not slot.depends_on and alone

    def certain(self) -> frozenset[str]:
        """Return the slots that are filled whichever way the flow comes to its end; one that goes over is not back."""
        if any(isinstance(self.flow.steps[name], Link) for name in self.entry):
            return frozenset()
        ends = [self.entry[name] for name in self.entry if isinstance(self.flow.steps[name], End)]
        for name, facts in self.entry.items():
            over = (edge for edge in self.ways[name] if edge.target not in self.flow.steps)
            ends += [self.along(edge, facts) for edge in over]
        return frozenset.intersection(*(frozenset(facts) for facts in ends)) if ends else frozenset()

    def _returned(self, name: str, facts: Facts) -> Facts:
        """Return what is certain at a question also when the guest goes back to it, which empties its slot."""
        step = self.flow.steps.get(name)
        return self._without(facts, step.slot) if isinstance(step, Collect | Choose) else facts

    def gaps(self) -> Iterator[Gap]:
        """Give every read of a slot that may be empty."""
        for name, facts in self.entry.items():
            yield from self.gaps_at(self.flow.steps[name], facts)

    def gaps_at(self, step: Step, facts: Facts) -> Iterator[Gap]:
        """Give the reads of a step that `facts` do not cover."""
        if step.when is not None:
            yield from _unread(step.name, step.when, facts)
            facts = self._narrowed(facts, step.when, holds=True)
        yield from self._step_gaps(step, facts)

    def _step_gaps(self, step: Step, facts: Facts) -> Iterator[Gap]:
        match step:
            case Branch(cases=cases):
                for condition, _ in cases:
                    yield from _unread(step.name, condition, facts)
                    facts = self._narrowed(facts, condition, holds=False)
            case Act() | CallFlow() | Link():
                for slot, use in self._passed(step):
                    if slot not in facts:
                        yield Gap(step.name, slot, use)
            case Choose() if f"@{step.source}" not in facts:
                yield Gap(step.name, step.source, "offer")
            case _:
                pass
        for phrase in self._phrases(step):
            wording = self.draft.wording(phrase)
            for slot in sorted(needed_by(wording) if wording else ()):
                if slot in self.flow.slots and slot not in facts:
                    yield Gap(step.name, slot, "its text shows it")

    def _passed(self, step: Act | CallFlow | Link) -> Iterator[tuple[str, str]]:
        """Give the slots that an action or another flow cannot do without, each with what it is for."""
        if isinstance(step, Act):
            parameters = self.draft.known.actions[step.call].parameters
            for argument, slot in step.arguments.items():
                if parameters[argument].required:
                    yield slot, f"{step.call} needs it"
        else:
            for theirs in contract_of(step, self.draft.known.contracts).inputs:
                if theirs in step.inputs:
                    yield step.inputs[theirs], f"{step.flow} is given it as {theirs}"

    def _phrases(self, step: Step) -> tuple[str, ...]:
        match step:
            case Confirm() | Tell() | Handoff():
                return (step.message,)
            case Choose():
                return (step.ask,)
            case Collect():
                slot = self.flow.slots[step.slot]
                return tuple(phrase for phrase in (slot.ask, slot.why) if phrase)
            case _:
                return ()

    def _narrowed(self, facts: Facts, condition: Expression, *, holds: bool) -> Facts:
        """Add what is certain when a condition holds, or does not."""
        for slot in filled_if(condition, holds=holds):
            facts = self._with(facts, slot)
        return facts

    def _with(self, facts: Facts, slot: str) -> Facts:
        """Add a slot of which only is known that it is filled: any choice may have put its value there."""
        if slot in facts:
            return facts
        choices = (step for step in self.flow.steps.values() if isinstance(step, Choose))
        return {**facts, slot: frozenset(step.slot for step in choices if slot in step.take.values())}

    def along(self, edge: Edge, facts: Facts) -> Facts:
        """Return the facts after leaving a step over `edge`."""
        for condition in edge.given:
            facts = self._narrowed(facts, condition, holds=True)
        facts = self._done(self.flow.steps[edge.source], edge, facts)
        for slot in self.clears.get((edge.source, edge.target), ()):
            facts = self._without(facts, slot)
        return self._returned(edge.target, facts)

    def _done(self, step: Step, edge: Edge, facts: Facts) -> Facts:
        match step:
            case Collect(slot=slot) if edge.way is Way.NEXT:
                emptied = self._without(facts, slot)
                return {**emptied, slot: _OWN} if self.flow.slots[slot].required else emptied
            case Choose(slot=slot, take=take) if edge.way is Way.NEXT:
                perhaps = self._perhaps(step)
                fresh = {target for name, target in take.items() if target not in facts and name not in perhaps}
                taken = dict.fromkeys(fresh, frozenset({slot}))
                return {**facts, **taken, slot: _OWN}
            case Act() if edge.outcome:
                return self._acted(step, edge, facts)
            case Assign(values=values) if edge.way is Way.NEXT:
                filled = {name: not isinstance(one, Copy) or one.slot in facts for name, one in values.items()}
                return self._put(facts, filled)
            case CallFlow(outputs=outputs) if edge.way is Way.NEXT:
                certain = contract_of(step, self.draft.known.contracts).certain
                return self._put(facts, {ours: theirs in certain for theirs, ours in outputs.items()})
            case _:
                return facts

    def _perhaps(self, step: Choose) -> frozenset[str]:
        """Return the fields that the options of a choose step may be without."""
        source = self.flow.steps[step.source]
        return self.draft.known.actions[source.call].perhaps if isinstance(source, Act) else frozenset()

    def _acted(self, step: Act, edge: Edge, facts: Facts) -> Facts:
        spec = self.draft.known.actions[step.call]
        if edge.way is Way.SUCCESS and spec.offers:
            for other in self.flow.steps.values():
                if isinstance(other, Choose) and other.source == step.name:
                    facts = self._without(facts, other.slot)
            facts = {**facts, f"@{step.name}": _OWN}
        certain = spec.certain(edge.outcome)
        return self._put(facts, {slot: name in certain for name, slot in step.outputs.items()})

    def _put(self, facts: Facts, filled: Mapping[str, bool]) -> Facts:
        """Change slots one after the other, to a new value or perhaps to none; what rests on them is void."""
        for slot, is_certain in filled.items():
            facts = self._without(facts, slot)
            for step in self.flow.steps.values():
                if isinstance(step, Choose) and slot in step.take.values():
                    facts = self._without(facts, step.slot)  # what was chosen is no longer what is known of it
            facts = {**facts, slot: _OWN} if is_certain else facts
        return facts

    def _without(self, facts: Facts, slot: str) -> Facts:
        """Empty a slot, all that rests on it, and all that came with it as a choice."""
        gone = with_dependents(slot, self.flow.slots)
        return {name: choices for name, choices in facts.items() if name not in gone and not choices & gone}


def _unread(step: str, condition: Expression, facts: Facts) -> Iterator[Gap]:
    """Give the slots that a condition compares although they may be empty."""
    for slot in compared(condition, frozenset(facts)):
        yield Gap(step, slot, COMPARED)


def _both(left: Facts, right: Facts) -> Facts:
    """Return what is certain on both of two ways."""
    return {name: left[name] | right[name] for name in left.keys() & right.keys()}
