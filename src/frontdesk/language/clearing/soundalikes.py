"""Hears words that sound alike as what they must mean where they stand: "at for pm", "two London", "the second won"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from frontdesk.language.lexicon import Words, load
from frontdesk.language.understanding.message.cues import Cue, Phrases, bare
from frontdesk.language.words import Token, table, word_set

_NAME = "noise"
_NUMBER, _OFFERED, _END = "#", "@", "$"  # stand for a number in digits, for a word of what is offered, for the end


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
    heard = [bare(piece.plain) for piece in pieces]
    if contexts.every_sound.isdisjoint(heard) and always.keys().isdisjoint(heard):
        return pieces
    words = [word if word in sure else always.get(word, word) for word in heard]
    if not contexts.every_sound.isdisjoint(words):
        ended = [*pieces, Token(_END, _END, pieces[-1].end, pieces[-1].end)]
        shown = [_shown(word, offered) for word in words]
        for cue in (*contexts.phrases.find(ended, [*words, _END]), *contexts.phrases.find(ended, [*shown, _END])):
            words = _with_meant(words, cue, contexts.sounds[cue.label] - sure)
        for cue in contexts.surely.find(pieces, words):
            words = _with_meant(words, cue, contexts.sounds[cue.label])
    if words != heard and not word_set(language, _NAME, "spelling").isdisjoint(heard):
        words = _with_spelled(words, heard, language)
    if words == heard:
        return pieces
    pairs = zip(pieces, heard, words, strict=True)
    return [piece if word == before else Token(word, word, piece.start, piece.end) for piece, before, word in pairs]


def _with_meant(words: Sequence[str], cue: Cue, sounds: frozenset[str]) -> list[str]:
    """Change the first word of the phrase that sounds like what is meant."""
    place = next((place for place in range(cue.first, min(cue.after, len(words))) if words[place] in sounds), None)
    return [cue.label if at == place else word for at, word in enumerate(words)]


def _with_spelled(words: Sequence[str], heard: Sequence[str], language: str) -> list[str]:
    """Leave what stands beside a spelled sign as it is heard: "won dot example dot com"."""
    signs = word_set(language, _NAME, "spelling")
    beside = [not signs.isdisjoint(heard[max(place - 1, 0) : place + 2]) for place in range(len(heard))]
    return [before if spelled else word for word, before, spelled in zip(words, heard, beside, strict=True)]


def _shown(word: str, offered: frozenset[str]) -> str:
    return _NUMBER if word.isdecimal() else _OFFERED if word in offered else word


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
