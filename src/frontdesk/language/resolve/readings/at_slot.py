"""Reads the answer to a question for one slot."""

from __future__ import annotations

from collections.abc import Sequence

from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import Cancel, Exclude, Inform, Skip
from frontdesk.dialogue.starting import PERSON, STUCK
from frontdesk.language.hearing import Heard
from frontdesk.language.readers import name
from frontdesk.language.readers.text.clauses import Mood
from frontdesk.language.resolve.believing import believed_of
from frontdesk.language.resolve.options.in_doubt import about_doubted, value_in_doubt
from frontdesk.language.resolve.options.instead import is_all_said, pick_instead
from frontdesk.language.resolve.options.times import later_or_earlier
from frontdesk.language.resolve.questions.asking import (
    asked_of,
    besides,
    without_lacking,
    without_unknown,
)
from frontdesk.language.resolve.questions.said_again import when_again
from frontdesk.language.resolve.questions.unserved import unknown_places
from frontdesk.language.resolve.readings.anywhere import (
    left_over,
    named_besides,
    settled,
    spoken_assent,
    values_in,
    without,
)
from frontdesk.language.resolve.readings.confirming import insisted
from frontdesk.language.resolve.readings.titles import title_and_more
from frontdesk.language.resolve.slots.answers import answer, free_text, plain_answer, whatever_is_open
from frontdesk.language.resolve.slots.notes import Strength, note, note_beside
from frontdesk.language.resolve.slots.offered_days import day_taken
from frontdesk.language.resolve.slots.several import adds
from frontdesk.language.resolve.slots.shifting import shift
from frontdesk.language.resolve.slots.texts import nothing_said
from frontdesk.language.resolve.slots.unoffered import not_offered
from frontdesk.language.resolve.values.given import Stance, apart
from frontdesk.language.resolve.wishes.letting_go import moves_of
from frontdesk.language.resolve.wishes.openings import seeks_opening
from frontdesk.language.resolve.wishes.skips import with_named_skips
from frontdesk.language.resolve.wishes.starts import starts, starts_within
from frontdesk.language.results import Read
from frontdesk.language.tagger.labels import slot_labels
from frontdesk.language.tagger.spans import WANTED

_TEXT = frozenset({"text", "notes"})
_CONTACTS = frozenset({"person_name", "phone", "email"})
_VALUES = (Inform, Exclude)
_SKIPPED, _DROPPED = 0.8, 0.5  # how likely an act must be


def at_slot(heard: Heard) -> list[Read]:
    """Read the answer to a question for one slot."""
    plain = day_taken(heard) or plain_answer(heard.message, heard.givens, heard.asked, heard.ear.scope, heard.context)
    if whole := [plain] if plain is not None else _another_choice(heard):
        return whole
    acts = insisted(heard, with_named_skips(heard, moves_of(heard), heard.asked.slots))
    slot = heard.asked.slot
    acts = [_left_out(heard) or read if isinstance(read.meaning, Cancel) else read for read in acts]
    asks = about_doubted(heard, without_lacking(asked_of(heard), acts))
    if slot is not None and slot.kind in _TEXT and not acts and (nothing := nothing_said(heard, slot)):
        return [nothing]
    if (
        slot is not None
        and slot.kind in _TEXT
        and not acts
        and not _asks_only(heard, asks)
        and not _answers_other(heard, slot)
        and not (heard.ear.triggers.repeated(heard.message, heard.givens) and starts_within(heard))
    ):
        return title_and_more(heard, slot) or [free_text(heard.message, slot)]
    if not acts and (told := when_again(heard)):
        return told
    begun = starts_within(heard) or _leaving_aside(heard)
    if begun:
        return [*without(acts, Cancel, Skip), *begun, *besides(heard, asks, begun)]
    other = [read for read in acts if isinstance(read.meaning, Skip) and read.meaning.slot is not None]
    reads, wish = _slot_values(heard, is_asking=bool(asks) or len(acts) > len(other))
    reads = [*reads, *note_beside(heard, reads), *(unknown_places(heard, heard.running, reads) if reads else ())]
    acts = settled(heard, acts, reads)
    if not (acts or reads) and later_or_earlier(heard.message, heard.asked):
        asks, wish = without_unknown(asks), None  # "can it be any earlier?"
    asks = asks or (named_besides(heard) if reads else [])
    if acts or asks or reads:
        return [*acts, *spoken_assent(heard, reads, acts), *reads, *(without_unknown(asks) if acts or reads else asks)]
    moved = shift(heard)
    if moved is not None:
        return [moved.read]
    rest = left_over(heard, wish)
    if not rest and (beside := later_or_earlier(heard.message, heard.asked)):
        return [beside]
    if rest or slot is None:
        return rest
    guess = not_offered(heard, slot) or whatever_is_open(heard.message, slot)
    return [guess] if guess else []


def _another_choice(heard: Heard) -> list[Read]:
    """Return what is picked instead of what was chosen, said to a question for a name or a number."""
    slot, asked = heard.asked.slot, heard.asked
    if slot is None or slot.kind not in _CONTACTS or not asked.chosen_from or not asked.listed:
        return []
    picking = pick_instead(heard.message, heard.givens, asked, heard.context)
    if picking.reads:
        return list(picking.reads) if not values_in(heard, apart(heard.givens, picking.used)) else []
    beside = later_or_earlier(heard.message, asked)
    cues = [cue for label in ("later", "earlier") for cue in heard.message.found(f"clauses.{label}")]
    return [beside] if beside is not None and is_all_said(heard.message, cues, heard.context) else []


def _left_out(heard: Heard) -> Read | None:
    """Read words of dropping as leaving out what need not be told, where the model hears just that: "don't bother"."""
    opinion, slot = believed_of(heard), heard.asked.slot
    if opinion is None or slot is None or slot.required or opinion.acts["undo"] >= _DROPPED:
        return None
    return Read(Skip(heard.text), why="skip: it need not be told") if opinion.acts["skip"] >= _SKIPPED else None


def _leaving_aside(heard: Heard) -> list[Read]:
    """Read what the guest turns to, asked by a side matter where they can be reached; a contact answers that.

    Whoever is asked for a reference, and asks for an opening, wants something new.
    """
    flow = heard.ear.triggers.flows.get(heard.asked.flow or "")
    aside = flow is not None and (bool(flow.answers) or flow.name in (PERSON, STUCK))
    contact = heard.asked.slot is not None and any(given.kind == heard.asked.slot.kind for given in heard.givens)
    # "Botox Friday at noon", where a question about Botox is to be answered, is a wish of its own.
    dated = any(given.kind == "day" and given.stance is Stance.WANTED for given in heard.givens)
    return starts(heard) if (aside and (dated or not contact)) or seeks_opening(heard) else []


def _slot_values(heard: Heard, *, is_asking: bool) -> tuple[list[Read], Read | None]:
    """Return the answer to the question with what else was given, or else a wish."""
    values = values_in(heard, heard.givens)
    slot = heard.asked.slot
    if slot is not None and slot.kind == "person_name" and (whole := _whole_name(heard, slot)):
        return [whole], None
    if slot is not None and (picked := _one_of_doubted(heard, slot, values)):
        return picked, None
    wish = None if values else note(heard, Strength.PLAIN)
    if slot is None or wish is not None or _fills(values, slot.name):
        return values, wish
    if is_asking and not values and not _opens_with_answer(heard):
        return values, wish
    if values and adds(heard.message):
        return values, wish
    direct = answer(heard.message, heard.givens, heard.asked, heard.ear.scope, heard.context)
    if direct is None or _is_when(heard, direct):
        return values, None if values else note(heard)
    start = heard.message.text.find(direct.meaning.words)
    end = start + len(direct.meaning.words)
    # "Ann Lee" is the guest, though a Lee works here.
    apart = [given for given in heard.givens if given.end <= start or end <= given.start]
    return [direct, *values_in(heard, apart)], None


def _whole_name(heard: Heard, slot: Slot) -> Read | None:
    """Return a reply that is a name in all of its words, though some are a day or a thing elsewhere: "Friday Jones"."""
    said = heard.message.text.strip().rstrip(".!")
    found = name.answer(said, heard.context) if heard.givens and not slot.many else ()
    if len(found) != 1 or found[0].words != said or " " not in said:
        return None
    return Read(Inform(slot.name, found[0].value, said), why="name: the whole answer")


def _one_of_doubted(heard: Heard, slot: Slot, values: Sequence[Read]) -> list[Read]:
    """Return the one of the values in doubt that is picked, with what was said besides."""
    told = [read.meaning for read in values if isinstance(read.meaning, Inform) and read.meaning.slot == slot.name]
    picked = value_in_doubt(heard) if all(each.problem is not None for each in told) else None
    if picked is None:
        return []
    return [picked, *(read for read in values if read.meaning not in told)]


def _is_when(heard: Heard, direct: Read) -> bool:
    """Tell whether what looks like a bare answer is nothing but a day or a time: "thurs" is no name."""
    words = direct.meaning.words
    return any(given.kind in {"day", "time"} and given.words == words != heard.text for given in heard.givens)


def _opens_with_answer(heard: Heard) -> bool:
    """Tell "Paul Marsh. How long does it take?": an answer, and then something else."""
    if heard.asked.slot is not None and heard.asked.slot.kind == "person_name" and len(heard.message.clauses) > 1:
        return bool(name.answer(heard.text, heard.context, heard.ear.scope.not_names))
    first = heard.message.clauses[0]
    explained = any(label.startswith("moves.") and heard.message.within(label, first) for label in heard.message.cues)
    return len(heard.message.clauses) > 1 and first.mood is Mood.SAY and not explained


def _asks_only(heard: Heard, asks: Sequence[Read]) -> bool:
    return bool(asks) and all(clause.mood is Mood.ASK for clause in heard.message.clauses)


def _answers_other(heard: Heard, slot: Slot) -> bool:
    """Tell "my name is Ann Bell", which answers another question than that for a text."""
    values = values_in(heard, heard.givens)
    if not values or not heard.ear.triggers.rest(heard.message, heard.givens):
        return bool(values)
    opinion = believed_of(heard, slot_labels(heard.running.slots))
    tagged = {span.slot for span in opinion.spans if span.meant == WANTED} if opinion else set[str]()
    told = {read.meaning.slot for read in values if isinstance(read.meaning, Inform)}
    contacts = {name for name in told if heard.running.slots[name].kind in _CONTACTS}
    return slot.name not in tagged and bool(contacts & tagged)


def _fills(reads: Sequence[Read], slot: str) -> bool:
    return any(isinstance(read.meaning, _VALUES) and read.meaning.slot == slot for read in reads)
