"""What the page of a booking shows: the booking, the month to move it in, the times of a day, and what was picked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import groupby
from typing import Literal
from urllib.parse import quote, urlencode
from zoneinfo import ZoneInfo

from frontdesk.channels.web.host import FreeDay, FreeTime, Host, Managed

DAY = timedelta(days=1)
AROUND = 10 * DAY  # looked through for what is nearest to a time that has gone
NEAREST = 5
_CELLS = 6 * 7  # six weeks always, so that nothing jumps from month to month
_IN_HEAD = ("day", "time")  # said above the other rows
_MORNING_ENDS, _AFTERNOON_ENDS = 12, 17
_DONE = {"done_move": True, "done_cancel": False}  # whether the booking stands afterwards


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody asked the page for."""

    show: str = ""  # "", "move" or "cancel"
    month: date | None = None
    day: date | None = None
    pick: str = ""
    at: datetime | None = None  # when the picked one begins
    anyone: bool = False
    notice: str = ""

    @property
    def wish(self) -> Literal["same", "anyone"]:
        """With whom times are looked for."""
        return "anyone" if self.anyone else "same"

    def with_notice(self, notice: str) -> Asked:
        """Return the same with something to say first."""
        return replace(self, notice=notice)


@dataclass(frozen=True, slots=True)
class DayShown:
    """A day of the month: free days have an address."""

    number: int
    iso: str
    text: str = ""
    href: str = ""
    picked: bool = False
    booked: bool = False  # the day that the booking is on now


@dataclass(frozen=True, slots=True)
class TimeShown:
    """A time that can be picked."""

    text: str
    iso: str
    href: str
    provider: str
    day: str = ""
    picked: bool = False


@dataclass(frozen=True, slots=True)
class TimesShown:
    """The times of one part of a day."""

    part: str  # "morning", "afternoon" or "evening"
    times: Sequence[TimeShown]


@dataclass(frozen=True, slots=True)
class MonthShown:
    """A month with its free days, and the way to those before and after."""

    title: str
    weekdays: Sequence[str]
    weeks: Sequence[Sequence[DayShown | None]]
    earlier: str
    later: str
    has_free: bool


@dataclass(frozen=True, slots=True)
class Moving:
    """Everything for choosing another time."""

    month: MonthShown
    day: str
    parts: Sequence[TimesShown]
    picked: TimeShown | None
    pick: str
    at: str
    iso_day: str
    nearest: Sequence[TimeShown]
    again: str  # address that shows the day without a pick
    with_anyone: str  # address that shows everyone's times, "" if it does already
    anyone: bool


async def managed_page(host: Host, link: str, asked: Asked) -> dict[str, object] | None:
    """Return what the template needs; None if the link leads nowhere."""
    managed = await host.managed(link)
    if managed is None:
        return None
    base = f"/b/{host.business.id}/manage/{quote(link)}"
    moving = None
    if _is_there_already(asked, managed):
        asked = replace(asked, show="", pick="", notice="done_move")  # they came back after the move
    if asked.show == "move" and managed.may_move:
        moving = await _moving(host, link, managed, asked, base)
    gone = moving is not None and bool(asked.pick) and moving.picked is None
    notice = "taken" if gone else _fitting(asked.notice, managed)
    address = str(managed.booking["address"])
    return {
        "profile": host.profile(),
        "managed": managed,
        "rows": [row for row in _rows(managed) if row["slot"] not in _IN_HEAD],
        "when": {row["slot"]: row["text"] for row in _rows(managed) if row["slot"] in _IN_HEAD},
        "texts": managed.texts,
        "base": base,
        "zone": zone_in_words(host.business.zone),
        "moving": moving,
        "cancelling": asked.show == "cancel" and managed.may_cancel,
        "notice": notice,
        "is_done": notice.startswith("done_"),
        "directions": f"https://www.google.com/maps/search/?{urlencode({'api': 1, 'query': address})}"
        if address
        else "",
    }


def zone_in_words(zone: ZoneInfo) -> str:
    """Name a zone as people do: by its city."""
    return zone.key.rpartition("/")[2].replace("_", " ")


def _rows(managed: Managed) -> Iterator[dict[str, str]]:
    rows = managed.booking["rows"]
    yield from rows if isinstance(rows, list) else ()


def _is_there_already(asked: Asked, managed: Managed) -> bool:
    """Tell a time that was picked and is the booking's own by now: it did not go, it was taken by this very guest."""
    start = datetime.fromisoformat(str(managed.booking["start"]))
    return asked.at is not None and asked.at == start and managed.version > 1


def _fitting(notice: str, managed: Managed) -> str:
    """Leave out that something was done where the booking says otherwise: an address proves nothing."""
    if notice in _DONE and (managed.is_standing is not _DONE[notice] or managed.version < 2):
        return ""
    return notice


async def _moving(host: Host, link: str, managed: Managed, asked: Asked, base: str) -> Moving:
    month = _month_of(managed, asked)
    first, last = max(month, managed.first_day), min(_next(month) - DAY, managed.last_day)
    days = await host.free_days(link, first, last, asked.wish) if first <= last else ()
    address = _Address(base, "anyone" if asked.anyone else "")
    chosen = next((each for each in days if each.day == asked.day), None)
    times = [each for day in ([chosen] if chosen else []) for each in day.times]
    picked = next((each for each in times if each.id == asked.pick), None)
    nearest: Sequence[TimeShown] = ()
    if asked.pick and picked is None:
        nearest = await _nearest(host, link, managed, asked, address)
    other = "" if asked.anyone or not managed.provider else _Address(base, "anyone").of_day(asked.day, month)
    return Moving(
        month=_month_shown(managed, month, days, asked.day, address),
        day=chosen.text if chosen else "",
        parts=[
            TimesShown(part, [address.time(each, asked.pick) for each in group])
            for part, group in groupby(times, key=_part)
        ],
        picked=address.time(picked, asked.pick, chosen.text) if picked and chosen else None,
        pick=asked.pick,
        at=picked.start.isoformat() if picked else "",
        iso_day=asked.day.isoformat() if asked.day else "",
        nearest=nearest,
        again=address.of_day(asked.day, month),
        with_anyone=other,
        anyone=asked.anyone,
    )


def _part(free: FreeTime) -> str:
    hour = free.start.hour
    return "morning" if hour < _MORNING_ENDS else "afternoon" if hour < _AFTERNOON_ENDS else "evening"


@dataclass(frozen=True, slots=True)
class _Address:
    """Addresses of the page while a time is chosen."""

    base: str
    who: str

    def of(self, **values: str) -> str:
        given = {"show": "move", **values, "who": self.who}
        return f"{self.base}?{urlencode({name: value for name, value in given.items() if value})}"

    def of_day(self, day: date | None, month: date) -> str:
        return self.of(day=day.isoformat()) if day else self.of(month=f"{month:%Y-%m}")

    def time(self, free: FreeTime, pick: str, day: str = "") -> TimeShown:
        iso = free.start.isoformat()
        href = self.of(day=free.start.date().isoformat(), pick=free.id, at=iso)
        return TimeShown(free.text, iso, href, free.provider, day, free.id == pick)


def _month_of(managed: Managed, asked: Asked) -> date:
    """Return the first of the month to show: the one asked for, or the one that the booking is in."""
    booked = datetime.fromisoformat(str(managed.booking["start"])).date()
    wanted = asked.day or asked.month or booked
    return min(max(wanted, managed.first_day), managed.last_day).replace(day=1)


def _next(month: date) -> date:
    return (month + 31 * DAY).replace(day=1)


def _month_shown(
    managed: Managed, month: date, days: Sequence[FreeDay], picked: date | None, address: _Address
) -> MonthShown:
    free = {each.day: each for each in days if each.times}
    booked = datetime.fromisoformat(str(managed.booking["start"])).date()
    shown: list[DayShown | None] = [None] * ((month.weekday() - managed.first_weekday) % 7)
    day = month
    while day.month == month.month:
        text, href = (free[day].text, address.of_day(day, month)) if day in free else ("", "")
        shown.append(DayShown(day.day, day.isoformat(), text, href, day == picked, day == booked))
        day += DAY
    shown += [None] * (_CELLS - len(shown))
    earlier, later = (month - DAY).replace(day=1), _next(month)
    return MonthShown(
        title=f"{managed.months[month.month - 1]} {month.year}",
        weekdays=[*managed.weekdays[managed.first_weekday :], *managed.weekdays[: managed.first_weekday]],
        weeks=[shown[at : at + 7] for at in range(0, len(shown), 7)],
        earlier=address.of_day(None, earlier) if month > managed.first_day else "",
        later=address.of_day(None, later) if later <= managed.last_day else "",
        has_free=bool(free),
    )


async def _nearest(host: Host, link: str, managed: Managed, asked: Asked, address: _Address) -> Sequence[TimeShown]:
    """Return the free times nearest to one that has gone, in the order of the clock."""
    noon = datetime.combine(asked.day or managed.first_day, time(12), UTC)
    gone = asked.at or noon
    first, last = max((gone - AROUND).date(), managed.first_day), min((gone + AROUND).date(), managed.last_day)
    days = await host.free_days(link, first, last, asked.wish) if first <= last else ()
    every = [(each, day.text) for day in days for each in day.times if each.id != asked.pick]
    near = sorted(every, key=lambda each: abs(each[0].start - gone))[:NEAREST]
    return [address.time(each, "", text) for each, text in sorted(near, key=lambda each: each[0].start)]
