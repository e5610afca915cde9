"""A booking as plain data, the way every surface shows it."""

from __future__ import annotations

import json
from datetime import tzinfo

from frontdesk.storage.rows import BookingRow
from frontdesk.storage.tickets import KIND as STAY


def booking_data(row: BookingRow, zone: tzinfo) -> dict[str, object]:
    """Return a booking as plain data, in the zone of the business."""
    return {
        "reference": row.reference,
        "kind": row.kind,
        "status": row.status.value,
        "service": row.service,
        "start": row.starts_at.astimezone(zone).isoformat(),
        "end": row.ends_at.astimezone(zone).isoformat(),
        "guest": {"name": row.name, "phone": row.phone, "email": row.email},
        "provider": row.provider,
        "notes": row.notes,
        **({} if row.party is None else {"party": row.party}),
        **json.loads(row.details),
        **({"special_requests": row.notes} if row.kind == STAY else {}),
    }
