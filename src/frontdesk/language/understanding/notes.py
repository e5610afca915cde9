"""Keeps a wish that is no value of any slot as a note: "extra numbing cream please"."""

from __future__ import annotations

from frontdesk.dialogue.meanings import Inform
from frontdesk.language.understanding.clauses import Clause, Mood
from frontdesk.language.understanding.listening import Heard
from frontdesk.language.understanding.results import Read


def note(heard: Heard) -> Read | None:
    """Return what a message wishes for beside values, if the running flow takes notes."""
    slot = next((slot for slot in heard.asked.slots.values() if slot.kind == "notes"), None)
    wishes = [clause for clause in heard.message.clauses if _wishes(heard, clause)]
    if slot is None or not wishes:
        return None
    words = heard.message.text[wishes[0].start : wishes[-1].end].strip().rstrip(".!,;")
    return Read(Inform(slot.name, words, words), why="note: a wish that is no value")


def _wishes(heard: Heard, clause: Clause) -> bool:
    """Tell whether a clause wishes for something: a wish word, and something else that no other phrase explains."""
    message = heard.message
    polite = bool(message.within("clauses.polite", clause)) and not message.within("clauses.not_wishes", clause)
    if clause.mood is not Mood.SAY or not (polite or message.within("clauses.wishes", clause)):
        return False
    explained = {
        place
        for label, cues in message.cues.items()
        if label.startswith("moves.")
        for cue in cues
        for place in range(cue.first, cue.after)
    }
    explained |= {message.place_at(given.start) for given in heard.givens}
    placed = heard.ear.triggers.vocabulary.placed(message.bare[clause.first : clause.after])
    return any(clause.first + place not in explained for place, _ in placed)
