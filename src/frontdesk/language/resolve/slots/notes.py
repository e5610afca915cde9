"""Keeps a wish that is no value of any slot as a note: "extra numbing cream please"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import lru_cache, partial

from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import Inform, StartFlow
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.clauses import ASIDES, Clause, Message, Mood
from frontdesk.language.results import Read
from frontdesk.language.words import word_set

_FEWEST = 2  # words that a mere "please" must ask for
_LEADING = ("clauses.breaks", "clauses.joins", "clauses.notes_intro", "moves.yes")


class Strength(StrEnum):
    """How plainly something is wished for."""

    PLAIN = "plain"  # "extra towels", "add a note"
    POLITE = "polite"  # nothing but a "please" tells


def note(heard: Heard, least: Strength = Strength.POLITE) -> Read | None:
    """Return what a message wishes for beside values, if the running flow takes notes."""
    slot = _slot(heard.asked.slots)
    if slot is None:
        return None
    wishes = [clause for clause in heard.message.clauses if _wishes(heard, clause, least)]
    start, end = _dictated(heard) or (_begin(heard, wishes[0]) if wishes else 0, wishes[-1].end if wishes else 0)
    words = heard.message.text[start:end].strip().rstrip(".!,;").strip()
    return Read(Inform(slot.name, added(heard, slot, words), words), why="note: a wish") if words else None


def told_for_staff(heard: Heard) -> Read | None:
    """Return as a note what tells an hour that the running flow has no slot for: when guests of a hotel get in."""
    slot = _slot(heard.asked.slots)
    takes = {each.kind for each in heard.asked.slots.values()}
    hours = [given for given in heard.givens if given.kind == "time" and given.problem is None]
    if slot is None or not hours or not takes.isdisjoint({"time", "moment"}):
        return None
    if any(clause.mood is not Mood.SAY for clause in heard.message.clauses):
        return None
    words = heard.message.text.strip().rstrip(".!,;")
    return Read(Inform(slot.name, added(heard, slot, words), words), why="note: an hour that nothing here takes")


def opening_note(heard: Heard, begun: Sequence[Read], asks: Sequence[Read]) -> list[Read]:
    """Return what the message that starts a flow wishes for, in clauses that say nothing else: "..., be gentle"."""
    flows = [heard.ear.triggers.flows[read.meaning.flow] for read in begun if isinstance(read.meaning, StartFlow)]
    slot = _slot(flows[0].slots) if flows else None
    asked = [start for read in asks if (start := heard.message.text.find(read.meaning.words)) >= 0]
    clauses = [
        clause for clause in (_apart_clauses(heard) if slot else ()) if not any(clause.holds(start) for start in asked)
    ]
    said = _said(heard, clauses)
    return [Read(Inform(slot.name, "; ".join(said), said[0]), why="note: a wish")] if slot and said else []


def note_beside(heard: Heard, values: Sequence[Read]) -> list[Read]:
    """Return what is wished for beside values, in clauses that give none: "I'm Jo Ray and I need a wheelchair"."""
    slot = _slot(heard.asked.slots) if values and heard.message.found("clauses.wishes") else None
    said = _said(heard, _apart_clauses(heard)) if slot else []
    if slot is None or not said:
        return []
    return [Read(Inform(slot.name, added(heard, slot, "; ".join(said)), said[0]), why="note: a wish beside values")]


def _apart_clauses(heard: Heard) -> list[Clause]:
    """Return the clauses, or what is joined to them, that hold no value and wish for something."""
    clauses = map(partial(_apart, heard), heard.message.clauses)
    free = [clause for clause in clauses if not any(clause.holds(given.start) for given in heard.givens)]
    return [clause for clause in free if _wishes(heard, clause, Strength.PLAIN)]


def _said(heard: Heard, clauses: Sequence[Clause]) -> list[str]:
    return [heard.message.text[_begin(heard, clause) : clause.end].strip(" .!,;") for clause in clauses]


def _apart(heard: Heard, clause: Clause) -> Clause:
    """Return what a clause adds to the last value in it: the "and be gentle" of "Friday 2pm and be gentle"."""
    message = heard.message
    last = max((message.place_at(given.end - 1) for given in heard.givens if clause.holds(given.start)), default=-1)
    joined = any(cue.first == last + 1 for cue in message.within("clauses.joins", clause)) and last + 2 < clause.after
    return clause._replace(first=last + 1, start=message.pieces[last + 1].start) if joined else clause


def _slot(slots: Mapping[str, Slot]) -> Slot | None:
    return next((slot for slot in slots.values() if slot.kind == "notes"), None)


def _begin(heard: Heard, clause: Clause) -> int:
    """Return where a wish begins, after the "and note that" or the "ok and" before it; of a thing with that thing."""
    message, begin = heard.message, clause.first
    articles = word_set(message.language, "triggers", "articles")
    asking = [cue for cue in message.within("clauses.desires", clause) if articles & {*message.bare[cue.after :][:1]}]
    leads = [*asking, *(cue for label in _LEADING for cue in message.within(label, clause))]
    while after := max((cue.after for cue in leads if cue.first == begin and cue.after < clause.after), default=0):
        begin = after
    return message.pieces[begin].start


def added(heard: Heard, slot: Slot, words: str) -> str:
    """Return a note with those that were made before it: a second one does not undo the first."""
    held = heard.asked.known.get(slot.name)
    if not isinstance(held, str):
        return words
    return held if words in held else f"{held}; {words}"


def _dictated(heard: Heard) -> tuple[int, int] | None:
    """Find what follows "add a note:"."""
    openings = [cue for cue in heard.message.found("clauses.notes_intro") if cue.first == 0]
    if not openings:
        return None
    begin = max(cue.after for cue in openings)
    rest = [piece for piece in heard.message.pieces[begin:] if piece.text[0].isalnum()]
    return (rest[0].start, rest[-1].end) if rest else None


def _wishes(heard: Heard, clause: Clause, least: Strength) -> bool:
    """Tell whether a clause wishes for something: a wish word, and something else that no other phrase explains."""
    message = heard.message
    plain = bool(message.within("clauses.wishes", clause))
    polite = bool(message.within("clauses.polite", clause)) and not message.within("clauses.not_wishes", clause)
    if clause.mood not in {Mood.SAY, Mood.REQUEST} or not (plain or (polite and least is Strength.POLITE)):
        return False
    explained = _explained(message)
    given = {message.place_at(each.start) for each in heard.givens if clause.holds(each.start)}
    placed = heard.ear.triggers.vocabulary.placed(message.bare[clause.first : clause.after])
    left = [place for place, _ in placed if clause.first + place not in explained and clause.first + place not in given]
    return len(left) >= (1 if plain else _FEWEST)


@lru_cache(maxsize=4)  # each clause of a message is weighed
def _explained(message: Message) -> frozenset[int]:
    """Return the places of words that a phrase says something else with."""
    return frozenset(
        place
        for label, cues in message.cues.items()
        if label.startswith("moves.") or label == ASIDES
        for cue in cues
        for place in range(cue.first, cue.after)
    )
