"""What is typed into the forms of the settings, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from starlette.datastructures import FormData

from frontdesk.desk.editing.edits import Edit
from frontdesk.desk.editing.writing import Unlike, one_line

T = TypeVar("T")


@dataclass(slots=True)
class Typed:
    """What a form shows: values as people write them, and what is wrong with some."""

    values: dict[str, object] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)

    def read(self, name: str, how: Callable[[], T]) -> T | None:
        """Return what a field says, or note what is wrong with it."""
        try:
            return how()
        except Unlike as wrong:
            self.errors[name] = str(wrong)
            return None


@dataclass(frozen=True, slots=True)
class Draft:
    """A form that was sent: what was typed, and the edit that it makes where all of it can be read."""

    typed: Typed
    edit: Edit | None = None


def field_text(form: FormData, name: str) -> str:
    """Return a field as it was typed."""
    value = form.get(name)
    return value if isinstance(value, str) else ""


def field_texts(form: FormData, name: str) -> list[str]:
    """Return the fields of a name in order, as they were typed."""
    return [value for value in form.getlist(name) if isinstance(value, str)]


def filled_rows(rows: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the rows of a form in which something was typed."""
    return [(first, second) for first, second in rows if first.strip() or second.strip()]


def lines_in(text: str) -> tuple[str, ...]:
    """Return what stands on lines of their own, each once."""
    return tuple(dict.fromkeys(line for each in text.splitlines() if (line := one_line(each))))
