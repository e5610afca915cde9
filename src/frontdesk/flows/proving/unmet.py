"""Finds conditions that never hold, and steps that only such a condition would lead to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from frontdesk.dialogue.expression import TODAY, Either, Empty, Expression, Not, Within, slots_read
from frontdesk.dialogue.flow import Assign, Branch, Copy, Flow, Slot, Step
from frontdesk.dialogue.runs import BESIDE, QUESTION
from frontdesk.dialogue.values import Value
from frontdesk.flows.drafts import Draft
from frontdesk.flows.proving.assignment import Certain
from frontdesk.flows.proving.conditions import Untaken, normal
from frontdesk.flows.proving.consent import brought_by
from frontdesk.flows.proving.graph import Edge, entering, reachable
from frontdesk.flows.proving.possible import can_hold
from frontdesk.flows.reading.document import Node, Text, child_of, nodes_of

_ITSELF = "it contradicts itself"
_RULED = "the `validate` of the slot lets no such value in; change one of the two"
_UNSET = "no `set` step puts that there; write it as it is set"
# Texts that the desk fills where a flow has a slot of that name.
_TOLD = (*QUESTION, BESIDE, "for_whom", "time_there")


def check_unmet(draft: Draft, ways: Mapping[str, tuple[Edge, ...]], certain: Certain) -> None:
    """Report every condition of a flow that never holds where it is asked."""
    flow = draft.flow
    for slot in flow.slots.values():
        _check_rule(draft, slot)
    if not any(step.when or isinstance(step, Branch) for step in flow.steps.values()):
        return
    allowing = _Allowing(flow)
    for step in flow.steps.values():
        if step.name in certain.filled:
            for asked in _asked(allowing, step, certain):
                _check(draft, asked)
    _check_reached(draft, allowing, ways, certain)


def _check_rule(draft: Draft, slot: Slot) -> None:
    """Report a rule for values that no value satisfies."""
    if slot.validate is None or can_hold((slot.validate, Not(Empty(slot.name))), draft.flow.slots):
        return
    declared = child_of(child_of(draft.node, "slots"), slot.name)
    rule = child_of(declared, "validate")
    line, text = (rule.line, rule.value) if isinstance(rule, Text) else (draft.line, "")
    message = f"`{text}` never holds, so whatever is said for {slot.name} is refused."
    draft.report.add(line, "unreachable", message, _joined_by_or(text))


@dataclass(frozen=True, slots=True)
class _Asked:
    """A condition where it is asked: the case of a branch, or what a step is skipped without (place 0)."""

    step: Step
    place: int
    condition: Expression
    known: tuple[Expression, ...]  # what is filled for certain
    allowed: tuple[Expression, ...]  # what values are let in at all
    before: tuple[Expression, ...]  # that nothing before it was taken


def _asked(allowing: _Allowing, step: Step, certain: Certain) -> Iterator[_Asked]:
    if step.when is not None:
        known = _filled(certain, step.name, step.when)
        yield _Asked(step, 0, step.when, known, allowing.of(step.when), ())
    entered, untaken = (step.when,) if step.when is not None else (), Untaken()
    for place, (condition, _) in enumerate(step.cases if isinstance(step, Branch) else (), start=1):
        before = (*entered, *untaken.beside(condition))
        every = (condition, *before)
        yield _Asked(step, place, condition, _filled(certain, step.name, *every), allowing.of(*every), before)
        untaken.add(condition)


def _filled(certain: Certain, step: str, *conditions: Expression) -> tuple[Expression, ...]:
    """Say that the slots which conditions look at have values, where that is certain."""
    return tuple(Not(Empty(name)) for name in sorted(certain.among(_read(conditions), step)))


def _read(conditions: Iterable[Expression]) -> frozenset[str]:
    return frozenset[str]().union(*map(slots_read, conditions)) - {TODAY}


@dataclass(slots=True)
class _Allowing:
    """What the slots of a flow may hold; each slot is looked at once."""

    flow: Flow
    _fillers: dict[str, list[Step]] = field(default_factory=dict)
    _words: dict[str, tuple[Value, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Find what fills each slot."""
        for step in self.flow.steps.values():
            for name in brought_by(step):
                self._fillers.setdefault(name, []).append(step)

    def of(self, *conditions: Expression) -> tuple[Expression, ...]:
        """Return what the slots that conditions look at must satisfy by themselves."""
        rules = [(name, self.flow.slots[name].validate) for name in sorted(_read(conditions))]
        told = tuple(Either(Empty(name), rule) for name, rule in rules if rule and slots_read(rule) == {name})
        words = [(name, words) for name, _ in rules if (words := self._words_set(name))]
        return (*told, *(Either(Empty(name), Within(name, found)) for name, found in words))

    def _words_set(self, name: str) -> tuple[Value, ...]:
        """Return all that a slot can hold, where only `set` steps fill it, each with a word of its own."""
        if name not in self._words:
            self._words[name] = tuple(self._set_words(name))
        return self._words[name]

    def _set_words(self, name: str) -> list[Value]:
        slot = self.flow.slots[name]
        if slot.kind != "text" or name in (*self.flow.inputs, *_TOLD) or slot.remember:
            return []
        found: list[Value] = [] if slot.default is None else [slot.default]
        for step in self._fillers.get(name, ()):
            value = step.values[name] if isinstance(step, Assign) else None
            if value is None or isinstance(value, Copy):
                return []
            found.append(value)
        return found if any(isinstance(step, Assign) for step in self.flow.steps.values()) else []


def _check(draft: Draft, asked: _Asked) -> None:
    why = _why_never(draft.flow, asked)
    if why is None:
        return
    step = asked.step
    found = _written(draft.node, step.name, asked.place)
    line, text = (found.line, found.value) if found else (draft.line_of(step.name), "This condition")
    then = f"case {asked.place} of {step.name} is never taken" if asked.place else f"{step.name} is always skipped"
    meant = _joined_by_or(text) if why == _ITSELF else None
    draft.report.add(line, "unreachable", f"`{text}` never holds, so {then}: {why}.", meant)


def _joined_by_or(text: str) -> str | None:
    """Return a condition of two parts as it was probably meant: nothing is both, so it is one or the other."""
    return text.replace(" and ", " or ") if text.count(" and ") == 1 and "(" not in text else None


def _why_never(flow: Flow, asked: _Asked) -> str | None:
    """Say why a condition never holds where it is asked; None if it may."""
    slots, condition = flow.slots, asked.condition
    if can_hold((condition, *asked.known, *asked.allowed, *asked.before), slots):
        return None
    if not can_hold((condition,), slots):
        return _ITSELF
    if not can_hold((condition, *asked.allowed), slots):
        ruled = any(flow.slots[name].validate for name in _read((condition,)))
        return _RULED if ruled else _UNSET
    if not can_hold((condition, *asked.known), slots):
        names = " and ".join(sorted(slots_read(condition) & _read(asked.known)))
        return f"{names} is always known there; take it out"
    equal = any(normal(Not(condition)) == normal(one) for one in asked.before)
    return (
        None if equal else "what stands before it takes all of that; put it first, or take it out"
    )  # equal cases are told of as such


def _written(node: Node, step: str, place: int) -> Text | None:
    """Return a condition as it stands in the file."""
    for one in nodes_of(child_of(node, "steps")):
        name = child_of(one, "step")
        if isinstance(name, Text) and name.value.strip() == step:
            cases = nodes_of(child_of(one, "cases"))
            found = child_of(cases[place - 1] if place else one, "when")
            return found if isinstance(found, Text) else None
    return None


def _check_reached(draft: Draft, allowing: _Allowing, ways: Mapping[str, tuple[Edge, ...]], certain: Certain) -> None:
    """Report steps that are come to only where something does not hold that always does."""
    flow = draft.flow
    taken = {name: tuple(edge for edge in out if _may_be_taken(allowing, edge, certain)) for name, out in ways.items()}
    lost = reachable(ways, flow.first) - reachable(taken, flow.first)
    leading = entering(ways) if lost else {}
    for name in (name for name in flow.steps if name in lost):
        sources = sorted(edge.source for edge in leading.get(name, ()))
        if not lost & set(sources):
            asking = " and ".join(dict.fromkeys(sources))
            message = f"Nothing leads to {name}: {asking} goes elsewhere whatever the values are."
            draft.fault(name, "unreachable", message)


def _may_be_taken(allowing: _Allowing, edge: Edge, certain: Certain) -> bool:
    """Say whether a way is open to what holds when nothing asked before did; conditions are told of elsewhere."""
    if not edge.given or not isinstance(edge.given[-1], Not) or edge.source not in certain.filled:
        return True
    known = _filled(certain, edge.source, *edge.given)
    return can_hold((*edge.given, *known, *allowing.of(*edge.given)), allowing.flow.slots)
