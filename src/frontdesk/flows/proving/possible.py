"""Says whether conditions can hold together, going by what values there are; what cannot be told counts as possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product

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
    holds,
)
from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.order import is_before
from frontdesk.dialogue.values import Value
from frontdesk.flows.proving.conditions import normal
from frontdesk.flows.reading.slot_kinds import COUNTED

_MOST = 512  # ways to satisfy conditions that are looked at; beyond them, all is possible
_ABOVE = frozenset({Operator.GREATER, Operator.GREATER_OR_EQUAL})
_BELOW = frozenset({Operator.LESS, Operator.LESS_OR_EQUAL})
_STRICT = frozenset({Operator.LESS, Operator.GREATER})
_ORDERS = _ABOVE | _BELOW
# How two values may stand to each other where a comparison holds: -1 before, 0 the same, 1 after.
_STANDS: Mapping[Operator, frozenset[int]] = {
    Operator.LESS: frozenset({-1}),
    Operator.LESS_OR_EQUAL: frozenset({-1, 0}),
    Operator.EQUAL: frozenset({0}),
    Operator.UNEQUAL: frozenset({-1, 1}),
    Operator.GREATER_OR_EQUAL: frozenset({0, 1}),
    Operator.GREATER: frozenset({1}),
}
_OPPOSITE: Mapping[Operator, Operator] = {
    Operator.LESS: Operator.GREATER_OR_EQUAL,
    Operator.LESS_OR_EQUAL: Operator.GREATER,
    Operator.EQUAL: Operator.UNEQUAL,
    Operator.UNEQUAL: Operator.EQUAL,
    Operator.GREATER_OR_EQUAL: Operator.LESS,
    Operator.GREATER: Operator.LESS_OR_EQUAL,
}


def can_hold(conditions: Iterable[Expression], slots: Mapping[str, Slot]) -> bool:
    """Say whether some values of the slots satisfy all conditions."""
    ways = list(islice(_ways(tuple(conditions)), _MOST))
    return len(ways) == _MOST or any(_Together(tuple(dict.fromkeys(way)), slots).is_possible() for way in ways)


def _ways(conditions: Sequence[Expression]) -> Iterator[tuple[Expression, ...]]:
    """Give what would have to hold at once, without any `or` left, for each way to satisfy the conditions."""
    for parts in product(*(_alternatives(normal(condition)) for condition in conditions)):
        yield tuple(literal for part in parts for literal in part)


def _alternatives(condition: Expression) -> list[tuple[Expression, ...]]:
    match condition:
        case Either(left, right):
            return (_alternatives(left) + _alternatives(right))[:_MOST]
        case Both(left, right):
            pairs = product(_alternatives(left), _alternatives(right))
            return [(*one, *other) for one, other in islice(pairs, _MOST)]
        case _:
            return [(condition,)]


@dataclass(frozen=True, slots=True)
class _Together:
    """Comparisons that must all hold, some of them negated; none has an `and` or an `or` in it."""

    literals: tuple[Expression, ...]
    slots: Mapping[str, Slot]

    def is_possible(self) -> bool:
        """Say whether nothing among them contradicts anything else."""
        empty, filled = {one.slot for one in self.literals if isinstance(one, Empty)}, self._filled()
        said = set(self.literals)
        if empty & filled or any(one.term in said for one in self.literals if isinstance(one, Not)):
            return False
        known = tuple(self._plain(one, filled) for one in self.literals)
        return all(self._has_value(slot, known) for slot in filled) and _are_in_order(known)

    def _filled(self) -> set[str]:
        """Return the slots that must have a value: a comparison holds of nothing else."""
        found: set[str] = {TODAY}
        for one in self.literals:
            match one:
                case Not(Empty(slot)) | Compare(slot) | Within(slot):
                    found.add(slot)
                case CompareSlots(left=left, right=right):
                    found |= {left, right}
                case _:
                    pass
        return found

    def _plain(self, literal: Expression, filled: set[str]) -> Expression:
        """Write `not (x < 3)` as `x >= 3` where that is the same: of a value there is, and of a kind without ranges."""
        match literal:
            case Not(Compare(slot, operator, value)) if slot in filled and self._turns(operator, slot):
                return Compare(slot, _OPPOSITE[operator], value)
            case Not(CompareSlots(one, operator, other)) if {one, other} <= filled and self._turns(
                operator, one, other
            ):
                return CompareSlots(one, _OPPOSITE[operator], other)
            case _:
                return literal

    def _turns(self, operator: Operator, *names: str) -> bool:
        return operator not in _ORDERS or all(name in self.slots and self.slots[name].kind in COUNTED for name in names)

    def _has_value(self, slot: str, known: Sequence[Expression]) -> bool:
        """Say whether some value of a slot is left, by all that is said of it and of no other."""
        own = [one for one in known if slot in _only_slot(one)]
        named = [value for one in own for value in _values(one)]
        if slot in self.slots and self.slots[slot].kind == "yesno":
            named = [True, False]
        elif not any(_is_one_of(one) for one in own):
            return _is_between(own)
        return any(all(holds(one, {slot: value}) for one in own) for value in named)


def _only_slot(literal: Expression) -> frozenset[str]:
    """Return the slot that a comparison with fixed values is about."""
    match literal:
        case Compare(slot) | Within(slot) | Not(Compare(slot) | Within(slot)):
            return frozenset({slot})
        case _:
            return frozenset()


def _is_one_of(literal: Expression) -> bool:
    """Say whether a comparison leaves only the values that it names."""
    return isinstance(literal, Within) or (isinstance(literal, Compare) and literal.operator is Operator.EQUAL)


def _values(literal: Expression) -> tuple[Value, ...]:
    match literal:
        case Compare(value=value):
            return (value,)
        case Within(values=values):
            return values
        case _:
            return ()


def _is_between(own: Iterable[Expression]) -> bool:
    """Say whether there is something above all lower bounds and below all upper ones."""
    bounds = [one for one in own if isinstance(one, Compare) and one.operator in _ORDERS]
    lower = [one for one in bounds if one.operator in _ABOVE]
    upper = [one for one in bounds if one.operator in _BELOW]
    for low, high in product(lower, upper):
        touches = low.value == high.value and {low.operator, high.operator} & _STRICT
        if touches or is_before(high.value, low.value):
            return False
    return True


def _are_in_order(known: Iterable[Expression]) -> bool:
    """Say whether slots that are compared with each other can stand as all comparisons say."""
    stands: dict[tuple[str, str], frozenset[int]] = {}
    for one in known:
        if isinstance(one, CompareSlots):
            pair = one.left, one.right
            stands[pair] = stands.get(pair, _STANDS[Operator.EQUAL] | _STANDS[Operator.UNEQUAL]) & _STANDS[one.operator]
    return all(left_open and (pair[0] != pair[1] or 0 in left_open) for pair, left_open in stands.items())
