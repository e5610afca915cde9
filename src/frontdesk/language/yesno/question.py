"""Tells what the desk asked when it spoke, by its words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from frontdesk.language.understanding.cues import Cue, bare
from frontdesk.language.words import tokens, word_set
from frontdesk.language.yesno.wording import NAME, phrases

_SENTENCE_END = re.compile(r"(?<=[.!?;\n])\s+(?=\w)")
_NEAR_BEGINNING = 3  # words
_COUNTS_AS = {"recaps": "confirm", "tags": "confirm", "proposes": "intent"}
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
    heard = [_heard(sentence, language) for sentence in sentences]
    last = heard[-1]
    return Question(
        kind=_kind(last.labels, frozenset().union(*(each.labels for each in heard))),
        whether_fine="fine" in last.labels,
        verbs=last.verbs,
        matter=matter_of([word for each in heard for word in each.words], language),
    )


@dataclass(frozen=True, slots=True)
class _Heard:
    """One sentence of the desk: its words, the lists whose phrases count in it, and what the desk would do."""

    words: tuple[str, ...]
    labels: frozenset[str]
    verbs: frozenset[str]


def _heard(sentence: str, language: str) -> _Heard:
    pieces = tokens(sentence)
    words = tuple(bare(piece.plain) for piece in pieces)
    end = len(words) - sum(not word[0].isalnum() for word in words[-2:])
    found = phrases(language, "desk").find(pieces, words)
    offered = [cue for cue in found if cue.label == Kind.INTENT]
    cues = [cue for cue in found if _is_in_place(cue, end) and not (cue.label == "recaps" and _lies_in(cue, offered))]
    verbs = frozenset(words[cue.after] for cue in cues if cue.label == Kind.INTENT and cue.after < len(words))
    return _Heard(words, frozenset(_COUNTS_AS.get(cue.label, cue.label) for cue in cues), verbs)


def _lies_in(cue: Cue, others: Sequence[Cue]) -> bool:
    """Tell "would you like" from "you like"."""
    return any(other.first <= cue.first and cue.after <= other.after for other in others)


def _is_in_place(cue: Cue, end: int) -> bool:
    """Tell whether a phrase stands where it has to: "okay" asks only at the end."""
    match cue.label:
        case "tags":
            return cue.first > 0 and cue.after >= end
        case "recaps":
            return cue.first <= _NEAR_BEGINNING
        case "proposes":
            return cue.first == 0
        case _:
            return True


def _kind(last: frozenset[str], every: frozenset[str]) -> Kind:
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


def matter_of(words: Iterable[str], language: str) -> frozenset[str]:
    """Return the words that say what is spoken of, without number or case."""
    light = word_set(language, NAME, "light")
    return frozenset(_PLURAL.sub("", word) for word in words if len(word) > 1 and word[0].isalpha() and word not in light)
