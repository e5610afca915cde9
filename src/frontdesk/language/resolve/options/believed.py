"""Reads a pick as the model does, where what a message says is no exact place, time, price or name."""

from __future__ import annotations

from datetime import date, datetime, time

from frontdesk.dialogue.conversation import IDENTITY, Option
from frontdesk.dialogue.meanings import ByValue, Choose
from frontdesk.dialogue.values import Item, Times
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.believing import believed_of
from frontdesk.language.resolve.options.picking import Picking
from frontdesk.language.resolve.places import allows
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.results import Part, Read

_CHOOSES, _LIKELY = 0.6, 0.55  # that something is picked, and that it is this one; a confirm follows
_MOST = 2  # of more than so many nothing was said that tells them apart
_BARE = 3  # words: what is so short is exact, or no pick


def believed_pick(heard: Heard) -> Picking:
    """Return the options that the model believes to be picked, and that are as all values say, which are used up."""
    opinion = believed_of(heard) if _may_describe(heard) else None
    if opinion is None or opinion.acts["choose"] < _CHOOSES:
        return Picking(())
    pairs = zip(heard.asked.options, opinion.options, strict=False)
    likely = [(option, chance) for option, chance in pairs if chance >= _LIKELY and _is_as_said(option, heard.givens)]
    if len(likely) > _MOST:
        return Picking(())
    reads = [
        Read(Choose(ByValue(IDENTITY, option.id), heard.text), why="believed", by=Part.TAGGER, chance=chance)
        for option, chance in likely
    ]
    return Picking(tuple(reads), heard.givens if reads else ())


def _may_describe(heard: Heard) -> bool:
    """Leave out what is too short to describe an option, and what names a day or a time that cannot be told."""
    words = sum(word[0].isalnum() for word in heard.message.bare)
    return words > _BARE and all(given.problem is None for given in heard.givens)


def _is_as_said(option: Option, givens: tuple[Given, ...]) -> bool:
    """Tell whether an option is at the times and days and has the things that are wanted, and none that are not."""
    limits = [(given, given.value) for given in givens if isinstance(given.value, time | Times | date | Item)]
    told = [(given.stance, allows(limit, option)) for given, limit in limits if not isinstance(limit, datetime)]
    return (Stance.WANTED, False) not in told and (Stance.EXCLUDED, True) not in told
