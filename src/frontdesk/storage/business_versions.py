"""Files of businesses as they were before a person changed them, so that it can be undone."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, func, insert, select

from frontdesk.storage.rows import BusinessVersion
from frontdesk.storage.schema import business_versions
from frontdesk.storage.sql import Row, Sql, Statement, given

_VERSION = tuple(business_versions.c[name] for name in ("id", "business", "at", "by", "note", "files"))

# Keeps what files were before a change.
KEEP = Statement(
    insert(business_versions).values(given("business", "at", "by", "note", "files")).returning(business_versions.c.id)
)

# Finds a version by id.
FIND = Statement(
    select(*_VERSION).where(
        business_versions.c.business == bindparam("business"), business_versions.c.id == bindparam("version")
    )
)

# Lists the versions of a business below an id, the latest first.
PAGE = Statement(
    select(*_VERSION)
    .where(business_versions.c.business == bindparam("business"), business_versions.c.id < bindparam("below"))
    .order_by(business_versions.c.id.desc())
    .limit(bindparam("limit"))
)

# Finds the last version of all.
NEWEST = Statement(
    select(func.max(business_versions.c.id)).where(business_versions.c.business == bindparam("business"))
)

LATEST = 2**62  # above every row


@dataclass(frozen=True, slots=True)
class Former:
    """Files as they were, and who is about to change them."""

    business: str
    at: datetime
    by: str
    note: str
    files: dict[str, str]


class BusinessVersions:
    """The former versions of businesses."""

    __slots__ = ("sql",)

    def __init__(self, sql: Sql) -> None:
        """Read and write through `sql`."""
        self.sql = sql

    def keep(self, former: Former) -> int:
        """Keep files as they were, and return the id of that version."""
        row = self.sql.sure(
            KEEP,
            {
                "business": former.business,
                "at": former.at,
                "by": former.by,
                "note": former.note,
                "files": json.dumps(former.files, ensure_ascii=False),
            },
        )
        return int(row[0])

    def find(self, business: str, version: int) -> BusinessVersion | None:
        """Return a version of a business, or None if it has none of that id."""
        row = self.sql.one(FIND, {"business": business, "version": version})
        return None if row is None else _version(row)

    def page(self, business: str, *, below: int = LATEST, limit: int = 50) -> tuple[BusinessVersion, ...]:
        """Return versions of a business, the latest first."""
        rows = self.sql.all(PAGE, {"business": business, "below": below, "limit": limit})
        return tuple(_version(row) for row in rows)

    def newest(self, business: str) -> int:
        """Return the id of the last version; 0 if there is none."""
        row = self.sql.one(NEWEST, {"business": business})
        return 0 if row is None or row[0] is None else int(row[0])


def _version(row: Row) -> BusinessVersion:
    number, business, at, by, note, files = row
    return BusinessVersion(number, business, at, by, note, json.loads(files))
