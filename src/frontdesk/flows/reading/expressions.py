"""Parses conditions such as `service = botox and not (party > 4) and notes is empty`, typed by the slots.

On the right of a comparison a word that names a slot is that slot, and `today` is the day of the turn; in quotes it
is always a value.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NoReturn

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
from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.values import Value
from frontdesk.flows.findings import nearest, with_article
from frontdesk.flows.reading.kinds import Wrong
from frontdesk.flows.reading.slot_kinds import Kinds, has_order, is_dated

_LONGEST = 1000
_DEEPEST = 20
_TOKEN = re.compile(
    r"""\s*(?:(?P<sign>!=|<=|>=|==|=|<|>|\(|\)|\[|\]|,)|(?P<quoted>"[^"]*"|'[^']*')|(?P<word>[^\s=!<>()\[\],"']+))"""
)
_WORDS = frozenset({"and", "or", "not", "in", "is", "empty"})


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is wrong with a condition, and at which character, from 1."""

    column: int
    message: str
    suggestion: str | None = None


class _ParseError(Exception):
    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble.message)
        self.trouble = trouble


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    column: int
    quoted: bool = False


def parse(text: str, slots: Mapping[str, Slot], kinds: Kinds) -> Expression | Trouble:
    """Return the condition, or where and why it is none."""
    if len(text) > _LONGEST:
        return Trouble(_LONGEST, f"A condition has at most {_LONGEST} characters.")
    try:
        parser = _Parser(_tokens(text), slots, kinds)
        expression = parser.either()
        parser.end()
    except _ParseError as error:
        return error.trouble
    return expression


def _tokens(text: str) -> list[_Token]:
    tokens: list[_Token] = []
    place = 0
    while text[place:].strip():
        match = _TOKEN.match(text, place)
        if match is None:
            column = place + len(text[place:]) - len(text[place:].lstrip()) + 1
            raise _ParseError(Trouble(column, f"{text[column - 1]} means nothing here."))
        quoted = match["quoted"]
        column = match.start(match.lastgroup or 0) + 1
        tokens.append(_Token(quoted[1:-1] if quoted else match.group().strip(), column, bool(quoted)))
        place = match.end()
    tokens.append(_Token("", len(text) + 1))
    return tokens


class _Parser:
    """Recursive descent over the tokens of one condition."""

    def __init__(self, tokens: list[_Token], slots: Mapping[str, Slot], kinds: Kinds) -> None:
        self._tokens = tokens
        self._slots = slots
        self._kinds = kinds
        self._place = 0
        self._depth = 0

    def either(self) -> Expression:
        left = self._both()
        while self._takes("or"):
            left = Either(left, self._both())
        return left

    def end(self) -> None:
        token = self._tokens[self._place]
        if token.text or token.quoted:
            self._fail(token, f'"{token.text}" does not belong here; conditions are joined by and, or.')

    def _both(self) -> Expression:
        left = self._term()
        while self._takes("and"):
            left = Both(left, self._term())
        return left

    def _term(self) -> Expression:
        self._depth += 1
        if self._depth > _DEEPEST:
            self._fail(self._tokens[self._place], f"This is nested more than {_DEEPEST} deep.")
        term = self._nested()
        self._depth -= 1
        return term

    def _nested(self) -> Expression:
        if self._takes("not"):
            return Not(self._term())
        if self._takes("("):
            inside = self.either()
            self._expect(")")
            return inside
        return self._comparison()

    def _comparison(self) -> Expression:
        slot = self._slot()
        if self._takes("is"):
            negated = self._takes("not")
            self._expect("empty")
            return Not(Empty(slot.name)) if negated else Empty(slot.name)
        if slot.many:
            self._fail(self._tokens[self._place], f"{slot.name} holds several values; ask only whether it `is empty`.")
        if self._takes("in"):
            return Within(slot.name, self._list(slot))
        if self._takes("not"):
            self._expect("in")
            return Not(Within(slot.name, self._list(slot)))
        operator = self._operator(slot)
        if is_dated(slot.kind) and self._takes(TODAY):
            return CompareSlots(slot.name, operator, TODAY)
        other = self._other(slot, operator)
        return CompareSlots(slot.name, operator, other.name) if other else self._compare(slot, operator)

    def _compare(self, slot: Slot, operator: Operator) -> Compare:
        return Compare(slot.name, operator, self._value(slot))

    def _other(self, slot: Slot, operator: Operator) -> Slot | None:
        """Take the name of another slot, if one comes next."""
        token = self._tokens[self._place]
        other = None if token.quoted else self._slots.get(token.text)
        if other is None:
            return None
        ordered = operator not in {Operator.EQUAL, Operator.UNEQUAL}
        if other.many or not self._kinds.fits(other.kind, slot.kind) or (ordered and not has_order(other.kind)):
            one, several = with_article(slot.kind), "several values" if other.many else with_article(other.kind)
            self._fail(token, f"{slot.name} is {one} and {other.name} is {several}; they cannot be compared.")
        return self._slot()

    def _slot(self) -> Slot:
        token = self._next()
        slot = self._slots.get(token.text)
        if slot is None or token.quoted:
            named = f'There is no slot "{token.text}".' if token.text else "The condition ends too early."
            self._fail(token, named, nearest(token.text, self._slots) if token.text else None)
        return slot

    def _operator(self, slot: Slot) -> Operator:
        token = self._next()
        if token.quoted or token.text not in set(Operator):
            meant = {"==": "=", "is": "=", "<>": "!="}.get(token.text)
            self._fail(token, f"After {slot.name} a comparison is due: = != < <= > >= in, or is empty.", meant)
        operator = Operator(token.text)
        if operator not in {Operator.EQUAL, Operator.UNEQUAL} and not has_order(slot.kind):
            self._fail(token, f"{with_article(slot.kind).capitalize()} is neither less nor greater than another.")
        return operator

    def _value(self, slot: Slot) -> Value:
        token = self._next()
        if not token.quoted and (not token.text or token.text in "=!<>()[]," or token.text in _WORDS):
            self._fail(token, f"Here a value for {slot.name} is due.")
        text = self._with_unit(token.text) if slot.kind == "duration" and not token.quoted else token.text
        value = self._kinds.compared(slot.kind, text)
        if isinstance(value, Wrong):
            self._fail(token, value.why or f'"{text}" is not {with_article(slot.kind)}.', value.suggestion)
        return value

    def _with_unit(self, amount: str) -> str:
        """Take the word that says what an amount of time is counted in: `2 hours`."""
        unit = self._tokens[self._place].text
        return f"{amount} {self._next().text}" if unit.isalpha() and unit not in _WORDS else amount

    def _list(self, slot: Slot) -> tuple[Value, ...]:
        self._expect("[")
        values = [self._value(slot)]
        while self._takes(","):
            values.append(self._value(slot))
        self._expect("]")
        return tuple(values)

    def _next(self) -> _Token:
        token = self._tokens[self._place]
        self._place = min(self._place + 1, len(self._tokens) - 1)
        return token

    def _takes(self, word: str) -> bool:
        token = self._tokens[self._place]
        if token.text != word or token.quoted:
            return False
        self._place += 1
        return True

    def _expect(self, word: str) -> None:
        token = self._tokens[self._place]
        if not self._takes(word):
            self._fail(token, f'Here "{word}" is due.')

    def _fail(self, token: _Token, message: str, suggestion: str | None = None) -> NoReturn:
        raise _ParseError(Trouble(token.column, message, suggestion))
