"""What a condition tells about the slots it looks at: which it compares, and which are filled when it holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import reduce

from frontdesk.dialogue.expression import (
    TODAY,
    Both,
    Compare,
    CompareSlots,
    Either,
    Empty,
    Expression,
    Not,
    Operator,
    Within,
)
from frontdesk.dialogue.values import Value

_TURNED = {
    Operator.LESS: Operator.GREATER,
    Operator.LESS_OR_EQUAL: Operator.GREATER_OR_EQUAL,
    Operator.GREATER: Operator.LESS,
    Operator.GREATER_OR_EQUAL: Operator.LESS_OR_EQUAL,
}


def filled_if(condition: Expression, *, holds: bool) -> frozenset[str]:
    """Return the slots that are certain to be filled when a condition holds, or does not."""
    match condition:
        case Not(term):
            return filled_if(term, holds=not holds)
        case Empty(slot):
            return frozenset() if holds else frozenset({slot})
        case Compare(slot) | Within(slot):
            return frozenset({slot}) if holds else frozenset()
        case CompareSlots(left=one, right=other):
            return frozenset({one, other}) if holds else frozenset()
        case Both(left, right) | Either(left, right):
            sides = filled_if(left, holds=holds), filled_if(right, holds=holds)
            return sides[0] | sides[1] if isinstance(condition, Both) is holds else sides[0] & sides[1]


def compared(condition: Expression, filled: frozenset[str]) -> Iterator[str]:
    """Give the slots that a condition compares although they may be empty, where `filled` are certain not to be."""
    match condition:
        case Empty():
            return
        case Compare(slot) | Within(slot):
            yield from {slot} - filled
        case CompareSlots(left=one, right=other):
            yield from (slot for slot in (one, other) if slot not in filled | {TODAY})
        case Not(term):
            yield from compared(term, filled)
        case Both(left, right):
            yield from compared(left, filled)
            yield from compared(right, filled | filled_if(left, holds=True))
        case Either(left, right):
            yield from compared(left, filled)
            yield from compared(right, filled | filled_if(left, holds=False))


@dataclass(slots=True)
class Untaken:
    """That none of the cases before was taken.

    One that is taken itself says most of it: of what is A, it need not be said that it is not B, and not C, and so on.
    """

    every: list[Expression] = field(default_factory=list)  # in the order of the cases
    _others: list[Expression] = field(default_factory=list)
    _equal: dict[str, dict[Value, Expression]] = field(default_factory=dict)  # slot -> value -> that it is not so

    def add(self, condition: Expression) -> None:
        """Note that a case was not taken."""
        untaken = Not(condition)
        self.every.append(untaken)
        if isinstance(condition, Compare) and condition.operator is Operator.EQUAL:
            self._equal.setdefault(condition.slot, {}).setdefault(condition.value, untaken)
        else:
            self._others.append(untaken)

    def beside(self, condition: Expression) -> tuple[Expression, ...]:
        """Return what does not follow from a condition that holds."""
        own = {one.slot: one.value for one in _equalities(condition)}
        found = list(self._others)
        for slot, values in self._equal.items():
            if slot not in own:
                found += values.values()
            elif own[slot] in values:
                found.append(values[own[slot]])
        return tuple(found)


def _equalities(condition: Expression) -> Iterator[Compare]:
    """Give what a condition says of slots that are equal to some value."""
    match condition:
        case Compare(operator=Operator.EQUAL):
            yield condition
        case Both(left, right):
            yield from _equalities(left)
            yield from _equalities(right)
        case _:
            pass


def normal(condition: Expression) -> Expression:
    """Write a condition in the one way that all ways to write it come to, so that equal ones are the same."""
    match condition:
        case Not(Not(term)):
            return normal(term)
        case Not(Both(left, right)):
            return normal(Either(Not(left), Not(right)))
        case Not(Either(left, right)):
            return normal(Both(Not(left), Not(right)))
        case Not(term):
            return Not(normal(term))
        case Both() | Either():
            terms = sorted(set(_terms(condition, type(condition))), key=repr)
            return reduce(type(condition), terms)
        case Within(slot, values):
            every = sorted(set(values), key=repr)
            return Within(slot, tuple(every)) if len(every) > 1 else Compare(slot, Operator.EQUAL, every[0])
        case CompareSlots(left=one, operator=operator, right=other) if other < one:
            return replace(condition, left=other, operator=_TURNED.get(operator, operator), right=one)
        case _:
            return condition


def _terms(condition: Expression, joined: type[Both | Either]) -> Iterator[Expression]:
    """Give what is joined by `and`, or by `or`, however it is nested."""
    plain = normal(condition) if isinstance(condition, Not) else condition
    if isinstance(plain, joined):
        yield from _terms(plain.left, joined)
        yield from _terms(plain.right, joined)
    else:
        yield normal(plain)


def renamed(condition: Expression, name: str) -> Expression:
    """Write a condition on one slot for a slot of another name."""
    match condition:
        case Not(term):
            return Not(renamed(term, name))
        case Both(left, right):
            return Both(renamed(left, name), renamed(right, name))
        case Either(left, right):
            return Either(renamed(left, name), renamed(right, name))
        case CompareSlots(left=one, operator=operator, right=other):
            return CompareSlots(one if one == TODAY else name, operator, other if other == TODAY else name)
        case _:
            return replace(condition, slot=name)
