"""Tells what the desk asked when it spoke, by its words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from frontdesk.language.understanding.cues import Cue, bare
from frontdesk.language.words import tokens, word_set
from frontdesk.language.yesno.wording import NAME, phrases

_SENTENCE_END = re.compile(r"(?<=[.!?;\n])\s+(?=\w)")
_PLURAL = re.compile(r"(?<=\w\w)s$")


class Kind(StrEnum):
    """What the desk did when it spoke."""

    FINISHED = "finished"  # asked whether that was all
    MORE = "more"  # asked whether there is anything else
    PERMISSION = "permission"  # asked whether the guest minds
    CONFIRM = "confirm"  # said everything back
    INTENT = "intent"  # offered to do something
    OFFER = "offer"  # proposed one thing


@dataclass(frozen=True, slots=True)
class Question:
    """What the desk asked: its kind, whether the matter is fine, what the desk would do, and what it spoke of."""

    kind: Kind
    whether_fine: bool
    verbs: frozenset[str]
    matter: frozenset[str]


@lru_cache(maxsize=256)  # a desk says few different things
def question_of(said: str, language: str) -> Question:
    """Return what `said` asks; nothing said counts as everything said back."""
    sentences = [part for part in _SENTENCE_END.split(said.strip()) if part]
    if not sentences:
        return Question(Kind.CONFIRM, whether_fine=False, verbs=frozenset(), matter=frozenset())
    last, words = _heard(sentences[-1], language)
    every = {cue.label for part in sentences[:-1] for cue in _heard(part, language)[0]} | {cue.label for cue in last}
    return Question(
        kind=_kind({cue.label for cue in last}, every),
        whether_fine="fine" in {cue.label for cue in last},
        verbs=_verbs(last, words),
        matter=matter_of([bare(token.plain) for token in tokens(said)], language),
    )


def _heard(sentence: str, language: str) -> tuple[tuple[Cue, ...], tuple[str, ...]]:
    pieces = tokens(sentence)
    words = tuple(bare(piece.plain) for piece in pieces)
    return phrases(language, "desk").find(pieces, words), words


def _kind(last: set[str], every: set[str]) -> Kind:
    if "check" in last:
        return Kind.CONFIRM
    if "alternative" in last:
        return Kind.OFFER
    for kind in (Kind.PERMISSION, Kind.FINISHED, Kind.MORE):
        if kind in last:
            return kind
    if "check" in every:
        return Kind.CONFIRM
    if Kind.INTENT in last:
        return Kind.INTENT
    return Kind.CONFIRM if Kind.CONFIRM in every else Kind.OFFER


def _verbs(cues: tuple[Cue, ...], words: tuple[str, ...]) -> frozenset[str]:
    """Return the words after "shall I" and its like: what the desk would do."""
    return frozenset(words[cue.after] for cue in cues if cue.label == Kind.INTENT and cue.after < len(words))


def matter_of(words: list[str], language: str) -> frozenset[str]:
    """Return the words that say what is spoken of, without number or case."""
    light = word_set(language, NAME, "light")
    return frozenset(_PLURAL.sub("", word) for word in words if len(word) > 1 and word[0].isalpha() and word not in light)
