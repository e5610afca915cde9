"""What things are called on the pages: guests, services, people, kinds of trouble, reasons, changes."""

from __future__ import annotations

from frontdesk.desk.numbers import about_of, kind_of
from frontdesk.language.readers.numbering import written
from frontdesk.scheduling.business import Business
from frontdesk.storage.rows import BookingRow, Facts, TroubleKind

TROUBLES = {
    TroubleKind.ASKED_AGAIN: "Asked again",
    TroubleKind.GAVE_UP: "Gave up",
    TroubleKind.PASSED_ON: "Passed to the team",
}
QUESTIONS = {"": "What they want", "choice": "Which of these?", "confirmation": "Shall I do it?"}
REASONS = {
    "question": "A question the desk cannot answer",
    "person": "Wants a person",
    "stuck": "The desk got no further",
    "error": "Something broke",
    "calendar": "The calendar did not answer",
    "unknown_outcome": "Unclear whether it was done",
    "guessing": "Guessed too many references",
    "flow_gone": "What it began with is gone",
    "ticket_overdue": "A ticket waited for too long",
    "erp_write": "The ERP does not have a stay",
    "tell_guest": "Tell the guest what was decided",
}


def plainly(name: str) -> str:
    """Write a name of the program as words."""
    words = name.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def phone_shown(number: str | None) -> str:
    """Write a phone number so that it can be read aloud; "" where there is none."""
    return written(number, "") or number if number else ""


def called(facts: Facts, guest: int | None = None) -> str:
    """Say who a guest is, by what is known of them."""
    return facts.name or phone_shown(facts.phone) or facts.email or (f"Guest {guest}" if guest else "A guest")


def reason_of(reason: str) -> str:
    """Say why staff were called."""
    return REASONS.get(reason) or plainly(reason)


def question_of(asked: str) -> str:
    """Say what a question asked for."""
    return QUESTIONS.get(asked) or plainly(asked)


def trouble_in_words(trouble: str) -> str:
    """Say in what way a turn did not go well."""
    return TROUBLES[TroubleKind(kind_of(trouble))]


def answered_question(trouble: str) -> str:
    """Say which question a message that was not understood answered."""
    return "" if kind_of(trouble) == TroubleKind.PASSED_ON else question_of(about_of(trouble))


def service_of(business: Business, row: BookingRow) -> str:
    """Name what was booked."""
    service = business.services.get(row.service) or business.room_types.get(row.service)
    return service.name if service is not None else plainly(row.service)


def provider_of(business: Business, row: BookingRow) -> str:
    """Name whom it was booked with; "" where that is nobody."""
    provider = business.resources.get(row.provider or "")
    return provider.name if provider is not None else plainly(row.provider or "")
