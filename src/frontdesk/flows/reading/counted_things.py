"""Checks what is shared and counted: sessions with places, tables with seats; and reads lists of one's own."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import time

from frontdesk.flows.findings import Report, nearest
from frontdesk.flows.reading import business_fields as keys
from frontdesk.flows.reading.schema import At, Field, Record
from frontdesk.flows.reading.shared_hours import has_room
from frontdesk.flows.reading.slot_kinds import is_own_list
from frontdesk.scheduling.business import Choice, Hours

_DAYS = ("Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays")
_AREA = "area"


def sessions_of(record: Record) -> dict[int, tuple[time, ...]]:
    """Return the starts of a service by weekday."""
    found: dict[int, set[time]] = {}
    for days, placed in (record.of(keys.SESSIONS) or {}).items():
        for day in days:
            found.setdefault(day, set()).update(placed.value)
    return {day: tuple(sorted(starts)) for day, starts in sorted(found.items())}


def check_sessions(name: str, record: Record, hours: Hours, report: Report) -> None:
    """Refuse starts that nobody could book, and what does not go with shared starts."""
    capacity, minutes = record.of(keys.CAPACITY), record.of(keys.MINUTES)
    if keys.SESSIONS.name in record.lines and keys.CAPACITY.name not in record.lines:
        message = f"{name} has sessions, and nothing says how many places each has. Add `capacity`."
        report.add(record.line_of(keys.SESSIONS), "missing_key", message)
    needs = record.of(keys.NEEDS)
    if capacity is not None and needs:
        message = f"Guests share the starts of {name}, so no booking has anything to itself. Leave out `needs`."
        report.add(record.line_of(keys.NEEDS), "needs_and_capacity", message)
    for days, placed in (record.of(keys.SESSIONS) or {}).items():
        for day in days:
            for start in placed.value:
                if minutes is not None and not has_room(hours, day, start, minutes):
                    message = f"On {_DAYS[day]} at {start:%H:%M} it is closed, or {name} would not be over in time."
                    report.add(placed.line, "outside_hours", message)


def check_tables(resources: Mapping[str, tuple[str, Record]], choices: Mapping[str, object], report: Report) -> None:
    """Check where tables stand, and what they are put together with."""
    areas = choices.get(_AREA)
    for name, (kind, record) in resources.items():
        area = record.of(keys.AREA)
        if area is not None and not (isinstance(areas, Mapping) and area.value in areas):
            known = tuple(areas) if isinstance(areas, Mapping) else ()
            message = f'There is no area "{area.value}"' + ("." if known else "; list the areas under `choices`.")
            report.add(area.line, "unknown_area", message, nearest(area.value, known))
        for other in record.of(keys.TOGETHER) or ():
            _check_together(name, kind, other, resources, report)


def _check_together(
    name: str, kind: str, other: At[str], resources: Mapping[str, tuple[str, Record]], report: Report
) -> None:
    alike = {each for each, (its_kind, one) in resources.items() if its_kind == kind and one.of(keys.SEATS) is not None}
    if other.value not in resources:
        report.add(other.line, "unknown_resource", f'There is no {kind} "{other.value}".', nearest(other.value, alike))
    elif other.value == name or not {name, other.value} <= alike:
        message = f"{name} and {other.value} cannot be put together: both must be of one kind, and have `seats`."
        report.add(other.line, "not_together", message)


def check_location(
    record: Record, locations: Collection[str], report: Report, field: Field[At[str]] = keys.LOCATION_OF
) -> None:
    """Check that something is where the business is."""
    where = record.of(field)
    if where is not None and where.value not in locations:
        message = f'There is no location "{where.value}"' + ("." if locations else "; list them under `locations`.")
        report.add(where.line, "unknown_location", message, nearest(where.value, locations))


def read_choices(record: Record, kinds: Collection[str], report: Report) -> dict[str, dict[str, Choice]]:
    """Return the lists of the business's own; `kinds` are those of its resources."""
    found: dict[str, dict[str, Choice]] = {}
    for kind, entries in (record.of(keys.CHOICES) or {}).items():
        if not is_own_list(kind) or kind in kinds:
            what = "the kind of a resource" if kind in kinds else "a kind of slot that the desk has already"
            message = f'"{kind}" is {what}; give the list another name.'
            report.add(record.line_of(keys.CHOICES), "reserved_name", message, f"own_{kind}")
            continue
        named = {name: placed for name, placed in entries.items() if placed.value}
        found[kind] = {name: Choice(name, placed.value[0], kind, placed.value[1:]) for name, placed in named.items()}
        _check_names(kind, entries, report)
    return found


def _check_names(kind: str, entries: Mapping[str, At[tuple[str, ...]]], report: Report) -> None:
    owners: dict[str, str] = {}
    for name, placed in entries.items():
        if not placed.value:
            report.add(placed.line, "no_words", f"{name} has no words that a guest could say.", name.replace("_", " "))
        for word in dict.fromkeys(each.casefold() for each in placed.value):
            if owners.setdefault(word, name) != name:
                message = f'"{word}" names both {owners[word]} and {name}; a guest could mean either.'
                report.add(placed.line, f"same_{kind}_name", message)
