"""Refuses to teach a sentence that means something already: it would take the answer away from whoever says it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from frontdesk.desk.editing.edits import AddExample, AddQuestion, Edit, ExampleKind, SetAnswer
from frontdesk.desk.editing.mistakes import Mistaken
from frontdesk.desk.editing.settings import Settings
from frontdesk.desk.house import House
from frontdesk.desk.literals import said_anywhere
from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.meanings import Ask, Exclude, Inform, Meaning, StartFlow, Unclear

_SIGNS = re.compile(r"[^\w\s]|_")
_SURELY = 0.9  # how likely the model must find another meaning: what it only leans to is what an owner may put right
_UNKNOWN = "unknown"  # the topic of a question that nobody has answered yet


@dataclass(frozen=True, slots=True)
class _Owner:
    """Whose a sentence is: a flow or a topic, by name."""

    kind: ExampleKind
    name: str


def refuse_taken(edit: Edit, settings: Settings, house: House, now: datetime) -> None:
    """Raise `Mistaken` where an edit teaches a sentence that is another's, or that guests say whatever they want."""
    match edit:
        case AddExample(kind, name, sentence, misread):
            field, owner, sentences, settled = "sentence", _Owner(kind, name), [sentence], misread
        case SetAnswer(topic) | AddQuestion(topic):
            was = settings.business.topics.get(topic.id)
            known = was.asks if was else ()
            field, owner, settled = "asks", _Owner(ExampleKind.TOPIC, topic.id), False
            sentences = [each for each in topic.asks if each not in known]
        case _:
            return
    for sentence in sentences:
        problem = _of_another(sentence, owner, settings, house)
        if problem is None and not settled:
            problem = _understood(sentence, owner, house, now)
        if problem:
            raise Mistaken(field, problem)


def _of_another(sentence: str, owner: _Owner, settings: Settings, house: House) -> str | None:
    words = _words(sentence)
    for each, known in _examples(settings, house):
        if each != owner and _words(known) == words:
            return f'"{sentence}" belongs to {_called(each, house)} already.'
    problems = said_anywhere(sentence, house.business)
    return problems[0] if problems else None


def _understood(sentence: str, owner: _Owner, house: House, now: datetime) -> str | None:
    reads = house.understanding.understand(sentence, Asked(), now)
    meanings = [read.meaning for read in reads]
    sure = [read.meaning for read in reads if read.chance is None or read.chance >= _SURELY]
    owners = [found for meaning in sure if (found := _owner_of(meaning))]
    if owners and owner not in owners:
        return f'"{sentence}" is understood already, as {_called(owners[0], house)}.'
    if not any(isinstance(each, StartFlow | Ask | Inform | Exclude | Unclear) for each in meanings):
        return f'"{sentence}" is said to any desk, whatever the guest wants; say what it is.'
    return None


def _words(sentence: str) -> list[str]:
    return _SIGNS.sub("", sentence.casefold()).split()


def _examples(settings: Settings, house: House) -> Iterator[tuple[_Owner, str]]:
    for name, flow in house.flows.newest.items():
        yield from ((_Owner(ExampleKind.FLOW, name), each) for each in (*flow.triggers, *flow.examples))
    for topic in settings.business.topics.values():
        yield from ((_Owner(ExampleKind.TOPIC, topic.id), each) for each in (*topic.asks, *topic.examples))


def _owner_of(meaning: Meaning) -> _Owner | None:
    match meaning:
        case StartFlow(flow=name):
            return _Owner(ExampleKind.FLOW, name)
        case Ask(topic=name) if name != _UNKNOWN:
            return _Owner(ExampleKind.TOPIC, name)
        case _:
            return None


def _called(owner: _Owner, house: House) -> str:
    if owner.kind is ExampleKind.FLOW:
        return f'what guests say to "{house.flows.newest[owner.name].description}"'
    return f'the question "{owner.name.replace("_", " ").capitalize()}"'
