"""Reads how many people come: "2 adults and 1 child", "me and my wife", "just me"."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from frontdesk.language import number
from frontdesk.language.reading import Context, Found, Style
from frontdesk.language.words import Token, phrases_in, plain, table, tokens, word_set, words_in

_NAME = "party"
_KEYS = (
    *("person", "relative", "self", "mine", "joiners", "describing"),
    *("none", "of", "of_us", "groups", "for", "seats", "plus", "taking_back"),
)
_PAUSES = tuple(",.;-")


@dataclass(frozen=True, slots=True)
class _Member:
    """Some of the people named: how many, whether a number or the guest is among them, and the place after."""

    people: int
    counted: bool
    is_guest: bool
    after: int


@dataclass(frozen=True, slots=True)
class _Line:
    """A text cut into words, with the numbers in it by the place of their first word."""

    text: str
    pieces: tuple[Token, ...]
    numbers: dict[int, tuple[int, int]]  # place -> (value, place after)
    language: str

    def says(self, place: int, key: str) -> bool:
        """Tell whether the word at `place` is in the list `key`."""
        return 0 <= place < len(self.pieces) and self.pieces[place].plain in _sets(self.language)[key]

    def found(self, people: int, place: int, after: int) -> Found[int]:
        """Return `people` with the words from `place` up to `after`."""
        start, end = self.pieces[place].start, self.pieces[after - 1].end
        return Found(people, self.text[start:end], start, end)


@cache
def _sets(language: str) -> dict[str, frozenset[str]]:
    return {key: word_set(language, _NAME, key) for key in _KEYS}


def read(text: str, context: Context) -> tuple[Found[int], ...]:
    """Find the size of the party in `text`."""
    line = _line(text, context)
    found: list[Found[int]] = []
    place = 0 if _may_count(line) else len(line.pieces)
    while place < len(line.pieces):
        here = _group_at(line, place) or _members_at(line, place)
        if here is None:
            place += 1
            continue
        people, after = here
        people, after = _anew(line, place, after) or here
        found.append(line.found(people, place, after))
        place = after
    found.extend(_phrases(text, context, found))
    return tuple(sorted(found, key=lambda party: party.start))


def _anew(line: _Line, place: int, after: int) -> tuple[int, int] | None:
    """Read the number that takes the place of the only one before it: "3 of us, sorry, 4"."""
    begin = after
    while line.says(begin, "taking_back") or (begin < len(line.pieces) and line.pieces[begin].text in _PAUSES):
        begin += 1
    if begin not in line.numbers or not any(line.says(each, "taking_back") for each in range(after, begin)):
        return None
    people, end = line.numbers[begin]
    only = sum(place <= each < after for each in line.numbers) == 1
    return (people, end) if only and people and _ends_there(line, end) else None


def _may_count(line: _Line) -> bool:
    """Tell whether there is a number in the line, or "no", or the guest and somebody else."""
    words, sets = words_in(line.text), _sets(line.language)
    with_guest = not sets["self"].isdisjoint(words) and not sets["joiners"].isdisjoint(words)
    return bool(line.numbers) or with_guest or not sets["none"].isdisjoint(words)


def answer(text: str, context: Context) -> tuple[Found[int], ...]:
    """Read a reply to "How many people?", where a bare number counts too."""
    found = read(text, context)
    if found:
        return found
    numbers = [each for each in number.read(text, context) if isinstance(each.value, int) and each.value > 0]
    if len(numbers) != 1:
        return ()
    only = numbers[0]
    return (Found(int(only.value), only.words, only.start, only.end),)


def bare(text: str, context: Context) -> tuple[Found[int], ...]:
    """Find "for two" where no word says that these are people; what follows tells it from "for two hours"."""
    if _sets(context.language)["for"].isdisjoint(words_in(text)):
        return ()
    line = _line(text, context)
    places = [place for place in line.numbers if line.says(place - 1, "for")]
    return tuple(line.found(line.numbers[place][0], place - 1, line.numbers[place][1]) for place in places)


def ends_bare(text: str, end: int, context: Context) -> bool:
    """Tell whether a party is over at `end`: "for two" at the end, or before "on Friday"."""
    line = _line(text, context)
    after = next((place for place, piece in enumerate(line.pieces) if piece.start >= end), len(line.pieces))
    return _ends_there(line, after)


def _line(text: str, context: Context) -> _Line:
    pieces = tokens(text)
    starts = {piece.start: place for place, piece in enumerate(pieces)}
    ends = {piece.end: place + 1 for place, piece in enumerate(pieces)}
    numbers = {
        starts[each.start]: (int(each.value), ends[each.end])
        for each in number.read(text, context)
        if isinstance(each.value, int) and each.value >= 0 and each.start in starts and each.end in ends
    }
    return _Line(text, pieces, numbers, context.language)


def _phrases(text: str, context: Context, found: list[Found[int]]) -> list[Found[int]]:
    """Find fixed phrases for one or two: "just me", "both of us"."""
    alone = phrases_in(text, context.language, _NAME, "alone")
    both = phrases_in(text, context.language, _NAME, "both")
    people = table(context.language, _NAME, "both")
    more = [
        *(Found(1, match.group(), *match.span()) for match in alone),
        *(Found(int(people[" ".join(plain(match.group()).split())]), match.group(), *match.span()) for match in both),
    ]
    return [each for each in more if not any(each.start < other.end and other.start < each.end for other in found)]


def _group_at(line: _Line, place: int) -> tuple[int, int] | None:
    """Read "party of four" or "table for two"."""
    named = line.says(place, "groups") and line.says(place + 1, "of")
    seated = line.says(place, "seats") and line.says(place + 1, "for")
    if not (named or seated) or place + 2 not in line.numbers:
        return None
    people, after = line.numbers[place + 2]
    if seated and not _ends_there(line, after):
        return None
    return people, after + 1 if line.says(after, "person") else after


def _ends_there(line: _Line, after: int) -> bool:
    """Tell a party from "a table for 7 pm" or "a room for 2 nights"."""
    if after >= len(line.pieces) or line.says(after, "person"):
        return True
    following = line.pieces[after].plain
    return not following[0].isalnum() or following in word_set(line.language, _NAME, "after_party")


def _members_at(line: _Line, place: int) -> tuple[int, int] | None:
    """Add up the people named one after another."""
    first = _member_at(line, place)
    if first is None:
        return None
    members = [first]
    while (following := _joined_at(line, members[-1].after)) is not None:
        members.append(following)
    with_guest = len(members) > 1 and any(member.is_guest for member in members)
    enough = with_guest or any(member.counted for member in members)
    people = sum(member.people for member in members)
    return (people, members[-1].after) if enough and people else None


def _joined_at(line: _Line, place: int) -> _Member | None:
    """Read the next member after "and", "plus" or a comma."""
    after = place
    while line.says(after, "joiners"):
        after += 1
    if after == place:
        return None
    if line.says(after - 1, "plus") and after in line.numbers:
        value, end = line.numbers[after]
        return _member_at(line, after) or _Member(value, counted=False, is_guest=False, after=end)
    return _member_at(line, after)


def _member_at(line: _Line, place: int) -> _Member | None:
    if line.says(place, "self"):
        return _Member(1, counted=False, is_guest=True, after=place + 1)
    if line.says(place, "none"):
        after = _skip(line, place + 1)
        return _Member(0, counted=True, is_guest=False, after=after + 1) if line.says(after, "person") else None
    if place in line.numbers:
        return _counted_at(line, place)
    if line.says(place, "mine"):
        after = _skip(line, place + 1)
        if after in line.numbers:
            return _counted_at(line, after)
        return _relative_at(line, after)
    return None


def _counted_at(line: _Line, place: int) -> _Member | None:
    """Read "2 guests", "two of us", "3 small children"."""
    value, after = line.numbers[place]
    if line.says(after, "of") and line.says(after + 1, "of_us"):
        return _Member(value, counted=True, is_guest=False, after=after + 2)
    after = _skip(line, after)
    if not line.says(after, "person"):
        return None
    each = int(table(line.language, _NAME, "couples").get(line.pieces[after].plain, "1"))
    return _Member(value * each, counted=True, is_guest=False, after=after + 1)


def _relative_at(line: _Line, place: int) -> _Member | None:
    if line.says(place, "relative"):
        return _Member(1, counted=False, is_guest=False, after=place + 1)
    several = table(line.language, _NAME, "relatives")
    if place < len(line.pieces) and line.pieces[place].plain in several:
        return _Member(int(several[line.pieces[place].plain]), counted=False, is_guest=False, after=place + 1)
    return None


def _skip(line: _Line, place: int) -> int:
    while line.says(place, "describing"):
        place += 1
    return place


def say(value: int, context: Context, style: Style) -> str:
    """Say a party: "2 people"; in words when spoken."""
    wordings = table(context.language, _NAME, "say")
    wording = wordings["one"] if value == 1 else wordings["many"]
    return wording.format(number=number.say(value, context, style))
