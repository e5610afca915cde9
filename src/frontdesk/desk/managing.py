"""A booking through its own link: what its guest may do with it, and doing that by the same actions as the chat."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from frontdesk.channels.web.host import CalendarEntry, Change, Changed, FreeDay, FreeTime, Managed
from frontdesk.desk import passes
from frontdesk.desk.acting import fields_of
from frontdesk.desk.actions import ACTIONS
from frontdesk.desk.actions.calls import Call
from frontdesk.desk.actions.own_bookings import STANDING, booking_fields
from frontdesk.desk.cards import OpeningShown, openings_in_month, plain, receipt
from frontdesk.desk.cards.rows import caption
from frontdesk.desk.house import House
from frontdesk.desk.log import Log
from frontdesk.desk.visitor import Visitor
from frontdesk.dialogue.effects import Say
from frontdesk.dialogue.values import Item, Value
from frontdesk.language.readers.reading import Style
from frontdesk.language.replies.saying import Form, Voice, said
from frontdesk.language.words import listed
from frontdesk.scheduling.booking import Status
from frontdesk.scheduling.roster import last_day
from frontdesk.scheduling.rules import Fee, cancelling
from frontdesk.scheduling.weeks import first_weekday
from frontdesk.storage.rows import BookingRow, By, Intent, Message, Side
from frontdesk.storage.unit import Unit

CHANNEL = "web"
BY = "guest"  # who makes these changes, in the audit log
STEP = "manage"  # where they were asked for, in the log of actions
MOVE, CANCEL = "reschedule_appointment", "cancel_appointment"
_TEXTS = "manage."
_WITH_VALUES = "manage.said_"
_OUTCOMES: Mapping[str, Changed] = {
    "booked": "done",
    "cancelled": "done",
    "taken": "taken",
    "outdated": "outdated",
    "unavailable": "unavailable",
}
_ENDED = {Status.CANCELLED: "cancelled", Status.REJECTED: "rejected", Status.EXPIRED: "expired"}


@dataclass(frozen=True, slots=True)
class Behind:
    """What is behind a link: a booking of this business, as of now, in a transaction."""

    house: House
    unit: Unit
    now: datetime  # in the zone of the business
    row: BookingRow

    def call(self, arguments: Mapping[str, Value]) -> Call:
        """Return the call of an action by the guest of the booking: whoever has the link is let in as them."""
        return Call(
            unit=self.unit,
            business=self.house.business,
            now=self.now,
            visitor=Visitor(self.row.guest_id or 0, CHANNEL, vouched=True),
            conversation=self.row.conversation_id or "",
            run=0,
            arguments=arguments,
            calendar_down=self.house.world.calendar_down,
            by=BY,
        )

    def text(self, phrase: str, **values: Value) -> str:
        """Return a text of the page."""
        house = self.house
        return house.phrases.text(Say(_TEXTS + phrase, values), house.context(self.now), house.business, Style.RICH)


def behind(house: House, unit: Unit, link: str, now: datetime) -> Behind | None:
    """Return what a link leads to; None if it leads nowhere, or to another business."""
    row = passes.booking_of(unit, house.business.id, link, now)
    return None if row is None else Behind(house, unit, now, row)


@dataclass(frozen=True, slots=True)
class _May:
    """What can be done with a booking now, and the text that says why something cannot."""

    move: bool = False
    cancel: bool = False
    why_not: str = ""


def _may(here: Behind) -> _May:
    row, house = here.row, here.house
    if row.status in _ENDED:
        return _May(why_not=f"is_{_ENDED[row.status]}")
    if row.ends_at <= here.now:
        return _May(why_not="is_past")
    if row.starts_at <= here.now:
        return _May(why_not="has_begun")
    if house.world.calendar_down:
        return _May(why_not="calendar_down")
    if row.kind != "appointment" or row.guest_id is None:
        return _May(why_not="in_the_chat")
    cancel = _is_offered(house, CANCEL)
    if row.service not in house.business.services:
        return _May(cancel=cancel, why_not="service_gone")
    move = _is_offered(house, MOVE)
    return _May(move, cancel, "" if move and cancel else "in_the_chat")


def _is_offered(house: House, action: str) -> bool:
    """Say whether guests of this business may do it at all: some flow does it, and by the desk's own diary."""
    ours = house.actions.get(action) is ACTIONS[action]
    return ours and any(act.call == action for flow in house.flows.newest.values() for act in flow.acts)


def managed(here: Behind) -> Managed:
    """Return the booking as its guest sees it."""
    house, row, may = here.house, here.row, _may(here)
    service, context = house.business.services.get(row.service), house.context(here.now)
    shown = plain(receipt(house, row, here.now))
    today = here.now.date()
    return Managed(
        booking=shown if isinstance(shown, dict) else {},
        version=len(here.unit.bookings.changes(row.id)),
        is_standing=row.status in STANDING and row.ends_at > here.now,
        may_move=may.move,
        may_cancel=may.cancel,
        remark=here.text(may.why_not) if may.why_not else "",
        charge=_charge(here) if may.move or may.cancel else "",
        is_charged=isinstance(cancelling(house.business, row.service, row.starts_at, here.now), Fee),
        policy=house.business.rules.text,
        provider=said(Item("provider", row.provider), _voice(here)) if row.provider else "",
        first_day=today,
        last_day=last_day(house.business, service, here.now) if service else today,
        texts={
            name.removeprefix(_TEXTS): caption(house, name, context)
            for name in house.phrases.wordings
            if name.startswith(_TEXTS) and not name.startswith(_WITH_VALUES)
        },
        months=listed(house.business.language, "saying", "months"),
        weekdays=listed(house.business.language, "saying", "weekdays_short"),
        first_weekday=first_weekday(house.business.region),
    )


def _charge(here: Behind) -> str:
    """Say what moving or cancelling costs now, and until when it is free."""
    rules = here.house.business.rules
    charge = cancelling(here.house.business, here.row.service, here.row.starts_at, here.now)
    if isinstance(charge, Fee):
        fee = booking_fields(here.call({}), here.row).get("fee")
        return here.text("fee_unknown") if fee is None else here.text("said_fee", fee=fee, notice=rules.notice)
    if not rules.fee or not rules.notice:
        return here.text("free")
    until = here.row.starts_at - rules.notice
    return here.text("said_free_until", moment=until) if until > here.now else here.text("free")


def _voice(here: Behind, day: date | None = None) -> Voice:
    return Voice(here.house.context(here.now), here.house.business, Style.RICH, day=day)


def free_days(here: Behind, first: date, last: date, wish: Literal["same", "anyone"]) -> Sequence[FreeDay]:
    """Return the days from `first` to `last` with times that the booking can be moved to; none where it cannot."""
    row, business = here.row, here.house.business
    if not _may(here).move or last < first:
        return ()
    provider = row.provider if wish == "same" and row.provider in business.resources else None
    found = openings_in_month(
        here.house,
        here.unit,
        (row.service,),
        provider,
        first,
        last,
        here.now,
        row.id,
        conversation=row.conversation_id or "",
    )
    return [
        FreeDay(day, said(day, _voice(here)), [_free_time(here, each) for each in times if each.start != row.starts_at])
        for day, times in (found or {}).items()
    ]


def _free_time(here: Behind, shown: OpeningShown) -> FreeTime:
    text = said(shown.start, _voice(here, shown.start.date()), Form.TIME)
    return FreeTime(shown.id, shown.start, text, shown.provider)


def move(here: Behind, change: Change, log: Log) -> Changed:
    """Move the booking, by the rules of the chat, once per key."""
    arguments: dict[str, Value] = {"booking": str(here.row.id), "opening": change.opening}
    return _run_once(here, MOVE, change, arguments, log)


def cancel(here: Behind, change: Change, log: Log) -> Changed:
    """Cancel the booking, by the rules of the chat, once per key."""
    return _run_once(here, CANCEL, change, {"booking": str(here.row.id)}, log)


def _run_once(here: Behind, action: str, change: Change, arguments: Mapping[str, Value], log: Log) -> Changed:
    """Run an action of the desk and keep it in the log of actions, as a turn would."""
    unit, row = here.unit, here.row
    key = f"{STEP}/{row.id}/{passes.digest(change.key)}"  # whatever a page calls it, nothing of that is kept
    written = json.dumps(dict(arguments), ensure_ascii=False)
    before = unit.actions.intend(Intent(key, row.conversation_id or "", STEP, action, written, By.DESK, here.now))
    if before is not None:
        return _OUTCOMES.get(before.outcome or "", "refused")
    outcome, brought = "refused", "{}"
    if len(unit.bookings.changes(row.id)) != change.version:
        outcome = "outdated"
    elif _is_allowed(here, action):
        ended = here.house.actions[action].run(here.call(arguments))
        outcome, brought = ended.outcome, fields_of(ended)
        log.ended(action, ended.outcome, ended.broke)
    unit.actions.done(key, outcome, brought, here.now)
    changed = _OUTCOMES.get(outcome, "refused")
    if changed == "done":
        _tell(here)
    return changed


def _is_allowed(here: Behind, action: str) -> bool:
    may = _may(here)
    # Where the calendar cannot be reached, the action itself says so.
    return may.why_not == "calendar_down" or (may.move if action == MOVE else may.cancel)


def _tell(here: Behind) -> None:
    """Leave a message in the conversation where it was booked, and let the link live as long as the booking."""
    row = here.unit.bookings.by_id(here.row.id) or here.row
    passes.link_to(here.unit, row)
    conversation = here.unit.conversations.by_id(row.conversation_id) if row.conversation_id else None
    if conversation is None:
        return
    if row.status is Status.CANCELLED:
        text = here.text("said_cancelled", reference=row.reference)
    else:
        text = here.text("said_moved", reference=row.reference, moment=row.starts_at)
    here.unit.messages.add(Message(conversation.id, conversation.version, Side.DESK, CHANNEL, text, here.now))


def calendar_entry(here: Behind) -> CalendarEntry:
    """Return the booking as an entry of a calendar: the same one however often it moves."""
    house, row, business = here.house, here.row, here.house.business
    shown, changes = receipt(house, row, here.now), here.unit.bookings.changes(row.id)
    reference = f"{here.text('reference')}: {row.reference}"
    with_whom = next((f"{each.label}: {each.text}" for each in shown.rows if each.slot == "provider"), "")
    return CalendarEntry(
        uid=_uid(row),
        sequence=max(0, len(changes) - 1),
        cancelled=row.status in _ENDED,
        start=row.starts_at,
        end=row.ends_at,
        zone=business.zone.key,
        made_at=row.created_at,
        changed_at=changes[-1].at if changes else row.created_at,
        stamp=here.now,
        summary=f"{shown.title}, {business.name}",
        description="\n".join(filter(None, (reference, with_whom, business.phone))),
        location=shown.address,
        organizer=business.name,
        organizer_email=business.email,
    )


def _uid(row: BookingRow) -> str:
    """Return a name for a booking that no other has and that says nothing of it."""
    named = hashlib.sha256(f"booking {row.business} {row.id} {row.reference}".encode()).hexdigest()
    return f"{named[:32]}@frontdesk"
