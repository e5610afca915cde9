"""What a person typed into a search, as patterns that both databases match the same way."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Text, and_, bindparam, literal_column

from frontdesk.storage.sql import PerDatabase

LONGEST = 100  # characters of a search that are looked for
FEWEST_DIGITS = 3  # that can be a part of a phone number
ESCAPE = "/"
_LAST: ColumnElement[str] = literal_column("char(1114111)", Text())  # the last character there is
NOTHING = "//"  # a pattern that only a single slash matches: no phone number, no reference


@dataclass(frozen=True, slots=True)
class Patterns:
    """What a search is looked for as."""

    words: str
    digits: str
    reference: str
    code: str  # how a reference begins, as it is kept

    def parameters(self) -> dict[str, object]:
        """Return them under the names that `has_words` and the others ask for."""
        return {"words": self.words, "digits": self.digits, "reference": self.reference, "code": self.code}


def patterns_of(search: str) -> Patterns:
    """Read what was typed: words anywhere, a phone number by its digits, a reference by how it begins."""
    typed = " ".join(search.split())[:LONGEST]
    digits = re.sub(r"\D", "", typed)
    is_phone = len(digits) >= FEWEST_DIGITS and re.fullmatch(r"[\d\s()+./-]+", typed) is not None
    code = re.sub(r"[\s-]", "", typed).upper()
    return Patterns(
        words=f"%{_escaped(typed)}%",
        digits=f"%{digits}%" if is_phone else NOTHING,
        reference=f"{_escaped(code)}%" if code else NOTHING,
        code=code,
    )


def _escaped(text: str) -> str:
    """Take the meaning of wildcards away."""
    return re.sub(r"([%_/])", r"/\1", text)


def has_words(column: ColumnElement[str]) -> ColumnElement[bool]:
    """Say that a column has the words, in capitals or not."""
    return column.ilike(bindparam("words", type_=Text()), escape=ESCAPE)


def has_digits(column: ColumnElement[str]) -> ColumnElement[bool]:
    """Say that a column that holds a phone number has the digits."""
    return column.like(bindparam("digits", type_=Text()), escape=ESCAPE)


def begins_reference(column: ColumnElement[str]) -> ColumnElement[bool]:
    """Say that a column that holds a reference begins with what was typed."""
    fits = column.like(bindparam("reference", type_=Text()), escape=ESCAPE)
    code: ColumnElement[str] = bindparam("code", type_=Text())
    # SQLite orders texts by their characters, so its index leads to them.
    return PerDatabase(sqlite=and_(column >= code, column < code + _LAST, fits), postgresql=fits)
