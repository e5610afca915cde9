"""Reads a time of another zone, "3 pm Pacific", as the time it then is at the business."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from functools import cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.meanings import Problem
from frontdesk.dialogue.values import Times
from frontdesk.language.lexicon import load
from frontdesk.language.readers import when
from frontdesk.language.readers.reading import Context, Style
from frontdesk.language.readers.text.clauses import Message
from frontdesk.language.readers.text.cues import bare
from frontdesk.language.readers.text.vocabulary import plain
from frontdesk.language.resolve.values.given import Given
from frontdesk.language.words import listed, tokens
from frontdesk.scheduling.spans import elapsed

THERE = "time_there"  # the slot, and the kind of value, that keeps a time as the guest said it
_NEAR = timedelta(hours=3)  # of zones with one name, the one this near is meant
_CODE = range(3, 6)  # letters of the short name of a zone


class _Name(NamedTuple):
    """The name of a zone: its words, the zones it may mean, and whether it needs no "time" after it."""

    words: tuple[str, ...]
    zones: tuple[str, ...]
    alone: bool


@dataclass(frozen=True, slots=True)
class _Named:
    """A zone as a message names it; no zone where nobody can tell which."""

    zone: ZoneInfo | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Turned:
    """A time as the clock here shows it, the day it was said for, and by how many days that is another day here."""

    given: Given
    day: date
    value: time | Times | None
    moved: timedelta


def zoned(message: Message, found: Sequence[Given], asked: Asked, context: Context) -> list[Given]:
    """Return the values of a message with the times of other zones as they are here, and how they were said."""
    times = [given for given in found if given.kind == "time" and isinstance(given.value, time | Times)]
    for given in times:
        named = _of_guest(message, _zone_after(message, message.place_at(given.end - 1) + 1, context), context)
        if named is not None:
            left = [other for other in found if not named.start <= other.start < named.end]
            return list(_here(message, left, given, named, asked, context))
    return list(found)


def _here(
    message: Message, found: Sequence[Given], at: Given, named: _Named, asked: Asked, context: Context
) -> Iterator[Given]:
    words = message.text[at.start : named.end]
    if named.zone is None:
        yield from (given for given in found if given is not at and given.kind != "moment")
        yield replace(at, value=None, words=words, end=named.end, problem=Problem.ZONE)
        return
    turned = _turned(at, _day(found, asked, context), named.zone, context)
    if turned.value == at.value:
        yield from found
        return
    dated = any(given.kind == "day" and given.value == turned.day for given in found)
    yield from (_moved(given, turned, context) for given in found)
    if turned.moved and not dated:
        yield Given("day", turned.day + turned.moved, words, at.start, named.end)
    if isinstance(at.value, time):
        said = f"{when.say(at.value, context, Style.RICH)} {message.text[named.start : named.end]}"
        yield Given(THERE, said, words, at.start, named.end)


def _moved(given: Given, turned: _Turned, context: Context) -> Given:
    """Return a value as it is here: the time itself, the moment it is part of, and the day where that is another."""
    match given.kind, given.value:
        case "time", _ if given is turned.given:
            return replace(given, value=turned.value)
        case "moment", datetime() as moment if moment.date() == turned.day and isinstance(turned.value, time):
            here = datetime.combine(turned.day + turned.moved, turned.value, context.now.tzinfo)
            is_past = elapsed(here, context.now) > timedelta()
            return replace(given, value=here, problem=Problem.PAST if is_past else None)
        case "day", date() as other if other == turned.day:
            return replace(given, value=other + turned.moved)
        case _:
            return given


def _day(found: Sequence[Given], asked: Asked, context: Context) -> date:
    """Return the day that a time is on: said, or known, or else today; the clocks of two zones may change apart."""
    said = [given.value for given in found if given.kind == "day"]
    known = [asked.known.get(slot.name) for slot in asked.slots.values() if slot.kind == "day"]
    dates = [value for value in (*said, *known) if isinstance(value, date) and not isinstance(value, datetime)]
    return dates[0] if dates else context.now.date()


def _turned(given: Given, day: date, zone: ZoneInfo, context: Context) -> _Turned:
    def here(at: time) -> datetime:
        return datetime.combine(day, at, zone).astimezone(context.now.tzinfo)

    match given.value:
        case time() as at:
            return _Turned(given, day, here(at).time(), here(at).date() - day)
        case Times(start, end):
            return _Turned(given, day, Times(start and here(start).time(), end and here(end).time()), timedelta())
        case _:
            return _Turned(given, day, None, timedelta())


def _zone_after(message: Message, place: int, context: Context) -> _Named | None:
    """Return the zone that is named at a place; None where none is, or where it is our own clock."""
    first = message.bare[place] if place < len(message.bare) else ""
    for words, zones, bare_enough in _names(context.language).get(first, ()):
        after = place + len(words)
        if message.bare[place:after] != words:
            continue
        end = _end_of_time(message, after, context.language)
        if end > after or bare_enough:
            return _named(message, place, max(end, after), zones, context)
    return _unknown(message, place, context)


def _of_guest(message: Message, named: _Named | None, context: Context) -> _Named | None:
    """Return the zone of "I'm in Los Angeles, is 2pm my time ok?": the place that the message says the guest is in."""
    if named is None or named.zone is not None:
        return named
    theirs = listed(context.language, "zones", "theirs")
    if message.bare[message.place_at(named.start)] not in theirs:
        return named
    firsts = [(cue.after, word) for cue in message.found("clauses.being_in") for word in message.bare[cue.after :][:1]]
    called = [
        (words, zones)
        for place, first in firsts
        for words, zones, _ in _names(context.language).get(first, ())
        if zones and message.bare[place : place + len(words)] == words
    ]
    longest = max(called, key=lambda pair: len(pair[0]), default=None)
    return replace(named, zone=_meant(longest[1], context)) if longest else named


def _named(message: Message, place: int, after: int, zones: Sequence[str], context: Context) -> _Named | None:
    start, end = message.pieces[place].start, message.pieces[after - 1].end
    if not zones:
        return None
    return _Named(_meant(zones, context), start, end)


def _meant(zones: Sequence[str], context: Context) -> ZoneInfo | None:
    """Return the zone that is meant: the only one, or the only one near the business."""
    every = [ZoneInfo(zone) for zone in zones]
    near = [zone for zone in every if abs(_offset(zone, context) - (context.now.utcoffset() or timedelta())) <= _NEAR]
    if len(every) == 1:
        return every[0]
    return near[0] if len(near) == 1 else None


def _offset(zone: ZoneInfo, context: Context) -> timedelta:
    return context.now.astimezone(zone).utcoffset() or timedelta()


def _unknown(message: Message, place: int, context: Context) -> _Named | None:
    """Return a zone that nobody knows: "3 pm my time", "3 pm Zorg time", "3 pm XST"."""
    after, language = place + 1, context.language
    if after > len(message.bare):
        return None
    word, piece = message.bare[place], message.pieces[place]
    ends = _end_of_time(message, after, language)
    theirs = word in listed(language, "zones", "theirs")
    strange = word.isalpha() and word not in plain(language)
    code = piece.text.isupper() and len(word) in _CODE and word.endswith("t") and not message.text.isupper()
    if ends > after and (theirs or strange):
        return _Named(None, piece.start, message.pieces[ends - 1].end)
    return _Named(None, piece.start, piece.end) if code and strange else None


def _end_of_time(message: Message, place: int, language: str) -> int:
    """Return the place after "time" or "standard time" at `place`; the place itself where neither stands there."""
    for words in _phrases(language, "time"):
        if message.bare[place : place + len(words)] == words:
            return place + len(words)
    return place


@cache
def _phrases(language: str, key: str) -> tuple[tuple[str, ...], ...]:
    return tuple(sorted((_cut(text) for text in listed(language, "zones", key)), key=len, reverse=True))


def _cut(text: str) -> tuple[str, ...]:
    return tuple(bare(token.plain) for token in tokens(text))


@cache
def _names(language: str) -> dict[str, list[_Name]]:
    """Return the names of zones by their first word, the longest first."""
    found: dict[tuple[tuple[str, ...], bool], list[str]] = {}
    for key, alone in (("codes", True), ("places", False)):
        by_zone = load(language, "zones")[key]
        for zone, names in by_zone.items() if isinstance(by_zone, dict) else ():
            for name in names:
                found.setdefault((_cut(str(name)), alone), []).append(zone)
    ours = [((words, False), list[str]()) for words in _phrases(language, "ours")]
    pairs = sorted([*found.items(), *ours], key=lambda pair: -len(pair[0][0]))
    by_first: dict[str, list[_Name]] = {}
    for (words, alone), zones in pairs:
        by_first.setdefault(words[0], []).append(_Name(words, tuple(zones), alone))
    return by_first
