"""Proves that nothing unknown is printed or passed: every slot that a step reads is filled on every way to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from heapq import heappop, heappush
from operator import and_, or_

from frontdesk.dialogue.expression import TODAY, Expression, slots_read
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
from frontdesk.flows.proving.graph import Edge, Resting, Way, in_order
from frontdesk.flows.reading.wordings import needed_by


@dataclass(frozen=True, slots=True)
class Facts:
    """Slots certain to be filled, each a bit; and by the bit of each choice, those that would vanish with it.

    What an action offers is kept as a slot, under "@" and the step's name.
    """

    filled: int = 0
    chosen: tuple[tuple[int, int], ...] = ()  # in the order of the choices; none of them without slots

    def has(self, bit: int) -> bool:
        """Say whether a slot is certain to be filled."""
        return self.filled & bit != 0

    def without(self, gone: int) -> Facts:
        """Leave out slots, and all that came with them as a choice."""
        for choice, slots in self.chosen:
            gone |= slots if choice & gone else 0
        return self.only(~gone)

    def only(self, bits: int) -> Facts:
        """Leave out all slots but these."""
        filled = self.filled & bits
        if filled == self.filled or not self.chosen:
            return Facts(filled, self.chosen)
        left = ((choice, slots & filled) for choice, slots in self.chosen)
        return Facts(filled, tuple(pair for pair in left if pair[1]))

    def owning(self, bits: int) -> Facts:
        """Add slots that are there in their own right."""
        return replace(self.only(~bits), filled=self.filled | bits) if bits else self

    def taking(self, bits: int, choices: Iterable[int]) -> Facts:
        """Add slots that would vanish with any of these choices; none of them is filled yet."""
        chosen = dict(self.chosen)
        for choice in choices if bits else ():
            chosen[choice] = chosen.get(choice, 0) | bits
        return Facts(self.filled | bits, tuple(sorted(chosen.items())))

    def both(self, other: Facts) -> Facts:
        """Return what is certain on both of two ways."""
        chosen = dict(self.chosen)
        for choice, slots in other.chosen if other.chosen != self.chosen else ():
            chosen[choice] = chosen.get(choice, 0) | slots
        return Facts(self.filled | other.filled, tuple(sorted(chosen.items()))).only(self.filled & other.filled)


@dataclass(frozen=True, slots=True)
class Certain:
    """What is certain to be known on entering each step that can be come to."""

    bits: Mapping[str, int]
    filled: Mapping[str, int]

    def of(self, step: str) -> frozenset[str]:
        """Return all of it at one step."""
        filled = self.filled.get(step, 0)
        return frozenset(name for name, bit in self.bits.items() if filled & bit)

    def among(self, names: Iterable[str], step: str) -> frozenset[str]:
        """Return which of some slots are certain to be known at a step."""
        filled = self.filled.get(step, 0)
        return frozenset(name for name in names if filled & self.bits.get(name, 0))


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
    bits: dict[str, int] = field(init=False)
    _resting: dict[str, int] = field(init=False)  # slot -> the bits of all that rests on it
    _emptied: dict[tuple[str, str], int] = field(default_factory=dict)  # edge -> the bits of all that it empties
    _choosing: dict[str, list[Choose]] = field(default_factory=dict)  # slot -> the choices that may put a value there
    _choices_from: dict[str, list[Choose]] = field(default_factory=dict)  # action step -> the choices from its offer

    def __post_init__(self) -> None:
        """Number the slots, and sort out the choices."""
        flow = self.flow
        named = (*flow.slots, *flow.inputs, *(f"@{act.name}" for act in flow.acts), *_sure(flow), TODAY)
        bits = {name: 1 << place for place, name in enumerate(dict.fromkeys(named))}
        object.__setattr__(self, "bits", bits)
        object.__setattr__(self, "_resting", Resting(flow.slots).as_bits(bits))
        for edge, slots in self.clears.items():
            self._emptied[edge] = reduce(or_, (self._resting.get(slot, 0) for slot in slots), 0)
        for step in flow.choices:
            self._choices_from.setdefault(step.source, []).append(step)
            for slot in dict.fromkeys(step.take.values()):
                self._choosing.setdefault(slot, []).append(step)

    def solve(self) -> None:
        """Walk the graph until nothing changes; facts only ever shrink, so this ends.

        A step comes after those that lead to it, as far as that can be: what its ways have in common is known then.
        """
        order = {name: place for place, name in enumerate(in_order(self.ways, self.flow.first))}
        self.entry[self.flow.first] = self.begun()
        waiting = [(0, self.flow.first)]
        is_waiting = {self.flow.first}
        while waiting:
            _, name = heappop(waiting)
            is_waiting.discard(name)
            for edge in self.ways.get(name, ()):
                facts = self.along(edge, self.entry[name])
                known = self.entry.get(edge.target)
                merged = facts if known is None else known.both(facts)
                if merged != known and edge.target in self.flow.steps:
                    self.entry[edge.target] = merged
                    if edge.target not in is_waiting:
                        is_waiting.add(edge.target)
                        heappush(waiting, (order[edge.target], edge.target))

    def begun(self) -> Facts:
        """Return what is certain when the flow begins: lasting defaults, and what is given if only callers begin it."""
        flow = self.flow
        asked = kept(flow)
        filled = {slot.name for slot in flow.slots.values() if slot.name in asked and self._lasts(slot)}
        if not flow.triggers:
            filled |= ABOUT_QUESTION & flow.slots.keys() if flow.answers else frozenset(flow.inputs)
            filled |= _sure(flow)
        return self._returned(flow.first, Facts(sum(self.bits[name] for name in filled)))

    def known(self) -> Certain:
        """Return what is certain on entering each step, once it is solved."""
        return Certain(self.bits, {name: facts.filled for name, facts in self.entry.items()})

    def named(self, facts: Facts, among: Iterable[str]) -> frozenset[str]:
        """Return which of some slots are certain to be filled."""
        return frozenset(name for name in among if facts.filled & self.bits.get(name, 0))

    def _lasts(self, slot: Slot) -> bool:
        """Say whether a default cannot be ruled out.

        A guest may rule it out where it is asked for; there a collect costs nothing, and asks only then. What rests on
        other slots, or is held against them, is emptied when they change.
        """
        alone = slot.validate is None or slots_read(slot.validate) == {slot.name}
        return slot.default is not None and not slot.depends_on and alone

    def certain(self) -> frozenset[str]:
        """Return the slots that are filled whichever way the flow comes to its end; one that goes over is not back."""
        if any(isinstance(self.flow.steps[name], Link) for name in self.entry):
            return frozenset()
        ends = [self.entry[name] for name in self.entry if isinstance(self.flow.steps[name], End)]
        for name, facts in self.entry.items():
            over = (edge for edge in self.ways[name] if edge.target not in self.flow.steps)
            ends += [self.along(edge, facts) for edge in over]
        filled = reduce(and_, (facts.filled for facts in ends)) if ends else 0
        return frozenset(name for name, bit in self.bits.items() if filled & bit)

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
            yield from self._unread(step.name, step.when, facts)
            facts = self._narrowed(facts, step.when, holds=True)
        yield from self._step_gaps(step, facts)

    def _step_gaps(self, step: Step, facts: Facts) -> Iterator[Gap]:
        match step:
            case Branch(cases=cases):
                for condition, _ in cases:
                    yield from self._unread(step.name, condition, facts)
                    facts = self._narrowed(facts, condition, holds=False)
            case Act() | CallFlow() | Link():
                for slot, use in self._passed(step):
                    if not self._is_filled(slot, facts):
                        yield Gap(step.name, slot, use)
            case Choose() if not self._is_filled(f"@{step.source}", facts):
                yield Gap(step.name, step.source, "offer")
            case _:
                pass
        for phrase in self._phrases(step):
            wording = self.draft.wording(phrase)
            for slot in sorted(needed_by(wording) if wording else ()):
                if slot in self.flow.slots and not self._is_filled(slot, facts):
                    yield Gap(step.name, slot, "its text shows it")

    def reads(self, step: Step) -> Iterator[str]:
        """Give the slots that it makes a difference at a step whether they are filled."""
        for condition in (*((step.when,) if step.when else ()), *_conditions(step)):
            yield from slots_read(condition)
        match step:
            case Act() | CallFlow() | Link():
                yield from (slot for slot, _ in self._passed(step))
            case Choose():
                yield f"@{step.source}"
            case Assign(values=values):
                yield from (one.slot for one in values.values() if isinstance(one, Copy))
            case _:
                pass
        for phrase in self._phrases(step):
            wording = self.draft.wording(phrase)
            yield from needed_by(wording) if wording else ()

    def _is_filled(self, slot: str, facts: Facts) -> bool:
        return facts.has(self.bits.get(slot, 0))

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
        bit = self.bits[slot]
        return (
            facts
            if facts.has(bit)
            else facts.taking(bit, (self.bits[one.slot] for one in self._choosing.get(slot, ())))
        )

    def along(self, edge: Edge, facts: Facts) -> Facts:
        """Return the facts after leaving a step over `edge`."""
        for condition in edge.given:
            facts = self._narrowed(facts, condition, holds=True)
        facts = self._done(self.flow.steps[edge.source], edge, facts)
        emptied = self._emptied.get((edge.source, edge.target), 0)
        return self._returned(edge.target, facts.without(emptied) if emptied else facts)

    def _done(self, step: Step, edge: Edge, facts: Facts) -> Facts:
        match step:
            case Collect(slot=slot) if edge.way is Way.NEXT:
                emptied = self._without(facts, slot)
                return emptied.owning(self.bits[slot]) if self.flow.slots[slot].required else emptied
            case Choose(slot=slot, take=take) if edge.way is Way.NEXT:
                perhaps = self._perhaps(step)
                sure = {self.bits[target] for name, target in take.items() if name not in perhaps}
                fresh = sum(bit for bit in sure if not facts.has(bit))
                return facts.taking(fresh, (self.bits[slot],)).owning(self.bits[slot])
            case Act() if edge.outcome:
                return self._acted(step, edge, facts)
            case Assign(values=values) if edge.way is Way.NEXT:
                filled = {
                    name: not isinstance(one, Copy) or self._is_filled(one.slot, facts) for name, one in values.items()
                }
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
            for other in self._choices_from.get(step.name, ()):
                facts = self._without(facts, other.slot)
            facts = facts.owning(self.bits[f"@{step.name}"])
        certain = spec.certain(edge.outcome)
        return self._put(facts, {slot: name in certain for name, slot in step.outputs.items()})

    def _put(self, facts: Facts, filled: Mapping[str, bool]) -> Facts:
        """Change slots one after the other, to a new value or perhaps to none; what rests on them is void."""
        for slot, is_certain in filled.items():
            facts = self._without(facts, slot)
            for step in self._choosing.get(slot, ()):
                facts = self._without(facts, step.slot)  # what was chosen is no longer what is known of it
            facts = facts.owning(self.bits[slot]) if is_certain else facts
        return facts

    def _without(self, facts: Facts, slot: str) -> Facts:
        """Empty a slot, all that rests on it, and all that came with it as a choice."""
        return facts.without(self._resting[slot])

    def _unread(self, step: str, condition: Expression, facts: Facts) -> Iterator[Gap]:
        """Give the slots that a condition compares although they may be empty."""
        for slot in compared(condition, self.named(facts, slots_read(condition))):
            yield Gap(step, slot, COMPARED)


def _conditions(step: Step) -> Iterator[Expression]:
    return (condition for condition, _ in step.cases) if isinstance(step, Branch) else iter(())


def _sure(flow: Flow) -> frozenset[str]:
    """Return the slots that the desk fills when it begins a pattern."""
    return frozenset(PATTERNS[flow.name].sure) if flow.name in PATTERNS else frozenset()
