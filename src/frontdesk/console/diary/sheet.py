"""Reads a page of the diary and puts everything in its place: a column for each person and day."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from frontdesk.console.diary.axis import Axis, around, axis_of
from frontdesk.console.diary.colours import MOST
from frontdesk.console.diary.entries import Blocked, Booked, Column, Gap, Held, Place, Sheet
from frontdesk.scheduling.business import Business, Resource
from frontdesk.scheduling.hours import locally, open_around, whole_day
from frontdesk.scheduling.spans import Span, in_utc, without
from frontdesk.storage.rows import Block, BookingRow, Window
from frontdesk.storage.taken import TakenTime, taken_in
from frontdesk.storage.unit import Unit

MINUTE = timedelta(minutes=1)
NO_TONE = "none"


def people_of(business: Business) -> tuple[Resource, ...]:
    """Return who has a column: all whom guests meet, and rooms of services that nobody performs."""
    if not business.services:
        return ()
    alone = {
        kind for service in business.services.values() if "provider" not in service.needs for kind in service.needs
    }
    return tuple(each for each in business.resources.values() if each.kind == "provider" or each.kind in alone)


def week_of(day: date) -> tuple[date, ...]:
    """Return the days of the week that a day is in, from Monday on."""
    monday = day - timedelta(days=day.weekday())
    return tuple(monday + timedelta(days=each) for each in range(7))


def sheet_of(unit: Unit, business: Business, who: Sequence[Resource], days: Sequence[date], now: datetime) -> Sheet:
    """Return the page of these people on these days, as of now."""
    drawing = _Drawing(business, axis_of(business.zone, days), _read(unit, business, who, days, now), now)
    columns = tuple(drawing.column(each, day) for each in who for day in days)
    low, high = around(drawing.axis, _shown(columns))
    return Sheet(columns, drawing.axis.ticks(), low, high, step_of(business))


def step_of(business: Business) -> int:
    """Return how many minutes apart starts can be."""
    return min((service.grid // MINUTE for service in business.services.values()), default=30)


def _shown(columns: Sequence[Column]) -> Iterator[tuple[int, int]]:
    """Give what has to be on the page: open hours, and all that is booked."""
    for column in columns:
        yield from ((each.low, each.high) for each in column.open)
        yield from ((each.place.low, each.place.high) for each in column.bookings)
        yield from ((each.place.low, each.place.high) for each in column.held)


@dataclass(frozen=True, slots=True)
class _Read:
    """What was read of the database for a page."""

    rows: Mapping[int, BookingRow]
    taken: tuple[TakenTime, ...]
    blocks: tuple[Block, ...]


def _read(unit: Unit, business: Business, who: Sequence[Resource], days: Sequence[date], now: datetime) -> _Read:
    start, end = whole_day(days[0], business.zone).start, whole_day(days[-1], business.zone).end
    window = Window(business.id, tuple(each.id for each in who), start, end)
    rows = {row.id: row for row in unit.bookings.diary(window)}
    blocks = tuple(each for each in unit.blocks.after(business.id, start) if each.starts_at < end)
    return _Read(rows, taken_in(unit.sql, window, now), blocks)


@dataclass(frozen=True, slots=True)
class _Drawing:
    """Puts what was read into its places."""

    business: Business
    axis: Axis
    read: _Read
    now: datetime

    def column(self, resource: Resource, day: date) -> Column:
        """Return one person on one day."""
        whole = whole_day(day, self.business.zone)
        taken = [
            each for each in self.read.taken if each.resource == resource.id and _meets(each.start, each.end, whole)
        ]
        around_it = open_around(resource.hours or self.business.hours, whole, self.business.zone)
        hours = [_clipped(each.start, each.end, whole) for each in around_it if _meets(each.start, each.end, whole)]
        is_now = whole.start <= in_utc(self.now) < whole.end
        return Column(
            resource=resource,
            day=day,
            pieces=tuple(self.axis.pieces(day)),
            open=tuple(self._place(each, day) for each in hours),
            closed=tuple(self._place(each, day) for each in without([whole], hours)),
            bookings=tuple(self._bookings(resource, day, taken)),
            blocks=tuple(self._blocks(resource, day)),
            held=tuple(self._held(day, taken)),
            gaps=tuple(self._gaps(day, hours, taken)),
            now=self.axis.place(self.now, day) if is_now else None,
        )

    def _bookings(self, resource: Resource, day: date, taken: Sequence[TakenTime]) -> Iterator[Booked]:
        whole = whole_day(day, self.business.zone)
        for each in taken:
            row = self.read.rows.get(each.booking_id or 0)
            if row is not None and _meets(row.starts_at, row.ends_at, whole):
                yield self._booked(row, each, resource, day)

    def _booked(self, row: BookingRow, claim: TakenTime, resource: Resource, day: date) -> Booked:
        whole, service = whole_day(day, self.business.zone), self.business.services.get(row.service)
        tones = [*self.business.services]
        return Booked(
            row=row,
            place=self._place(_clipped(row.starts_at, row.ends_at, whole), day),
            before=self._buffer(claim.start, row.starts_at, day),
            after=self._buffer(row.ends_at, claim.end, day),
            start=locally(row.starts_at, self.business.zone),
            end=locally(row.ends_at, self.business.zone),
            service=service.name if service else row.service,
            tone=str(tones.index(row.service) % MOST) if service else NO_TONE,
            is_movable=service is not None and row.starts_at > self.now and row.provider in (None, resource.id),
            from_before=row.starts_at < whole.start,
            goes_on=row.ends_at > whole.end,
        )

    def _blocks(self, resource: Resource, day: date) -> Iterator[Blocked]:
        whole, zone = whole_day(day, self.business.zone), self.business.zone
        for each in self.read.blocks:
            if each.resource == resource.id and _meets(each.starts_at, each.ends_at, whole):
                place = self._place(_clipped(each.starts_at, each.ends_at, whole), day)
                yield Blocked(each, place, locally(each.starts_at, zone), locally(each.ends_at, zone))

    def _held(self, day: date, taken: Sequence[TakenTime]) -> Iterator[Held]:
        whole, zone = whole_day(day, self.business.zone), self.business.zone
        for each in taken:
            if each.kind == "hold":
                place = self._place(_clipped(each.start, each.end, whole), day)
                yield Held(place, locally(each.start, zone), locally(each.end, zone))

    def _gaps(self, day: date, hours: Sequence[Span], taken: Sequence[TakenTime]) -> Iterator[Gap]:
        """Give what is open and not taken, from now on."""
        whole, now = whole_day(day, self.business.zone), in_utc(self.now)
        if not hours or whole.end <= now:
            return
        opens, step = hours[0].start, step_of(self.business) * MINUTE
        past = Span(whole.start, min(whole.end, _next_step(opens, step, now))) if now > opens else Span(opens, opens)
        for each in without(hours, [past, *(Span(one.start, one.end) for one in taken)]):
            yield self._gap(each, day, _next_step(opens, step, each.start))

    def _gap(self, free: Span, day: date, first_start: datetime) -> Gap:
        zone, begins = self.business.zone, first_start if first_start < free.end else free.start
        begin = self.axis.place(begins, day)
        return Gap(
            self._place(free, day), locally(free.start, zone), locally(free.end, zone), locally(begins, zone), begin
        )

    def _buffer(self, start: datetime, end: datetime, day: date) -> Place | None:
        whole = whole_day(day, self.business.zone)
        return self._place(_clipped(start, end, whole), day) if start < end and _meets(start, end, whole) else None

    def _place(self, span: Span, day: date) -> Place:
        return Place(self.axis.place(span.start, day), self.axis.place(span.end, day))


def _next_step(opens: datetime, step: timedelta, moment: datetime) -> datetime:
    """Return the first start that is not before a moment: starts are whole steps from the opening of the day."""
    return opens + -((opens - moment) // step) * step


def _meets(start: datetime, end: datetime, whole: Span) -> bool:
    return start < whole.end and end > whole.start


def _clipped(start: datetime, end: datetime, whole: Span) -> Span:
    return Span(max(start, whole.start), min(end, whole.end))
