"""Reads that something booked shall stay as it is, where the desk would move it: "no, leave it as it was"."""

from __future__ import annotations

from frontdesk.dialogue.meanings import Cancel
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.answering import chances, is_bare
from frontdesk.language.resolve.believing import believed_of
from frontdesk.language.resolve.readings.moving import moves_booking
from frontdesk.language.results import Part, Read
from frontdesk.language.tagger.running import NO_LABELS

_SURELY = 0.8
_LIKELY = 0.5
_OTHERWISE = ("more", "start", "change", "ask", "skip")  # what says something else than that all stays
_SAYS_MORE = 3  # words: "rather not" may be to the new time alone


def stays(heard: Heard) -> tuple[Read, ...]:
    """Return that nothing is moved, for a no that is more than one and names nothing but what there is."""
    words = sum(word[0].isalnum() for word in heard.message.bare)
    single = heard.message.clauses[-1].sentence == 0
    if not moves_booking(heard) or not single or words < _SAYS_MORE or is_bare(heard.message):
        return ()
    if any(given.value not in heard.asked.known.values() for given in heard.givens if given.kind != "number"):
        return ()
    opinion = believed_of(heard, NO_LABELS)
    chance = chances(heard.message, heard.context).get("no", 0.0)
    if opinion is None or chance < _SURELY or max(opinion.acts[act] for act in _OTHERWISE) >= _LIKELY:
        return ()
    return (Read(Cancel(heard.text), why="cancel: it stays as it is", by=Part.TAGGER, chance=chance),)
