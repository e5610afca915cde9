"""Reads the signature of an action: parameters, outcomes and what they bring, as flows need to know them."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, get_args, get_type_hints

from frontdesk.desk.actions.hints import Hint, Hinted, Unreadable, frozen_fields, members, origin_of, read_hint
from frontdesk.desk.actions.marking import Function, Marks
from frontdesk.desk.actions.outcomes import FAILED, UNKNOWN, NoSuccess, outcome_name
from frontdesk.desk.actions.surroundings import Away, Here
from frontdesk.dialogue.actions import ActionSpec, Parameter
from frontdesk.flows.findings import with_article

OPTION_ID = "id"
EXACT = "exact"  # the id of the option that is just what was asked for


@dataclass(frozen=True, slots=True)
class Ending:
    """One outcome: its name, the fields it brings, and the field that holds options, if one does."""

    name: str
    fields: Mapping[str, Hinted]
    options: str | None = None
    option_fields: Mapping[str, Hinted] = field(default_factory=dict)
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Signature:
    """An action as its function declares it."""

    spec: ActionSpec
    parameters: Mapping[str, Hinted]
    surroundings: type[Here | Away] | None
    endings: Mapping[type, Ending]


def read_signature(function: Function, marks: Marks) -> Signature:
    """Return what the function declares; raises `Unreadable` with every sentence there is to say about it."""
    return _Reading(function, marks, []).signature()


@dataclass(frozen=True, slots=True)
class _Reading:
    """A signature being read, and what was found wrong with it."""

    function: Function
    marks: Marks
    wrong: list[str]

    def signature(self) -> Signature:
        hints = self._hints()
        self._check_timeout(self.marks.timeout)
        surroundings, names = self._surroundings(hints)
        parameters = {name: hinted for name in names if (hinted := self._read(name, hints.get(name))) is not None}
        endings = self._endings(hints.get("return"))
        spec = self._spec(parameters, endings)
        if self.wrong:
            raise Unreadable(" ".join(dict.fromkeys(self.wrong)))
        return Signature(spec, parameters, surroundings, endings)

    def _hints(self) -> Mapping[str, Hint]:
        try:
            return get_type_hints(self.function, include_extras=True)
        except (NameError, TypeError, SyntaxError) as error:
            raise Unreadable(f"Its type hints cannot be read: {error}.") from None

    def _check_timeout(self, timeout: object) -> None:
        """A file of the business is checked by nobody before us: `timeout=5` gets this far."""
        if not isinstance(timeout, timedelta):
            self.wrong.append(f"Its timeout is {timeout!r}; give a timedelta, such as timedelta(seconds=5).")
        elif timeout <= timedelta(0):
            self.wrong.append("Its timeout leaves it no time.")

    def _surroundings(self, hints: Mapping[str, Hint]) -> tuple[type[Here | Away] | None, list[str]]:
        declared = inspect.signature(self.function).parameters
        if any(one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD, one.POSITIONAL_ONLY) for one in declared.values()):
            self.wrong.append("Its parameters are passed by name, each with a type of its own.")
        names = list(declared)
        first: Any = hints.get(names[0]) if names else None
        if first is not Here and first is not Away:
            return None, names
        wanted = Away if inspect.iscoroutinefunction(self.function) else Here
        if first is not wanted:
            self.wrong.append(f"It takes {first.__name__}; {_why(wanted)}")
        return wanted, names[1:]

    def _read(self, name: str, hint: Hint | None) -> Hinted | None:
        if hint is None:
            self.wrong.append(f"{name} has no type.")
            return None
        try:
            hinted = read_hint(hint)
        except Unreadable as error:
            self.wrong.append(f"{name}: {error}")
            return None
        declared = inspect.signature(self.function).parameters.get(name)
        if declared is not None and hinted.optional and declared.default is inspect.Parameter.empty:
            self.wrong.append(f"{name} may be None, so give it the default None.")
        return hinted

    def _endings(self, hint: Hint | None) -> dict[type, Ending]:
        if hint is None:
            self.wrong.append("It has no return type: a union of frozen dataclasses, one for each outcome.")
            return {}
        endings: dict[type, Ending] = {}
        for kind in members(hint):
            try:
                endings[kind] = _ending(kind)
            except Unreadable as error:
                self.wrong.append(str(error))
        named = [ending.name for ending in endings.values()]
        twice = {name for name in named if named.count(name) > 1}
        self.wrong.extend(f"Two outcomes are called {name}." for name in sorted(twice))
        if not any(not issubclass(kind, NoSuccess) for kind in endings):
            self.wrong.append("None of its outcomes is a success.")
        return endings

    def _spec(self, parameters: Mapping[str, Hinted], endings: Mapping[type, Ending]) -> ActionSpec:
        declared = inspect.signature(self.function).parameters
        outcomes = {ending.name for ending in endings.values()} | {FAILED}
        if self.marks.guarded or inspect.iscoroutinefunction(self.function):
            outcomes.add(UNKNOWN)
        offering = [ending for ending in endings.values() if ending.options]
        options = self._merged(ending.option_fields for ending in offering)
        certain = {
            name for ending in endings.values() for name, one in ending.option_fields.items() if not one.optional
        }
        return ActionSpec(
            name=self.function.__name__,
            parameters={
                name: _parameter(hinted, required=declared[name].default is inspect.Parameter.empty)
                for name, hinted in parameters.items()
            },
            outcomes=frozenset(outcomes),
            successes=frozenset(end.name for kind, end in endings.items() if not issubclass(kind, NoSuccess)),
            outputs=self._merged(ending.fields for ending in endings.values()),
            guarded=self.marks.guarded,
            offers=bool(offering),
            fields=options,
            perhaps=frozenset(options.keys() - certain),
            brings={ending.name: _certain(ending.fields) for ending in endings.values()},
            at_once=not inspect.iscoroutinefunction(self.function),
            repeatable=self.marks.repeatable,
            ends=self.marks.ends,
        )

    def _merged(self, several: Iterator[Mapping[str, Hinted]]) -> dict[str, str]:
        kinds: dict[str, str] = {}
        for fields in several:
            for name, hinted in fields.items():
                if kinds.setdefault(name, hinted.kind) != hinted.kind:
                    one, other = with_article(kinds[name]), with_article(hinted.kind)
                    self.wrong.append(f"{name} is {one} in one outcome and {other} in another.")
        return kinds


def _why(wanted: type) -> str:
    if wanted is Away:
        return "an async action runs with no transaction open, so it takes Away."
    return "only an async action reaches outside, so this one takes Here."


def _certain(fields: Mapping[str, Hinted]) -> frozenset[str]:
    return frozenset(name for name, hinted in fields.items() if not hinted.optional)


def _parameter(hinted: Hinted, *, required: bool) -> Parameter:
    note = hinted.asked_as
    told = (note.name, note.label, note.hint) if note else ("", "", "")
    return Parameter(hinted.kind, required, *told)


def _ending(kind: Hint) -> Ending:
    """Read a class as an outcome; raises `Unreadable`."""
    if not isinstance(kind, type):
        raise Unreadable(f"{kind} is no outcome: outcomes are frozen dataclasses.")
    hints = dict(frozen_fields(kind))
    options = [name for name, hint in hints.items() if _option_class(hint) is not None]
    if len(options) > 1 or (options and issubclass(kind, NoSuccess)):
        raise Unreadable(f"{kind.__name__} cannot bring {' and '.join(options)}: one list of options, with a success.")
    plain = {name: hint for name, hint in hints.items() if name not in options and not (options and name == EXACT)}
    fields = {name: _field(kind, name, hint) for name, hint in plain.items()}
    if not options:
        return Ending(outcome_name(kind), fields)
    return Ending(outcome_name(kind), fields, options[0], _option_fields(hints[options[0]]), EXACT in hints)


def _field(kind: type, name: str, hint: Hint) -> Hinted:
    try:
        return read_hint(hint)
    except Unreadable as error:
        raise Unreadable(f"{kind.__name__}.{name}: {error}") from None


def _option_class(hint: Hint) -> type | None:
    parts = get_args(hint) if origin_of(hint) is tuple else ()
    item: Hint = parts[0] if len(parts) == 2 else None
    return item if isinstance(item, type) and OPTION_ID in getattr(item, "__dataclass_fields__", {}) else None


def _option_fields(hint: Hint) -> dict[str, Hinted]:
    kind = _option_class(hint)
    if kind is None:
        return {}
    return {name: _field(kind, name, one) for name, one in frozen_fields(kind) if name != OPTION_ID}
