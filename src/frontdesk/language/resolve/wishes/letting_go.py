"""Reads "forget about Paris" and "scrap the flight": what is being booked is let go of by what it is about."""

from __future__ import annotations

from collections.abc import Sequence

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.meanings import Ask, Cancel, Exclude, StartFlow
from frontdesk.dialogue.values import Item
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.clauses import Mood
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.questions.asking import asked_of, told_of, without_unknown
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.resolve.wishes.moves import moves
from frontdesk.language.resolve.wishes.starts import starts
from frontdesk.language.resolve.wishes.triggers import BOOKED
from frontdesk.language.results import Read
from frontdesk.language.words import word_set

_DROPPING = "clauses.dropping"
_LETTING_GO = frozenset({_DROPPING, "moves.cancel"})
_ASKING = frozenset({Wanted.SLOT, Wanted.CHOICE})  # a confirm hears a no by itself
THINGS = frozenset({"flight", "room", "meeting", BOOKED})  # things that are booked under a name of their own
_UNDOING = frozenset({"cancel", "move"})
_SMALL = (("common", "light"), ("common", "around_reason"), ("common", "some"), ("booked", "before_deeds"))
_REACH = 4  # words that a "not" reaches


def moves_of(heard: Heard) -> list[Read]:
    """Return every move of a message but the social ones, and that it lets go of what it names."""
    acts = list(moves(heard.message, heard.asked))
    if heard.asked.flow is None or any(isinstance(read.meaning, Cancel) for read in acts):
        return acts
    return [*acts, *(_let_go(heard) or _taken_back(heard))]


def _taken_back(heard: Heard) -> list[Read]:
    """Read "please don't cancel", said where it is asked which one shall be: what was begun is not wanted."""
    denials = heard.message.found("clauses.negations")
    if not denials or heard.givens or heard.asked.wanted not in _ASKING:
        return []
    triggers, message = heard.ear.triggers, heard.message
    placed = [(place, word) for place, word in triggers.vocabulary.placed(message.bare) if word in _UNDOING]
    deeds = [place for place, word in placed if triggers.that_does(word) == heard.asked.flow]
    denied = any(0 < place - no.first <= _REACH for place in deeds for no in denials)
    small = frozenset().union(*(word_set(message.language, name, key) for name, key in _SMALL))
    taken = {*deeds, *_things(heard), *(place for no in denials for place in range(no.first, no.after))}
    rest = [word for place, word in enumerate(message.bare) if place not in taken and word[0].isalnum()]
    if not denied or not small.issuperset(rest):
        return []
    return [Read(Cancel(heard.text), why="cancel: what was begun is taken back")]


def letting_go_first(heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
    """Read "forget the flight, what's my booking status": what is under way is not come back to unasked."""
    if heard.asked.flow is None:
        return reads
    kinds = {type(read.meaning) for read in reads}
    if kinds == {Cancel}:
        return (*(_asked_after(heard, reads[0].meaning.words) or _wanted_after(heard)), *reads)
    if not heard.message.has(_LETTING_GO):
        return reads
    wishes = [read for read in reads if isinstance(read.meaning, StartFlow | Ask)]
    if Cancel in kinds or not wishes or not _is_dropped_first(heard):
        return reads
    after = _end_of_first(heard)
    if StartFlow not in kinds and any(heard.message.place_at(given.start) >= after for given in heard.givens):
        return reads  # "forget Miami, do you fly to Rome?" may want that instead
    kept = [read for read in reads if not isinstance(read.meaning, Exclude)]
    kept = without_unknown(kept) or _wanted_after(heard) or kept
    return (*kept, Read(Cancel(heard.text), why="cancel: lets go of what is under way first"))


def _asked_after(heard: Heard, dropped: str) -> list[Read]:
    """Return the question of "forget it, how many bags can I take?", which is not let go of with the rest."""
    message = heard.message
    end = message.text.find(dropped) + len(dropped)
    clauses = [clause for clause in message.clauses if clause.start >= end and clause.mood is not Mood.SAY]
    if not clauses:
        return []
    told = told_of(heard)
    asks = without_unknown(asked_of(heard)) or ([told] if told else [])
    return [read for read in asks if any(message.words(clause).strip() == read.meaning.words for clause in clauses)]


def _wanted_after(heard: Heard) -> list[Read]:
    """Return the wish of "forget this. cancel my appointment", said of something else than what is under way."""
    message, end = heard.message, _end_of_first(heard)
    if end >= len(message.pieces):
        return []
    asked = Asked(topics=heard.asked.topics, settled=heard.asked.settled, just_booked=heard.asked.just_booked)
    after = heard.ear.hear(message.text[message.pieces[end].start :], asked, heard.context)
    return starts(after) if after.message.clauses and after.message.found("clauses.own") else []


def _is_dropped_first(heard: Heard) -> bool:
    """Tell whether the first part of a message does nothing but let go of what is under way."""
    message = heard.message
    after = _end_of_first(heard)
    said = [cue for label in sorted(_LETTING_GO) for cue in message.found(label) if cue.after <= after]
    given = [each for each in heard.givens if message.place_at(each.start) < after]
    denied = any(no.first < cue.first for no in message.found("clauses.negations") for cue in said)
    if not said or denied or after == len(message.bare):
        return False
    held = [value[0] if isinstance(value, tuple) and value else value for value in heard.asked.known.values()]
    if any(each.value not in held for each in given) or any(cue.first < after for cue in message.found("clauses.own")):
        return False  # what the guest has booked, or wants to be different
    return _is_light(heard, said, given, range(after))


def _end_of_first(heard: Heard) -> int:
    """Return where the first part of a message ends: at a pause, or before "and"."""
    message, joins = heard.message, word_set(heard.context.language, "booked", "then_also")
    clause = message.clauses[0]
    return next((place for place in range(clause.first, clause.after) if message.bare[place] in joins), clause.after)


def _let_go(heard: Heard) -> list[Read]:
    said = heard.message.found(_DROPPING)
    if not said or not (_is_held(heard, said) or _is_under_way(heard, said)):
        return []
    return [Read(Cancel(heard.text), why="cancel: lets go of what it is about")]


def _is_held(heard: Heard, said: tuple[Cue, ...]) -> bool:
    """Tell whether all that is dropped is something the flow was told, and may hold only one of."""
    held = [heard.asked.known.get(slot.name) for slot in heard.asked.slots.values()]
    held = [value[0] if isinstance(value, tuple) and len(value) == 1 else value for value in held]
    named = [given for given in heard.givens if isinstance(given.value, Item)]
    return len(named) == 1 and named[0].value in held and _is_all(heard, said, named[0])


def _is_under_way(heard: Heard, said: tuple[Cue, ...]) -> bool:
    """Tell "forget the flight" from "forget my flight on Friday", which is one that the guest has."""
    own = heard.message.found("clauses.own")
    return not own and not heard.givens and _is_all(heard, said, None)


def _is_all(heard: Heard, said: tuple[Cue, ...], given: Given | None) -> bool:
    """Tell whether nothing is said but that, apart from words that carry nothing and what bookings are called."""
    places = range(len(heard.message.bare))
    taken = {place for cue in said for place in range(cue.first, cue.after)}
    things = _things(heard) - taken
    return _is_light(heard, said, [given] if given else [], places) and (given is not None or bool(things))


def _is_light(heard: Heard, said: Sequence[Cue], givens: Sequence[Given], places: range) -> bool:
    """Tell whether these places hold nothing but that, words that carry nothing, and what bookings are called."""
    message = heard.message
    light = word_set(message.language, "common", "light") | word_set(message.language, "common", "around_thing")
    taken = {place for cue in said for place in range(cue.first, cue.after)} | _things(heard)
    for given in givens:
        taken |= set(range(message.place_at(given.start), message.place_at(given.end - 1) + 1))
    rest = [message.bare[place] for place in places if place not in taken]
    return all(word in light for word in rest if word[0].isalnum())


def _things(heard: Heard) -> set[int]:
    """Return the places of the words for what is booked."""
    placed = heard.ear.triggers.vocabulary.placed(heard.message.bare)
    return {place for place, word in placed if word in THINGS}
