"""Reads the message with which a guest ends all others, as carriers ask of every sender: "STOP", "unsubscribe"."""

from __future__ import annotations

from frontdesk.dialogue.meanings import Cancel, StartFlow
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.clauses import cut
from frontdesk.language.resolve.wishes.in_turn import joined
from frontdesk.language.results import Read
from frontdesk.language.words import listed

_PLAIN, _SHOUTED = "clauses.opting_out", "clauses.opting_out_shouted"
_LABELS = frozenset({_PLAIN, _SHOUTED})


def opted_out(heard: Heard) -> tuple[Read, ...]:
    """Return that what is under way is dropped, and the flow that ends the messages; nothing where there is none."""
    if not heard.message.has(_LABELS) or not _is_all(heard):
        return ()
    flow = _flow(heard)
    if flow is None:
        return ()
    ended = Read(StartFlow(flow, heard.text), why="opt out: no more messages")
    dropped = [Read(Cancel(heard.text), why="opt out: ends what is under way")] if heard.asked.flow else []
    return joined(heard, dropped, (ended,))


def _is_all(heard: Heard) -> bool:
    """Tell whether nothing else is said; a small "stop" within a booking ends that booking, and no more."""
    spoken = [place for place, word in enumerate(heard.message.bare) if word[0].isalnum()]
    loud = heard.asked.flow is None or heard.text.isupper()
    cues = [*heard.message.found(_PLAIN), *(heard.message.found(_SHOUTED) if loud else ())]
    return any(cue.first == spoken[0] and cue.after == spoken[-1] + 1 for cue in cues)


def _flow(heard: Heard) -> str | None:
    """Name the flow that ends messages: the one that the plainest word for it starts."""
    word = listed(heard.context.language, "common", "no_more_messages")[0]
    triggers = heard.ear.triggers
    return next((each.flow for each in triggers.named(cut(word, heard.context.language), ())), None)
