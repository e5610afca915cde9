"""Changes services, and who does them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from frontdesk.desk.editing.fields import (
    BUSINESS_ORDER,
    RESOURCE_ORDER,
    SERVICE_ORDER,
    must_be_there,
    text_of,
    with_fields,
)
from frontdesk.desk.editing.mistakes import Mistaken
from frontdesk.desk.editing.settings import SERVICES, Settings, could_perform, does
from frontdesk.desk.editing.snippets import Written
from frontdesk.desk.editing.splicing import append, drop, put
from frontdesk.desk.editing.writing import id_from, written_length, written_price
from frontdesk.scheduling.business import Price, Resource, Service


def with_service(settings: Settings, service: Service, performers: frozenset[str]) -> str:
    """Return the text with another service under the same id."""
    must_be_there(service.id, settings.business.services)
    before, after = (dict(_service_fields(each)) for each in (settings.business.services[service.id], service))
    text = with_fields(text_of(settings), (SERVICES, service.id), before, after, SERVICE_ORDER)
    was, now = settings.business.services[service.id].details, service.details
    for topic in {**was, **now}:
        path = (SERVICES, service.id, "details", topic)
        if topic not in now:
            text = drop(text, path)
        elif was.get(topic) != now[topic]:
            text = put(text, path, now[topic], SERVICE_ORDER)
    return _with_work(text, settings, service, performers)


def _service_fields(service: Service) -> Iterator[tuple[str, Written | None]]:
    """Give what is written of a service, by key; None is left out."""
    usual = Service("", "", service.duration)
    yield "name", service.name
    yield "minutes", written_length(service.duration)
    yield "price", _price(service.price)
    yield "per", service.price.unit if service.price else None
    yield "also", list(service.synonyms) or None
    for key, value, default in (
        ("buffer_before", service.before, usual.before),
        ("buffer_after", service.after, usual.after),
        ("notice", service.notice, usual.notice),
        ("ahead", service.horizon, usual.horizon),
    ):
        yield key, None if value == default else _duration(value.total_seconds())
    yield "every", None if service.grid == usual.grid else written_length(service.grid)
    yield "online", "yes" if service.online else None


def _price(price: Price | None) -> str | None:
    return None if price is None else written_price(price.low, price.high)


def _duration(seconds: float) -> str:
    minutes = int(seconds) // 60
    for unit, size in (("days", 24 * 60), ("hours", 60)):
        if minutes and minutes % size == 0 and minutes > size:
            return f"{minutes // size} {unit}"
    return f"{minutes} minutes"


def with_new_service(settings: Settings, service: Service, performers: frozenset[str]) -> str:
    """Return the text with one more service."""
    named = replace(service, id=id_from(service.name, settings.business.services, "service"))
    written = {key: value for key, value in _service_fields(named) if value is not None}
    if service.details:
        written["details"] = dict(service.details)
    text = put(text_of(settings), (SERVICES, named.id), written, BUSINESS_ORDER)
    return _with_work(text, settings, named, performers)


def _with_work(text: str, settings: Settings, service: Service, performers: frozenset[str]) -> str:
    """Return the text in which those do a service, and no others."""
    for each in could_perform(settings.business, service):
        if does(each, service.id) == (each.id in performers):
            continue
        path = (*settings.path_of(each.id), "does")
        if each.id in performers:
            text = append(text, path, service.id)
        else:
            text = put(text, path, _others(settings, each, service.id), RESOURCE_ORDER)
    return text


def _others(settings: Settings, person: Resource, service: str) -> list[str]:
    """Return what somebody does besides a service. Who does nothing else cannot be written: no list means all."""
    business = settings.business
    able = [each.id for each in business.services.values() if person.kind in each.needs]
    left: list[str] = [each for each in (person.services or able) if each != service]
    if not left:
        sentence = f"{person.name} does nothing else. Give {person.name} another service first, or remove them."
        raise Mistaken("performers", sentence)
    return left


def without_service(settings: Settings, name: str) -> str:
    """Return the text without a service, and without it in what people do."""
    must_be_there(name, settings.business.services)
    text = text_of(settings)
    for each in settings.business.resources.values():
        if name in each.services:
            path = (*settings.path_of(each.id), "does")
            text = put(text, path, _others(settings, each, name), RESOURCE_ORDER)
    return drop(text, (SERVICES, name))
