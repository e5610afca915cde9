"""Takes a text that was asked for out of a message that says more: "Dana sync. It's only 30 minutes"."""

from __future__ import annotations

from collections.abc import Sequence

from frontdesk.dialogue.asked import Wanted
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import Inform
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.clauses import Clause
from frontdesk.language.resolve.believing import believed_of
from frontdesk.language.resolve.questions.asking import asked_of
from frontdesk.language.resolve.readings.anywhere import values_in
from frontdesk.language.results import Read
from frontdesk.language.tagger.labels import slot_labels
from frontdesk.language.tagger.spans import WANTED, TaggedSpan
from frontdesk.language.words import word_set

_SIGNS = " ,;:.!\"'“”"
_SURE = 0.7
_ENDS = (".", "!", ";")


def title_and_more(heard: Heard, slot: Slot) -> list[Read]:
    """Return the text in the sentence where the model finds it, and what the others say; nothing where that is none."""
    sentences = _sentences(heard)
    span = _span(heard, slot) if len(sentences) > 1 else None
    mine = next((each for each in sentences if span and each[0].start <= span.first < each[-1].end), None)
    if span is None or mine is None:
        return []
    others = [each for each in sentences if each is not mine]
    more = [read for each in others for read in _read_alone(heard, heard.message.text[each[0].start : each[-1].end])]
    words = _title(heard, mine, span).strip(_SIGNS)
    return [Read(Inform(slot.name, words, words), why="text: in a sentence of its own"), *more] if more else []


def _sentences(heard: Heard) -> list[list[Clause]]:
    """Return the clauses of a message by sentence."""
    found: list[list[Clause]] = []
    for clause in heard.message.clauses:
        before = heard.message.text[: clause.start].rstrip()
        if not found or before.endswith((*_ENDS, "?")):
            found.append([])
        found[-1].append(clause)
    return found


def _span(heard: Heard, slot: Slot) -> TaggedSpan | None:
    opinion = believed_of(heard, slot_labels({slot.name: slot}))
    spans = opinion.spans if opinion else ()
    return next((span for span in spans if span.meant == WANTED and span.chance >= _SURE), None)


def _title(heard: Heard, sentence: Sequence[Clause], span: TaggedSpan) -> str:
    """Return a sentence without what announces the text, or stands before it and says nothing."""
    message = heard.message
    cues = [cue.end for cue in message.found("clauses.titles") if sentence[0].start <= cue.start < sentence[-1].end]
    if cues:
        return message.text[cues[0] : sentence[-1].end]
    light = word_set(message.language, "common", "light")
    before = [piece for piece in message.pieces if sentence[0].start <= piece.start < span.first]
    small = all(piece.plain in light or not piece.plain[0].isalnum() for piece in before)
    return message.text[span.first if small else sentence[0].start : sentence[-1].end]


def _read_alone(heard: Heard, words: str) -> list[Read]:
    """Return what a sentence says as a correction of what is known, or asks."""
    asked = replace(heard.asked, slot=None, wanted=Wanted.CHANGE)
    alone = heard.ear.hear(words, asked, heard.context)
    return [*values_in(alone, alone.givens), *asked_of(alone)] if alone.message.clauses else []
