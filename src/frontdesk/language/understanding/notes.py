"""Keeps a wish that is no value of any slot as a note: "extra numbing cream please"."""

from __future__ import annotations

from enum import StrEnum

from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import Inform
from frontdesk.language.understanding.clauses import ASIDES, Clause, Mood
from frontdesk.language.understanding.listening import Heard
from frontdesk.language.understanding.results import Read

_FEWEST = 2  # words that a mere "please" must ask for


class Strength(StrEnum):
    """How plainly something is wished for."""

    PLAIN = "plain"  # "extra towels", "add a note"
    POLITE = "polite"  # nothing but a "please" tells


def note(heard: Heard, least: Strength = Strength.POLITE) -> Read | None:
    """Return what a message wishes for beside values, if the running flow takes notes."""
    slot = next((slot for slot in heard.asked.slots.values() if slot.kind == "notes"), None)
    if slot is None:
        return None
    wishes = [clause for clause in heard.message.clauses if _wishes(heard, clause, least)]
    start, end = _dictated(heard) or (wishes[0].start if wishes else 0, wishes[-1].end if wishes else 0)
    words = heard.message.text[start:end].strip().rstrip(".!,;").strip()
    return Read(Inform(slot.name, added(heard, slot, words), words), why="note: a wish") if words else None


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
    explained = {
        place
        for label, cues in message.cues.items()
        if label.startswith("moves.") or label == ASIDES
        for cue in cues
        for place in range(cue.first, cue.after)
    }
    explained |= {message.place_at(given.start) for given in heard.givens}
    placed = heard.ear.triggers.vocabulary.placed(message.bare[clause.first : clause.after])
    left = [place for place, _ in placed if clause.first + place not in explained]
    return len(left) >= (1 if plain else _FEWEST)
