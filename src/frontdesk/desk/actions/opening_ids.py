"""Names an opening so that it can be found again: service, start and resources of each part."""

from __future__ import annotations

from datetime import UTC, datetime

from frontdesk.scheduling.business import Business
from frontdesk.scheduling.hours import locally
from frontdesk.scheduling.search import Opening, Part

BETWEEN_PARTS, BETWEEN_FIELDS, BETWEEN_RESOURCES = "+", "~", ","


def opening_id(opening: Opening) -> str:
    """Write an opening as an id."""
    return BETWEEN_PARTS.join([_written(part) for part in opening.parts])


def _written(part: Part) -> str:
    start = part.start.astimezone(UTC).strftime("%Y%m%dT%H%MZ")
    return BETWEEN_FIELDS.join((part.service, start, BETWEEN_RESOURCES.join(part.resources)))


def opening_of(text: str, business: Business) -> Opening | None:
    """Read an id back; None if it is none, or names what the business no longer has."""
    parts = tuple(_part(each, business) for each in text.split(BETWEEN_PARTS))
    known = tuple(part for part in parts if part is not None)
    return Opening(known) if known and len(known) == len(parts) else None


def _part(text: str, business: Business) -> Part | None:
    match text.split(BETWEEN_FIELDS):
        case [service, start, names] if service in business.services:
            resources = tuple(filter(None, names.split(BETWEEN_RESOURCES)))  # what is shared takes none
            moment = _moment(start)
            if moment is None or any(each not in business.resources for each in resources):
                return None
            end = moment + business.services[service].duration
            return Part(service, locally(moment, business.zone), locally(end, business.zone), resources)
        case _:
            return None


def _moment(text: str) -> datetime | None:
    try:
        return datetime.strptime(text, "%Y%m%dT%H%MZ").replace(tzinfo=UTC)
    except ValueError:
        return None
