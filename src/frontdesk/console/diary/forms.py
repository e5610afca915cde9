"""Reads what was typed into the forms of the diary; what is wrong is said beside its field."""

from __future__ import annotations

from datetime import date, datetime, time

from frontdesk.console.access.guard import At
from frontdesk.console.addresses import number_in
from frontdesk.desk.readers import email_address, phone_number
from frontdesk.desk.scene import storable_text
from frontdesk.desk.staff import NotPossible, near
from frontdesk.desk.staff_bookings import Contact, Wish
from frontdesk.scheduling.hours import at_wall, locally

LONGEST_NAME, LONGEST_NOTES = 100, 2000
MOST_PEOPLE = 999  # that a form takes; how many there is room for is said by the rules of booking


class WrongInput(NotPossible):
    """A field holds what cannot be meant; the text says why, `field` where."""

    def __init__(self, field: str, why: str) -> None:
        """Say where, and why."""
        super().__init__(why)
        self.field = field


def wish_of(at: At) -> Wish:
    """Read what is to be booked."""
    service, provider = at.text("service"), at.text("provider")
    if service not in at.business.services:
        raise WrongInput("service", "Choose what is to be booked.")
    return Wish(service, start_of(at), provider_of(at, provider), party=party_of(at))


def party_of(at: At) -> int | None:
    """Read how many people come, where that matters."""
    if not at.business.asks_how_many:
        return None
    party = number_in(at.text("party"))
    if not 1 <= party <= MOST_PEOPLE:
        raise WrongInput("party", "For how many people is it?")
    return party


def provider_of(at: At, provider: str) -> str | None:
    """Read with whom; nobody named means anybody."""
    if provider and provider not in at.business.resources:
        raise WrongInput("provider", f"Nobody here is called “{provider[:40]}”.")
    return provider or None


def start_of(at: At) -> datetime:
    """Read when it is to begin: the very moment, or a day and a time on the clock of the business."""
    if exact := at.text("at"):
        return moment_of(at, exact, "time")
    day, clock = _day(at.text("day")), _clock(at.text("time"))
    return _checked(at, _on_the_clock(at, day, clock))


def moment_of(at: At, text: str, field: str) -> datetime:
    """Read a moment as programs write it."""
    try:
        moment = datetime.fromisoformat(text)
        near(moment.date())
    except ValueError:
        raise WrongInput(field, f"“{text[:40]}” is not a moment such as 2026-03-02T09:00.") from None
    if moment.tzinfo is None:
        return _checked(at, _on_the_clock(at, moment.date(), moment.time()))
    return _checked(at, locally(moment, at.business.zone))


def _checked(at: At, start: datetime) -> datetime:
    if start < at.now():
        raise WrongInput("time", f"{start:%A} {start.day} {start:%B %Y, %H:%M} is past.")
    return start


def _on_the_clock(at: At, day: date, clock: time) -> datetime:
    start = locally(at_wall(day, clock, at.business.zone), at.business.zone)
    if (start.date(), start.time()) != (day, clock):
        raise WrongInput("time", f"There is no {clock:%H:%M} on that day: the clocks are put forward.")
    return start


def _day(text: str) -> date:
    try:
        return near(date.fromisoformat(text))
    except ValueError:
        raise WrongInput(
            "day", f"“{text[:40]}” is not a day such as 2026-03-02." if text else "Choose a day."
        ) from None


def _clock(text: str) -> time:
    try:
        clock = time.fromisoformat(text)
    except ValueError:
        raise WrongInput("time", f"“{text[:40]}” is not a time such as 09:30." if text else "Choose a time.") from None
    if clock.tzinfo is not None:
        raise WrongInput("time", f"“{text[:40]}” is not a time such as 09:30.")
    return clock.replace(second=0, microsecond=0)


def contact_of(at: At) -> Contact:
    """Read whom it is for."""
    name = " ".join(storable_text(at.text("name")).split())
    if not name or len(name) > LONGEST_NAME:
        raise WrongInput("name", f"The name it is booked under, {LONGEST_NAME} characters at most.")
    phone = phone_number(at.text("phone"), at.business.region)
    if phone is None:
        raise WrongInput("phone", _no_phone(at))
    notes = storable_text(at.text("notes"))
    if len(notes) > LONGEST_NOTES:
        raise WrongInput("notes", f"Notes have {LONGEST_NOTES} characters at most.")
    return Contact(name, phone, _email(at), notes or None)


def _no_phone(at: At) -> str:
    if not at.text("phone"):
        return "A phone number that the guest can be reached on."
    return f"“{at.text('phone')[:40]}” is not a phone number that can be called from {at.business.region}."


def _email(at: At) -> str | None:
    typed = at.text("email")
    found = email_address(typed, at.business.region) if typed else None
    if typed and found is None:
        raise WrongInput("email", f"“{typed[:80]}” is not an e-mail address.")
    return found


def version_of(at: At) -> int:
    """Read which state of a booking the page had shown."""
    text = at.text("version") or at.request.query_params.get("version", "")
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise WrongInput("version", "This page is not complete. Load it again.")
    return int(text)
