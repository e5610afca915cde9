"""A search with everything it is judged by, and what is free for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import chain, islice

from frontdesk.scheduling.business import Business
from frontdesk.scheduling.busy import BusyAround, PlacesTaken, no_places_taken, nothing_taken
from frontdesk.scheduling.hours import DAY
from frontdesk.scheduling.openings import on_day
from frontdesk.scheduling.roster import Known, Roster, last_day
from frontdesk.scheduling.search import Opening, Order, Search, Times

ENOUGH = 20  # openings after which no other day is looked at: more than anyone reads
MOST = 40  # openings in one answer, be they of one day
DAYS_SHOWN = 7  # days of which some openings are found, where the guest has named several


@dataclass(frozen=True, slots=True)
class Asked:
    """A search with everything it is judged by."""

    business: Business
    search: Search
    busy: BusyAround
    now: datetime
    known: Known
    taken: PlacesTaken = no_places_taken

    @property
    def today(self) -> date:
        """The day it is at the business."""
        return self.now.astimezone(self.business.zone).date()

    @property
    def last_day(self) -> date:
        """The last day on which all that is searched for can be booked."""
        return min(last_day(self.business, self.business.services[each], self.now) for each in self.search.services)

    def openings(self) -> Iterator[Opening]:
        """Walk what is free."""
        return chain.from_iterable(self._by_day())

    def enough(self) -> tuple[Opening, ...]:
        """Return what is free until that is plenty: in whole days, or some of each day."""
        if self.search.order is Order.ACROSS_DAYS:
            return self._across_days()
        found: list[Opening] = []
        for day in self._by_day():
            found.extend(day)
            if len(found) >= ENOUGH:
                break
        return tuple(found[:MOST])

    def _across_days(self) -> tuple[Opening, ...]:
        days = tuple(islice(filter(None, self._by_day()), DAYS_SHOWN))
        return tuple(opening for day in days for opening in spaced(day, MOST // len(days)))

    def first_day(self) -> tuple[Opening, ...]:
        """Return the openings of the first day that has some."""
        return next(filter(None, self._by_day()), ())

    def _by_day(self) -> Iterator[tuple[Opening, ...]]:
        roster = self.roster()
        return (on_day(roster, day) for day in roster.days())

    def roster(self) -> Roster:
        """Return what is possible with all that is booked."""
        return Roster(self.business, self.search, self.busy, self.now, self.known, self.taken, self.search.location)

    def at_any_time(self) -> Asked:
        """Return the same without wishes about the time of day."""
        return replace(self, search=replace(self.search, times=Times(), at=None, without_times=(), without_spans=()))

    def after(self) -> Asked | None:
        """Return the same for the days after these; None where there are none."""
        first = max(self.search.last + DAY, self.today)
        return self.on(first, self.last_day) if self.search.last < self.last_day else None

    def on(self, first: date, last: date) -> Asked:
        """Return the same for other days."""
        return replace(self, search=replace(self.search, first=first, last=last))

    def if_empty(self) -> Roster:
        """Return what would be possible if nothing were booked."""
        return Roster(self.business, self.search, nothing_taken, self.now, self.known, location=self.search.location)

    def if_empty_at_any_moment(self) -> Roster:
        """Return what would be possible if nothing were booked, past and notice aside."""
        return Roster(self.business, self.search, nothing_taken, None, self.known, location=self.search.location)

    def days(self) -> Iterator[date]:
        """Walk the days of the search from today to the horizon."""
        return self.if_empty().days()


def spaced(openings: tuple[Opening, ...], most: int) -> tuple[Opening, ...]:
    """Return so many of a day's openings at most: the first, the last, and others between them at even distances."""
    if len(openings) <= most:
        return openings
    last = len(openings) - 1
    return tuple(openings[place * last // (most - 1)] for place in range(most)) if most > 1 else openings[:1]
