"""Keeps what a guest wants besides for later: it is taken up when what is under way has ended."""

from __future__ import annotations

from frontdesk.dialogue.conversation import Collecting, Run
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.heard import Heard, sort
from frontdesk.dialogue.meanings import Cancel, Exclude, Inform, Meaning, StartFlow, WantPerson
from frontdesk.dialogue.turn import Turn

WHY = "why"  # the topic of a question about the question itself


def not_now(turn: Turn, heard: Heard, others: tuple[str, ...]) -> tuple[Meaning, ...]:
    """Return what must wait in a flow that may not be interrupted: other wishes, with what was said of them.

    A question beside an answer is answered before it, as in any flow.
    """
    if turn.conversation.run is None or turn.flow.interruptible or heard.has(Cancel) or heard.has(WantPerson):
        return ()
    asked = turn.position.slot if isinstance(turn.position, Collecting) else None
    wishes = tuple(each for each in heard.all if others and _is_of_wish(each, others, asked))
    rest = sort(each for each in heard.all if each not in wishes)
    questions = () if answers_here(turn, rest) else tuple(ask for ask in rest.asks if ask.topic != WHY)
    return (*wishes, *questions)


def _is_of_wish(meaning: Meaning, others: tuple[str, ...], asked: str | None) -> bool:
    """Say whether something belongs to another wish: what answers the question that stands does not."""
    if isinstance(meaning, StartFlow):
        return meaning.flow in others
    return isinstance(meaning, Inform | Exclude) and meaning.slot != asked


def answers_here(turn: Turn, heard: Heard) -> bool:
    """Say whether a message has something in it for the flow under way."""
    here = any(inform.slot in turn.flow.slots for inform in heard.informs)
    return here or bool(heard.picks) or heard.yes or heard.no


def kept_waiting(turn: Turn) -> Turn:
    """Let what waits for the flow under way go on waiting for it, and for what called it, beneath a question."""
    conversation = turn.conversation
    if conversation.run is None or not conversation.unheard:
        return turn
    bare, callers = replace(conversation, unheard=()), conversation.callers()
    if not callers:
        return turn.with_conversation(replace(bare, run=_with_afterwards(turn.run, conversation.unheard)))
    outermost = replace(callers[0], run=_with_afterwards(callers[0].run, conversation.unheard))
    waiting = (*conversation.without_callers(), outermost, *callers[1:])
    return turn.with_conversation(replace(bare, suspended=waiting))


def _with_afterwards(run: Run, meanings: tuple[Meaning, ...]) -> Run:
    return replace(run, afterwards=(*run.afterwards, *(each for each in meanings if each not in run.afterwards)))


def put_off(turn: Turn, meanings: tuple[Meaning, ...]) -> Turn:
    """Keep what is to be heard when the flow under way has been left; what is wished for again is kept once."""
    again = {each.flow for each in meanings if isinstance(each, StartFlow)}
    kept = tuple(
        each
        for each in turn.conversation.unheard
        if each not in meanings and not (isinstance(each, StartFlow) and each.flow in again)
    )
    return turn.with_conversation(replace(turn.conversation, unheard=(*kept, *meanings)))
