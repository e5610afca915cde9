"""The flows that the desk goes through of its own accord: when, what they are given, and what they may do.

Each is written in the flow language and ships with Frontdesk; a flow of the same name in the folder of a business
takes its place. What the guest wants of the engine itself (to go back, to start over) is a move: the engine makes it,
and the pattern is what surrounds it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from frontdesk.dialogue.flow import Flow, Flows, Move

CANCELLED, COMPLETED, ERROR, SILENCE = "cancelled", "completed", "error", "silence"
START_OVER, GO_BACK = "start_over", "go_back"
CORRECT, DIGRESS, CLARIFY, REPEAT = "correct", "digress", "clarify", "repeat"

MATTER, WHAT, OLD, NEW, SAID = "matter", "what", "old", "new", "said"
WAY, TURNED_TO, ABOUT = "way", "turned_to", "about"
AWAY, BACK = "away", "back"  # what `way` may be
QUESTION, VALUE, CHOICE, FLOW = "question", "value", "choice", "flow"  # what `turned_to` and `about` may be
_TEXT, _ANY = "text", "any"


class Room(StrEnum):
    """How much a pattern may do."""

    ALL = "all"  # whatever a flow may
    ASK = "ask"  # ask and look things up, but go to no other flow: what it interrupts is due after it
    SAY = "say"  # say things: it is over before the turn goes on


@dataclass(frozen=True, slots=True)
class Pattern:
    """What is special about a flow of this name."""

    room: Room = Room.ALL
    moves: bool = False  # the guest wants a move made, and may be asked first whether it is meant
    sure: Mapping[str, str] = field(default_factory=dict)  # slots that it always gets, with their kinds
    perhaps: Mapping[str, str] = field(default_factory=dict)  # slots that it gets where there is something to give

    @property
    def given(self) -> dict[str, str]:
        """All slots that the desk fills, with their kinds."""
        return {**self.sure, **self.perhaps}


PATTERNS: Mapping[str, Pattern] = {
    CANCELLED: Pattern(moves=True, sure={MATTER: _TEXT}),
    COMPLETED: Pattern(sure={MATTER: _TEXT}),
    ERROR: Pattern(sure={MATTER: _TEXT}),
    SILENCE: Pattern(sure={MATTER: _TEXT}),
    START_OVER: Pattern(Room.ASK, moves=True, perhaps={MATTER: _TEXT}),
    GO_BACK: Pattern(Room.ASK, moves=True, perhaps={MATTER: _TEXT, WHAT: _TEXT, OLD: _ANY}),
    CORRECT: Pattern(Room.SAY, sure={MATTER: _TEXT, WHAT: _TEXT, OLD: _ANY, NEW: _ANY}),
    DIGRESS: Pattern(Room.SAY, sure={MATTER: _TEXT, WAY: _TEXT, TURNED_TO: _TEXT}),
    CLARIFY: Pattern(Room.SAY, sure={ABOUT: _TEXT}, perhaps={MATTER: _TEXT}),
    REPEAT: Pattern(Room.SAY, perhaps={MATTER: _TEXT, SAID: _TEXT}),
}
# Begun by a move of the guest's and by nothing else: as flows of their own they would mean nothing.
ONLY_AROUND = frozenset(PATTERNS) - {CANCELLED, COMPLETED, ERROR, SILENCE}


def is_around(flow: str | None) -> bool:
    """Say whether a flow is a pattern around a move: what waits beneath it is what the move would be made on."""
    return flow is not None and flow in PATTERNS and PATTERNS[flow].moves


def is_asked_first(flows: Flows, name: str) -> bool:
    """Say whether a pattern itself says where its move is made; else it is made whatever the pattern does."""
    return name in flows.newest and has_move(flows.newest[name])


def has_move(flow: Flow) -> bool:
    """Say whether a flow says where the move is made that it surrounds."""
    return any(isinstance(step, Move) for step in flow.steps.values())
