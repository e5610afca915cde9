"""Tells whether a reply names another day, time or number than the desk did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, time, timedelta
from functools import cache, lru_cache

from frontdesk.dialogue.values import Days, Times
from frontdesk.language.readers import when
from frontdesk.language.readers.reading import Context, Found
from frontdesk.language.readers.when import When
from frontdesk.language.words import Token, table, tokens, word_set

_NAME = "yesno"
_HALF_DAY = 12 * 60  # minutes
_SLACK = timedelta(minutes=29)  # by which a part of the day may begin earlier or end later
_MOST_DIGITS = 6  # what is longer is a telephone number
_FIGURE = 3  # digits of a price or a year


@dataclass(frozen=True, slots=True)
class _Named:
    """What a text names: dates, weekdays and days of the month by themselves, clocks, parts of the day, numbers."""

    days: frozenset[date]
    weekdays: frozenset[int]
    days_of_month: frozenset[int]
    clocks: frozenset[time]
    parts: frozenset[Times]
    lengths: frozenset[timedelta]
    numbers: frozenset[int]

    @property
    def minutes(self) -> frozenset[int]:
        """The clocks without morning or evening: "3" repeats "3 PM"."""
        return frozenset((clock.hour * 60 + clock.minute) % _HALF_DAY for clock in self.clocks)

    @property
    def names_day(self) -> bool:
        """Whether a day is named in any way."""
        return bool(self.days or self.weekdays or self.days_of_month)


def differs_from_said(reply: str, context: Context) -> bool:
    """Say whether `reply` names a value of a kind that the desk named, and another one."""
    return differs_in_when(reply, context) or differs_in_number(reply, context)


def differs_in_when(reply: str, context: Context) -> bool:
    """Say whether `reply` names another day, time or length than the desk did."""
    theirs, ours = _named_in(reply, context), _named_in(context.said or "", context)
    return (
        _is_other_day(theirs, ours)
        or bool(ours.clocks and theirs.minutes - ours.minutes)
        or any(_is_elsewhere(part, ours) for part in theirs.parts)
        or bool(ours.lengths and theirs.lengths - ours.lengths)
    )


def differs_in_number(reply: str, context: Context) -> bool:
    """Say whether `reply` names another count or price than the desk did."""
    theirs, ours = _named_in(reply, context), _named_in(context.said or "", context)
    return any(_is_other_number(number, ours) for number in theirs.numbers)


def _is_other_day(theirs: _Named, ours: _Named) -> bool:
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


def _is_elsewhere(part: Times, ours: _Named) -> bool:
    """Tell whether none of the desk's times lies in a part of the day: "morning please" where it said 4 PM."""
    if not ours.clocks or part.start is None or part.end is None:
        return False
    start, end = _since_midnight(part.start) - _SLACK, _since_midnight(part.end) + _SLACK
    return not any(start <= _since_midnight(clock) <= end for clock in ours.clocks)


def _since_midnight(clock: time) -> timedelta:
    return timedelta(hours=clock.hour, minutes=clock.minute)


def _is_other_number(number: int, ours: _Named) -> bool:
    """Tell whether the desk named numbers as long as this one, and not this one; hours and days have numbers too."""
    long = number >= 10 ** (_FIGURE - 1)
    alike = {each for each in ours.numbers if (each >= 10 ** (_FIGURE - 1)) is long}
    hours = {minutes // 60 or 12 for minutes in ours.minutes} | {
        minutes // 60 * 100 + minutes % 60 for minutes in ours.minutes
    }
    return bool(alike) and number not in alike | hours | {day.day for day in ours.days} | ours.days_of_month


@lru_cache(maxsize=16)  # several rules compare the same two texts
def _named_in(text: str, context: Context) -> _Named:
    pieces = tokens(text)
    found = when.read(text, context) if _may_name_time(pieces, context.language) else ()
    hours = [(when.parts(each)[1], each) for each in found]
    clocks = frozenset(clock for hour, each in hours for clock in _clocks(hour, each.words))
    lengths = frozenset(each.value for each in found if isinstance(each.value, timedelta))
    parts = frozenset(hour for hour, each in hours if isinstance(hour, Times) and _is_part(each, pieces, context))
    taken = [(each.start, each.end) for each in found if not isinstance(each.value, timedelta)]
    left = [piece for piece in pieces if not any(start <= piece.start < end for start, end in taken)]
    return _Named(
        *_days_in(found, context.language), clocks, parts, lengths, frozenset(_numbers_in(left, context.language))
    )


def _days_in(
    found: Sequence[Found[When | None]], language: str
) -> tuple[frozenset[date], frozenset[int], frozenset[int]]:
    """Return the days named by their dates, the weekdays named, and the days of the month without their month."""
    days, weekdays, days_of_month = set[date](), set[int](), set[int]()
    names, fixing = table(language, _NAME, "weekdays"), word_set(language, _NAME, "fixing")
    ordinals = word_set(language, "number", "ordinal_endings") | table(language, "numbers", "ordinals").keys()
    for each in found:
        ends, said = list(_ends(when.parts(each)[0])), {token.plain for token in tokens(each.words)}
        if ends:  # a desk may be wrong about which weekday a date is, and is then repeated
            weekdays.update(int(names[word]) for word in said if word in names)
        if said & fixing or not said & (ordinals | names.keys()):
            days.update(ends)
        elif said & ordinals:
            days_of_month.update(day.day for day in ends)
    return frozenset(days), frozenset(weekdays), frozenset(days_of_month)


def _ends(day: object) -> Iterator[date]:
    match day:
        case Days(start=start, end=end):
            yield from (each for each in (start, end) if each is not None)
        case date():
            yield day
        case _:
            pass  # no day is named


def _clocks(hour: object, words: str) -> Iterator[time]:
    """Give the times that are named; of a part of the day only those that are said in figures."""
    match hour:
        case time():
            yield hour
        case Times(start=start, end=end) if start is None or end is None or any(map(str.isdigit, words)):
            yield from (each for each in (start, end) if each is not None)
        case _:
            pass  # no time, or a part of the day


def _is_part(found: Found[When | None], pieces: Sequence[Token], context: Context) -> bool:
    """Tell "in the morning" from "from 1 to 3", and from the evening that is wished: "have a lovely evening"."""
    numbers = _number_words(context.language)
    if any(token.plain[0].isdigit() or token.plain in numbers for token in tokens(found.words)):
        return False
    before = [piece.plain for piece in pieces if piece.end <= found.start]
    return not before or before[-1] not in word_set(context.language, _NAME, "wished")


def _may_name_time(pieces: Sequence[Token], language: str) -> bool:
    """Tell cheaply whether a day or time may be named."""
    known = word_set(language, _NAME, "calendar") | table(language, "numbers", "ordinals").keys()
    known |= _number_words(language).keys()
    return any(piece.plain[0].isdigit() or piece.plain in known for piece in pieces)


def _numbers_in(pieces: Sequence[Token], language: str) -> Iterator[int]:
    """Give the numbers of a text; "one" stands for a thing more often than it counts."""
    words, sounding = _number_words(language), word_set(language, _NAME, "sounding")
    for place, piece in enumerate(pieces):
        near = (*pieces[max(0, place - 1) : place], *pieces[place + 1 : place + 2])
        if piece.text.isascii() and piece.text.isdecimal() and len(piece.text) <= _MOST_DIGITS:
            after = pieces[place + 1].plain if place + 1 < len(pieces) else ""
            if any(each.text[0].isdigit() or each.text in "%()-+#" for each in near):
                continue  # of a share, a telephone number, a reference
            if not (piece.text in sounding and after in word_set(language, _NAME, "not_counted")):
                yield int(piece.text)
        elif words.get(piece.plain, 1) > 1:
            yield words[piece.plain]


@cache
def _number_words(language: str) -> dict[str, int]:
    return {word: int(value) for word, value in table(language, "numbers", "ones").items()}
