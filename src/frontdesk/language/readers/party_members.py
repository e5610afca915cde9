"""Adds up the people of a party: the words of a text with the numbers among them, and whom they count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from frontdesk.language.readers import number
from frontdesk.language.readers.name_words import is_ordinary
from frontdesk.language.readers.reading import Context, Found
from frontdesk.language.words import Token, table, tokens, word_set, words_in

_NAME = "party"
_KEYS = (
    *("person", "relative", "self", "mine", "joiners", "describing"),
    *("none", "of", "of_us", "groups", "for", "seats", "plus", "taking_back", "anybody", "subject", "among"),
    *("companions", "pronouns", "to", "with", "under", "own", "including"),
    *("adding", "years", "old", "law", "family"),
)
PAUSES = tuple(",.;-")
_HOURS = 24  # in "for 7 to 8" both may be hours


@dataclass(frozen=True, slots=True)
class Member:
    """Some of the people named: how many, whether a number or the guest is among them, and the place after.

    Whoever counts `all` of them says neither who they are nor that there are others: "4 people", "two of us".
    """

    people: int
    counted: bool
    is_guest: bool
    after: int
    all: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A text cut into words, with the numbers in it by the place of their first word."""

    text: str
    pieces: tuple[Token, ...]
    numbers: dict[int, tuple[int, int]]  # place -> (value, place after)
    language: str

    def says(self, place: int, key: str) -> bool:
        """Tell whether the word at `place` is in the list `key`."""
        return 0 <= place < len(self.pieces) and self.pieces[place].plain in sets_of(self.language)[key]

    def found(self, people: int, place: int, after: int) -> Found[int]:
        """Return `people` with the words from `place` up to `after`."""
        start, end = self.pieces[place].start, self.pieces[after - 1].end
        return Found(people, self.text[start:end], start, end)


@cache
def sets_of(language: str) -> dict[str, frozenset[str]]:
    """Return the words of every list."""
    return {key: word_set(language, _NAME, key) for key in _KEYS}


def line_of(text: str, context: Context) -> Line:
    """Cut a text into words and find the numbers among them."""
    pieces = tokens(text)
    starts = {piece.start: place for place, piece in enumerate(pieces)}
    ends = {piece.end: place + 1 for place, piece in enumerate(pieces)}
    numbers = {
        starts[each.start]: (int(each.value), ends[each.end])
        for each in number.read(text, context)
        if isinstance(each.value, int) and each.value >= 0 and each.start in starts and each.end in ends
    }
    people = sets_of(context.language)["person"]
    counted = pieces if not people.isdisjoint(words_in(text)) else ()
    for place, (piece, following) in enumerate(pairwise(counted)):
        if following.plain in people and piece.end == following.start and piece.text.isdecimal():
            numbers[place] = (int(piece.text), place + 1)  # "4ppl"
    return Line(text, pieces, numbers, context.language)


def _group_at(line: Line, place: int) -> Member | None:
    """Read "party of four" or "table for two"."""
    named = line.says(place, "groups") and line.says(place + 1, "of")
    seated = line.says(place, "seats") and line.says(place + 1, "for")
    if not (named or seated) or place + 2 not in line.numbers:
        return None
    people, after = line.numbers[place + 2]
    if seated and not ends_there(line, after):
        return None
    after += line.says(after, "person")
    return Member(people, counted=True, is_guest=False, after=after, all=True)


def ends_there(line: Line, after: int) -> bool:
    """Tell a party from "a table for 7 pm" or "a room for 2 nights"."""
    if after >= len(line.pieces) or line.says(after, "person"):
        return True
    if line.says(after, "to"):
        return line.numbers.get(after + 1, (_HOURS + 1, 0))[0] > _HOURS  # "a cab for 2 to 48 High Street"
    following = line.pieces[after].plain
    if following == "-" and line.pieces[after].start == line.pieces[after - 1].end:
        return False  # "one-way"
    return not following[0].isalnum() or following in word_set(line.language, _NAME, "after_party")


def members_at(line: Line, place: int) -> tuple[int, int] | None:
    """Add up the people named one after another."""
    first = _group_at(line, place) or _member_at(line, place) or _opening_at(line, place)
    if first is None:
        return None
    members = [first]
    while (following := _joined_at(line, members[-1])) is not None:
        members.append(following)
    with_guest = len(members) > 1 and any(member.is_guest for member in members)
    enough = with_guest or any(member.counted for member in members)
    people = _sum(line, members)
    return (people, members[-1].after) if enough and people else None


def all_named(line: Line) -> int | None:
    """Count a reply that names all who come, the guest among them: "just Edith and myself"; None for any other."""
    if line.numbers or not any(line.says(place, "joiners") for place in range(len(line.pieces))):
        return None
    light, guests, names, within = word_set(line.language, "common", "light"), 0, 0, False
    for place, piece in enumerate(line.pieces):
        if line.says(place, "self"):
            guests, within = guests + 1, False
        elif line.says(place, "relative") or is_named(line, place):
            names, within = names + (not within), True
        elif line.says(place, "joiners") or line.says(place, "own") or piece.plain in light or not piece.text.isalnum():
            within = False
        else:
            return None
    return names + 1 if guests == 1 and names else None


def is_named(line: Line, place: int) -> bool:
    """Tell the capital of a name."""
    piece = line.pieces[place] if place < len(line.pieces) else None
    return piece is not None and piece.text.istitle() and not is_ordinary(piece, line.language)


def _opening_at(line: Line, place: int) -> Member | None:
    """Read the bare number of "2 + 2 kids" and "for two, and an infant", which opens a sum."""
    if place not in line.numbers or not (place == 0 or line.says(place - 1, "for")):
        return None
    people, after = line.numbers[place]
    joint = after + 1 if after < len(line.pieces) and line.pieces[after].text in PAUSES else after
    others = line.says(joint, "adding") and _member_at(line, joint + 1)
    return Member(people, counted=True, is_guest=False, after=after) if others and not others.is_guest else None


def _sum(line: Line, members: Sequence[Member]) -> int:
    """Add up, but not twice where all are counted beside those they are: "4 people, 2 adults and 2 kids"."""
    if members[-1].all and members[-1].is_guest:
        return members[-1].people  # "my sister and I, the two of us"
    people = sum(member.people for member in members)
    for counted, before in ((members[0], members[0]), (members[-1], members[-2:][0])):
        apart = before.after + 1 < len(line.pieces) and line.pieces[before.after].text in PAUSES
        if apart and counted.all and counted.people * 2 == people and not line.says(before.after + 1, "joiners"):
            return counted.people
    return people


def _joined_at(line: Line, last: Member) -> Member | None:
    """Read the next member after "and", "plus" or a comma, or right after a number of others: "2 adults 1 child"."""
    after = last.after
    while line.says(after, "joiners"):
        after += 1
    if after == last.after:
        return _beside(line, last)
    if (last.all or last.is_guest) and line.says(after, "subject") and not ends_there(line, after + 1):
        return None  # "2 people and I want ..." begins anew
    if line.says(after - 1, "plus") and after in line.numbers:
        value, end = line.numbers[after]
        return _member_at(line, after) or Member(value, counted=False, is_guest=False, after=end)
    member = _member_at(line, after)
    # "book me with her" is about who serves; "me and her" are two guests
    serves = member is not None and not member.counted and line.says(member.after - 1, "companions")
    if last.all and line.says(after - 1, "with") and line.says(after, "own"):
        return None  # "four people with my nephew" are four, and "2 people with a baby" are three
    return None if serves and line.says(after - 1, "with") else member


def _beside(line: Line, last: Member) -> Member | None:
    """Read a member that nothing joins to the one before: "2 adults 1 child", "me my wife and a baby"."""
    if last.after in line.numbers:
        return _counted_at(line, last.after) if last.counted else None
    if line.says(last.after, "family"):
        return _relative_at(line, last.after)
    return _relative_at(line, last.after + 1) if line.says(last.after, "own") else None


def _member_at(line: Line, place: int) -> Member | None:
    if line.says(place, "self"):
        return Member(1, counted=False, is_guest=True, after=place + 1)
    if line.says(place, "none"):
        after = _skip(line, place + 1)
        return Member(0, counted=True, is_guest=False, after=after + 1) if line.says(after, "person") else None
    if place in line.numbers:
        return _counted_at(line, place) or (_relative_at(line, place + 1) if line.says(place, "mine") else None)
    if line.says(place, "mine"):
        after = _skip(line, place + 1)
        if after in line.numbers:
            return _aged_at(line, after) or _counted_at(line, after)
        return _relative_at(line, after) or _pronoun_at(line, place)
    return _relative_at(line, place) if line.says(place, "family") else _pronoun_at(line, place)


def _aged_at(line: Line, place: int) -> Member | None:
    """Read the child of "a 6 year old"."""
    after = line.numbers[place][1]
    while after < len(line.pieces) and (line.pieces[after].text == "-" or line.says(after, "years")):
        after += 1
    return Member(1, counted=False, is_guest=False, after=after) if line.says(after - 1, "old") else None


def _pronoun_at(line: Line, place: int) -> Member | None:
    return Member(1, counted=False, is_guest=False, after=place + 1) if line.says(place, "pronouns") else None


def _counted_at(line: Line, place: int) -> Member | None:
    """Read "2 guests", "two of us", "3 small children"."""
    value, after = line.numbers[place]
    if line.says(after, "of") and line.says(after + 1, "of_us"):
        return Member(value, counted=True, is_guest=True, after=after + 2, all=True)
    if line.says(after, "among") and line.says(after + 1, "mine") and line.says(after + 2, "groups"):
        return Member(value, counted=True, is_guest=False, after=after + 3, all=True)
    if line.says(after, "under") and _is_age(line, after + 1):
        return Member(value, counted=True, is_guest=False, after=after + 2)  # "two under 5", "two under fives"
    described = _skip(line, after)
    couples = table(line.language, _NAME, "couples")
    if not line.says(described, "person"):
        is_couple = line.pieces[after - 1].plain in couples  # "a couple with two kids", the guest among them
        return Member(value, counted=False, is_guest=True, after=after) if is_couple else None
    each = int(couples.get(line.pieces[described].plain, "1"))
    alike = described == after and line.says(described, "anybody")
    return Member(value * each, counted=True, is_guest=False, after=described + 1, all=alike)


def _is_age(line: Line, place: int) -> bool:
    """Tell the 5 of "under 5", and of "under fives"."""
    word = line.pieces[place].plain if place < len(line.pieces) else ""
    return word.isdecimal() or word.removesuffix("s") in table(line.language, "numbers", "ones")


def _relative_at(line: Line, place: int) -> Member | None:
    if line.says(place, "relative") or line.says(place, "companions"):
        after = _after_in_law(line, place + 1)
        return Member(1, counted=False, is_guest=False, after=after + is_named(line, after))  # "my wife Petra"
    several = table(line.language, _NAME, "relatives")
    if place < len(line.pieces) and line.pieces[place].plain in several:
        return Member(int(several[line.pieces[place].plain]), counted=False, is_guest=False, after=place + 1)
    return None


def _after_in_law(line: Line, place: int) -> int:
    """Step over the rest of "mother-in-law"."""
    words = [each for each in range(place, min(place + 4, len(line.pieces))) if line.pieces[each].text != "-"]
    return words[1] + 1 if len(words) > 1 and line.says(words[0], "among") and line.says(words[1], "law") else place


def _skip(line: Line, place: int) -> int:
    while line.says(place, "describing"):
        place += 2 if place + 1 < len(line.pieces) and line.pieces[place + 1].text == "-" else 1  # "grown-ups"
    return place
