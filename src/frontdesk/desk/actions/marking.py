"""Marks functions as actions. A mark is all that the decorator leaves: the function stays what it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, TypeAlias, TypeVar, overload

MARK = "__frontdesk_action__"
PATIENCE = timedelta(seconds=10)  # how long an outside action may take unless it or its step says otherwise

Function: TypeAlias = Callable[..., Any]
F = TypeVar("F", bound=Function)


@dataclass(frozen=True, slots=True)
class Marks:
    """What the author says of an action besides its signature."""

    guarded: bool = False
    timeout: timedelta = PATIENCE
    look_up: Function | None = None
    repeatable: bool = False  # the other side takes the key, so that calling again never does it twice
    ends: bool = False  # it cancels or deletes something


@dataclass(frozen=True, slots=True)
class kind:  # noqa: N801 - it reads as part of a type: Annotated[Item, kind("city")]
    """Says of which kind a parameter or a field is, where its type alone does not."""

    name: str


@dataclass(frozen=True, slots=True)
class placeholder:  # noqa: N801 - it reads as part of a type, too: Annotated[str, placeholder("meeting_title")]
    """Says what plans and forms call a parameter, and what a form says of it, unless the flow says otherwise."""

    name: str
    label: str = ""
    hint: str = ""


@overload
def action(function: F, /) -> F: ...


@overload
def action(
    *,
    guarded: bool = False,
    timeout: timedelta = PATIENCE,
    look_up: Function | None = None,
    repeatable: bool = False,
    ends: bool = False,
) -> Callable[[F], F]: ...


def action(
    function: F | None = None,
    /,
    *,
    guarded: bool = False,
    timeout: timedelta = PATIENCE,
    look_up: Function | None = None,
    repeatable: bool = False,
    ends: bool = False,
) -> F | Callable[[F], F]:
    """Make a function an action that flows can call by its name.

    `guarded` is for what books, moves, cancels, pays or writes to a third party: it needs a yes. An
    `async` function reaches outside: it runs with no transaction open, for at most `timeout`. After a
    crash `look_up` is asked by key what became of it; one that is `repeatable` is called again with its key.
    One that `ends` something (it cancels, it deletes) is offered with a button that does not invite.
    """

    def mark(marked: F) -> F:
        setattr(marked, MARK, Marks(guarded, timeout, look_up, repeatable, ends))
        return marked

    return mark if function is None else mark(function)


def marks_of(candidate: object) -> Marks | None:
    """Return what was marked on a function, or None if it is no action."""
    marks = getattr(candidate, MARK, None)
    return marks if isinstance(marks, Marks) and callable(candidate) else None
