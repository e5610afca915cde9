"""Reads type hints of actions: which kind of slot a value fits, and which values it may be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from types import NoneType, UnionType
from typing import Annotated, Any, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from frontdesk.desk.actions.marking import kind, placeholder
from frontdesk.dialogue.values import Anytime, Days, Item, Moments, Money, Record, Soonest, Times
from frontdesk.flows.findings import with_article
from frontdesk.flows.reading.slot_kinds import ANY_KIND, Kinds

Hint: TypeAlias = Any  # whatever Python lets stand in an annotation
T = TypeVar("T")

# The kind that a value of each type fits; an Item fits only the kind that its author names.
_USUAL: dict[type, str] = {
    str: "text",
    bool: "yesno",
    int: "number",
    Decimal: "number",
    date: "day",
    Days: "days",
    datetime: "moment",
    Moments: "moments",
    time: "time",
    Times: "times",
    timedelta: "duration",
    Money: "money",
    Record: ANY_KIND,
}
_WISHES = (Soonest, Anytime)  # may stand beside a day or a time


class Unreadable(Exception):  # noqa: N818 - what is the case with the hint
    """A hint is none that an action may have; the text is a sentence that says why."""


@dataclass(frozen=True, slots=True)
class Hinted:
    """What a hint says: the kind of slot, the types a value may have, and whether there may be none."""

    kind: str
    types: tuple[type, ...]
    optional: bool = False
    each: Hinted | None = None  # what each value of a tuple must be
    asked_as: placeholder | None = None

    def takes(self, value: object) -> bool:
        """Say whether a value may be passed here. A moment is no day, and yes is no number."""
        if isinstance(value, datetime) and datetime not in self.types:
            return False
        if isinstance(value, bool) and bool not in self.types:
            return False
        if isinstance(value, tuple) and self.each is not None:
            return tuple in self.types and all(map(self.each.takes, value))
        return isinstance(value, self.types)

    def fitted(self, value: T) -> T | Decimal | int | Times:
        """Return a value as this type has it: a whole number where a plain one is asked, one range of "3 or 4"."""
        if self.takes(value) or isinstance(value, bool):
            return value
        if isinstance(value, tuple) and (span := _span(value)) is not None and Times in self.types:
            return span
        number = value.amount if isinstance(value, Money) and self.kind == "money" else value
        if isinstance(number, int | Decimal) and Decimal in self.types:
            return Decimal(number)
        if isinstance(number, Decimal) and int in self.types and number == number.to_integral_value():
            return int(number)
        return value


def _span(values: tuple[object, ...]) -> Times | None:
    """Return the range from the first to the last of times of which any will do."""
    starts = [value.start if isinstance(value, Times) else value for value in values]
    ends = [value.end if isinstance(value, Times) else value for value in values]
    if not values or not all(isinstance(each, time | None) for each in (*starts, *ends)):
        return None
    opens, closes = [at for at in starts if isinstance(at, time)], [at for at in ends if isinstance(at, time)]
    last = (datetime.combine(date.min, max(closes)) + timedelta(minutes=1)).time() if closes else None
    return Times(min(opens) if len(opens) == len(values) else None, last if len(closes) == len(values) else None)


def read_hint(hint: Hint) -> Hinted:
    """Read the hint of a parameter or a field; raises `Unreadable`."""
    named, inner = _named(hint)
    every = [_named(member) for member in members(inner)]
    named = named or next((name for name, _ in every if name), None)
    optional = any(member is NoneType for _, member in every)
    types = [_type(member) for _, member in every if member is not NoneType]
    if not types:
        raise Unreadable("None is no value.")
    each = next((read_hint(get_args(member)[0]) for _, member in every if origin_of(member) is tuple), None)
    asked_as = next((note for part in (hint, *members(inner)) if (note := _asked_as(part))), None)
    return Hinted(_checked(named, types) if named else _kind(types), tuple(types), optional, each, asked_as)


def _asked_as(hint: Hint) -> placeholder | None:
    """Return what an author says of a parameter in a plan."""
    notes = get_args(hint)[1:] if origin_of(hint) is Annotated else ()
    return next((note for note in notes if isinstance(note, placeholder)), None)


def _named(hint: Hint) -> tuple[str | None, Hint]:
    """Take the kind that an author named off a hint."""
    if origin_of(hint) is not Annotated:
        return None, hint
    inner, *notes = get_args(hint)
    return next((note.name for note in notes if isinstance(note, kind)), None), inner


def origin_of(hint: Hint) -> Hint:
    """Return what a hint is made from: `tuple` of `tuple[int, ...]`."""
    return get_origin(hint)


def members(hint: Hint) -> tuple[Hint, ...]:
    """Return the members of a union; anything else is its only member."""
    return get_args(hint) if origin_of(hint) in (Union, UnionType) else (hint,)


def _type(hint: Hint) -> type:
    if origin_of(hint) is tuple:
        parts = get_args(hint)
        if len(parts) != 2 or parts[1] is not Ellipsis:
            raise Unreadable("A tuple of values is written tuple[X, ...].")
        read_hint(parts[0])
        return tuple
    if hint in _USUAL or hint in _WISHES or hint is Item:
        known: type = hint
        return known
    raise Unreadable(f"{_written(hint)} is no type of value that a slot can hold.")


def _written(hint: Hint) -> str:
    return hint.__name__ if isinstance(hint, type) else str(hint)


def _kind(types: Iterable[type]) -> str:
    """Return the kind that all these types share."""
    every = [one for one in types if one not in _WISHES]
    if Item in every:
        raise Unreadable('An Item is of a kind that must be named: Annotated[Item, kind("city")].')
    kinds = {_USUAL.get(one, ANY_KIND) for one in every}
    single = {name.removesuffix("s") if name in {"days", "times", "moments"} else name for name in kinds}
    if len(single) > 1:
        raise Unreadable(f"These are values of several kinds: {', '.join(sorted(single))}.")
    return next(iter(single), ANY_KIND) if len(kinds) > 1 else next(iter(kinds), ANY_KIND)


def _checked(name: str, types: Iterable[type]) -> str:
    """Check that slots of the kind named can hold values of these types."""
    kinds = Kinds(checked=False)
    for one in types:
        if one is tuple or one in _WISHES or name == ANY_KIND:
            continue
        plain = any(kinds.fits(usual, name) for usual in _USUAL.values() if usual != ANY_KIND)
        if plain if one is Item else not kinds.fits(_USUAL[one], name):
            raise Unreadable(f"{with_article(name).capitalize()} is never {with_article(_written(one))}.")
    return name


def frozen_fields(kind_of: type) -> Iterator[tuple[str, Hint]]:
    """Give the fields of a frozen dataclass with their hints; raises `Unreadable` if it is none."""
    if not is_dataclass(kind_of) or not kind_of.__dataclass_params__.frozen:  # type: ignore[attr-defined]  # every dataclass has it
        raise Unreadable(f"{_written(kind_of)} is not a frozen dataclass.")
    hints = get_type_hints(kind_of, include_extras=True)
    return ((field.name, hints[field.name]) for field in fields(kind_of))
