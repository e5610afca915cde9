"""Versions of flows as their authors wrote them, for conversations that began on an older one."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import bindparam, select

from frontdesk.storage.rows import FlowVersion
from frontdesk.storage.schema import flow_versions
from frontdesk.storage.sql import Sql, Statement, insert_once

# Keeps a version of a flow, once.
KEEP = Statement(insert_once(flow_versions, "business", "fingerprint", "name", "source", "kept_at"))

# Finds a version of a flow.
FIND = Statement(
    select(flow_versions.c.business, flow_versions.c.fingerprint, flow_versions.c.name, flow_versions.c.source).where(
        flow_versions.c.business == bindparam("business"), flow_versions.c.fingerprint == bindparam("fingerprint")
    )
)

# Lists the versions of flows that were kept.
FINGERPRINTS = Statement(
    select(flow_versions.c.fingerprint)
    .where(flow_versions.c.business == bindparam("business"))
    .order_by(flow_versions.c.kept_at, flow_versions.c.fingerprint)
)


class FlowVersions:
    """The versions of flows."""

    __slots__ = ("sql",)

    def __init__(self, sql: Sql) -> None:
        """Read and write through `sql`."""
        self.sql = sql

    def keep(self, version: FlowVersion, at: datetime) -> None:
        """Keep a version; one that is known stays as it is."""
        self.sql.later(
            KEEP,
            {
                "business": version.business,
                "fingerprint": version.fingerprint,
                "name": version.name,
                "source": version.source,
                "kept_at": at,
            },
        )

    def find(self, business: str, fingerprint: str) -> FlowVersion | None:
        """Return a version, or None if it was never kept."""
        row = self.sql.one(FIND, {"business": business, "fingerprint": fingerprint})
        return None if row is None else FlowVersion(*row)

    def fingerprints(self, business: str) -> tuple[str, ...]:
        """Return the versions that conversations began on, the oldest first."""
        return tuple(str(row[0]) for row in self.sql.all(FINGERPRINTS, {"business": business}))
