"""The keys of a hotel in `business.yaml`: its room types, when guests come and go, how soon staff decide."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from datetime import timedelta

from frontdesk.flows.findings import Report
from frontdesk.flows.reading.kinds import COUNT, DURATION, ID, LENGTH, START, TEXT, Kind, Wrong
from frontdesk.flows.reading.schema import Field, Object, Record, Scalar, Several, Table
from frontdesk.scheduling.business import StayRules
from frontdesk.scheduling.nights import RoomType

_MOST = 99  # people in one room
_LONGEST = timedelta(days=30)  # that a ticket waits


def _guests(text: str) -> tuple[int, int] | Wrong:
    match = re.fullmatch(r"(?:(\d{1,2})\s*-\s*)?(\d{1,2})", text, re.ASCII)
    if match is None:
        return Wrong()
    least, most = int(match[1] or 1), int(match[2])
    if least > most and most:
        return Wrong(f'"{text}" has the larger number first.', f"{most}-{least}")
    return (least, most) if 1 <= least <= most <= _MOST else Wrong()


GUESTS = Kind("guests", "a number of guests such as 2, or from so many to so many such as 2-3", _guests)

_TEXT = Scalar(TEXT)
ROOM_NAME = Field("name", _TEXT, "what guests call it; from the id where left out")
ROOM_ALSO = Field("also", Several(_TEXT), "other names")
ROOM_ABOUT = Field("about", _TEXT, "what guests may want to know")
AMENITIES = Field("amenities", Several(_TEXT), "what is in it, or comes with it")
ROOM_GUESTS = Field("guests", Scalar(GUESTS), "how many people one is for; 4 is one to four", required=True)
ROOM_COUNT = Field("rooms", Scalar(COUNT), "how many there are; never more are sold, whatever the ERP says")
ROOM_TYPE = Object("room type", (ROOM_NAME, ROOM_GUESTS, ROOM_COUNT, ROOM_ALSO, ROOM_ABOUT, AMENITIES))
ROOM_TYPES = Field(
    "room_types",
    Table(ID, ROOM_TYPE),
    "rooms that guests stay in, by id: those of the ERP; a kind of slot, `room_type`",
)

CHECK_IN = Field("check_in", Scalar(START), "from when on guests come; 15:00")
CHECK_OUT = Field("check_out", Scalar(START), "until when they leave; 11:00")
ANSWER_WITHIN = Field(
    "answer_within", Scalar(LENGTH), "how soon staff decide on a ticket, as guests are told; 30 minutes"
)
EXPIRE_AFTER = Field(
    "expire_after", Scalar(DURATION), "when a ticket that nobody has decided on gives its nights back; 24 hours"
)
STAYS = Object("stays", (CHECK_IN, CHECK_OUT, ANSWER_WITHIN, EXPIRE_AFTER))
STAYS_OF = Field("stays", STAYS, "rules of staying in the rooms of `room_types`")


def read_room_types(record: Record, kinds: Collection[str], report: Report) -> dict[str, RoomType]:
    """Return the room types that are whole; `kinds` are those of the business's own lists and resources."""
    records = record.of(ROOM_TYPES) or {}
    if records and "room_type" in kinds:
        message = '"room_type" is the kind of what is under `room_types`; give the other list another name.'
        report.add(record.line_of(ROOM_TYPES), "reserved_name", message)
    if records and "reference" not in record.lines:
        message = "Tickets for rooms are numbered, and nothing says what their references begin with."
        report.add(record.line_of(ROOM_TYPES), "missing_key", f"{message} Add a line such as `reference: LOTUS`.")
    _check_names(records, report)
    return {name: _room_type(name, one) for name, one in records.items() if one.whole}


def _room_type(name: str, record: Record) -> RoomType:
    least, most = record.need(ROOM_GUESTS)
    return RoomType(
        id=name,
        name=_name(name, record),
        sleeps=most,
        least=least,
        rooms=record.of(ROOM_COUNT),
        synonyms=record.of(ROOM_ALSO) or (),
        about=record.of(ROOM_ABOUT) or "",
        amenities=record.of(AMENITIES) or (),
    )


def _name(name: str, record: Record) -> str:
    return record.of(ROOM_NAME) or name.replace("_", " ").replace("-", " ").capitalize()


def _check_names(records: Mapping[str, Record], report: Report) -> None:
    """Refuse two room types of one name: a guest could not say which is meant."""
    owners: dict[str, str] = {}
    for name, record in records.items():
        for word in dict.fromkeys(each.casefold() for each in (_name(name, record), *(record.of(ROOM_ALSO) or ()))):
            if owners.setdefault(word, name) != name:
                message = f'"{word}" names both {owners[word]} and {name}; a guest could mean either.'
                report.add(record.line, "same_room_type_name", message)


def read_stays(record: Record, report: Report) -> StayRules:
    """Return the rules of staying; the usual ones for what is left out."""
    usual, told = StayRules(), record.of(STAYS_OF)
    if told is None:
        return usual
    if ROOM_TYPES.name not in record.lines:
        message = "There is nothing to stay in: list the rooms under `room_types`."
        report.add(record.line_of(STAYS_OF), "missing_key", message)
    within = told.of(ANSWER_WITHIN) or usual.answer_within
    given = told.of(EXPIRE_AFTER)
    after = max(usual.expire_after, within) if given is None else given
    if not within <= after <= _LONGEST:
        message = f"A ticket waits as long as guests are told at least, and {_LONGEST.days} days at most."
        report.add(told.line_of(EXPIRE_AFTER), "bad_expiry", message, "24 hours")
    return StayRules(
        check_in=told.of(CHECK_IN) or usual.check_in,
        check_out=told.of(CHECK_OUT) or usual.check_out,
        answer_within=within,
        expire_after=after,
    )
