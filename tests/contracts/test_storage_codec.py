"""The codec gives back what it was given, for everything that a conversation can hold."""

import string
import sys
import types
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from enum import Enum
from typing import Any, ForwardRef, TypeAlias, Union, get_args, get_origin, get_type_hints
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from frontdesk.dialogue import events, expression
from frontdesk.dialogue.conversation import Conversation, Option
from frontdesk.dialogue.effects import Effect
from frontdesk.dialogue.meanings import Meaning
from frontdesk.dialogue.values import Value
from frontdesk.storage.codec import decode, decode_as, encode, encode_as

Anything: TypeAlias = Any
DEPTH = 7

zones = st.one_of(
    st.sampled_from(["America/New_York", "Europe/Lisbon", "Australia/Lord_Howe", "Africa/Casablanca", "UTC"]).map(
        ZoneInfo
    ),
    st.just(UTC),
    st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes))),
)
moments = st.datetimes(timezones=zones, allow_imaginary=True)
SCALARS: Mapping[Anything, st.SearchStrategy[Anything]] = {
    str: st.text(max_size=8),
    bool: st.booleans(),
    int: st.integers(),
    type(None): st.none(),
    Decimal: st.decimals(allow_nan=False, allow_infinity=False),
    date: st.dates(),
    time: st.times(),
    datetime: moments,
    timedelta: st.timedeltas(),
}


def examples(hint: Anything, module: str, depth: int = DEPTH) -> st.SearchStrategy[Anything]:
    """Make values of any hint that our dataclasses use, smaller the deeper they lie."""
    if isinstance(hint, str | ForwardRef):
        name = hint if isinstance(hint, str) else hint.__forward_arg__
        return examples(vars(sys.modules[module])[name], module, depth)
    if hint in SCALARS:
        return SCALARS[hint]
    if isinstance(hint, type) and issubclass(hint, Enum):
        return st.sampled_from(list(hint))
    if is_dataclass(hint):
        hints = get_type_hints(hint)
        parts = {each.name: examples(hints[each.name], hint.__module__, depth - 1) for each in fields(hint)}
        return st.builds(hint, **parts)  # type: ignore[arg-type]  # the hint is a class here
    return several(hint, module, depth)


def several(hint: Anything, module: str, depth: int) -> st.SearchStrategy[Anything]:
    origin: Anything = get_origin(hint)
    parts = get_args(hint)
    if origin in (Union, types.UnionType):
        # Deep down only members without parts of their own, so that it ends.
        chosen = [part for part in parts if depth > 0 or part in SCALARS] or parts[:1]
        return st.one_of([examples(part, module, depth - 1) for part in chosen])
    if origin is tuple and parts[-1] is Ellipsis:
        most = 2 if depth > 0 else 0
        return st.just(()) if not most else st.lists(examples(parts[0], module, depth - 1), max_size=most).map(tuple)
    if origin is tuple:
        return st.tuples(*(examples(part, module, depth - 1) for part in parts))
    if origin is frozenset:
        return st.frozensets(examples(parts[0], module, 0), max_size=2)
    if depth <= 0:
        return st.just({})
    names = st.text(string.ascii_lowercase + "$é", max_size=4) if parts[0] is str else examples(parts[0], module, 0)
    return st.dictionaries(names, examples(parts[1], module, depth - 1), max_size=2)


def same(one: object, other: object) -> bool:
    """Say whether two values are equal and of the same types: 1 and True, or 3pm here and there, are not."""
    return repr(one) == repr(other) and one == other


@settings(max_examples=60, deadline=None)
@given(examples(Conversation, __name__))
def test_a_conversation_comes_back_as_it_was(conversation: Conversation) -> None:
    assert same(decode(Conversation, encode(conversation)), conversation)


@pytest.mark.parametrize("hint", [Value, events.Event, Meaning, Effect])
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_member_of_a_union_comes_back_as_it_was(hint: Anything, data: st.DataObject) -> None:
    value = data.draw(examples(hint, "frontdesk.dialogue.values", 4))
    assert same(decode_as(hint, encode_as(hint, value)), value)


@given(moments)
def test_a_moment_keeps_its_zone_its_clock_and_its_place_on_the_time_line(moment: datetime) -> None:
    option = decode(Option, encode(Option("1", {"start": moment})))
    back = option.fields["start"]
    assert isinstance(back, datetime)
    assert (back.replace(tzinfo=None), back.utcoffset()) == (moment.replace(tzinfo=None), moment.utcoffset())
    assert back.tzinfo == moment.tzinfo


def test_the_hour_that_comes_twice_keeps_which_of_the_two_it_was() -> None:
    for fold, offset in [(0, -4), (1, -5)]:
        moment = datetime(2026, 11, 1, 1, 30, tzinfo=ZoneInfo("America/New_York"), fold=fold)
        back = decode(Option, encode(Option("1", {"start": moment}))).fields["start"]
        assert isinstance(back, datetime)
        assert back.utcoffset() == timedelta(hours=offset)


def test_a_moment_whose_zone_has_changed_its_rules_stays_the_moment_it_was() -> None:
    # Written when New York was three hours off, say; no fold of today's rules has that offset.
    written = '{"id":"1","fields":{"start":{"$":"datetime","is":"2026-03-03T09:00:00-03:00[America/New_York]"}}}'
    back = decode(Option, written).fields["start"]
    assert back == datetime(2026, 3, 3, 12, tzinfo=UTC)


def test_a_type_that_holds_itself_comes_back() -> None:
    term = expression.Not(expression.Both(expression.Empty("day"), expression.Within("day", (1, "x"))))
    assert decode(expression.Not, encode(term)) == term


@dataclass(frozen=True, slots=True)
class Grown:
    """Today's form of a dataclass: `gone` was dropped, `added` came with a default."""

    kept: str
    added: tuple[str, ...] = ()


def test_old_rows_are_read_by_newer_code() -> None:
    assert decode(Grown, '{"kept":"a","gone":[1,2]}') == Grown("a")


def test_defaults_are_left_out_unless_the_value_is_another_one() -> None:
    assert encode(Grown("a")) == '{"kept":"a"}'
    assert encode(Conversation("c", "b")) == '{"id":"c","business":"b","position":{"$":"Idle"}}'


@dataclass(frozen=True, slots=True)
class Odd:
    """Something that has no form in JSON."""

    thing: complex


def test_what_cannot_be_written_is_refused_by_name() -> None:
    with pytest.raises(TypeError, match="complex"):
        encode(Odd(1j))
    with pytest.raises(TypeError, match="complex is not one of"):
        encode_as(Value, 1j)
