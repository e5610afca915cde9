"""Reads how many people come: "2 adults and 1 child", "me and my wife", "just me"."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from operator import attrgetter

from frontdesk.language.readers import number
from frontdesk.language.readers.party_members import (
    PAUSES,
    Line,
    all_named,
    ends_there,
    is_named,
    line_of,
    members_at,
    sets_of,
)
from frontdesk.language.readers.reading import Context, Found, Style
from frontdesk.language.words import phrases_in, plain, table, words_in

_NAME = "party"


@lru_cache(maxsize=4)  # one message is asked about for several flows
def read(text: str, context: Context) -> tuple[Found[int], ...]:
    """Find the size of the party in `text`."""
    line = line_of(text, context)
    found: list[Found[int]] = []
    place = 0 if _may_count(line) else len(line.pieces)
    while place < len(line.pieces):
        here = members_at(line, place)
        if here is None:
            place += 1
            continue
        people, after = _anew(line, place, here[1]) or here
        if not _is_part(line, place):
            found.append(line.found(people, place, after))
        place = after
    found.extend(_phrases(line, context, found))
    return tuple(sorted(found, key=lambda party: party.start))


def _is_part(line: Line, place: int) -> bool:
    """Tell the children of "7 including 2 children", who are counted already."""
    before = place - 2 if place > 1 and line.pieces[place - 1].text == "." else place - 1
    return line.says(before, "including") and min(line.numbers, default=place) < place


def _anew(line: Line, place: int, after: int) -> tuple[int, int] | None:
    """Read the number that takes the place of the only one before it: "3 of us, sorry, 4"."""
    begin = after
    while line.says(begin, "taking_back") or (begin < len(line.pieces) and line.pieces[begin].text in PAUSES):
        begin += 1
    if begin not in line.numbers or not any(line.says(each, "taking_back") for each in range(after, begin)):
        return None
    people, end = line.numbers[begin]
    only = sum(each in line.numbers for each in range(place, after)) == 1
    return (people, end) if only and people and ends_there(line, end) else None


def _may_count(line: Line) -> bool:
    """Tell whether there is a number in the line, or "no", or the guest and somebody else."""
    words, sets = words_in(line.text), sets_of(line.language)
    with_guest = not sets["self"].isdisjoint(words) and not sets["joiners"].isdisjoint(words)
    return bool(line.numbers) or with_guest or not sets["none"].isdisjoint(words)


def answer(text: str, context: Context) -> tuple[Found[int], ...]:
    """Read a reply to "How many people?", where a bare number counts too."""
    line = line_of(text, context)
    if (everybody := all_named(line)) is not None:
        return (line.found(everybody, 0, len(line.pieces)),)
    if found := read(text, context):
        return found
    gone = {match.end() for match in phrases_in(text, context.language, _NAME, "dropping")}
    numbers = {place: here for place, here in line.numbers.items() if here[0] and not _is_dropped(line, place, gone)}
    alone = [place for place, (_, after) in numbers.items() if len(numbers) == 1 or ends_there(line, after)]
    return (line.found(numbers[alone[0]][0], alone[0], numbers[alone[0]][1]),) if len(alone) == 1 else ()


def _is_dropped(line: Line, place: int, gone: set[int]) -> bool:
    """Tell the 4 of "5 instead of 4" and of "4, no, 5", which is the number no more."""
    led = place > 0 and line.pieces[place - 1].end in gone
    after = line.numbers[place][1]
    ranges = line.says(place - 1, "to") or (line.says(after, "to") and not ends_there(line, after))
    return led or ranges or _is_part(line, place) or _anew(line, place, after) is not None


def bare(text: str, context: Context) -> tuple[Found[int], ...]:
    """Find "for two" where no word says that these are people; what follows tells it from "for two hours"."""
    if sets_of(context.language)["for"].isdisjoint(words_in(text)):
        return ()
    line = line_of(text, context)
    places = [place for place in line.numbers if line.says(place - 1, "for")]
    return tuple(line.found(line.numbers[place][0], place - 1, line.numbers[place][1]) for place in places)


def ends_bare(text: str, end: int, context: Context) -> bool:
    """Tell whether a party is over at `end`: "for two" at the end, or before "on Friday"."""
    line = line_of(text, context)
    after = bisect_left(line.pieces, end, key=attrgetter("start"))
    return ends_there(line, after)


def _phrases(line: Line, context: Context, found: list[Found[int]]) -> list[Found[int]]:
    """Find fixed phrases for one or two: "just me", "both of us"; who is "just me and the kids" is not alone."""
    text = line.text
    alone = [match for match in phrases_in(text, context.language, _NAME, "alone") if not _has_company(line, match)]
    both = phrases_in(text, context.language, _NAME, "both")
    people = table(context.language, _NAME, "both")
    more = [
        *(_found(1, match, text) for match in alone),
        *(_found(int(people[" ".join(plain(match.group()).split())]), match, text) for match in both),
    ]
    taken = {place for other in found for place in range(other.start, other.end)} if more else set[int]()
    return [each for each in more if taken.isdisjoint(range(each.start, each.end))]


def _has_company(line: Line, alone: re.Match[str]) -> bool:
    """Tell whether others are named right after "just me", though not how many."""
    after = bisect_left(line.pieces, alone.end(), key=attrgetter("start"))
    return line.says(after, "adding") and (line.says(after + 1, "mine") or is_named(line, after + 1))


def _found(people: int, match: re.Match[str], text: str) -> Found[int]:
    start, end = match.span()
    return Found(people, text[start:end], start, end)


def say(value: int, context: Context, style: Style) -> str:
    """Say a party: "2 people"; in words when spoken."""
    wordings = table(context.language, _NAME, "say")
    wording = wordings["one"] if value == 1 else wordings["many"]
    return wording.format(number=number.say(value, context, style))
