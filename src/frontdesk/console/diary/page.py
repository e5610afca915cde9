"""Makes the page of the diary: the sheet, and what is open beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import TypeAlias

from fastapi import Response

from frontdesk.console.access.guard import At
from frontdesk.console.diary.changes import NoBooking
from frontdesk.console.diary.entries import Sheet
from frontdesk.console.diary.panel import BlockPanel, BookingPanel, FormPanel, Said
from frontdesk.console.diary.place import Looking, choosable
from frontdesk.console.diary.sheet import people_of, sheet_of
from frontdesk.console.pages import page
from frontdesk.desk.staff import NotPossible
from frontdesk.scheduling.business import Business, Resource
from frontdesk.scheduling.hours import locally, open_spans, whole_day
from frontdesk.storage.rows import BookingRow
from frontdesk.storage.unit import Unit

MOST_LISTED = 200  # bookings of a day in a list
LOOKED_AHEAD = 30  # days, for the next on which somebody works
Panel: TypeAlias = BookingPanel | BlockPanel | FormPanel | None


def _nothing(_: Unit) -> Panel:
    return None


@dataclass(frozen=True, slots=True)
class Beside:
    """What is open beside the diary: made from the database together with the page."""

    make: Callable[[Unit], Panel] = field(default=_nothing)
    said: Said = field(default_factory=Said)
    do: str = ""  # which form of a booking is open: move or cancel
    status: int = 200


@dataclass(frozen=True, slots=True)
class Listed:
    """A booking in a list."""

    row: BookingRow
    start: datetime
    end: datetime
    service: str


@dataclass(frozen=True, slots=True)
class Made:
    """What was read for one page."""

    sheet: Sheet | None
    others: tuple[Listed, ...]  # bookings that take nobody's time
    panel: Panel
    said: Said
    status: int


async def diary_page(at: At, here: Looking, beside: Beside) -> Response:
    """Return a page of the diary."""
    made = await at.desk.store.run(lambda unit: _made(at, unit, here, beside))
    return page(
        at,
        "diary.html",
        status=made.status,
        here="diary",
        place=here,
        sheet=made.sheet,
        others=made.others[:MOST_LISTED],
        more=max(0, len(made.others) - MOST_LISTED),
        panel=made.panel,
        said=made.said,
        do=beside.do,
        title=title_of(here, at.now().date()),
        short_title=short_title_of(here),
        today=at.now().date(),
        people=choosable(at),
        next_open=_next_open(at.business, here) if made.sheet and made.sheet.is_closed else None,
        hours=_hours(at.business, here),
        performers=_performers(at.business),
    )


def _made(at: At, unit: Unit, here: Looking, beside: Beside) -> Made:
    who = _shown(at.business, here)
    sheet = sheet_of(unit, at.business, who, here.days, at.now()) if who else None
    said, status = beside.said, beside.status
    try:
        panel = beside.make(unit)
    except NoBooking as no:
        panel, said, status = None, Said.of(no), 404
    except NotPossible as no:  # somebody removed it; the page that shows it follows what is live, and goes on
        panel, said = None, Said.of(no)
    return Made(sheet, tuple(_others(at, unit, here, sheet)), panel, said, status)


def _shown(business: Business, here: Looking) -> tuple[Resource, ...]:
    return people_of(business) if here.who is None else (here.who,)


def _others(at: At, unit: Unit, here: Looking, sheet: Sheet | None) -> Iterator[Listed]:
    """Give the bookings of these days that stand in no column."""
    if here.who is not None:
        return
    zone = at.business.zone
    drawn = {each.row.id for column in sheet.columns for each in column.bookings} if sheet else set()
    start, end = whole_day(here.days[0], zone).start, whole_day(here.days[-1], zone).end
    for row in unit.bookings.starting(at.business.id, start, end):
        if row.status.claims_time and row.id not in drawn:
            service = at.business.services.get(row.service)
            name = service.name if service else row.service.replace("_", " ").capitalize()
            yield Listed(row, locally(row.starts_at, zone), locally(row.ends_at, zone), name)


def _next_open(business: Business, here: Looking) -> date | None:
    """Return the next day on which somebody works."""
    after = (here.days[-1] + timedelta(days=each) for each in range(1, LOOKED_AHEAD))
    who = _shown(business, here)
    return next(
        (day for day in after for each in who if open_spans(each.hours or business.hours, day, business.zone)), None
    )


def _hours(business: Business, here: Looking) -> str:
    """Say how many hours a day has on which the clocks are changed."""
    for day in here.days:
        whole = whole_day(day, business.zone)
        hours = (whole.end - whole.start) / timedelta(hours=1)
        if hours not in (0, 24):
            which = f"{day:%A} {day.day} {day:%B}"
            turned = "back" if hours > 24 else "forward"
            return f"The clocks are put {turned} on {which}: it has {hours:g} hours."
    return ""


def _performers(business: Business) -> dict[str, list[str]]:
    """Return who performs which service."""
    return {
        name: [
            each.id
            for each in business.resources.values()
            if each.kind in service.needs and (not each.services or name in each.services)
        ]
        for name, service in business.services.items()
    }


def title_of(here: Looking, today: date) -> str:
    """Say which days are shown."""
    first, last = here.days[0], here.days[-1]
    if here.view == "day":
        year = "" if first.year == today.year else f" {first.year}"
        return f"{first:%A} {first.day} {first:%B}{year}"
    return _week_title(first, last)


def short_title_of(here: Looking) -> str:
    """Say which days are shown, for a narrow page."""
    first, last = here.days[0], here.days[-1]
    return f"{first:%a} {first.day} {first:%b}" if here.view == "day" else _week_title(first, last)


def _week_title(first: date, last: date) -> str:
    start = f"{first.day} {first:%b}" if first.month != last.month else f"{first.day}"
    return f"{start} to {last.day} {last:%b %Y}"
