"""What is to happen to a ticket by itself, put as jobs with what causes it; `desk/ticket_jobs.py` does them."""

from __future__ import annotations

import json
from datetime import datetime

from frontdesk.desk.background import NewJob, put_job, wall
from frontdesk.scheduling.business import Business
from frontdesk.storage.rows import BookingRow
from frontdesk.storage.unit import Unit

NEWS, OVERDUE, EXPIRY = "ticket_news", "ticket_overdue", "ticket_expiry"
REMINDER, ERP_WRITE = "ticket_overdue", "erp_write"  # reasons of the requests that are left for staff


def put_reminders(unit: Unit, business: Business, row: BookingRow) -> None:
    """Have staff reminded of a ticket that was just made, and have it expire, if nobody decides on it."""
    rules, now = business.stays, wall()
    put_job(unit, business.id, _about(OVERDUE, row, now + rules.answer_within))
    put_job(unit, business.id, _about(EXPIRY, row, now + rules.expire_after))


def put_news(unit: Unit, row: BookingRow) -> None:
    """Have the guest told what became of a ticket: once for each thing that can become of it."""
    put_job(unit, row.business, _about(NEWS, row, None, f"{row.reference}/{row.status.value}"))


def close_reminders(unit: Unit, row: BookingRow, by: str, at: datetime) -> None:
    """Close what reminds staff of a ticket that is decided: nobody needs to see to it any more."""
    for request in unit.requests.open(row.business):
        if request.reason == REMINDER and json.loads(request.known).get("reference") == row.reference:
            unit.requests.close(request.id, by, at)


def _about(kind: str, row: BookingRow, due_at: datetime | None, name: str = "") -> NewJob:
    payload = json.dumps({"booking": row.id, "status": row.status.value})
    return NewJob(kind, name or row.reference, payload, due_at, row.conversation_id)
