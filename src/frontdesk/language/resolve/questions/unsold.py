"""Finds what a message wishes for by a name that nothing offered has: "a tattoo", "need a lip flip", "thread lift"."""

from __future__ import annotations

from frontdesk.language.hearing import Heard
from frontdesk.language.readers import name
from frontdesk.language.readers.text.clauses import Clause, Mood
from frontdesk.language.readers.text.vocabulary import plain
from frontdesk.language.resolve.believing import believed_of
from frontdesk.language.resolve.values.given import Stance
from frontdesk.language.tagger.labels import slot_labels
from frontdesk.language.tagger.spans import WANTED
from frontdesk.language.words import listed, word_set

_SERVICE = "service"
_NOT_WISHED = ("clauses.negations", "clauses.past", "clauses.telling", "clauses.excluding_before")
_WHEN = frozenset({"day", "time", "moment"})
_PERHAPS, _LIKELY = 0.1, 0.5  # that a word names a thing to be had, and that it is wanted
_MOST_WORDS = 2  # of a name, or of what is wished for


def wished(heard: Heard) -> str | None:
    """Return what is wished for in so many words: "I want a tattoo"."""
    message = heard.message
    articles = word_set(heard.context.language, "triggers", "articles")
    favours = word_set(heard.context.language, "common", "favours")
    for cue in message.found("clauses.wishing_for"):
        last = end_of_thing(heard, cue.after)
        # "Book Mary for Friday" may name a guest; "book mesotherapy" and "book a Kybella" name a thing.
        is_thing = message.bare[cue.after - 1] in articles or message.pieces[last - 1].text.islower()
        if not favours.isdisjoint(message.bare[cue.after : last + 1]):
            continue
        if last > cue.after and is_thing and message.clause_at(cue.start).mood is not Mood.ASK:
            return words_between(heard, cue.after, last)
    return None


def end_of_thing(heard: Heard, place: int) -> int:
    """Return the place after a name in which some word is strange: "lip flip", though lips are treated here."""
    own = place
    while own < min(place + _MOST_WORDS, len(heard.message.bare)) and heard.message.bare[own] in heard.ear.words:
        own += 1
    last = end_of_strange(heard, own)
    if last == own > place and _is_titled(heard, place, own + 1):
        return own + 1  # "San Jose", though people are called Jose
    return last if last > own else place


def _is_titled(heard: Heard, first: int, after: int) -> bool:
    """Tell a name in capitals of which the last word is nothing that was given: "San Jose", but not "Miami Sunday"."""
    pieces = heard.message.pieces[first:after]
    taken = any(given.start < piece.end and piece.start < given.end for given in heard.givens for piece in pieces)
    return (
        len(pieces) == after - first
        and not taken
        and all(len(piece.text) > 1 and piece.text.istitle() for piece in pieces)
    )


def traded(heard: Heard) -> str | None:
    """Return what others sell and is wanted here: "massage and Botox on Friday"; not "no massage", nor "a massage?"."""
    message = heard.message
    trades = word_set(message.language, "catalogue", "trades") | word_set(message.language, "catalogue", "asked_for")
    trades -= heard.ear.words
    for place in [place for place, word in enumerate(message.bare) if word in trades]:
        piece = message.pieces[place]
        taken = any(given.start <= piece.start < given.end for given in heard.givens)
        outright = any(cue.after == place for cue in message.found("clauses.desires"))
        sought = outright or _is_sought(heard, piece.start, piece.end)
        if message.clause_at(piece.start).mood is Mood.SAY and not taken and sought:
            return piece.text
    return None


def _is_sought(heard: Heard, start: int, end: int) -> bool:
    """Tell the massage of "a massage on Friday" from the train of "my train gets in at 3", as the model believes."""
    slots = {name: slot for flow in heard.ear.triggers.flows.values() for name, slot in flow.slots.items()}
    opinion = believed_of(heard, slot_labels(slots))
    if opinion is None or opinion.words is None:
        return True
    chances = opinion.words.slots(start, end)
    thing = max((chances.get(name, 0.0) for name, slot in slots.items() if slot.kind == _SERVICE), default=0.0)
    return thing >= _PERHAPS and opinion.words.meant(start, end).get(WANTED, 0.0) >= _LIKELY


def treatment(heard: Heard) -> str | None:
    """Return what is called like a treatment and is none of ours: "thread lift tomorrow", "an IPL photofacial"."""
    message, language = heard.message, heard.context.language
    heads = word_set(language, "catalogue", "treatments")
    endings = tuple(listed(language, "catalogue", "treatment_endings"))
    named = [place for place, word in enumerate(message.bare) if word in heads or word.endswith(endings)]
    for place in named:
        clause = message.clause_at(message.pieces[place].start)
        if clause.mood is Mood.ASK or any(message.within(label, clause) for label in _NOT_WISHED):
            continue
        first = _start_of_kind(heard, clause, place)
        if first < place or (message.bare[place] not in heads and _is_no_word_of_ours(heard, place)):
            return words_between(heard, first, place + 1)
    return None


def _is_no_word_of_ours(heard: Heard, place: int) -> bool:
    """Tell "dermaplaning", which ends like many words, from what the business or everybody says."""
    piece, word = heard.message.pieces[place], heard.message.bare[place]
    taken = any(given.start <= piece.start < given.end for given in heard.givens)
    return not taken and word not in heard.ear.words and word not in plain(heard.context.language)


def _start_of_kind(heard: Heard, clause: Clause, place: int) -> int:
    """Return where the words begin that say what kind of treatment it is: the thread of "thread lift"."""
    message, language = heard.message, heard.context.language
    # A "skin treatment" may be any of them, a "carbon treatment" is none.
    general = message.bare[place] in word_set(language, "catalogue", "common")
    body = word_set(language, "common", "body")
    first = place
    while first > max(clause.first, place - _MOST_WORDS):
        word = message.bare[first - 1]
        everyday = word in body if general else word in plain(language) and word not in body
        if not word.isalpha() or everyday or (general and word in plain(language) | heard.ear.words):
            break
        first -= 1
    return first


def bare_wish(heard: Heard) -> str | None:
    """Return a strange word that opens a message in small letters, right before when it is to be: "kybella friday"."""
    message, vocabulary = heard.message, heard.ear.triggers.vocabulary
    light = word_set(heard.context.language, "common", "light") | word_set(
        heard.context.language, "triggers", "articles"
    )
    first = next((place for place, word in enumerate(message.bare) if word[0].isalnum() and word not in light), 0)
    after = end_of_strange(heard, first)
    small = light | word_set(heard.context.language, "common", "leading")
    following = next((place for place in range(after, len(message.bare)) if message.bare[place] not in small), after)
    whens = {
        message.place_at(given.start) for given in heard.givens if given.kind in _WHEN and given.stance is Stance.WANTED
    }
    if after == first or not whens & {after, following} or not message.pieces[first].text.islower():
        return None
    known = any(meaning != word for word in message.bare[first:after] for meaning in vocabulary.of((word,)))
    return None if known else words_between(heard, first, after)


def end_of_strange(heard: Heard, place: int) -> int:
    """Return the place after the strange words from `place` on: no everyday words, and nothing the business knows."""
    message, language = heard.message, heard.context.language
    taken = [(given.start, given.end) for given in heard.givens]
    after = place
    while after < min(place + _MOST_WORDS, len(message.pieces)):
        piece, word = message.pieces[after], message.bare[after]
        everyday = word in plain(language) or name.is_ordinary(piece, language)
        known = word in heard.ear.words or (everyday and word not in word_set(language, "catalogue", "trades"))
        if not piece.text.isalpha() or known or any(start <= piece.start < end for start, end in taken):
            break
        after += 1
    return after


def words_between(heard: Heard, first: int, after: int) -> str:
    """Return the text of some words in a row."""
    return heard.message.text[heard.message.pieces[first].start : heard.message.pieces[after - 1].end]
