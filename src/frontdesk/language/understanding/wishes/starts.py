"""Reads which flow a message starts, and what it already gives to it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from frontdesk.dialogue.flow import Flow
from frontdesk.dialogue.meanings import Ask, Inform, Problem, StartFlow, Unclear
from frontdesk.dialogue.values import Item
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.clauses import Mood
from frontdesk.language.resolve.options.cheaper import limit
from frontdesk.language.resolve.options.which import which
from frontdesk.language.resolve.slots.filling import fill
from frontdesk.language.resolve.slots.several import adds, is_dropped
from frontdesk.language.resolve.slots.sheets import Sheet
from frontdesk.language.resolve.slots.spared import named_as_booked, spared
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.results import Found, Part, Read
from frontdesk.language.understanding.questions.said_again import undone_again
from frontdesk.language.understanding.questions.topics import UNKNOWN
from frontdesk.language.understanding.questions.unserved import unknown_places, unknown_thing, unserved
from frontdesk.language.understanding.wishes.changes import named_anew
from frontdesk.language.understanding.wishes.for_others import (
    for_others,
    kept_apart,
    named_first,
)
from frontdesk.language.understanding.wishes.foreign import is_of_another
from frontdesk.language.understanding.wishes.off_instead import off_instead
from frontdesk.language.understanding.wishes.own_booking import (
    is_about_booking,
    is_tagged,
    own_booking,
    referred,
    sees_off,
)
from frontdesk.language.understanding.wishes.skips import with_named_skips
from frontdesk.language.understanding.wishes.takers import asks_for_booking
from frontdesk.language.understanding.wishes.wanted import is_weak, only_asks, wanted, wanted_within
from frontdesk.language.words import word_set

_BLANK = re.compile(r"\{(\w+)\}")
_COUNTS = frozenset({"number", "party"})
_CONTACTS, _APPOINTMENT = frozenset({"person_name", "phone", "email"}), "appointment"
_CALLING_OFF, _MOVING = "clauses.calling_off", "clauses.moving"
_LACKING = frozenset({"moves.skip", "moves.unknown_reference", "clauses.doubting", "clauses.unknowing"})
_DEALING = frozenset({_CALLING_OFF, _MOVING})


def starts(heard: Heard) -> list[Read]:
    """Return the flow that an unprompted message starts with what it gives, or nothing."""
    triggers = heard.ear.triggers
    begun = undone_again(heard) or referred(heard) or _introduced(heard)
    begun = begun or (own_booking(heard) if is_tagged(heard) else []) or _of_ours(heard, wanted(heard))
    if is_weak(heard, begun):
        begun = own_booking(heard) or begun
    begun = _in_doubt(heard, begun) or begun
    if begun and _is_not_theirs(heard, begun):
        return [Read(Ask(UNKNOWN, heard.text), why="own: not a booking of theirs", final=True)]
    if not begun and not (only_asks(heard) or _is_elsewhere(heard) or sees_off(heard) or _drops(heard)):
        # "nice weather today", "see you Friday", "forget the peel"
        begun = triggers.taking(heard.message, heard.givens)
    return with_values(heard, begun)


def _in_doubt(heard: Heard, begun: Sequence[Read]) -> list[Read]:
    """Return the flows that may all take what is given, where nothing else is said: "four of us on Friday"."""
    said = _spoken_besides(heard)
    if said or not begun or begun[0].by is not Part.TAGGER:
        return []
    taking = heard.ear.triggers.taking(heard.message, heard.givens)
    return taking if len(taking) > 1 and _flows(begun) <= _flows(taking) else []


def _spoken_besides(heard: Heard) -> bool:
    """Say whether a word of some trigger is said: "a room for four on Friday" is no table."""
    placed = heard.ear.triggers.vocabulary.placed(heard.message.bare)
    return any(word in heard.ear.triggers.words for _, word in placed)


def _flows(reads: Sequence[Read]) -> set[str]:
    return {read.meaning.flow for read in reads if isinstance(read.meaning, StartFlow)}


def _introduced(heard: Heard) -> list[Read]:
    """Return the flow that takes a name, a number or an address which is all that a guest says: "hi, I'm Ann Lee"."""
    unasked = heard.asked.flow is None
    return heard.ear.triggers.introduced(heard.message, heard.givens) if unasked else []


def _of_ours(heard: Heard, begun: list[Read]) -> list[Read]:
    """Leave out what is to be done with things that nobody books here: "cancel my Netflix"."""
    return [] if begun and _begins_with_booked(heard, begun) and is_of_another(heard) else begun


def _drops(heard: Heard) -> bool:
    """Tell whether all that is named is to go."""
    named = [given for given in heard.givens if isinstance(given.value, Item)]
    return bool(named) and all(is_dropped(heard.message, given) for given in named)


def _is_elsewhere(heard: Heard) -> bool:
    """Tell talk of what no business is there for, in which none of its own things is named."""
    named = any(isinstance(given.value, Item) or given.candidates for given in heard.givens)
    return not named and bool(heard.message.found("clauses.elsewhere"))


def starts_within(heard: Heard) -> list[Read]:
    """Return another flow that a message starts while one runs."""
    if off := off_instead(heard):
        return off
    flows = [
        flow
        for flow in heard.ear.triggers.flows
        if (flow != heard.asked.flow or _is_fresh(heard)) and not _is_about_this(heard, flow)
    ]
    return with_values(heard, _of_ours(heard, wanted_within(heard, flows)) or _called_off(heard))


def _is_about_this(heard: Heard, flow: str) -> bool:
    """Tell "cancel it instead", said of what is only being booked, from what is said of something booked."""
    if is_about_booking(heard.asked.slots) or not asks_for_booking(heard.ear.triggers.flows[flow]):
        return False
    if any(given.kind == "reference" for given in heard.givens):
        return False  # what has a reference has been booked
    return not heard.ear.triggers.names_booking(heard.message) and not heard.message.found("clauses.own")


def _called_off(heard: Heard) -> list[Read]:
    """Read "cancel the Botox" and "move the Botox" while a peel is being booked: that is about one that has been."""
    if not heard.message.has(_DEALING) or is_about_booking(heard.asked.slots):
        return []
    named = [given for given in heard.givens if given.kind == "service"]
    held = [item for value in heard.asked.known.values() for item in (value if isinstance(value, tuple) else (value,))]
    if len(named) != 1 or named[0].value in held or heard.message.clause_at(named[0].start).mood is Mood.ASK:
        return []
    called_off = heard.message.found(_CALLING_OFF) and is_dropped(heard.message, named[0])
    deed = "cancel" if called_off else "move" if _is_moved(heard, named[0]) else None
    flow = heard.ear.triggers.that_does(deed) if deed else None
    return (
        [Read(StartFlow(flow, heard.text), why="own: what is not being booked is called off or moved")] if flow else []
    )


def _is_moved(heard: Heard, given: Given) -> bool:
    """Tell "move the peel" from "move it to the peel"."""
    first = heard.message.place_at(given.start)
    return any(cue.after == first for cue in heard.message.found(_MOVING))


def put_by_trigger(heard: Heard, asks: Sequence[Read]) -> list[Read]:
    """Return the flow with a trigger that asks the same of something named: "price to Denver?"."""
    kinds = {given.kind for given in heard.givens if isinstance(given.value, Item)}
    topics = {read.meaning.topic for read in asks if isinstance(read.meaning, Ask)} - {UNKNOWN}
    if not kinds or not topics:
        return []
    for flow in heard.ear.triggers.flows.values():
        for text in flow.triggers:
            blanks = {flow.slots[name].kind for name in _BLANK.findall(text) if name in flow.slots}
            if kinds <= blanks and not topics.isdisjoint(heard.ear.topics.asked_by(_BLANK.sub("", text))):
                return with_values(
                    heard, [Read(StartFlow(flow.name, heard.text), why=f"trigger: {text}", found=Found.BY_TRIGGER)]
                )
    return []


def cannot_come(heard: Heard, begun: Sequence[Read]) -> list[Read]:
    """Return both flows that may be meant by "I'm sick, I can't come Thursday": it is to be moved, or cancelled."""
    said = heard.message.found("clauses.unable")
    whens = [given for given in heard.givens if given.kind in {"day", "time"}]
    clauses = [heard.message.clause_at(cue.start) for cue in said]
    # The day of "I have to miss tomorrow" is the one that will not do.
    outside = [given for given in whens if not any(clause.holds(given.start) for clause in clauses)]
    wanted = [given for given in outside if given.stance is Stance.WANTED]
    deeds = [flow for deed in ("move", "cancel") if (flow := heard.ear.triggers.that_does(deed))]
    started = [read.meaning.flow for read in begun if isinstance(read.meaning, StartFlow)]
    # "I have to bail on tomorrow's appointment" names one, and books none.
    named = [flow for flow in started if flow in deeds and _is_named(heard, flow)]
    one = len(named) == 1 == len(started)
    if one or not said or wanted or (heard.givens and not whens):
        return []
    if any(clause.mood is Mood.ASK for clause in clauses):
        return []  # "what if I can't come?"
    both = [Read(StartFlow(flow, heard.text), why="unable: to be moved, or cancelled") for flow in deeds]
    if len(both) < len(("move", "cancel")):
        return []
    return [*both, *with_values(heard, both[:1])[1:]]


def _is_named(heard: Heard, flow: str) -> bool:
    """Tell whether a message has a word for what a flow does."""
    return heard.ear.triggers.does(heard.ear.triggers.flows[flow], heard.text)


def _is_not_theirs(heard: Heard, begun: Sequence[Read]) -> bool:
    """Tell "cancel my sister's appointment" from cancelling what the guest has booked; a reference says which it is."""
    referred = any(given.kind == "reference" for given in heard.givens)
    return bool(heard.message.found("booked.of_others")) and not referred and _begins_with_booked(heard, begun)


def begun_instead(heard: Heard, *, changed: bool) -> list[Read]:
    """Return what a guest turns to where a booking is to be moved or cancelled, or what is wanted besides.

    "Make it a peel" is a change (`changed`): it makes something else of the booking, and books nothing besides.
    """
    begun = of_another_booking(heard) or _added_besides(heard) or starts_within(heard)
    remade = changed and bool(heard.message.found("clauses.remaking"))
    return [] if remade and not _begins_with_booked(heard, begun) else begun


def _begins_with_booked(heard: Heard, begun: Sequence[Read]) -> bool:
    """Tell whether a flow that begins deals with something that has been booked."""
    flows = [read.meaning.flow for read in begun if isinstance(read.meaning, StartFlow)]
    return any(is_about_booking(heard.ear.triggers.flows[flow].slots) for flow in flows)


def _added_besides(heard: Heard) -> list[Read]:
    """Return what is wanted besides what is to be moved, "and also a peel", unless the slot takes several."""
    services = [slot for slot in heard.asked.slots.values() if slot.kind == "service"]
    if not is_about_booking(heard.asked.slots) or any(slot.many for slot in services) or not adds(heard.message):
        return []
    held = list(heard.asked.known.values())
    named = [given for given in heard.givens if given.kind == "service" and given.stance is Stance.WANTED]
    if not named or any(given.value is None or given.value in held for given in named):
        return []
    taking = heard.ear.triggers.taking(heard.message, heard.givens)
    return with_values(heard, taking) if taking else []


def of_another_booking(heard: Heard) -> list[Read]:
    """Return what is to be done with something the guest has: "first move my Botox", while a peel is being booked."""
    triggers, message = heard.ear.triggers, heard.message
    own = {cue.after for cue in message.found("clauses.own")}
    things = [given for given in heard.givens if isinstance(given.value, Item) or given.kind in {"day", "time"}]
    if not triggers.names_booking(message) and not any(message.place_at(given.start) in own for given in things):
        return with_values(heard, _called_off(heard))
    begun = starts_within(heard)
    named = [read.meaning.flow for read in begun if isinstance(read.meaning, StartFlow)]
    return begun if len(named) == 1 and named[0] in map(triggers.that_does, ("move", "cancel")) else []


def _is_fresh(heard: Heard) -> bool:
    """Tell "book a new flight" from going on with the one that is being booked."""
    return any(heard.message.within("clauses.fresh", clause) for clause in heard.message.clauses)


def with_values(heard: Heard, begun: Sequence[Read]) -> list[Read]:
    """Return a flow that begins with all that the message gives to it; several that are in doubt as they are."""
    if len(begun) != 1 or not isinstance(begun[0].meaning, StartFlow):
        return list(begun)
    flow = heard.ear.triggers.flows[begun[0].meaning.flow]
    begun = [replace(begun[0], meaning=replace(begun[0].meaning, flow=flow.name))]
    target = heard.ear.sheet(flow, heard.asked, heard.context)
    givens = [given for given in _with_asked(heard.givens) if not _is_of_trigger(given, flow)]
    if target.of_kind("booking"):
        givens = named_as_booked(heard.message, spared(heard.message, givens, dated=len(target.of_kind("day")) == 1))
    if flow.name == heard.ear.looks_up:
        # Whichever "the facial" is, it is among them; yesterday it was booked, and is not to come.
        givens = [given for given in givens if not given.candidates and given.problem is not Problem.PAST]
    if not target.of_kind("service") and (other := _of_other_trade(heard, begun[0])):
        return other
    filled = fill(heard.message, givens, target)
    filled += _bounded(heard, target, filled)
    reads = [*begun, *filled, *_counted(heard, flow, filled), *unserved(heard, target.slots)]
    reads += for_others(heard, target.slots)
    reads += unknown_thing(heard, target.slots)
    reads[1:1] = unknown_places(heard, target, reads)  # before a doubt about the day, of which only one is told
    reads += [*which(heard.message), *_renamed(heard, target, reads)] if target.of_kind("booking") else []
    reads += _both(heard, target, reads)
    reads = kept_apart(heard, named_first(heard, reads, target.slots), target.slots)
    return with_named_skips(heard, reads, target.slots)


def _of_other_trade(heard: Heard, begun: Read) -> list[Read]:
    """Return that nothing is booked for who names a place, and beside it what others sell: "a rental car in Denver"."""
    guessed = begun.found is Found.BY_VALUES or begun.by is Part.TAGGER
    if not guessed or sum(isinstance(given.value, Item) for given in heard.givens) != 1:
        return []
    trades = word_set(heard.context.language, "catalogue", "trades") - heard.ear.words
    named = not trades.isdisjoint(heard.message.bare)
    return [Read(Unclear(heard.text), why="elsewhere: not booked here")] if named else []


def _bounded(heard: Heard, target: Sheet, filled: Sequence[Read]) -> list[Read]:
    """Return the most that it may cost, said without a currency: "Paris to London tomorrow, under 80"."""
    slots = target.of_kind("money")
    if not slots or any(isinstance(read.meaning, Inform) and read.meaning.slot == slots[0].name for read in filled):
        return []
    most = limit(heard.message, heard.givens, target, heard.context)
    return [most] if most else []


def _both(heard: Heard, target: Sheet, reads: Sequence[Read]) -> list[Read]:
    """Take all that was talked about together for what is wanted: "ok, both next Friday"."""
    cues = heard.message.found("booked.every")
    told = {read.meaning.slot for read in reads if isinstance(read.meaning, Inform)}
    for slot in target.of_kind("service") if cues else ():
        talked = heard.asked.topics.get(slot.kind)
        if slot.many and slot.name not in told and isinstance(talked, tuple):
            words = heard.message.text[cues[0].start : cues[0].end]
            return [Read(Inform(slot.name, talked, words), why="service: all that were talked about")]
    return []


def _counted(heard: Heard, flow: Flow, filled: Sequence[Read]) -> list[Read]:
    """Read the number for which a trigger has a blank: of any other nobody could tell what it counts."""
    done = {read.meaning.slot for read in filled if isinstance(read.meaning, Inform)}
    open_slots = {name for trigger in flow.triggers for name in _BLANK.findall(trigger)} - done
    blanks = [name for name in open_slots if name in flow.slots and flow.slots[name].kind in _COUNTS]
    numbers = [given for given in heard.givens if given.kind == "number" and given.stance is Stance.WANTED]
    free = [given for given in numbers if not any(given.overlaps(other) for other in heard.givens if other != given)]
    if len(blanks) != 1 or len(free) != 1 or free[0].value is None:
        return []
    return [Read(Inform(blanks[0], free[0].value, free[0].words), why="number: a trigger counts")]


def _is_of_trigger(given: Given, flow: Flow) -> bool:
    """Tell the bike of "rent a bike" from a bike that was named: it is only a word for all that can be rented."""
    named = set(given.words.casefold().split())
    return bool(given.candidates) and any(named <= set(trigger.casefold().split()) for trigger in flow.triggers)


def _renamed(heard: Heard, target: Sheet, reads: Sequence[Read]) -> list[Read]:
    """Return the name under which a booking shall be from now on."""
    slot = next(iter(target.of_kind("person_name")), None)
    given = any(isinstance(read.meaning, Inform) and slot and read.meaning.slot == slot.name for read in reads)
    read = named_anew(heard, slot) if slot is not None and not given else None
    return [read] if read else []


def _with_asked(givens: Sequence[Given]) -> list[Given]:
    """Take what was only asked about, where nothing alike was wanted: "how much is Botox, and can I book tomorrow?"."""
    wanted = {given.kind for given in givens if given.stance is Stance.WANTED}
    return [
        replace(given, stance=Stance.WANTED) if given.stance is Stance.ASKED and given.kind not in wanted else given
        for given in givens
    ]
