"""Writes a condition the way a flow file has it, for pictures: `finding = exact and not (notes is empty)`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import timedelta
from typing import assert_never

from frontdesk.dialogue.expression import Both, Compare, CompareSlots, Either, Empty, Expression, Not, Within
from frontdesk.dialogue.values import Value, to_json

_PLAIN = re.compile(r"[^\s=!<>()\[\],\"']+")
_RESERVED = frozenset({"and", "or", "not", "in", "is", "empty"})


def condition_text(expression: Expression) -> str:
    """Return the condition as text. The parser reads the same from it, unless a value is called like a slot."""
    match expression:
        case Empty(slot):
            return f"{slot} is empty"
        case Not(Empty(slot)):
            return f"{slot} is not empty"
        case Not(Within(slot, values)):
            return f"{slot} not in {_list(values)}"
        case Compare(slot, operator, value):
            return f"{slot} {operator} {value_text(value)}"
        case CompareSlots(left, operator, right):
            return f"{left} {operator} {right}"
        case Within(slot, values):
            return f"{slot} in {_list(values)}"
        case Not(term):
            return f"not {_grouped(term, Both, Either)}"
        case Both(left, right):
            return f"{_grouped(left, Either)} and {_grouped(right, Both, Either)}"
        case Either(left, right):
            return f"{condition_text(left)} or {_grouped(right, Either)}"
        case _:
            assert_never(expression)


def _grouped(term: Expression, *looser: type) -> str:
    """Put parentheses around a term that binds less than what stands around it."""
    text = condition_text(term)
    return f"({text})" if isinstance(term, looser) else text


def _list(values: Iterable[Value]) -> str:
    return f"[{', '.join(map(value_text, values))}]"


def value_text(value: Value) -> str:
    """Return a value as a condition writes it."""
    text = _word(value)
    if _PLAIN.fullmatch(text) and text not in _RESERVED:
        return text
    return f"'{text}'" if '"' in text else f'"{text}"'


def _word(value: Value) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case timedelta():
            return f"{value.total_seconds() / 60:g} minutes"
        case _:
            return str(to_json(value))
