"""Answers from the business's own data: services, providers, questions it expects, the date."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from frontdesk.desk.actions.calls import Call, Ended
from frontdesk.desk.actions.parties import party_of
from frontdesk.dialogue.values import Item, Money, Value
from frontdesk.scheduling.business import Care, Service

_EACH = "person"  # what a price is for, where it is multiplied by how many come


def tell_service(call: Call) -> Ended:
    """Tell one thing about a service: a text of its details, its price, how long it takes, for how many it is."""
    service = call.business.services.get(call.id("service_type") or "")
    topic = call.text("topic") or "about"
    if service is None:
        return Ended("none")
    facts = _facts(service, call)
    if topic == "price" and service.price is not None:
        return Ended("found" if service.price.high else "free", facts)
    if topic not in _LACKING or _LACKING[topic](service):
        answer = service.details.get(topic)
        return Ended("found", {**facts, "answer": answer}) if answer else Ended("none")
    return Ended("found", facts)


# What is told from other data than texts, and whether a service lacks it.
_LACKING: Mapping[str, Callable[[Service], bool]] = {
    "duration": lambda _: False,
    "ends": lambda _: False,
    "sessions": lambda service: not service.sessions,
    "capacity": lambda service: service.capacity is None,
}


def _facts(service: Service, call: Call) -> dict[str, Value]:
    facts: dict[str, Value] = {"minutes": service.duration}
    business, price, party = call.business, service.price, party_of(call)
    if service.capacity is not None:
        facts["capacity"] = service.capacity
    if price is not None:
        facts["low"] = Money(price.low, business.currency)
        if price.high != price.low:
            facts["high"] = Money(price.high, business.currency)
        if price.unit:
            facts["unit"] = price.unit
        if price.unit == _EACH and price.low == price.high and isinstance(party, int) and party > 1:
            facts["total"] = Money(price.low * party, business.currency)
    return facts


def tell_providers(call: Call) -> Ended:
    """Tell about a provider, who performs a service, or who there is."""
    providers = {each.id: each for each in call.business.resources.values() if each.kind == "provider"}
    asked, service = call.id("provider"), call.id("service_type")
    if asked in providers:
        chosen = [providers[asked]]
    else:
        chosen = [each for each in providers.values() if not each.services or not service or service in each.services]
    if not chosen:
        return Ended("none")
    performers = tuple(Item("provider", each.id) for each in chosen)
    about = " ".join(each.about for each in chosen if each.about)
    told: dict[str, Value] = {"answer": about} if about else {}
    if asked in providers and service in providers[asked].services:
        told["performs"] = Item("provider", asked)
    return Ended("found", {"performers": performers, **told})


def answer_question(call: Call) -> Ended:
    """Answer a question that the business expects; what it does not know is for staff."""
    topic = call.business.topics.get(call.text("topic") or "")
    if topic is None or topic.care is Care.STAFF:
        return Ended("none")
    return Ended("person" if topic.care is Care.PERSON else "found", {"answer": topic.answer})


def tell_date(call: Call) -> Ended:
    """Tell what day and time it is at the business."""
    return Ended("found", {"date": call.now.date(), "time": call.now.time().replace(second=0, microsecond=0)})


def recall_guest(call: Call) -> Ended:
    """Say what is known of the guest at hand; never of anyone else."""
    guest = call.unit.guests.by_id(call.visitor.guest)
    if guest is None or not call.visitor.vouched:
        return Ended("none")
    facts = {"name": guest.facts.name, "phone": guest.facts.phone, "email": guest.facts.email}
    return Ended("found", {name: value for name, value in facts.items() if value})
