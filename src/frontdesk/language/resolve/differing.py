"""Tells whether a reply names other days, times or counts than the desk did."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, time, timedelta
from enum import Enum, auto
from functools import cache, lru_cache
from itertools import pairwise, takewhile

from frontdesk.dialogue.values import Days, Times
from frontdesk.language.lexicon import load
from frontdesk.language.readers import when
from frontdesk.language.readers.reading import Context, Found
from frontdesk.language.readers.text.cues import heard_words
from frontdesk.language.readers.when import When
from frontdesk.language.words import Token, table, tokens, word_set

NAME = "yesno"
_PLURAL = "s"
_SHORTEST_PLURAL = 3  # letters
_HALF_DAY = 12 * 60  # minutes
_PEOPLE = "people"
_LONGEST_COUNT = 2  # digits
_NEAR = 3  # words between a number and what it counts
_FIGURES = range(3, 7)  # digits of a price or a year
_BESIDE_OTHERS = frozenset("%()-+#")  # of a share, a telephone number, a reference
_SLACK = timedelta(minutes=29)  # by which a part of the day may begin earlier or end later


@dataclass(frozen=True, slots=True)
class Values:
    """Days, weekdays and days of the month named alone, times (in minutes, morning or evening), counts by kind.

    Beside them: clocks (with their half of the day), parts of the day, lengths of time, and figures such as prices.
    """

    days: frozenset[date]
    weekdays: frozenset[int]
    days_of_month: frozenset[int]
    times: frozenset[int]
    counts: frozenset[tuple[str, int]]
    clocks: frozenset[time]
    parts: frozenset[Times]
    lengths: frozenset[timedelta]
    figures: frozenset[str]

    def __bool__(self) -> bool:
        """Tell whether any value is named."""
        return self.names_day or bool(self.times or self.counts or self.parts or self.lengths or self.figures)

    @property
    def names_day(self) -> bool:
        """Whether a day is named in any way."""
        return bool(self.days or self.weekdays or self.days_of_month)


@dataclass(frozen=True, slots=True)
class Difference:
    """Whether a reply names a day or time, names one where the desk did not, or names some value otherwise."""

    names_time: bool = False
    adds_time: bool = False
    differs: bool = False


SAME = Difference()


def difference(reply: str, context: Context) -> Difference:
    """Compare the values of `reply` with those of the same kind that the desk named."""
    if not _may_name_values(reply, context.language):
        return SAME
    theirs = _values_in(reply, context)
    if not theirs:
        return SAME
    ours = _values_in(_still_open(context.said or "", reply, context.language), context)
    # "two nights from June 9" is a stretch of days, and counts nights too
    everything = frozenset(pair for pair in _counts(tokens(context.said or ""), context.language) if pair[0])
    counted = replace(ours, counts=ours.counts | everything | frozenset(_things(context.said or "", context.language)))
    return Difference(
        names_time=theirs.names_day or bool(theirs.times),
        adds_time=bool(theirs.times and not ours.times) or (theirs.names_day and not ours.names_day),
        differs=_other_day(theirs, ours)
        or bool(ours.times and theirs.times - ours.times)
        or any(_counts_otherwise(kind, number, counted) for kind, number in theirs.counts)
        or any(_is_elsewhere(part, ours) for part in theirs.parts)
        or bool(ours.lengths and theirs.lengths - ours.lengths)
        or any(_is_another_figure(figure, ours) for figure in theirs.figures),
    )


def _still_open(said: str, reply: str, language: str) -> str:
    """Return what the desk said after what is gone, "3 PM is taken, but 4 PM is free", unless the guest tells of it."""
    gone, pieces = word_set(language, NAME, "gone"), tokens(said)
    lost = [place for place, piece in enumerate(pieces) if piece.plain in gone]
    if not lost or _tells_of_it(reply, gone, language):
        return said
    turning = word_set(language, NAME, "turning_over")
    after = next((place for place in range(lost[0], len(pieces)) if pieces[place].plain in turning), None)
    return said if after is None or lost[-1] > after else said[pieces[after].end :]


def _tells_of_it(reply: str, gone: frozenset[str], language: str) -> bool:
    """Tell "if Thursday is gone" and "I wasn't sure about Thursday" from a wish for it."""
    telling = gone | word_set(language, NAME, "past")
    return not telling.isdisjoint(bare_words(tokens(reply), language))


def _is_elsewhere(part: Times, ours: Values) -> bool:
    """Tell whether none of the desk's times lies in a part of the day: "morning please" where it said 4 PM."""
    if not ours.clocks or part.start is None or part.end is None:
        return False
    start, end = _since_midnight(part.start) - _SLACK, _since_midnight(part.end) + _SLACK
    return not any(start <= _since_midnight(clock) <= end for clock in ours.clocks)


def _since_midnight(clock: time) -> timedelta:
    return timedelta(hours=clock.hour, minutes=clock.minute)


def _is_another_figure(figure: str, ours: Values) -> bool:
    """Tell whether the desk named figures as long and not this one; "730" is no other than 7:30."""
    alike = {each for each in ours.figures if len(each) == len(figure)}
    return bool(alike) and figure not in alike and int(figure[:-2]) * 60 + int(figure[-2:]) not in ours.times


def _other_day(theirs: Values, ours: Values) -> bool:
    """Tell whether another day is named; "Tuesday" repeats any Tuesday, "the 7th" the 7th of any month."""
    if not ours.names_day:
        return False
    weekdays = {day.weekday() for day in ours.days} | ours.weekdays
    days_of_month = {day.day for day in ours.days} | ours.days_of_month
    if (weekdays and theirs.weekdays - weekdays) or (days_of_month and theirs.days_of_month - days_of_month):
        return True
    unknown = theirs.days - ours.days
    if ours.days:
        return bool(unknown)
    return any(day.weekday() not in ours.weekdays and day.day not in ours.days_of_month for day in unknown)


@cache
def named_kinds(language: str) -> frozenset[str]:
    """Return the words of which a thing has one: "economy"; another of them than the desk's counts as different."""
    return frozenset().union(*_contraries(language))


@cache
def _contraries(language: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(map(str, group)) for group in load(language, NAME)["contraries"])


def _counts_otherwise(kind: str, number: int, ours: Values) -> bool:
    """Tell whether the desk counted the same with another number; a number alone may count anything."""
    if kind:
        alike = {kind, ""} if kind == _PEOPLE else {kind}  # only people are counted without saying so: "for five"
        known = {each for counted, each in ours.counts if counted in alike}
    else:
        known = {each for _, each in ours.counts} | _clock_numbers(ours)
    return bool(known) and number not in known


def _clock_numbers(ours: Values) -> set[int]:
    """Return the numbers by which the desk's times and days may be called."""
    return {minutes // 60 or 12 for minutes in ours.times} | {day.day for day in ours.days}


def _may_name_values(reply: str, language: str) -> bool:
    """Tell cheaply whether it is worth reading `reply` for values."""
    known = _value_words(language)
    return any(token.plain[0].isdigit() or token.plain in known for token in tokens(reply))


@cache
def _value_words(language: str) -> frozenset[str]:
    ordinals = table(language, "numbers", "ordinals").keys()
    return frozenset(_numbers(language)) | word_set(language, NAME, "calendar") | ordinals


@lru_cache(maxsize=16)  # several rules compare the same two texts
def _values_in(text: str, context: Context) -> Values:
    pieces = tokens(text)
    found = when.read(text, context) if _may_name_time(pieces, context.language) else ()
    days, weekdays, days_of_month = _days_in(found, context.language)
    left = _outside(pieces, [(each.start, each.end) for each in found if not isinstance(each.value, timedelta)])
    hours = [(when.parts(each)[1], each) for each in found]
    return Values(
        days=days,
        weekdays=weekdays,
        days_of_month=days_of_month,
        times=frozenset(minutes for clock, each in hours for minutes in _minutes(clock, each.words)),
        counts=frozenset(_counts(left, context.language)),
        clocks=frozenset(clock for clock, _ in hours if isinstance(clock, time)),
        parts=frozenset(part for part, each in hours if isinstance(part, Times) and _is_part(each, pieces, context)),
        lengths=frozenset(each.value for each in found if isinstance(each.value, timedelta)),
        figures=frozenset(_figures(left)),
    )


def _figures(pieces: Sequence[Token]) -> Iterator[str]:
    for place, piece in enumerate(pieces):
        if len(piece.text) in _FIGURES and piece.text.isascii() and piece.text.isdecimal():
            near = (*pieces[max(0, place - 1) : place], *pieces[place + 1 : place + 2])
            if not any(each.text[0].isdigit() or each.text in _BESIDE_OTHERS for each in near):
                yield piece.text


def _is_part(found: Found[When | None], pieces: Sequence[Token], context: Context) -> bool:
    """Tell "in the morning" from "from 1 to 3", and from the evening that is wished: "have a lovely evening"."""
    if any(token.plain[0].isdigit() or token.plain in _numbers(context.language) for token in tokens(found.words)):
        return False
    before = [piece.plain for piece in pieces if piece.end <= found.start]
    return not before or before[-1] not in word_set(context.language, NAME, "wished")


def _outside(pieces: Sequence[Token], taken: Sequence[tuple[int, int]]) -> list[Token]:
    """Return the words that lie in none of the stretches of text, which come in order."""
    starts = [start for start, _ in taken]
    return [
        piece
        for piece in pieces
        if not (place := bisect_right(starts, piece.start)) or taken[place - 1][1] <= piece.start
    ]


class _ByName(Enum):
    """How a day is named that has no date."""

    WEEKDAY = auto()
    DAY_OF_MONTH = auto()


def _days_in(
    found: Sequence[Found[When | None]], language: str
) -> tuple[frozenset[date], frozenset[int], frozenset[int]]:
    """Return the days named by their dates, the weekdays named, and the days of the month without their month."""
    days, weekdays, days_of_month = set[date](), set[int](), set[int]()
    names = table(language, NAME, "weekdays")
    for each in found:
        ends = list(_ends(when.parts(each)[0]))
        how = _how_named(each.words, language)
        if ends:  # a desk may be wrong about which weekday a date is, and is then repeated
            weekdays.update(int(names[token.plain]) for token in tokens(each.words) if token.plain in names)
        if how is _ByName.DAY_OF_MONTH:
            days_of_month.update(day.day for day in ends)
        elif how is None:
            days.update(ends)
    return frozenset(days), frozenset(weekdays), frozenset(days_of_month)


def _how_named(words: str, language: str) -> _ByName | None:
    """Tell "Tuesday", "the 3rd" and "Tuesday the 3rd" from "Tuesday next week", "May 3rd" and "tomorrow"."""
    said = {token.plain for token in tokens(words)}
    if said & word_set(language, NAME, "fixing"):
        return None
    if said & (_endings(language) | table(language, "numbers", "ordinals").keys()):
        return _ByName.DAY_OF_MONTH
    return _ByName.WEEKDAY if said & table(language, NAME, "weekdays").keys() else None


def _endings(language: str) -> frozenset[str]:
    return word_set(language, "number", "ordinal_endings")


def _may_name_time(pieces: Sequence[Token], language: str) -> bool:
    """Tell cheaply whether a day or time may be named: "at four" may, "four of us" does not."""
    calendar, before = word_set(language, NAME, "calendar"), word_set(language, NAME, "before_time")
    numbers, ordinals = _numbers(language), table(language, "numbers", "ordinals")
    minutes = word_set(language, NAME, "large_numbers") | numbers.keys()
    return any(
        piece.plain[0].isdigit()
        or piece.plain in calendar
        or piece.plain in ordinals
        or (piece.plain in numbers and place > 0 and pieces[place - 1].plain in before)
        or (piece.plain in minutes and place > 0 and pieces[place - 1].plain in numbers)  # "eight thirty"
        for place, piece in enumerate(pieces)
    )


def _ends(day: object) -> Iterator[date]:
    match day:
        case Days(start=start, end=end):
            yield from (each for each in (start, end) if each is not None)
        case date():
            yield day
        case _:
            pass  # no day is named


def _minutes(clock: object, words: str) -> Iterator[int]:
    """Give times without morning or evening: "3" repeats "3 PM"; of "from 1 to 3" both."""
    match clock:
        case time():
            yield (clock.hour * 60 + clock.minute) % _HALF_DAY
        case Times(start=time() as start, end=None):
            yield (start.hour * 60 + start.minute) % _HALF_DAY
        case Times(start=None, end=time() as end):
            yield (end.hour * 60 + end.minute) % _HALF_DAY
        case Times(start=time() as start, end=time() as end) if any(letter.isdigit() for letter in words):
            yield from ((each.hour * 60 + each.minute) % _HALF_DAY for each in (start, end))
        case _:
            pass  # no time, or a part of the day


def _counts(pieces: Sequence[Token], language: str) -> Iterator[tuple[str, int]]:
    numbers, pointing = _numbers(language), word_set(language, NAME, "this")
    kinds = table(language, NAME, "counted")
    for place, piece in enumerate(pieces):
        digits = piece.plain.isascii() and piece.plain.isdigit() and _stands_alone(pieces, place)
        if not (digits or piece.plain in numbers):
            continue
        near_words = {each.plain for each in pieces[max(0, place - _NEAR) : place + 2]}
        if not near_words.isdisjoint(word_set(language, NAME, "large_numbers")):
            continue  # "three hundred and ten"
        kind = next((kinds[near.plain] for near in _counted_by(pieces, place, language) if near.plain in kinds), "")
        after = pieces[place + 1].plain if place + 1 < len(pieces) else ""
        before = pieces[place - 1].plain if place else ""
        kind = kind or _unlisted_kind(before, after, language)
        number = int(piece.plain) if digits else numbers[piece.plain]
        uncounted = after in word_set(language, NAME, "uncounted") and not digits
        if (uncounted or is_a_word(piece.plain, after, language)) and not (kind and number > 1):
            continue
        if not kind and number == 1 and place and before not in word_set(language, NAME, "before_one"):
            continue  # "there's one at ten"
        if kind or before not in pointing:
            yield kind, number


def is_a_word(number: str, following: str, language: str) -> bool:
    """Tell the "4" of "works 4 me", typed for the word it sounds like, from the "5" of "we are 5 now"."""
    return number in word_set(language, NAME, "sounding") and following in word_set(language, NAME, "not_counted")


def _things(said: str, language: str) -> Iterator[tuple[str, int]]:
    """Give what the desk counted after "for": "a farm call for two heifers"."""
    numbers, pieces = _numbers(language), tokens(said)
    for number, following in pairwise(pieces):
        for thing in matter_of((following.plain,), language) if number.plain in numbers else ():
            yield thing, numbers[number.plain]


def _unlisted_kind(before: str, after: str, language: str) -> str:
    """Return what a number counts by the words beside it: "I need 3" counts people, "one pushchair" does not."""
    if before in word_set(language, NAME, "before_people"):
        return _PEOPLE
    counts_for = before in word_set(language, NAME, "before_one")  # "a ride for 3 heading there"
    return "" if counts_for else next(iter(matter_of((after,), language)), "")


def _counted_by(pieces: Sequence[Token], place: int, language: str) -> Iterator[Token]:
    """Give the words that may say what a number counts: not the "us" of "one pushchair with us"."""
    ends = word_set(language, "assent", "linking")
    following = pieces[place + 1 : place + 1 + _NEAR]
    return takewhile(lambda near: near.plain[0].isalnum() and near.plain not in ends, following)


def _stands_alone(pieces: Sequence[Token], place: int) -> bool:
    """Tell a count from a piece of a phone number, a price or a street number."""
    piece = pieces[place]
    before = pieces[place - 1] if place else None
    after = pieces[place + 1] if place + 1 < len(pieces) else None
    if len(piece.text) > _LONGEST_COUNT or any(near is not None and near.text[0].isdigit() for near in (before, after)):
        return False
    joined = before is not None and before.end == piece.start and not before.text[0].isalpha()
    return not joined


@cache
def _numbers(language: str) -> dict[str, int]:
    return {word: int(value) for word, value in table(language, "numbers", "ones").items()}


def matter_of(words: Iterable[str], language: str) -> frozenset[str]:
    """Return the words that say what is spoken of, without number or case."""
    light = word_set(language, NAME, "light")
    return frozenset([_singular(word) for word in words if word not in light and len(word) > 1 and word[0].isalpha()])


@cache
def _singular(word: str) -> str:
    return word[:-1] if word.endswith(_PLURAL) and len(word) > _SHORTEST_PLURAL else word


def bare_words(pieces: Sequence[Token], language: str) -> tuple[str, ...]:
    """Return words as they are compared."""
    short = table(language, NAME, "short_forms")
    heard = heard_words(pieces, language)
    inside = table(language, NAME, "short_inside")
    last = len(heard) - 1
    return tuple(
        [(0 < place < last and inside.get(word)) or short.get(word) or word for place, word in enumerate(heard)]
    )
