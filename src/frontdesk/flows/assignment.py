"""Proves that nothing unknown is printed or passed: every slot that a step reads is filled on every way to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from frontdesk.dialogue.expression import Both, Compare, Either, Empty, Expression, Not, Within
from frontdesk.dialogue.flow import Act, Branch, Choose, Collect, Confirm, Flow, Handoff, Step, Tell
from frontdesk.flows.drafts import Draft
from frontdesk.flows.graph import Edge, Way, with_dependents
from frontdesk.flows.wordings import needed_by

# Slots certain to be filled; with each, the choices it would vanish with (none: it is there in its own right).
# What an action offers is kept in the same way, under "@" and the step's name.
Facts = Mapping[str, frozenset[str]]
_OWN: frozenset[str] = frozenset()
ABOUT_QUESTION = frozenset({"topic", "question"})


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
        """Walk the graph until nothing changes; facts only ever shrink, so this ends.

        A default is no fact: the guest may rule it out. A collect after it costs nothing and asks only then.
        """
        begun_by_question = self.flow.answers and not self.flow.triggers
        filled = ABOUT_QUESTION & self.flow.slots.keys() if begun_by_question else _OWN
        waiting = [self.flow.first]
        self.entry[self.flow.first] = self._returned(self.flow.first, dict.fromkeys(filled, _OWN))
        while waiting:
            name = waiting.pop()
            for edge in self.ways.get(name, ()):
                facts = self._returned(edge.target, self._along(edge, self.entry[name]))
                known = self.entry.get(edge.target)
                merged = facts if known is None else _both(known, facts)
                if merged != known and edge.target in self.flow.steps:
                    self.entry[edge.target] = merged
                    waiting.append(edge.target)

    def _returned(self, name: str, facts: Facts) -> Facts:
        """Return what is certain at a question also when the guest goes back to it, which empties its slot."""
        step = self.flow.steps.get(name)
        return self._without(facts, step.slot) if isinstance(step, Collect | Choose) else facts

    def gaps(self) -> Iterator[Gap]:
        """Give every read of a slot that may be empty."""
        for name, facts in self.entry.items():
            step = self.flow.steps[name]
            if step.when is None:
                yield from self._step_gaps(step, facts)
            else:
                yield from self._unread(name, step.when, facts)
                yield from self._step_gaps(step, self._narrowed(facts, step.when, holds=True))

    def _step_gaps(self, step: Step, facts: Facts) -> Iterator[Gap]:
        match step:
            case Branch(cases=cases):
                for condition, _ in cases:
                    yield from self._unread(step.name, condition, facts)
                    facts = self._narrowed(facts, condition, holds=False)
            case Act():
                spec = self.draft.known.actions[step.call]
                for argument, slot in step.arguments.items():
                    if spec.parameters[argument].required and slot not in facts:
                        yield Gap(step.name, slot, f"{step.call} needs it")
            case Choose() if f"@{step.source}" not in facts:
                yield Gap(step.name, step.source, "offer")
            case _:
                pass
        for phrase in self._phrases(step):
            wording = self.draft.wording(phrase)
            for slot in sorted(needed_by(wording) if wording else ()):
                if slot in self.flow.slots and slot not in facts:
                    yield Gap(step.name, slot, "its text shows it")

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

    def _unread(self, step: str, condition: Expression, facts: Facts) -> Iterator[Gap]:
        """Give the slots that a condition compares although they may be empty."""
        match condition:
            case Empty():
                return
            case Compare(slot) | Within(slot):
                if slot not in facts:
                    yield Gap(step, slot, "its condition compares it")
            case Not(term):
                yield from self._unread(step, term, facts)
            case Both(left, right):
                yield from self._unread(step, left, facts)
                yield from self._unread(step, right, self._narrowed(facts, left, holds=True))
            case Either(left, right):
                yield from self._unread(step, left, facts)
                yield from self._unread(step, right, self._narrowed(facts, left, holds=False))

    def _narrowed(self, facts: Facts, condition: Expression, *, holds: bool) -> Facts:
        """Add what is certain when a condition holds, or does not."""
        match condition:
            case Not(term):
                return self._narrowed(facts, term, holds=not holds)
            case Empty(slot):
                return facts if holds else self._with(facts, slot)
            case Compare(slot) | Within(slot):
                return self._with(facts, slot) if holds else facts
            case Both(left, right) | Either(left, right):
                if isinstance(condition, Both) is holds:
                    return self._narrowed(self._narrowed(facts, left, holds=holds), right, holds=holds)
                sides = [self._narrowed(facts, side, holds=holds) for side in (left, right)]
                return _both(sides[0], sides[1])

    def _with(self, facts: Facts, slot: str) -> Facts:
        """Add a slot of which only is known that it is filled: any choice may have put its value there."""
        if slot in facts:
            return facts
        choices = (step for step in self.flow.steps.values() if isinstance(step, Choose))
        return {**facts, slot: frozenset(step.slot for step in choices if slot in step.take.values())}

    def _along(self, edge: Edge, facts: Facts) -> Facts:
        """Return the facts after leaving a step over `edge`."""
        for condition in edge.given:
            facts = self._narrowed(facts, condition, holds=True)
        facts = self._done(self.flow.steps[edge.source], edge, facts)
        for slot in self.clears.get((edge.source, edge.target), ()):
            facts = self._without(facts, slot)
        return facts

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
        for slot in step.outputs.values():
            facts = self._without(facts, slot)
        brought = (slot for name, slot in step.outputs.items() if name in spec.certain(edge.outcome))
        return {**facts, **dict.fromkeys(brought, _OWN)}

    def _without(self, facts: Facts, slot: str) -> Facts:
        """Empty a slot, all that rests on it, and all that came with it as a choice."""
        gone = with_dependents(slot, self.flow.slots)
        return {name: choices for name, choices in facts.items() if name not in gone and not choices & gone}


def _both(left: Facts, right: Facts) -> Facts:
    """Return what is certain on both of two ways."""
    return {name: left[name] | right[name] for name in left.keys() & right.keys()}
