"""Checks the function that is asked after a crash what became of an outside action: nobody calls it before that."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from inspect import Parameter, isasyncgenfunction, iscoroutinefunction, isgeneratorfunction, signature
from types import NoneType
from typing import get_type_hints

from frontdesk.desk.actions.hints import Hint, members
from frontdesk.desk.actions.surroundings import Away

_BY_PLACE = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD, Parameter.VAR_POSITIONAL)
_ANY_NUMBER = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)


def look_up_problems(look_up: object, outcomes: Collection[type]) -> Iterator[str]:
    """Say what keeps `look_up` from being called with an `Away` and from returning one of `outcomes`, or None."""
    if not callable(look_up):
        yield f"It is {look_up!r}; give a function."
        return
    if isgeneratorfunction(look_up) or isasyncgenfunction(look_up):
        yield "It yields, so it never returns an outcome; return one."
    elif not iscoroutinefunction(look_up):
        yield "It is not async, so nothing could stop it when the other side does not answer; make it async."
    try:
        hints = get_type_hints(look_up)
    except (NameError, TypeError, SyntaxError) as error:
        yield f"Its type hints cannot be read: {error}."
        return
    yield from _parameter_problems(list(signature(look_up).parameters.values()), hints)
    yield from _return_problems(hints, outcomes)


def _parameter_problems(declared: list[Parameter], hints: Mapping[str, Hint]) -> Iterator[str]:
    """Say why one `Away`, given by its place and alone, is not what it takes."""
    first, rest = declared[:1], declared[1:]
    if not first or first[0].kind not in _BY_PLACE:
        yield "It takes no Away, which it is given as its first parameter."
        rest = declared
    elif first[0].name not in hints:
        yield f"{first[0].name} has no type; it is given Away."
    elif hints[first[0].name] is not Away:
        yield f"{first[0].name} is {_named(hints[first[0].name])}; it is given Away."
    for one in rest:
        if one.default is Parameter.empty and one.kind not in _ANY_NUMBER:
            yield f"{one.name} is never given: it takes one Away, whose `key` names the call, and nothing else."


def _return_problems(hints: Mapping[str, Hint], outcomes: Collection[type]) -> Iterator[str]:
    names = " | ".join((*(kind.__name__ for kind in outcomes), "None"))
    if "return" not in hints:
        yield f"It has no return type: {names}, as far as it can tell."
        return
    for kind in members(hints["return"]):
        if kind not in (*outcomes, NoneType):
            yield f"It returns {_named(kind)}, which is no outcome of the action; those are {names}."


def _named(hint: Hint) -> str:
    return hint.__name__ if isinstance(hint, type) else str(hint)
