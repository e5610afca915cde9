"""The codec gives back what it was given, for everything that a conversation can hold."""

import sys
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from enum import Enum
from random import Random
from typing import Any, ForwardRef, TypeAlias, Union, get_args, get_origin, get_type_hints
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontdesk.dialogue import events, expression
from frontdesk.dialogue.conversation import Conversation, Option
from frontdesk.dialogue.effects import Effect
from frontdesk.dialogue.meanings import Meaning
from frontdesk.dialogue.values import Value
from frontdesk.storage.codec import decode, decode_as, encode, encode_as, forget_written, keep_written

Anything: TypeAlias = Any
DEPTH = 8

ZONES = (
    *(
        ZoneInfo(name)
        for name in ("America/New_York", "Europe/Lisbon", "Australia/Lord_Howe", "Africa/Casablanca", "UTC")
    ),
    UTC,
    timezone(timedelta(hours=-3, minutes=-30)),
)
CHARACTERS = 'ab é"\\$\n\u2028😀'
seeds = st.integers(0, 2**32)


def text(chance: Random) -> str:
    return "".join(chance.choices(CHARACTERS, k=chance.randrange(4)))


def moment(chance: Random) -> datetime:
    # Quarters of an hour over two years: all hours that are skipped or come twice are among them.
    start = datetime(2025, 1, 1, tzinfo=chance.choice(ZONES), fold=chance.randrange(2))
    return start + timedelta(minutes=15 * chance.randrange(70_000), microseconds=chance.choice((0, 1)))


SCALARS: Mapping[Anything, Callable[[Random], object]] = {
    str: text,
    bool: lambda chance: chance.random() < 0.5,
    int: lambda chance: chance.choice((0, 1, -1, 2**70, chance.randrange(1000))),
    type(None): lambda _: None,
    Decimal: lambda chance: Decimal(chance.choice(("0", "1.20", "-0.5", "1E+5", "99999999999999999999.01"))),
    date: lambda chance: date(2026, 1, 1) + timedelta(days=chance.randrange(800)),
    time: lambda chance: time(
        chance.randrange(24),
        chance.randrange(60),
        chance.choice((0, 30)),
        chance.choice((0, 7)),
        fold=chance.randrange(2),
    ),
    datetime: moment,
    timedelta: lambda chance: timedelta(days=chance.randrange(-3, 4), microseconds=chance.randrange(10**9)),
}


def example(hint: Anything, module: str, chance: Random, depth: int = DEPTH) -> Anything:
    """Make a value of any hint that our dataclasses use; deep down it gets small, so that it ends."""
    if isinstance(hint, str | ForwardRef):
        name = hint if isinstance(hint, str) else hint.__forward_arg__
        return example(vars(sys.modules[module])[name], module, chance, depth)
    if hint in SCALARS:
        return SCALARS[hint](chance)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return chance.choice(list(hint))
    if isinstance(hint, type) and is_dataclass(hint):
        hints = get_type_hints(hint)
        given_fields = [each for each in fields(hint) if chance.random() < 0.8 or not has_default(each)]
        return hint(
            **{each.name: example(hints[each.name], hint.__module__, chance, depth - 1) for each in given_fields}
        )
    return several(hint, module, chance, depth)


def has_default(each: Field[Any]) -> bool:
    return each.default is not MISSING or each.default_factory is not MISSING


def several(hint: Anything, module: str, chance: Random, depth: int) -> Anything:
    origin: Anything = get_origin(hint)
    parts = get_args(hint)
    if origin in (Union, types.UnionType):
        chosen = [part for part in parts if depth > 0 or part in SCALARS] or parts[:1]
        return example(chance.choice(chosen), module, chance, depth - 1)
    if origin is tuple and parts[-1] is not Ellipsis:
        return tuple(example(part, module, chance, depth - 1) for part in parts)
    count = chance.randrange(3) if depth > 0 else 0
    items = [example(parts[0], module, chance, depth - 1) for _ in range(count)]
    if origin in (tuple, frozenset):
        return origin(items)
    return {item: example(parts[1], module, chance, depth - 1) for item in items}


@given(seeds)
def test_a_conversation_comes_back_as_it_was(seed: int) -> None:
    conversation = example(Conversation, __name__, Random(seed))  # noqa: S311 - chance here makes examples
    written = encode(conversation)
    back = decode(Conversation, written)
    assert back == conversation
    assert encode(back) == written  # 1 and True are equal, and so are two clocks; they are written differently


@pytest.mark.parametrize("hint", [Value, events.Event, Meaning, Effect])
@given(seed=seeds)
def test_a_member_of_a_union_comes_back_as_it_was(hint: Anything, seed: int) -> None:
    value = example(hint, "frontdesk.dialogue.values", Random(seed))  # noqa: S311 - chance here makes examples
    written = encode_as(hint, value)
    back = decode_as(hint, written)
    assert back == value
    assert encode_as(hint, back) == written


@given(st.datetimes(timezones=st.sampled_from(ZONES), allow_imaginary=True))
def test_a_moment_keeps_its_zone_its_clock_and_its_place_on_the_time_line(moment: datetime) -> None:
    back = decode(Option, encode(Option("1", {"start": moment}))).fields["start"]
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


@dataclass(frozen=True, slots=True)
class Long:
    """Something that is written over and over."""

    flag: bool | int


@dataclass(frozen=True, slots=True)
class Holder:
    """Something that changes around it."""

    held: Long
    count: int


keep_written(Long)


def test_what_is_kept_of_a_value_is_what_would_be_written_of_it() -> None:
    one, true = Long(1), Long(True)  # noqa: FBT003 - equal and yet not the same, so neither may stand for the other
    for count in range(3):
        assert encode(Holder(one, count)) == f'{{"held":{{"flag":1}},"count":{count}}}'
        assert encode(Holder(true, count)) == f'{{"held":{{"flag":true}},"count":{count}}}'
    forget_written()
    assert encode(Holder(true, 9)) == '{"held":{"flag":true},"count":9}'


def test_more_values_than_are_kept_are_written_as_well() -> None:
    assert {decode(Long, encode(Long(number))).flag for number in range(3_000)} == set(range(3_000))


@pytest.mark.parametrize(
    "value",
    [
        time(1, 30, fold=1),
        time(1, 30),
        datetime(2026, 11, 1, 1, 30, fold=1, tzinfo=timezone(timedelta(hours=-5))),
        datetime(2026, 11, 1, 1, 30, fold=1, tzinfo=ZoneInfo("America/New_York")),
        datetime(2026, 11, 1, 1, 30, tzinfo=ZoneInfo("America/New_York")),
    ],
)
def test_the_second_of_two_times_that_a_clock_shows_stays_the_second(value: time | datetime) -> None:
    kept = decode_as(Value, encode_as(Value, value))
    assert isinstance(kept, time | datetime)
    assert (kept, kept.fold) == (value, value.fold)
