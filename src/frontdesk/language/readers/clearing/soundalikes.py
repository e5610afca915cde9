"""Hears words that sound alike as what they must mean where they stand: "at for pm", "two London", "the second won"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from frontdesk.language.lexicon import Words, load
from frontdesk.language.readers.text.cues import Cue, Phrases, bare_words
from frontdesk.language.readers.text.vocabulary import plain
from frontdesk.language.words import Token, table, word_set

_NAME = "noise"
# Stand for a number in digits, a word of what is offered, one that is no everyday word, both ends of the message.
_NUMBER, _OFFERED, _STRANGE, _BEGIN, _END = "#", "@", "*", "^", "$"
_DIALLED = range(6, 13)  # digits of one number to call, some of them not heard as such


@dataclass(frozen=True, slots=True)
class _Contexts:
    """The surroundings in which words are heard as others, by the word that is meant."""

    phrases: Phrases
    surely: Phrases  # in these also where the word heard is one of the business: "can i sea", said to who flies to SEA
    sounds: dict[str, frozenset[str]]
    every_sound: frozenset[str]


def meant(pieces: Sequence[Token], offered: frozenset[str], sure: frozenset[str], language: str) -> Sequence[Token]:
    """Put the word that is meant where another one sounds like it; those that are `sure` mean themselves."""
    always, contexts = table(language, _NAME, "always"), _contexts(language)
    heard = bare_words(pieces)
    if contexts.every_sound.isdisjoint(heard) and always.keys().isdisjoint(heard):
        return pieces
    words = [word if word in sure else always.get(word, word) for word in heard]
    if not contexts.every_sound.isdisjoint(words):
        begin, end = Token(_BEGIN, _BEGIN, 0, 0), Token(_END, _END, pieces[-1].end, pieces[-1].end)
        framed = [begin, *pieces, end]
        shown = [_BEGIN, *(_shown(word, offered, language) for word in words), _END]
        words = [_BEGIN, *words, _END]
        for cue in (*contexts.phrases.find(framed, words), *contexts.phrases.find(framed, shown)):
            words = _with_meant(words, cue, contexts.sounds[cue.label] - sure)
        for cue in contexts.surely.find(framed, words):
            words = _with_meant(words, cue, contexts.sounds[cue.label])
        words = words[1:-1]
    if words != heard and not word_set(language, _NAME, "spelling").isdisjoint(heard):
        words = _with_spelled(words, heard, language)
    return pieces if words == heard else _worded(pieces, heard, words)


def as_choice(pieces: Sequence[Token], language: str) -> Sequence[Token]:
    """Hear the "to" of "to, please" as a number, where one of several is to be chosen and nothing else is said."""
    words = bare_words(pieces)
    courtesies = word_set(language, _NAME, "beside_names")
    said = [word for word in words if word[0].isalnum() and word not in courtesies]
    sounds = _counted(language)
    if len(said) != 1 or said[0] not in sounds:
        return pieces
    return _worded(pieces, words, [sounds[word] if word in said else word for word in words])


def as_dialled(pieces: Sequence[Token], language: str) -> Sequence[Token]:
    """Hear the "won for" of "five oh won for seven" as numbers, where a number to call is asked for."""
    words = bare_words(pieces)
    sounds, digits = _counted(language), _digits(language)
    if sounds.keys().isdisjoint(words):
        return pieces
    # More are two numbers: "not five five ... but five five ...".
    if sum(len(word) if word.isdecimal() else word in digits for word in words) not in _DIALLED:
        return pieces
    dialled = [*words]
    for place in range(1, len(words) - 1):
        after = next((word for word in words[place + 1 :] if word not in sounds), "")
        if words[place] in sounds and dialled[place - 1] in digits and after in digits:
            dialled[place] = sounds[words[place]]
    return pieces if dialled == words else _worded(pieces, words, dialled)


def _worded(pieces: Sequence[Token], heard: Sequence[str], words: Sequence[str]) -> list[Token]:
    """Put words in the place of others."""
    pairs = zip(pieces, heard, words, strict=True)
    return [piece if word == before else Token(word, word, piece.start, piece.end) for piece, before, word in pairs]


def _with_meant(words: Sequence[str], cue: Cue, sounds: frozenset[str]) -> list[str]:
    """Change the first word of the phrase that sounds like what is meant."""
    place = next((place for place in range(cue.first, min(cue.after, len(words))) if words[place] in sounds), None)
    return [cue.label if at == place else word for at, word in enumerate(words)]


def _with_spelled(words: Sequence[str], heard: Sequence[str], language: str) -> list[str]:
    """Leave what stands beside a spelled sign as it is heard: "won dot example dot com"."""
    signs = word_set(language, _NAME, "spelling")
    beside = [not signs.isdisjoint(words[max(place - 1, 0) : place + 2]) for place in range(len(words))]
    return [before if spelled else word for word, before, spelled in zip(words, heard, beside, strict=True)]


def _shown(word: str, offered: frozenset[str], language: str) -> str:
    if word.isdecimal():
        return _NUMBER
    if word in offered:
        return _OFFERED
    if not word.isascii() and not word[0].isalnum():
        return _END  # a picture ends a sentence
    everyday = word in plain(language) or word in _contexts(language).every_sound
    everyday = everyday or word in word_set(language, _NAME, "clock")
    return word if everyday or not word.isalpha() else _STRANGE


@cache
def _digits(language: str) -> frozenset[str]:
    """Return the words in which a number to call is said."""
    return word_set(language, "spelling", "zero").union(table(language, "numbers", "ones"))


@cache
def _counted(language: str) -> dict[str, str]:
    """Return what sounds like a number: "for", "ate"."""
    numbers = table(language, "numbers", "ones")
    return {sound: word for word, sounds in _contexts(language).sounds.items() if word in numbers for sound in sounds}


@cache
def _contexts(language: str) -> _Contexts:
    rules = dict(_rules(load(language, _NAME)["contexts"]))
    phrases, surely = (Phrases({word: rule[key] for word, rule in rules.items()}) for key in ("in", "surely"))
    sounds = {word: frozenset(rule["sounds"]) for word, rule in rules.items()}
    return _Contexts(phrases, surely, sounds, frozenset().union(*sounds.values()))


def _rules(contexts: Words) -> Iterator[tuple[str, dict[str, list[str]]]]:
    """Give, by the word that is meant, what it is heard as and the phrases in which it is."""
    for rule in contexts:
        if not isinstance(rule, dict):
            raise TypeError("noise.yaml: contexts must be a list of rules")
        yield str(rule["meant"]), {key: [str(each) for each in rule.get(key, ())] for key in ("sounds", "in", "surely")}
