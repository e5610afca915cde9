"""Reads two deeds that a guest leaves open: "move or cancel my appointment" is asked back."""

from __future__ import annotations

from itertools import pairwise

from frontdesk.dialogue.meanings import StartFlow
from frontdesk.language.understanding.listening import Heard
from frontdesk.language.understanding.message.clauses import Mood
from frontdesk.language.understanding.results import Read
from frontdesk.language.understanding.wishes.owned import HANDLED, MADE

_OR = "clauses.alternatives"
_DEEDS = (HANDLED - {"check"}) | {MADE}
_UNMEANT = frozenset({"topics.policy.asks", "clauses.hypothetical", "clauses.negations", "clauses.change_of_mind"})
_NEAR = 3  # words between the two: "book one or maybe cancel"


def either(heard: Heard) -> list[Read]:
    """Return both flows that an "or" leaves open; none where a question or a "not" is about them."""
    message = heard.message
    joints = [cue.first for cue in message.found(_OR)]
    if not joints or message.has(_UNMEANT):
        return []
    placed = [(place, word) for place, word in heard.ear.triggers.vocabulary.placed(message.bare) if word in _DEEDS]
    for (first, one), (second, other) in pairwise(placed):
        joined = one != other and second - first <= _NEAR and any(first < joint < second for joint in joints)
        if joined and message.clause_at(message.pieces[first].start).mood is not Mood.ASK:
            flows = [flow for deed in (one, other) if (flow := heard.ear.triggers.that_does(deed))]
            begun = [Read(StartFlow(flow, heard.text), why="either: one or the other") for flow in dict.fromkeys(flows)]
            return begun if len(begun) > 1 else []
    return []
