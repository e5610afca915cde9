"""Puts the values of a message into the slots of a flow: one slot, one of several alike, or several at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import time
from itertools import pairwise

from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import Exclude, Inform, Problem
from frontdesk.dialogue.values import Item, Times, Value
from frontdesk.language.readers import when
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.resolve.slots.days import NIGHTS, for_kind
from frontdesk.language.resolve.slots.departures import after_arrival
from frontdesk.language.resolve.slots.first_times import with_first_times
from frontdesk.language.resolve.slots.landings import arrivals, landing
from frontdesk.language.resolve.slots.moments import begun_and_ended, kinds_spared
from frontdesk.language.resolve.slots.several import kept_together, with_held
from frontdesk.language.resolve.slots.sheets import OLD, Sheet
from frontdesk.language.resolve.slots.spared import meant_all_along, spared
from frontdesk.language.resolve.slots.ways_back import without_way_back
from frontdesk.language.resolve.values.every_value import same
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.resolve.values.zones import THERE
from frontdesk.language.results import Read
from frontdesk.language.words import word_set

_VOLUNTEERED = frozenset(
    {"number", "text", "notes", "yesno", "option", "booking"}
)  # never filled without being asked for
_NUMBER = "number"
_MADE_OF_OTHERS = frozenset({"moment", "day"})  # a moment of a day and a time, the last day of the first and nights
_MEANT = frozenset({Stance.WANTED, Stance.EXCLUDED, Stance.BOOKED})
_OLD_AFTER = "clauses.slot_cues_after.old"
_JOINED = 3  # words between two of which one is wanted: "or maybe a"
_NAMED = 4  # words between "the destination" and its value


def fill(message: Message, givens: Sequence[Given], target: Sheet) -> list[Read]:
    """Return what the values of a message say about the slots of `target`."""
    reads: list[Read] = []
    if not givens:
        return reads
    if target.of_kind("booking"):
        keeps_old = any(OLD in labels for name, labels in target.cues.items() if name in target.slots)
        givens = _without_borrowed_days(message, givens, target) if keeps_old else givens
        givens = [_as_it_is(given, target) for given in givens]
        givens = spared(message, givens, dated=len(target.of_kind("day")) == 1)
    times = arrivals(message, givens, target.slots)
    reads += landing(message, times, target.slots)
    givens = without_way_back(message, [given for given in givens if given not in times], target.slots)
    givens = with_first_times(message, givens, target.slots, target.known)
    givens = begun_and_ended(givens, target)
    given_kinds = {given.kind for given in givens}
    others = kinds_spared(message, target)
    for kind in dict.fromkeys([slot.kind for slot in target.slots.values()]):
        if kind in others or (kind not in given_kinds and kind not in _MADE_OF_OTHERS):
            continue
        of_kind = [given for given in for_kind(kind, givens, target) if given.stance in _MEANT]
        if kind in _VOLUNTEERED and (target.asked is None or target.asked.kind != kind):
            of_kind = [given for given in of_kind if kind == _NUMBER and _follows_trigger(message, given, target)]
        if of_kind:
            reads += _kind(message, kind, of_kind, target)
    reads = after_arrival(reads, target)
    reads += [_there(given) for given in givens if _is_there(given) and THERE in target.slots]
    reads = _without_half_moments(reads) if target.of_kind("booking") or _has_moment(target) else reads
    reads = kept_together(message, reads, target.slots.values(), tuple(target.known.values()))
    return sorted(reads, key=lambda read: message.text.find(read.meaning.words))


def _follows_trigger(message: Message, given: Given, target: Sheet) -> bool:
    """Tell the 3 of "rent 3 bikes", where the business writes "rent {number} bikes", from any other number."""
    labels = {f"cue:{slot.name}" for slot in target.of_kind(given.kind)}
    return any(cue.after == message.place_at(given.start) for label in labels for cue in message.found(label))


def _without_borrowed_days(message: Message, givens: Sequence[Given], target: Sheet) -> Sequence[Given]:
    """Leave the 3pm of "move my 3pm to tomorrow" on its own day: tomorrow is where it goes, and not where it is."""
    days, old = target.of_kind("day"), {slot for slot in target.slots.values() if OLD in target.cues.get(slot.name, ())}
    named = [given for given in givens if given.kind == "day" and _names_day(given, target)]
    return [
        given
        for given in givens
        if given.kind != "day"
        or given in named
        or not any(given.end <= other.start and given.value == other.value for other in named)
        or _by_cue(message, given, days, target) not in old
    ]


def _as_it_is(given: Given, target: Sheet) -> Given:
    """Take "not the 10 o'clock", once the booking at 10 is found, for how it is: it is not looked for anew."""
    chosen = any(slot.name in target.known for slot in target.of_kind("booking"))
    old = [name for name in target.slots if OLD in target.cues.get(name, ())] if chosen else []
    held = given.stance is Stance.EXCLUDED and any(target.known.get(name) == given.value for name in old)
    return replace(given, stance=Stance.BOOKED) if held else given


def _names_day(given: Given, target: Sheet) -> bool:
    """Tell a day from an hour that was put on the only day of a message."""
    return any(when.parts(found)[0] is not None for found in when.read(given.words, target.context))


def _is_there(given: Given) -> bool:
    return given.kind == THERE and given.stance is Stance.WANTED


def _there(given: Given) -> Read:
    return Read(Inform(THERE, given.value, given.words), why="zone: the time as it was said")


def _has_moment(target: Sheet) -> bool:
    """Tell whether a day or a time is known, which half of another moment would shift."""
    return any(slot.name in target.known for kind in ("day", "time") for slot in target.of_kind(kind))


def _without_half_moments(reads: Sequence[Read]) -> list[Read]:
    """Leave out the time of a moment whose day cannot be: "to today at 9" does not move anything to 9 elsewhere."""
    meant = [read.meaning for read in reads if isinstance(read.meaning, Inform)]
    cannot = {meaning.words for meaning in meant if meaning.problem in {Problem.PAST, Problem.IMPOSSIBLE}}
    return [
        read
        for read in reads
        if not (isinstance(read.meaning, Inform) and read.meaning.problem is None and read.meaning.words in cannot)
    ]


def _kind(message: Message, kind: str, givens: Sequence[Given], target: Sheet) -> list[Read]:
    slots = target.of_kind(kind)
    reads: list[Read] = []
    excluded = [given for given in givens if given.stance is Stance.EXCLUDED]
    for given in excluded:
        slot = _holding(slots, given, target) or _asked_among(slots, target) or _to_come(slots, target)
        if given.value is not None:
            reads.append(Read(Exclude(slot.name, given.value, given.words), why="excluded: ruled out in words"))
    booked = [given for given in givens if given.stance is Stance.BOOKED]
    if booked:
        slot = next((slot for slot in slots if OLD in target.cues.get(slot.name, ())), slots[0])
        reads.append(_inform(message, slot, booked))
        if slot is slots[0] and len(slots) == 1:
            return reads
        slots = [other for other in slots if other is not slot]  # what it becomes is kept elsewhere
    wanted = [given for given in givens if given.stance is Stance.WANTED]
    for name, mine in _shared_out(message, slots, wanted, excluded, target).items():
        # "One night longer, till Monday": who names the last day only says the nights besides.
        mine = [given for given in mine if given.kind != NIGHTS] or mine  # noqa: PLW2901 - nothing else is meant
        read = _either_time(message, target.slots[name], mine, target) or _inform(message, target.slots[name], mine)
        held = target.known.get(name) if target.slots[name].many else None
        held = (held,) if isinstance(held, Item) else held  # as taken from the one booking that was meant
        reads.append(with_held(message, read, [*excluded, *mine], held))
    return reads


def _either_time(message: Message, slot: Slot, givens: Sequence[Given], target: Sheet) -> Read | None:
    """Take "at 3 or 4" as both where they are looked for: what is open of them is offered."""
    if slot.kind != "time" or target.searched is None or slot.name not in target.searched.limits:
        return None
    kept = _after_correction(message, givens)
    named = [given.value for given in kept if given.value is not None]
    kept = [given for given in kept if given.value is not None or not set(named) & set(given.candidates)]
    distinct = tuple(dict.fromkeys(given.value for given in kept if isinstance(given.value, time | Times)))
    if len(distinct) == 1 and len(readings := kept[0].candidates) > 1 and not kept[0].problem:
        return Read(Inform(slot.name, readings, kept[0].words), why="time: in either half of the day")
    if len(distinct) < 2 or not _is_either(message, kept) or any(given.problem for given in kept):
        return None
    words = message.text[kept[0].start : kept[-1].end]
    return Read(Inform(slot.name, distinct, words), why="time: any of these")


def _to_come(slots: Sequence[Slot], target: Sheet) -> Slot:
    """Return the slot that says how it shall be, rather than which booking is meant."""
    return next((slot for slot in slots if OLD not in target.cues.get(slot.name, ())), slots[0])


def _holding(slots: Sequence[Slot], given: Given, target: Sheet) -> Slot | None:
    return next(
        (slot for slot in slots if slot.name in target.known and same(target.known[slot.name], given.value)), None
    )


def _asked_among(slots: Sequence[Slot], target: Sheet) -> Slot | None:
    return target.asked if target.asked in slots else None


def _shared_out(
    message: Message, slots: Sequence[Slot], wanted: Sequence[Given], excluded: Sequence[Given], target: Sheet
) -> dict[str, list[Given]]:
    """Decide which slot each value is for."""
    if len(slots) == 1:
        return {slots[0].name: list(wanted)} if wanted else {}
    corrected = next((slot for given in excluded if (slot := _holding(slots, given, target))), None)
    corrected = corrected or _taken_back(message, slots, target)
    shares: dict[str, list[Given]] = {}
    last: tuple[Given, str] | None = None
    called = [_by_role(given, slots) or _by_cue(message, given, slots, target) for given in wanted]
    if not any(called) and corrected is None and _names_each(message, slots, wanted, target):
        return {slot.name: [given] for slot, given in zip(slots, wanted, strict=True)}
    spoken_for = {slot.name for slot in called if slot} if all(role(slot.name, slots) for slot in slots) else set()
    for given, own in zip(wanted, called, strict=True):
        slot = own or (meant_all_along(message, given, slots) if target.of_kind("booking") else None)
        if slot is None and last is not None and _goes_with(message, last[0], given):
            slot = target.slots[last[1]]  # "from Paris, no wait, Madrid", "from Paris or Madrid"
        name = (slot or corrected or _free(slots, {*shares, *spoken_for}, target)).name
        shares.setdefault(name, []).append(given)
        last = (given, name)
    return shares


def _names_each(message: Message, slots: Sequence[Slot], wanted: Sequence[Given], target: Sheet) -> bool:
    """Tell "make it Chicago Miami", where both ends of the trip are known and are changed, in their order."""
    both = len(wanted) == len(slots) and all(slot.name in target.known and role(slot.name, slots) for slot in slots)
    return both and not any(_goes_with(message, *pair) for pair in pairwise(wanted))


def _goes_with(message: Message, before: Given, after: Given) -> bool:
    """Tell whether two values are for the same slot: the second replaces the first, or is one more to choose from."""
    return is_taken_back(message, before, after) or _is_either(message, (before, after))


def _taken_back(message: Message, slots: Sequence[Slot], target: Sheet) -> Slot | None:
    """Return the slot that was filled last, for a guest who opens with "no wait" where the next one is asked for."""
    spoken = next((place for place, word in enumerate(message.bare) if word[0].isalnum()), 0)
    opens = any(cue.first == spoken for cue in message.found("clauses.taking_back"))
    before = slots[: slots.index(target.asked)] if target.asked in slots else ()
    known = [slot for slot in before if slot.name in target.known]
    return known[-1] if opens and known else None


def _by_role(given: Given, slots: Sequence[Slot]) -> Slot | None:
    return {"arrival": slots[0], "departure": slots[-1], NIGHTS: slots[-1]}.get(given.kind)


def _free(slots: Sequence[Slot], shared: AbstractSet[str], target: Sheet) -> Slot:
    asked = _asked_among(slots, target)
    if asked and asked.name not in shared:
        return asked
    left = [slot for slot in slots if slot.name not in shared]
    empty = [slot for slot in left if slot.name not in target.known]
    if empty:
        return min(empty, key=lambda slot: (slot.ask is None, bool(role(slot.name, slots)), slots.index(slot)))
    if shared and left and all(role(slot.name, slots) for slot in slots):
        return left[0]  # "make it Chicago to Miami", where both are known
    return next((slot for slot in slots if not role(slot.name, slots)), slots[-1])


def _by_cue(message: Message, given: Given, slots: Sequence[Slot], target: Sheet) -> Slot | None:
    """Find the slot whose name or cue word stands nearest before the value."""
    first, after = message.place_at(given.start), message.place_at(given.end - 1) + 1
    if any(cue.first == after for cue in message.found(_OLD_AFTER)):
        old = next((slot for slot in slots if OLD in target.cues.get(slot.name, ())), None)
        if old is not None:
            return old
    best: tuple[tuple[int, int], Slot] | None = None
    for slot in slots:
        for label in target.cues.get(slot.name, ()):
            for cue in message.found(label):
                distance = first - cue.after
                inside = given.start <= cue.start < given.end and cue.start == given.start
                reach = _NAMED if label.startswith("name:") else _articles(message, cue.after)
                # "Change the phone to ..." does not tell which one, where there is a new one as well.
                called = label.startswith("name:") and (bool(role(slot.name, slots)) or len(slots) == 1)
                rank = (
                    _rank(distance, called=called),
                    cue.first - cue.after,
                )  # the "for" of "swap it for" is part of it
                if (0 <= distance <= reach or inside) and (best is None or rank < best[0]):
                    best = (rank, slot)
    return best[1] if best else None


def _articles(message: Message, place: int) -> int:
    """Count the words at `place` that may stand between "to" and where: "to the airport", but not "to fly"."""
    small = word_set(message.language, "clauses", "before_values")
    return int(place < len(message.bare) and message.bare[place] in small)


def role(name: str, slots: Sequence[Slot]) -> frozenset[str]:
    """Return what sets a slot's name apart from those alike: `old` for `old_day` beside `day`."""
    parts = [frozenset(slot.name.split("_")) for slot in slots]
    return frozenset(name.split("_")) - frozenset.intersection(*parts)


def _rank(distance: int, *, called: bool) -> int:
    """Order by distance; a slot called by a name of its own beats a mere "to"."""
    return distance - 10 * called


def _inform(message: Message, slot: Slot, givens: Sequence[Given]) -> Read:
    """Say what several values for one slot mean together: the last word, a doubt, or all of them."""
    kept = _after_correction(message, givens)
    # The "facial" beside "HydraFacial" names nothing else.
    named = {repr(given.value) for given in kept if given.value is not None}
    kept = [given for given in kept if given.value is not None or named.isdisjoint(map(repr, given.candidates))]
    distinct = list({repr(given.value): given for given in kept}.values())
    if slot.many and all(given.value is not None for given in distinct) and not _is_either(message, distinct):
        words = message.text[distinct[0].start : distinct[-1].end]
        problem = next((given.problem for given in distinct if given.problem), None)
        return Read(
            Inform(slot.name, tuple(_values(distinct)), words, problem), why=f"{slot.kind}: all that were named"
        )
    if len(distinct) == 1:
        given = distinct[0]
        value = (given.value,) if slot.many and given.value is not None else given.value
        doubted = given.candidates if given.problem else ()
        return Read(Inform(slot.name, value, given.words, given.problem, doubted), why=f"{slot.kind}: read in words")
    words = message.text[distinct[0].start : distinct[-1].end]
    meaning = Inform(slot.name, None, words, Problem.AMBIGUOUS, tuple(_values(distinct)))
    return Read(meaning, why=f"{slot.kind}: several, none of them taken back")


def _is_either(message: Message, givens: Sequence[Given]) -> bool:
    """Tell "fillers or Botox", of which one is wanted, from "fillers and Botox"."""
    joints = [(message.place_at(before.end), message.place_at(after.start)) for before, after in pairwise(givens)]
    cues = message.found("clauses.alternatives")
    return any(first <= cue.first < after <= first + _JOINED for first, after in joints for cue in cues)


def _values(givens: Sequence[Given]) -> Iterator[Value]:
    for given in givens:
        if given.value is not None:
            yield given.value
        else:
            yield from given.candidates  # "a facial and a peel", where there are two facials


def _after_correction(message: Message, givens: Sequence[Given]) -> Sequence[Given]:
    """Keep what was said last where something was taken back: "Tuesday, no wait, Wednesday"."""
    for index in range(len(givens) - 1, 0, -1):
        if is_taken_back(message, givens[index - 1], givens[index]):
            return givens[index:]
    return givens


def is_taken_back(message: Message, before: Given, after: Given) -> bool:
    """Tell whether `after` replaces `before`."""
    if any(before.end <= cue.start and cue.end <= after.start for cue in message.found("clauses.corrections")):
        return True
    clause = message.clause_at(after.start)
    return (
        any(after.end <= cue.start < clause.end for cue in message.found("clauses.instead"))
        and before.end <= clause.start
    )
