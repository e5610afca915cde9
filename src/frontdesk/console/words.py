"""Plain words for what the desk keeps: reasons, kinds of understanding, values of slots."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date, datetime

from frontdesk.console.names import phone_shown
from frontdesk.desk.steps import Step, Understood
from frontdesk.scheduling.business import Business
from frontdesk.storage.rows import StaffRequest

REASONS = {
    "person": "Wants a person",
    "stuck": "The desk did not understand",
    "error": "Something broke",
    "calendar": "The calendar was down",
    "unknown_outcome": "Unclear whether it was done",
    "flow_gone": "What they were in is gone",
    "action_gone": "Something could not be done",
    "guessing": "Tried many references",
    "ticket_overdue": "A ticket waits for too long",
    "erp_write": "The ERP does not have a stay",
    "tell_guest": "Tell the guest what was decided",
}
KINDS = {
    "start_flow": "Wants",
    "inform": "",
    "exclude": "Not",
    "choose": "Picked",
    "affirm": "Yes",
    "deny": "No",
    "change": "Change",
    "ask": "Asks about",
    "want_person": "Wants a person",
    "unclear": "Not understood",
    "more": "More options",
}
TROUBLES = {"asked_again": "Asked again", "gave_up": "Gave up", "passed_on": "Passed on to staff"}
POSITIONS = {
    "idle": "Nothing open",
    "collecting": "Asked something",
    "choosing": "Offered a choice",
    "confirming": "Waits for a yes",
    "changing": "Asked what to change",
    "acting": "Something is under way",
    "with_staff": "With a person",
    "sorting": "Asked what is meant",
}
HIDDEN = ("said", "question", "name", "phone", "email", "unreadable")  # of a request: shown in places of their own


def plain(name: str) -> str:
    """Write `book_appointment` as "book appointment"."""
    return name.replace("_", " ").replace(".", " ")


def title(name: str) -> str:
    """Write `book_appointment` as "Book appointment"."""
    said = plain(name)
    return said[:1].upper() + said[1:]


def reason_of(request: StaffRequest) -> str:
    """Say why somebody is needed."""
    return REASONS.get(request.reason) or title(request.reason) or "Needs somebody"


def known_of(request: StaffRequest) -> Mapping[str, object]:
    """Return what is known of the matter of a request."""
    known: Mapping[str, object] = json.loads(request.known)
    return known


def who_of(request: StaffRequest) -> str:
    """Say who made a request, as far as that is known."""
    known = known_of(request)
    return shown(known.get("name")) or phone_shown(shown(known.get("phone"))) or shown(known.get("email")) or "A guest"


def initial(name: str) -> str:
    """Return the letter that stands for somebody; a number has none."""
    return name[0].upper() if name[:1].isalpha() else "#"


def rest_of(request: StaffRequest, business: Business) -> list[tuple[str, str]]:
    """Return what else is known, in words."""
    known = {name: value for name, value in known_of(request).items() if name not in HIDDEN and value is not None}
    return [(title(name), shown(value, business)) for name, value in known.items()]


def wish_of(request: StaffRequest) -> str:
    """Return the guest's own words that led to a request."""
    known = known_of(request)
    return str(known.get("question") or known.get("said") or "")


def shown(value: object, business: Business | None = None) -> str:
    """Write a plain value as people write it; what a business has a name for is called by that."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case {"amount": amount, "currency": currency}:
            return f"{amount} {currency}"
        case dict():
            return ", ".join(f"{plain(str(name))} {shown(each, business)}" for name, each in value.items())
        case list() | tuple():
            return ", ".join(shown(each, business) for each in value)
        case str():
            return _moment(value) or _called(value, business)
        case _:
            return str(value)


def _called(name: str, business: Business | None) -> str:
    if business is None:
        return name
    named = business.services.get(name) or business.resources.get(name) or business.room_types.get(name)
    return named.name if named else name


def _moment(text: str) -> str | None:
    try:
        if len(text) > len("2026-01-01"):
            moment = datetime.fromisoformat(text)
            return f"{moment:%a} {moment.day} {moment:%b %Y, %H:%M}"
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return f"{day:%a} {day.day} {day:%b %Y}"


def understood(each: Understood, business: Business) -> str:
    """Say what a message was taken to mean."""
    kind = KINDS.get(each.kind, title(each.kind))
    about, value = plain(each.about), shown(each.value, business)
    said = f"{kind} {about}{': ' if about and value else ''}{value}".strip()
    return said[:1].upper() + said[1:]


def summary(step: Step, business: Business) -> str:
    """Say in a line what the desk made of a message."""
    parts = [", ".join(dict.fromkeys(understood(each, business) for each in step.understood[:3]))]
    parts += [f"{title(did.action)}: {plain(did.outcome)}" for did in step.did]
    if step.asked:
        parts.append(asked(step.asked))
    return " · ".join(filter(None, parts)) or "Nothing to do"


def asked(what: str) -> str:
    """Say what the desk asked."""
    return {"choice": "offered a choice", "confirmation": "asked for a yes"}.get(what) or f"asked for {plain(what)}"


def trouble_of(step: Step) -> str:
    """Say in what way a turn did not go well; "" where it did."""
    if step.trouble is None:
        return ""
    kind, _, about = step.trouble.partition(":")
    return f"{TROUBLES.get(kind, title(kind))}{f': {plain(about)}' if about else ''}"
