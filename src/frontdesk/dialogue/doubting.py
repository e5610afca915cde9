"""Asks which of several options was meant. They are what is shown now, so they are numbered anew."""

from __future__ import annotations

from frontdesk.dialogue.conversation import Choosing, Option
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.effects import Shown
from frontdesk.dialogue.flow import Choose
from frontdesk.dialogue.passing import clarified
from frontdesk.dialogue.patterns import CHOICE
from frontdesk.dialogue.turn import Turn


def ask_which(turn: Turn, step: Choose, options: tuple[Option, ...], tries: int) -> Turn:
    """Show some of what was found alone, and ask for one of them."""
    found = turn.run.offers[step.source]
    rest = tuple(option for option in found.options if option not in options)
    offer = replace(found, options=(*options, *rest), first=0, shown=len(options))
    shown = tuple(Shown(n, option.id, option.fields) for n, option in enumerate(options, start=1))
    turn = turn.with_run(replace(turn.run, offers={**turn.run.offers, step.source: offer}))
    turn = turn.to(Choosing(step.name, step.source, tries, tuple(option.id for option in options)))
    return clarified(turn, CHOICE, tries, shown)
