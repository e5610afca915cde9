"""What the desk knows of an ERP's nights: rooms and rates, how old that is, and what is simply not known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import TypeAlias

from frontdesk.scheduling.business import Business
from frontdesk.storage.nights import NightRow
from frontdesk.storage.unit import Unit

USUAL = timedelta(minutes=120)


@dataclass(frozen=True, slots=True)
class FreshData:
    """The last successful sync is recent enough."""

    last_sync: datetime


@dataclass(frozen=True, slots=True)
class OldData:
    """It is too long ago: what is said of rooms is said with a warning, and staff confirm."""

    last_sync: datetime
    age: timedelta


@dataclass(frozen=True, slots=True)
class NeverSynced:
    """There was none: nothing may be said of rooms."""


Freshness: TypeAlias = FreshData | OldData | NeverSynced


class NotKnown(StrEnum):
    """Why nothing is known of a night. None of them means that it is full."""

    NEVER_SYNCED = "never_synced"
    BEYOND_HORIZON = "beyond_horizon"
    NOT_IN_INVENTORY = "not_in_inventory"


@dataclass(frozen=True, slots=True)
class Shadow:
    """The nights of a range as the ERP last had them."""

    nights: Mapping[tuple[str, date], NightRow]
    freshness: Freshness
    last_night: date | None  # the furthest that is known at all

    def night(self, room_type: str, day: date) -> NightRow | NotKnown:
        """Return what is known of a night."""
        known = self.nights.get((room_type, day))
        if known is not None:
            return known
        if self.last_night is None:
            return NotKnown.NEVER_SYNCED
        return NotKnown.BEYOND_HORIZON if day > self.last_night else NotKnown.NOT_IN_INVENTORY

    @property
    def room_types(self) -> tuple[str, ...]:
        """The room types that any of the nights has."""
        return tuple(dict.fromkeys(name for name, _ in self.nights))


def shadow_of(unit: Unit, business: Business, first: date, end: date, now: datetime) -> Shadow:
    """Return what is known of the nights from `first` up to but not including `end`.

    A night that later syncs left out is as old as the sync that brought it, whatever came since.
    """
    known = unit.nights.between(business.id, first, end)
    last = unit.syncs.last_success(business.id)
    last_sync = known.oldest_sync or (last.ended_at if last else None)
    nights = {(each.room_type, each.night): each for each in known.nights}
    return Shadow(nights, freshness_of(business, last_sync, now), unit.nights.last(business.id))


def freshness_of(business: Business, last_sync: datetime | None, now: datetime) -> Freshness:
    """Say how fresh what was brought by a successful sync is."""
    if last_sync is None:
        return NeverSynced()
    age = max(timedelta(), now - last_sync)
    fresh_for = business.erp.fresh_for if business.erp else USUAL
    return FreshData(last_sync) if age <= fresh_for else OldData(last_sync, age)
