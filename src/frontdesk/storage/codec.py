"""Dataclasses as JSON text and back, by their type hints: `decode(kind, encode(value)) == value`.

A member of a union carries its class name under "$", unless JSON itself tells it apart. Fields that have
their default value are left out, so a field added later with a default reads old rows.

Text is written straight away, with no dicts in between: a turn writes a whole conversation.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from json.encoder import encode_basestring
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, ForwardRef, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints
from zoneinfo import ZoneInfo

Json: TypeAlias = Any
Write: TypeAlias = Callable[[Any], str]
Read: TypeAlias = Callable[[Json], Any]
Hint: TypeAlias = Any
T = TypeVar("T")

TAG = "$"
CONTENT = "is"
MICROSECOND = timedelta(microseconds=1)
SECOND = " again"  # after a time on the wall clock that comes twice: it is the second of the two
PLAIN = (str, bool, int, float, NoneType)
MOST_KEPT = 1024  # texts of values that come back


class Undecodable(ValueError):  # noqa: N818 - what is the case with the text
    """A text is not what `encode` writes of that kind: damaged, or written by another version of the program."""


def encode(value: object) -> str:
    """Write a dataclass as JSON text."""
    text: str = _writer(type(value), __name__)(value)
    return text


def decode(kind: type[T], text: str) -> T:
    """Read what `encode` wrote of a `kind`; raises `Undecodable`."""
    value: T = _decoded(_reader(kind, __name__), text)
    return value


def encode_as(hint: Hint, value: object) -> str:
    """Write a value of any hint that a field could have: a union, a tuple, a mapping."""
    text: str = _writer(hint, _home(hint))(value)
    return text


def decode_as(hint: Hint, text: str) -> Any:  # noqa: ANN401 - the hint says what comes back
    """Read what `encode_as` wrote of the same hint; raises `Undecodable`."""
    return _decoded(_reader(hint, _home(hint)), text)


def _decoded(read: Read, text: str) -> Any:  # noqa: ANN401 - as above
    try:
        return read(json.loads(text))
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        # Whatever a reader stumbles over, it is the text that is wrong. What is in it may be a guest's words.
        raise Undecodable(f"this cannot be read: {type(error).__name__}") from None


class _MadeOnce:
    """Writers or readers, made when first needed: by hint, and by the module whose names the hint uses."""

    def __init__(self, make: Callable[[Hint, str], Callable[[Any], Any]]) -> None:
        self.make = make
        self.made: dict[tuple[Hint, str], Callable[[Any], Any]] = {}
        self.under_way: set[tuple[Hint, str]] = set()
        self.making = threading.RLock()

    def __call__(self, hint: Hint, module: str) -> Callable[[Any], Any]:
        if isinstance(hint, str | ForwardRef):
            hint = _named(hint, module)
        return self.made.get((hint, module)) or self._make(hint, module)

    def _make(self, hint: Hint, module: str) -> Callable[[Any], Any]:
        key = (hint, module)
        with self.making:
            if key in self.under_way:
                # A type that contains itself: it is looked up when called, for it is not made yet.
                return lambda value: self.made[key](value)  # noqa: PLW0108 - there is nothing to inline yet
            if key not in self.made:
                self.under_way.add(key)
                try:
                    self.made[key] = self.make(hint, module)
                finally:
                    self.under_way.remove(key)
            return self.made[key]


class _Kept:
    """A writer that keeps what it wrote, by identity: of a frozen value that stays right."""

    def __init__(self, write: Write) -> None:
        self.write = write
        self.texts: dict[int, tuple[object, str]] = {}  # with the value itself, so that its id is not given away

    def __call__(self, value: object) -> str:
        known = self.texts.get(id(value))
        if known is not None:
            return known[1]
        text = self.write(value)
        if len(self.texts) >= MOST_KEPT:
            self.texts.clear()
        self.texts[id(value)] = (value, text)
        return text


_lasting: dict[type, _Kept] = {}


def keep_written(kind: type) -> None:
    """Write each value of a frozen class once: they are long, and come back turn after turn."""
    _lasting[kind] = _Kept(_dataclass_writer(kind))


def forget_written() -> None:
    """Drop what was kept of values that were written."""
    for kept in _lasting.values():
        kept.texts.clear()


def _make_writer(hint: Hint, module: str) -> Write:
    if hint in PLAIN:
        return _write_text if hint is str else _write_plain
    if hint in SCALARS:
        return SCALARS[hint][0]
    origin: Hint = get_origin(hint)
    parts = get_args(hint)
    if origin in (Union, UnionType):
        return _union_writer(parts, module)
    if origin is tuple:
        return _tuple_writer(parts, module)
    if origin is frozenset:
        item = _writer(parts[0], module)
        return lambda value: f"[{','.join(sorted(map(item, value)))}]"
    if origin is not None and issubclass(origin, Mapping):
        return _mapping_writer(parts, module)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return {member: _write_plain(member.value) for member in hint}.__getitem__
    if isinstance(hint, type) and is_dataclass(hint):
        return _lasting.get(hint) or _dataclass_writer(hint)
    raise TypeError(f"cannot write {hint!r} as JSON")


def _make_reader(hint: Hint, module: str) -> Read:
    if hint in PLAIN:
        return _plain_reader(hint)
    if hint in SCALARS:
        return SCALARS[hint][1]
    origin: Hint = get_origin(hint)
    parts = get_args(hint)
    if origin in (Union, UnionType):
        return _union_reader(parts, module)
    if origin is tuple:
        return _tuple_reader(parts, module)
    if origin is frozenset:
        item = _reader(parts[0], module)
        return lambda value: frozenset(map(item, _list(value)))
    if origin is not None and issubclass(origin, Mapping):
        return _mapping_reader(parts, module)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint
    if isinstance(hint, type) and is_dataclass(hint):
        return _dataclass_reader(hint)
    raise TypeError(f"cannot read {hint!r} from JSON")


def _home(hint: Hint) -> str:
    """Return the module whose names a hint may use: where the first class in it that is not built in comes from."""
    for part in get_args(hint):
        home = _home(part)
        if home != __name__:
            return home
    return hint.__module__ if isinstance(hint, type) and is_dataclass(hint) else __name__


def _named(reference: str | ForwardRef, module: str) -> Hint:
    name = reference if isinstance(reference, str) else reference.__forward_arg__
    return vars(sys.modules[module])[name]


def _plain_reader(kind: type) -> Read:
    """Return what passes on a value of this very kind; a whole number is also one with a point."""
    kinds = (int, float) if kind is float else (kind,)

    def read(value: Json) -> Json:
        if type(value) not in kinds:
            raise TypeError(f"{type(value).__name__} where {kind.__name__} is kept")
        return value

    return read


_write_text: Write = encode_basestring  # a text in quotes, with escapes


def _write_plain(value: object) -> str:
    return int.__repr__(value) if type(value) is int else json.dumps(value, ensure_ascii=False)


def _write_moment(value: datetime) -> str:
    zone = getattr(value.tzinfo, "key", None)
    return f'"{value.isoformat()}{SECOND * value.fold}"' if zone is None else f'"{value.isoformat()}[{zone}]"'


def _read_moment(text: str) -> datetime:
    written, _, zone = text.removesuffix(SECOND).partition("[")
    moment = datetime.fromisoformat(written)
    if not zone:
        return moment.replace(fold=text.endswith(SECOND))
    local = moment.replace(tzinfo=ZoneInfo(zone[:-1]))
    if local.utcoffset() == moment.utcoffset():
        return local
    local = local.replace(fold=1)
    if local.utcoffset() == moment.utcoffset():
        return local
    # The rules of that zone have changed since: the moment is kept, not the clock on the wall.
    return moment.astimezone(local.tzinfo)


def _write_time(value: time) -> str:
    return f'"{value.isoformat()}{SECOND * value.fold}"'


def _read_time(text: str) -> time:
    return time.fromisoformat(text.removesuffix(SECOND)).replace(fold=text.endswith(SECOND))


SCALARS: Mapping[Hint, tuple[Write, Read]] = {
    Decimal: (lambda value: f'"{value}"', Decimal),
    datetime: (_write_moment, _read_moment),
    date: (lambda value: f'"{value.isoformat()}"', date.fromisoformat),
    time: (_write_time, _read_time),
    timedelta: (lambda value: str(value // MICROSECOND), lambda count: timedelta(microseconds=count)),
}


def _tuple_writer(parts: tuple[Hint, ...], module: str) -> Write:
    if parts[-1] is Ellipsis:
        item = _writer(parts[0], module)
        return lambda value: f"[{','.join([item(each) for each in value])}]"
    items = [_writer(part, module) for part in parts]
    return lambda value: f"[{','.join([write(each) for write, each in zip(items, value, strict=True)])}]"


def _tuple_reader(parts: tuple[Hint, ...], module: str) -> Read:
    if parts[-1] is Ellipsis:
        item = _reader(parts[0], module)
        return lambda value: tuple([item(each) for each in _list(value)])
    items = [_reader(part, module) for part in parts]
    return lambda value: tuple([read(each) for read, each in zip(items, _list(value), strict=True)])


def _list(value: Json) -> list[Json]:
    """Pass on a list; a text or a mapping has items too, and is none."""
    if type(value) is not list:
        raise TypeError(f"{type(value).__name__} where a list is kept")
    return value


def _mapping_writer(parts: tuple[Hint, ...], module: str) -> Write:
    key, item = _writer(parts[0], module), _writer(parts[1], module)
    if parts[0] is str:
        return lambda value: f"{{{','.join([f'{key(name)}:{item(each)}' for name, each in value.items()])}}}"
    return lambda value: f"[{','.join([f'[{key(name)},{item(each)}]' for name, each in value.items()])}]"


def _mapping_reader(parts: tuple[Hint, ...], module: str) -> Read:
    item = _reader(parts[1], module)
    if parts[0] is str:
        return lambda value: {name: item(each) for name, each in value.items()}
    key = _reader(parts[0], module)
    return lambda value: {key(name): item(each) for name, each in value}


def _member(hint: Hint) -> type:
    """Return the class by which a member of a union is told apart."""
    origin: Hint = get_origin(hint)
    member = hint if origin is None else origin
    if not isinstance(member, type) or issubclass(member, Mapping):
        raise TypeError(f"cannot tell {hint!r} apart in a union")
    return member


def _union_writer(parts: tuple[Hint, ...], module: str) -> Write:
    members: dict[type, Write] = {_member(part): _member_writer(part, module) for part in parts}

    def write(value: object) -> str:
        known = members.get(type(value))
        if known is None:  # a subclass: a text enum where a text is wanted, say
            known = next((each for kind, each in members.items() if isinstance(value, kind)), None)
            if known is None:
                raise TypeError(f"{type(value).__name__} is not one of {', '.join(kind.__name__ for kind in members)}")
        return known(value)

    return write


def _member_writer(hint: Hint, module: str) -> Write:
    member = _member(hint)
    if is_dataclass(member):
        return _dataclass_writer(member, f'"{TAG}":"{member.__name__}"')
    inner = _writer(hint, module)
    if member in PLAIN or member is tuple:
        return inner
    start = f'{{"{TAG}":"{member.__name__}","{CONTENT}":'
    return lambda value: f"{start}{inner(value)}}}"


def _union_reader(parts: tuple[Hint, ...], module: str) -> Read:
    tagged: dict[str, Read] = {}
    items: Read | None = None
    plain = tuple([_member(part) for part in parts if _member(part) in PLAIN])
    for part in parts:
        member = _member(part)
        if member is tuple:
            items = _reader(part, module)
        elif member not in PLAIN:
            if member.__name__ in tagged:
                raise TypeError(f"two members of a union are called {member.__name__}")
            inner = _reader(part, module)
            tagged[member.__name__] = inner if is_dataclass(member) else _content_reader(inner)

    def read(value: Json) -> object:
        if isinstance(value, dict):
            return tagged[value[TAG]](value)
        if items is not None and isinstance(value, list):
            return items(value)
        if type(value) not in plain and not (float in plain and type(value) is int):
            raise TypeError(f"{type(value).__name__} is not one of those kept here")
        return value

    return read


def _content_reader(inner: Read) -> Read:
    return lambda value: inner(value[CONTENT])


def _dataclass_writer(kind: type, *tag: str) -> Write:
    hints = get_type_hints(kind)
    plan = [
        (f'"{field.name}":', _default(field), _writer(hints[field.name], kind.__module__)) for field in fields(kind)
    ]
    contents = _contents(tuple(field.name for field in fields(kind)))

    def write(value: object) -> str:
        written = [*tag]
        for (start, default, inner), content in zip(plan, contents(value), strict=True):
            # Equal is not enough: 0 and False, or two wall clocks, are equal and not the same.
            if content is not default and (content or default is not _EMPTY):
                written.append(start + inner(content))
        return f"{{{','.join(written)}}}"

    return write


def _contents(names: tuple[str, ...]) -> Callable[[object], tuple[object, ...]]:
    """Return what reads all these fields at once: of fewer than two, `attrgetter` would make no tuple."""
    if len(names) < 2:
        return lambda value: tuple([getattr(value, name) for name in names])
    return attrgetter(*names)


def _dataclass_reader(kind: type) -> Read:
    hints = get_type_hints(kind)
    plan = {field.name: _reader(hints[field.name], kind.__module__) for field in fields(kind)}

    def read(value: Json) -> object:
        # A name we do not know is a field that has gone since, or the tag.
        return kind(**{name: plan[name](content) for name, content in value.items() if name in plan})

    return read


_EMPTY = object()


def _default(field: Field[Any]) -> object:
    """Return what the field is when left out: a value, `_EMPTY` for an empty collection, or MISSING."""
    if field.default is not MISSING:
        return _EMPTY if field.default in ((), frozenset()) else field.default
    return _EMPTY if field.default_factory is dict else MISSING


_writer = _MadeOnce(_make_writer)
_reader = _MadeOnce(_make_reader)
