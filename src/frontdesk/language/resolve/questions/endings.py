"""Tells when what is booked, or being booked, is over: when it starts, and how long it takes."""

from __future__ import annotations

from datetime import UTC, date, datetime, time

from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.questions.subjects import About, items
from frontdesk.language.resolve.questions.topics import SERVICE


def ending(heard: Heard, named: About) -> About:
    """Return what a question for an end is about, with the moment of it where a start is known."""
    just = heard.asked.just_booked
    known = heard.asked.known or (just.values if just is not None else {})
    services = [item for value in known.values() for item in items(value) if item.kind == SERVICE]
    days = [value for value in known.values() if isinstance(value, date) and not isinstance(value, datetime)]
    times = [value for value in known.values() if isinstance(value, time)]
    about = tuple((SERVICE, service) for service in services[:1]) or named
    service = heard.ear.business.services.get(services[0].id) if len(services) == 1 else None
    if service is None or len(days) != 1 or len(times) != 1 or any(given.kind == SERVICE for given in heard.givens):
        return named if service is None else about
    start = datetime.combine(days[0], times[0], heard.ear.business.zone)
    return (*about, ("over_at", (start.astimezone(UTC) + service.duration).astimezone(heard.ear.business.zone)))


def of_party(heard: Heard) -> About:
    """Return for how many something is being booked, so that a price can be told for all of them."""
    slot = next((slot for slot in heard.asked.slots.values() if slot.kind == "party"), None)
    count = heard.asked.known.get(slot.name) if slot is not None else None
    return (("party", count),) if isinstance(count, int) else ()
