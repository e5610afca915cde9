"""What takes the time of resources, and for what: bookings with their buffers, and what is held for a conversation."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, or_, select

from frontdesk.storage.claims import reaching_into
from frontdesk.storage.columns import Moment
from frontdesk.storage.rows import Window
from frontdesk.storage.schema import claims, resources
from frontdesk.storage.sql import Sql, Statement, is_listed

# Lists what takes time of the named resources in a span, but for holds that have expired.
TAKEN_BY = Statement(
    select(resources.c.name, claims.c.kind, claims.c.starts_at, claims.c.ends_at, claims.c.booking_id)
    .select_from(resources.join(claims, reaching_into(resources.c.number)))
    .where(
        resources.c.business == bindparam("business"),
        is_listed(resources.c.name, "names"),
        or_(claims.c.kind != "hold", claims.c.expires_at > bindparam("now", type_=Moment())),
    )
    .order_by(claims.c.starts_at, resources.c.name)
)


@dataclass(frozen=True, slots=True)
class TakenTime:
    """Time of a resource that nobody else can have. `kind` is booking, hold or block."""

    resource: str
    kind: str
    start: datetime
    end: datetime
    booking_id: int | None


def taken_in(sql: Sql, window: Window, now: datetime) -> tuple[TakenTime, ...]:
    """Return all that takes time of these resources in the window."""
    wanted = {
        "business": window.business,
        "names": json.dumps(window.resources),
        "start": window.start,
        "end": window.end,
        "now": now,
    }
    return tuple(TakenTime(*row) for row in sql.all(TAKEN_BY, wanted))
