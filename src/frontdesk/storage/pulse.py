"""One look at what moves: enough to see that something has changed since the last look."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Integer, Text, bindparam, cast, func, select

from frontdesk.storage.schema import (
    audit_log,
    blocks,
    booking_changes,
    business_versions,
    conversations,
    messages,
    requests,
    syncs,
)
from frontdesk.storage.sql import Sql, Statement

_of = bindparam("of", type_=Text())


# Says how far everything has got.
LOOK = Statement(
    select(
        select(func.coalesce(func.max(messages.c.id), 0)).scalar_subquery(),
        select(func.coalesce(func.max(booking_changes.c.id), 0)).scalar_subquery(),
        select(func.count() + func.coalesce(func.sum(cast(blocks.c.removed_at.isnot(None), Integer)), 0))
        .select_from(blocks)
        .scalar_subquery(),
        select(
            func.count()
            + func.count(requests.c.assigned_to)
            + func.count(requests.c.answered_at)
            + func.count(requests.c.closed_at)
        )
        .where(requests.c.business == _of)
        .scalar_subquery(),
        select(func.max(requests.c.answered_at)).where(requests.c.business == _of).scalar_subquery(),
        # A request that goes from one person to another changes no count; whoever gives it is in the log.
        select(func.coalesce(func.max(audit_log.c.id), 0)).where(audit_log.c.business == _of).scalar_subquery(),
        select(func.coalesce(func.max(business_versions.c.id), 0))
        .where(business_versions.c.business == _of)
        .scalar_subquery(),
        select(func.max(conversations.c.updated_at)).where(conversations.c.business == _of).scalar_subquery(),
        select(func.coalesce(func.max(syncs.c.id), 0)).where(syncs.c.business == _of).scalar_subquery(),
    )
)


@dataclass(frozen=True, slots=True)
class Pulse:
    """How far everything has got; another one means that something has changed."""

    message: int
    booking: int
    blocks: int
    requests: tuple[object, ...]
    version: int
    conversations: object
    sync: int


def pulse(sql: Sql, business: str) -> Pulse:
    """Look once."""
    message, booking, blocked, count, answered, logged, version, updated, sync = sql.sure(LOOK, {"of": business})
    return Pulse(message, booking, blocked, (count, answered, logged), version, updated, sync)
