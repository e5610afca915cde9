"""What was not understood, until somebody has seen to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, bindparam, select, update

from frontdesk.storage.rows import Side, TroubleKind
from frontdesk.storage.schema import conversations, guests, messages, turns
from frontdesk.storage.sql import Sql, Statement

MOST = 2_000  # of the latest that are looked at
# Reasons for which a guest who was understood is left to staff.
UNDERSTOOD = ("person", "stuck", "error", "calendar", "unknown_outcome", "flow_gone", "guessing")


@dataclass(frozen=True, slots=True)
class Puzzle:
    """What a guest wrote that was not understood, and in what way."""

    conversation_id: str
    turn: int
    at: datetime
    trouble: str
    text: str
    name: str | None  # of the guest


_of_business = and_(conversations.c.id == turns.c.conversation_id, conversations.c.business == bindparam("business"))
_is_puzzling = and_(
    turns.c.trouble.is_not(None),
    *(turns.c.trouble != f"{TroubleKind.PASSED_ON}:{reason}" for reason in UNDERSTOOD),
)

# Chosen before anything is joined: SQLite would begin with the conversations, of which there are more.
_chosen = (
    select(turns.c.conversation_id, turns.c.turn, turns.c.at, turns.c.trouble)
    .where(
        _is_puzzling,
        turns.c.seen_at.is_(None),
        turns.c.at >= bindparam("since"),
        select(conversations.c.id).where(_of_business).exists(),
    )
    .order_by(turns.c.at.desc())
    .limit(bindparam("limit"))
    .subquery("chosen")
)
_said = and_(messages.c.conversation_id == _chosen.c.conversation_id, messages.c.turn == _chosen.c.turn)

# Lists what was not understood since a moment and nobody has seen to, the latest first.
UNSEEN = Statement(
    select(*_chosen.c, messages.c.text, guests.c.name)
    .select_from(
        _chosen.join(messages, _said)
        .join(conversations, conversations.c.id == _chosen.c.conversation_id)
        .outerjoin(guests, guests.c.id == conversations.c.guest_id)
    )
    .where(messages.c.side == Side.GUEST.value, messages.c.text != "")  # which it is of those who were forgotten
    .order_by(_chosen.c.at.desc(), _chosen.c.conversation_id, _chosen.c.turn.desc())
)

# Says that somebody has seen to a turn that was not understood.
SEE = Statement(
    update(turns)
    .where(
        turns.c.conversation_id == bindparam("conversation"),
        turns.c.turn == bindparam("number"),
        turns.c.seen_at.is_(None),
    )
    .values({"seen_at": bindparam("now")})
)

# Takes back what was said to be seen at a moment.
UNSEE = Statement(
    update(turns)
    .where(
        turns.c.trouble.is_not(None),
        turns.c.seen_at == bindparam("seen"),
        select(conversations.c.id).where(_of_business).exists(),
    )
    .values({"seen_at": None})
)


class Troubles:
    """What was not understood."""

    __slots__ = ("sql",)

    def __init__(self, sql: Sql) -> None:
        """Read and write through `sql`."""
        self.sql = sql

    def unseen(self, business: str, since: datetime) -> tuple[Puzzle, ...]:
        """Return what was not understood and nobody has seen to, the latest first; `MOST` at most."""
        rows = self.sql.all(UNSEEN, {"business": business, "since": since, "limit": MOST})
        return tuple(Puzzle(*row) for row in rows)

    def see(self, puzzles: Sequence[Puzzle], now: datetime) -> int:
        """Say that somebody has seen to these; return how many nobody had."""
        return sum(
            self.sql.run(SEE, {"conversation": each.conversation_id, "number": each.turn, "now": now})
            for each in puzzles
        )

    def unsee(self, business: str, seen: datetime) -> int:
        """Take back what was said to be seen at a moment; return how many they were."""
        return self.sql.run(UNSEE, {"business": business, "seen": seen})
