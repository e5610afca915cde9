"""The diary as staff read it: per provider and day, what is booked, what is blocked and what is free.

What guests share has a page of its own, with its sessions and how many places of each are taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby

from frontdesk.desk.staff import NotPossible, provider_named, service_named
from frontdesk.scheduling.booking import moment_key, pool_of
from frontdesk.scheduling.business import Business, Resource, Service
from frontdesk.scheduling.busy import nothing_taken
from frontdesk.scheduling.hours import locally, open_spans, whole_day
from frontdesk.scheduling.roster import Roster
from frontdesk.scheduling.search import Search
from frontdesk.scheduling.spans import Span, without
from frontdesk.storage.pools import PoolWindow
from frontdesk.storage.rows import Block, BookingRow, Window
from frontdesk.storage.unit import Unit

DAY = timedelta(days=1)
HEADINGS = ("when", "what", "about", "id")
SESSION = "session"


@dataclass(frozen=True, slots=True)
class Entry:
    """A stretch of somebody's day. `kind` is booking, block, free or session; held time is neither."""

    provider: str
    start: datetime
    end: datetime
    kind: str
    about: str = ""
    id: str = ""  # reference of the booking, number of the block

    def data(self) -> dict[str, object]:
        """Return the entry as plain data."""
        return {
            "provider": self.provider,
            "kind": self.kind,
            "start": self.start.isoformat(),
            "end": self.end.isoformat(),
            "about": self.about,
            "id": self.id,
        }


@dataclass(frozen=True, slots=True)
class Diary:
    """The diary of a business, as it is in one transaction."""

    unit: Unit
    business: Business
    now: datetime

    def of(self, providers: Sequence[Resource], first: date, days: int) -> tuple[Entry, ...]:
        """Return all entries of these providers on these days, by provider, day and time."""
        wanted = [first + offset * DAY for offset in range(days)]
        return tuple(
            entry
            for provider in providers
            for day in wanted
            for entry in sorted(self._of_day(provider, day), key=lambda entry: entry.start)
        )

    def _of_day(self, provider: Resource, day: date) -> Iterator[Entry]:
        if provider.kind == SESSION:
            yield from self._sessions(provider, self.business.services[provider.id], day)
            return
        whole = whole_day(day, self.business.zone)
        window = Window(self.business.id, (provider.id,), whole.start, whole.end)
        for row in self.unit.bookings.diary(window):
            yield self._entry(provider, Span(row.starts_at, row.ends_at), "booking", _who(row), row.reference)
        for block in self.unit.blocks.after(self.business.id, whole.start):
            if block.resource == provider.id and block.starts_at < whole.end:
                yield self._blocked(provider, block, whole)
        hours = open_spans(provider.hours or self.business.hours, day, self.business.zone)
        busy = self.unit.claims.busy(window, self.now)[provider.id].spans()
        for gap in without(hours, busy):
            yield self._entry(provider, gap, "free")

    def _sessions(self, page: Resource, service: Service, day: date) -> Iterator[Entry]:
        """Give the sessions of a day, each with its bookings after it."""
        whole, pool = whole_day(day, self.business.zone), pool_of(service.id)
        rows = self.unit.bookings.starting(self.business.id, whole.start, whole.end)
        standing = [row for row in rows if row.service == service.id and row.status.claims_time]
        window = PoolWindow(self.business.id, (pool,), moment_key(whole.start), moment_key(whole.end))
        taken = self.unit.pools.taken(window, self.now)
        roster = Roster(self.business, Search((service.id,), day, day), nothing_taken, None, location=service.location)
        starts = {*roster.grid(service, day), *(row.starts_at for row in standing)}
        for start in sorted(starts):
            count = taken.get((pool, moment_key(start)), 0)
            about = f"{count} of {service.capacity} places taken"
            yield self._entry(page, Span(start, start + service.duration), SESSION, about)
            for row in standing:
                if row.starts_at == start:
                    yield self._entry(page, Span(row.starts_at, row.ends_at), "booking", _who(row), row.reference)

    def _blocked(self, provider: Resource, block: Block, day: Span) -> Entry:
        span = Span(max(block.starts_at, day.start), min(block.ends_at, day.end))
        return self._entry(provider, span, "block", f"by {block.by}", str(block.id))

    def _entry(self, provider: Resource, span: Span, kind: str, about: str = "", number: str = "") -> Entry:
        zone = self.business.zone
        return Entry(provider.id, locally(span.start, zone), locally(span.end, zone), kind, about, number)


def _who(row: BookingRow) -> str:
    """Say what a booking is about, and for whom."""
    people = "" if row.party is None else f"for {row.party}"
    status = "" if row.status.value == "booked" else row.status.value
    parts = (row.service, row.name, row.phone, people, status, row.notes)
    return ", ".join(part for part in parts if part)


def providers(business: Business, name: str | None) -> tuple[Resource, ...]:
    """Return the one that is named, or everyone whom guests meet; a business without such has its other resources."""
    if name is not None:
        return (_page_named(business, name),)
    people = tuple(each for each in business.resources.values() if each.kind == "provider")
    shared = tuple(_page(each) for each in business.services.values() if each.capacity is not None)
    return (*(people or tuple(business.resources.values())), *shared)


def _page(service: Service) -> Resource:
    """Return what guests share as a page of the diary, beside those of providers."""
    return Resource(service.id, service.name, kind=SESSION)


def _page_named(business: Business, name: str) -> Resource:
    try:
        return provider_named(business, name)
    except NotPossible:
        if not business.counts:
            raise
    service = service_named(business, name)
    if service.capacity is None:
        raise NotPossible(f"{service.name} is not shared, so it has no page of its own; name a provider.")
    return _page(service)


def titles(who: Sequence[Resource], entries: Sequence[Entry]) -> Iterator[tuple[str, Sequence[Entry]]]:
    """Part the entries by provider and day, each part with its title."""
    for provider in who:
        own = [entry for entry in entries if entry.provider == provider.id]
        for day, part in groupby(own, key=lambda entry: entry.start.date()):
            yield f"{provider.name}, {day:%A %Y-%m-%d}", list(part)
        if not own:
            yield f"{provider.name}: not in", ()


def rows(entries: Sequence[Entry]) -> list[tuple[str, ...]]:
    """Return entries as the cells of a table."""
    return [(f"{each.start:%H:%M}-{each.end:%H:%M}", each.kind, each.about, each.id) for each in entries]
