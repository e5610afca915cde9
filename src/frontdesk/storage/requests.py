"""Requests for staff: hand-offs and call-backs, answered and closed by people."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from sqlalchemy import bindparam, func, insert, select, update

from frontdesk.storage.rows import RequestKind, StaffRequest
from frontdesk.storage.schema import requests
from frontdesk.storage.sql import Row, Sql, Statement, given

REQUEST = tuple(
    requests.c[name]
    for name in (
        *("business", "conversation_id", "guest_id", "kind", "reason", "known", "at"),
        *("answer", "answered_by", "answered_at", "closed_by", "closed_at", "id", "assigned_to"),
    )
)

# Keeps a request.
ADD = Statement(
    insert(requests)
    .values(given("business", "conversation_id", "guest_id", "kind", "reason", "known", "at"))
    .returning(requests.c.id)
)

# Finds a request by id.
BY_ID = Statement(select(*REQUEST).where(requests.c.id == bindparam("request")))

# Lists the requests of a business that nobody has closed, the oldest first.
OPEN = Statement(
    select(*REQUEST)
    .where(requests.c.business == bindparam("business"), requests.c.closed_at.is_(None))
    .order_by(requests.c.at, requests.c.id)
)

# Lists the requests of a business that were made before a moment, the latest first.
ALL = Statement(
    select(*REQUEST)
    .where(requests.c.business == bindparam("business"), requests.c.at < bindparam("before"))
    .order_by(requests.c.at.desc(), requests.c.id.desc())
    .limit(bindparam("limit"))
)

# Lists the requests of a conversation in order.
OF_CONVERSATION = Statement(
    select(*REQUEST).where(requests.c.conversation_id == bindparam("conversation")).order_by(requests.c.id)
)

# Keeps the answer to an open request that has none.
ANSWER = Statement(
    update(requests)
    .where(requests.c.id == bindparam("request"), requests.c.closed_at.is_(None), requests.c.answered_at.is_(None))
    .values(given("answer", "answered_by", "answered_at"))
)

# Puts an answer in the place of the one there was, and opens the request again.
ANSWER_AGAIN = Statement(
    update(requests)
    .where(requests.c.id == bindparam("request"))
    .values({**given("answer", "answered_by", "answered_at"), "closed_by": None, "closed_at": None})
)

# Gives an open request to somebody, unless another has it by now than the one who was seen to have it.
ASSIGN = Statement(
    update(requests)
    .where(
        requests.c.id == bindparam("request"),
        requests.c.closed_at.is_(None),
        func.coalesce(requests.c.assigned_to, "") == bindparam("seen"),
    )
    .values(given("assigned_to"))
)

# Closes an open request.
CLOSE = Statement(
    update(requests)
    .where(requests.c.id == bindparam("request"), requests.c.closed_at.is_(None))
    .values(given("closed_by", "closed_at"))
)


class Requests:
    """The requests for staff."""

    __slots__ = ("sql",)

    def __init__(self, sql: Sql) -> None:
        """Read and write through `sql`."""
        self.sql = sql

    def add(self, request: StaffRequest) -> StaffRequest:
        """Leave a request for staff."""
        row = self.sql.sure(
            ADD,
            {
                "business": request.business,
                "conversation_id": request.conversation_id,
                "guest_id": request.guest_id,
                "kind": request.kind.value,
                "reason": request.reason,
                "known": request.known,
                "at": request.at,
            },
        )
        return replace(request, id=row[0])

    def by_id(self, request_id: int) -> StaffRequest | None:
        """Return a request, or None."""
        row = self.sql.one(BY_ID, {"request": request_id})
        return None if row is None else request_of(row)

    def open(self, business: str) -> tuple[StaffRequest, ...]:
        """Return the requests that nobody has closed."""
        return tuple(map(request_of, self.sql.all(OPEN, {"business": business})))

    def all(self, business: str, before: datetime, limit: int) -> tuple[StaffRequest, ...]:
        """Return the requests made before a moment, the latest first."""
        return tuple(map(request_of, self.sql.all(ALL, {"business": business, "before": before, "limit": limit})))

    def of(self, conversation_id: str) -> tuple[StaffRequest, ...]:
        """Return the requests of a conversation."""
        return tuple(map(request_of, self.sql.all(OF_CONVERSATION, {"conversation": conversation_id})))

    def answer(self, request_id: int, text: str, by: str, at: datetime) -> bool:
        """Keep what staff answered; False if the request is answered, closed or not there."""
        given_answer = {"request": request_id, "answer": text, "answered_by": by, "answered_at": at}
        return self.sql.run(ANSWER, given_answer) == 1

    def answer_again(self, request_id: int, text: str, by: str, at: datetime) -> bool:
        """Keep another answer, and open a closed request again; False if it is not there."""
        given_answer = {"request": request_id, "answer": text, "answered_by": by, "answered_at": at}
        return self.sql.run(ANSWER_AGAIN, given_answer) == 1

    def assign(self, request_id: int, to: str | None, seen: str | None) -> bool:
        """Let somebody see to a request, or nobody; False if it is closed, or if who sees to it is not who was seen."""
        return self.sql.run(ASSIGN, {"request": request_id, "assigned_to": to, "seen": seen or ""}) == 1

    def close(self, request_id: int, by: str, at: datetime) -> bool:
        """Close a request; False if it is closed or not there."""
        return self.sql.run(CLOSE, {"request": request_id, "closed_by": by, "closed_at": at}) == 1


def request_of(row: Row) -> StaffRequest:
    """Return the request of a row that has the columns `REQUEST`."""
    business, conversation_id, guest_id, kind, *rest = row
    return StaffRequest(business, conversation_id, guest_id, RequestKind(kind), *rest)
