"""get_room_rates: from how much a night in a room is, for a guest who has not said yet when."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

from frontdesk.desk.actions.calls import Call, Ended
from frontdesk.desk.actions.rooms import ROOM_TYPE, search_of
from frontdesk.desk.stays import room_nights
from frontdesk.dialogue.values import Item, Money
from frontdesk.scheduling.nights import Night

USUAL = timedelta(days=90)  # looked ahead where a business does not say how far


def tell_room_rates(call: Call) -> Ended:
    """Tell the lowest rate of a night that can still be had, of one type or of all; without nights there is none."""
    if call.calendar_down:
        return Ended("unavailable")
    today, horizon = call.now.date(), call.business.erp.horizon if call.business.erp else USUAL
    wanted = call.id(ROOM_TYPE)
    known = room_nights(search_of(call), today, today + horizon).left.values()
    free = [night for night in known if night.rooms and wanted in {None, night.room_type}]
    if not free:
        return Ended("unknown")
    lowest = min(free, key=_rate)
    return Ended("found", {"low": Money(lowest.rate, lowest.currency), ROOM_TYPE: Item(ROOM_TYPE, lowest.room_type)})


def _rate(night: Night) -> tuple[Decimal, date]:
    return night.rate, night.night
