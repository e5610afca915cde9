"""Nights in rooms of a type: a stay needs every one of them. What it costs, why it cannot be had, what else there is.

Which rooms are left in which night is given; nothing here knows where that comes from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from itertools import combinations_with_replacement
from typing import TypeAlias

DAY = timedelta(days=1)
LONGEST = 30  # nights that can be booked at once
NEAR = 7  # days, either way, in which other dates are looked for
FEW = 3  # alternatives of one kind
CENT = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Night:
    """How many rooms of a type are left in one night, for how much each."""

    room_type: str
    night: date  # of arrival: the guests leave the day after
    rooms: int
    rate: Decimal
    currency: str
    min_stay: int = 1  # nights, for whoever arrives


@dataclass(frozen=True, slots=True)
class RoomType:
    """A kind of room: how many people it is for, what is in it, and how many of it the house has."""

    id: str
    name: str
    sleeps: int
    least: int = 1  # people that it is for at least
    rooms: int | None = None  # that there are, whatever anybody else says; None: as many as the ERP has
    synonyms: tuple[str, ...] = ()
    about: str = ""
    amenities: tuple[str, ...] = ()
    kind: str = "room_type"


@dataclass(frozen=True, slots=True)
class Stay:
    """From which day to which, and for how many people."""

    check_in: date
    check_out: date
    guests: int = 1

    @property
    def nights(self) -> tuple[date, ...]:
        """The nights that it takes, by the day each begins."""
        return tuple(self.check_in + distance * DAY for distance in range((self.check_out - self.check_in).days))


@dataclass(frozen=True, slots=True)
class Quote:
    """It can be had: what every night costs, what all cost, and how many such rooms are left."""

    room_type: str
    stay: Stay
    rates: tuple[Decimal, ...]
    currency: str
    rooms: int

    @property
    def total(self) -> Decimal:
        """What one room costs for the whole stay."""
        return sum(self.rates, Decimal(0))

    @property
    def rate(self) -> Decimal:
        """What a night costs: the same for all of them, or else on average."""
        if len(set(self.rates)) == 1:
            return self.rates[0]
        return (self.total / len(self.rates)).quantize(CENT, ROUND_HALF_UP)


@dataclass(frozen=True, slots=True)
class SoldOut:
    """No such room is left in these nights of the stay."""

    nights: tuple[date, ...]


@dataclass(frozen=True, slots=True)
class TooShort:
    """Whoever arrives on that day stays at least so many nights."""

    min_stay: int


@dataclass(frozen=True, slots=True)
class TooSmall:
    """Not so many people sleep in one such room."""

    sleeps: int


@dataclass(frozen=True, slots=True)
class TooFewGuests:
    """Such a room is for more people."""

    least: int


@dataclass(frozen=True, slots=True)
class UnknownNights:
    """Nobody has said anything about these nights: which is not that they are full."""

    nights: tuple[date, ...]


@dataclass(frozen=True, slots=True)
class NotAStay:
    """The dates or the number of guests make no sense; `why` says which: no_nights, too_long, past, no_guests."""

    why: str


Answer: TypeAlias = Quote | SoldOut | TooShort | TooSmall | TooFewGuests | UnknownNights
Nights: TypeAlias = Mapping[tuple[str, date], Night]


def nights_by_key(nights: Iterable[Night]) -> Nights:
    """Return nights so that each is found by its type of room and its day."""
    return {(each.room_type, each.night): each for each in nights}


def problem_with(stay: Stay, today: date) -> NotAStay | None:
    """Say what is wrong with a stay that nobody could ever have."""
    if stay.guests < 1:
        return NotAStay("no_guests")
    if stay.check_out <= stay.check_in:
        return NotAStay("no_nights")
    if len(stay.nights) > LONGEST:
        return NotAStay("too_long")
    return NotAStay("past") if stay.check_in < today else None


def answer_for(stay: Stay, room: RoomType, nights: Nights) -> Answer:
    """Say whether one room of a type can be had for the whole stay, and for how much."""
    if stay.guests > room.sleeps:
        return TooSmall(room.sleeps)
    if stay.guests < room.least:
        return TooFewGuests(room.least)
    return _rooms(stay, room, nights, 1)


def _rooms(stay: Stay, room: RoomType, nights: Nights, count: int) -> Answer:
    """Say the same of several rooms of a type, however many people there are."""
    unknown = tuple(night for night in stay.nights if (room.id, night) not in nights)
    if unknown:
        return UnknownNights(unknown)
    each = [nights[room.id, night] for night in stay.nights]
    full = tuple(one.night for one in each if one.rooms < count)
    if full:
        return SoldOut(full)
    if len(each) < each[0].min_stay:
        return TooShort(each[0].min_stay)
    if len({one.currency for one in each}) > 1:
        return UnknownNights(stay.nights)  # there is no one sum to say
    return Quote(room.id, stay, tuple(one.rate for one in each), each[0].currency, min(one.rooms for one in each))


@dataclass(frozen=True, slots=True)
class Alternatives:
    """What there is instead: the same room on near dates, other rooms on the same, two rooms for one party."""

    dates: tuple[Quote, ...] = ()
    types: tuple[Quote, ...] = ()
    two_rooms: tuple[tuple[Quote, Quote], ...] = ()


def alternatives(
    stay: Stay, room: RoomType | None, rooms: Sequence[RoomType], nights: Nights, today: date
) -> Alternatives:
    """Return what comes nearest to a stay in a type of room, or in any."""
    wanted = rooms if room is None else (room,)
    others = [each for each in rooms if each not in wanted]
    return Alternatives(
        dates=tuple(_near(stay, wanted, nights, today))[:FEW],
        types=tuple(_cheapest(_quotes(stay, others, nights))[:FEW]),
        two_rooms=tuple(sorted(_pairs(stay, rooms, nights), key=_sum)[:FEW]),
    )


def _quotes(stay: Stay, rooms: Iterable[RoomType], nights: Nights) -> Iterator[Quote]:
    answers = (answer_for(stay, room, nights) for room in rooms)
    return (each for each in answers if isinstance(each, Quote))


def _cheapest(quotes: Iterable[Quote]) -> list[Quote]:
    return sorted(quotes, key=lambda quote: (quote.total, quote.room_type))


def _near(stay: Stay, rooms: Sequence[RoomType], nights: Nights, today: date) -> Iterator[Quote]:
    """Walk stays of the same length on other days, the nearest first; of two as near, the earlier."""
    for distance in range(1, NEAR + 1):
        for days in (-distance * DAY, distance * DAY):
            moved = replace(stay, check_in=stay.check_in + days, check_out=stay.check_out + days)
            if moved.check_in >= today:
                yield from _cheapest(_quotes(moved, rooms, nights))[:1]


def _pairs(stay: Stay, rooms: Sequence[RoomType], nights: Nights) -> Iterator[tuple[Quote, Quote]]:
    """Give two rooms that sleep a party which no one of them does, with the people parted over both."""
    for one, other in combinations_with_replacement(rooms, 2):
        if max(one.sleeps, other.sleeps) >= stay.guests or one.sleeps + other.sleeps < stay.guests:
            continue
        count = 2 if one is other else 1
        first, second = (_rooms(stay, each, nights, count) for each in (one, other))
        if isinstance(first, Quote) and isinstance(second, Quote) and first.currency == second.currency:
            yield _parted(first, one.sleeps), _parted(second, stay.guests - one.sleeps)


def _parted(quote: Quote, guests: int) -> Quote:
    return replace(quote, stay=replace(quote.stay, guests=guests))


def _sum(pair: tuple[Quote, Quote]) -> tuple[Decimal, str, str]:
    return pair[0].total + pair[1].total, pair[0].room_type, pair[1].room_type
