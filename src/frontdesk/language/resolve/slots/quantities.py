"""Reads the answer to a question for how much, how long or how many."""

from __future__ import annotations

from collections.abc import Sequence

from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import Inform, Problem
from frontdesk.dialogue.values import Value
from frontdesk.language.readers import duration, money
from frontdesk.language.readers.reading import Context, Found
from frontdesk.language.readers.text.clauses import Message, Mood
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.results import Read
from frontdesk.language.words import listed, tokens, word_set


def amount(message: Message, slot: Slot, context: Context) -> Read | None:
    """Read "fifty", "about 50 bucks" and "under 100" as money; of two amounts nobody knows which is meant."""
    return _one(slot, money.answer(message.text, context))


def length(message: Message, slot: Slot, context: Context) -> Read | None:
    """Read "an hour", "1h30" and "45" as a length of time."""
    return _one(slot, duration.answer(message.text, context))


def _one(slot: Slot, found: Sequence[Found[Value]]) -> Read | None:
    if not found:
        return None
    if len({each.value for each in found}) > 1:
        words = f"{found[0].words} - {found[-1].words}"
        several = tuple(each.value for each in found)
        return Read(Inform(slot.name, None, words, Problem.AMBIGUOUS, several), why=f"{slot.kind}: several amounts")
    return Read(Inform(slot.name, found[-1].value, found[-1].words), why=f"{slot.kind}: the answer")


def count(message: Message, givens: Sequence[Given], slot: Slot, context: Context) -> Read | None:
    """Read "a couple" and "two of us" as a number, and "none" and "no bags" as zero."""
    numbers = [given for given in givens if given.kind == "number" and given.stance is Stance.WANTED]
    if numbers:
        return Read(Inform(slot.name, numbers[-1].value, numbers[-1].words), why="number: the answer")
    spoken = [word for word in message.bare if word[0].isalnum()]
    asked_for = {*slot.name.split("_"), *(token.plain for token in tokens(context.said or ""))}
    plain = word_set(message.language, "common", "around_choice") | asked_for
    opens = any(" ".join(spoken).startswith(word) for word in listed(message.language, "answers", "zero"))
    rest = set(spoken) - word_set(message.language, "answers", "zero") - plain
    said = set(spoken) - word_set(message.language, "common", "light")
    bare_no = said <= word_set(message.language, "common", "plain_no")  # it may well decline to say
    if not opens or rest or bare_no or any(clause.mood is Mood.ASK for clause in message.clauses):
        return None
    return Read(Inform(slot.name, 0, message.text.strip()), why="number: none of them")


def is_all_said(message: Message, read: Read, context: Context) -> bool:
    """Tell whether a message says nothing but the value that was read in it."""
    begin = message.text.find(read.meaning.words)
    end = begin + len(read.meaning.words)
    plain = word_set(message.language, "common", "around_choice") | word_set(message.language, "money", "roughly")
    plain = plain.union(
        *(phrase.split() for key in ("most", "least") for phrase in listed(context.language, "money", key))
    )
    return all(
        begin <= piece.start < end or word in plain or not word[0].isalnum()
        for piece, word in zip(message.pieces, message.bare, strict=True)
    )
