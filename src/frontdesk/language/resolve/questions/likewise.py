"""Asks the same of something else: "and fillers?", after it was told what Botox costs."""

from __future__ import annotations

from frontdesk.dialogue.asked import Wanted
from frontdesk.dialogue.meanings import Ask
from frontdesk.dialogue.talked_about import ASKED
from frontdesk.dialogue.values import Item
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.believing import believed_of
from frontdesk.language.resolve.questions.subjects import one_by_one
from frontdesk.language.resolve.questions.topics import HOURS, PROVIDER, PROVIDERS, SERVICE, SERVICES, UNKNOWN
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.results import Part, Read
from frontdesk.language.words import word_set

_OF_DAYS = frozenset({HOURS, PROVIDERS})
_SURELY = 0.8


def asked_likewise(heard: Heard) -> list[Read]:
    """Return the last question, of what a message names that says nothing else; nothing where it may be a wish."""
    topic, named = heard.asked.topics.get(ASKED), list(heard.givens)
    if not isinstance(topic, str) or topic == UNKNOWN or not named or not _says_no_more(heard):
        return []
    if not all(_may_be_asked(heard, each, topic) for each in named):
        return []
    about = tuple((each.kind, each.value) for each in named if each.value is not None)
    opinion = believed_of(heard)
    own = opinion.likely_topic(_SURELY) if opinion is not None else None
    if own not in {None, topic, SERVICES}:
        return []
    read = Read(Ask(topic, heard.text, about), why="question: the same of something else", by=Part.RESOLVE)
    return list(one_by_one(read))


def _may_be_asked(heard: Heard, given: Given, topic: str) -> bool:
    idle = heard.asked.wanted is Wanted.NOTHING and not heard.asked.settled
    if given.kind == "day":
        return idle and topic in _OF_DAYS
    opinion = believed_of(heard)
    wished = opinion is not None and max(opinion.acts["start"], opinion.acts["inform"]) >= _SURELY
    return isinstance(given.value, Item) and given.kind in {SERVICE, PROVIDER} and (idle or not wished)


def _says_no_more(heard: Heard) -> bool:
    """Tell whether the words beside what is named only put it as a question, or after one."""
    message = heard.message
    opens = message.within("clauses.joins", message.clauses[0]) or any(clause.marked for clause in message.clauses)
    if not opens and not message.found("clauses.openers"):
        return False
    empty = word_set(message.language, "common", "between_topic")
    places = {
        place
        for given in heard.givens
        for place in range(message.place_at(given.start), message.place_at(given.end - 1) + 1)
    }
    rest = [word for place, word in enumerate(message.bare) if place not in places and word[0].isalnum()]
    return empty.issuperset(rest)
