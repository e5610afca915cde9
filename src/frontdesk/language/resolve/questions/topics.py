"""Tells by its words what a question is about, for want of a model or beside it: a topic of the business or of any."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.meanings import Ask
from frontdesk.dialogue.values import Times
from frontdesk.language.lexicon import load
from frontdesk.language.readers.text.clauses import Clause, Message, Mood, cut
from frontdesk.language.readers.text.cues import Cue, bare
from frontdesk.language.readers.text.own_words import offered_words
from frontdesk.language.readers.text.surnames import surnames
from frontdesk.language.readers.text.vocabulary import Vocabulary, plain
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.results import Read
from frontdesk.language.words import listed, tokens
from frontdesk.scheduling.business import Business, Care

UNKNOWN = "unknown"
WHY = "why"
CONTACT = "contact"
ABOUT = "about"
ADVICE = "advice"
ENDS = "ends"
TODAY = "today"
PRICE = "price"
POLICY = "policy"
PROVIDERS = "providers"
SERVICE, PROVIDER = "service", "provider"
SERVICES = "services"
HOURS = "hours"
PRESENCE = "presence"
_EMPTY = (("triggers", "empty"), ("clauses", "own"), ("common", "empty_in_topics"))
_UNSUITED = ("clauses.too_late", "clauses.too_early", "clauses.telling")
_ENOUGH, _WORRY, _CERTAIN = 0.74, 0.66, 0.99  # the share of a phrase that must be said: asked, of a worry, told


@dataclass(frozen=True, slots=True)
class Phrase:
    """One way guests ask about a topic of the business."""

    topic: str
    text: str
    words: frozenset[str]
    raw: frozenset[str]  # all its words, the empty ones too
    sensitive: bool  # counts also when merely said


class Said(NamedTuple):
    """A topic that the words of a clause name, outright or with a word of it."""

    topic: str
    outright: bool
    general: bool = False  # of a topic that gives way to others


class Topics:
    """The topics of one business and of its language, by the words in which they are asked about."""

    def __init__(self, business: Business) -> None:
        language = business.language
        empty = [word for name, key in _EMPTY for word in listed(language, name, key)]
        ordinary = plain(language) | offered_words(business)  # an injection that is sold is no infection
        self.vocabulary = Vocabulary(_alike(language), empty, listed(language, "triggers", "endings"), ordinary)
        names = (name for service in business.services.values() for name in (service.name, *service.synonyms))
        self.offered = frozenset(word for name in names for word in self.vocabulary.meanings(name))
        self._phrases = tuple(
            self._phrase(business, topic, text) for topic, each in business.topics.items() for text in each.asks
        )
        self._put_so = {tuple(bare(token.plain) for token in tokens(each.text)): each.topic for each in self._phrases}
        self.sensitive = frozenset(phrase.topic for phrase in self._phrases if phrase.sensitive)
        details = (detail for service in business.services.values() for detail in service.details)
        self.own = frozenset((*business.topics, *details))
        self.generic = frozenset(listed(language, "common", "generic"))
        self._symptoms = frozenset(listed(language, "common", "symptoms"))
        self._general = frozenset(listed(language, "common", "general_topics"))
        self._language, self._asked_by = language, dict[str, frozenset[str]]()

    def _phrase(self, business: Business, topic: str, text: str) -> Phrase:
        words = frozenset(self.vocabulary.learn(text)) or frozenset({text.lower()})
        sensitive = business.topics[topic].care is Care.PERSON
        # "Swelling after filler" is a worry whatever it comes after.
        raw = frozenset(bare(token.plain) for token in tokens(text))
        return Phrase(topic, text, (sensitive and words - self.offered) or words, raw, sensitive)

    def by_words(self, message: Message, clause: Clause, givens: Sequence[Given], asked: Asked) -> Said | None:
        """Return the topic whose words a clause has: the business's own, or else one that every business has."""
        asks = clause.mood is Mood.ASK or clause.marked
        own = self.own_phrase(message, clause, givens, asked, asks=asks)
        if own is not None and (asks or own.sensitive or clause.mood is Mood.REQUEST):
            return Said(own.topic, outright=len(own.words) > 1 or own.raw <= frozenset(message.bare))
        return self.built_in(message, clause, asked)

    def own_phrase(
        self, message: Message, clause: Clause, givens: Sequence[Given], asked: Asked, *, asks: bool
    ) -> Phrase | None:
        """Return the phrase of the business that shares the most words with a clause, but for its values and names."""
        placed = self.vocabulary.placed(message.bare[clause.first : clause.after])
        named = {*surnames(message, clause, asked), *_taken(message, givens)}
        heard = {word for offset, word in placed if clause.first + offset not in named}
        raw = frozenset(message.bare[clause.first : clause.after])
        near = [phrase for phrase in self._phrases if not phrase.words.isdisjoint(heard)]
        scored = [(len(phrase.words & heard) / len(phrase.words), phrase) for phrase in near]
        good = [pair for pair in scored if self._is_enough(*pair, heard, asks=asks)]
        ranked = {
            (phrase.sensitive, share, len(phrase.words), phrase.raw <= raw, phrase.text): phrase
            for share, phrase in good
        }
        return ranked[max(ranked)] if ranked else None

    def put_so(self, message: Message, clause: Clause) -> str | None:
        """Return the topic of a question that is put word by word as the business expects it."""
        words = tuple(word for word in message.bare[clause.first : clause.after] if word[0].isalnum())
        return self._put_so.get(words)

    def _is_enough(self, share: float, phrase: Phrase, heard: set[str], *, asks: bool) -> bool:
        common = phrase.words & heard
        if phrase.sensitive and not asks and common & self._symptoms:
            return True  # who says that something droops has a reason
        least = _WORRY if phrase.sensitive else _ENOUGH if asks else _CERTAIN
        return share >= least and bool(common - self.generic)

    def built_in(self, message: Message, clause: Clause, asked: Asked) -> Said | None:
        """Return the topic of every business that a clause names: by a question in so many words, or by a word."""
        cues = put = _cues(message, clause, "asks", asked)
        if clause.mood is Mood.ASK or clause.marked:
            words = _outer(_cues(message, clause, "words", asked))
            exact = [pair for pair in words if pair[0] not in self._general]
            # "How long" asks for many things; what it is that takes long says which.
            if not cues or (exact and all(topic in self._general for topic, _ in cues)):
                cues = exact or words
        ranked = [(pair[0] not in self._general, pair[1].after - pair[1].first, pair[0]) for pair in _outer(cues)]
        best = max(ranked, key=lambda each: each[:2])[-1] if ranked else None
        outright = best in {topic for topic, _ in put}
        return Said(best, outright, best in self._general) if best is not None else None

    def asked_by(self, text: str) -> frozenset[str]:
        """Return the topics that a trigger asks for, which are the same for every message."""
        if text not in self._asked_by:
            message = cut(text, self._language)
            asking = [clause for clause in message.clauses if clause.mood is Mood.ASK]
            topics = (self.by_words(message, clause, (), Asked()) for clause in asking)
            self._asked_by[text] = frozenset(said.topic for said in topics if said is not None)
        return self._asked_by[text]

    def is_sensitive(self, read: Read) -> bool:
        """Tell whether a question is for a person rather than for the desk."""
        return isinstance(read.meaning, Ask) and read.meaning.topic in self.sensitive


def _cues(message: Message, clause: Clause, key: str, asked: Asked) -> list[tuple[str, Cue]]:
    # "What is my phone number?" is not about that of the business.
    unasked = {WHY} if asked.wanted is not Wanted.SLOT else set()
    unasked |= {CONTACT} if message.within("clauses.own_contact", clause) else set()
    return [(topic, cue) for topic, cue in message.topics(key, clause) if topic not in unasked]


def _outer(cues: Sequence[tuple[str, Cue]]) -> list[tuple[str, Cue]]:
    """Leave out what is only part of a longer phrase: the "how much" of "how much time"."""
    spans = [(cue.first, cue.after) for _, cue in cues]
    return [
        (topic, cue)
        for topic, cue in cues
        if not any(
            first <= cue.first and cue.after <= after and after - first > cue.after - cue.first
            for first, after in spans
        )
    ]


def _taken(message: Message, givens: Sequence[Given]) -> frozenset[int]:
    """Return the places of hours, of what is too late, and of what others said: "late afternoon" is about no delay."""
    spans = [(given.start, given.end) for given in givens if isinstance(given.value, Times | date)]
    spans += [(cue.start, cue.end) for label in _UNSUITED for cue in message.found(label)]
    return frozenset(
        place for start, end in spans for place in range(message.place_at(start), message.place_at(end - 1) + 1)
    )


def _alike(language: str) -> dict[str, list[str]]:
    """Return the words that mean the same where topics are compared."""
    groups = load(language, "common")["alike"]
    return {name: [str(word) for word in words] for name, words in groups.items()} if isinstance(groups, dict) else {}
