"""Compares bookings with what a scripted guest wants: which are there, which are missing, which are too many."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from training.guests import GuestGoal, Wanted

Booking = Mapping[str, object]
GONE = ("cancelled", "rejected", "expired", "withdrawn")
_DIGITS = re.compile(r"\D")


def flat(booking: Booking) -> Booking:
    """Return a booking with what a goal says of it for short: day, time, minutes, price, and whose it is."""
    start, end = (datetime.fromisoformat(str(booking[key])) for key in ("start", "end"))
    who = booking.get("guest")
    price = booking.get("price", booking.get("total"))
    return {
        **(who if isinstance(who, Mapping) else {}),
        **booking,
        "day": start.date().isoformat(),
        "time": start.strftime("%H:%M"),
        "minutes": round((end - start).total_seconds() / 60),
        "price": price["amount"] if isinstance(price, Mapping) else price,
    }


def fits(wanted: Wanted, booking: Booking) -> bool:
    """Say whether a booking has everything that is wanted of it."""
    return all(_fits(key, wish, booking.get(key)) for key, wish in wanted.items())


def _fits(key: str, wish: object, got: object) -> bool:
    if key == "attendees":
        return _people(wish) == _people(got)
    match wish:
        case Mapping():
            return got is not None and _within(str(got), wish.get("from"), wish.get("until"))
        case str():
            return _same(key, wish, got)
        case Sequence():
            return any(_fits(key, each, got) for each in wish)
        case _:
            return False


def _same(key: str, wish: str, got: object) -> bool:
    if got is None:
        return wish in ("null", "nothing", "")
    if key == "phone":
        return _DIGITS.sub("", str(got)).endswith(_DIGITS.sub("", wish))
    return _plain(wish) == _plain(str(got))


def _plain(text: str) -> str:
    """Return what makes two values the same: neither case nor spaces, and no zero before an hour."""
    words = " ".join(text.casefold().replace("_", " ").split())
    return words.zfill(5) if re.fullmatch(r"\d{1,2}:\d\d", words) else words


def _within(got: str, first: object, last: object) -> bool:
    low, high = (None if each is None else _ordered(str(each)) for each in (first, last))
    here = _ordered(got)
    return (low is None or low <= here) and (high is None or here <= high)


def _ordered(value: str) -> tuple[float, str]:
    """Return a value so that numbers go by size, and days and times by their letters."""
    plain = _plain(value)
    return (float(plain), "") if re.fullmatch(r"\d+(\.\d+)?", plain) else (0.0, plain)


def _people(value: object) -> frozenset[str]:
    texts = [value] if isinstance(value, str) else value if isinstance(value, Sequence) else []
    return frozenset(str(each).casefold() for each in texts)


def matched(wanted: Sequence[Wanted], bookings: Sequence[Booking]) -> int:
    """Return how many of the wanted bookings can each have one of their own."""
    taken: dict[int, int] = {}  # booking -> wanted

    def place(number: int, tried: set[int]) -> bool:
        for other, booking in enumerate(bookings):
            if other in tried or not fits(wanted[number], booking):
                continue
            tried.add(other)
            if other not in taken or place(taken[other], tried):
                taken[other] = number
                return True
        return False

    return sum(place(number, set()) for number in range(len(wanted)))


@dataclass(frozen=True, slots=True)
class Diary:
    """The bookings of a guest at one moment, by their reference."""

    rows: Mapping[str, Booking]

    def missing(self, goal: GuestGoal) -> int:
        """Return how many bookings of the goal are not there."""
        return len(goal.bookings) - matched(goal.bookings, [*self.rows.values()])

    def surplus(self, wanted: Sequence[Wanted]) -> int:
        """Return how many bookings are there that nobody wants."""
        return len(self.rows) - matched(wanted, [*self.rows.values()])

    def is_reached(self, goal: GuestGoal) -> bool:
        """Say whether exactly the bookings of the goal are there."""
        return self.missing(goal) == 0 and self.surplus(goal.bookings) == 0


def wrong_step(goal: GuestGoal, before: Diary, after: Diary) -> str | None:
    """Return what is wrong with how bookings have changed; None where the goal has it so, or nothing has changed."""
    wanted = (*goal.bookings, *goal.on_the_way)
    changed = [row for reference, row in after.rows.items() if before.rows.get(reference) != row]
    if not all(any(fits(each, row) for each in wanted) for row in changed):
        return "booked or moved something that nobody wants"
    if after.surplus(wanted) > before.surplus(wanted):
        return "booked something twice"
    if after.missing(goal) > before.missing(goal):
        return "cancelled something that is wanted"
    return None
