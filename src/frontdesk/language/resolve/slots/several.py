"""Reads what is said of one of several things wanted together: left out, replaced, or put first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import Inform, Problem
from frontdesk.dialogue.values import Item, Value
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.results import Read

_WHEN = frozenset({"day", "time", "moment"})
_LITTLE = 1  # words between what is said of a thing and the thing itself: "first a peel"


def without_dropped(message: Message, givens: tuple[Given, ...], asked: Asked) -> tuple[Given, ...]:
    """Rule out what is to go, of several that are held: "drop the peel", "take the peel off"."""
    if not any(map(message.found, ("clauses.dropping", "clauses.dropping_around"))):
        return givens
    if asked.flow is None:
        return givens
    held = {item for value in _held(asked) for item in value} | _replaced(message, givens, asked)
    held |= _not_held(message, givens, asked)
    return tuple(
        replace(given, stance=Stance.EXCLUDED) if given.value in held and is_dropped(message, given) else given
        for given in givens
    )


def _not_held(message: Message, givens: Sequence[Given], asked: Asked) -> set[Value]:
    """Return what is not being booked: who says "drop the Botox" does not want it besides the peel.

    "Cancel the Botox", and no more than that, is about one that may be booked already.
    """
    named: set[Value] = {given.value for given in givens if isinstance(given.value, Item)}
    alone = len(named) == 1 and message.found("clauses.calling_off")
    if alone or any(slot.kind == "booking" for slot in asked.slots.values()):
        return set()
    return named - _items(asked)


def _items(asked: Asked) -> set[Value]:
    """Return the values that the flow knows, each by itself."""
    return {item for value in asked.known.values() for item in (value if isinstance(value, tuple) else (value,))}


def _held(asked: Asked) -> Iterable[tuple[Value, ...]]:
    """Return what the slots that take several hold, where it is more than one."""
    held = [asked.known.get(slot.name) for slot in asked.slots.values() if slot.many]
    return [value for value in held if isinstance(value, tuple) and len(value) > 1]


def _replaced(message: Message, givens: Sequence[Given], asked: Asked) -> set[Value]:
    """Return what is held alone and goes for another of its kind: "forget Boston, from Chicago"."""
    if not message.found("clauses.dropping"):
        return set()
    wanted = [given for given in givens if isinstance(given.value, Item) and given.stance is Stance.WANTED]
    known = _items(asked) if len(wanted) > 1 else set()
    kinds = {given.kind for given in wanted if given.value not in known}
    return {given.value for given in wanted if given.value in known and given.kind in kinds}


def is_dropped(message: Message, given: Given) -> bool:
    """Tell "drop the peel" and "take the peel off"."""
    if _is_led_by(message, given, message.found("clauses.dropping")):
        return True
    begun = _is_led_by(message, given, message.found("clauses.dropping_around"))
    return begun and _is_followed_by(message, given, message.found("clauses.dropping_after"))


def _is_led_by(message: Message, given: Given, cues: Iterable[Cue]) -> bool:
    first, clause = message.place_at(given.start), message.clause_at(given.start)
    return any(clause.first <= cue.first and 0 <= first - cue.after <= _LITTLE for cue in cues)


def _is_followed_by(message: Message, given: Given, cues: Iterable[Cue]) -> bool:
    after = message.place_at(given.end - 1) + 1
    return any(cue.first == after for cue in cues)


def adds(message: Message) -> bool:
    """Tell whether a message adds to what was said before it: "also ...", "and ...", "... too"."""
    if message.found("clauses.instead") or message.found("clauses.corrections"):
        return False
    spoken = [place for place, word in enumerate(message.bare) if word[0].isalnum()]
    opens = any(cue.first == spoken[0] for cue in message.found("clauses.adding_first")) if spoken else False
    ends = any(cue.after == spoken[-1] + 1 for cue in message.found("clauses.adding_last")) if spoken else False
    return opens or ends or bool(message.found("clauses.adding"))


def with_held(message: Message, read: Read, givens: Sequence[Given], held: Value | None) -> Read:
    """Let what is said of a slot that takes several leave what it holds besides as it is."""
    meaning = read.meaning
    if not isinstance(meaning, Inform) or not isinstance(meaning.value, tuple) or not isinstance(held, tuple):
        return read
    gone = [given.value for given in givens if given.stance is Stance.EXCLUDED and given.value in held]
    new = tuple(item for item in meaning.value if item not in held)
    if gone and new:
        place = held.index(gone[0])
        rest = (*held[:place], *new, *held[place + 1 :])
        return replace(read, meaning=replace(meaning, value=rest), why=f"{read.why}, in place of another")
    if adds(message):
        return replace(read, meaning=replace(meaning, value=(*held, *new)), why=f"{read.why}, added")
    named = [given for given in givens if given.value in held]
    put = _put(message, named, held) if not new and not gone else None
    return read if put is None else replace(read, meaning=replace(meaning, value=put), why=f"{read.why}, reordered")


def _put(message: Message, named: Sequence[Given], held: tuple[Value, ...]) -> tuple[Value, ...] | None:
    """Return all that is held with the one that "first" or "last" is said of in its new place."""
    for given in named:
        rest = tuple(item for item in held if item != given.value)
        if given.value is not None and _is_first(message, given):
            return (given.value, *rest)
        if given.value is not None and _is_followed_by(message, given, message.found("clauses.going_last")):
            return (*rest, given.value)
    return None


def _is_first(message: Message, given: Given) -> bool:
    leads = _is_led_by(message, given, message.found("clauses.going_first_before"))
    return leads or _is_followed_by(message, given, message.found("clauses.going_first"))


def kept_together(message: Message, reads: Sequence[Read], slots: Iterable[Slot], held: Sequence[Value]) -> list[Read]:
    """Say that one of several that go together can have no day or time of its own: "the peel on Saturday"."""
    known = {slot.name: slot for slot in slots}
    part = next((read for read in reads if _is_part(read, known, held)), None)
    if part is None or message.found("clauses.only") or message.found("clauses.instead") or adds(message):
        return list(reads)
    return [_apart(read, known) for read in reads if read is not part] or list(reads)


def _is_part(read: Read, slots: dict[str, Slot], held: Sequence[Value]) -> bool:
    meaning = read.meaning
    if not isinstance(meaning, Inform) or meaning.slot not in slots or not slots[meaning.slot].many:
        return False
    value = meaning.value
    return any(
        isinstance(value, tuple) and isinstance(each, tuple) and len(value) < len(each) and set(value) < set(each)
        for each in held
    )


def _apart(read: Read, slots: dict[str, Slot]) -> Read:
    meaning = read.meaning
    if not isinstance(meaning, Inform) or slots[meaning.slot].kind not in _WHEN or meaning.problem is not None:
        return read
    apart = replace(meaning, value=None, problem=Problem.TOGETHER, candidates=())
    return Read(apart, why="together: one of several cannot have a day or time of its own")
