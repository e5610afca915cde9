"""Gives each wish of a message what is said once and holds for all: the day, for how many, under whose name."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from frontdesk.dialogue.flow import Flow
from frontdesk.dialogue.values import Value
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.resolve.wishes.for_others import own_names
from frontdesk.language.resolve.wishes.wish import Wish, differ, is_thing

_OWN = frozenset({"person_name", "phone", "email", "notes", "text"})
_DAY, _NAME, _PARTY = "day", "person_name", "party"
_COUNTED = frozenset({_PARTY, "number"})
_SAME_TIME = "booked.same_time"


def shared(wishes: Sequence[Wish], flow: Flow) -> list[Wish]:
    """Return the wishes with what is said once and holds for all."""
    first, *rest = wishes
    first, *rest = _without_total([counted_alike(first, rest[0], flow, set()), *rest], flow)
    first = first.with_more(_said_after(first, rest[-1], flow))
    return [first, *(wish.with_more(_said_before(first, wish, flow)) for wish in rest)]


def _said_before(first: Wish, wish: Wish, flow: Flow) -> dict[str, Value]:
    """Return what the first wish says for a later one too: the thing, the day, for how many."""
    slots, known = flow.slots, first.stands
    things = {name for name, value in known.items() if name in slots and is_thing(slots[name], value)}
    # The same for somebody else, or at another time.
    alike = all(not differ(wish.values.get(name, known[name]), known[name]) for name in things)
    taken: dict[str, Value] = {}
    for name, value in known.items():
        slot = slots.get(name)
        if slot is None or not slot.guest or wish.has(slot.kind) or slot.kind in _OWN:
            continue
        same_day = not any(wish.has(kind) for kind in ("day", "moment"))
        match slot.kind:
            case "time":
                same_time = bool(wish.heard.message.found(_SAME_TIME))
                shares = alike or same_time or (same_day and _stands_before(first, name, things))
            case "provider":
                shares = alike
            case "day" | "moment" | "duration" | "party" | "number":
                shares = True
            case _:
                shares = name in things and slot.ask is not None
        if shares:
            taken[name] = value
    return taken


def _stands_before(first: Wish, name: str, things: set[str]) -> bool:
    """Tell the hour of "at 3 a peel for me and a facial for her" from that of "a peel at 3 and a facial"."""
    text = first.heard.message.text
    places = [text.find(first.told[thing].words) for thing in things if thing in first.told]
    return name in first.told and all(text.find(first.told[name].words) < place for place in places)


def _said_after(first: Wish, last: Wish, flow: Flow) -> dict[str, Value]:
    """Return what ends a message and holds for all of it: "a tour and a cruise on Saturday for 2"."""
    slots, theirs = flow.slots, last.heard.message
    text, told = theirs.text, {name: each for name, each in last.told.items() if name in last.values}
    things = [text.find(told[name].words) for name in told if is_thing(slots[name], last.values[name])]
    whose = {cue.after for label in ("clauses.is_for", "clauses.for_somebody") for cue in theirs.found(label)}
    alone = first.values.keys() <= {name for name, value in first.values.items() if is_thing(slots[name], value)}
    taken: dict[str, Value] = {}
    for name, inform in told.items():
        place, kind = text.find(inform.words), slots[name].kind
        if place < max(things, default=0) or first.has(kind) or (kind == _NAME and name in first.known):
            continue
        if (kind in _COUNTED | {_DAY} and alone) or (kind == _NAME and theirs.place_at(place) not in whose):
            taken[name] = last.values[name]
    own = [given.value for given in own_names(last.heard) if given.value is not None]
    named = next((slot.name for slot in slots.values() if slot.kind == _NAME), None)
    return {**taken, named: own[0]} if own and named and named not in first.stands else taken


def _without_total(wishes: Sequence[Wish], flow: Flow) -> list[Wish]:
    """Leave out how many come in all, where each comes by name: "two kids, Ann on Friday and Bo on Monday"."""
    first, *rest = wishes
    party = next((slot.name for slot in flow.slots.values() if slot.kind == _PARTY), None)
    named = all(wish.has(_NAME) for wish in wishes)
    if party is None or not named or first.values.get(party) != len(wishes) or any(party in each.told for each in rest):
        return [*wishes]
    return [first.without({party}).with_more({party: 1}), *(wish.with_more({party: 1}) for wish in rest)]


def counted_alike(wish: Wish, other: Wish, flow: Flow, leads: AbstractSet[int]) -> Wish:
    """Return a wish with how many come, said as in the other one: "two in the morning and three after lunch"."""
    party = next((name for name in other.values if flow.slots[name].kind == _PARTY), None)
    if party is None or party in wish.told:
        return wish
    message, counted = wish.heard.message, _followed_by(other.heard.message, other.told[party].words)
    for given in wish.heard.givens:
        alike = message.place_at(given.start) in leads or counted & _followed_by(message, given.words)
        taken = any(given.words in inform.words for inform in wish.told.values())
        if given.kind == "number" and isinstance(given.value, int) and alike and not taken:
            return wish.with_more({party: given.value})
    return wish


def _followed_by(message: Message, words: str) -> set[str]:
    """Return the word that stands after some words: the "place" of "one place"."""
    start = message.text.find(words)
    after = message.place_at(start + len(words) - 1) + 1
    return {word for word in message.bare[after : after + 1] if start >= 0 and word[0].isalnum()}
