"""Reads what is picked instead of what was chosen, where that is to be agreed to: "no, the cheapest"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import time

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.conversation import IDENTITY, Option
from frontdesk.dialogue.meanings import AtTime, ByValue, Choose, Extreme, Number
from frontdesk.language import number
from frontdesk.language.reading import Context
from frontdesk.language.understanding.choices import pick, starts
from frontdesk.language.understanding.clauses import Message
from frontdesk.language.understanding.given import Given
from frontdesk.language.understanding.picking import Picking
from frontdesk.language.understanding.results import Read

_PLACES = ("clauses.options", "clauses.middle", "clauses.last_but_one")
_COMPARED = ("clauses.later", "clauses.earlier")


def pick_instead(message: Message, givens: Sequence[Given], asked: Asked, context: Context) -> Picking:
    """Return what a message picks from the options that the choice was made from."""
    picking = pick(message, givens, replace(asked, options=asked.chosen_from), context)
    every = (*asked.chosen_from, *asked.further)
    sure = all(_is_sure(read, message, every, context) for read in picking.reads)
    return picking if sure else Picking(())


def _is_sure(read: Read, message: Message, options: Sequence[Option], context: Context) -> bool:
    """Tell what names another option from a value of one, which is a change, and from a number of something else."""
    match read.meaning:
        case Choose(pick=Number()):
            ordinals = number.read_ordinal(read.meaning.words, context)
            return bool(ordinals) or any(message.found(label) for label in _PLACES)
        case Choose(pick=AtTime(at=time() as at)):
            return at in starts(options)
        case Choose(pick=ByValue(field=field)):
            return field == IDENTITY
        case Choose(pick=Extreme()):  # "the later one" is later than the one chosen
            return not any(message.found(label) for label in _COMPARED)
        case _:
            return False
