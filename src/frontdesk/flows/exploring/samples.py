"""Sample values: one or two stand for all that a slot can hold, and every value that a condition compares with."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import assert_never

from frontdesk.dialogue.expression import Both, Compare, CompareSlots, Either, Empty, Expression, Not, Within
from frontdesk.dialogue.flow import Act, Branch, Choose, Collect, Flow, Slot
from frontdesk.dialogue.values import Item, Money, Value

START = datetime(2030, 5, 6, 9, tzinfo=UTC)
_TEXTS = frozenset(
    {"text", "name", "person_name", "notes", "email", "phone", "reference", "topic", "option", "booking", "any"}
)
_UNSPOKEN = frozenset({"option", "booking", "any"})  # kinds that guests have no words for


def samples(kind: str) -> tuple[Value, Value]:
    """Return two values of a kind."""
    match kind:
        case "number" | "party":
            return 2, 3
        case "day" | "days":
            return date(2030, 5, 6), date(2030, 5, 7)
        case "time" | "times":
            return time(9), time(15)
        case "moment" | "moments" | "when":
            return START, START + timedelta(hours=1)
        case "duration":
            return timedelta(minutes=30), timedelta(minutes=60)
        case "money":
            return Money(Decimal(10), "EUR"), Money(Decimal(20), "EUR")
        case "yesno":
            return True, False
        case _ if kind in _TEXTS:
            return "one", "two"
        case _:
            return Item(kind, "one"), Item(kind, "two")


def compared(flow: Flow) -> dict[str, tuple[Value, ...]]:
    """Return the values that conditions of a flow compare each slot with; a slot compared with another has none."""
    found: dict[str, dict[Value, None]] = {}
    for slot, value in (pair for condition in conditions(flow) for pair in _compared(condition)):
        found.setdefault(slot, {}).update(dict.fromkeys(_around(value)))
    return {slot: tuple(values) for slot, values in found.items()}


def conditions(flow: Flow) -> Iterator[Expression]:
    """Give every condition of a flow."""
    yield from (slot.validate for slot in flow.slots.values() if slot.validate is not None)
    for step in flow.steps.values():
        if step.when is not None:
            yield step.when
        if isinstance(step, Branch):
            yield from (condition for condition, _ in step.cases)


def _compared(condition: Expression) -> Iterator[tuple[str, Value]]:
    match condition:
        case Compare(slot, _, value):
            yield slot, value
        case Within(slot, values):
            yield from ((slot, value) for value in values)
        case Not(term):
            yield from _compared(term)
        case Both(left, right) | Either(left, right):
            yield from _compared(left)
            yield from _compared(right)
        case Empty() | CompareSlots():
            pass
        case _:
            assert_never(condition)


def _around(value: Value) -> tuple[Value, ...]:
    """Return a value and its neighbours, so that `<` and `<=` differ."""
    if isinstance(value, int | Decimal) and not isinstance(value, bool):
        return value, value - 1, value + 1
    return (value,)


def spoken(flow: Flow) -> tuple[Slot, ...]:
    """Return the slots that a guest can fill: those asked for, and those that no action fills alone."""
    steps = flow.steps.values()
    asked = {step.slot for step in steps if isinstance(step, Collect)}
    brought = {slot for step in steps if isinstance(step, Act) for slot in step.outputs.values()}
    brought |= {step.slot for step in steps if isinstance(step, Choose)}
    return tuple(
        slot
        for slot in flow.slots.values()
        if slot.guest and (slot.name in asked or (slot.name not in brought and slot.kind not in _UNSPOKEN))
    )
