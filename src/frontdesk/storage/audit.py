"""What people changed, written down with the change. Nothing here edits it, and the databases refuse to."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import Text, bindparam, func, insert, or_, select

from frontdesk.storage.conversations import is_our_id
from frontdesk.storage.rows import AuditRow
from frontdesk.storage.schema import audit_log
from frontdesk.storage.sql import Sql, Statement, given

# Writes down a change.
ADD = Statement(insert(audit_log).values(given("business", "at", "by", "what", "about", "details")))

# Lists what was changed in a business before a row, the latest first; an empty name or kind means any.
PAGE = Statement(
    select(
        audit_log.c.id,
        audit_log.c.at,
        audit_log.c.by,
        audit_log.c.what,
        audit_log.c.about,
        audit_log.c.details,
    )
    .where(
        audit_log.c.business == bindparam("of"),
        audit_log.c.id < bindparam("below"),
        or_(bindparam("person", type_=Text) == "", audit_log.c.by == bindparam("person")),
        or_(bindparam("kind", type_=Text) == "", audit_log.c.what == bindparam("kind")),
    )
    .order_by(audit_log.c.id.desc())
    .limit(bindparam("limit"))
)

# Finds the last change of all.
NEWEST = Statement(select(func.max(audit_log.c.id)).where(audit_log.c.business == bindparam("of")))

LATEST = 2**62  # above every row


def name_in_log(conversation_id: str, guest_id: int | None) -> str:
    """Return what the log calls a conversation: its id or, where that is a name from outside, the number of its guest.

    Such a name may be a person's, and nobody could take it out of the log again.
    """
    return conversation_id if is_our_id(conversation_id) else str(guest_id or "")


class Audit:
    """The log of what people changed."""

    __slots__ = ("sql",)

    def __init__(self, sql: Sql) -> None:
        """Read and write through `sql`."""
        self.sql = sql

    def add(
        self, business: str, at: datetime, by: str, what: str, about: str, details: Mapping[str, object] | None = None
    ) -> None:
        """Write down a change: by whom, what kind, what it was about by id or reference. No personal data."""
        self.sql.run(
            ADD,
            {
                "business": business,
                "at": at,
                "by": by,
                "what": what,
                "about": about,
                "details": json.dumps(dict(details or {}), ensure_ascii=False, default=str),
            },
        )

    def page(
        self, business: str, *, below: int = LATEST, by: str = "", what: str = "", limit: int = 100
    ) -> tuple[AuditRow, ...]:
        """Return what was changed before a row, the latest first."""
        wanted = {"of": business, "below": below, "person": by, "kind": what, "limit": limit}
        return tuple(
            AuditRow(number, at, person, kind, about, json.loads(details))
            for number, at, person, kind, about, details in self.sql.all(PAGE, wanted)
        )

    def newest(self, business: str) -> int:
        """Return the number of the last change; 0 if there is none."""
        row = self.sql.one(NEWEST, {"of": business})
        return 0 if row is None or row[0] is None else int(row[0])
