"""A guest who asks for a person: that is left to staff once, whatever the conversation stands at."""

from __future__ import annotations

from frontdesk.dialogue.again import ask_again
from frontdesk.dialogue.answers import answer
from frontdesk.dialogue.conversation import Collecting, Confirming
from frontdesk.dialogue.flow import Confirm, Handoff
from frontdesk.dialogue.heard import Heard, sort
from frontdesk.dialogue.later import put_off
from frontdesk.dialogue.leaving import is_left_to_staff
from frontdesk.dialogue.meanings import Affirm, WantPerson
from frontdesk.dialogue.starting import PERSON, apply, checked, interrupt
from frontdesk.dialogue.turn import Turn


def want_person(turn: Turn, heard: Heard) -> Turn:
    """Leave the request to staff; where a person was offered that is a yes, where staff have it there is no second."""
    told = sort(heard.facts())
    if _offers_person(turn):
        return answer(apply(turn, checked(turn, told)), sort((Affirm(""),)))
    if isinstance(turn.position, Collecting) and is_left_to_staff(turn):
        return answer(turn, told) if told.informs else ask_again(turn.say("with_staff").stalled())
    if heard.starts:  # "cancel it and call me about it": the other half is heard when this one is done
        rest = tuple(meaning for meaning in heard.all if not isinstance(meaning, WantPerson))
        turn = put_off(turn, rest)
    return interrupt(turn, PERSON, heard.facts())


def _offers_person(turn: Turn) -> bool:
    """Say whether a yes would leave the matter to staff."""
    position = turn.position
    if not isinstance(position, Confirming):
        return False
    step = turn.step(position.step)
    return isinstance(step, Confirm) and isinstance(turn.flow.steps.get(step.next), Handoff)
