"""The free times of a month, by day: found the way `check_availability` finds them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from frontdesk.desk.actions.calls import Call
from frontdesk.desk.actions.diary_pages import busy_for, places_for
from frontdesk.desk.actions.opening_ids import opening_id
from frontdesk.desk.actions.parties import NO_PARTY, party_of
from frontdesk.desk.house import House
from frontdesk.desk.visitor import Visitor
from frontdesk.dialogue.values import Value
from frontdesk.language.replies.saying import joined
from frontdesk.scheduling.business import Business
from frontdesk.scheduling.hours import DAY
from frontdesk.scheduling.openings import openings
from frontdesk.scheduling.search import Opening, Search, provider_of
from frontdesk.storage.unit import Unit

MOST_DAYS = 62  # two months: more than a page shows at once
_NOBODY = Visitor(0, "web", vouched=False)


@dataclass(frozen=True, slots=True)
class OpeningShown:
    """A free time, in the zone of the business, and with whom."""

    start: datetime
    end: datetime
    id: str
    provider: str  # by name; of several services all of them


def openings_in_month(  # noqa: PLR0913, PLR0917 - the wish of a guest, and where and when it is looked for
    house: House,
    unit: Unit,
    services: tuple[str, ...],
    provider: str | None,
    first: date,
    last: date,
    now: datetime,
    moving_booking_id: int = 0,
    *,
    conversation: str = "",
    party: int | None = None,
) -> Mapping[date, tuple[OpeningShown, ...]] | None:
    """Return the free times of every day from `first` to `last`; None where nobody can tell, which is not "none".

    What `conversation` holds and the booking that is moved do not stand in their own way.
    """
    business = house.business
    if (last - first).days >= MOST_DAYS:
        raise ValueError(f"at most {MOST_DAYS} days at once, not {first} to {last}")
    if house.world.calendar_down or not _is_known(business, services, provider):
        return None
    found: dict[date, list[OpeningShown]] = {first + distance * DAY: [] for distance in range((last - first).days + 1)}
    if found:
        call = Call(unit, business, now.astimezone(business.zone), _NOBODY, conversation, 0, _said(party))
        people = party_of(call, moving_booking_id)
        wanted = Search(services, first, last, provider=provider, party=None if people is NO_PARTY else people)
        busy = busy_for(call, wanted, moving_booking_id, MOST_DAYS)
        places = places_for(call, wanted, moving_booking_id, MOST_DAYS)
        for opening in openings(business, wanted, busy, call.now, places):
            found[opening.start.date()].append(_shown(opening, business))
    return {day: tuple(each) for day, each in found.items()}


def _said(party: int | None) -> Mapping[str, Value]:
    return {} if party is None else {"party": party}


def _is_known(business: Business, services: tuple[str, ...], provider: str | None) -> bool:
    known = provider is None or provider in business.resources
    return known and bool(services) and all(each in business.services for each in services)


def _shown(opening: Opening, business: Business) -> OpeningShown:
    who = dict.fromkeys(provider_of(business, part) for part in opening.parts)
    names = [business.resources[each].name for each in who if each]
    return OpeningShown(opening.start, opening.end, opening_id(opening), joined(names, business.language))
