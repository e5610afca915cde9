"""Two guests turn out to be one: what was the one's is the other's from then on, who is kept."""

from __future__ import annotations

from enum import StrEnum

from sqlalchemy import Table, bindparam, func, select, update

from frontdesk.storage.schema import bookings, conversations, guests, identities, requests
from frontdesk.storage.sql import Sql, Statement

_kept, _merged = bindparam("kept", type_=guests.c.id.type), bindparam("merged", type_=guests.c.id.type)


class NotMerged(StrEnum):
    """Why two guests are not made one."""

    SAME = "same"  # it is one guest
    UNKNOWN = "unknown"  # there is no such guest in this business
    FORGOTTEN = "forgotten"
    MERGED = "merged"  # one of them turned out to be somebody else before


# Finds a guest's business, and whether they were forgotten or turned out to be another.
STATE = Statement(
    select(guests.c.business, guests.c.forgotten_at, guests.c.merged_into).where(guests.c.id == bindparam("guest"))
)


def _handed_over(table: Table) -> Statement:
    return Statement(update(table).where(table.c.guest_id == _merged).values({"guest_id": _kept}))


# Give the kept guest what was the other's.
HAND_OVER = tuple(map(_handed_over, (identities, conversations, bookings, requests)))

# Say of those who turned out to be the merged guest that they are the kept one: nobody is looked for twice.
FOLLOW = Statement(update(guests).where(guests.c.merged_into == _merged).values({"merged_into": _kept}))

# Says who a guest turned out to be.
MERGE = Statement(update(guests).where(guests.c.id == _merged).values({"merged_into": _kept}))

_other = guests.alias("other")

# Fills in what the kept guest lacks.
FILL = Statement(
    update(guests)
    .where(guests.c.id == _kept)
    .values(
        {
            name: func.coalesce(guests.c[name], select(_other.c[name]).where(_other.c.id == _merged).scalar_subquery())
            for name in ("name", "phone", "email", "notes")
        }
    )
)


def merge(sql: Sql, kept: int, merged: int) -> NotMerged | None:
    """Make two guests one; return why not, if they cannot be."""
    refused = _refusal(sql, kept, merged)
    if refused is not None:
        return refused
    both = {"kept": kept, "merged": merged}
    for each in (*HAND_OVER, FOLLOW, MERGE, FILL):
        sql.run(each, both)
    return None


def _refusal(sql: Sql, kept: int, merged: int) -> NotMerged | None:
    if kept == merged:
        return NotMerged.SAME
    one, other = (sql.one(STATE, {"guest": guest}) for guest in (kept, merged))
    if one is None or other is None or one[0] != other[0]:
        return NotMerged.UNKNOWN
    if one[1] is not None or other[1] is not None:
        return NotMerged.FORGOTTEN
    return NotMerged.MERGED if one[2] is not None or other[2] is not None else None
