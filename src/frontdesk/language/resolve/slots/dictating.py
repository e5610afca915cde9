"""Sets a dictated note apart from the rest of a message: "Botox on Friday, note: allergic to latex"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.clauses import Clause, Message, Mood
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.words import word_set

_COLON = ":"
_MARKS = frozenset({_COLON, "-", "–", "—"})  # noqa: RUF001 - guests type dashes
_CONTACT = frozenset({"person_name", "phone", "email"})
_LABELS = ("name:", "clauses.slot_words.")
_TRAILING = " .,;!?-–—:"  # noqa: RUF001 - guests type dashes


@dataclass(frozen=True, slots=True)
class Dictated:
    """The words of a note, the message without them, and what announced them."""

    note: str
    rest: str
    words: str


def dictated(heard: Heard) -> Dictated | None:
    """Return the note that a message dictates; None where it dictates none."""
    message = heard.message
    cue = next(_announced(message), None)
    if cue is None:
        return None
    begin = cue.after
    while begin < len(message.pieces) and not message.pieces[begin].text[0].isalnum():
        begin += 1
    end = _end(heard, cue)
    if begin >= len(message.pieces) or message.pieces[begin].start >= end:
        return None
    note = message.text[message.pieces[begin].start : end].strip().rstrip(_TRAILING)
    before = message.text[: _start(message, cue)].rstrip(_TRAILING)
    rest = f"{before}. {message.text[end:].strip()}" if message.text[end:].strip() else before
    return Dictated(note, rest.strip(" ."), message.text[cue.start : cue.end])


def _announced(message: Message) -> Iterator[Cue]:
    """Give the phrases that announce a note: "note:" and "please note that", but not "a note" in passing."""
    found = message.found("clauses.notes_intro")
    for cue in found:
        clause = message.clause_at(cue.start)
        within = any(other.first <= cue.first and cue.after <= other.after and other != cue for other in found)
        marked = cue.after < len(message.bare) and message.bare[cue.after] in _MARKS
        alone = cue.after - cue.first == 1
        labelled = message.bare[cue.after : cue.after + 1] == (_COLON,)  # "2pm notes: ..." needs no pause before it
        opens = labelled or _opens(message, cue)
        if not within and clause.mood is not Mood.ASK and (marked or not alone) and opens:
            yield cue


def _opens(message: Message, cue: Cue) -> bool:
    """Tell whether a phrase opens a part of the message: after a pause, an "and", or nothing but small words."""
    before = message.bare[cue.first - 1] if cue.first else ""
    joins = {other.after for other in message.found("clauses.joins")}
    first = message.clause_at(cue.start).first
    light = word_set(message.language, "common", "light")
    small = all(word in light or not word[0].isalnum() for word in message.bare[first : cue.first])
    return not before or not before[0].isalnum() or cue.first in joins or small


def _start(message: Message, cue: Cue) -> int:
    """Return where the phrase begins, the "and" before it included."""
    joined = next((other for other in message.found("clauses.joins") if other.after == cue.first), None)
    return joined.start if joined else cue.start


def _end(heard: Heard, cue: Cue) -> int:
    """Return where the note ends: with the message, unless another label or a part on who the guest is follows."""
    message = heard.message
    clause = message.clause_at(cue.start)
    labels = [each for label, cues in message.cues.items() if label.startswith(_LABELS) for each in cues]
    marked = [
        each for each in labels if each.first > cue.after and message.bare[each.after : each.after + 1] == (_COLON,)
    ]
    if marked:
        return min(each.start for each in marked)
    for other in (each for each in message.clauses if each.first > clause.first):
        contacts = [given for given in heard.givens if given.kind in _CONTACT and other.holds(given.start)]
        if contacts and (other.sentence > clause.sentence or _is_all(message, other, contacts)):
            return other.start
    return len(message.text)


def _is_all(message: Message, clause: Clause, contacts: Sequence[Given]) -> bool:
    """Tell ", Ann Lee, 212 555 0120" from ", call my husband on 212 555 0120"."""
    spoken = [piece for piece in message.pieces[clause.first : clause.after] if piece.text[0].isalnum()]
    return all(any(given.start <= piece.start < given.end for given in contacts) for piece in spoken)
