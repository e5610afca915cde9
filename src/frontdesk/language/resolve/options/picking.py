"""What a message picks from the options shown, and the values of the message that this uses up."""

from __future__ import annotations

from typing import NamedTuple

from frontdesk.language.readers.text.clauses import Clause, Message, Mood
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.results import Read
from frontdesk.language.words import word_set


class Picking(NamedTuple):
    """What was picked, and which values of the message it used up; `read` is the clause that says no more than that."""

    reads: tuple[Read, ...]
    used: tuple[Given, ...] = ()
    read: Clause | None = None


def is_asked(message: Message, cue: Cue) -> bool:
    """Tell "is the late one full?" from "the late one", though lateness is something that is asked about."""
    clause = message.clause_at(cue.start)
    return clause.mood is Mood.ASK and not says_no_more(message, clause, (cue,))


def is_turned_down(message: Message, place: int) -> bool:
    """Tell whether what is named at `place` is ruled out by the word before it: "not the last flight"."""
    refusals = [cue for cue in message.found("clauses.excluding_before") if not _is_correction(message, cue)]
    return any(0 <= place - cue.after <= 1 and cue.first < place for cue in refusals)


def _is_correction(message: Message, cue: Cue) -> bool:
    """Tell the "no" of "the last flight, no, the first flight" from "no": something stands before it."""
    refusals = {other.first for other in message.found("moves.no")}
    return cue.after - cue.first == 1 and cue.first in refusals and cue.first > 0


def says_no_more(message: Message, clause: Clause, cues: tuple[Cue, ...]) -> bool:
    """Tell whether a clause that is put as no question holds nothing beside phrases and words around a choice."""
    around = word_set(message.language, "common", "around_choice")
    openers = {other.first for other in message.within("clauses.openers", clause)}
    return not clause.marked and all(
        any(cue.first <= place < cue.after for cue in cues)
        or (message.bare[place] in around and place not in openers)
        or not message.bare[place][0].isalnum()
        for place in range(clause.first, clause.after)
    )
