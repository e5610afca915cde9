"""Reads which flow a message starts, and what it already gives to it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from frontdesk.dialogue.meanings import Inform, Problem, StartFlow
from frontdesk.dialogue.values import Item
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.clauses import Mood
from frontdesk.language.resolve.options.cheaper import limit
from frontdesk.language.resolve.options.which import which
from frontdesk.language.resolve.questions.said_again import undone_again
from frontdesk.language.resolve.questions.unserved import unknown_places, unknown_thing, unserved
from frontdesk.language.resolve.slots.called import called, names_for, naming_words
from frontdesk.language.resolve.slots.filling import fill
from frontdesk.language.resolve.slots.measuring import Measured, measure
from frontdesk.language.resolve.slots.several import adds, is_dropped
from frontdesk.language.resolve.slots.sheets import Sheet
from frontdesk.language.resolve.slots.shifting import shift
from frontdesk.language.resolve.slots.spared import named_as_booked, spared
from frontdesk.language.resolve.values.given import Given, Stance, apart
from frontdesk.language.resolve.wishes.changes import named_anew
from frontdesk.language.resolve.wishes.for_others import (
    for_others,
    kept_apart,
)
from frontdesk.language.resolve.wishes.foreign import is_of_another
from frontdesk.language.resolve.wishes.off_instead import off_instead
from frontdesk.language.resolve.wishes.own_booking import (
    is_about_booking,
    sees_off,
)
from frontdesk.language.resolve.wishes.skips import with_named_skips
from frontdesk.language.resolve.wishes.takers import CONTACT, asks_for_booking
from frontdesk.language.resolve.wishes.wanted import is_sure_wish, only_asks, only_tells, wanted, wanted_within
from frontdesk.language.results import Part, Read

_SURELY = 0.9
_BLANK = re.compile(r"\{(\w+)\}")
_CONTACTS, _APPOINTMENT = frozenset({"person_name", "phone", "email"}), "appointment"
_CALLING_OFF, _MOVING = "clauses.calling_off", "clauses.moving"
_DEALING = frozenset({_CALLING_OFF, _MOVING})


def starts(heard: Heard) -> list[Read]:
    """Return the flow that an unprompted message starts with what it gives, or nothing."""
    begun = undone_again(heard) or _referred(heard) or _of_ours(heard, wanted(heard)) or _asked_by_name(heard)
    begun = [] if _is_guess_about_booked(heard, begun) else begun
    if not begun and not (only_asks(heard) or only_tells(heard) or sees_off(heard)):
        begun = heard.ear.triggers.taking(heard.message, heard.givens, wished=is_sure_wish(heard))
    return with_values(heard, begun)


def _referred(heard: Heard) -> list[Read]:
    """Return the flow that tells what a reference stands for, where nothing else is wanted."""
    flow = heard.ear.looks_up
    kinds = {given.kind for given in heard.givens}
    referred = "reference" in kinds and kinds <= CONTACT and not heard.ear.triggers.rest(heard.message, heard.givens)
    return [Read(StartFlow(flow, heard.text), why="reference: looked up")] if referred and flow else []


def _asked_by_name(heard: Heard) -> list[Read]:
    """Return the flow that looks up what a question calls by its name: "when is the roadmap chat?"."""
    flow = heard.ear.triggers.flows.get(heard.ear.looks_up or "")
    if flow is None or names_for(flow) is None or not heard.message.found("clauses.asking_when"):
        return []
    named = not heard.givens and bool(naming_words(heard))
    return [Read(StartFlow(flow.name, heard.text), why="booking: asked about by its name")] if named else []


def _is_guess_about_booked(heard: Heard, begun: Sequence[Read]) -> bool:
    """Tell a mere service and day, which are a wish, from what the model half takes for something booked."""
    guessed = begun and begun[0].by is Part.TAGGER and (begun[0].chance or 0.0) < _SURELY
    if not guessed or not heard.givens or heard.asked.settled or heard.ear.triggers.rest(heard.message, heard.givens):
        return False
    flow = heard.ear.triggers.flows[begun[0].meaning.flow] if isinstance(begun[0].meaning, StartFlow) else None
    if flow is not None and shift(heard, heard.ear.sheet(flow, heard.asked, heard.context)) is not None:
        return False  # nobody wants "one more night" who has none
    wanted_values = any(given.stance is Stance.WANTED for given in heard.givens)
    return flow is not None and asks_for_booking(flow) and wanted_values


def _of_ours(heard: Heard, begun: list[Read]) -> list[Read]:
    """Leave out what is to be done with things that nobody books here: "cancel my Netflix"."""
    return [] if begun and _begins_with_booked(heard, begun) and is_of_another(heard) else begun


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
    other = heard.ear.triggers.flows[flow]
    if {slot.kind for slot in other.slots.values()} <= _CONTACTS:
        return True  # whose they are is told to what is under way
    if is_about_booking(heard.asked.slots) or not asks_for_booking(other):
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
    flow = heard.ear.triggers.that_does("cancel") if called_off else None
    return (
        [Read(StartFlow(flow, heard.text), why="own: what is not being booked is called off or moved")] if flow else []
    )


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
    givens, measured = _with_asked(heard.givens), measure(heard, target) if target.of_kind("booking") else Measured()
    if target.of_kind("booking"):
        givens = apart(givens, measured.used)
        givens = named_as_booked(heard.message, spared(heard.message, givens, dated=len(target.of_kind("day")) == 1))
    if flow.name == heard.ear.looks_up:
        givens = named_as_booked(heard.message, givens)
        # Whichever "the facial" is, it is among them; yesterday it was booked, and is not to come.
        givens = [given for given in givens if not given.candidates and given.problem is not Problem.PAST]
    filled = fill(heard.message, givens, target)
    filled += _bounded(heard, target, filled)
    moving = {read.meaning.slot for read in measured.reads if isinstance(read.meaning, Inform)}
    # "We can't make the 13th, could we come a week later?": what is said of it besides is how it stands.
    filled = [read for read in filled if not (isinstance(read.meaning, Inform) and read.meaning.slot in moving)]
    filled += measured.reads
    reads = [*begun, *filled, *unserved(heard, target.slots)]
    reads += for_others(heard, target.slots)
    reads += unknown_thing(heard, target.slots)
    reads[1:1] = unknown_places(heard, target, reads)  # before a doubt about the day, of which only one is told
    reads += called(heard, flow)
    reads += [*which(heard.message), *_renamed(heard, target, reads)] if target.of_kind("booking") else []
    reads += _both(heard, target, reads)
    reads = kept_apart(heard, reads, target.slots)
    return with_named_skips(heard, reads, target.slots)


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
