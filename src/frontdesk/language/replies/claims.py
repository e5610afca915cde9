"""Finds what a text says has been done: "you are booked", "I have cancelled it". A question says no such thing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from frontdesk.language.lexicon import load
from frontdesk.language.words import listed, table, word_set

_NAME = "claims"
_BLANK = re.compile(r"\{[^{}]*\}")
_SENTENCE = re.compile(r"[^.!?;\u2014\n]+[.!?;\u2014\n]*")
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*|_")
_APOSTROPHES = str.maketrans("`´ʼ\u2019", "''''")  # noqa: RUF001 - what keyboards make of an apostrophe
_LIST = re.compile(r"<(\w+)>")
_ALONE = 3  # words of a sentence that says nothing but "cancelled"


@dataclass(frozen=True, slots=True)
class Claim:
    """Words that say something has been done. `looked` if it may only be how somebody has found it to be."""

    words: str
    looked: bool


def claims(text: str, language: str) -> tuple[Claim, ...]:
    """Return what `text` says has been done."""
    return tuple(claim for sentence in _SENTENCE.findall(text) for claim in _claimed(sentence, language))


def cheers(text: str, language: str) -> tuple[str, ...]:
    """Return the words of `text` that nobody says unless something went well: "all done", "enjoy it"."""
    if _any_of(language, "spoilt").search(_words(text, language)):
        return ()
    said = (_words(each, language) for each in _SENTENCE.findall(text) if not each.rstrip().endswith("?"))
    return tuple(found for words in said for found in _cheered(words, language))


def _cheered(words: str, language: str) -> list[str]:
    if words in word_set(language, _NAME, "cheered"):
        return [words]
    if _any_of(language, "unless").search(words):
        return []
    return [found.group() for found in _patterns(language, "cheers").finditer(words)]


def _claimed(sentence: str, language: str) -> list[Claim]:
    if sentence.rstrip().endswith("?"):
        return []
    words = _words(sentence.split(":", maxsplit=1)[0], language)
    found: list[Claim] = []
    denied = _any_of(language, "unless")
    for key in ("states", "deeds"):
        for match in _patterns(language, key).finditer(words):
            before = words[: match.end()]
            after = words[match.end() :].split()[:1]
            if not denied.search(before) and not denied.search(" ".join(after)):
                found.append(Claim(match.group(), key == "states"))
    if len(words.split()) <= _ALONE and _patterns(language, "alone").fullmatch(words):
        found.append(Claim(words, looked=False))
    return found


def _words(sentence: str, language: str) -> str:
    contractions = table(language, "guard", "contractions") | table(language, _NAME, "contractions")
    plain = _BLANK.sub(" _ ", sentence).translate(_APOSTROPHES).lower()
    return " ".join(contractions.get(word, word) for word in _WORD.findall(plain))


@cache
def _patterns(language: str, key: str) -> re.Pattern[str]:
    lists = load(language, _NAME)["lists"]
    if not isinstance(lists, dict):
        raise TypeError(f"language/{language}/{_NAME}.yaml: lists must be a mapping")
    choices = {name: "|".join(sorted(map(str, words), key=len, reverse=True)) for name, words in lists.items()}
    patterns = "|".join(listed(language, _NAME, key))
    return re.compile(rf"(?<![^ ])(?:{_LIST.sub(lambda name: f'(?:{choices[name[1]]})', patterns)})(?![^ ])")


@cache
def _any_of(language: str, key: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![^ ])(?:{'|'.join(map(re.escape, listed(language, _NAME, key)))})(?![^ ])")
