"""Holds marks of a reply against facts: the values of the turn, texts, and the business. Compares by value."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import TypeAlias

from frontdesk.dialogue.values import Days, Moments, Money, Record, Times, Value
from frontdesk.language.readers import phone
from frontdesk.language.readers.reading import Context, Style
from frontdesk.language.replies.marks import Ahead, Calendar, Clock, Code, Mark, Share, Sum, Weekday, scan
from frontdesk.scheduling.business import Business, Hours

_ONE_DAY = timedelta(days=1)
_MADE_UP = (tuple, Record, Days, Times, Moments)  # values that consist of others
_WEEK = 7
_HUNDRED = 100
_IN_WORD = re.compile(r"\w")

Atom: TypeAlias = date | time | Decimal | Weekday


@dataclass(frozen=True, slots=True)
class Known:
    """Facts in the forms that marks are compared with. `habits` are weekdays that every week has."""

    dates: AbstractSet[date]
    times: AbstractSet[time]
    amounts: AbstractSet[Decimal]
    weekdays: AbstractSet[int]
    habits: AbstractSet[int]
    texts: tuple[str, ...]


def supports(known: Known, mark: Mark, context: Context) -> bool:
    """Tell whether `mark` follows from what is known."""
    match mark:
        case Clock(times=times):
            return not known.times.isdisjoint(times)
        case Calendar():
            return any(_fits(mark, day) for day in known.dates)
        case Weekday(weekday=weekday, habit=habit):
            return weekday in known.weekdays or (habit and weekday in known.habits)
        case Ahead(days=days):
            # Today is the clock's own fact; every other day must come from somewhere.
            return days == 0 or context.now.date() + timedelta(days=days) in known.dates
        case Sum(amount=amount):
            return amount in known.amounts
        case Share(percent=percent):
            return percent in known.amounts or percent / _HUNDRED in known.amounts
        case Code(words=words):
            return any(_holds(text, words) for text in known.texts) or _is_number_at_home(words, known.texts, context)


def _fits(mark: Calendar, day: date) -> bool:
    named = mark.weekday in {None, day.weekday()} and mark.year in {None, day.year}
    return named and any(number == day.day and month in {0, day.month} for month, number in mark.days)


def _holds(text: str, words: str) -> bool:
    """Tell whether `text` has this code; a number is compared by its digits, however they are grouped."""
    if not any(map(str.isalpha, words)):
        return _digits(words) in _digits(text)
    known, code = text.lower(), words.lower()
    place = known.find(code)
    while place >= 0:
        if not _IN_WORD.match(known[place - 1 : place]) and not _IN_WORD.match(known, place + len(code)):
            return True
        place = known.find(code, place + 1)
    return False


def _is_number_at_home(words: str, texts: tuple[str, ...], context: Context) -> bool:
    """Tell whether `words` are a known telephone number as its own country writes it: 020 ... for +44 20 ..."""
    international = [text for text in texts if text.startswith("+")] if not any(map(str.isalpha, words)) else []
    return any(_digits(words) == _digits(phone.say(text, context, Style.RICH)) for text in international)


def _digits(text: str) -> str:
    return "".join(filter(str.isdecimal, text))


def known_of_turn(values: tuple[Value, ...], texts: tuple[str, ...], business: Business, context: Context) -> Known:
    """Return what the values and texts of one turn say."""
    every = [single for value in values for single in (_singles(value) if isinstance(value, _MADE_UP) else (value,))]
    written = (*texts, *[value for value in every if isinstance(value, str)])
    atoms = [atom for value in every if not isinstance(value, str) for atom in _atoms(value, business)]
    return _known([*atoms, *_stated(written, context)], written)


def known_of_business(business: Business, context: Context) -> Known:
    """Return what the business says of itself: hours, prices, rules, texts."""
    texts = tuple(filter(None, _texts_of(business)))
    every = business.every_hours
    sessions = [starts for service in business.services.values() for starts in service.sessions.values()]
    prices = [service.price for service in business.services.values() if service.price]
    atoms: list[Atom] = [
        *(at for hours in every for at in _times_of(hours)),
        *(at for starts in sessions for at in starts),
        *(day for hours in every for day in hours.exceptions),
        *(amount for price in prices for amount in (price.low, price.high)),
        *(Weekday("", weekday, habit=True) for weekday in range(_WEEK)),
        business.rules.fee,
        *_stated(texts, context),
    ]
    return _known(atoms, texts)


def _known(atoms: Iterable[Atom], texts: tuple[str, ...]) -> Known:
    dates: set[date] = set()
    times: set[time] = set()
    amounts: set[Decimal] = set()
    weekdays: set[int] = set()
    habits: set[int] = set()
    for atom in atoms:
        match atom:
            case time():
                times.add(atom)
            case date():
                dates.add(atom)
                weekdays.add(atom.weekday())
            case Decimal():
                amounts.add(atom)
            case Weekday(weekday=weekday, habit=habit):
                habits.add(weekday)
                if not habit:
                    weekdays.add(weekday)
    return Known(dates, times, amounts, weekdays, habits, texts)


def _singles(value: Value) -> Iterator[Value]:
    """Take tuples and ranges apart."""
    match value:
        case tuple():
            for item in value:
                yield from _singles(item)
        case Record(_, fields):
            for _, side in fields:
                yield from _singles(side)
        case Days(start, end):
            # The day after the last is a fact as well: a stay ends on it.
            yield from (day for day in (start, end, end and end - _ONE_DAY) if day)
        case Times(begin, until):
            yield from (at for at in (begin, until) if at is not None)
        case Moments(first, after):
            yield from (moment for moment in (first, after) if moment)
        case _:
            yield value


def _atoms(value: Value, business: Business) -> Iterator[Atom]:
    match value:
        case datetime():
            local = value.astimezone(business.zone) if value.tzinfo else value
            yield local.date()
            yield local.time().replace(second=0, microsecond=0)
        case date() | Decimal():
            yield value
        case time():
            yield value.replace(second=0, microsecond=0, tzinfo=None)
        case Money(amount, _):
            yield amount
        case int() if not isinstance(value, bool):
            yield Decimal(value)
        case _:
            return


def _stated(texts: Iterable[str], context: Context) -> Iterator[Atom]:
    """Give what texts state; a day without a year may be of this year or the next."""
    for text in texts:
        for mark in scan(text, context.language):
            match mark:
                case Clock(times=times):
                    yield from times
                case Calendar():
                    yield from _days_of(mark, context.now.date())
                case Weekday():
                    yield mark
                case Ahead(days=days):
                    yield context.now.date() + timedelta(days=days)
                case Sum(amount=amount) | Share(percent=amount):
                    yield amount
                case Code():
                    pass  # compared as text


def _days_of(mark: Calendar, today: date) -> Iterator[date]:
    years = (mark.year,) if mark.year else (today.year, today.year + 1)
    for year in years:
        for month, day in mark.days:
            for each in (month,) if month else range(1, 13):
                try:
                    found = date(year, each, day)
                except ValueError:
                    continue  # no such day, so it is no fact
                if mark.weekday in {None, found.weekday()}:
                    yield found


def _times_of(hours: Hours) -> Iterator[time]:
    weeks = (hours.week, hours.exceptions, hours.alternate.week if hours.alternate else {})
    shifts = [shift for days in weeks for each in days.values() for shift in each]
    for shift in (*hours.breaks, *shifts):
        yield from (shift.start, shift.end)


def _texts_of(business: Business) -> Iterator[str]:
    yield from (business.name, business.desk, business.address, business.phone, business.email, business.rules.text)
    for service in business.services.values():
        yield from (service.name, *service.synonyms, *service.details.values())
    for resource in business.resources.values():
        yield from (resource.name, resource.about)
    for location in business.locations.values():
        yield from (location.name, location.address, location.phone)
    yield from (topic.answer for topic in business.topics.values())
