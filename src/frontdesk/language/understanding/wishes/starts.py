"""Reads which flow a message starts, and what it already gives to it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from frontdesk.dialogue.flow import Flow
from frontdesk.dialogue.meanings import Ask, Inform, Problem, StartFlow, Unclear
from frontdesk.dialogue.values import Item
from frontdesk.language.understanding.choosing.arrivals import arrivals
from frontdesk.language.understanding.choosing.landing import landing, listed_instead
from frontdesk.language.understanding.choosing.prices import limit
from frontdesk.language.understanding.choosing.which import which
from frontdesk.language.understanding.listening import Heard
from frontdesk.language.understanding.message.clauses import Clause, Mood
from frontdesk.language.understanding.questions.said_again import undone_again
from frontdesk.language.understanding.questions.topics import UNKNOWN
from frontdesk.language.understanding.questions.unserved import elsewhere, unknown_places, unknown_thing, unserved
from frontdesk.language.understanding.results import Read
from frontdesk.language.understanding.slots.filling import fill
from frontdesk.language.understanding.slots.several import adds, is_dropped
from frontdesk.language.understanding.slots.sheets import Sheet
from frontdesk.language.understanding.slots.spared import named_as_booked, spared
from frontdesk.language.understanding.values.given import Given, Stance
from frontdesk.language.understanding.wishes.changes import named_anew
from frontdesk.language.understanding.wishes.either import either
from frontdesk.language.understanding.wishes.for_others import (
    FOR_WHOM,
    for_others,
    kept_apart,
    named_after_slip,
    named_first,
)
from frontdesk.language.understanding.wishes.off_instead import off_instead
from frontdesk.language.understanding.wishes.own_booking import (
    asks_of_booked,
    is_about_booking,
    is_tagged,
    own_booking,
    referred,
    sees_off,
    tells_of_booked,
)
from frontdesk.language.understanding.wishes.skips import with_named_skips
from frontdesk.language.understanding.wishes.triggers import ASKED, VALUES
from frontdesk.language.words import word_set

_BLANK = re.compile(r"\{(\w+)\}")
_COUNTS = frozenset({"number", "party"})
_CONTACTS, _APPOINTMENT = frozenset({"person_name", "phone", "email"}), "appointment"
_CALLING_OFF, _MOVING = "clauses.calling_off", "clauses.moving"
_LACKING = frozenset({"moves.skip", "moves.unknown_reference", "clauses.doubting", "clauses.unknowing"})
_DEALING = frozenset({_CALLING_OFF, _MOVING})


def starts(heard: Heard, *, wary: bool) -> list[Read]:
    """Return the flow that an unprompted message starts with what it gives, or nothing.

    A `wary` reading takes a worry about one's health for no wish: "I'm pregnant, can I get Botox?".
    """
    triggers = heard.ear.triggers
    looks_up = is_tagged(heard) or bool(heard.message.found("clauses.booked_twice")) or sees_off(heard)
    looks_up = looks_up or tells_of_booked(heard)
    tagged = either(heard) or undone_again(heard) or (own_booking(heard) if looks_up else []) or referred(heard)
    begun = tagged or list(triggers.start(heard.message, heard.givens)) or _for_name(heard)
    if begun and not heard.givens and heard.message.found("clauses.own_booking"):
        begun = begun if _begins_with_booked(heard, begun) else []  # "which flights do I have?" books none
    begun = _beyond_policy(heard, begun or _with_excuse(heard) or own_booking(heard))
    if wary:
        begun = [read for read in begun if not read.why.startswith(ASKED)]
    if begun and _is_not_theirs(heard, begun):
        return [Read(Ask(UNKNOWN, heard.text), why="own: not a booking of theirs", final=True)]
    if not begun and not triggers.handles(heard.message, heard.givens):
        told = heard.ear.topics.told(heard.message, heard.givens, heard.asked)
        return [told or Read(Ask(UNKNOWN, heard.text), why="own: no flow does that with what is booked", final=True)]
    if not begun and (not wary or _wishes_besides(heard)):
        wishes = [
            clause
            for clause in heard.message.clauses
            if clause.mood is Mood.REQUEST or (clause.mood is Mood.SAY and _wishes(heard, clause))
        ]
        taking = triggers.taking(heard.message, heard.givens, wishes)
        other = triggers.offering(heard.message) or triggers.wanting(heard.message, _talked_about(heard))
        taking = taking or ([other] if other else [])
        if not taking and any(named_after_slip(heard)):
            taking = triggers.taking(heard.message, heard.givens, heard.message.clauses)
        begun = _own_instead(heard) if taking and triggers.names_own(heard.message) else taking
    if begun and begun[0].why.startswith(VALUES) and (_is_elsewhere(heard) or sees_off(heard) or _drops(heard)):
        return []  # "nice weather today", "see you Friday", "forget the peel"
    return with_values(heard, begun)


def _for_name(heard: Heard) -> list[Read]:
    """Read "appointment for Jane Doe", which says no more than whose it shall be."""
    contacts = [given for given in heard.givens if given.kind in _CONTACTS]
    others = [given for given in heard.givens if not any(map(given.overlaps, contacts))]
    if not contacts or others or _APPOINTMENT not in heard.ear.triggers.vocabulary.of(heard.message.bare):
        return []
    if any(clause.mood is not Mood.SAY for clause in heard.message.clauses):
        return []  # "is there an appointment for Jane Doe?"
    text = heard.message.text
    for given in reversed(contacts):
        text = f"{text[: given.start]} {text[given.end :]}"
    again = heard.ear.hear(text, heard.asked, heard.context)
    begun = heard.ear.triggers.start(again.message, ())
    flows = [read.meaning.flow for read in begun if isinstance(read.meaning, StartFlow)]
    return list(begun) if all(FOR_WHOM in heard.ear.triggers.flows[flow].slots for flow in flows) else []


def _own_instead(heard: Heard) -> list[Read]:
    """Return the look at what is booked, where a guest says when it is: "my flight to Paris is on Friday, right?"."""
    flow = heard.ear.looks_up
    return [Read(StartFlow(flow, heard.text), why="own: the flow that looks it up")] if flow else []


def _wishes(heard: Heard, clause: Clause) -> bool:
    """Tell "I'd like a peel" and "my sister wants a peel"; "my sister gets Botox" says what she has."""
    within = heard.message.within
    theirs = within("clauses.kin_wishing", clause) and not within("clauses.others_having", clause)
    return bool(within("clauses.desires", clause) or theirs)


def _wishes_besides(heard: Heard) -> bool:
    """Tell "a peel on Friday at 3. I'm allergic to latex": a clause of its own says what is wanted, and when."""
    wanted = [given for given in heard.givens if given.stance is Stance.WANTED and given.problem is None]
    clauses = [clause for clause in heard.message.clauses if clause.mood is not Mood.ASK]
    kinds = [{given.kind for given in wanted if clause.holds(given.start)} for clause in clauses]
    return len(heard.message.clauses) > 1 and any({"service", "day"} <= each for each in kinds)


def _with_excuse(heard: Heard) -> list[Read]:
    """Read "I need to cancel, but I don't have the reference": what is lacking takes nothing back."""
    cues = heard.message.found("moves.bare_cancel") if heard.message.has(_LACKING) else ()
    rest = [heard.message.bare[cue.after : heard.message.clauses[0].after] for cue in cues if cue.first == 0]
    whole = any(not any(word[0].isalnum() for word in words) for words in rest)
    flow = heard.ear.triggers.that_does("cancel") if whole else None
    return [Read(StartFlow(flow, heard.text), why="cancel: with an excuse beside it")] if flow else []


def introduced(heard: Heard) -> list[Read]:
    """Return the flow that takes a name, a number or an address which is all that a guest says: "hi, I'm Ann Lee"."""
    return with_values(heard, heard.ear.triggers.introduced(heard.message, heard.givens))


def _drops(heard: Heard) -> bool:
    """Tell whether all that is named is to go."""
    named = [given for given in heard.givens if isinstance(given.value, Item)]
    return bool(named) and all(is_dropped(heard.message, given) for given in named)


def _is_elsewhere(heard: Heard) -> bool:
    """Tell talk of what no business is there for, in which none of its own things is named."""
    named = any(isinstance(given.value, Item) or given.candidates for given in heard.givens)
    return not named and bool(heard.message.found("clauses.elsewhere"))


def _talked_about(heard: Heard) -> list[Item]:
    return [value for value in heard.asked.topics.values() if isinstance(value, Item)]


def starts_within(heard: Heard) -> list[Read]:
    """Return another flow that a message starts while one runs: it must be named in so many words."""
    if off := off_instead(heard):
        return off
    begun = [
        read
        for read in heard.ear.triggers.start(heard.message, heard.givens, sure=True)
        if isinstance(read.meaning, StartFlow)
        and (read.meaning.flow != heard.asked.flow or _is_fresh(heard))
        and not _is_about_this(heard, read.meaning.flow)
    ]
    lost = heard.asked.slot is not None and heard.asked.slot.kind == "reference"  # "I lost the reference" asks nothing
    booked = not lost and asks_of_booked(heard) and is_about_booking(heard.asked.slots)
    asks = heard.message.found("clauses.own_booking") or booked
    if not begun and asks and heard.ear.looks_up != heard.asked.flow:
        begun = own_booking(heard)
    return with_values(heard, _beyond_policy(heard, begun) or _called_off(heard))


def _beyond_policy(heard: Heard, begun: list[Read]) -> list[Read]:
    """Leave out the look at what is booked in "should I cancel my appointment?": the policy tells that."""
    if not begun or not heard.message.found("topics.policy.asks"):
        return begun
    return [
        read for read in begun if not isinstance(read.meaning, StartFlow) or read.meaning.flow != heard.ear.looks_up
    ]


def _is_about_this(heard: Heard, flow: str) -> bool:
    """Tell "cancel it instead", said of what is only being booked, from what is said of something booked."""
    if is_about_booking(heard.asked.slots) or not is_about_booking(heard.ear.triggers.flows[flow].slots):
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


def fills_trigger(heard: Heard, begun: Sequence[Read]) -> bool:
    """Tell a question that gives all of what its trigger has blanks for: "how much is it from Paris to Rome?".

    One that a trigger without blanks puts word by word is its own as well.
    """
    trigger = begun[0].why.partition(": ")[2]
    if not _BLANK.search(trigger) and set(trigger.casefold().split()) <= set(heard.message.bare):
        return True
    if heard.ear.triggers.is_all(heard.message, _with_asked(heard.givens)):
        return True
    blanks = frozenset(_BLANK.findall(begun[0].why))
    return len(blanks) > 1 and blanks <= {read.meaning.slot for read in begun if isinstance(read.meaning, Inform)}


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
                return with_values(heard, [Read(StartFlow(flow.name, heard.text), why=f"{ASKED}: {text}")])
    return []


def cannot_come(heard: Heard, begun: Sequence[Read]) -> list[Read]:
    """Return both flows that may be meant by "I'm sick, I can't come Thursday": it is to be moved, or cancelled."""
    said = heard.message.found("clauses.unable")
    whens = [given for given in heard.givens if given.kind in {"day", "time"}]
    clauses = [heard.message.clause_at(cue.start) for cue in said]
    # The day of "I have to miss tomorrow" is the one that will not do.
    outside = [given for given in whens if not any(clause.holds(given.start) for clause in clauses)]
    wanted = [given for given in outside if given.stance is Stance.WANTED]
    # "I have to bail on tomorrow's appointment" names one, and books none.
    named = [read for read in begun if not read.why.startswith(VALUES) and _begins_with_booked(heard, [read])]
    one = sum(isinstance(read.meaning, StartFlow) for read in named) == 1
    if one or not said or wanted or (heard.givens and not whens):
        return []
    if any(clause.mood is Mood.ASK for clause in clauses):
        return []  # "what if I can't come?"
    flows = [flow for deed in ("move", "cancel") if (flow := heard.ear.triggers.that_does(deed))]
    both = [Read(StartFlow(flow, heard.text), why="unable: to be moved, or cancelled") for flow in flows]
    if len(both) < len(("move", "cancel")):
        return []
    return [*both, *with_values(heard, both[:1])[1:]]


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
    taking = heard.ear.triggers.taking(heard.message, heard.givens, heard.message.clauses)
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
    flow = listed_instead(heard, heard.ear.triggers.flows[begun[0].meaning.flow], _with_asked(heard.givens))
    begun = [replace(begun[0], meaning=replace(begun[0].meaning, flow=flow.name))]
    target = heard.ear.sheet(flow, heard.asked, heard.context)
    givens = [given for given in _with_asked(heard.givens) if not _is_of_trigger(given, begun[0])]
    if target.of_kind("booking"):
        givens = named_as_booked(heard.message, spared(heard.message, givens, dated=len(target.of_kind("day")) == 1))
    if flow.name == heard.ear.looks_up:
        # Whichever "the facial" is, it is among them; yesterday it was booked, and is not to come.
        givens = [given for given in givens if not given.candidates and given.problem is not Problem.PAST]
    if not target.of_kind("service") and (other := elsewhere(heard) or _of_other_trade(heard, begun[0])):
        return other
    times = arrivals(heard.message, givens, flow.slots)
    filled = [
        *fill(heard.message, [given for given in givens if given not in times], target),
        *landing(times, flow.slots),
    ]
    filled += _bounded(heard, target, filled)
    reads = [*begun, *filled, *_counted(heard, begun[0], flow, filled), *unserved(heard, target.slots)]
    reads += for_others(heard, target.slots)
    reads += unknown_thing(heard, target.slots)
    reads[1:1] = unknown_places(heard, target, reads)  # before a doubt about the day, of which only one is told
    reads += [*which(heard.message), *_renamed(heard, target, reads)] if target.of_kind("booking") else []
    reads += _both(heard, target, reads)
    reads = kept_apart(heard, named_first(heard, reads, target.slots), target.slots)
    return with_named_skips(heard, reads, target.slots)


def _of_other_trade(heard: Heard, begun: Read) -> list[Read]:
    """Return that nothing is booked for who names a place, and beside it what others sell: "a rental car in Denver"."""
    if not begun.why.startswith(VALUES) or sum(isinstance(given.value, Item) for given in heard.givens) != 1:
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


def _counted(heard: Heard, begun: Read, flow: Flow, filled: Sequence[Read]) -> list[Read]:
    """Read the number for which a trigger has a blank: of any other nobody could tell what it counts."""
    done = {read.meaning.slot for read in filled if isinstance(read.meaning, Inform)}
    named = [flow.slots[name] for name in _BLANK.findall(begun.why) if name in flow.slots and name not in done]
    blanks = [slot.name for slot in named if slot.kind in _COUNTS]
    numbers = [given for given in heard.givens if given.kind == "number" and given.stance is Stance.WANTED]
    free = [given for given in numbers if not any(given.overlaps(other) for other in heard.givens if other != given)]
    if len(blanks) != 1 or len(free) != 1 or free[0].value is None:
        return []
    return [Read(Inform(blanks[0], free[0].value, free[0].words), why=f"number: {begun.why}")]


def _is_of_trigger(given: Given, begun: Read) -> bool:
    """Tell the bike of "rent a bike" from a bike that was named: it is only a word for all that can be rented."""
    named = begun.why.partition(": ")[2].casefold().split()
    return bool(given.candidates) and set(given.words.casefold().split()) <= set(named)


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
