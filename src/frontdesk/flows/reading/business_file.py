"""Makes a business of `business.yaml`, and checks that its parts fit together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

from frontdesk.dialogue.flow import Flows
from frontdesk.flows.findings import Report, nearest, with_article
from frontdesk.flows.reading import business_fields as keys
from frontdesk.flows.reading.calendar_fields import CALENDAR_OF, read_calendar
from frontdesk.flows.reading.counted_things import (
    check_location,
    check_sessions,
    check_tables,
    read_choices,
    sessions_of,
)
from frontdesk.flows.reading.document import Entries, Node
from frontdesk.flows.reading.erp_fields import ERP_OF, read_erp
from frontdesk.flows.reading.kinds import ID
from frontdesk.flows.reading.schedules import has_own_hours, own_hours, read_hours
from frontdesk.flows.reading.schema import Record
from frontdesk.flows.reading.shared_hours import longest_shared
from frontdesk.flows.reading.stay_fields import read_room_types, read_stays
from frontdesk.scheduling.business import (
    Business,
    Care,
    Hours,
    Location,
    Look,
    Price,
    Resource,
    Rules,
    Service,
    Shift,
    Topic,
)

_USUAL = Flows({})


def read_business(node: Node, folder: str, report: Report) -> Business | None:
    """Return the business that `node` declares, or None after reporting what keeps it from being one.

    What was booked was once kept under the name of the `folder`; a business without an `id` is told to keep that.
    """
    record = keys.BUSINESS.advising(keys.BUSINESS_ID, _id_advice(folder)).read(node, report)
    if record is None:
        return None
    hours = read_hours(record, {}, report)
    services = record.of(keys.SERVICES) or {}
    resources = _resource_records(record, report)
    locations = {name: _location(name, one, hours, report) for name, one in (record.of(keys.LOCATIONS) or {}).items()}
    _check_names("service", services, report)
    _check_names("resource", {name: one for name, (_, one) in resources.items()}, report)
    _check_work(services, resources, report)
    _check_open(record, hours, report)
    topics = {name: _topic(name, one, report) for name, one in (record.of(keys.TOPICS) or {}).items() if one.whole}
    around = _Around(hours, locations)
    built = {name: _resource(name, kind, one, around.of(one), report) for name, (kind, one) in resources.items()}
    own = {name: own_hours(one, around.of(one), report) for name, one in services.items()}
    parts = _Parts(around, built, own)
    _check_places(record, services, resources, parts, report)
    if longest_shared(hours, hours):
        with_hours = {name: one for name, (_, one) in resources.items() if built[name].hours}
        _check_there(
            with_hours, {name: parts.longest(around.of(one), name) for name, one in with_hours.items()}, report
        )
    room = {name: _room(name, one, resources, parts) for name, one in services.items()}
    _check_lengths(services, room, report)
    choices = read_choices(record, {kind for kind, _ in resources.values()}, report)
    check_tables(resources, choices, report)
    erp = read_erp(record.of(ERP_OF), report)
    calendar = read_calendar(record.of(CALENDAR_OF), built, report)
    stays = read_stays(record, report)
    room_types = read_room_types(record, {*choices, *(kind for kind, _ in resources.values())}, report)
    if not record.whole:
        return None
    business = replace(_business(record, parts, topics), calendar=calendar)
    return replace(business, locations=locations, choices=choices, erp=erp, room_types=room_types, stays=stays)


@dataclass(frozen=True, slots=True)
class _Around:
    """The hours of the business, and of each place where it is."""

    house: Hours
    locations: Mapping[str, Location]

    def of(self, record: Record) -> Hours:
        """Return the hours of where something is."""
        where = record.of(keys.LOCATION_OF)
        place = self.locations.get(where.value) if where else None
        return self.house if place is None or place.hours is None else place.hours


@dataclass(frozen=True, slots=True)
class _Parts:
    """The parts of a business, with their hours."""

    around: _Around
    resources: Mapping[str, Resource]
    services: Mapping[str, Hours | None]  # the hours of their own

    def of_service(self, name: str, record: Record) -> Hours:
        """Return the hours in which a service can be had."""
        return self.services[name] or self.around.of(record)

    def longest(self, house: Hours, resource: str) -> timedelta:
        """Return how long a resource is there without a pause while the house is open."""
        one = self.resources[resource]
        place = self.around.locations.get(one.location or "")
        own = one.hours or (place.hours if place else None)
        return longest_shared(house, own or house)


def _location(name: str, record: Record, house: Hours, report: Report) -> Location:
    return Location(
        id=name,
        name=_name(name, record),
        synonyms=record.of(keys.ALSO) or (),
        address=record.of(keys.ADDRESS) or "",
        phone=record.of(keys.PHONE_OF) or "",
        hours=own_hours(record, house, report),
    )


def _check_places(
    record: Record,
    services: Mapping[str, Record],
    resources: Mapping[str, tuple[str, Record]],
    parts: _Parts,
    report: Report,
) -> None:
    """Check where things are, and that sessions lie in the hours."""
    _check_names("location", record.of(keys.LOCATIONS) or {}, report)
    for one in (*services.values(), *(each for _, each in resources.values())):
        check_location(one, parts.around.locations, report)
    for name, one in services.items():
        check_sessions(name, one, parts.of_service(name, one), report)


def _id_advice(folder: str) -> str:
    name = ID.read(folder)
    line = f"id: {name if isinstance(name, str) else 'corner_salon'}"
    return f"Its diary and its conversations are kept under it, wherever the folder is. Add the line `{line}`."


@dataclass(frozen=True, slots=True)
class Limits:
    """How much patience the desk has with a conversation."""

    budget: int = _USUAL.budget
    depth: int = _USUAL.depth


def read_limits(node: Node) -> Limits:
    """Return the limits of a business that was read; what is wrong with them was reported then."""
    pairs = node.pairs if isinstance(node, Entries) else ()
    declared = next((child for key, child in pairs if key.value == keys.LIMITS_OF.name), None)
    limits = keys.LIMITS.read(declared, Report("")) if declared else None
    if limits is None:
        return Limits()
    return Limits(limits.of(keys.BUDGET) or Limits().budget, limits.of(keys.DEPTH) or Limits().depth)


def _business(record: Record, parts: _Parts, topics: Mapping[str, Topic]) -> Business:
    services = {name: one for name, one in (record.of(keys.SERVICES) or {}).items() if one.whole}
    offer = record.of(keys.OFFER_OF)
    stands = (offer.of(keys.STANDS) if offer else None) or timedelta(minutes=30)
    return Business(
        id=record.need(keys.BUSINESS_ID),
        name=record.need(keys.BUSINESS_NAME),
        zone=record.need(keys.ZONE_OF),
        hours=parts.around.house,
        services={name: _service(name, one, parts.services[name]) for name, one in services.items()},
        resources=parts.resources,
        desk=record.of(keys.DESK) or "Frontdesk",
        region=record.of(keys.REGION_OF) or "US",
        language=record.of(keys.LANGUAGE_OF) or "en",
        currency=record.of(keys.CURRENCY_OF) or "USD",
        address=record.of(keys.ADDRESS) or "",
        phone=record.of(keys.PHONE_OF) or "",
        email=record.of(keys.EMAIL_OF) or "",
        rules=_rules(record.of(keys.RULES_OF)),
        topics=topics,
        owner=record.of(keys.OWNER) or False,
        reference=record.of(keys.REFERENCE) or "",
        offer_minutes=int(stands.total_seconds()) // 60,
        offer_size=(offer.of(keys.SIZE) if offer else None) or 5,
        look=_look(record.of(keys.LOOK_OF)),
        origins=tuple(dict.fromkeys(record.of(keys.ORIGINS) or ())),
    )


def _look(record: Record | None) -> Look:
    if record is None:
        return Look()
    logo, radius = record.of(keys.LOGO), record.of(keys.RADIUS_OF)
    return Look(
        accent=record.of(keys.ACCENT) or Look().accent,
        logo=logo.value if logo else None,
        radius=Look().radius if radius is None else radius,
    )


def _service(name: str, record: Record, hours: Hours | None) -> Service:
    price, where = record.of(keys.PRICE_OF), record.of(keys.LOCATION_OF)
    usual = Service(name, "", timedelta(minutes=30))
    return Service(
        id=name,
        name=_name(name, record),
        duration=record.need(keys.MINUTES),
        synonyms=record.of(keys.ALSO) or (),
        price=Price(*price, record.of(keys.PER)) if price else None,
        before=record.of(keys.BUFFER_BEFORE) or usual.before,
        after=record.of(keys.BUFFER_AFTER) or usual.after,
        needs=_needs(record),
        grid=record.of(keys.EVERY) or usual.grid,
        notice=record.of(keys.NOTICE) or usual.notice,
        horizon=record.of(keys.AHEAD) or usual.horizon,
        online=record.of(keys.ONLINE) or False,
        details=record.of(keys.DETAILS) or {},
        capacity=record.of(keys.CAPACITY),
        sessions=sessions_of(record),
        hours=hours,
        location=where.value if where else None,
    )


def _needs(record: Record) -> tuple[str, ...]:
    """Return what a service takes: nothing to itself, where guests share it."""
    needs = record.of(keys.NEEDS)
    if keys.CAPACITY.name in record.lines:
        return ()
    return ("provider",) if needs is None else tuple(need.value for need in needs)


def _name(name: str, record: Record) -> str:
    words = name.replace("_", " ").replace("-", " ")
    return record.of(keys.NAME_OF) or words[:1].upper() + words[1:]


def _resource_records(record: Record, report: Report) -> dict[str, tuple[str, Record]]:
    """Gather providers, rooms and other resources; an id names one of them."""
    found = [("provider", name, one) for name, one in (record.of(keys.PROVIDERS) or {}).items()]
    found += [("room", name, one) for name, one in (record.of(keys.ROOMS) or {}).items()]
    found += [(one.need(keys.KIND), name, one) for name, one in (record.of(keys.RESOURCES) or {}).items() if one.whole]
    resources: dict[str, tuple[str, Record]] = {}
    for kind, name, one in found:
        if name in resources:
            report.add(one.line, "duplicate_id", f'"{name}" already names a {resources[name][0]}.')
        else:
            resources[name] = (kind, one)
    return resources


def _resource(name: str, kind: str, record: Record, house: Hours, report: Report) -> Resource:
    where, area = record.of(keys.LOCATION_OF), record.of(keys.AREA)
    return Resource(
        id=name,
        name=_name(name, record),
        kind=kind,
        synonyms=record.of(keys.ALSO) or (),
        services=tuple(service.value for service in record.of(keys.DOES) or ()),
        hours=read_hours(record, house.week, report) if has_own_hours(record) else None,
        about=record.of(keys.ABOUT) or "",
        location=where.value if where else None,
        seats=record.of(keys.SEATS),
        area=area.value if area else None,
        together=tuple(other.value for other in record.of(keys.TOGETHER) or ()),
    )


def _topic(name: str, record: Record, report: Report) -> Topic:
    care = Care(record.of(keys.CARE) or Care.ANSWER)
    answer = record.of(keys.ANSWER)
    if answer is None and care is not Care.STAFF and "answer" not in record.lines:
        report.add(record.line, "missing_key", 'This topic has no "answer", and its care is not staff.')
    return Topic(name, record.need(keys.ASKS), answer or "", care, record.of(keys.ASKED_SO) or ())


def _rules(record: Record | None) -> Rules:
    if record is None:
        return Rules()
    notice = record.of(keys.RULES_NOTICE)
    return Rules(
        notice=Rules().notice if notice is None else notice,
        fee=record.of(keys.FEE) or Rules().fee,
        text=record.of(keys.RULES_TEXT) or "",
    )


def _check_names(what: str, records: Mapping[str, Record], report: Report) -> None:
    """Refuse two things of the same name: a guest could not say which is meant."""
    owners: dict[str, str] = {}
    for name, record in records.items():
        for word in dict.fromkeys(each.casefold() for each in (_name(name, record), *(record.of(keys.ALSO) or ()))):
            if word in owners:
                message = f'"{word}" names both {owners[word]} and {name}; a guest could mean either.'
                report.add(record.line, f"same_{what}_name", message)
            owners.setdefault(word, name)


def _check_open(record: Record, hours: Hours, report: Report) -> None:
    """Refuse hours in which nothing is ever open."""
    if record.of(keys.HOUSE_WEEK) is not None and not any(_shifts(hours)):
        message = "No day is open in these hours, so nothing can ever be booked; give some day its hours."
        report.add(record.line_of(keys.HOUSE_WEEK), "never_open", message, "mon-fri: 9-17")


def _shifts(hours: Hours) -> list[Shift]:
    return [shift for days in (hours.week, hours.exceptions) for shifts in days.values() for shift in shifts]


def _check_there(records: Mapping[str, Record], there: Mapping[str, timedelta], report: Report) -> None:
    """Refuse hours of somebody that lie outside those of the business."""
    for name, record in records.items():
        if not there[name]:
            message = f"{name} is never there while the business is open, so nothing can be booked there or with them."
            report.add(record.line, "never_there", message)


def _room(name: str, service: Record, resources: Mapping[str, tuple[str, Record]], parts: _Parts) -> timedelta:
    """Return how long those whom a service takes are there without a pause, or else how long it is open."""
    hours = parts.of_service(name, service)
    fitting = [
        [each for each, one in resources.items() if _fits(kind, name, service, *one)] for kind in _needs(service)
    ]
    longest = [max((parts.longest(hours, each) for each in able), default=timedelta()) for able in fitting]
    return min(longest, default=timedelta()) or longest_shared(hours, hours)


def _check_lengths(services: Mapping[str, Record], room: Mapping[str, timedelta], report: Report) -> None:
    """Refuse services that no day has room for, or that may start at no time."""
    for name, record in services.items():
        minutes, ahead, longest = record.of(keys.MINUTES), record.of(keys.AHEAD), room[name]
        if minutes is not None and longest and minutes > longest:
            message = f"{name} takes longer than all that it needs is there without a pause, {_in_words(longest)}."
            report.add(record.line_of(keys.MINUTES), "never_fits", message, _in_words(longest))
        notice = record.of(keys.NOTICE) or timedelta()
        if ahead is not None and ahead <= notice:
            message = f"{name} can never be booked: no start is sooner than `notice` and none later than `ahead`."
            report.add(record.line_of(keys.AHEAD), "never_fits", message, "90 days")
        for field in (keys.BUFFER_BEFORE, keys.BUFFER_AFTER):
            if (record.of(field) or timedelta()) > timedelta(days=1):
                report.add(record.line_of(field), "never_fits", f"`{field.name}` is longer than a day.", "15 minutes")


def _in_words(length: timedelta) -> str:
    minutes = int(length.total_seconds()) // 60
    return f"{minutes // 60} hours" if minutes % 60 == 0 and minutes else f"{minutes} minutes"


def _check_work(services: Mapping[str, Record], resources: Mapping[str, tuple[str, Record]], report: Report) -> None:
    """Check that resources do services there are, and that for each service somebody or something is there."""
    for _, record in resources.values():
        for does in record.of(keys.DOES) or ():
            if does.value not in services:
                message = f'There is no service "{does.value}".'
                report.add(does.line, "unknown_service", message, nearest(does.value, services))
    for name, record in services.items():
        for kind in _needs(record):
            if not any(_fits(kind, name, record, *resource) for resource in resources.values()):
                message = f"{name} needs {with_article(kind)}, and there is no {kind} that does it{_there(record)}."
                report.add(record.line_of(keys.NEEDS), "nobody_does", message)


def _fits(kind: str, name: str, service: Record, resource_kind: str, record: Record) -> bool:
    does = record.of(keys.DOES)
    where = {one.value for each in (service, record) if (one := each.of(keys.LOCATION_OF))}
    return kind == resource_kind and len(where) <= 1 and (not does or name in {each.value for each in does})


def _there(service: Record) -> str:
    return " there" if service.of(keys.LOCATION_OF) else ""
