"""Reads a question about what the guest has booked: whether, when and with whom it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter

from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import Ask, StartFlow
from frontdesk.dialogue.talked_about import ASKED
from frontdesk.dialogue.values import Item, Soonest
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.clauses import Mood
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.values.given import Stance
from frontdesk.language.results import Read
from frontdesk.language.understanding.questions.topics import UNKNOWN
from frontdesk.language.understanding.wishes.triggers import BOOKED
from frontdesk.language.words import listed, word_set

MY_BOOKING = "my_booking"
OWN_BOOKING = "own_booking"
_PROVIDERS = "topics.providers.asks"
_WHEN = frozenset({"day", "time", "moment", "number"})
_OWNING = ("'s", "\u2019s")
_kind = attrgetter("kind")
_COMPARING = ("clauses.earlier", "clauses.later", "clauses.least_late", "clauses.most_late")


def sees_off(heard: Heard) -> bool:
    """Tell "see you Friday": who takes leave so wants nothing new."""
    opening = [cue.first for cue in heard.message.found("clauses.seeing_off")]
    return bool(opening) and not any(isinstance(given.value, Item) for given in heard.givens)


def is_about_booking(slots: Mapping[str, Slot]) -> bool:
    """Tell whether a flow deals with something that has been booked."""
    return "booking" in map(_kind, slots.values())


def own_booking(heard: Heard) -> list[Read]:
    """Read a question about what the guest has booked: "just confirming it's Wednesday at 2, right?"."""
    message = heard.message
    asks = any(clause.marked or clause.mood is Mood.ASK for clause in message.clauses)
    dated = any(given.kind in {"day", "time"} for given in heard.givens)
    verifies = (message.found("clauses.verifying") and (asks or dated)) or (dated and is_tagged(heard))
    # "Who is it with?" is about a service where one was just talked about.
    talked = bool(heard.asked.topics.keys() - {ASKED})
    asks_of_it = any(not (talked and _asks_who(heard, cue)) for cue in message.found("clauses.of_booking"))
    verifies = verifies or bool(message.found("clauses.booked_twice")) or tells_of_booked(heard)
    verifies = verifies or (dated and bool(heard.asked.settled) and sees_off(heard))
    # "When is it again?" is about what was booked just now.
    checked = message.found("booked.of_it") or (dated and message.found("booked.is_it"))
    asks_of_it = (
        asks_of_it or (bool(heard.asked.settled) and bool(checked)) or _names_own(heard) or _asks_when_is(heard)
    )
    if not message.found("clauses.own_booking") and not verifies and not asks_of_it and not (dated and _has_it(heard)):
        return []
    flow = heard.ear.looks_up
    if flow is None:
        return [Read(Ask(MY_BOOKING, heard.text), why=f"{OWN_BOOKING}: no flow looks it up")]
    return [Read(StartFlow(flow, heard.text), why=f"{OWN_BOOKING}: the flow that looks it up")]


def tells_of_booked(heard: Heard) -> bool:
    """Tell "I booked something last week, when is it?", which asks about what was booked before."""
    told, asked = heard.message.found("booked.told"), heard.message.found("booked.of_it")
    return bool(told) and any(told[0].after <= cue.first for cue in asked)


def _names_own(heard: Heard) -> bool:
    """Tell "next appointment", which is all that is said, from "the next appointment you have"."""
    cues = heard.message.found("booked.own_alone")
    if not cues:
        return False
    light = word_set(heard.context.language, "common", "light")
    places = {place for cue in cues for place in range(cue.first, cue.after)}
    words = [word for place, word in enumerate(heard.message.bare) if place not in places and word[0].isalnum()]
    return light.issuperset(words)


def _asks_when_is(heard: Heard) -> bool:
    """Tell "when is the facial?", of one that is booked, from "when is the next free facial?"."""
    ends = {cue.after for cue in heard.message.found("clauses.asking_when")}
    if not ends or heard.message.found("clauses.availability"):
        return False
    if any(isinstance(given.value, Soonest) for given in heard.givens):
        return False  # "when is Emily's first free slot?"
    items = [given for given in heard.givens if isinstance(given.value, Item) or given.candidates]
    return _is_somebodys(heard) or any(heard.message.place_at(given.start) in ends for given in items)


def _is_somebodys(heard: Heard) -> bool:
    """Tell "Joy Park's appointment"."""
    pieces, placed = heard.message.pieces, heard.ear.triggers.vocabulary.placed(heard.message.bare)
    return any(word == BOOKED and place and pieces[place - 1].text.endswith(_OWNING) for place, word in placed)


def _has_it(heard: Heard) -> bool:
    """Tell "I have Botox on Friday", which speaks of something booked, from "I'll have Botox on Friday"."""
    items = {heard.message.place_at(given.start) for given in heard.givens if isinstance(given.value, Item)}
    opening = [cue for cue in heard.message.found("clauses.holding_booking") if cue.first == 0]
    return len(heard.message.clauses) == 1 and any(cue.after in items for cue in opening)


def is_tagged(heard: Heard) -> bool:
    """Tell "it's Wednesday at 2, right?": a statement that asks to be confirmed."""
    message = heard.message
    spoken = [place for place, word in enumerate(message.bare) if word[0].isalnum()]
    states = any(cue.first == spoken[0] for cue in message.found("clauses.stating")) if spoken else False
    return _is_bare_check(heard) or (
        states and any(cue.after == spoken[-1] + 1 for cue in message.found("clauses.tags"))
    )


def _is_bare_check(heard: Heard) -> bool:
    """Tell "so Thursday, right?", which asks for what is set, from "Thursday, ok?", which proposes it."""
    message = heard.message
    tags = (*message.found("clauses.checking_tags"), *message.found("clauses.agreeing_tags"))
    spoken = {place for place, word in enumerate(message.bare) if word[0].isalnum()}
    if not tags or not spoken or all(tag.after != max(spoken) + 1 for tag in tags):
        return False
    whens = [given for given in heard.givens if given.kind in {"day", "time", "moment"}]
    covered = {
        place for given in whens for place in range(message.place_at(given.start), message.place_at(given.end - 1) + 1)
    }
    fillers = [cue for cue in message.found("clauses.check_fillers") if cue.first not in covered]
    others = {place for cue in (*fillers, *tags) for place in range(cue.first, cue.after)}
    return bool(whens) and spoken <= covered | others


def checks(heard: Heard) -> bool:
    """Tell a question about what is being agreed on: "is it booked?", "who is it with?"."""
    shown = _asks_when_shown(heard) or _asks_with_whom(heard)
    return asks_whether_booked(heard) or shown


def _asks_with_whom(heard: Heard) -> bool:
    """Tell "is it with Emily?", said of what is shown with the person."""
    people = {heard.message.place_at(given.start) for given in heard.givens if given.kind == "provider"}
    shown = any(isinstance(value, Item) and value.kind == "provider" for value in heard.asked.known.values())
    return shown and any(cue.after in people for cue in heard.message.found("booked.of_it"))


def _asks_when_shown(heard: Heard) -> bool:
    """Tell "what time is the peel?", said of what is shown with its time."""
    shown = [item for value in heard.asked.known.values() for item in (value if isinstance(value, tuple) else (value,))]
    ends = {cue.after for cue in heard.message.found("clauses.asking_when")}
    of_shown = [given for given in heard.givens if isinstance(given.value, Item) and given.value in shown]
    return any(heard.message.place_at(given.start) in ends for given in of_shown)


def asks_when(heard: Heard, asks: Sequence[Read]) -> bool:
    """Tell "are you sure it's 2pm?": nothing but a day or a time is asked about, and no topic."""
    if any(heard.message.found(label) for label in _COMPARING):
        return False  # "is there an earlier one?" is about another
    unknown = [read.meaning.topic == UNKNOWN for read in asks if isinstance(read.meaning, Ask)]
    kinds = {given.kind for given in heard.givens if given.stance is Stance.ASKED}
    return bool(unknown) and all(unknown) and bool(kinds) and kinds <= _WHEN


def asks_whether_booked(heard: Heard) -> bool:
    """Tell "is it booked?", said of what is not booked yet, from "who is it with?", which can be told before."""
    return asks_of_booked(heard) and not is_about_booking(heard.asked.slots)


def asks_of_booked(heard: Heard) -> bool:
    """Tell "what's my reference?", which only what is booked has."""
    return any(not _asks_who(heard, cue) for cue in heard.message.found("clauses.of_booking"))


def _asks_who(heard: Heard, cue: Cue) -> bool:
    return any(other.first < cue.after and cue.first < other.after for other in heard.message.found(_PROVIDERS))


def referred(heard: Heard) -> list[Read]:
    """Read a bare reference as a question for what it refers to."""
    flow = heard.ear.looks_up
    given = next((given for given in heard.givens if given.kind == "reference"), None)
    if flow is None or given is None:
        return []
    language = heard.context.language
    about = {word for cue in listed(language, "reference", "cues") for word in cue.split()}
    about |= word_set(language, "reference", "between") | word_set(language, "common", "light")
    message = heard.message
    words = [
        word
        for word, token in zip(message.bare, message.pieces, strict=True)
        if not given.start <= token.start < given.end
    ]
    if not about.issuperset(word for word in words if word[0].isalnum()):
        return []
    return [Read(StartFlow(flow, given.words), why="reference: the flow that looks it up")]
