"""Reads what is said right after something was booked: "oh wait, make that 4", "with Emily please", "cancel it"."""

from __future__ import annotations

from collections.abc import Sequence

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.meanings import Choose, Exclude, Inform, StartFlow
from frontdesk.dialogue.values import Item, Value
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.clauses import Mood
from frontdesk.language.resolve.options.times import later_or_earlier
from frontdesk.language.resolve.slots.filling import fill
from frontdesk.language.resolve.slots.measuring import measure
from frontdesk.language.resolve.slots.several import adds, is_dropped
from frontdesk.language.resolve.slots.sheets import Slots
from frontdesk.language.resolve.values.every_value import same
from frontdesk.language.resolve.values.given import Given, Stance, apart
from frontdesk.language.results import Found, Part, Read
from frontdesk.language.understanding.questions.unserved import company
from frontdesk.language.understanding.wishes.changes import corrected_hour
from frontdesk.language.understanding.wishes.moves import social
from frontdesk.language.understanding.wishes.own_booking import sees_off
from frontdesk.language.understanding.wishes.starts import with_values
from frontdesk.language.understanding.wishes.takers import asks_for_booking
from frontdesk.language.understanding.wishes.wanted import only_asks
from frontdesk.language.words import word_set

_SURELY = 0.9
_FEW = 3  # other words beside a mere "later" that still say no more
_DEEDS = ("cancel", "move")
_PERSON, _SERVICE = "provider", "service"


def afterwards(heard: Heard, begun: Sequence[Read]) -> list[Read]:
    """Return how a message changes what was just booked; nothing where it is about something else."""
    flows = [read.meaning.flow for read in begun if isinstance(read.meaning, StartFlow)]
    flow = flows[0] if flows else None
    about = _about(heard, flow)
    if about is None or about.flow is None or len(flows) > 1:
        return []
    if sees_off(heard):  # "see you Friday", who was booked for Thursday
        return with_values(heard, _as_booked(heard)) if heard.givens else []
    if _spares(heard):
        return _as_booked(heard)
    if about.flow == flow:
        return (_differing(heard, about) if _is_mere_wish(heard, begun) else []) or _of_named(heard, begun, about)
    return _differing(heard, about, begun) if not begun or _is_remade(heard, begun) else []


def _differing(heard: Heard, about: Asked, begun: Sequence[Read] = ()) -> list[Read]:
    """Return what shall be different from what was just booked."""
    if _asks_for_more(heard, about):
        return []
    wishes = _wishes(heard.ear.hear(heard.message.text, about, heard.context))
    if all(_stands(read, about) for read in wishes):
        return _as_booked(heard) if wishes and begun else []
    start = Read(StartFlow(about.flow or "", heard.text), why="booked: a change of what was just booked")
    return [start, *_booked(heard, about), *wishes]


def undone(heard: Heard) -> list[Read]:
    """Read "no wait, cancel" and "never mind, cancel that", said right after something was booked."""
    triggers = heard.ear.triggers
    if not heard.asked.settled or only_asks(heard):
        return []
    if heard.givens:
        return _given_up(heard)
    if heard.message.found("clauses.negations"):
        return []
    if len(triggers.rest(heard.message, ())) > _FEW:
        return []
    said = [deed for deed in _DEEDS if deed in triggers.vocabulary.of(heard.message.bare)]
    about = _about(heard, triggers.that_does(said[0])) if len(said) == 1 else None
    if about is None or about.flow != triggers.that_does(said[0]):
        return []
    start = Read(StartFlow(about.flow or "", heard.text), why=f"booked: {said[0]} what was just booked")
    return [start, *_booked(heard, about)]


def regretted(heard: Heard) -> list[Read]:
    """Return both flows that may be meant by "actually no", said right after something was booked."""
    triggers = heard.ear.triggers
    named = any(deed in triggers.vocabulary.of(heard.message.bare) for deed in _DEEDS)
    if not heard.asked.settled or heard.givens or named or not _regrets(heard):
        return []
    flows = [flow for deed in _DEEDS if (flow := triggers.that_does(deed))]
    return [Read(StartFlow(flow, heard.text), why="booked: is to be undone or changed") for flow in flows]


def _given_up(heard: Heard) -> list[Read]:
    """Read "drop the peel" and "I don't want the peel any more", of one that was just booked."""
    flow = heard.ear.triggers.that_does("cancel")
    about = next((each for each in heard.asked.settled if each.flow == flow), None)
    slot = about.slot_of(_SERVICE) if about else None
    gone = [given for given in heard.givens if given.kind == _SERVICE and _is_gone(heard, given)]
    if slot is None or flow is None or len(gone) != 1 or len(heard.givens) > 1 or gone[0].value is None:
        return []
    if heard.message.found("booked.sparing"):
        return []
    value = (gone[0].value,) if slot.many else gone[0].value
    start = Read(StartFlow(flow, heard.text), why="booked: given up what was just booked")
    return [start, Read(Inform(slot.name, value, gone[0].words), why="booked: just now")]


def _spares(heard: Heard) -> bool:
    """Tell "keep the Botox" and "don't drop the Botox": what was just booked stays as it is."""
    if not heard.message.found("booked.sparing") or not heard.givens:
        return False
    return all(given.value in _just_booked(heard) for given in heard.givens)


def _is_gone(heard: Heard, given: Given) -> bool:
    """Tell whether something that was just booked is no longer wanted."""
    asks = heard.message.clause_at(given.start).mood is Mood.ASK
    unwanted = given.stance is Stance.EXCLUDED or is_dropped(heard.message, given)
    return given.value in _just_booked(heard) and unwanted and not asks


def _just_booked(heard: Heard) -> set[Value]:
    held = [value for each in heard.asked.settled for value in (*each.booked.values(), *each.standing.values())]
    return {item for value in held for item in (value if isinstance(value, tuple) else (value,))}


def _regrets(heard: Heard) -> bool:
    """Tell "actually no" and "no wait", where that is all that is said."""
    places = {place for cue in heard.message.found("booked.regretting") for place in range(cue.first, cue.after)}
    words = [word for place, word in enumerate(heard.message.bare) if place not in places and word[0].isalnum()]
    return bool(places) and word_set(heard.context.language, "common", "light").issuperset(words)


def _as_booked(heard: Heard) -> list[Read]:
    """Answer a guest who says what is booked already from the record."""
    flow = heard.ear.looks_up
    return [Read(StartFlow(flow, heard.text), why="booked: says what is booked")] if flow else []


def _of_named(heard: Heard, begun: Sequence[Read], about: Asked) -> list[Read]:
    """Add to a flow that was named which booking is meant, and what is said against how it stands."""
    informs = [read.meaning for read in begun if isinstance(read.meaning, Inform)]
    others = [each for each in informs if not same(about.booked.get(each.slot, each.value), each.value)]
    if others or any(isinstance(read.meaning, Choose) for read in begun):
        return list(begun)  # it was said that another one is meant
    told = {inform.slot for inform in informs if inform.slot not in about.booked}
    again = heard.ear.hear(heard.message.text, about, heard.context)
    wishes = list(measure(again).reads) if told else _wishes(again) if about.standing else []
    wishes = [read for read in wishes if not _is_same_item(read, about)]
    rest = [read for read in begun[1:] if not _is_told(read, wishes)]
    return [begun[0], *(_booked(heard, about) if _is_meant(heard, about) else ()), *rest, *wishes]


def _about(heard: Heard, flow: str | None) -> Asked | None:
    """Return the flow that hears of a change: the one that was named, or else the one that moves what is booked."""
    named = next((each for each in heard.asked.settled if each.flow == flow), None)
    return named or next((each for each in heard.asked.settled if _can_move(each)), None)


def _can_move(about: Asked) -> bool:
    """Tell a flow that takes another day from one that is told the day only to know which booking is meant."""
    slot = about.slot_of("day")
    return slot is not None and slot.name in about.standing


def _is_remade(heard: Heard, begun: Sequence[Read]) -> bool:
    """Tell a mere wish, and "make that 4", from the start of something else."""
    again = ("clauses.remaking", "clauses.instead", "clauses.replacing")
    return _is_mere_wish(heard, begun) or _compares(heard) or any(heard.message.found(label) for label in again)


def _is_mere_wish(heard: Heard, begun: Sequence[Read]) -> bool:
    """Tell a flow that was found by what is wanted from one that was asked for by what it does."""
    flow = begun[0].meaning.flow if isinstance(begun[0].meaning, StartFlow) else None
    if flow is None or begun[0].by is not Part.TAGGER:
        return begun[0].found is Found.BY_VALUES
    just, wanted = heard.asked.just_booked, heard.ear.triggers.flows[flow]
    if just is not None and flow != just.flow and not asks_for_booking(wanted) and (begun[0].chance or 0.0) >= _SURELY:
        return False  # it is not about what was booked
    return not heard.ear.triggers.does(heard.ear.triggers.flows[flow], heard.text)


def _compares(heard: Heard) -> bool:
    """Tell "the earlier flight", which is beside the one booked, from "an earlier flight to Paris"."""
    return bool(_comparisons(heard)) and all(given.value is None for given in heard.givens)


def _comparisons(heard: Heard) -> frozenset[str]:
    cues = [cue for label in ("clauses.later", "clauses.earlier") for cue in heard.message.found(label)]
    return frozenset(word for cue in cues for word in heard.message.bare[cue.first : cue.after])


def _asks_for_more(heard: Heard, about: Asked) -> bool:
    """Tell a wish for something more from a change: "also Friday", "another one", a service talked about since."""
    message = heard.message
    if adds(message) or message.found("booked.another"):
        return True
    booked = [value for value in about.booked.values() if isinstance(value, Item)]
    talked_of = [value for value in heard.asked.topics.values() if isinstance(value, Item) and value.kind == _SERVICE]
    named = [given.value for given in heard.givens if given.kind == _SERVICE and given.stance is Stance.WANTED]
    corrects = any(message.found(label) for label in ("clauses.corrections", "clauses.instead", "clauses.replacing"))
    return any(value not in booked for value in talked_of) or (bool(named) and not corrects)


def _wishes(heard: Heard) -> list[Read]:
    """Return what shall be different."""
    measured, asked = measure(heard), heard.asked
    left = apart(heard.givens, measured.used)
    slots = Slots((name, slot) for name, slot in heard.running.slots.items() if name in asked.standing)
    told = fill(heard.message, left, heard.running._replace(slots=slots)) or company(heard, asked.slots)
    if measured.reads or told:
        return [*measured.reads, *told]
    hour = corrected_hour(heard)
    return [hour] if hour else _other_person(heard) or _later(heard, left)


def _other_person(heard: Heard) -> list[Read]:
    """Read "somebody else, please" as ruling out whom it is booked with."""
    slot = heard.asked.slot_of(_PERSON)
    held = heard.asked.standing.get(slot.name) if slot else None
    found = heard.message.found("booked.other_person")
    if slot is None or held is None or not found:
        return []
    words = heard.message.text[found[0].start : found[0].end]
    whens = [other for kind in ("day", "time") if (other := heard.asked.slot_of(kind)) is not None]
    kept = [Inform(other.name, heard.asked.standing[other.name], words) for other in whens]
    ruled_out = Read(Exclude(slot.name, held, words), why="excluded: whom it is with")
    return [ruled_out, *(Read(inform, why="booked: stays as it is") for inform in kept)]


def _later(heard: Heard, givens: Sequence[Given]) -> list[Read]:
    """Read "a bit earlier", where nothing else is said: "is it too late to cancel?" is about something else."""
    triggers = heard.ear.triggers
    others = [flow for flow in triggers.flows.values() if flow.name != heard.asked.flow]
    rest = triggers.rest(heard.message, givens) - _comparisons(heard)
    if len(rest) > _FEW or list(social(heard.message)) or any(triggers.does(flow, heard.text) for flow in others):
        return []
    beside = later_or_earlier(heard.message, heard.asked)
    return [beside] if beside else []


def _stands(read: Read, about: Asked) -> bool:
    """Tell whether a value says no more than what is booked already."""
    meaning = read.meaning
    if not isinstance(meaning, Inform) or meaning.value is None:
        return False
    return same(about.standing.get(meaning.slot), meaning.value)


def _is_same_item(read: Read, about: Asked) -> bool:
    """Tell the service that only says which booking is meant, "push my Botox back an hour", from another one."""
    return _stands(read, about) and isinstance(read.meaning, Inform) and isinstance(read.meaning.value, Item)


def _is_told(read: Read, others: Sequence[Read]) -> bool:
    slots = {other.meaning.slot for other in others if isinstance(other.meaning, Inform | Exclude)}
    return isinstance(read.meaning, Inform | Exclude) and read.meaning.slot in slots


def _is_meant(heard: Heard, about: Asked) -> bool:
    """Tell "move it" and "can I come Friday instead" from "move my appointment", of which there may be several."""
    own = heard.ear.triggers.names_booking(heard.message) or bool(heard.message.found("clauses.own"))
    own = own or bool(heard.message.found("clauses.other"))  # "cancel the other one" is not about this one
    said = heard.message.found("booked.pronouns") or heard.message.found("booked.regretting")  # "no wait, cancel"
    return not own and (bool(about.standing) or bool(said))


def _booked(heard: Heard, about: Asked) -> list[Read]:
    """Say which booking is meant; "both" are more than the last one."""
    if heard.message.found("booked.every"):
        return []
    return [Read(Inform(slot, value, heard.text), why="booked: just now") for slot, value in about.booked.items()]
