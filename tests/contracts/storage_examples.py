"""Small things to keep, for the storage tests."""

from datetime import UTC, datetime, timedelta

from frontdesk.dialogue.conversation import Collecting, Conversation, Filled, Run, Source
from frontdesk.scheduling.booking import Claim, Status
from frontdesk.storage.rows import BookingRow, By, Delivery, Inbound, Intent, RequestKind, StaffRequest, Window

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
HOUR = timedelta(hours=1)


def inbound(provider_id: str = "m1", text: str = "hello") -> Inbound:
    return Inbound("spa", "sms", "phone +12125550120", provider_id, text, NOW)


def conversation(name: str = "c1", fingerprint: str = "f1") -> Conversation:
    run = Run(1, "book", fingerprint, {"service": Filled("botox", Source.GUEST, "botox please")})
    return Conversation(name, "spa", position=Collecting("ask", "day", 1), run=run, runs=1)


def booking(hours: float = 1, guest_id: int | None = None, conversation_id: str | None = "c1") -> BookingRow:
    start = NOW + hours * HOUR
    return BookingRow(
        business="spa",
        kind="appointment",
        status=Status.BOOKED,
        service="botox",
        provider="emily",
        starts_at=start,
        ends_at=start + HOUR,
        created_at=NOW,
        guest_id=guest_id,
        conversation_id=conversation_id,
        name="Pat Lee",
        phone="+12125550120",
        email="pat@example.com",
        notes="left side",
    )


def time_of(row: BookingRow, *resources: str) -> tuple[Claim, ...]:
    return tuple(Claim(resource, row.starts_at, row.ends_at) for resource in resources or ("emily",))


def day(*resources: str) -> Window:
    return Window("spa", resources or ("emily",), NOW - 12 * HOUR, NOW + 12 * HOUR)


def intent(key: str = "c1/book/1", conversation_id: str = "c1") -> Intent:
    return Intent(key, conversation_id, "book", "book_appointment", '{"service":"botox"}', By.DESK, NOW)


def request(conversation_id: str = "c1", guest_id: int | None = None) -> StaffRequest:
    return StaffRequest("spa", conversation_id, guest_id, RequestKind.CALLBACK, "wants a person", "{}", NOW)


def delivery(key: str = "d1", hours: float = 0) -> Delivery:
    return Delivery("sms", key, '{"to":"+12125550120"}', NOW + hours * HOUR, "c1")
