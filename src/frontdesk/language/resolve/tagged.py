"""Fills slots by what the model takes for their values: readers say what the words come to, the model which are meant.

A value is still what a reader found. The model settles which of several it is, finds a count where only a number was
read, and gives the words of names and titles; what the rules were sure of stays, unless the model finds that it was
only mentioned and names another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import Exclude, Inform, Problem, Unclear
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.slots.answers import answer
from frontdesk.language.resolve.slots.filling import fill
from frontdesk.language.resolve.slots.sheets import Sheet
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.results import Part, Read
from frontdesk.language.tagger.spans import WANTED, SpanBeliefs, TaggedSpan
from frontdesk.language.words import tokens

# Which readers' values may be a value of a kind of slot.
_READ_AS: Mapping[str, frozenset[str]] = {
    "party": frozenset({"party", "number"}),
    "moment": frozenset({"moment", "day", "time"}),
}
_COUNTS, _BOOKING, _NAME = "party", "booking", "person_name"
_COUNTED = frozenset({_COUNTS, "number"})
_WORDS = frozenset({_NAME, "text"})  # of these the model finds the words
_HARDLY = 0.3  # below that, words are no value of a slot
_SURE = 0.7  # how surely words are a name or a title before they are taken for one


def unsettled(reads: Sequence[Read], target: Sheet) -> bool:
    """Say whether something is left that the model may know: values in doubt, or slots that nothing was read for."""
    told = _informed(reads)
    doubt = any(inform.problem is Problem.AMBIGUOUS and inform.candidates for inform in told.values())
    return doubt or bool(_open_slots(reads, target))


def by_tags(heard: Heard, reads: tuple[Read, ...], spans: Sequence[TaggedSpan], target: Sheet) -> tuple[Read, ...]:
    """Return what was read, with the slots of `target` filled where the model knows more."""
    spans = [span for span in spans if span.slot in target.slots]
    if not spans:
        return reads
    # "With Nora, no, Ivan": rules tell which.
    ruled_out = heard.message.found("moves.no") or any(isinstance(read.meaning, Exclude) for read in reads)
    givens = heard.givens if ruled_out else tuple(_retold(heard.givens, spans, target, reads))
    filled = _by_slot(fill(heard.message, givens, target)) if givens != heard.givens else {}
    told = _informed(reads)
    better = {name: read for name, read in filled.items() if _is_better(name, read, told, spans, heard)}
    found = [replace(read, by=Part.TAGGER) for read in better.values()]
    found += [read for name, read in _by_slot([*_named(heard, spans, target)]).items() if name not in {*told, *better}]
    kept = [read for read in reads if not _gives_way(read, _informed(found))]
    return (*kept, *found)


def without_miscounted(
    heard: Heard, reads: tuple[Read, ...], words: SpanBeliefs | None, target: Sheet
) -> tuple[Read, ...]:
    """Leave out a bare number that the rules took for how many come, and the model for an age or a house number."""
    return reads if words is None else tuple(read for read in reads if not _is_miscounted(heard, read, words, target))


def _is_miscounted(heard: Heard, read: Read, words: SpanBeliefs, target: Sheet) -> bool:
    told = read.meaning
    if not isinstance(told, Inform) or not told.words.isdecimal() or told.slot not in target.slots:
        return False
    slot = target.slots[told.slot]
    places = [token for token in tokens(heard.message.text) if token.text == told.words]
    counts = (words.slots(token.start, token.end).get(slot.name, 1.0) for token in places)
    return slot.kind == _COUNTS and slot is not target.asked and all(chance < _HARDLY for chance in counts)


def _gives_way(read: Read, found: Mapping[str, Inform]) -> bool:
    """Say whether a reading is replaced by what was found: another value of its slot, or that it was not understood."""
    match read.meaning:
        case Inform(slot=slot):
            return slot in found
        case Unclear():
            return bool(found)
        case _:
            return False


def _informed(reads: Sequence[Read]) -> dict[str, Inform]:
    return {read.meaning.slot: read.meaning for read in reads if isinstance(read.meaning, Inform)}


def _by_slot(reads: Sequence[Read]) -> dict[str, Read]:
    return {read.meaning.slot: read for read in reads if isinstance(read.meaning, Inform)}


def _open_slots(reads: Sequence[Read], target: Sheet) -> list[Slot]:
    """Return the slots that guests are asked for, hold nothing, and of which nothing was said."""
    spoken = {read.meaning.slot for read in reads if isinstance(read.meaning, Inform | Exclude)}
    return [slot for name, slot in target.slots.items() if slot.ask and name not in spoken and name not in target.known]


def _retold(
    givens: Sequence[Given], spans: Sequence[TaggedSpan], target: Sheet, reads: Sequence[Read]
) -> Iterator[Given]:
    """Return the values of a message as the model takes them: as counts, as wanted, or as said by the way."""
    told = _informed(reads)
    doubted = {target.slots[name].kind for name, each in told.items() if each.candidates and name in target.slots}
    tagged = {_kind_of(span, target) for span in spans if span.meant == WANTED}
    for given in givens:
        mine = [span for span in spans if span.overlaps(given.start, given.end) and _reads_as(given, span, target)]
        wanted = [span for span in mine if span.meant == WANTED]
        if wanted:
            yield _wanted(given, wanted[0], target)
        elif mine and any(_kind_of(span, target) in tagged for span in mine):
            continue  # only mentioned, and another is wanted
        elif any(_is_for(given, kind) and kind in tagged for kind in doubted):
            if target.of_kind(_BOOKING):
                yield replace(given, stance=Stance.BOOKED)  # of two days, one is where it goes, and one where it is
        else:
            yield given


def _kind_of(span: TaggedSpan, target: Sheet) -> str:
    return target.slots[span.slot].kind


def _is_for(given: Given, kind: str) -> bool:
    return given.kind in _READ_AS.get(kind, frozenset({kind}))


def _reads_as(given: Given, span: TaggedSpan, target: Sheet) -> bool:
    return given.value is not None and _is_for(given, _kind_of(span, target))


def _wanted(given: Given, span: TaggedSpan, target: Sheet) -> Given:
    kind = _kind_of(span, target) if _kind_of(span, target) == _COUNTS else given.kind
    stance = Stance.WANTED if given.stance in {Stance.PAST, Stance.ELSEWHERE} else given.stance
    return replace(given, kind=kind, stance=stance)


def _is_better(name: str, read: Read, told: Mapping[str, Inform], spans: Sequence[TaggedSpan], heard: Heard) -> bool:
    """Say whether a value takes the place of what the rules read: nothing, a doubt, or what was only mentioned."""
    meaning = read.meaning
    if not isinstance(meaning, Inform) or meaning.problem is not None:
        return False
    if any(_is_same(other.value, meaning.value) and other.words == meaning.words for other in told.values()):
        return False  # what was taken for another slot is not taken twice: "swap my Botox for a facial"
    before = told.get(name)
    if before is None:
        return True
    first = heard.message.text.find(before.words)
    if before.problem is Problem.AMBIGUOUS and before.candidates:  # "Paris or London" is for the guest to settle
        cues = heard.message.found("clauses.alternatives")
        return not any(first <= cue.start < first + len(before.words) for cue in cues)
    said = [span for span in spans if span.slot == name and span.overlaps(first, first + len(before.words))]
    return bool(said) and all(span.meant != WANTED for span in said)


def _is_same(one: object, other: object) -> bool:
    """Tell whether two values are the same, be they one of several or one."""
    either = (each if isinstance(each, tuple) else (each,) for each in (one, other))
    return next(either) == next(either)


def _named(heard: Heard, spans: Sequence[TaggedSpan], target: Sheet) -> Iterator[Read]:
    """Return the names and titles whose words the model is sure of, and those counts that only a whole answer says."""
    for span in spans:
        slot = target.slots[span.slot]
        if slot.ask is None or span.meant != WANTED or slot.name in target.known:
            continue
        if slot.kind == _NAME and slot is not target.asked:
            continue  # nobody's name is taken from a message that does not announce it
        words = heard.message.text[span.first : span.after].strip()
        if slot.kind in _COUNTED or (slot.kind in _WORDS and span.chance >= _SURE):
            yield from _answered(heard, slot, words, span.chance)


def _answered(heard: Heard, slot: Slot, words: str, chance: float) -> Iterator[Read]:
    if slot.kind == "text":
        yield Read(Inform(slot.name, words, words), why="text: the words for it", by=Part.TAGGER, chance=chance)
        return
    asked = Asked(wanted=Wanted.SLOT, slot=slot, slots={slot.name: slot})
    alone = heard.ear.hear(words, asked, heard.context)
    read = answer(alone.message, alone.givens, asked, heard.ear.scope, heard.context) if alone.message.clauses else None
    if read is not None and isinstance(read.meaning, Inform) and read.meaning.problem is None:
        yield replace(read, by=Part.TAGGER, chance=chance)
