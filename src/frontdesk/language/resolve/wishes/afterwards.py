"""Reads what is said right after something was booked: "oh wait, make that 4", "with Emily please", "cancel it"."""

from __future__ import annotations

from collections.abc import Sequence

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.meanings import Choose, Exclude, Inform, StartFlow
from frontdesk.dialogue.values import Item
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.believing import believed_of
from frontdesk.language.resolve.options.times import later_or_earlier
from frontdesk.language.resolve.questions.unserved import company
from frontdesk.language.resolve.slots.called import is_named, names_for, naming_words, tagged_names
from frontdesk.language.resolve.slots.filling import fill
from frontdesk.language.resolve.slots.measuring import measure
from frontdesk.language.resolve.slots.several import adds
from frontdesk.language.resolve.slots.sheets import Slots
from frontdesk.language.resolve.values.every_value import same
from frontdesk.language.resolve.values.given import Stance, apart
from frontdesk.language.resolve.wishes.moves import social
from frontdesk.language.resolve.wishes.own_booking import sees_off
from frontdesk.language.resolve.wishes.starts import with_values
from frontdesk.language.resolve.wishes.takers import asks_for_booking
from frontdesk.language.resolve.wishes.wanted import is_denied
from frontdesk.language.results import Found, Part, Read
from frontdesk.language.words import word_set

_SURELY, _CHANGED = 0.9, 0.5
_FEW = 3  # other words beside a mere "later" that still say no more
_DEEDS = ("cancel", "move")
_PERSON, _SERVICE = "provider", "service"
_REMAKING = frozenset({"clauses.remaking", "clauses.instead", "clauses.replacing"})
_CORRECTING = frozenset({"clauses.corrections", "clauses.instead", "clauses.replacing"})


def afterwards(heard: Heard, begun: Sequence[Read]) -> list[Read]:
    """Return how a message changes what was just booked; nothing where it is about something else."""
    flows = [read.meaning.flow for read in begun if isinstance(read.meaning, StartFlow)]
    flow = flows[0] if flows else None
    about = _about(heard, flow)
    if about is None or about.flow is None or len(flows) > 1:
        return []
    if _is_another(heard, about):
        return list(begun)  # which one is looked for by its name
    if sees_off(heard):
        return with_values(heard, _as_booked(heard)) if heard.givens else []
    if any(is_denied(heard, name) for deed in _DEEDS if (name := heard.ear.triggers.that_does(deed))):
        return _as_booked(heard)
    if about.flow == flow:
        return (_differing(heard, about) if _is_mere_wish(heard, begun) else []) or _of_named(heard, begun, about)
    return _differing(heard, about, begun) if not begun or _is_remade(heard, begun) else []


def _differing(heard: Heard, about: Asked, begun: Sequence[Read] = ()) -> list[Read]:
    """Return what shall be different from what was just booked."""
    if _asks_for_more(heard, about):
        return []
    wishes = _wishes(heard.ear.hear(heard.message.text, about, heard.context))
    if wishes and all(isinstance(read.meaning, Exclude) for read in wishes) and not (begun or _is_changed(heard)):
        return _as_booked(heard)
    if all(_stands(read, about) for read in wishes):
        return _as_booked(heard) if wishes and begun else []
    start = Read(StartFlow(about.flow or "", heard.text), why="booked: a change of what was just booked")
    return [start, *_booked(heard, about), *wishes]


def regretted(heard: Heard) -> list[Read]:
    """Return both flows that may be meant by "actually no", said right after something was booked."""
    triggers = heard.ear.triggers
    named = any(deed in triggers.vocabulary.of(heard.message.bare) for deed in _DEEDS)
    if not heard.asked.settled or heard.givens or named or not _regrets(heard):
        return []
    flows = [flow for deed in _DEEDS if (flow := triggers.that_does(deed))]
    return [Read(StartFlow(flow, heard.text), why="booked: is to be undone or changed") for flow in flows]


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
    measured, used = measure(again)
    wishes = _wishes(again) if about.standing else list(measured)
    if told:  # and beside that an hour, which is read against the one that is booked
        wishes = [read for read in wishes if read in measured or _is_time_besides(read, about, told)]
    wishes = [read for read in wishes if not _is_same_item(read, about)]
    changed = {other.meaning.slot for other in wishes if isinstance(other.meaning, Inform | Exclude)}
    by_length = {given.words for given in used}  # "half an hour later" is how far it moves, and not how long it is
    rest = [
        read
        for read in begun[1:]
        if not isinstance(read.meaning, Inform | Exclude)
        or (read.meaning.slot not in changed and read.meaning.words not in by_length)
    ]
    return [begun[0], *(_booked(heard, about) if _is_meant(heard, about) else ()), *rest, *wishes]


def _is_time_besides(read: Read, about: Asked, told: set[str]) -> bool:
    slot = read.meaning.slot if isinstance(read.meaning, Inform) else None
    return slot is not None and slot not in told and about.slots[slot].kind == "time"


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
    return heard.message.has(_REMAKING) or (_is_mere_wish(heard, begun) and not _is_of_its_own(heard, begun))


def _is_another(heard: Heard, about: Asked) -> bool:
    """Say whether words that name a booking name none of what was just booked."""
    flow = heard.ear.triggers.flows[about.flow or ""]
    if names_for(flow) is None or not naming_words(heard) or is_named(heard, about.names):
        return False
    words = set(naming_words(heard))
    pieces = [piece for piece in heard.message.pieces if piece.plain in words]
    return tagged_names(heard, flow) or any(piece.start and piece.text[0].isupper() for piece in pieces)


def _is_mere_wish(heard: Heard, begun: Sequence[Read]) -> bool:
    """Tell a flow that was found by what is wanted from one that was asked for by what it does."""
    flow = begun[0].meaning.flow if isinstance(begun[0].meaning, StartFlow) else None
    if flow is None or begun[0].by is not Part.TAGGER:
        return begun[0].found is Found.BY_VALUES
    return not heard.ear.triggers.does(heard.ear.triggers.flows[flow], heard.text)


def _is_of_its_own(heard: Heard, begun: Sequence[Read]) -> bool:
    """Say whether the model is sure that a message begins something, and changes nothing."""
    opinion, flow = believed_of(heard), begun[0].meaning.flow if isinstance(begun[0].meaning, StartFlow) else ""
    if opinion is None or asks_for_booking(heard.ear.triggers.flows[flow]):
        return False
    return opinion.flows.get(flow, 0.0) >= _SURELY and opinion.acts["change"] < _CHANGED


def _is_changed(heard: Heard) -> bool:
    """Say whether the model hears a change, or nobody asks it: "don't drop the Botox" changes nothing."""
    opinion = believed_of(heard)
    return opinion is None or opinion.acts["change"] >= _CHANGED


def _asks_for_more(heard: Heard, about: Asked) -> bool:
    """Tell a wish for something more from a change: "also Friday", "another one", a service talked about since."""
    message = heard.message
    if adds(message) or message.found("booked.another"):
        return True
    booked = [value for value in about.booked.values() if isinstance(value, Item)]
    talked_of = [value for value in heard.asked.topics.values() if isinstance(value, Item) and value.kind == _SERVICE]
    named = [given.value for given in heard.givens if given.kind == _SERVICE and given.stance is Stance.WANTED]
    return any(value not in booked for value in talked_of) or (bool(named) and not message.has(_CORRECTING))


def _wishes(heard: Heard) -> list[Read]:
    """Return what shall be different."""
    measured, asked = measure(heard), heard.asked
    left = apart(heard.givens, measured.used)
    slots = Slots((name, slot) for name, slot in heard.running.slots.items() if name in asked.standing)
    told = fill(heard.message, left, heard.running._replace(slots=slots)) or company(heard, asked.slots)
    if measured.reads or told:
        return [*measured.reads, *told]
    return _other_person(heard) or _later(heard)


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


def _later(heard: Heard) -> list[Read]:
    """Read "a bit earlier", where nothing else is said: "is it too late to cancel?" is about something else."""
    triggers = heard.ear.triggers
    others = [flow for flow in triggers.flows.values() if flow.name != heard.asked.flow]
    if list(social(heard.message)) or any(triggers.does(flow, heard.text) for flow in others):
        return []
    opinion = believed_of(heard)
    sure = opinion is not None and opinion.flows.get(heard.asked.flow or "", 0.0) >= _SURELY
    if not sure and len(triggers.rest(heard.message, heard.givens)) > _FEW:
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
