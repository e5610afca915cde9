"""Reads a bare answer to the question that was asked: a name, a number, a phone number that is none, free text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import time

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import Affirm, Inform, Problem
from frontdesk.dialogue.values import Anytime, Soonest, Value
from frontdesk.language import name, number, party, reference, when
from frontdesk.language.reading import Context, Found
from frontdesk.language.understanding.assent import assent
from frontdesk.language.understanding.clauses import Message, Mood
from frontdesk.language.understanding.given import Given, Stance
from frontdesk.language.understanding.results import Read
from frontdesk.language.understanding.values import Scope
from frontdesk.language.words import listed, word_set

_MOVES = (
    *("moves.cancel", "moves.bare_cancel", "moves.putting_off", "moves.start_over", "moves.go_back", "moves.repeat"),
    *("moves.help", "moves.want_person", "moves.skip", "moves.more", "clauses.holding"),
)
_DIGITS = re.compile(r"\d(?:[\s().+\-]*\d)+", re.ASCII)
_ADDRESS = re.compile(r"\S*@\S*|\w[\w+-]*(?:\.\w[\w+-]*)+")


def answer(message: Message, givens: Sequence[Given], asked: Asked, scope: Scope, context: Context) -> Read | None:
    """Return what the message says when taken as the answer to the question for `asked.slot`."""
    slot = asked.slot
    if slot is None:
        return None
    chosen = _among(message, givens, asked, context)
    if chosen is not None:
        return chosen
    match slot.kind:
        case "person_name":
            return _named(message, givens, slot, scope, context)
        case "party":
            return _first(slot, party.answer(message.text, context), why="party: the answer")
        case "phone":
            return _attempt(message, givens, slot, _DIGITS)
        case "email":
            return _attempt(message, givens, slot, _ADDRESS)
        case "time":
            return _hour(message, givens, slot, context)
        case "yesno":
            return _yes_or_no(message, slot, context)
        case "number":
            return _number(givens, slot)
        case "reference":
            found = reference.answer(message.text, context, scope.reference)
            return _first(slot, found, why="reference: the answer")
        case _:
            return _vague(message, givens, slot)


def _named(message: Message, givens: Sequence[Given], slot: Slot, scope: Scope, context: Context) -> Read | None:
    """Read the whole message as a name, or what it opens with: "Mia Berg, I have no e-mail"."""
    asks = any(clause.mood is not Mood.SAY for clause in message.clauses) or bool(message.found("clauses.holding"))
    moves = any(cue.after - cue.first > 1 for label in _MOVES for cue in message.found(label))
    whole = () if asks or moves else name.answer(message.text, context, scope.not_names)
    if whole or len(message.clauses) == 1:
        return _first(slot, whole, why="name: the answer")
    for clause in message.clauses:
        said = message.words(clause).rstrip(" ,-.!")
        moves = any(message.within(label, clause) for label in _MOVES)
        named = name.answer(said, context, scope.not_names) if clause.mood is Mood.SAY and not moves else ()
        if named and not any(given.start < clause.end and clause.start < given.end for given in givens):
            return _first(slot, named, why="name: the answer")
    return None


def _first(slot: Slot, found: Sequence[Found[str]] | Sequence[Found[int]], why: str) -> Read | None:
    return Read(Inform(slot.name, found[0].value, found[0].words, found[0].problem), why) if found else None


def _among(message: Message, givens: Sequence[Given], asked: Asked, context: Context) -> Read | None:
    """Pick one of the values in doubt by its number: "the first one"."""
    if not asked.among or asked.slot is None:
        return None
    positions = [(each.value, each.words) for each in number.read_ordinal(message.text, context)]
    positions += [
        (given.value, given.words) for given in givens if given.kind == "number" and isinstance(given.value, int)
    ]
    for position, words in positions:
        if position == -1 or 1 <= position <= len(asked.among):
            value = asked.among[position if position == -1 else position - 1]
            return Read(Inform(asked.slot.name, value, words), why="among: by its number")
    return None


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
    if len(numbers) > 1:
        return _hours(message, numbers, slot, context)
    if len(numbers) != 1 or numbers[0].words.strip() != message.text.strip().strip(".!"):
        return _vague(message, givens, slot)
    value = numbers[0].value
    return as_hour(value, numbers[0].words, slot, context) if isinstance(value, int) else None


def _hours(message: Message, numbers: Sequence[Given], slot: Slot, context: Context) -> Read | None:
    """Read "10 or 11" as two hours in doubt, where no word besides says otherwise."""
    around = word_set(context.language, "common", "around_choice")
    words = [piece.plain for piece in message.pieces if piece.text[0].isalpha()]
    reads = [as_hour(given.value, given.words, slot, context) for given in numbers if isinstance(given.value, int)]
    hours = [read.meaning.value for read in reads if read is not None and isinstance(read.meaning, Inform)]
    if not all(word in around for word in words) or len(hours) != len(numbers):
        return None
    said = message.text[numbers[0].start : numbers[-1].end]
    doubt = tuple(hour for hour in hours if hour is not None)
    return Read(Inform(slot.name, None, said, Problem.AMBIGUOUS, doubt), why="time: several hours in doubt")


def as_hour(hour: int, words: str, slot: Slot, context: Context) -> Read | None:
    """Read a bare number as the hour it would be with "at" before it."""
    template = listed(context.language, "common", "at_hour")[0]
    for found in when.read(template.format(number=hour), context):
        if isinstance(found.value, time):
            return Read(Inform(slot.name, found.value, words), why="time: an hour, since a time is wanted")
    return None


def _yes_or_no(message: Message, slot: Slot, context: Context) -> Read | None:
    read = assent(message, context)
    if read is None:
        return None
    return Read(Inform(slot.name, isinstance(read.meaning, Affirm), read.meaning.words), why="yes or no: the answer")


def _number(givens: Sequence[Given], slot: Slot) -> Read | None:
    numbers = [given for given in givens if given.kind == "number" and given.stance is Stance.WANTED]
    return Read(Inform(slot.name, numbers[-1].value, numbers[-1].words), why="number: the answer") if numbers else None


def whatever_is_open(message: Message, slot: Slot) -> Read | None:
    """Read "what days do you have?" as the answer of someone who takes the first there is."""
    open_answers: dict[str, Value] = {"day": Soonest(), "time": Anytime()}
    found = message.found("clauses.requests")
    if slot.kind not in open_answers or not found or not any(clause.mood is Mood.REQUEST for clause in message.clauses):
        return None
    return Read(Inform(slot.name, open_answers[slot.kind], message.text.strip()), why=f"{slot.kind}: whatever is open")


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
