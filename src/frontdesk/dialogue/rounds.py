"""Notices that a conversation goes round: whatever the guest changes comes to the same summary again."""

from __future__ import annotations

from frontdesk.dialogue.conversation import Confirming, Conversation
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.effects import Say
from frontdesk.dialogue.starting import give_up
from frontdesk.dialogue.turn import Turn

_ALIKE = 2  # summaries in a row may be the same: after them the desk asks what is wrong, and then goes another way


def gone_round(before: Conversation, turn: Turn) -> Turn:
    """Ask what is wrong with a summary that was put twice already; the next time, leave as from any question."""
    run, position = turn.conversation.run, turn.position
    if run is None or not isinstance(position, Confirming) or not _is_put_anew(before, turn):
        return turn
    times = run.summed.count(position.digest)
    if times <= _ALIKE:
        return turn
    *told, summary = turn.effects
    if times > _ALIKE + 1:
        return give_up(replace(turn, effects=tuple(told)), turn.step(position.step))
    return replace(turn, effects=(*told, Say("same_again"), summary))


def _is_put_anew(before: Conversation, turn: Turn) -> bool:
    """Tell a summary that a step has come to from one that is repeated after a question."""
    run = before.run
    known = run.summed if run is not None and run.number == turn.run.number else ()
    return len(turn.run.summed) > len(known)
