"""The keys of conversation files that only a hotel needs: what its ERP has said, and tickets that are there before."""

from __future__ import annotations

import re
from decimal import Decimal

from frontdesk.flows.reading.kinds import COUNT, DATE, DURATION, ID, TEXT, Kind, Wrong, one_of
from frontdesk.flows.reading.schema import Field, Object, Placed, Scalar, Several, Table
from frontdesk.scheduling.booking import Status


def _amount(text: str) -> Decimal | Wrong:
    return Decimal(text) if re.fullmatch(r"\d{1,7}(\.\d{1,2})?", text, re.ASCII) else Wrong()


def _none_or_more(text: str) -> int | Wrong:
    return int(text) if re.fullmatch(r"\d{1,4}", text, re.ASCII) else Wrong()


AMOUNT = Kind("amount", "an amount such as 129 or 129.50", _amount)
ROOMS_LEFT = Kind("number", "a whole number from 0", _none_or_more)
_ROOM_TYPE = Placed(Scalar(ID))

SYNCED = Field("synced", Scalar(DURATION), "how long before that the ERP answered last", required=True)
AHEAD = Field("nights", Scalar(COUNT), "so many nights from today on; as far as the business asks where left out")
RATES = Field(
    "rates", Table(ID, Placed(Scalar(AMOUNT))), "what a night costs, by room type; others have none", required=True
)
WEEKEND = Field(
    "weekend", Table(ID, Placed(Scalar(AMOUNT))), "what a Friday or Saturday night costs, where that differs"
)
SCARCE_TYPE = Field("room_type", _ROOM_TYPE, "which type; all where left out")
SCARCE_NIGHT = Field("night", Scalar(DATE), "in which night", required=True)
SCARCE_ROOMS = Field("rooms", Scalar(ROOMS_LEFT), "so many rooms are left; none where left out")
SCARCE = Field(
    "scarce",
    Several(Object("scarce night", (SCARCE_TYPE, SCARCE_NIGHT, SCARCE_ROOMS))),
    "nights with few rooms, or none",
)
MIN_STAY = Field("min_stay", Table(DATE, Scalar(COUNT)), "nights that whoever arrives on a day stays at least")
INVENTORY = Object("inventory", (SYNCED, AHEAD, RATES, WEEKEND, SCARCE, MIN_STAY))
ERP = Field("erp", INVENTORY, "what the ERP of a hotel has said; it was never asked where left out")
ERP_ANSWERS = Field("erp", INVENTORY, "the ERP answers again, with this")

TICKET_TYPE = Field("room_type", _ROOM_TYPE, "which type of room", required=True)
TICKET_IN = Field("check_in", Scalar(DATE), "the day of arrival", required=True)
TICKET_OUT = Field("check_out", Scalar(DATE), "the day of departure", required=True)
TICKET_GUESTS = Field("guests", Scalar(COUNT), "for how many people; 1")
TICKET_OF = Field("guest", Placed(Scalar(TEXT)), "whose it is, as a phone number; another guest's where left out")
TICKET_NAME = Field("name", Scalar(TEXT), "the name it was made under")
TICKET_STATUS = Field(
    "status",
    Scalar(one_of("status", *(each.value for each in Status if each is not Status.BOOKED))),
    "pending where left out",
)
TICKET_REASON = Field("reason", Scalar(TEXT), "why staff have rejected it")
TICKET = Object(
    "given ticket",
    (TICKET_TYPE, TICKET_IN, TICKET_OUT, TICKET_GUESTS, TICKET_OF, TICKET_NAME, TICKET_STATUS, TICKET_REASON),
)
TICKETS = Field("tickets", Several(TICKET), "tickets for rooms that are there before, numbered from 1")
