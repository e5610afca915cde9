"""Settles what clauses are for once their values are known: "peel downtime?" asks, "can it be Friday?" requests."""

from __future__ import annotations

from collections.abc import Sequence

from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.values import Item
from frontdesk.language.readers.text.clauses import Clause, Message, Mood
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.words import word_set

_WHEN = frozenset({"day", "time", "moment"})
_SERVICE = "service"
_PLAIN = ("asks", "words")
_SHIFTS = ("clauses.later", "clauses.earlier")


def settle(message: Message, found: Sequence[Given]) -> Message:
    """Return the message with the moods that only its values tell."""
    if not found and not message.topic_labels:
        return message
    message = _without_inner_topics(_unopened(_unbroken(message, found), found), found)
    settled: list[Clause] = []
    for clause in message.clauses:
        goes_on = bool(settled) and settled[-1].mood is Mood.REQUEST
        settled.append(_settled(message, clause, found, goes_on=goes_on))
    return message if tuple(settled) == message.clauses else replace(message, clauses=tuple(settled))


def _unbroken(message: Message, found: Sequence[Given]) -> Message:
    """Return the message with no clause that ends within a name: "Cut - short hair", "Full groom, large dog"."""
    named = [given for given in found if isinstance(given.value, Item)]
    clauses: list[Clause] = []
    for clause in message.clauses:
        last = clauses[-1] if clauses else None
        if last is not None and any(last.start <= given.start < last.end < given.end for given in named):
            clauses[-1] = last._replace(after=clause.after, end=clause.end)
        else:
            clauses.append(clause)
    return replace(message, clauses=tuple(clauses)) if len(clauses) < len(message.clauses) else message


def _unopened(message: Message, found: Sequence[Given]) -> Message:
    """Return the message with nothing asked by a word that begins a day: "May 8 to 10, a suite for two"."""
    days = {message.place_at(given.start) for given in found if given.kind == "day"}
    said = {clause.sentence for clause in message.clauses if clause.first in days and not clause.marked}
    if not any(clause.mood is Mood.ASK and clause.sentence in said for clause in message.clauses):
        return message
    opened = {cue.first for cue in message.found("clauses.openers")} - days
    clauses, asked = list[Clause](), set[int]()
    for clause in message.clauses:
        asked |= {clause.sentence} if clause.first in opened else set()
        open_ = clause.sentence in said - asked and clause.mood is Mood.ASK
        clauses.append(clause._replace(mood=Mood.SAY) if open_ else clause)
    return replace(message, clauses=tuple(clauses))


def _without_inner_topics(message: Message, found: Sequence[Given]) -> Message:
    """Leave out topics that are part of an item's name: "Nurse Emily" asks for no nurse."""
    if not message.topic_labels:
        return message
    items = _places(message, [given for given in found if isinstance(given.value, Item)])
    if not items:
        return message
    kept = {
        label: tuple([cue for cue in message.cues[label] if not items.issuperset(range(cue.first, cue.after))])
        for label in message.topic_labels
    }
    return replace(message, cues={**message.cues, **kept})


def _settled(message: Message, clause: Clause, found: Sequence[Given], *, goes_on: bool) -> Clause:
    inside = [given for given in found if clause.holds(given.start)]
    named = goes_on and any(given.kind in _WHEN for given in inside)
    if clause.mood in {Mood.SAY, Mood.REQUEST} and _asks(message, clause, inside):
        return clause._replace(mood=Mood.ASK)
    # "Could it be later, at 2?" goes on proposing.
    if clause.mood is Mood.ASK and (named or _proposes(message, clause, inside)):
        return clause._replace(mood=Mood.REQUEST)
    return clause


def _asks(message: Message, clause: Clause, inside: Sequence[Given]) -> bool:
    if not message.topic_labels or any(given.kind in _WHEN for given in inside):
        return False
    return _is_curt(message, clause, inside) or _asks_if_free(message, clause, inside)


def _is_curt(message: Message, clause: Clause, inside: Sequence[Given]) -> bool:
    """Tell "chemical peel downtime" and "filler price": a topic, perhaps an item, and no word besides."""
    items = _places(message, [given for given in inside if isinstance(given.value, Item) or given.candidates])
    topics = {
        place for key in _PLAIN for _, cue in message.topics(key, clause) for place in range(cue.first, cue.after)
    }
    if not topics - items:
        return False
    between = word_set(message.language, "common", "between_topic")
    return all(
        place in items or place in topics or message.bare[place] in between or not message.bare[place][0].isalnum()
        for place in range(clause.first, clause.after)
    )


def _asks_if_free(message: Message, clause: Clause, inside: Sequence[Given]) -> bool:
    """Tell "is the consultation free?" from "is Friday free?"."""
    put = clause.mood is Mood.REQUEST or clause.marked
    named = any(given.kind == _SERVICE for given in inside)
    return put and named and bool(message.within("topics.price.of_service", clause))


def _proposes(message: Message, clause: Clause, inside: Sequence[Given]) -> bool:
    """Tell "can it be with Emily?", which proposes a value, from a question about it."""
    modal = [*message.within("clauses.proposing", clause), *_proposed_of(message, clause, inside)]
    having = message.within("clauses.having", clause)
    if not (modal or having) or _has_topic_outside(message, clause, modal):
        return False
    if any(cue.after == other.first for cue in modal for label in _SHIFTS for other in message.within(label, clause)):
        return True
    # "Do you have Botox?" asks; "do you have 4pm?" and "do you have Botox on Friday?" want it.
    whens = any(given.kind in _WHEN for given in inside)
    led = [*modal, *having] if whens else modal
    return any(_leads_to(message, cue, given) for cue in led for given in inside)


def _has_topic_outside(message: Message, clause: Clause, modal: Sequence[Cue]) -> bool:
    """Tell whether a question is about more than the appointment of "can my appointment be with Emily?"."""
    topics = [cue for label in message.topic_labels for cue in message.within(label, clause)]
    return any(not any(each.first < cue.first and cue.after <= each.after for each in modal) for cue in topics)


def _proposed_of(message: Message, clause: Clause, inside: Sequence[Given]) -> list[Cue]:
    """Return the "be with" of "can the Botox be with Emily?": what is proposed is said of an item."""
    ends = {message.place_at(given.end - 1) + 1 for given in inside if isinstance(given.value, Item)}
    return [cue for cue in message.within("clauses.being", clause) if cue.first in ends]


def _leads_to(message: Message, cue: Cue, given: Given) -> bool:
    """Tell whether a value stands where a phrase ends; "in the morning" may begin with its last words."""
    first, after = message.place_at(given.start), message.place_at(given.end - 1) + 1
    return cue.first < first <= cue.after < after


def _places(message: Message, givens: Sequence[Given]) -> set[int]:
    return {
        place for given in givens for place in range(message.place_at(given.start), message.place_at(given.end - 1) + 1)
    }
