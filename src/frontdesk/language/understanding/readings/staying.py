"""Reads that a booking shall stay as it is, where the desk would move it: "I'll keep Thursday", "as it was"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from frontdesk.dialogue.meanings import Affirm, Cancel, Exclude, Inform, Unclear
from frontdesk.dialogue.values import Value
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.cues import Phrases
from frontdesk.language.resolve.answering import asks, assent
from frontdesk.language.results import Read
from frontdesk.language.understanding.wishes.own_booking import is_about_booking
from frontdesk.language.words import listed, word_set

_NAME = "assent"
_WHEN = frozenset({"day", "time"})


def stays(heard: Heard, values: Sequence[Read]) -> list[Read]:
    """Return that nothing is moved, where a guest wants what there is, by its day or time or in words for that."""
    present = _present(heard) if is_about_booking(heard.asked.slots) else {}
    message = heard.message
    if not present or any(map(asks, message.clauses)):
        return []
    gone = [read.meaning.value in present.values() for read in values if isinstance(read.meaning, Exclude)]
    if gone and len(gone) == len(values) and all(gone):
        said = assent(message, heard.context)
        agreed = said is not None and isinstance(said.meaning, Affirm)
        return [said] if said and agreed else [Read(Unclear(heard.text), why="unclear: why it is moved, and no yes")]
    if message.found("clauses.negations"):
        return []
    named = [read.meaning for read in values if isinstance(read.meaning, Inform) and read.meaning.problem is None]
    if values:
        wanted = [inform.value == present.get(heard.asked.slots[inform.slot].kind) for inform in named]
        is_present = len(named) == len(values) and all(wanted)
        kinds = {heard.asked.slots[inform.slot].kind for inform in named}
        stay = is_present and (kinds == _WHEN or _speaks_of_staying(heard))
    else:
        phrases = _phrases(heard.context.language)
        stay = not phrases.begins.isdisjoint(message.bare) and bool(phrases.find(message.pieces, message.bare))
    return [Read(Cancel(heard.text), why="cancel: it stays as it is")] if stay else []


def _present(heard: Heard) -> Mapping[str, Value]:
    """Return the day and the time that the booking has, where others are shown beside them."""
    shown = [name for name in heard.asked.shows if name in heard.asked.known and name in heard.asked.slots]
    by_kind = {kind: [name for name in shown if heard.asked.slots[name].kind == kind] for kind in _WHEN}
    return {kind: heard.asked.known[names[0]] for kind, names in by_kind.items() if len(names) > 1}


def _speaks_of_staying(heard: Heard) -> bool:
    words = word_set(heard.context.language, _NAME, "staying") | word_set(heard.context.language, _NAME, "suiting")
    return not words.isdisjoint(heard.message.bare)


@cache
def _phrases(language: str) -> Phrases:
    return Phrases({"unmoved": listed(language, _NAME, "unmoved")})
