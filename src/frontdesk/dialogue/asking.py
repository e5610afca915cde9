"""Puts questions: the wording for this try, with what can be chosen."""

from __future__ import annotations

from frontdesk.dialogue.conversation import Choosing, Collecting, Confirming
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.effects import Shown
from frontdesk.dialogue.flow import Choose, Collect, Confirm, Step
from frontdesk.dialogue.passing import clarified
from frontdesk.dialogue.patterns import VALUE
from frontdesk.dialogue.runs import agreed_digest
from frontdesk.dialogue.turn import Turn


def put(turn: Turn, step: Step, tries: int) -> Turn:
    """Put the question of a waiting step, in the wording for this try."""
    match step, turn.position:
        case Collect(), Collecting(among=among) if len(among) > 1:  # a single one is half of a moment
            shown = tuple(Shown(n, str(n), {"value": value}) for n, value in enumerate(among, start=1))
            return clarified(turn, VALUE, tries, shown)
        case Collect(slot=name), _:
            slot = turn.flow.slots[name]
            return turn.say(slot.ask or f"ask_{slot.kind}", wording=tries)
        case Choose(ask=ask, source=source), Choosing():
            return turn.show(ask, turn.run.offers[source], tries)
        case Confirm(message=message), Confirming(digest="") as unshown:  # come to in another version of the flow
            agreeing = agreed_digest(turn.run, turn.flow, step)
            return turn.to(replace(unshown, digest=agreeing)).say(message, wording=tries)
        case Confirm(message=message), _:
            return turn.say(message, wording=tries)
        case _:
            raise LookupError(f"{step.name} asks nothing")
