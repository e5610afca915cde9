"""query_room_inventory: which rooms can be had for a stay and for how much, or why none and what comes nearest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal

from frontdesk.desk.actions.calls import Call, Ended, standing_time
from frontdesk.desk.shadow import FreshData, Freshness, NeverSynced, NotKnown, OldData, freshness_of
from frontdesk.desk.stays import RoomNights, RoomSearch, room_nights
from frontdesk.dialogue.conversation import Offer, Option
from frontdesk.dialogue.values import Item, Money, Record, Value
from frontdesk.scheduling.nights import (
    NEAR,
    Answer,
    Quote,
    RoomType,
    SoldOut,
    Stay,
    TooFewGuests,
    TooShort,
    TooSmall,
    UnknownNights,
    alternatives,
    answer_for,
    problem_with,
)
from frontdesk.storage.rows import Holder

DAY = timedelta(days=1)
ROOM_TYPE = "room_type"
LONGEST_ID = 18  # digits: more do not fit into a column


@dataclass(frozen=True, slots=True)
class NoStay:
    """What was asked for is no stay that anybody could have; `finding` says why."""

    finding: str


def stay_asked(call: Call) -> Stay | NoStay:
    """Return the stay that the arguments name. Nothing is swapped or guessed: what makes no sense is said."""
    check_in, check_out = (_day(call.arguments.get(name)) for name in ("check_in", "check_out"))
    if check_in is None or check_out is None:
        return NoStay("no_days")
    guests = call.arguments.get("guests")
    whole = int(guests) if isinstance(guests, int | Decimal) and guests == int(guests) else 0
    stay = Stay(check_in, check_out, whole)
    problem = problem_with(stay, call.now.date())
    if problem is not None:
        return NoStay(problem.why)
    return stay if whole <= _most(call) else NoStay("too_many")


def _day(value: Value | None) -> date | None:
    """Return a day; a range of days, or a wish without one, is none."""
    if isinstance(value, datetime):
        return value.date()
    return value if isinstance(value, date) else None


def _most(call: Call) -> int:
    return max((each.sleeps for each in call.business.room_types.values()), default=0)


def search_of(call: Call, moving: int = 0) -> RoomSearch:
    """Return who looks: what this conversation holds, and the ticket that is changed, are not in the way."""
    return RoomSearch(call.unit, call.business, call.now, moving, call.conversation)


def query_room_inventory(call: Call) -> Ended:
    """Look for rooms; of each type that can be had for every night, what it costs."""
    if call.calendar_down:
        return Ended("unavailable")
    stay = stay_asked(call)
    if isinstance(stay, NoStay):
        return Ended("invalid", {**_asked(call), **_invalid(call, stay), **_freshness(_known_now(call))})
    return _Query(call, stay, search_of(call, _moving(call.text("moving") or ""))).ended()


def _moving(booking: str) -> int:
    """Return the id of the ticket that is moved; 0, which is none, for what can be no id."""
    return int(booking) if booking.isdecimal() and len(booking) <= LONGEST_ID else 0


def _known_now(call: Call) -> Freshness:
    """Say how old the whole of what is known is, where no nights were looked at."""
    last = call.unit.syncs.last_success(call.business.id)
    return freshness_of(call.business, last.ended_at if last else None, call.now)


def _asked(call: Call) -> dict[str, Value]:
    """Return what was asked for, as it was."""
    names = ("check_in", "check_out", "guests")
    return {name: value for name in names if (value := call.arguments.get(name)) is not None}


def _invalid(call: Call, no_stay: NoStay) -> dict[str, Value]:
    fields: dict[str, Value] = {"finding": no_stay.finding}
    return fields | (_in_two_rooms(call) if no_stay.finding == "too_many" else {})


def _in_two_rooms(call: Call) -> dict[str, Value]:
    """Return how many people one room takes, and two rooms that would take all of them."""
    fields: dict[str, Value] = {"most": _most(call)}
    check_in, check_out, guests = (call.arguments.get(name) for name in ("check_in", "check_out", "guests"))
    if not isinstance(check_in, date) or not isinstance(check_out, date) or not isinstance(guests, int):
        return fields
    stay, types = Stay(check_in, check_out, guests), tuple(call.business.room_types.values())
    rooms = room_nights(search_of(call), stay.check_in, stay.check_out)
    pairs = alternatives(stay, None, types, rooms.left, call.now.date()).two_rooms
    if not pairs:
        return fields
    both = tuple(Item(ROOM_TYPE, each.room_type) for each in pairs[0])
    return {**fields, "two_rooms": both, "total": Money(pairs[0][0].total + pairs[0][1].total, pairs[0][0].currency)}


@dataclass(frozen=True, slots=True)
class _Query:
    """A stay that makes sense, being looked for."""

    call: Call
    stay: Stay
    search: RoomSearch

    def ended(self) -> Ended:
        rooms = room_nights(self.search, self.stay.check_in, self.stay.check_out)
        types = self._types()
        answers = {each.id: answer_for(self.stay, each, rooms.left) for each in types.values()}
        quotes = sorted(_quotes(answers.values()), key=lambda quote: (quote.total, quote.room_type))
        wanted = self.call.id(ROOM_TYPE)
        told = {**self._told(rooms), "rooms": tuple(map(self._record, quotes))}
        if wanted is None and quotes:
            return self._found("free", told, quotes)
        if wanted is not None and isinstance(answers.get(wanted), Quote):
            return self._found("exact", told, quotes, wanted)
        return self._otherwise(rooms, answers, quotes, told)

    def _types(self) -> Mapping[str, RoomType]:
        return self.call.business.room_types

    def _otherwise(
        self, rooms: RoomNights, answers: Mapping[str, Answer], quotes: Sequence[Quote], told: Mapping[str, Value]
    ) -> Ended:
        """Say why what was wanted cannot be had, with other types and the nearest dates, where there are any."""
        wanted = self.call.id(ROOM_TYPE)
        about = [answers[wanted]] if wanted is not None and wanted in answers else list(answers.values())
        unknown = next((each for each in about if isinstance(each, UnknownNights)), None)
        if unknown is not None and not quotes:
            name = wanted or next(iter(answers))
            return Ended("unknown", {**told, "finding": _why_unknown(rooms, name, unknown).value})
        why = _why(about)
        near = self._near(self._types().get(wanted or ""))
        if not quotes and not near:
            return Ended("none", {**told, **why})
        return self._found(str(why["finding"]), {**told, **why}, (*quotes, *near))

    def _near(self, room: RoomType | None) -> tuple[Quote, ...]:
        """Look for the same stay on other days."""
        first = max(self.search.today, self.stay.check_in - NEAR * DAY)
        rooms = room_nights(self.search, first, self.stay.check_out + NEAR * DAY)
        types = tuple(self._types().values())
        return alternatives(self.stay, room, types, rooms.left, self.search.today).dates

    def _told(self, rooms: RoomNights) -> dict[str, Value]:
        fields = {**_asked(self.call), "nights": len(self.stay.nights), **_freshness(rooms.freshness)}
        last = rooms.shadow.last_night
        return fields if last is None else {**fields, "last_night": last}

    def _found(
        self, finding: str, told: Mapping[str, Value], quotes: Sequence[Quote], exact: str | None = None
    ) -> Ended:
        made_at, expires = standing_time(self.call.business, self.call.now)
        options = tuple(Option(_option_id(quote), self._fields(quote)) for quote in quotes)
        chosen = next((_option_id(quote) for quote in quotes if quote.room_type == exact), None)
        size = self.call.visitor.page(self.call.business.offer_size)
        offer = Offer(options, made_at, expires, size=size, exact=chosen)
        return Ended("rooms", {**told, "finding": finding}, offer)

    def _fields(self, quote: Quote) -> dict[str, Value]:
        """Return what an option shows; its dates only where they are not those that were asked for."""
        room, same = self._types()[quote.room_type], len(set(quote.rates)) == 1
        fields: dict[str, Value] = {
            "kind": "room" if quote.stay == self.stay else "room_dates",
            "room_type": Item(ROOM_TYPE, quote.room_type),
            "check_in": quote.stay.check_in,
            "check_out": quote.stay.check_out,
            "rate" if same else "average": Money(quote.rate, quote.currency),
            "total": Money(quote.total, quote.currency),
            "available": quote.rooms,
        }
        return {**fields, "amenities": room.amenities} if room.amenities else fields

    def _record(self, quote: Quote) -> Record:
        """Return a room that can be had, with all that is told of it elsewhere."""
        room = self._types()[quote.room_type]
        return Record(
            "room",
            (
                ("room_type", Item(ROOM_TYPE, quote.room_type)),
                ("available", quote.rooms),
                ("rate_per_night", Money(quote.rate, quote.currency)),
                ("total_nights", len(quote.rates)),
                ("total_estimate", Money(quote.total, quote.currency)),
                ("amenities", room.amenities),
            ),
        )


def _quotes(answers: Iterable[Answer]) -> Iterable[Quote]:
    return (each for each in answers if isinstance(each, Quote))


def _option_id(quote: Quote) -> str:
    return f"{quote.room_type}@{quote.stay.check_in}..{quote.stay.check_out}"


def _why(answers: Sequence[Answer]) -> dict[str, Value]:
    """Say why none of these can be had: a stay that is too short, else what keeps a room that is for so many."""
    refused = [each for each in answers if not isinstance(each, Quote)]
    fitting = [each for each in refused if not isinstance(each, TooSmall | TooFewGuests)]
    found = [why_not(each) for each in fitting or refused]
    return next((each for each in found if each["finding"] == "too_short"), found[0] if found else {"finding": "none"})


def why_not(answer: Answer) -> dict[str, Value]:
    """Say why a room cannot be had, with the number that goes with it."""
    match answer:
        case SoldOut(nights):
            return {"finding": "sold_out", "full_nights": nights}
        case TooShort(min_stay):
            return {"finding": "too_short", "min_stay": min_stay}
        case TooSmall(sleeps):
            return {"finding": "too_small", "most": sleeps}
        case TooFewGuests(least):
            return {"finding": "too_few", "least": least}
        case UnknownNights():
            return {"finding": "unknown"}
        case Quote():
            return {"finding": "free"}


def _why_unknown(rooms: RoomNights, room_type: str, unknown: UnknownNights) -> NotKnown:
    return rooms.why_unknown(room_type, unknown.nights)


def _freshness(freshness: Freshness) -> dict[str, Value]:
    """Say how old what is told of rooms is; `age` only where that is too old."""
    match freshness:
        case FreshData(last_sync):
            return {"last_sync": last_sync}
        case OldData(last_sync, age):
            return {"last_sync": last_sync, "age": timedelta(minutes=age // timedelta(minutes=1))}
        case NeverSynced():
            return {}


def hold_room(call: Call) -> Ended:
    """Keep a room for this conversation while it goes on, in place of whatever it held before."""
    if call.calendar_down:
        return Ended("unavailable")
    stay, room = stay_asked(call), call.business.room_types.get(call.id(ROOM_TYPE) or "")
    if isinstance(stay, NoStay) or room is None or not call.conversation:
        return Ended("refused")
    call.unit.pools.release(call.conversation, call.run)
    rooms = room_nights(search_of(call), stay.check_in, stay.check_out)
    shares = rooms.shares(room.id, stay)
    if shares is None or not isinstance(answer_for(stay, room, rooms.left), Quote):
        return Ended("taken")
    until = standing_time(call.business, call.now)[1]
    holder = Holder(call.business.id, call.conversation, call.run)
    if not call.unit.pools.hold(holder, shares, until, call.now):
        return Ended("taken")
    return Ended("held", {"until": until.astimezone(call.business.zone)})
