"""Cuts a message into clauses and tells which of them ask, which request, and which merely say."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import islice, takewhile
from operator import attrgetter
from typing import NamedTuple

from frontdesk.dialogue.copying import replace
from frontdesk.language.readers.text.cues import Cue, Phrases, heard_words, labels, phrases
from frontdesk.language.words import Token, tokens, word_set

_ENDS = frozenset(".!?;…。！？")  # noqa: RUF001 - guests type full-width signs
_ASKS = frozenset("?？")  # noqa: RUF001 - guests type full-width signs
_PAUSES = frozenset(",–—，、:()")  # noqa: RUF001 - guests type full-width signs
_HYPHEN = "-"
TOPICS = "topics."
ASIDES = "clauses.asides"
_MOST_CLAUSES = 80  # nobody says more at once; what comes after is not read
_BREAKING = frozenset({"clauses.breaks", "clauses.joins", "clauses.restarts", "clauses.answers"})
_MOODED = frozenset({"clauses.openers", "clauses.requests", "clauses.dismissing"})  # and what is asked about


_first = attrgetter("first")
_end = attrgetter("end")


class Mood(StrEnum):
    """What a clause is for."""

    ASK = "ask"  # wants to know something
    REQUEST = "request"  # wants something done, perhaps put as a question
    SAY = "say"
    DISMISS = "dismiss"  # sets something aside: "never mind the price"


class Clause(NamedTuple):
    """Some words of a message that belong together. `marked` tells that its sentence ends with a question mark."""

    first: int
    after: int
    start: int
    end: int
    sentence: int
    mood: Mood = Mood.SAY
    marked: bool = False

    def holds(self, start: int) -> bool:
        """Tell whether the character at `start` is in this clause."""
        return self.start <= start < self.end


@dataclass(frozen=True, slots=True, eq=False)
class Message:
    """A text, its words, the phrases in it, and its clauses; as itself it is the key to what was found out about it."""

    text: str
    pieces: tuple[Token, ...]
    bare: tuple[str, ...]
    cues: Mapping[str, tuple[Cue, ...]]
    clauses: tuple[Clause, ...]
    language: str
    ends: tuple[int, ...]  # of the words, to find a place by its character
    topic_labels: tuple[str, ...]  # of the phrases that questions are about

    def found(self, label: str) -> tuple[Cue, ...]:
        """Return the phrases of the list `label`, in order."""
        return self.cues.get(label, ())

    def has(self, labels: frozenset[str]) -> bool:
        """Tell whether a phrase of some of these lists is there: without one, what they tell need not be looked at."""
        return not labels.isdisjoint(self.cues)

    def within(self, label: str, clause: Clause) -> tuple[Cue, ...]:
        """Return the phrases of the list `label` in one clause."""
        found = self.cues.get(label)
        if not found:
            return ()
        if len(self.clauses) == 1 and clause is self.clauses[0]:
            return found
        begin = bisect_left(found, clause.first, key=_first) if len(found) > 1 else 0
        inside = takewhile(lambda cue: cue.first < clause.after, found[begin : begin + clause.after - clause.first])
        return tuple(cue for cue in inside if clause.first <= cue.first and cue.after <= clause.after)

    def topics(self, key: str, clause: Clause) -> list[tuple[str, Cue]]:
        """Return the phrases of one clause that name a topic, by its `key` in the list of topics."""
        if not self.topic_labels:
            return []
        ending = f".{key}"
        labels = [label for label in self.topic_labels if label.endswith(ending)]
        return [(label[len(TOPICS) : -len(ending)], cue) for label in labels for cue in self.within(label, clause)]

    def clause_at(self, start: int) -> Clause:
        """Return the clause that the character at `start` stands in, or the nearest before it."""
        return self.clauses[max(0, bisect_right(self.clauses, start, key=lambda clause: clause.start) - 1)]

    def place_at(self, start: int) -> int:
        """Return the place of the first word that ends after the character at `start`."""
        return bisect_right(self.ends, start)

    def ends_asking(self, clause: Clause) -> bool:
        """Tell whether a clause itself ends with a question mark."""
        return self.pieces[clause.after - 1].text in _ASKS

    def place_of_topic(self, clause: Clause) -> int:
        """Return the place of the last word or phrase of `clause` that questions are about; -1 where there is none."""
        return max((cue.first for label in self.topic_labels for cue in self.within(label, clause)), default=-1)

    def words(self, clause: Clause) -> str:
        """Return the text of one clause."""
        return self.text[clause.start : clause.end]


def uncovered(message: Message, label: str, by: str, clause: Clause) -> list[Cue]:
    """Return the phrases of `label` in a clause that are no part of a phrase of the list `by`: "I was hoping"."""
    found = message.within(label, clause)
    allowed = message.within(by, clause) if found else ()
    return [cue for cue in found if not any(other.first <= cue.first < other.after for other in allowed)]


def cut(text: str, language: str, own: Phrases | None = None) -> Message:
    """Return `text` with its clauses and the phrases in it, those of the language and those of a business."""
    pieces = tokens(text)
    plain = heard_words(pieces, language)
    found = [*phrases(language).find(pieces, plain), *(own.find(pieces, plain) if own else ())]
    cues = _by_label(found)
    if ASIDES in cues:
        cues = _by_label(_without_asides(found, cues[ASIDES]))
    ends = tuple(map(_end, pieces))
    topics = tuple(filter(labels(language, "topics").__contains__, cues))
    rough = tuple(islice(_clauses(Message(text, pieces, plain, cues, (), language, ends, topics)), _MOST_CLAUSES))
    message = Message(text, pieces, plain, cues, rough, language, ends, topics)
    clauses = tuple(_with_moods(message))
    return message if clauses == rough else replace(message, clauses=clauses)


def _without_asides(cues: Sequence[Cue], asides: Sequence[Cue]) -> list[Cue]:
    """Leave out what is only part of an aside: "before I change my mind" changes nothing."""
    covering: dict[int, list[Cue]] = {}
    for aside in asides:
        for place in range(aside.first, aside.after):
            covering.setdefault(place, []).append(aside)
    return [cue for cue in cues if not any(_is_part(cue, aside) for aside in covering.get(cue.first, ()))]


def _is_part(cue: Cue, whole: Cue) -> bool:
    inside = whole.first <= cue.first and cue.after <= whole.after
    return inside and cue.after - cue.first < whole.after - whole.first


def _by_label(cues: Iterable[Cue]) -> dict[str, tuple[Cue, ...]]:
    grouped: dict[str, list[Cue]] = {}
    for cue in cues:
        grouped.setdefault(cue.label, []).append(cue)
    return {label: tuple(found) for label, found in grouped.items()}


def _clauses(message: Message) -> Iterator[Clause]:
    breaks = _breaks(message) if message.has(_BREAKING) else frozenset()
    first, sentence = 0, 0
    has_lines = "\n" in message.text
    goes_on = not breaks and not has_lines and all(map(str.isalnum, message.bare))
    for place, piece in enumerate(message.pieces if not goes_on else ()):
        is_sign = not piece.text[0].isalnum()  # a word ends nothing by itself
        ends = (is_sign and _ends_sentence(message, place)) or (has_lines and _line_ends(message, place))
        if ends or (place + 1) in breaks or (is_sign and _pauses(message, place)):
            yield _clause(message, first, place + 1, sentence)
            first = place + 1
            sentence += ends
    if first < len(message.pieces):
        yield _clause(message, first, len(message.pieces), sentence)


def _breaks(message: Message) -> AbstractSet[int]:
    """Return the places before which a clause begins by the words there."""
    held = _inside(message.found("clauses.excluding_before"))
    breaks = {cue.first for cue in message.found("clauses.breaks")} - held
    return breaks | _joining_breaks(message) | _restarts(message) | _after_answers(message)


def _joining_breaks(message: Message) -> set[int]:
    """Break before "and how much is it" and "and I want": what follows has a verb of its own."""
    joins = message.found("clauses.joins")
    if not joins:
        return set()
    starts = {
        cue.first
        for label in ("clauses.openers", "clauses.requests", "clauses.desires")
        for cue in message.found(label)
    }
    return {cue.first for cue in joins if cue.after in starts}


def _restarts(message: Message) -> set[int]:
    """Break before "book it", but not within "can you book it"."""
    return {cue.first for cue in message.found("clauses.restarts")} - _inside(message.found("clauses.requests"))


def _inside(cues: Iterable[Cue]) -> set[int]:
    """Return the places of words within phrases, after the first of each."""
    return {place for cue in cues for place in range(cue.first + 1, cue.after)}


def _after_answers(message: Message) -> set[int]:
    """Break after the yes or no that a message opens with, where a question follows: "yes how much is it"."""
    openers = {cue.first for cue in message.found("clauses.openers")}
    return {cue.after for cue in message.found("clauses.answers") if cue.first == 0 and cue.after in openers}


def _clause(message: Message, first: int, after: int, sentence: int) -> Clause:
    return Clause(first, after, message.pieces[first].start, message.pieces[after - 1].end, sentence)


def _ends_sentence(message: Message, place: int) -> bool:
    piece = message.pieces[place]
    if piece.text not in _ENDS or not _space_follows(message, place):
        return False
    before = message.bare[place - 1] if place else ""
    if before in word_set(message.language, "common", "before_numbers"):
        after = message.bare[place + 1 : place + 2]
        return piece.text != "." or not (after and after[0].isdecimal())  # "no. 2" is a number, "no. Why?" is a no
    return piece.text != "." or before not in _abbreviations(message.language)


def _pauses(message: Message, place: int) -> bool:
    text = message.pieces[place].text
    if text == _HYPHEN:
        return (
            _space_follows(message, place) and place > 0 and message.pieces[place - 1].end < message.pieces[place].start
        )
    return text in _PAUSES and _space_follows(message, place)


def _space_follows(message: Message, place: int) -> bool:
    end = message.pieces[place].end
    following = message.text[end : end + 1]
    return not following or following.isspace() or following in _ENDS


def _line_ends(message: Message, place: int) -> bool:
    if place + 1 >= len(message.pieces):
        return False
    return "\n" in message.text[message.pieces[place].end : message.pieces[place + 1].start]


@cache
def _abbreviations(language: str) -> frozenset[str]:
    return word_set(language, "common", "abbreviations")


def _with_moods(message: Message) -> Iterator[Clause]:
    asks = not _ASKS.isdisjoint(message.bare)
    marked = {clause.sentence for clause in message.clauses if asks and message.ends_asking(clause)}
    if not marked and not message.topic_labels and not message.has(_MOODED):
        yield from message.clauses  # all of it is merely said
        return
    asking_sentence = -1
    fillers = {cue.first: cue.after for cue in message.found("clauses.fillers")}
    agreed = {cue.first for cue in message.found("clauses.not_openers") if _closes_clause(message, cue)}
    openers = {cue.first for cue in message.found("clauses.openers")} - agreed
    firm = {cue.first for cue in message.found("clauses.firm_openers")}
    strong = {cue.first for label in message.topic_labels if label.endswith(".asks") for cue in message.cues[label]}
    for clause in message.clauses:
        opening = _opening(clause, fillers, openers)
        opens = opening < clause.after and opening in openers
        mood = Mood.ASK if opens and opening in firm else _mood(message, clause, strong, opens=opens)
        if _sets_aside(message, clause, opening):
            mood = Mood.DISMISS
        if mood is Mood.SAY and clause.sentence == asking_sentence and not message.within("clauses.desires", clause):
            mood = Mood.ASK  # the rest of a question belongs to it
        if mood is Mood.ASK:
            asking_sentence = clause.sentence
        marks = clause.sentence in marked
        yield clause if mood is clause.mood and marks is clause.marked else clause._replace(mood=mood, marked=marks)


def _closes_clause(message: Message, cue: Cue) -> bool:
    """Tell the "why not" of "sure, why not" from the one of "why not Friday?"."""
    clause = message.clause_at(cue.start)
    return all(not word[0].isalnum() for word in message.bare[cue.after : clause.after])


def _opening(clause: Clause, fillers: Mapping[int, int], openers: set[int]) -> int:
    """Return the place of the first word of `clause` that is no filler."""
    place = clause.first
    while place not in openers and place in fillers and place < clause.after:
        place = fillers[place]
    return place


def _sets_aside(message: Message, clause: Clause, opening: int) -> bool:
    """Tell "never mind what it costs", which asks for nothing, from "never mind"."""
    cues = [cue for cue in message.within("clauses.dismissing", clause) if cue.first in {clause.first, opening}]
    return bool(cues) and any(message.place_of_topic(clause) >= cue.after for cue in cues)


def _mood(message: Message, clause: Clause, strong: set[int], *, opens: bool) -> Mood:
    if not strong.isdisjoint(range(clause.first, clause.after)):
        return Mood.ASK
    if message.within("clauses.requests", clause):
        return Mood.REQUEST
    if opens and message.within("clauses.fits", clause):
        return Mood.REQUEST  # "is 3pm still open?", "what do you have available on Friday?"
    return Mood.ASK if opens else Mood.SAY
