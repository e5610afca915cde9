"""Reads a bare answer to the question that was asked: a name, a number, a phone number that is none, free text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time
from itertools import pairwise

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import Affirm, Inform, Problem
from frontdesk.dialogue.values import Anytime, Soonest, Value
from frontdesk.language.readers import name, party, reference, when
from frontdesk.language.readers.reading import Context, Found
from frontdesk.language.readers.text.clauses import Clause, Message, Mood
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.answering import assent, chances
from frontdesk.language.resolve.slots.quantities import amount, count, is_all_said, length
from frontdesk.language.resolve.values.every_value import Scope
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.results import Read
from frontdesk.language.words import listed, tokens, word_set

_MOVES = (
    *("moves.cancel", "moves.bare_cancel", "moves.putting_off", "moves.start_over", "moves.go_back", "moves.repeat"),
    *("moves.help", "moves.want_person", "moves.skip", "moves.more", "clauses.holding"),
)
_DIGITS = re.compile(r"\d(?:[\s().+\-]*\d)+", re.ASCII)
_SEVERAL = 2  # names
_FEW = 3  # words that tell no more than why any day will do
_QUANTITIES = frozenset({"money", "duration", "number", "yesno"})
_STEM = 4  # letters that "smoke" and "smoker" have in common
_NO = 0.6  # how likely what is said to a question for a yes or no must be a no
_DENYING = ("clauses.negations", "moves.no")
_ADDRESS = re.compile(r"(?<!\S)\S*@\S*|(?<!\w)(?<!\w[+-])\w[\w+-]*(?:\.\w[\w+-]*)+")


def answer(message: Message, givens: Sequence[Given], asked: Asked, scope: Scope, context: Context) -> Read | None:
    """Return what the message says when taken as the answer to the question for `asked.slot`."""
    slot = asked.slot
    if slot is None:
        return None
    match slot.kind:
        case "person_name":
            return _named(message, givens, slot, scope, context)
        case "party":
            phones = [given for given in givens if given.kind == "phone"]  # which counts nobody
            counts = [
                found
                for found in party.answer(message.text, context)
                if not any(found.start < phone.end and phone.start < found.end for phone in phones)
            ]
            return _first(slot, counts, why="party: the answer")
        case "phone":
            return _attempt(message, givens, slot, _DIGITS)
        case "email":
            return _attempt(message, givens, slot, _ADDRESS)
        case "time":
            return _hour(message, givens, slot, context)
        case "moment":
            return _on_that_day(_hour(message, givens, slot, context), asked, context)
        case "yesno" | "number" | "money" | "duration":
            return _quantity(message, givens, slot, context)
        case "reference":
            found = reference.answer(message.text, context, scope.reference)
            return _first(slot, found, why="reference: the answer")
        case _:
            return _whichever(message, givens, slot) or _vague(message, givens, slot)


def _quantity(message: Message, givens: Sequence[Given], slot: Slot, context: Context) -> Read | None:
    match slot.kind:
        case "yesno":
            return _yes_or_no(message, slot, context)
        case "number":
            return count(message, givens, slot, context)
        case "money":
            return amount(message, slot, context)
        case _:
            return length(message, slot, context)


def _named(message: Message, givens: Sequence[Given], slot: Slot, scope: Scope, context: Context) -> Read | None:
    """Read the whole message as a name, or what it opens with: "Mia Berg, I have no e-mail"."""
    if slot.many and (several := _several_named(message, slot, scope, context)):
        return several
    if name.is_markup(message.text.strip()):
        return _first(slot, name.answer(message.text, context, scope.not_names), why="name: kept as it was written")
    asks = any(clause.mood is not Mood.SAY for clause in message.clauses)
    moves = any(_says_more(message, cue) for label in _MOVES for cue in message.found(label))
    read = name.corrections if message.found("clauses.holding") else name.answer  # "Ann Lee, wait, Ann Leigh"
    whole = () if asks or moves else read(message.text, context, scope.not_names)
    if whole or len(message.clauses) == 1:
        return _first(slot, whole, why="name: the answer")
    found = [each for clause in message.clauses for each in _named_in(message, clause, givens, scope, context)]
    # "Ann. Ann Ray." gives the whole of it last.
    longer = [each for each in found[1:] if f" {found[0].value.lower()} " in f" {each.value.lower()} "]
    return _first(slot, longer or found, why="name: the answer")


def _several_named(message: Message, slot: Slot, scope: Scope, context: Context) -> Read | None:
    """Return the names of "the travellers are Ann Bell, Tom and Mia"; nothing where a part is none."""
    joiners, ends = word_set(context.language, "party", "joiners"), word_set(context.language, "name", "ends")
    places = [place for place, word in enumerate(message.bare) if word in joiners and place]
    parts = [message.pieces[first + 1 : after] for first, after in pairwise((-1, *places, len(message.pieces)))]
    led = [place + 1 for place, piece in enumerate(parts[0]) if piece.plain in ends]
    parts[0] = parts[0][max(led, default=0) :]
    said = [message.text[part[0].start : part[-1].end] for part in parts if part]
    found = [name.answer(words, context, scope.not_names) for words in said]
    if len(said) < _SEVERAL or not all(found):
        return None
    words = message.text[parts[0][0].start : parts[-1][-1].end] if parts[0] and parts[-1] else message.text.strip()
    return Read(Inform(slot.name, tuple(each[0].value for each in found), words), why="names: the answer")


def _says_more(message: Message, cue: Cue) -> bool:
    """Tell a phrase from a single word, and from letters: the "n a" of "a n n a" skips nothing, unless it is all."""
    words = message.bare[cue.first : cue.after]
    return len(words) > 1 and (len(words) == len(message.bare) or any(len(word) > 1 for word in words))


def _named_in(
    message: Message, clause: Clause, givens: Sequence[Given], scope: Scope, context: Context
) -> Sequence[Found[str]]:
    """Read one clause as a name, where it holds nothing else."""
    taken = any(given.start < clause.end and clause.start < given.end for given in givens)
    if taken or clause.mood is not Mood.SAY or any(message.within(label, clause) for label in _MOVES):
        return ()
    return name.answer(message.words(clause).rstrip(" ,-.!"), context, scope.not_names)


def _first(slot: Slot, found: Sequence[Found[str]] | Sequence[Found[int]], why: str) -> Read | None:
    return Read(Inform(slot.name, found[0].value, found[0].words, found[0].problem), why) if found else None


def _attempt(message: Message, givens: Sequence[Given], slot: Slot, shape: re.Pattern[str]) -> Read | None:
    """Tell an attempt that failed from something else."""
    others = [given for given in givens if given.kind in {"phone", "email", "moment", "day", "time", "reference"}]
    for match in shape.finditer(message.text):
        if not any(given.start < match.end() and match.start() < given.end for given in others):
            return Read(
                Inform(slot.name, None, match.group(), Problem.INVALID), why=f"{slot.kind}: looks like one and is none"
            )
    return None


def _hour(message: Message, givens: Sequence[Given], slot: Slot, context: Context) -> Read | None:
    """Read "3" as an hour where a time was asked for."""
    numbers = [given for given in givens if given.kind == "number" and isinstance(given.value, int)]
    if len(numbers) != 1 or numbers[0].words.strip() != message.text.strip().strip(".!"):
        return _vague(message, givens, slot)
    value = numbers[0].value
    return as_hour(value, numbers[0].words, slot, context) if isinstance(value, int) else None


def _on_that_day(read: Read | None, asked: Asked, context: Context) -> Read | None:
    """Make a moment of the hour and the day that was given before it."""
    match read, asked.among:
        case Read(meaning=Inform(value=time() as clock) as meaning), (date() as day,) if not isinstance(day, datetime):
            moment = datetime.combine(day, clock, context.now.tzinfo)
            return Read(replace(meaning, value=moment), why="moment: the hour of the day that was given")
        case Read(meaning=Inform(problem=Problem.AMBIGUOUS)), _:
            return read
        case _:
            return None


def as_hour(hour: int, words: str, slot: Slot, context: Context) -> Read | None:
    """Read a bare number as the hour it would be with "at" before it."""
    template = listed(context.language, "common", "at_hour")[0]
    for found in when.read(template.format(number=hour), context):
        if isinstance(found.value, time):
            return Read(Inform(slot.name, found.value, words), why="time: an hour, since a time is wanted")
    return None


def _yes_or_no(message: Message, slot: Slot, context: Context) -> Read | None:
    """Read a yes or no, one in the words of the question, "I don't smoke", and what the model takes for a no."""
    read = assent(message, context)
    value = isinstance(read.meaning, Affirm) if read is not None else _in_its_words(message, context)
    if value is None and chances(message, context).get("no", 0.0) >= _NO:
        value = False  # "never", "not anymore"
    words = read.meaning.words if read is not None else message.text.strip()
    return None if value is None else Read(Inform(slot.name, value, words), why="yes or no: the answer")


def _in_its_words(message: Message, context: Context) -> bool | None:
    """Tell whether a statement about the guest says what the question asked, or denies it."""
    light, own = word_set(context.language, "common", "light"), word_set(context.language, "party", "self")
    asked = {token.plain[:_STEM] for token in tokens(context.said or "") if token.plain not in light}
    echo = next((at for at, word in enumerate(message.bare) if len(word) >= _STEM and word[:_STEM] in asked), None)
    if echo is None or any(clause.mood is not Mood.SAY for clause in message.clauses):
        return None
    before = message.bare[:echo]
    if any(cue.first < echo for label in _DENYING for cue in message.found(label)):
        return False
    return True if not before or not own.isdisjoint(before) else None


def plain_answer(
    message: Message, givens: Sequence[Given], asked: Asked, scope: Scope, context: Context
) -> Read | None:
    """Return the answer of a message that is nothing but an amount, a count or a yes or no: "an hour", "none"."""
    if asked.slot is not None and asked.slot.kind == "day":
        return _whichever(message, givens, asked.slot)
    if asked.slot is None or asked.slot.kind not in _QUANTITIES:
        return None
    read = answer(message, givens, asked, scope, context)
    return read if read is not None and is_all_said(message, read, context) else None


def whatever_is_open(message: Message, slot: Slot) -> Read | None:
    """Read "what days do you have?" as the answer of someone who takes the first there is."""
    open_answers: dict[str, Value] = {"day": Soonest(), "time": Anytime()}
    found = message.found("clauses.requests")
    if slot.kind not in open_answers or not found or not any(clause.mood is Mood.REQUEST for clause in message.clauses):
        return None
    if not _is_of_openings(message, (*found, *message.found("clauses.availability"), *message.found("clauses.fits"))):
        return None  # "what about the reminder?" takes no day
    return Read(Inform(slot.name, open_answers[slot.kind], message.text.strip()), why=f"{slot.kind}: whatever is open")


def _is_of_openings(message: Message, cues: Sequence[Cue]) -> bool:
    """Tell whether a request is for nothing else: no more than small words stand beside it."""
    said = {place for cue in cues for place in range(cue.first, cue.after)}
    light = word_set(message.language, "common", "light") | word_set(message.language, "common", "no_things")
    words = [word for place, word in enumerate(message.bare) if place not in said and word[0].isalnum()]
    return light.issuperset(words)


def _whichever(message: Message, givens: Sequence[Given], slot: Slot) -> Read | None:
    """Read "you pick" and "either" as the answer of someone who takes the first day there is."""
    cues = [cue for label in ("clauses.any_option", "clauses.any_alone") for cue in message.found(label)]
    if slot.kind != "day" or not cues or givens or any(clause.mood is Mood.ASK for clause in message.clauses):
        return None
    said = {place for cue in cues for place in range(cue.first, cue.after)}
    light = word_set(message.language, "common", "light") | word_set(message.language, "clauses", "whole_days")
    rest = [word for place, word in enumerate(message.bare) if place not in said and word[0].isalnum()]
    spoken = next(place for place, word in enumerate(message.bare) if word[0].isalnum())
    days = word_set(message.language, "clauses", "whole_days")
    opens = cues[0].first == spoken and len(rest) <= _FEW and not days.isdisjoint(message.bare)
    words = message.text.strip()
    return Read(Inform(slot.name, Soonest(), words), why="day: whichever") if opens or light.issuperset(rest) else None


def _vague(message: Message, givens: Sequence[Given], slot: Slot) -> Read | None:
    vague = [given for given in givens if given.kind == "vague"]
    if any(clause.mood is Mood.REQUEST for clause in message.clauses):
        return None  # "how soon can you see me?"
    if vague and slot.kind in {"day", "time", "moment"}:
        return Read(Inform(slot.name, None, vague[-1].words, Problem.AMBIGUOUS), why="when: too vague to use")
    return None


def free_text(message: Message, slot: Slot) -> Read:
    """Take the whole message as the text that was asked for, without "call it"."""
    begin = 0
    for cue in message.found("clauses.titles"):
        if cue.first == 0:
            begin = max(begin, cue.end)
    words = message.text[begin:].strip().strip("\"'“”:").strip() or message.text.strip()
    return Read(Inform(slot.name, words, words), why="text: as it was said")
