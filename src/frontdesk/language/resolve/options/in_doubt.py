"""Reads which of the values in doubt is meant: each is an option, with its name, its price and how long it takes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time

from frontdesk.dialogue.conversation import Offer, Option
from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.meanings import Ask, Choose, Inform
from frontdesk.dialogue.offers import picked
from frontdesk.dialogue.values import Item, Money, Soonest, Value
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.reading import Style
from frontdesk.language.replies.saying import say
from frontdesk.language.resolve.options.choices import pick
from frontdesk.language.resolve.options.which import every
from frontdesk.language.results import Part, Read
from frontdesk.language.tagger.running import NO_LABELS
from frontdesk.scheduling.business import Service

_CHOOSES, _LIKELY, _AHEAD = 0.9, 0.45, 0.1  # how likely a pick is, and one of them, and more so than the next
_UNKNOWN = "unknown"  # the topic of a question that nobody can place
_HALVES = "moment"  # what is in doubt of it is a day that still lacks its time


def value_in_doubt(heard: Heard) -> Read | None:
    """Return the one of the values in doubt that a message picks, or all of them where several may be meant."""
    asked, slot = heard.asked, heard.asked.slot
    if slot is None or slot.kind == _HALVES or not asked.among:
        return None
    options = tuple(Option(str(place), _fields(value, heard)) for place, value in enumerate(asked.among))
    offered = replace(asked, options=options, further=(), chosen_from=())
    picking = pick(heard.message, heard.givens, offered, heard.context)
    offer = Offer(options, heard.context.now, heard.context.now, shown=len(options))
    picks = [read.meaning for read in picking.reads if isinstance(read.meaning, Choose)]
    meant = {option.id: each.words for each in picks for option in picked(offer, each.pick)}
    if len(meant) == 1:
        ((place, words),) = meant.items()
        return Read(Inform(slot.name, asked.among[int(place)], words), why="in doubt: picked", by=Part.RESOLVE)
    if slot.many and (both := every(heard.message)):
        return Read(Inform(slot.name, asked.among, both[0].meaning.words), why="in doubt: every one", by=Part.RESOLVE)
    by_order = picks or any(isinstance(given.value, Soonest) for given in heard.givens)
    return None if by_order else _believed(heard)  # "the earliest" is none of those that have no time


def about_doubted(heard: Heard, asks: Sequence[Read]) -> list[Read]:
    """Return what is asked, of each of the things in doubt where it is said of none: "which is cheaper?"."""
    things = [value for value in heard.asked.among if isinstance(value, Item)]
    reads: list[Read] = []
    for read in asks:
        ask = read.meaning
        if things and isinstance(ask, Ask) and not ask.about and ask.topic != _UNKNOWN:
            reads += [replace(read, meaning=replace(ask, about=((item.kind, item),))) for item in things]
        else:
            reads.append(read)
    return reads


def _fields(value: Value, heard: Heard) -> dict[str, Value]:
    """Return what is known of a value, by which guests tell it from the others."""
    match value:
        case Item(kind, name):
            entry = heard.ear.business.entry(kind, name)
            fields: dict[str, Value] = {kind: value}
            fields |= {"names": (entry.name, *entry.synonyms)} if entry else {}
            if isinstance(entry, Service):
                fields["length"] = entry.duration
                fields |= {"price": Money(entry.price.low, heard.ear.business.currency)} if entry.price else {}
            return fields
        case datetime():
            return {"start": value}
        case date():
            return {"start": datetime.combine(value, time.min, heard.context.now.tzinfo)}
        case time():
            return {"start": datetime.combine(heard.context.now, value, heard.context.now.tzinfo)}
        case _:
            return {}


def _believed(heard: Heard) -> Read | None:
    """Return the value that the model believes to be picked, where it is sure that one is."""
    tagger, slot, among = heard.context.tagger, heard.asked.slot, heard.asked.among
    if tagger is None or slot is None or len(among) < 2 or not all(isinstance(value, Item) for value in among):
        return None
    shown = [say(value, heard.context, heard.ear.business, Style.SHORT) for value in among]
    opinion = tagger.opinion("slot", heard.context.said or "", heard.text, NO_LABELS, shown)
    ranked = sorted(zip(opinion.options, among, strict=True), key=lambda pair: -pair[0])
    (chance, value), (next_chance, _) = ranked[:2]
    if opinion.acts["choose"] < _CHOOSES or chance < _LIKELY or chance - next_chance < _AHEAD:
        return None
    return Read(Inform(slot.name, value, heard.text), why="in doubt: believed", by=Part.TAGGER, chance=chance)
