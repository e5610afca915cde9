"""Plain words for what a hotel's desk keeps: stays, prices, what became of tickets, how fresh rooms are."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, timedelta

from frontdesk.console.pages import ago
from frontdesk.desk.shadow import FreshData, Freshness, NeverSynced, OldData
from frontdesk.desk.ticket_pages import ErpWrite, WriteState
from frontdesk.desk.tickets import AlreadyDecided, HistoryLine, NightsGone, Ticket
from frontdesk.dialogue.values import Money
from frontdesk.scheduling.booking import Status
from frontdesk.scheduling.nights import Stay

# What a status is called, and the colour that goes with the word.
STATUSES: Mapping[Status, tuple[str, str]] = {
    Status.PENDING: ("Pending", "warn"),
    Status.APPROVED: ("Approved", "good"),
    Status.REJECTED: ("Rejected", "bad"),
    Status.EXPIRED: ("Expired", ""),
    Status.CANCELLED: ("Cancelled", ""),
}
WRITES: Mapping[WriteState, tuple[str, str]] = {
    WriteState.QUEUED: ("The ERP is being told", "accent"),
    WriteState.TRYING_AGAIN: ("The ERP did not answer; it is tried again", "warn"),
    WriteState.DONE: ("The ERP has it", "good"),
    WriteState.REFUSED: ("The ERP refused it", "bad"),
    WriteState.UNKNOWN: ("Unclear whether the ERP has it", "bad"),
    WriteState.NOT_REACHED: ("The ERP was not reached: it does not have it", "bad"),
}
PROGRAM = "desk"


def day_in_words(day: date) -> str:
    """Write a day as "Sat 7 Feb"."""
    return f"{day:%a} {day.day} {day:%b}"


def minutes_in_words(length: timedelta) -> str:
    """Write a length as "30 min" or "2 h"."""
    minutes = length // timedelta(minutes=1)
    return f"{minutes // 60} h" if minutes >= 60 and minutes % 60 == 0 else f"{minutes} min"


def counted(number: int, word: str) -> str:
    """Write "1 night" or "3 nights"."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def stay_in_words(stay: Stay) -> str:
    """Write a stay in a line."""
    return f"{day_in_words(stay.check_in)} to {day_in_words(stay.check_out)}, {counted(stay.guests, 'guest')}"


def money(amount: Money | None) -> str:
    """Write a price; an amount that is forgotten is said to be so."""
    return "unknown" if amount is None else f"{amount.amount:,.2f} {amount.currency}"


def status_of(ticket: Ticket) -> tuple[str, str]:
    """Say how a ticket stands, and in which colour."""
    return ("Overdue", "bad") if ticket.is_overdue else STATUSES.get(ticket.status, (ticket.status.value, ""))


def write_in_words(write: ErpWrite) -> tuple[str, str]:
    """Say how far the ERP has been told, and in which colour."""
    return WRITES[write.state]


def line_of_history(line: HistoryLine, names: Mapping[str, str]) -> str:
    """Say what was done to a ticket, and by whom. What the desk does there it does for the guest, or it expires."""
    who = who_did(line.by, names)
    if line.before is None:
        return f"Asked for by {who}"
    if line.after is Status.EXPIRED:
        return "Expired: nobody decided in time"
    word = "Changed" if line.before == line.after else status_in_words(line.after)
    return f"{word} by {who}"


def status_in_words(status: Status) -> str:
    """Name a status."""
    return STATUSES[status][0] if status in STATUSES else status.value.title()


def who_did(by: str, names: Mapping[str, str]) -> str:
    """Name whoever did something; a guest has no account, and the desk acts for them."""
    return names.get(by) or {"guest": "the guest", PROGRAM: "the guest"}.get(by, by)


def freshness_in_words(freshness: Freshness, now: datetime) -> tuple[str, str]:
    """Say how fresh what is known of rooms is, and in which colour."""
    match freshness:
        case FreshData(last_sync):
            return f"Fresh: synced {ago(last_sync, now)} ago", "good"
        case OldData(last_sync):
            return f"Old: last synced {ago(last_sync, now)} ago", "warn"
        case NeverSynced():
            return "Never synced: nothing is known of rooms", "bad"


def nights_gone(gone: NightsGone) -> str:
    """Say why a ticket cannot be approved."""
    nights = ", ".join(map(day_in_words, gone.nights))
    room = gone.ticket.room_name
    if not nights:
        return f"Not approved, and nothing was changed: no {room} is left for this stay any more."
    return f"Not approved, and nothing was changed: no {room} is left, or none is known of, on {nights}."


def decided_before(known: AlreadyDecided, names: Mapping[str, str], when: str) -> str:
    """Say who was quicker, and with what."""
    if known.ticket.status is Status.EXPIRED:
        return f"Nothing was changed: the ticket has expired meanwhile ({when})."
    word = status_in_words(known.ticket.status).lower()
    return f"Nothing was changed: {who_did(known.by, names)} has {word} this already ({when})."
