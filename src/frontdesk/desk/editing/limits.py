"""What names and texts of a business may be: short enough to be shown, and of signs that people can see."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from frontdesk.desk.editing.edits import (
    AddExample,
    AddPerson,
    AddQuestion,
    AddService,
    Edit,
    SetAnswer,
    SetPerson,
    SetService,
)
from frontdesk.desk.editing.mistakes import Mistaken
from frontdesk.desk.editing.settings import Settings
from frontdesk.scheduling.business import Resource, Service, Topic

LONGEST_NAME, LONGEST_SENTENCE, LONGEST_TEXT = 100, 300, 2_000  # characters
_UNSEEN = frozenset({"Cc", "Cs", "Zl", "Zp"})  # categories: controls, halves of characters, other ends of lines
_TURNING = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})  # let a text look like another


@dataclass(frozen=True, slots=True)
class _Text:
    field: str | None
    text: str
    longest: int


def refuse_unfit(edit: Edit, settings: Settings) -> None:
    """Raise `Mistaken` for the first text of an edit that is new and cannot be kept."""
    there = set(_before(edit, settings))
    for each in _texts(edit):
        if each not in there:
            _refuse(each)


def _texts(edit: Edit) -> Iterator[_Text]:
    match edit:
        case SetService(service, _) | AddService(service, _):
            yield from _of_service(service)
        case SetPerson(person) | AddPerson(person):
            yield from _of_person(person)
        case SetAnswer(topic) | AddQuestion(topic):
            yield from _of_topic(topic)
        case AddExample(sentence=sentence):
            yield _Text("sentence", sentence, LONGEST_SENTENCE)
        case _:
            return


def _before(edit: Edit, settings: Settings) -> Iterator[_Text]:
    """Give the texts that are there: what was written by hand may stay while something else is changed."""
    business = settings.business
    match edit:
        case SetService(service, _) if service.id in business.services:
            yield from _of_service(business.services[service.id])
        case SetPerson(person) if person.id in business.resources:
            yield from _of_person(business.resources[person.id])
        case SetAnswer(topic) if topic.id in business.topics:
            yield from _of_topic(business.topics[topic.id])
        case _:
            return


def _of_service(service: Service) -> Iterator[_Text]:
    yield _Text("name", service.name, LONGEST_NAME)
    for also in service.synonyms:
        yield _Text("also", also, LONGEST_NAME)
    if service.price is not None and service.price.unit:
        yield _Text("per", service.price.unit, LONGEST_NAME)
    for text in service.details.values():
        yield _Text(None, text, LONGEST_TEXT)


def _of_person(person: Resource) -> Iterator[_Text]:
    yield _Text("name", person.name, LONGEST_NAME)
    for also in person.synonyms:
        yield _Text("also", also, LONGEST_NAME)
    if person.about:
        yield _Text("about", person.about, LONGEST_TEXT)


def _of_topic(topic: Topic) -> Iterator[_Text]:
    for ask in topic.asks:
        yield _Text("asks", ask, LONGEST_SENTENCE)
    if topic.answer:
        yield _Text("answer", topic.answer, LONGEST_TEXT)


def _refuse(each: _Text) -> None:
    text = each.text
    if len(text) > each.longest:
        raise Mistaken(each.field, f"This has {len(text):,} characters; at most {each.longest:,} can be kept.")
    if any(map(_is_hidden, text)):
        raise Mistaken(
            each.field, "There is a character in it that nobody can see. Type it again instead of pasting it."
        )
    if each.longest == LONGEST_SENTENCE and not any(map(str.isalpha, text)):
        raise Mistaken(each.field, "A sentence needs words: write what guests say.")
    if each.longest == LONGEST_NAME and not any(map(str.isalnum, text)):
        raise Mistaken(each.field, "A name needs at least one letter or digit.")


def _is_hidden(sign: str) -> bool:
    if sign in "\n\t":
        return False
    return unicodedata.category(sign) in _UNSEEN or unicodedata.bidirectional(sign) in _TURNING
