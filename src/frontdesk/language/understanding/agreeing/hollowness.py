"""Tells words that only sound like a yes: wishes, irony, "I see", a question what is to be agreed to."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import cache

from frontdesk.language.reading import Context
from frontdesk.language.understanding.message.clauses import Clause, Message
from frontdesk.language.understanding.message.cues import Cue, Phrases
from frontdesk.language.words import listed, word_set
from frontdesk.language.yesno.question import question_of
from frontdesk.language.yesno.wording import phrases

_NAME = "assent"
_SYMBOL = "So"  # emoji and the like
_TRAILS = ("...", "..", "…")
_URGES = "urges"
_WHOLE = frozenset(("agrees", _URGES))
_LISTS = ("hollow", "hollow_openings", "hollow_whole", "wishful", "acknowledging", "praise_for")


def is_hollow(message: Message, asking: Sequence[Clause], context: Context) -> bool:
    """Say whether a reply agrees in sound only; `asking` are the clauses that ask."""
    found = _phrases(message.language).find(message.pieces, message.bare)
    openings = {clause.first for clause in message.clauses}
    openly = {"hollow_openings"} if message.found("moves.thank") else {"hollow_openings", "wishful"}
    return (
        any(cue.label == "hollow" and not _urges(message, cue) for cue in found)
        or any(cue.label in openly and cue.first in openings for cue in found)
        or any(cue.label == "hollow_whole" and _fills_clause(message, cue) for cue in found)
        or any(_is_bewildered(message, clause) for clause in asking)
        or _ends_open(message)
        or _trails_off(message)
        or any(_is_for_another(message, cue) for cue in found if cue.label == "praise_for")
        or _makes_a_face(message)
        or _merely_acknowledges(message, [cue for cue in found if cue.label == "acknowledging"])
        or (question_of(context.said or "", context.language).undoes and _merely_remarks(message))
    )


def _urges(message: Message, cue: Cue) -> bool:
    """Tell "how could I refuse?" from "how could I know?"."""
    found = phrases(message.language, "reply").find(message.pieces, message.bare)
    return any(each.label == _URGES and each.first <= cue.first and cue.after <= each.after for each in found)


@cache
def _phrases(language: str) -> Phrases:
    return Phrases({label: listed(language, _NAME, label) for label in _LISTS})


def _fills_clause(message: Message, cue: Cue) -> bool:
    """Tell "cool it" from "cool, it works for me" without the comma."""
    clause = message.clause_at(cue.start)
    outside = (*message.bare[clause.first : cue.first], *message.bare[cue.after : clause.after])
    return all(not word[0].isalnum() for word in outside)


def _is_bewildered(message: Message, clause: Clause) -> bool:
    """Tell "confirm what?" from a question about something."""
    words = frozenset(_spoken(message, range(clause.first, clause.after)))
    bewildered = word_set(message.language, _NAME, "bewildered")
    return bool(words & bewildered) and words <= bewildered | word_set(message.language, _NAME, "beside_bewildered")


def _is_for_another(message: Message, praise: Cue) -> bool:
    """Tell "good for Emily" and "nice for some" from "good for me", "good for Friday" and "fine for 3"."""
    if praise.after >= len(message.bare):
        return False
    word = message.bare[praise.after]
    own = word_set(message.language, _NAME, "for_oneself") | word_set(message.language, "yesno", "calendar")
    return word.isalpha() and word not in own


def _ends_open(message: Message) -> bool:
    words = _spoken(message, range(len(message.bare)))
    if message.clauses[-1].marked:
        return False  # "who do I ask for?"
    if not words or words[-1] not in word_set(message.language, _NAME, "unfinished"):
        return False
    last = max(place for place, word in enumerate(message.bare) if word[0].isalnum())
    agreeing = phrases(message.language, "reply").find(message.pieces, message.bare)
    return not any(cue.label in _WHOLE and cue.after > last for cue in agreeing)  # "just what I asked for"


def _trails_off(message: Message) -> bool:
    """Tell "okay..." from "yes..." and "okay"."""
    trails = message.text.rstrip().endswith(_TRAILS)
    return trails and word_set(message.language, _NAME, "faint").issuperset(_spoken(message, range(len(message.bare))))


def _makes_a_face(message: Message) -> bool:
    """Tell a sign that is not plainly glad: "sure 😂"; signs are accounted for as words are."""
    laughing = word_set(message.language, _NAME, "laughing")
    harmless = word_set(message.language, _NAME, "glad_signs") | (laughing if _is_outright(message) else frozenset())
    return any(
        word not in harmless and (word in laughing or unicodedata.category(word[0]) == _SYMBOL) for word in message.bare
    )


def _is_outright(message: Message) -> bool:
    """Tell "yes 😂" and "book it lol", which stand, from "sure 😂"."""
    weak = word_set(message.language, _NAME, "remarks") | word_set(message.language, _NAME, "easily_said")
    return not weak.issuperset(_beside(message, ()))


def _merely_acknowledges(message: Message, heard: Sequence[Cue]) -> bool:
    """Tell "ok, I see" from "I see, go ahead"."""
    if not heard:
        return False
    beside = ("faint", "remarks", "beside_heard")
    return (
        frozenset[str]()
        .union(*(word_set(message.language, _NAME, name) for name in beside))
        .issuperset(_beside(message, heard))
    )


def _merely_remarks(message: Message) -> bool:
    """Tell "cool" and "great, thanks" from a yes: neither says to undo anything."""
    remarks = word_set(message.language, _NAME, "remarks")
    words = frozenset(_beside(message, ()))
    faint = (word_set(message.language, _NAME, "faint") - word_set(message.language, "common", "plain_yes")) | remarks
    return not words.isdisjoint(remarks) and words <= faint


def _beside(message: Message, heard: Sequence[Cue]) -> list[str]:
    """Return the words that are neither heard already nor thanks."""
    covered = {place for cue in (*heard, *message.found("moves.thank")) for place in range(cue.first, cue.after)}
    return _spoken(message, [place for place in range(len(message.bare)) if place not in covered])


def _spoken(message: Message, places: Sequence[int]) -> list[str]:
    return [word for place in places if (word := message.bare[place])[0].isalnum()]
