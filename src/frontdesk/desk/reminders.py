"""Reminds of meetings: a job that is due some time before, and a line in the conversation when it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from frontdesk.desk.actions.meetings.kept_here import meeting_of
from frontdesk.desk.actions.meetings.notes import REMINDER, Note
from frontdesk.desk.background import DoneUntil, Finished, HeldJob, JobKind, RunEnd
from frontdesk.desk.house import House
from frontdesk.dialogue.values import Record
from frontdesk.language.readers.reading import Style
from frontdesk.language.replies.saying import Voice, said
from frontdesk.scheduling.booking import Status
from frontdesk.scheduling.hours import locally
from frontdesk.storage import codec
from frontdesk.storage.rows import Message, Side
from frontdesk.storage.store import Store
from frontdesk.storage.unit import Unit


@dataclass(frozen=True, slots=True)
class Reminding:
    """Says reminders of one business when they are due."""

    store: Store
    house: Callable[[], House]  # as it is now
    clock: Callable[[], datetime]

    def kind(self) -> JobKind:
        """Return what the background is to know of it."""
        return JobKind(REMINDER, self.run)

    async def run(self, held: HeldJob) -> RunEnd:
        """Say a reminder, unless its meeting is off; one that was moved is reminded of before its new time."""
        return await self.store.run(lambda unit: self._said(held, unit))

    def _said(self, held: HeldJob, unit: Unit) -> RunEnd:
        note = self._as_it_is(codec.decode(Note, held.job.payload), unit)
        if note is None:
            return Finished()
        wait = note.start - note.ahead - self.clock()
        if wait > timedelta(minutes=1):
            return DoneUntil(wait)
        conversation = unit.conversations.by_id(note.conversation)
        if conversation is not None and held.finish(unit):
            line = Message(conversation.id, conversation.version, Side.DESK, "web", self._text(note), self.clock())
            unit.messages.add(line)
        return Finished()

    def _as_it_is(self, note: Note, unit: Unit) -> Note | None:
        """Return the reminder with the meeting as it is now; None if it is off. One kept elsewhere is as told."""
        business = self.house().business
        row = unit.bookings.by_reference(business.id, note.reference)
        if row is None:
            return note
        if row.status is not Status.BOOKED:
            return None
        meeting = meeting_of(row, business.zone)
        return replace(note, title=meeting.title, start=meeting.start)

    def _text(self, note: Note) -> str:
        house = self.house()
        voice = Voice(house.context(self.clock()), house.business, Style.RICH)
        start = locally(note.start, house.business.zone)
        return said(Record("booking", (("title", note.title), ("start", start))), voice)
