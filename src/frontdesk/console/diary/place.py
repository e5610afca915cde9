"""Where in the diary somebody looks: the day, the view and the person are in the address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Literal
from urllib.parse import urlencode

from frontdesk.console.access.guard import At
from frontdesk.console.diary.sheet import people_of, week_of
from frontdesk.desk.staff import NotPossible, near
from frontdesk.scheduling.business import Resource

View = Literal["day", "week"]


def said_moment(moment: datetime, at: At) -> str:
    """Say a moment within a sentence: with its weekday, for that is how appointments are talked about."""
    there = moment.astimezone(at.business.zone)
    year = "" if there.year == at.now().year else f" {there.year}"
    return f"{there:%a} {there.day} {there:%b}{year}, {there:%H:%M}"


class NoPlace(NotPossible):
    """There is no such page of the diary; the text says why."""


@dataclass(frozen=True, slots=True)
class Looking:
    """A page of the diary."""

    path: str
    day: date
    view: View
    who: Resource | None  # None: everybody

    @property
    def days(self) -> tuple[date, ...]:
        """The days that are on it."""
        return (self.day,) if self.view == "day" else week_of(self.day)

    def address(self, **more: str) -> str:
        """Return the address of this page, with what is open beside it."""
        query = {"day": self.day.isoformat(), "view": self.view}
        if self.who is not None:
            query["who"] = self.who.id
        return f"{self.path}?{urlencode({**query, **more})}"

    def below(self, *parts: str) -> str:
        """Return an address to which a form of this page is sent."""
        return "/".join((self.path, *parts)) + self.address().removeprefix(self.path)

    def on(self, day: date) -> Looking:
        """Return the same on another day."""
        return replace(self, day=day)

    def seen_as(self, view: View, who: Resource | None) -> Looking:
        """Return the same day in another view."""
        return replace(self, view=view, who=who)

    def by(self, steps: int) -> Looking:
        """Return the page so many before or after this one."""
        return replace(self, day=self.day + steps * timedelta(days=1 if self.view == "day" else 7))


def looking(at: At) -> Looking:
    """Read the address; raise `NoPlace` if it makes no sense."""
    query: Mapping[str, str] = at.request.query_params
    who = _who(at, query.get("who", ""))
    view: View = "week" if query.get("view") == "week" else "day"
    if view == "week" and who is None:
        who = next(iter(people_of(at.business)), None)
    return Looking(at.path("diary"), day_of(query.get("day", ""), at.now().date()), view, who)


def day_of(text: str, usual: date) -> date:
    """Read a day; an empty text means the usual one."""
    if not text:
        return usual
    try:
        return near(date.fromisoformat(text))
    except ValueError as no:
        if isinstance(no, NotPossible):
            raise NoPlace(str(no)) from None
        raise NoPlace(f"“{text[:40]}” is not a day such as 2026-03-02.") from None


def choosable(at: At) -> tuple[Resource, ...]:
    """Return whose diary can be looked at: people first, then rooms and machines."""
    people = people_of(at.business)
    needed = {kind for service in at.business.services.values() for kind in service.needs}
    rest = (each for each in at.business.resources.values() if each.kind in needed and each not in people)
    return (*people, *rest)


def _who(at: At, name: str) -> Resource | None:
    if not name:
        return None
    found = next((each for each in choosable(at) if each.id == name), None)
    if found is None:
        raise NoPlace(f"Nobody here is called “{name[:40]}”.")
    return found


def looking_or_today(at: At) -> Looking:
    """Read the address that a form was sent to; one that makes no sense leads to today, with everybody."""
    try:
        return looking(at)
    except NoPlace:
        return Looking(at.path("diary"), at.now().date(), "day", None)
