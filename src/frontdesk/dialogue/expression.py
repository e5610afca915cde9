"""The small typed language of conditions: comparison, and/or/not, `in`, `is empty`. Evaluated, never `eval`ed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias, assert_never

from frontdesk.dialogue.order import is_before, is_not_after
from frontdesk.dialogue.values import Value

TODAY = "today"  # stands for a slot in a condition, and is always filled: the day of the turn


class Operator(StrEnum):
    """How two values are compared."""

    EQUAL = "="
    UNEQUAL = "!="
    LESS = "<"
    LESS_OR_EQUAL = "<="
    GREATER = ">"
    GREATER_OR_EQUAL = ">="


@dataclass(frozen=True, slots=True)
class Empty:
    """`slot is empty`."""

    slot: str


@dataclass(frozen=True, slots=True)
class Compare:
    """`slot = value`; false when the slot is empty."""

    slot: str
    operator: Operator
    value: Value


@dataclass(frozen=True, slots=True)
class CompareSlots:
    """`slot = other slot`; false when either is empty."""

    left: str
    operator: Operator
    right: str


@dataclass(frozen=True, slots=True)
class Within:
    """`slot in [a, b]`."""

    slot: str
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """`not x`."""

    term: Expression


@dataclass(frozen=True, slots=True)
class Both:
    """`a and b`."""

    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Either:
    """`a or b`."""

    left: Expression
    right: Expression


Expression: TypeAlias = "Empty | Compare | CompareSlots | Within | Not | Both | Either"


def holds(expression: Expression, slots: Mapping[str, Value]) -> bool:
    """Say whether `expression` is true of `slots`."""
    match expression:
        case Empty(slot):
            return slot not in slots
        case Compare(slot, operator, value):
            return slot in slots and _compare(slots[slot], operator, value)
        case CompareSlots(one, operator, other):
            return one in slots and other in slots and _compare(slots[one], operator, slots[other])
        case Within(slot, values):
            return slot in slots and slots[slot] in values
        case Not(term):
            return not holds(term, slots)
        case Both(left, right):
            return holds(left, slots) and holds(right, slots)
        case Either(left, right):
            return holds(left, slots) or holds(right, slots)
        case _:
            assert_never(expression)


def _compare(left: Value, operator: Operator, right: Value) -> bool:
    match operator:
        case Operator.EQUAL:
            return left == right
        case Operator.UNEQUAL:
            return left != right
        case Operator.LESS:
            return is_before(left, right)
        case Operator.LESS_OR_EQUAL:
            return is_not_after(left, right)
        case Operator.GREATER:
            return is_before(right, left)
        case Operator.GREATER_OR_EQUAL:
            return is_not_after(right, left)
        case _:
            assert_never(operator)


def slots_read(expression: Expression) -> frozenset[str]:
    """Name the slots that `expression` looks at."""
    match expression:
        case Empty(slot) | Compare(slot) | Within(slot):
            return frozenset({slot})
        case CompareSlots(one, _, other):
            return frozenset({one, other})
        case Not(term):
            return slots_read(term)
        case Both(left, right) | Either(left, right):
            return slots_read(left) | slots_read(right)
        case _:
            assert_never(expression)
