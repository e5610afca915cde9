"""Words by which a guest names a booking: "the roadmap one", "the one with Nina"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from frontdesk.dialogue.asked import Wanted
from frontdesk.dialogue.flow import Flow, Flows, Slot
from frontdesk.dialogue.meanings import Change, Deny, Inform, StartFlow, Unclear
from frontdesk.dialogue.settled import booking_choice
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.believing import believed_of
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.results import Part, Read
from frontdesk.language.tagger.labels import slot_labels
from frontdesk.language.tagger.spans import WANTED
from frontdesk.language.words import tokens, word_set

_TEXT, _NAME = "text", "person_name"
_MOST_WORDS = 12
_CHANGED = 0.7  # how likely something else is wanted than what was shown


def names_for(flow: Flow) -> Slot | None:
    """Return the slot of a flow for the words by which a booking is looked for."""
    which = booking_choice(flow)
    sought = [flow.slots[name] for name in flow.slots[which.slot].depends_on] if which else []
    return next((slot for slot in sought if slot.kind == _TEXT and slot.guest), None)


def called(heard: Heard, flow: Flow) -> list[Read]:
    """Return the words that may name a booking, for a flow that looks for one by them."""
    slot = names_for(flow)
    words = naming_words(heard) if slot is not None else []
    if slot is None or not words:
        return []
    said = " ".join(words[:_MOST_WORDS])
    return [Read(Inform(slot.name, said, heard.text), why="booking: words that may name it", by=Part.RESOLVE)]


def each_called(heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
    """Return what was read, done to one booking after the other that is named: "the review and the demo"."""
    begun = [read.meaning for read in reads if isinstance(read.meaning, StartFlow)]
    flow = heard.ear.triggers.flows[begun[0].flow] if len(begun) == 1 else None
    slot, apart = names_for(flow) if flow is not None else None, [*_named_apart(heard)]
    if slot is None or len(apart) == 1:
        return reads
    several: list[Read] = []
    for words in apart:
        start, name = replace(begun[0], words=words), Inform(slot.name, words, words)
        told = (each for each in reads if isinstance(each.meaning, Inform) and each.meaning.slot != slot.name)
        several += [_one_of_several(start), *told, _one_of_several(name)]
    return tuple(several)


def _one_of_several(meaning: StartFlow | Inform) -> Read:
    return Read(meaning, why="booking: one of several that are named", by=Part.RESOLVE)


def _named_apart(heard: Heard) -> Iterator[str]:
    """Give the words for each booking: another one has an article of its own after the word that joins the two."""
    message, language = heard.message, heard.context.language
    own = word_set(language, "triggers", "articles") | word_set(language, "clauses", "own")
    joints = {cue.after for cue in message.found("clauses.joins") if own & {*message.bare[cue.after : cue.after + 1]}}
    words: list[str] = []
    last = 0
    for place, word in naming_places(heard):
        if words and any(last < joint <= place for joint in joints):
            yield " ".join(words[:_MOST_WORDS])
            words = []
        words, last = [*words, word], place
    yield " ".join(words[:_MOST_WORDS])


def naming_words(heard: Heard) -> list[str]:
    """Return the words that may name a booking."""
    return [word for _, word in naming_places(heard)]


def naming_places(heard: Heard) -> list[tuple[int, str]]:
    """Return the words that no value rests on, and that neither say what shall be done nor are small, by place."""
    message, language = heard.message, heard.context.language
    small = word_set(language, "common", "light") | word_set(language, "triggers", "empty")
    said = {place for place, word in heard.ear.triggers.vocabulary.placed(message.bare) if _is_of_desk(heard, word)}
    taken = said | set(_places(heard, [given for given in heard.givens if given.kind != _NAME]))
    for cue in message.found("clauses.negations"):
        if cue.first == 0:
            continue  # a no to what was shown
        taken |= set(range(cue.first, message.place_at(message.clause_at(cue.start).end - 1) + 1))
    left = ((place, word) for place, word in enumerate(message.bare) if place not in taken and word not in small)
    return [(place, word) for place, word in left if word[0].isalnum()]


def named_instead(heard: Heard, reads: tuple[Read, ...], flows: Flows) -> tuple[Read, ...]:
    """Return what was read, with another booking that is named in place of the one shown: "no, the roadmap chat"."""
    flow = flows.newest.get(heard.asked.flow or "")
    refused = bool(reads) and all(isinstance(read.meaning, Deny | Unclear | Change) for read in reads)
    if heard.asked.wanted is not Wanted.CONFIRMATION or flow is None or not refused or names_for(flow) is None:
        return reads
    opinion = believed_of(heard)
    if opinion is None or opinion.answer["change"] < _CHANGED or not naming_words(heard):
        return reads
    return (*(read for read in reads if isinstance(read.meaning, Deny)), *called(heard, flow))


def tagged_names(heard: Heard, flow: Flow) -> bool:
    """Say whether the model takes some words for the name of a booking, and not for "it" or "that"."""
    slot, words = names_for(flow), set(naming_words(heard))
    opinion = believed_of(heard, slot_labels({slot.name: slot})) if slot and words else None
    spans = [span for span in opinion.spans if span.meant == WANTED] if opinion else []
    pieces = [piece for piece in heard.message.pieces if piece.plain in words]
    return any(span.overlaps(piece.start, piece.end) for span in spans for piece in pieces)


def is_named(heard: Heard, names: str) -> bool:
    """Say whether one of the words that may name a booking is among its names."""
    theirs = {token.plain for token in tokens(names)}
    return not theirs.isdisjoint(naming_words(heard))


def _is_of_desk(heard: Heard, word: str) -> bool:
    return word in heard.ear.triggers.words


def _places(heard: Heard, givens: Sequence[Given]) -> Iterable[int]:
    place_at = heard.message.place_at
    return (place for given in givens for place in range(place_at(given.start), place_at(given.end - 1) + 1))
