"""Reads what is said to a question for a text and is no text: that there is nothing to say, or another answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import Skip
from frontdesk.language.hearing import Heard
from frontdesk.language.results import Read
from frontdesk.language.words import tokens, word_set

_UNKNOWING = ("clauses.unknowing",)
_NOTHING = ("moves.no", "moves.nothing", "clauses.no_more")
_AROUND_NOTHING = (("common", "light"), ("answers", "in_questions"), ("answers", "turning"))


def nothing_said(heard: Heard, slot: Slot) -> Read | None:
    """Read "I don't know", and "no" to what may be left out: the question was heard, and there is nothing to tell."""
    if _is_made_of(heard, _UNKNOWING):
        return Read(Skip(heard.text), why="skip: not known")
    if not slot.required and (_is_made_of(heard, _NOTHING) or _is_turned_down(heard, slot)):
        return Read(Skip(heard.text), why="skip: nothing to tell")
    return None


def _is_turned_down(heard: Heard, slot: Slot) -> bool:
    """Tell "no words please" and "nothing on it", where any words are asked for, from a text like "no nuts"."""
    language = heard.message.language
    words = {word.removesuffix("s") for word in heard.message.bare if word[0].isalnum()}
    turning = word_set(language, "answers", "turning")
    nothing = words & (word_set(language, "common", "nothing") - turning)  # a "no" says what is not wanted
    if not nothing and words.isdisjoint(turning):
        return False
    things = {word.removesuffix("s") for word in (*slot.name.split("_"), *_asked_for(heard))}
    things |= word_set(language, "answers", "text_things")
    small = things.union(*(word_set(language, name, key) for name, key in _AROUND_NOTHING))
    return words - nothing <= small and bool(nothing or words & things)


def _asked_for(heard: Heard) -> Iterator[str]:
    """Give what "any" of is asked for: the "special wishes" of "Any special wishes for the cake?"."""
    language = heard.message.language
    opening, small = word_set(language, "common", "some"), word_set(language, "answers", "in_questions")
    wanted = False
    for token in tokens(heard.context.said or ""):
        wanted = token.plain in opening or (wanted and token.plain not in small and token.plain.isalpha())
        if wanted and token.plain not in opening:
            yield token.plain


def _is_made_of(heard: Heard, labels: Iterable[str]) -> bool:
    """Tell whether a message is nothing but phrases of these lists."""
    taken = _places(heard, labels)
    return bool(taken) and _is_all(heard, taken)


def _places(heard: Heard, labels: Iterable[str]) -> set[int]:
    cues = (cue for label in labels for cue in heard.message.found(label))
    return {place for cue in cues for place in range(cue.first, cue.after)}


def _is_all(heard: Heard, taken: set[int]) -> bool:
    """Tell whether all words are taken, but for those that carry nothing."""
    light = word_set(heard.message.language, "common", "light")
    rest = (word for place, word in enumerate(heard.message.bare) if place not in taken and word[0].isalnum())
    return all(word in light for word in rest)
