"""Reads what guests do besides giving values: cancel, start over, go back, greet, thank, ask for a person."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.meanings import (
    Cancel,
    GoBack,
    Goodbye,
    Greet,
    Help,
    Meaning,
    Repeat,
    Skip,
    StartOver,
    Thank,
    Wait,
    WantPerson,
)
from frontdesk.language.readers.text.clauses import Clause, Message
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.results import Found, Read
from frontdesk.language.words import word_set

_SOCIAL: Mapping[str, Callable[[str], Meaning]] = {"greet": Greet, "thank": Thank, "goodbye": Goodbye}
# Whether it was cancelled, and whether it should be, is only asked.
_ASKED = ("clauses.of_booking", "topics.policy.asks")
_WIDER = (*(f"moves.{key}" for key in _SOCIAL), "topics.identity.asks", *_ASKED)
_SOCIABLE = frozenset(f"moves.{key}" for key in _SOCIAL)
_MOVES: Mapping[str, Callable[[str], Meaning]] = {
    "start_over": StartOver,
    "go_back": GoBack,
    "repeat": Repeat,
    "help": Help,
}
_ACTING = frozenset(
    f"moves.{key}"
    for key in (
        *(*_MOVES, "wait", "repeat_bare", "repeat_marked", "want_person", "call_me", "withhold", "skip"),
        *("unknown_reference", "cancel", "bare_cancel", "putting_off", "nothing"),
    )
)


def moves(message: Message, asked: Asked) -> Iterator[Read]:
    """Give every move of a message but the social ones."""
    if not message.has(_ACTING):
        return  # most messages make none
    for key, meaning in _MOVES.items():
        yield from _found(message, key, meaning, _fills_clause)
    yield from _found(message, "wait", Wait, _is_all_said)
    yield from _found(message, "repeat_bare", Repeat, _fills_message)
    yield from _found(message, "repeat_marked", Repeat, _is_asked_alone)
    person = _found(message, "want_person", WantPerson, _stands_alone_or_asks)
    withheld = _found(message, "withhold", Skip, _fills_clause) if _asks_for(asked, "email") else ()
    if not person and not withheld and (asked.slot is None or asked.slot.kind != "phone"):
        fits = _wants_call if asked.wanted is Wanted.NOTHING else _ends_clause
        person = _found(message, "call_me", WantPerson, fits)
    yield from person
    # "Never mind that" leaves out the address that was asked for, and drops nothing else.
    dropped = _found(message, "cancel", Cancel, _ends_clause) if not withheld else ()
    if not withheld and asked.flow is not None and not dropped:
        dropped = _found(message, "bare_cancel", Cancel, _fills_clause)
        dropped = dropped or _found(message, "putting_off", Cancel, _fills_clause)
    yield from dropped
    if asked.wanted is Wanted.SLOT:
        unknown = _found(message, "unknown_reference", Skip, _fills_clause) if _asks_for(asked, "reference") else ()
        yield from withheld or unknown or _found(message, "skip", Skip, _fills_clause)
    if asked.wanted is Wanted.CHANGE:
        yield from _found(message, "nothing", Cancel, _fills_clause)


def _asks_for(asked: Asked, kind: str) -> bool:
    return asked.wanted is Wanted.SLOT and asked.slot is not None and asked.slot.kind == kind


def social(message: Message) -> Iterator[Read]:
    """Give greetings, thanks and goodbyes."""
    for key, meaning in _SOCIAL.items() if message.has(_SOCIABLE) else ():
        yield from _found(message, key, meaning, _STANDING[key])


def _found(
    message: Message, key: str, meaning: Callable[[str], Meaning], fits: Callable[[Message, Cue], bool]
) -> tuple[Read, ...]:
    """Give the longest phrase of the list that stands where it must."""
    said = message.found(f"moves.{key}")
    if not said:
        return ()
    found = [cue for cue in said if not _is_part(message, cue)]
    cues = [cue for cue in found if fits(message, cue)]
    if not cues:
        return ()
    longest = max(cues, key=lambda cue: (cue.after - cue.first, -cue.first))
    words = message.text[longest.start : longest.end]
    found_by = Found.BY_DELAY if key == "putting_off" else None
    return (Read(meaning(words), why=f"{key}: said so", found=found_by),)


def _is_part(message: Message, cue: Cue) -> bool:
    """Tell whether a phrase is only part of a longer one, "help" in "thanks for the help", or of a code, "7NM"."""
    if message.text[cue.start - 1 : cue.start].isalnum() or message.text[cue.end : cue.end + 1].isalnum():
        return True
    longer = (other for label in _WIDER for other in message.found(label))
    return any(
        other.first <= cue.first and cue.after <= other.after and other.after - other.first > cue.after - cue.first
        for other in longer
        if other.label != cue.label
    )


def _inside(message: Message, cue: Cue) -> tuple[Clause, list[str], list[str]]:
    """Return the clause of a phrase, and the words before and after it there."""
    clause = message.clause_at(cue.start)
    before = [word for word in message.bare[clause.first : cue.first] if word[0].isalnum()]
    after = [word for word in message.bare[cue.after : clause.after] if word[0].isalnum()]
    return clause, before, after


def _is_light(message: Message, words: list[str]) -> bool:
    light = word_set(message.language, "common", "light")
    return all(word in light for word in words)


def _fills_clause(message: Message, cue: Cue) -> bool:
    _, before, after = _inside(message, cue)
    return _is_light(message, before) and _is_light(message, after)


def _ends_clause(message: Message, cue: Cue) -> bool:
    """Tell "never mind" from "never mind the price"."""
    clause, before, after = _inside(message, cue)
    leaves = [put.first for put in message.within("moves.putting_off", clause) if put.first >= cue.after]
    if leaves:
        after = [word for word in message.bare[cue.after : min(leaves)] if word[0].isalnum()]
    return _is_light(message, after) and len(before) <= 5


def _wants_call(message: Message, cue: Cue) -> bool:
    """Tell "call me" and "call me at 212 555 0143" from "call me Al"."""
    clause = message.clause_at(cue.start)
    return _ends_clause(message, cue) or any(word.isdecimal() for word in message.bare[cue.after : clause.after])


def _fills_message(message: Message, cue: Cue) -> bool:
    outside = (*message.bare[: cue.first], *message.bare[cue.after :])
    return not any(word[0].isalnum() for word in outside)


def _is_all_said(message: Message, cue: Cue) -> bool:
    """Tell "just a sec" from "wait, the cheaper one"."""
    outside = (*message.bare[: cue.first], *message.bare[cue.after :])
    return _is_light(message, [word for word in outside if word[0].isalnum()])


def _is_asked_alone(message: Message, cue: Cue) -> bool:
    return _fills_message(message, cue) and message.clause_at(cue.start).marked


def _begins_clause(message: Message, cue: Cue) -> bool:
    """Tell "morning, can I book?" from "I took it this morning"."""
    _, before, after = _inside(message, cue)
    return _is_light(message, before) and (cue.after - cue.first > 1 or not before or _is_light(message, after))


def _begins_or_ends_clause(message: Message, cue: Cue) -> bool:
    _, before, after = _inside(message, cue)
    return _is_light(message, before) or _is_light(message, after)


def _takes_leave(message: Message, cue: Cue) -> bool:
    """Tell "nothing, thanks" from "nothing early", which rules something out."""
    _, _, after = _inside(message, cue)
    ruling_out = any(other.first == cue.first for other in message.found("clauses.excluding_before"))
    return _begins_or_ends_clause(message, cue) and (not ruling_out or _is_light(message, after))


def _stands_alone_or_asks(message: Message, cue: Cue) -> bool:
    """Tell whether a person is asked for: a single word does so only by itself, a phrase anywhere."""
    return cue.after - cue.first > 1 or _fills_clause(message, cue)


_STANDING: Mapping[str, Callable[[Message, Cue], bool]] = {
    "greet": _begins_clause,
    "thank": _begins_or_ends_clause,
    "goodbye": _takes_leave,
}
