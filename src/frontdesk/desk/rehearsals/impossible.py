"""Says what no conversation can reach in a business, each with the reason, going by what the business declares."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from frontdesk.desk.actions import ACTIONS
from frontdesk.desk.actions.calls import Action
from frontdesk.desk.rehearsals.places import Place, places_of
from frontdesk.dialogue.flow import Act, Collect, Flow
from frontdesk.dialogue.patterns import ERROR
from frontdesk.flows.proving.graph import Edge, Way, edges, reachable
from frontdesk.scheduling.business import Business, Care

Ways: TypeAlias = Mapping[str, tuple[Edge, ...]]  # step -> edges out of it


@dataclass(frozen=True, slots=True)
class Asked:
    """An action as a step asks for it: where, and with which arguments for certain."""

    business: Business
    given: frozenset[str] = frozenset()


Rule: TypeAlias = Callable[[Asked], Iterator[tuple[str, str]]]  # gives outcomes, each with why it cannot come


def unreachable(flows: Mapping[str, Flow], actions: Mapping[str, Action], business: Business) -> dict[Place, str]:
    """Return the places that nothing can lead to in this business, each with the reason."""
    found: dict[Place, str] = {}
    answered = True
    for flow in flows.values():
        ways = edges(flow, {name: action.spec for name, action in actions.items()})
        never_of = {act.name: never(actions[act.call], _asked(act, flow, ways, business)) for act in _acts(flow)}
        found |= {Place(flow.name, step, way): why for step, ends in never_of.items() for way, why in ends.items()}
        found |= _cut_off(flow, ways, never_of)
        answered = answered and all(_is_answered(act, actions[act.call], never_of[act.name]) for act in _acts(flow))
    if answered and ERROR in flows:
        found |= dict.fromkeys(places_of(flows[ERROR]), "every outcome is answered")
    return found


def _acts(flow: Flow) -> Iterator[Act]:
    return (step for step in flow.steps.values() if isinstance(step, Act))


def _asked(act: Act, flow: Flow, ways: Ways, business: Business) -> Asked:
    given = frozenset(name for name, slot in act.arguments.items() if _is_filled(slot, act.name, flow, ways))
    return Asked(business, given)


def _is_filled(slot: str, step: str, flow: Flow, ways: Ways) -> bool:
    """Say whether every way to a step goes through a question for this slot, and out of it with an answer."""
    asks = {
        each.name for each in flow.steps.values() if isinstance(each, Collect) and each.slot == slot and not each.when
    }
    if slot not in flow.slots or not flow.slots[slot].required:
        return False
    unanswered = {
        name: tuple(edge for edge in out if edge.way is Way.EXIT) if name in asks else out for name, out in ways.items()
    }
    return step not in reachable(unanswered, flow.first)


def _cut_off(flow: Flow, ways: Ways, never_of: Mapping[str, Mapping[str, str]]) -> dict[Place, str]:
    """Return the places that only outcomes which cannot come would lead to."""
    left = {
        name: tuple(edge for edge in out if edge.outcome not in never_of.get(name, ())) for name, out in ways.items()
    }
    there = reachable(left, flow.first)
    return {place: "nothing leads there" for place in places_of(flow) if place.step not in there}


def _is_answered(act: Act, action: Action, never_here: Mapping[str, str]) -> bool:
    """Say whether a flow has an answer to everything that an action may come to here."""
    return action.spec.outcomes <= {*act.on, *act.succeeds, *never_here}


def never(action: Action, asked: Asked) -> Mapping[str, str]:
    """Return the outcomes that an action cannot have here, each with the reason; known only of our own actions."""
    name = action.spec.name
    return dict(RULES[name](asked)) if name in RULES and action is ACTIONS[name] else {}


def _performers(asked: Asked) -> Iterator[tuple[str, str]]:
    business = asked.business
    providers = [each for each in business.resources.values() if each.kind == "provider"]
    done = {service for each in providers for service in each.services or business.services}
    if providers and done >= business.services.keys():
        yield "none", "somebody does every service"


def _prices(asked: Asked) -> Iterator[tuple[str, str]]:
    if all(service.price is None or service.price.high for service in asked.business.services.values()):
        yield "free", "no service is free"


def _answers(asked: Asked) -> Iterator[tuple[str, str]]:
    cares = {topic.care for topic in asked.business.topics.values()}
    if Care.PERSON not in cares:
        yield "person", "no topic offers a person"
    if Care.ANSWER not in cares:
        yield "found", "no topic has an answer"


def _identity(asked: Asked) -> Iterator[tuple[str, str]]:
    if asked.given >= {"reference", "phone"}:
        yield "unverified", "reference and phone number are given"


def _owners(asked: Asked) -> Iterator[tuple[str, str]]:
    if asked.business.owner:
        yield "refused", "whoever rehearses is the owner"
    yield "unknown", "a calendar that is kept here is either there or not"


RULES: Mapping[str, Rule] = {
    "fetch_calendar_events": _owners,
    "find_free_time": _owners,
    "find_new_time": _owners,
    "get_appointment_details": _identity,
    "get_faq_answer": _answers,
    "get_provider_info": _performers,
    "get_service_info": _prices,
}
