"""Says which outcomes an action cannot have in a business, going by what the business declares."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from frontdesk.desk.actions import ACTIONS
from frontdesk.desk.actions.calls import Action
from frontdesk.scheduling.business import Business, Care

Rule: TypeAlias = Callable[[Business], Iterator[tuple[str, str]]]  # gives outcomes, each with why it cannot come


def never(action: Action, business: Business) -> Mapping[str, str]:
    """Return the outcomes that `action` cannot have here, each with the reason; only of our own actions it is known."""
    name = action.spec.name
    return dict(RULES[name](business)) if name in RULES and action is ACTIONS[name] else {}


def _performers(business: Business) -> Iterator[tuple[str, str]]:
    providers = [each for each in business.resources.values() if each.kind == "provider"]
    done = {service for each in providers for service in each.services or business.services}
    if providers and done >= business.services.keys():
        yield "none", "somebody does every service"


def _prices(business: Business) -> Iterator[tuple[str, str]]:
    if all(service.price is None or service.price.high for service in business.services.values()):
        yield "free", "no service is free"


def _answers(business: Business) -> Iterator[tuple[str, str]]:
    cares = {topic.care for topic in business.topics.values()}
    if Care.PERSON not in cares:
        yield "person", "no topic offers a person"
    if Care.ANSWER not in cares:
        yield "found", "no topic has an answer"


RULES: Mapping[str, Rule] = {
    "get_faq_answer": _answers,
    "get_provider_info": _performers,
    "get_service_info": _prices,
}
