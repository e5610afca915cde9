"""Reads what is picked instead of what was chosen, where that is to be agreed to: "no, the cheapest"."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import time

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.conversation import IDENTITY, Option
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.meanings import AtTime, ByValue, Change, Choose, Extreme, Number
from frontdesk.dialogue.values import Money
from frontdesk.language.readers import number
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.options.choices import pick
from frontdesk.language.resolve.options.fields import starts
from frontdesk.language.resolve.options.picking import Picking, of_options
from frontdesk.language.resolve.places import Order, measure
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.results import Read
from frontdesk.language.words import table, word_set

_PLACES = ("clauses.options", "clauses.middle", "clauses.last_but_one")
_COMPARED = {"clauses.later": 1, "clauses.earlier": -1}
_OPTION = "option"  # the kind of the slot that holds what was chosen
_ON_THE_CLOCK = (0, 30)


def pick_instead(message: Message, givens: Sequence[Given], asked: Asked, context: Context) -> Picking:
    """Return what a message picks from the options that the choice was made from, or that they shall be shown again."""
    if not asked.chosen_from:
        return Picking(())
    every = (*asked.chosen_from, *asked.further)
    compared = _compared(message, asked, context)
    if compared is not None:
        return compared
    numbered = () if _by_the_clock(every) else tuple(given for given in givens if _is_bare(given, context))
    left = [given for given in givens if given not in numbered]
    picking = pick(message, left, replace(asked, options=asked.chosen_from), context)
    if message.found("clauses.cheaper_one") and _is_cheapest(asked, every):
        return Picking(())  # nothing is cheaper, and that is to be said
    sure = all(_is_sure(read, message, every, context) for read in picking.reads)
    again = None if picking.reads and sure else _list_again(message, asked, context)
    if again is not None:
        return Picking((again,))
    return Picking(picking.reads, (*picking.used, *numbered)) if sure else Picking(())


def _compared(message: Message, asked: Asked, context: Context) -> Picking | None:
    """Pick "the later one" where one alone is later than the one chosen."""
    chosen = [option for option in asked.chosen_from if option.id in asked.known.values()]
    if len(chosen) != 1 or not message.has(frozenset(_COMPARED)):
        return None
    begun = measure(chosen[0], Order.START)
    for label, step in _COMPARED.items():
        cues = message.found(label)
        beside = [option for option in (*asked.chosen_from, *asked.further) if _is_beyond(option, begun, step)]
        if cues and len(beside) == 1 and is_all_said(message, cues, context):
            return Picking(
                of_options(beside, message.text[cues[0].start : cues[0].end], why="compared: with the one chosen")
            )
    return None


def _is_beyond(option: Option, begun: float | None, step: int) -> bool:
    start = measure(option, Order.START)
    return start is not None and begun is not None and (start - begun) * step > 0


def _list_again(message: Message, asked: Asked, context: Context) -> Read | None:
    """Read "what else is there?" and "back to the list" as a wish to choose anew."""
    found = (*message.found("clauses.list_again"), *message.found("clauses.other"))
    timed = asked.slot_of("time") if found else None
    held = [slot.name for slot in asked.slots.values() if slot.kind == _OPTION and slot.name in asked.known]
    if not found or not held or not is_all_said(message, found, context):
        return None
    # Of one time that was wished for there is no list.
    chosen = timed.name if timed is not None and timed.name in asked.known else held[0]
    return Read(Change(chosen, message.text[found[0].start : found[0].end]), why="change: from the list")


def is_all_said(message: Message, cues: Sequence[Cue], context: Context) -> bool:
    """Tell whether a message says nothing beside these, but for a rank and for words that carry nothing."""
    around = word_set(message.language, "common", "around_choice") | word_set(message.language, "common", "light")
    taken = {place for cue in cues for place in range(cue.first, cue.after)}
    ranks = [message.place_at(each.start) for each in number.read_ordinal(message.text, context)]
    return all(
        place in taken or place in ranks or word in around or not word[0].isalnum()
        for place, word in enumerate(message.bare)
    )


def _is_cheapest(asked: Asked, options: Sequence[Option]) -> bool:
    """Tell whether nothing found costs less than what was chosen."""
    priced = [(option.id, price.amount) for option in options if isinstance(price := option.value("price"), Money)]
    least = min((amount for _, amount in priced), default=None)
    return any(name in asked.known.values() and amount == least for name, amount in priced)


def _by_the_clock(options: Sequence[Option]) -> bool:
    """Tell options that are called by their hour, where "no, 3" is a time, from flights at 6:40 and 21:15."""
    return all(at.minute in _ON_THE_CLOCK for at in starts(options))


def _is_bare(given: Given, context: Context) -> bool:
    words = given.words.strip().lower()
    return given.kind == "time" and (words.isdecimal() or words in table(context.language, "numbers", "ones"))


def _is_sure(read: Read, message: Message, options: Sequence[Option], context: Context) -> bool:
    """Tell what names another option from a value of one, which is a change, and from a number of something else."""
    match read.meaning:
        case Choose(pick=Number()):
            ordinals = number.read_ordinal(read.meaning.words, context)
            named = any(message.found(label) for label in _PLACES)
            return bool(ordinals) or named or not _by_the_clock(options)
        case Choose(pick=AtTime(at=time() as at)):
            return at in starts(options)
        case Choose(pick=ByValue(field=field)):
            return field == IDENTITY
        case Choose(pick=Extreme()):  # "the later one" is later than the one chosen
            return not any(message.found(label) for label in _COMPARED)
        case _:
            return False
