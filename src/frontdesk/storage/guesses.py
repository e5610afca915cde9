"""References asked for with a phone that they do not belong to, counted by who asked."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import bindparam, case, delete, select, update

from frontdesk.storage.columns import Moment
from frontdesk.storage.schema import wrong_guesses
from frontdesk.storage.sql import Sql, Statement, insert_once

_guesser = (
    wrong_guesses.c.business == bindparam("of"),
    wrong_guesses.c.guesser == bindparam("who"),
)
_began_before = wrong_guesses.c.since < bindparam("before", type_=Moment())

# Begins to count somebody, unless they are counted.
BEGIN = Statement(insert_once(wrong_guesses, "business", "guesser", "count", "since"))

# Counts one more; a count that began too long ago begins again.
COUNT = Statement(
    update(wrong_guesses)
    .where(*_guesser)
    .values(
        {
            "count": case((_began_before, 1), else_=wrong_guesses.c.count + 1),
            "since": case((_began_before, bindparam("now", type_=Moment())), else_=wrong_guesses.c.since),
        }
    )
)

# Says how many there were since a moment.
SINCE = Statement(select(wrong_guesses.c.count).where(*_guesser, ~_began_before))

# Forgets the count of somebody.
CLEAR = Statement(delete(wrong_guesses).where(*_guesser))


class WrongGuesses:
    """Who asked for references that are not theirs, and how often."""

    __slots__ = ("sql",)

    def __init__(self, sql: Sql) -> None:
        """Read and write through `sql`."""
        self.sql = sql

    def add(self, business: str, guesser: str, at: datetime, before: datetime) -> None:
        """Count one more; what began before a moment no longer counts."""
        self.sql.run(BEGIN, {"business": business, "guesser": guesser, "count": 0, "since": at})
        self.sql.run(COUNT, {"of": business, "who": guesser, "now": at, "before": before})

    def since(self, business: str, guesser: str, before: datetime) -> int:
        """Return how many there were; what began before a moment no longer counts."""
        row = self.sql.one(SINCE, {"of": business, "who": guesser, "before": before})
        return 0 if row is None else row[0]

    def clear(self, business: str, guesser: str) -> None:
        """Count somebody no more: they got it right."""
        self.sql.run(CLEAR, {"of": business, "who": guesser})
