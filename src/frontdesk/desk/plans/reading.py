"""Reads what was put into a field, exactly: no words are understood here. What is wrong gets a sentence and a guess."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal, InvalidOperation
from typing import TypeAlias

from frontdesk.desk.plans.fields import (
    LONGEST_DURATION,
    LONGEST_LINE,
    LONGEST_TEXT,
    NO,
    OPTION,
    YES,
    Setting,
    choices_of,
)
from frontdesk.dialogue.expression import TODAY
from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.runs import allows
from frontdesk.dialogue.values import Item, Money, Value
from frontdesk.flows.findings import nearest
from frontdesk.language.readers import duration, email, number, phone, reference, when
from frontdesk.language.readers.reading import Context, Found

MOST_VALUES = 50  # in one field
_MINUTES = re.compile(r"\d{1,6}", re.ASCII)
_ISO_DURATION = re.compile(r"PT(?=\d)(?:(\d{1,4})H)?(?:(\d{1,6})M)?", re.ASCII)
_NUMBER = re.compile(r"-?\d{1,12}(\.\d{1,6})?", re.ASCII)
_LEFTOVER = re.compile(r"\{\{\s*PLACEHOLDER_\w*\s*\}\}")
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Unfit:
    """A value that a field does not take: the phrase that says why, and what was perhaps meant."""

    phrase: str
    suggestion: str | None = None


Reading: TypeAlias = Value | Unfit


def read_field(setting: Setting, slot: Slot, texts: Sequence[str], known: Mapping[str, Value]) -> Value | Unfit:
    """Return the value of what was put into the field of a slot, beside what is known otherwise."""
    if not texts or len(texts) > MOST_VALUES or (len(texts) > 1 and not slot.many):
        return Unfit("problem.invalid")
    values: list[Value] = []
    for text in texts:
        value = _one(setting, slot, text.strip())
        if isinstance(value, Unfit):
            return value
        values.append(value)
    whole: Value = tuple(dict.fromkeys(values)) if slot.many else values[0]
    if not allows(slot, whole, {**known, TODAY: setting.today}):
        return Unfit(slot.invalid or f"problem.invalid.{slot.kind}")
    return whole


def _one(setting: Setting, slot: Slot, text: str) -> Reading:
    longest = LONGEST_TEXT if slot.kind in ("notes", "text") else LONGEST_LINE
    if len(text) > longest:
        return Unfit("form.too_long")
    if _LEFTOVER.search(text):
        return Unfit("form.missing")  # whoever sends a placeholder back has not filled it in
    choices = choices_of(setting, slot)
    if choices is not None:
        return _chosen(slot, text, {each.value: each.label for each in choices})
    read = _READERS.get(slot.kind, _text)
    return read(setting, text)


def _chosen(slot: Slot, text: str, labels: Mapping[str, str]) -> Reading:
    if text not in labels:
        named = {label: value for value, label in labels.items()}
        close = nearest(text, named) if text else None
        return Unfit("form.not_listed", close)
    if slot.kind == "yesno":
        return {YES: True, NO: False}[text]
    return text if slot.kind == OPTION else Item(slot.kind, text)


def _text(_: Setting, text: str) -> Reading:
    return text or Unfit("form.missing")


def _name(_: Setting, text: str) -> Reading:
    return " ".join(text.split()) if _LETTER.search(text) else Unfit("problem.invalid.person_name")


def _context(setting: Setting) -> Context:
    return setting.house.context(setting.now)


def _whole(text: str, found: Sequence[Found[str]], phrase: str) -> Reading:
    """Take what was found if it is all there is; else it is what was perhaps meant."""
    sound = [each for each in found if each.problem is None]
    if len(found) == len(sound) == 1 and sound[0].words.strip() == text:
        return sound[0].value
    return Unfit(phrase, sound[0].value if len(sound) == 1 else None)


def _email(setting: Setting, text: str) -> Reading:
    read = _whole(text, email.read(text, _context(setting)), "problem.invalid.email")
    # An address that was only described, "jane at example.com", is shown before it is taken.
    spelled = isinstance(read, str) and read.casefold() != text.casefold()
    return Unfit("problem.invalid.email", read) if isinstance(read, str) and spelled else read


def _phone(setting: Setting, text: str) -> Reading:
    return _whole(text, phone.read(text, _context(setting)), "problem.invalid.phone")


def _reference(setting: Setting, text: str) -> Reading:
    return _whole(text, reference.read(text, _context(setting)), "problem.invalid.reference")


def _day(setting: Setting, text: str) -> Reading:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return Unfit("form.no_day", _meant(setting, text, date))
    return Unfit("problem.past") if day < setting.today else day


def _time(setting: Setting, text: str) -> Reading:
    try:
        at = time.fromisoformat(text)
    except ValueError:
        return Unfit("form.no_time", _meant(setting, text, time))
    return at.replace(second=0, microsecond=0, tzinfo=None)


def _moment(setting: Setting, text: str) -> Reading:
    zone = setting.house.business.zone
    try:
        given = datetime.fromisoformat(text)
        moment = given.astimezone(zone) if given.tzinfo else given.replace(tzinfo=zone)
        is_past, told = moment < setting.now, moment.astimezone(UTC).astimezone(zone)
    except (OverflowError, ValueError):
        return Unfit("form.no_moment", _meant(setting, text, datetime))
    if "T" not in text and " " not in text:
        return Unfit("form.no_moment")  # a day alone is no moment, whatever Python makes of it
    if given.tzinfo is None and told.replace(tzinfo=None) != given:
        return Unfit("problem.impossible")  # the clocks leave that hour out
    return Unfit("problem.past") if is_past else moment.replace(second=0, microsecond=0)


def _meant(setting: Setting, text: str, kind: type[date | time | datetime]) -> str | None:
    """Return the one day or time that the text names in words, as the field would have it."""
    named = [each.value for each in when.read(text, _context(setting)) if each.problem is None]
    if len(named) != 1 or type(named[0]) is not kind:
        return None
    value = named[0]
    if isinstance(value, datetime):
        return value.astimezone(setting.house.business.zone).strftime("%Y-%m-%dT%H:%M")
    return value.isoformat("minutes") if isinstance(value, time) else value.isoformat()


def _duration(setting: Setting, text: str) -> Reading:
    iso = _ISO_DURATION.fullmatch(text)
    minutes = int(iso[1] or 0) * 60 + int(iso[2] or 0) if iso else int(text) if _MINUTES.fullmatch(text) else 0
    if 0 < minutes <= LONGEST_DURATION:
        return timedelta(minutes=minutes)
    found = duration.read(text, _context(setting))
    meant = str(int(found[0].value.total_seconds()) // 60) if len(found) == 1 and not _is_negative(text) else None
    return Unfit("form.no_duration", meant)


def _is_negative(text: str) -> bool:
    return text.lstrip().startswith(("-", "\N{MINUS SIGN}"))


def _number(setting: Setting, text: str) -> Reading:
    if _NUMBER.fullmatch(text):
        return Decimal(text) if "." in text else int(text)
    found = number.read(text, _context(setting))
    return Unfit("form.no_number", str(found[0].value) if len(found) == 1 else None)


def _party(setting: Setting, text: str) -> Reading:
    read = _number(setting, text)
    return read if isinstance(read, Unfit) or (isinstance(read, int) and 0 < read < 1000) else Unfit("form.no_number")


def _money(setting: Setting, text: str) -> Reading:
    try:
        amount = Decimal(text)
    except InvalidOperation:
        return Unfit("form.no_number")
    fine = _NUMBER.fullmatch(text) and amount >= 0
    return Money(amount, setting.house.business.currency) if fine else Unfit("form.no_number")


_READERS: Mapping[str, Callable[[Setting, str], Reading]] = {
    "email": _email,
    "phone": _phone,
    "reference": _reference,
    "person_name": _name,
    "day": _day,
    "time": _time,
    "moment": _moment,
    "duration": _duration,
    "number": _number,
    "party": _party,
    "money": _money,
}
