"""Asks a CalDAV server (RFC 4791) for meetings and writes them, under names of our own and never over a change.

A meeting of ours is kept under a name made of the key of the call that created it, and every change carries its own
key. So whatever got lost on the way can be looked up, and a try that is repeated does nothing twice.
"""

from __future__ import annotations

import asyncio
import re
from base64 import b64encode
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from zoneinfo import ZoneInfo

from frontdesk.calendars.asking import Heard, Lost, NotSent, OutsideAnswer, OutsideRequest, TooMuch, ask_patiently
from frontdesk.calendars.caldav.answers import UnreadableAnswer, read_listing, read_meeting
from frontdesk.calendars.caldav.protocol import (
    Absent,
    Listed,
    NotAnswered,
    NotLetIn,
    Outdated,
    Removed,
    Seen,
    Stored,
    Unclear,
)
from frontdesk.calendars.caldav.writing import changed_text, new_text
from frontdesk.calendars.patience import Patience, Restraint
from frontdesk.scheduling.meetings import Meeting
from frontdesk.scheduling.spans import Span

WHOM = "the calendar server"
PATIENCE = Patience(deadline=9.0, attempt=4.0, tries=3, first_pause=0.2, longest_pause=1.0, largest=8 * 1024 * 1024)
MARGIN = timedelta(days=1)  # asked for on both sides: servers differ in what they make of zones and whole days
NAME = re.compile(r"[A-Za-z0-9@._~-]{1,200}")
QUERY = """<?xml version="1.0" encoding="utf-8"?>
<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">
<D:prop><D:getetag/><C:calendar-data/></D:prop>
<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">
<C:time-range start="{start}" end="{end}"/>
</C:comp-filter></C:comp-filter></C:filter>
</C:calendar-query>"""


def digest_of(key: str) -> str:
    """Return a key as it is written into a calendar, which others read too."""
    return sha256(key.encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class CalDav:
    """A calendar at an address; the password goes to it with every request, and nowhere else."""

    url: str
    zone: ZoneInfo
    user: str = ""
    secret: str = field(default="", repr=False)
    patience: Patience = PATIENCE
    restraint: Restraint = field(default_factory=Restraint)

    async def between(self, span: Span) -> Listed | NotLetIn | NotAnswered:
        """Return what takes place in a span of time."""
        stamps = {"start": f"{span.start - MARGIN:%Y%m%dT%H%M%SZ}", "end": f"{span.end + MARGIN:%Y%m%dT%H%M%SZ}"}
        headers = {"Depth": "1", "Content-Type": "application/xml; charset=utf-8"}
        heard = await self._ask("REPORT", "", headers, QUERY.format(**stamps).encode())
        match heard:
            case OutsideAnswer(status=207, body=body):
                try:
                    # A year of meetings takes a moment to read: not on the loop that answers guests.
                    return Listed(await asyncio.to_thread(read_listing, body, span, self.zone))
                except UnreadableAnswer as unreadable:
                    return NotAnswered(
                        f"The calendar server answered with something that is no calendar: {unreadable}."
                    )
            case _:
                return _no_answer(heard)

    async def see(self, name: str) -> Seen | Absent | NotLetIn | NotAnswered:
        """Return one meeting, by the name it is kept under."""
        if not NAME.fullmatch(name):
            return Absent()
        heard = await self._ask("GET", name)
        match heard:
            case OutsideAnswer(status=200, body=body, version=version):
                try:
                    return read_meeting(name, body, version, self.zone)
                except UnreadableAnswer as unreadable:
                    return NotAnswered(f"The calendar server answered with something that is no meeting: {unreadable}.")
            case OutsideAnswer(status=404 | 410):
                return Absent()
            case _:
                return _no_answer(heard)

    async def add(self, meeting: Meeting, key: str, at: datetime) -> Stored | NotLetIn | NotAnswered | Unclear:
        """Write a new meeting, once per key however often it is told."""
        name, text = name_for(key), new_text(meeting, digest_of(key), at.astimezone(UTC))
        heard = await self._put(name, text, {"If-None-Match": "*"})
        if isinstance(heard, OutsideAnswer) and heard.status == 412:
            return Stored()  # nobody else knows that name: a try before this one got through
        return _written(heard)

    async def change(
        self, seen: Seen, meeting: Meeting, key: str, at: datetime
    ) -> Stored | Absent | Outdated | NotLetIn | NotAnswered | Unclear:
        """Write a meeting that was seen anew; whatever else its text says stays, and a change in between stands."""
        text = changed_text(seen.text, meeting, digest_of(key), at.astimezone(UTC))
        heard = await self._put(seen.entry.id, text, {"If-Match": seen.entry.version or "*"})
        if not isinstance(heard, OutsideAnswer) or heard.status != 412:
            return _written(heard)
        match await self.see(seen.entry.id):
            case Seen(key=was) if was == digest_of(key):
                return Stored()  # a try before this one got through
            case Seen():
                return Outdated()
            case Absent():
                return Absent()
            case other:
                return Unclear(other.why)

    async def remove(self, seen: Seen) -> Removed | Outdated | NotLetIn | NotAnswered | Unclear:
        """Take a meeting out, unless somebody has changed it since."""
        heard = await self._ask("DELETE", seen.entry.id, {"If-Match": seen.entry.version or "*"})
        match heard:
            case OutsideAnswer(status=200 | 204 | 404 | 410):
                return Removed()
            case OutsideAnswer(status=412):
                return Outdated()
            case _:
                written = _written(heard)
                return Removed() if isinstance(written, Stored) else written

    async def _put(self, name: str, text: bytes, condition: dict[str, str]) -> Heard:
        return await self._ask("PUT", name, {"Content-Type": "text/calendar; charset=utf-8", **condition}, text)

    async def _ask(
        self, method: str, name: str, headers: dict[str, str] | None = None, body: bytes | None = None
    ) -> Heard:
        told = {**(headers or {}), **self._login()}
        url = f"{self.url.rstrip('/')}/{name}"
        return await ask_patiently(
            OutsideRequest(method, url, tuple(told.items()), body, WHOM), self.patience, self.restraint
        )

    def _login(self) -> dict[str, str]:
        if not self.user:
            return {}
        return {"Authorization": "Basic " + b64encode(f"{self.user}:{self.secret}".encode()).decode()}


def name_for(key: str) -> str:
    """Return under which name the meeting is kept that a call with this key creates."""
    return f"{digest_of(key)}.ics"


def _no_answer(heard: Heard) -> NotLetIn | NotAnswered:
    """Say what came in place of an answer that could be read."""
    match heard:
        case OutsideAnswer(status=401 | 403 as status):
            return NotLetIn(f"The calendar server does not let us in ({status}): are user and password right?")
        case OutsideAnswer(status=404):
            return NotLetIn("There is no calendar at the address that was given (404).")
        case OutsideAnswer(status=status):
            return NotAnswered(f"The calendar server answered with status {status}.")
        case TooMuch(why) | NotSent(why) | Lost(why):
            return NotAnswered(why)


def _written(heard: Heard) -> Stored | NotLetIn | NotAnswered | Unclear:
    match heard:
        case OutsideAnswer(status=200 | 201 | 204):
            return Stored()
        case OutsideAnswer(status=status) if 300 <= status < 500:
            return NotLetIn(f"The calendar server will not have it ({status}).")
        case OutsideAnswer(status=status):
            return Unclear(f"The calendar server answered with status {status}.")
        case NotSent(why):
            return NotAnswered(why)
        case Lost(why) | TooMuch(why):
            return Unclear(why)
