"""One conversation as people behind the desk read it: what was said, what the desk did, and what is known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from frontdesk.console.access.guard import At
from frontdesk.console.names import called
from frontdesk.desk.steps import Known, Step, steps_of
from frontdesk.storage.conversations import Unreadable
from frontdesk.storage.overview_rows import ConversationLine
from frontdesk.storage.rows import BookingRow, NumberedMessage, Side, StaffRequest
from frontdesk.storage.unit import Unit

LINES = 120  # of a transcript that are shown at once
END = 2**62  # above every line
PAUSE = timedelta(minutes=15)  # after which the time is said again


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a transcript, with the time where there was a pause, or a step of the desk after one."""

    line: NumberedMessage | None = None
    step: Step | None = None
    stamp: datetime | None = None
    goes_on: bool = False  # the same side said the line before


@dataclass(frozen=True, slots=True)
class Talk:
    """All that is shown of a conversation."""

    about: ConversationLine
    entries: tuple[Entry, ...]
    earlier: int | None  # the line before which there is more
    newest: int
    knew: Known
    untold: str  # what the desk will say once the person has left
    requests: tuple[StaffRequest, ...]
    bookings: tuple[BookingRow, ...]
    names: Mapping[str, str]  # of those who work here, by login
    is_readable: bool
    is_forgotten: bool

    @property
    def holder(self) -> str | None:
        """The login of whoever has the conversation."""
        return self.about.held_by

    @property
    def holder_name(self) -> str:
        """What whoever has the conversation is called."""
        return self.name(self.holder)

    def name(self, login: str | None) -> str:
        """Return what somebody is called."""
        return self.names.get(login or "", login or "")

    @property
    def guest(self) -> str:
        """What the guest is called."""
        return guest_name(self.about)


def guest_name(line: ConversationLine) -> str:
    """Say who a guest is, as far as that is known."""
    return called(line.facts)


def colleagues_by_login(unit: Unit, business: str) -> dict[str, str]:
    """Return what those are called who work here now."""
    return {each.login: each.name for each in unit.accounts.all(business) if each.removed_at is None}


def names_by_login(unit: Unit, business: str) -> dict[str, str]:
    """Return what those are called who work here, or did."""
    return {each.login: each.name for each in unit.accounts.all(business)}


def talk_of(at: At, unit: Unit, conversation: str, before: int = END) -> Talk | None:
    """Return a conversation; None if this business has none of that id."""
    business = at.business.id
    about = unit.overview.conversation(business, conversation)
    if about is None:
        return None
    try:
        whose = unit.conversations.with_guest(conversation)
    except Unreadable:
        whose = None
    found = unit.messages.latest(conversation, before, LINES + 1)
    lines = found[-LINES:]
    turns = unit.messages.turns_between(conversation, lines[0].turn, lines[-1].turn) if lines else ()
    steps = steps_of(turns)
    last = steps.get(max(steps)) if steps else None
    return Talk(
        about=about,
        entries=tuple(_entries(lines, steps)),
        earlier=lines[0].id if len(found) > LINES else None,
        newest=lines[-1].id if lines else 0,
        knew=last.knew if last else (),
        untold=whose.conversation.untold if whose else "",
        requests=unit.requests.of(conversation),
        bookings=unit.bookings.of_conversation(conversation),
        names=names_by_login(unit, business),
        is_readable=whose is not None,
        is_forgotten=whose is not None and whose.is_forgotten,
    )


def _entries(lines: tuple[NumberedMessage, ...], steps: Mapping[int, Step]) -> Iterator[Entry]:
    """Give the lines in order, and after what a guest said in a turn what the desk made of it."""
    for before, line, after in zip((None, *lines), lines, (*lines[1:], None), strict=False):
        stamp = line.at if before is None or line.at - before.at >= PAUSE else None
        same = before is not None and (before.side, before.by) == (line.side, line.by) and stamp is None
        is_heard = line.side is Side.GUEST and (after is None or (after.side, after.turn) != (Side.GUEST, line.turn))
        step = steps.get(line.turn) if is_heard else None
        yield Entry(line, stamp=stamp, goes_on=same)
        if step is not None and not step.attended:
            yield Entry(step=step)
