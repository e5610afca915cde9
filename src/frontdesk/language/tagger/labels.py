"""The labels of a business in its own words: what it does and what it answers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from frontdesk.dialogue.flow import Flow, Flows, Slot
from frontdesk.dialogue.starting import PERSON, STUCK
from frontdesk.language.lexicon import load
from frontdesk.language.tagger.running import EXAMPLE, TaggerLabels, Wordings
from frontdesk.scheduling.business import Business

_MOST = 6  # wordings of one label: each costs some milliseconds once, and more of them say little more
_PLACEHOLDER = re.compile(r"\{(\w+)\??\}")
_OF_THE_ENGINE = frozenset({PERSON, STUCK})


def labels_of(business: Business, flows: Flows) -> TaggerLabels:
    """Return what messages to a business are compared with."""
    wanted = [flow for flow in flows.newest.values() if flow.triggers and flow.name not in _OF_THE_ENGINE]
    topics = business.topics.values()
    every = _of_every_desk(business.language)
    told = {name: wordings for name, wordings in every.items() if _is_told(name, business)}
    asked = {**told, **{topic.id: topic.asks for topic in topics if topic.asks}}
    return TaggerLabels(
        flows={
            **{flow.name: _of_flow(flow) for flow in wanted},
            **_by_example({flow.name: flow.examples for flow in wanted}),
        },
        topics={
            **{name: wordings[:_MOST] for name, wordings in asked.items()},
            **_by_example({topic.id: topic.examples for topic in topics}),
        },
    )


def _is_told(topic: str, business: Business) -> bool:
    """Leave out what can be asked only where services start at fixed times, or are shared."""
    services = business.services.values()
    match topic:
        case "sessions":
            return any(service.sessions for service in services)
        case "capacity":
            return any(service.capacity is not None for service in services)
        case "ends":
            return bool(services)
        case _:
            return True


def slot_labels(slots: Mapping[str, Slot]) -> TaggerLabels:
    """Return what the words of a message are compared with that may fill slots."""
    return TaggerLabels(
        slots={name: (slot.label, f"{slot.label}: {name.replace('_', ' ')}") for name, slot in slots.items()}
    )


@cache
def pointer_labels(language: str) -> TaggerLabels:
    """Return how a wish may start from what was just booked, as the language describes it."""
    described = load(language, "booked")["described"]
    ways = described.items() if isinstance(described, dict) else ()
    return TaggerLabels(flows={name: tuple(map(str, wordings)) for name, wordings in ways})


def _by_example(examples: Mapping[str, Wordings]) -> dict[str, Wordings]:
    """Return each example as a label of its own: in a mean with other wordings it would count for nearly nothing."""
    return {f"{name}{EXAMPLE}{n}": (one,) for name, said in examples.items() for n, one in enumerate(said, start=1)}


def _of_every_desk(language: str) -> dict[str, Wordings]:
    """Return what guests ask of any business, as the language describes it."""
    topics = load(language, "topics").items()
    described = {name: about.get("described", []) for name, about in topics if isinstance(about, dict)}
    return {name: tuple(map(str, wordings)) for name, wordings in described.items() if wordings}


def _of_flow(flow: Flow) -> Wordings:
    """Return how a flow is described and asked for; what a trigger leaves open is called by its label."""
    asked = (_PLACEHOLDER.sub(lambda found: _called(flow, found[1]), trigger) for trigger in flow.triggers)
    return tuple(dict.fromkeys((flow.description, *asked)))[:_MOST]


def _called(flow: Flow, name: str) -> str:
    slot = flow.slots.get(name)
    return slot.label.lower() if slot else name.replace("_", " ")
