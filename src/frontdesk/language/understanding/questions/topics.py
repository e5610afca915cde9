"""Tells what a question is about: a topic of the business, one that every business has, or nothing we know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import date

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.meanings import Ask
from frontdesk.dialogue.values import Item, Times
from frontdesk.language.lexicon import load
from frontdesk.language.readers.text.clauses import Clause, Message, Mood, cut
from frontdesk.language.readers.text.cues import Cue, bare
from frontdesk.language.readers.text.own_words import offered_words
from frontdesk.language.readers.text.surnames import surnames
from frontdesk.language.readers.text.vocabulary import Vocabulary, plain
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.results import Found, Read
from frontdesk.language.understanding.questions import subjects
from frontdesk.language.understanding.questions.clause_forms import (
    ABOUT,
    GAP,
    PROVIDER,
    PROVIDERS,
    about_item,
    asks_for_help,
    is_another_when,
    is_tag,
    is_whole_question,
    longest,
    outer,
    overtaken,
    wants_person,
)
from frontdesk.language.understanding.questions.dearness import EXTREMES, ends_of, extreme
from frontdesk.language.understanding.questions.remedies import Remedies
from frontdesk.language.words import listed, tokens, word_set
from frontdesk.scheduling.business import Business, Care

UNKNOWN = "unknown"
WHY = "why"
CONTACT = "contact"
ADVICE = "advice"
PRICE = "price"
POLICY = "policy"
SERVICE = "service"
SERVICES = "services"
HOURS = "hours"
PRESENCE = "presence"
_EMPTY = (("triggers", "empty"), ("clauses", "own"), ("common", "empty_in_topics"))
_JUST_ABOUT = subjects.OF_SOMEBODY | EXTREMES
_WAY_BACK, _BRINGING = "clauses.way_back", "clauses.bringing"
_RECOUNTING = frozenset({"clauses.telling", "clauses.finding_out"})
_UNSUITED = ("clauses.too_late", "clauses.too_early", "clauses.telling")
_ENOUGH = 0.74
_WORRY = 0.66
_CERTAIN = 0.99


@dataclass(frozen=True, slots=True)
class _Phrase:
    """One way guests ask about a topic of the business."""

    topic: str
    text: str
    words: frozenset[str]
    raw: frozenset[str]  # all its words, the empty ones too
    sensitive: bool  # counts also when merely said


class Topics:
    """The topics of one business and of its language."""

    def __init__(self, business: Business) -> None:
        language = business.language
        empty = [word for name, key in _EMPTY for word in listed(language, name, key)]
        ordinary = plain(language) | offered_words(business)  # an injection that is sold is no infection
        self._vocabulary = Vocabulary(_alike(language), empty, listed(language, "triggers", "endings"), ordinary)
        self._offered = self._names(business)
        self._own_words = offered_words(business)
        self._phrases = tuple(
            self._phrase(business, topic, text) for topic, each in business.topics.items() for text in each.asks
        )
        self._price_ends = ends_of(business)
        self._sensitive = frozenset(phrase.topic for phrase in self._phrases if phrase.sensitive)
        self._by_word: dict[str, list[_Phrase]] = {}
        for phrase in self._phrases:
            for word in phrase.words:
                self._by_word.setdefault(word, []).append(phrase)
        self._small = tuple(one for one in self._phrases if one.text.lower() in one.words - one.raw)
        self._language, self._asked_by = language, dict[str, frozenset[str]]()
        self._generic = frozenset(listed(language, "common", "generic"))
        self._symptoms = frozenset(listed(language, "common", "symptoms"))
        self._general = frozenset(listed(language, "common", "general_topics"))
        self._remedies = Remedies(business, self._vocabulary, self._generic)
        self._advises = ADVICE in business.topics

    def _names(self, business: Business) -> frozenset[str]:
        """Return the words of what is offered, which say nothing about what a guest wants to know of it."""
        names = (name for service in business.services.values() for name in (service.name, *service.synonyms))
        return frozenset(word for name in names for word in self._vocabulary.meanings(name))

    def _phrase(self, business: Business, topic: str, text: str) -> _Phrase:
        words = frozenset(self._vocabulary.learn(text)) or frozenset({text.lower()})
        sensitive = business.topics[topic].care is Care.PERSON
        # "Swelling after filler" is a worry whatever it comes after.
        raw = frozenset(bare(token.plain) for token in tokens(text))
        return _Phrase(topic, text, (sensitive and words - self._offered) or words, raw, sensitive)

    def asks(self, message: Message, givens: Sequence[Given], asked: Asked) -> Iterator[Read]:
        """Give every question of a message, one for each topic; one that nobody can place only by itself."""
        found: dict[str, tuple[Clause, Read]] = {}
        for clause in message.clauses:
            read = self._ask(message, clause, givens, asked)
            if read is not None and isinstance(read.meaning, Ask):
                found.setdefault(read.meaning.topic, (clause, read))
        for topic, (clause, read) in found.items():
            if topic != UNKNOWN or not self._belongs(message, clause, [each for each, _ in found.values()]):
                yield from subjects.one_by_one(self._with_unoffered(message, clause, givens, read))

    def _with_unoffered(self, message: Message, clause: Clause, givens: Sequence[Given], read: Read) -> Read:
        """Name what is asked for and not to be had: "do you do eyebrows?"; what can be had is explained."""
        meaning = read.meaning
        if not isinstance(meaning, Ask) or meaning.topic != SERVICES:
            return read
        if offered := subjects.offered(message, clause, givens):
            return replace(read, meaning=replace(meaning, topic=ABOUT, about=offered), why=f"question: {ABOUT}")
        if treats := self._treating(message, clause, givens):
            return treats
        named = subjects.unoffered(message, clause, givens, self._own_words)
        return replace(read, meaning=replace(meaning, about=named))

    def _treating(self, message: Message, clause: Clause, givens: Sequence[Given]) -> Read | None:
        """Read "what do you have for acne scars?" as a question about what is described so, or else for advice."""
        if any(clause.holds(given.start) for given in givens) or not self._remedies.asks_for_one(message, clause):
            return None
        words, about = message.words(clause).strip(), self._remedies.of(message, clause)
        if about:
            return Read(Ask(ABOUT, words, tuple((SERVICE, item) for item in about)), why=f"question: {ABOUT}")
        return Read(Ask(ADVICE, words), why=f"question: {ADVICE}") if self._advises else None

    def _belongs(self, message: Message, clause: Clause, asking: Sequence[Clause]) -> bool:
        """Tell whether a question only goes with another: "..., do you think?", "I am pregnant. Does that matter?"."""
        others = [other for other in asking if other is not clause]
        refers = set(self._vocabulary.of(message.bare[clause.first : clause.after])) <= self._generic
        return any(other.sentence == clause.sentence or refers for other in others)

    def _ask(self, message: Message, clause: Clause, givens: Sequence[Given], asked: Asked) -> Read | None:
        if clause.mood is Mood.DISMISS or wants_person(message, clause) or asks_for_help(message, clause):
            return None
        asks = clause.mood is Mood.ASK
        if clause.marked and _leads_up(message, clause):
            return None
        if (asks or clause.marked) and is_another_when(message, clause, givens) and not message.topics("asks", clause):
            return None
        if named := self._of_somebody(message, clause, givens, asked):
            return named
        own = self._own(message, clause, asked, asks=asks or clause.marked, beside=givens)
        if own is not None and (self._is_of_another(message, clause, own) or _names_both(message, clause, own, givens)):
            own = None
        strong = self._cued(message, clause, "asks", asked)
        if own is not None and strong is not None and not own.sensitive and self._is_hint(message, clause, own):
            own = None  # "who am I speaking to?" is no complaint
        # "Can I bring my dog to Paris": a request that one of the questions of the business puts in full.
        in_full = clause.mood is Mood.REQUEST and own is not None and own.raw <= set(message.bare)
        asked_so = asks or clause.marked or (in_full and own is not None and len(own.raw) > GAP)
        if own is not None and (own.sensitive or (asked_so and (_is_put(message, clause, own) or strong is None))):
            return _of_own(message, clause, own, givens, asked)
        built_in = self._built_in_topic(message, clause, givens, asked)
        wider = self._in_sentence(message, clause, asked) if built_in == ADVICE or (built_in is None and asks) else None
        if wider is not None:
            return _of_own(message, clause, wider, givens, asked)
        if built_in is not None:
            return _read(message, clause, built_in, f"question: {built_in}", givens, asked)
        if asks and subjects.sold_elsewhere(message, clause, self._own_words):
            return _read(message, clause, SERVICES, f"question: {SERVICES}", givens, asked)
        if asks and is_whole_question(message, clause):
            topic = SERVICES if self._asks_which(message, clause, givens) else UNKNOWN
            return _read(message, clause, topic, f"question: {topic}", givens, asked)
        return None

    def _asks_which(self, message: Message, clause: Clause, givens: Sequence[Given]) -> bool:
        """Tell "what boat trips do you have?": what is offered follows the question word, and is all of it."""
        services = [given for given in givens if given.kind == SERVICE and clause.holds(given.start)]
        named = {message.place_at(given.start) - clause.first for given in services}
        placed = list(self._vocabulary.placed(message.bare[clause.first : clause.after]))
        named |= {offset for offset, word in placed if word in self._offered}
        return 1 in named and all(offset in named or word in self._generic for offset, word in placed)

    def _of_somebody(self, message: Message, clause: Clause, givens: Sequence[Given], asked: Asked) -> Read | None:
        """Read a question about who is there, who does what, or what costs least: it is about just those."""
        if not message.has(_JUST_ABOUT):
            return None
        words = message.words(clause).strip()
        if there := subjects.presence(message, clause, givens, asked):
            return Read(Ask(PROVIDERS, words, there), why="presence: of somebody", found=Found.BY_PRESENCE)
        if does := subjects.performing(message, clause, givens):
            return Read(Ask(PROVIDERS, words, does), why="presence: what somebody does", found=Found.BY_PRESENCE)
        if whom := subjects.with_whom(message, clause, givens, asked):
            return Read(Ask(PROVIDERS, words, whom), why="presence: whom it is with", found=Found.BY_PRESENCE)
        if meant := subjects.talked_about(message, clause, asked):
            return Read(Ask(PROVIDERS, words, meant), why="presence: of whom was talked about", found=Found.BY_PRESENCE)
        if priced := extreme(message, clause, givens, asked, self._price_ends):
            return Read(Ask(PRICE, words, priced), why=f"question: {PRICE}")
        return None

    def told(self, message: Message, givens: Sequence[Given], asked: Asked) -> Read | None:
        """Return the topic that a message names without asking, for want of any other meaning: "I'm running late"."""
        for clause in message.clauses:
            own = self._own(message, clause, asked, asks=False, beside=givens)
            if own is not None and not self._is_of_another(message, clause, own):
                return _of_own(message, clause, own, givens, asked)
        return None

    def _is_of_another(self, message: Message, clause: Clause, phrase: _Phrase) -> bool:
        """Tell "can I bring my dog?", which asks whether, from the one word of it in "what should I bring?"."""
        if phrase.sensitive:
            return False
        if message.within("clauses.last_of_all", clause):
            return True  # "how late can I come?" is about no delay
        if clause.mood is not Mood.REQUEST or len(phrase.words) > 1:
            return False
        if phrase.raw <= set(message.bare):
            return False  # "how many bags can I bring?" is put as the business puts it
        heard = set(self._vocabulary.of(message.bare[clause.first : clause.after]))
        return bool(heard - phrase.words - self._generic)

    def besides(self, message: Message, givens: Sequence[Given], asked: Asked) -> list[Read]:
        """Return the topics that a wish to book names besides, in more than one word: "a flight in business class".

        A way back, said of a trip that goes one way, needs no second word, nor does who comes along: "with my dog".
        """
        found: dict[str, Read] = {}
        for clause in message.clauses:
            returns = [clause._replace(first=cue.first, after=cue.after) for cue in message.within(_WAY_BACK, clause)]
            own = self._own(message, returns[0] if returns else clause, asked, asks=False, beside=givens)
            said = set(self._vocabulary.of(message.bare[clause.first : clause.after]))
            apart = not any(clause.holds(given.start) for given in givens)  # "..., and my mother needs a wheelchair"
            plain = own is not None and len(own.words & said - (frozenset() if apart else self._generic)) > 1
            if own is not None and (returns or plain or self._is_brought(message, clause, own)):
                found.setdefault(own.topic, _of_own(message, clause, own, givens, asked))
        return list(found.values())

    def _is_brought(self, message: Message, clause: Clause, topic: _Phrase) -> bool:
        """Tell the dog of "a flight with my dog", where the topic is put like that as well."""
        brought = message.within(_BRINGING, clause)
        if not brought or not any(cue.first == 0 for cue in cut(topic.text, message.language).found(_BRINGING)):
            return False
        companions = (self._vocabulary.of(message.bare[cue.after : cue.after + 1]) for cue in brought)
        return any(topic.words.intersection(words) for words in companions)

    def requested(self, message: Message, givens: Sequence[Given], asked: Asked) -> Read | None:
        """Return what nobody here can place as a question: "can I get a tattoo?", "Botox side effects?"."""
        for clause in message.clauses:
            words = self._vocabulary.of(message.bare[clause.first : clause.after])
            named = clause.marked and any(given.kind == SERVICE and clause.holds(given.start) for given in givens)
            asks = clause.mood is Mood.REQUEST or named
            if asks and words and not message.within("clauses.elsewhere", clause):
                favours = word_set(message.language, "common", "favours")  # a receipt is no service of anybody's
                other = favours.isdisjoint(message.bare[clause.first : clause.after])
                topic = SERVICES if other and message.within("clauses.getting", clause) else UNKNOWN
                found = _read(message, clause, topic, f"request: {topic}", givens, asked)
                return self._with_unoffered(message, clause, givens, found)
        return None

    def asked_by(self, text: str) -> frozenset[str]:
        """Return the topics that a trigger asks for, which are the same for every message."""
        if text not in self._asked_by:
            asks = [read.meaning for read in self.asks(cut(text, self._language), (), Asked())]
            self._asked_by[text] = frozenset(each.topic for each in asks if isinstance(each, Ask))
        return self._asked_by[text]

    def cheaper(self, message: Message, givens: Sequence[Given], asked: Asked) -> list[Read]:
        """Read "the cheaper one" of options without prices, or "something cheaper", as a question for what it costs."""
        found = message.found("clauses.cheapest")
        if not found:
            return []
        clause, language = message.clause_at(found[0].start), message.language
        small = word_set(language, "common", "light") | word_set(language, "common", "around_choice")
        some = word_set(language, "common", "some")
        outside = (*message.bare[: found[0].first], *message.bare[found[0].after :])
        plain = all(word in small or word in some or not word[0].isalnum() for word in outside)
        own = self._own(message, clause, asked, asks=True) if plain else None
        topic = own.topic if own is not None else PRICE
        return [_read(message, clause, topic, f"question: {topic}", givens, asked)] if plain else []

    def is_sensitive(self, read: Read) -> bool:
        """Tell whether a question is for a person rather than for the desk."""
        return isinstance(read.meaning, Ask) and read.meaning.topic in self._sensitive

    def _in_sentence(self, message: Message, clause: Clause, asked: Asked) -> _Phrase | None:
        """Find the topic that the whole sentence of a question names: "something for my skin, but not sure what"."""
        mates = [other for other in message.clauses if other.sentence == clause.sentence]
        whole = clause._replace(first=mates[0].first, after=mates[-1].after)
        return self._own(message, whole, asked, asks=False)

    def _own(
        self, message: Message, clause: Clause, asked: Asked, *, asks: bool, beside: Sequence[Given] | None = None
    ) -> _Phrase | None:
        """Find the business's own topic that shares the most words with the clause, but for what stands `beside` it."""
        placed = self._vocabulary.placed(message.bare[clause.first : clause.after])
        if self._by_word.keys().isdisjoint([word for _, word in placed]):
            return self._of_small_words(message, clause, {clause.first + offset for offset, _ in placed})
        named = {*surnames(message, clause, asked), *(_taken(message, beside) if beside is not None else ())}
        heard = {word for offset, word in placed if clause.first + offset not in named}
        touched = {phrase for word in heard for phrase in self._by_word.get(word, ())}
        if not touched:
            return None
        scored = [(len(phrase.words & heard) / len(phrase.words), phrase) for phrase in touched]
        good = [pair for pair in scored if self._is_enough(pair[0], pair[1], heard, asks=asks)]
        best = max(good, key=lambda pair: _rank(message, clause, *pair), default=None)
        if best is None and asks and clause.mood is not Mood.REQUEST and not is_tag(message, clause):
            return self._hinted(heard - self._offered - self._generic, touched)
        return best[1] if best else None

    def _of_small_words(self, message: Message, clause: Clause, named: AbstractSet[int]) -> _Phrase | None:
        """Find the question that the business puts in small words only, and the guest as well: "where can I go?".

        Beside what it names, "do you go to Rome?" must say nothing else.
        """
        fitting = [each for each in self._small if each.raw.issubset(message.bare[clause.first : clause.after])]
        if not fitting:
            return None
        small = [message.bare[place] for place in range(clause.first, clause.after) if place not in named]
        said = " ".join(word for word in small if word[0].isalnum())
        asked = (phrase for phrase in fitting if f" {phrase.text.lower()} " in f" {said} ")
        return next((phrase for phrase in asked if not named or said == phrase.text.lower()), None)

    def _is_enough(self, share: float, phrase: _Phrase, heard: set[str], *, asks: bool) -> bool:
        common = phrase.words & heard
        if phrase.sensitive and not asks and common & self._symptoms:
            return True  # who says that something droops has a reason
        return share >= _least(phrase, asks=asks) and bool(common - self._generic)

    def _hinted(self, heard: set[str], touched: set[_Phrase]) -> _Phrase | None:
        """Find the topic that all words of a short question belong to: "cards ok?"."""
        ways: dict[str, set[frozenset[str]]] = {}
        for phrase in touched:
            if phrase.sensitive:
                continue  # a hint is too little to worry anybody with
            ways.setdefault(phrase.topic, set()).add(phrase.words - self._generic)
        fitting = {topic: sets for topic, sets in ways.items() if heard and heard <= frozenset().union(*sets)}
        ranked = sorted(fitting, key=lambda topic: (len(fitting[topic]), topic), reverse=True)
        if not ranked or (len(ranked) > 1 and len(fitting[ranked[0]]) == len(fitting[ranked[1]])):
            return None
        return max((phrase for phrase in touched if phrase.topic == ranked[0]), key=lambda phrase: phrase.text)

    def _is_hint(self, message: Message, clause: Clause, phrase: _Phrase) -> bool:
        """Tell whether only a part of a question of the business was put."""
        heard = set(self._vocabulary.of(message.bare[clause.first : clause.after]))
        return len(phrase.words & heard) / len(phrase.words) < _ENOUGH

    def _built_in_topic(self, message: Message, clause: Clause, givens: Sequence[Given], asked: Asked) -> str | None:
        """Find the topic of the language: by a question in so many words, or by a word inside of one."""
        cues = self._cues(message, clause, "asks", asked)
        if clause.mood is not Mood.REQUEST and (clause.mood is Mood.ASK or clause.marked):
            taken = [(cue.first, cue.after) for _, cue in cues]
            words = outer(self._cues(message, clause, "words", asked))
            apart = [pair for pair in words if not any(first <= pair[1].first < after for first, after in taken)]
            exact = [pair for pair in apart if pair[0] not in self._general]
            # "How long" asks for many things; what it is that takes long says which.
            if not cues or (exact and all(topic in self._general for topic, _ in cues)):
                cues = exact or apart
        if cues:
            return overtaken(message, clause, givens) or longest(cues, self._general)
        if (clause.mood is Mood.ASK or clause.marked) and subjects.names_sum(message, clause, givens):
            return PRICE
        of_service = message.within("topics.price.of_service", clause) and clause.mood is Mood.ASK
        if of_service and any(given.kind == SERVICE and clause.holds(given.start) for given in givens):
            return PRICE
        if clause.mood is Mood.REQUEST:
            return None
        about = about_item(message, clause, givens)
        people = clause.mood is Mood.ASK and any(
            given.kind == PROVIDER and clause.holds(given.start) for given in givens
        )
        return about or (PROVIDERS if people else None)

    def _cued(self, message: Message, clause: Clause, key: str, asked: Asked) -> str | None:
        cues = self._cues(message, clause, key, asked)
        return longest(cues, self._general) if cues else None

    def _cues(self, message: Message, clause: Clause, key: str, asked: Asked) -> list[tuple[str, Cue]]:
        if not message.topic_labels:
            return []
        # "What is my phone number?" is not about that of the business.
        unasked = {WHY} if asked.wanted is not Wanted.SLOT else set()
        unasked |= {CONTACT} if message.within("clauses.own_contact", clause) else set()
        return [(topic, cue) for topic, cue in message.topics(key, clause) if topic not in unasked]


def _names_both(message: Message, clause: Clause, phrase: _Phrase, givens: Sequence[Given]) -> bool:
    """Tell "how long do you fly from Paris to London?" from "where do you fly?": both ends are named already."""
    asks_where = phrase.text.split()[0].lower() in word_set(message.language, "clauses", "firm_openers")
    if not asks_where or len(phrase.words) > 1 or phrase.sensitive or phrase.raw <= set(message.bare):
        return False
    items = [given.value for given in givens if isinstance(given.value, Item) and clause.holds(given.start)]
    kinds = [item.kind for item in items if item.kind != SERVICE]
    return len(set(kinds)) < len(kinds)


def _leads_up(message: Message, clause: Clause) -> bool:
    """Tell "I read about you on Facebook, can I come?": what is only told is not what the sentence asks."""
    if clause.mood is not Mood.SAY or message.ends_asking(clause) or not message.has(_RECOUNTING):
        return False
    mates = [other for other in message.clauses if other.sentence == clause.sentence and other.first > clause.first]
    told = any(message.within(label, clause) for label in _RECOUNTING)
    return told and any(other.mood in {Mood.ASK, Mood.REQUEST} for other in mates)


def _taken(message: Message, givens: Sequence[Given]) -> frozenset[int]:
    """Return the places of hours, of what is too late, and of what others said: "late afternoon" is about no delay."""
    spans = [(given.start, given.end) for given in givens if isinstance(given.value, Times | date)]
    spans += [(cue.start, cue.end) for label in _UNSUITED for cue in message.found(label)]
    lengths = {message.place_at(given.end - 1) + 1 for given in givens if given.kind == "duration"}
    spans += [(cue.start, cue.end) for cue in message.found("clauses.shift_later") if cue.first in lengths]
    return frozenset(
        place for start, end in spans for place in range(message.place_at(start), message.place_at(end - 1) + 1)
    )


def _rank(message: Message, clause: Clause, share: float, phrase: _Phrase) -> tuple[bool, float, int, bool, str]:
    """Order the questions that fit: of those in the same words the one that is put just so."""
    put_so = phrase.raw <= set(message.bare[clause.first : clause.after])
    return phrase.sensitive, share, len(phrase.words), put_so, phrase.text


def _least(phrase: _Phrase, *, asks: bool) -> float:
    """Return the share of a phrase that must be there: less of one that may be a worry."""
    if phrase.sensitive:
        return _WORRY
    return _ENOUGH if asks else _CERTAIN


def _alike(language: str) -> dict[str, list[str]]:
    """Return the words that mean the same where topics are compared."""
    groups = load(language, "common")["alike"]
    return {name: [str(word) for word in words] for name, words in groups.items()} if isinstance(groups, dict) else {}


def _is_put(message: Message, clause: Clause, phrase: _Phrase) -> bool:
    """Tell whether a question of the business was put with more than one word of it, or word by word."""
    return len(phrase.words) > 1 or phrase.raw <= frozenset(message.bare[clause.first : clause.after])


def _read(message: Message, clause: Clause, topic: str, why: str, givens: Sequence[Given], asked: Asked) -> Read:
    words = message.words(clause).strip()
    dated = subjects.day(message, clause, givens) if topic == HOURS else ()
    named = subjects.about(message, clause, givens, asked)
    if topic == PROVIDERS:
        named = subjects.of_whom(message, clause, givens, asked, named)
    if topic == ADVICE and sum(kind == SERVICE for kind, _ in named) > 1:
        named = ()  # whoever does not know which one has named none of them
    return Read(Ask(topic, words, (*named, *dated)), why)


def _of_own(message: Message, clause: Clause, phrase: _Phrase, givens: Sequence[Given], asked: Asked) -> Read:
    """Return a question that is put as the business expects it."""
    read = _read(message, clause, phrase.topic, f"topic: {phrase.text}", givens, asked)
    return replace(read, found=Found.BY_TOPIC)
