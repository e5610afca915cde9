"""Tells what a question is about: a topic of the business, one that every business has, or nothing we know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.meanings import Ask
from frontdesk.dialogue.values import Item, Value
from frontdesk.language.lexicon import load
from frontdesk.language.understanding.clauses import Clause, Message, Mood
from frontdesk.language.understanding.results import Read
from frontdesk.language.understanding.values import Given
from frontdesk.language.understanding.vocabulary import Vocabulary
from frontdesk.language.words import listed
from frontdesk.scheduling.business import Business, Care

UNKNOWN = "unknown"
WHY = "why"
ABOUT = "about"
ADVICE = "advice"
PROVIDERS = "providers"
_NOT_ASKED = ("greet", "thank", "goodbye", "help", "repeat", "want_person", "more", "go_back", "start_over", "skip")
_GAP = 3  # "what is a", "who is Dr."
_ENOUGH = 0.74
_CERTAIN = 0.99


@dataclass(frozen=True, slots=True)
class _Phrase:
    """One way guests ask about a topic of the business."""

    topic: str
    text: str
    words: frozenset[str]
    sensitive: bool  # counts also when merely said


class Topics:
    """The topics of one business and of its language."""

    def __init__(self, business: Business) -> None:
        language = business.language
        empty = (*listed(language, "triggers", "empty"), *listed(language, "clauses", "own"))
        self._vocabulary = Vocabulary({}, empty, listed(language, "triggers", "endings"))
        self._phrases = tuple(
            self._phrase(business, topic, text) for topic, each in business.topics.items() for text in each.asks
        )
        self._by_word: dict[str, list[_Phrase]] = {}
        for phrase in self._phrases:
            for word in phrase.words:
                self._by_word.setdefault(word, []).append(phrase)
        self._generic = frozenset(listed(language, "common", "generic"))
        self._built_in = tuple(load(language, "topics"))

    def _phrase(self, business: Business, topic: str, text: str) -> _Phrase:
        words = frozenset(self._vocabulary.learn(text)) or frozenset({text.lower()})
        return _Phrase(topic, text, words, business.topics[topic].care is Care.PERSON)

    def asks(self, message: Message, givens: Sequence[Given], asked: Asked) -> Iterator[Read]:
        """Give every question of a message, one for each clause that asks."""
        seen: set[str] = set()
        for clause in message.clauses:
            read = self._ask(message, clause, givens, asked)
            if read is not None and isinstance(read.meaning, Ask) and read.meaning.topic not in seen:
                seen.add(read.meaning.topic)
                yield read

    def _ask(self, message: Message, clause: Clause, givens: Sequence[Given], asked: Asked) -> Read | None:
        asks = clause.mood is Mood.ASK
        own = self._own(message, clause, asks=asks or clause.marked)
        strong = self._cued(message, clause, "asks", asked)
        if own is not None and (own.sensitive or ((asks or clause.marked) and (len(own.words) > 1 or strong is None))):
            return _read(message, clause, own.topic, f"topic: {own.text}", givens, asked)
        built_in = strong or self._worded(message, clause, givens, asked)
        wider = self._in_sentence(message, clause) if built_in == ADVICE or (built_in is None and asks) else None
        if wider is not None:
            return _read(message, clause, wider.topic, f"topic: {wider.text}", givens, asked)
        if built_in is not None:
            return _read(message, clause, built_in, f"question: {built_in}", givens, asked)
        if asks and _is_whole_question(message, clause):
            return _read(message, clause, UNKNOWN, f"question: {UNKNOWN}", givens, asked)
        return None

    def told(self, message: Message, givens: Sequence[Given], asked: Asked) -> Read | None:
        """Return the topic that a message names without asking, for want of any other meaning: "I'm running late"."""
        for clause in message.clauses:
            own = self._own(message, clause, asks=False)
            if own is not None:
                return _read(message, clause, own.topic, f"topic: {own.text}", givens, asked)
        return None

    def is_sensitive(self, read: Read) -> bool:
        """Tell whether a question is for a person rather than for the desk."""
        topic = read.meaning.topic if isinstance(read.meaning, Ask) else None
        return any(phrase.topic == topic and phrase.sensitive for phrase in self._phrases)

    def _in_sentence(self, message: Message, clause: Clause) -> _Phrase | None:
        """Find the topic that the whole sentence of a question names: "something for my skin, but not sure what"."""
        mates = [other for other in message.clauses if other.sentence == clause.sentence]
        whole = replace(clause, first=mates[0].first, after=mates[-1].after)
        return self._own(message, whole, asks=False)

    def _own(self, message: Message, clause: Clause, *, asks: bool) -> _Phrase | None:
        """Find the business's own topic that shares the most words with the clause."""
        heard = set(self._vocabulary.of(message.bare[clause.first : clause.after]))
        touched = {phrase for word in heard for phrase in self._by_word.get(word, ())}
        scored = [(len(phrase.words & heard) / len(phrase.words), phrase) for phrase in touched]
        good = [
            pair
            for pair in scored
            if pair[0] >= (_ENOUGH if asks else _CERTAIN) and pair[1].words & heard - self._generic
        ]
        best = max(good, key=lambda pair: (pair[0], len(pair[1].words), pair[1].text), default=None)
        return best[1] if best else None

    def _worded(self, message: Message, clause: Clause, givens: Sequence[Given], asked: Asked) -> str | None:
        """Find the topic of the language by a word inside of a question."""
        if clause.mood is Mood.REQUEST:
            return None
        worded = self._cued(message, clause, "words", asked) if clause.mood is Mood.ASK or clause.marked else None
        return worded or _about_item(message, clause, givens)

    def _cued(self, message: Message, clause: Clause, key: str, asked: Asked) -> str | None:
        found = [
            (cue.after - cue.first, topic)
            for topic in self._built_in
            if topic != WHY or asked.wanted is Wanted.SLOT
            for cue in message.within(f"topics.{topic}.{key}", clause)
        ]
        return max(found, key=lambda pair: pair[0])[1] if found else None


def _about_item(message: Message, clause: Clause, givens: Sequence[Given]) -> str | None:
    """Read "what is a HydraFacial?" as a question about the item itself."""
    starts = {message.place_at(given.start): given.kind for given in givens if isinstance(given.value, Item)}
    ends = [cue.after + gap for cue in message.within("clauses.about_item", clause) for gap in range(_GAP)]
    kinds = [starts[end] for end in ends if end in starts]
    if not kinds:
        return None
    return PROVIDERS if kinds[0] == "provider" else ABOUT


def _is_whole_question(message: Message, clause: Clause) -> bool:
    """Tell whether a clause can stand as a question: more than "what" inside a sentence, and no "how are you"."""
    if any(message.within(f"moves.{move}", clause) for move in _NOT_ASKED):
        return False
    return clause.marked or clause.after - clause.first > 2 or len(message.clauses) == 1


def _read(message: Message, clause: Clause, topic: str, why: str, givens: Sequence[Given], asked: Asked) -> Read:
    words = message.words(clause).strip()
    return Read(Ask(topic, words, _about(clause, givens, asked)), why)


def _about(clause: Clause, givens: Sequence[Given], asked: Asked) -> tuple[tuple[str, Value], ...]:
    """Return the items a question is about: named in it, or in the message, or talked about before."""
    items = [given for given in givens if isinstance(given.value, Item)]
    near = [given for given in items if clause.holds(given.start)] or items
    if near:
        return tuple(dict.fromkeys((given.kind, given.value) for given in near if given.value is not None))
    known = [item for value in asked.known.values() for item in _items(value)]
    before = known or [item for value in asked.topics.values() for item in _items(value)]
    return tuple((item.kind, item) for item in before)


def _items(value: Value) -> list[Item]:
    return [each for each in (value if isinstance(value, tuple) else (value,)) if isinstance(each, Item)]
