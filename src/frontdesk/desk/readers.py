"""One reader alone: a line in, what was read out, as plain data."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import TypeAlias

from frontdesk.desk.model_choice import tagger_for
from frontdesk.dialogue.meanings import Problem
from frontdesk.dialogue.values import to_json
from frontdesk.language.readers import duration, email, money, name, number, party, phone, reference, when
from frontdesk.language.readers.reading import Context, Found
from frontdesk.language.resolve.answering import judge

Answer: TypeAlias = dict[str, object]

LONGEST = 4_000  # characters of a message that are understood; all of it is kept


class BadLine(ValueError):  # noqa: N818 - what is the case with the line
    """An input line cannot be read; the text says why."""


@dataclass(frozen=True, slots=True)
class Line:
    """What is to be read: a text, at a moment, after something was said."""

    text: str
    now: datetime
    said: str | None = None
    region: str = "US"
    language: str = "en"

    @property
    def is_wall_clock(self) -> bool:
        """Whether the moment has no offset, so that none is to be answered."""
        return self.now.tzinfo is None

    def context(self) -> Context:
        """Return what a reader may know. A moment without an offset is read in a zone without surprises."""
        now = self.now.replace(tzinfo=UTC) if self.is_wall_clock else self.now
        return Context(now, self.region, self.language, self.said, tagger=tagger_for(self.language))


def line_of(raw: str, usual: Line) -> Line:
    """Read one input line: plain text, or an object `{text, now?, said?}`; raises `BadLine`."""
    if not raw.lstrip().startswith("{"):
        return replace(usual, text=raw)
    try:
        given = json.loads(raw)
    except (ValueError, RecursionError):
        return replace(usual, text=raw)  # a text that begins with a brace
    text, now, said = given.get("text"), given.get("now"), given.get("said")
    if not isinstance(text, str):
        raise BadLine('The object has no "text".')
    if not isinstance(said, str | None) or not isinstance(now, str | None):
        raise BadLine('"now" and "said" are texts.')
    return replace(usual, text=text, said=said, now=usual.now if now is None else _moment(now))


def _moment(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise BadLine(f"{text!r} is not a moment such as 2026-03-02T09:00.") from None


# Outside there are three problems with a time: of a series nobody knows which one is meant.
_OUTSIDE = {Problem.REPEATED: Problem.AMBIGUOUS}


def _read_when(line: Line) -> Answer:
    found = when.read(line.text, line.context())
    values = [shown for each in found if (shown := when.as_json(each)) is not None]
    problem = next((_OUTSIDE.get(each.problem, each.problem).value for each in found if each.problem), None)
    if line.is_wall_clock:
        values = [{key: _without_offset(value) for key, value in each.items()} for each in values]
    return {"text": line.text, "values": values, "problem": problem}


def _read_yesno(line: Line) -> Answer:
    return {"text": line.text, "answer": judge(line.text, line.context()).value}


def _without_offset(value: object) -> object:
    return value.removesuffix("+00:00") if isinstance(value, str) else value


def _listed(line: Line, found: Sequence[Found[str]] | Sequence[Found[int]] | Sequence[Found[int | Decimal]]) -> Answer:
    values = [{"value": _plain(each.value), "text": each.words} for each in found]
    return {"text": line.text, "values": values}


def _plain(value: str | int | Decimal) -> object:
    """Write a number as JSON writes numbers."""
    return float(value) if isinstance(value, Decimal) else value


def _read_money(line: Line) -> Answer:
    """Read amounts as the answer to "how much?", each with the bound that stands before it."""
    context, values = line.context(), list[Answer]()
    for each in money.answer(line.text, context):
        bound = money.bound_before(line.text, each.start, context)
        values.append({"value": to_json(each.value), "bound": bound.value, "text": each.words})
    return {"text": line.text, "values": values}


def _read_duration(line: Line) -> Answer:
    found = duration.answer(line.text, line.context())
    values = [{"seconds": int(each.value.total_seconds()), "text": each.words} for each in found]
    return {"text": line.text, "values": values}


READERS: Mapping[str, Callable[[Line], Answer]] = {
    "when": _read_when,
    "money": _read_money,
    "duration": _read_duration,
    "party": lambda line: _listed(line, party.answer(line.text, line.context())),
    "ordinal": lambda line: _listed(line, number.read_ordinal(line.text, line.context())),
    "reference": lambda line: _listed(line, reference.answer(line.text, line.context())),
    "email": lambda line: _listed(line, email.read(line.text, line.context())),
    "phone": lambda line: _listed(line, phone.read(line.text, line.context())),
    "name": lambda line: _listed(line, name.answer(line.text, line.context())),
    "number": lambda line: _listed(line, number.read(line.text, line.context())),
    "yesno": _read_yesno,
}


def read_line(kind: str, raw: str, usual: Line) -> Answer:
    """Read one input line with the reader of this kind."""
    try:
        line = line_of(raw, usual)
    except BadLine as error:
        return {"error": str(error)}
    return READERS[kind](replace(line, text=line.text[:LONGEST])) | {"text": line.text}


def phone_number(text: str, region: str) -> str | None:
    """Return the phone number that `text` is, all of it; None if it is none that can be called from the region."""
    return _whole(text, phone.read(text, Context(datetime.now(UTC), region)))


def email_address(text: str, region: str) -> str | None:
    """Return the e-mail address that `text` is, all of it; None if it is none."""
    return _whole(text, email.read(text, Context(datetime.now(UTC), region)))


def _whole(text: str, found: tuple[Found[str], ...]) -> str | None:
    alone = len(found) == 1 and found[0].problem is None and found[0].words.strip() == text.strip()
    return found[0].value if alone else None
