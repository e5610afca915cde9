"""Asks an ERP for its inventory and tells it of approved tickets; every way that can end is a value."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import asdict, dataclass, field
from typing import TypeAlias
from urllib.parse import quote, urlencode

import httpx
from pydantic import BaseModel, ValidationError

from frontdesk.calendars.asking import Heard, Lost, NotSent, OutsideAnswer, OutsideRequest, TooMuch, ask_patiently
from frontdesk.calendars.erp.protocol import (
    Flaw,
    InventoryOutcome,
    RefusedAnswer,
    Reservation,
    Unreachable,
    WantedNights,
    WriteInvalid,
    WriteOutcome,
    WriteRefused,
    WriteUnknown,
    Written,
)
from frontdesk.calendars.erp.reading import quoted, read_inventory
from frontdesk.calendars.patience import Patience, Restraint

KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")

Headers: TypeAlias = tuple[tuple[str, str], ...]


class ErpReceipt(BaseModel):
    """What an ERP answers to a reservation."""

    key: str
    reference: str | None = None


class ErpProblem(BaseModel):
    """What an ERP answers when it says no, as far as we read it."""

    detail: str = ""


@dataclass(frozen=True, slots=True)
class Erp:
    """An ERP at an address; the secret goes to it with every request, and nowhere else."""

    url: str
    secret: str | None = field(default=None, repr=False)
    patience: Patience = field(default_factory=Patience)
    restraint: Restraint = field(default_factory=Restraint)
    transport: httpx.AsyncBaseTransport | None = None  # in place of the network: an ERP in this very process

    async def inventory(self, wanted: WantedNights) -> InventoryOutcome:
        """Ask for all nights of a range. Never raises for what the other side does."""
        query = urlencode({"from": wanted.first.isoformat(), "to": wanted.end.isoformat()})
        ask = OutsideRequest("GET", f"{self._base()}/inventory?{query}", self._headers(), transport=self.transport)
        match await ask_patiently(ask, self.patience, self.restraint):
            case OutsideAnswer(status=200, body=body):
                # Two megabytes take a twentieth of a second to check: not on the loop that answers guests.
                return await asyncio.to_thread(read_inventory, body, wanted)
            case OutsideAnswer(status=status):
                return _no_inventory(status)
            case TooMuch(why):
                return RefusedAnswer(Flaw.TOO_LARGE, why)
            case NotSent(why) | Lost(why):
                return Unreachable(_sentence(why))

    async def write(self, reservation: Reservation) -> WriteOutcome:
        """Tell the ERP of an approved ticket, once per key however often it is told."""
        if not KEY.fullmatch(reservation.key):
            return WriteInvalid("The key of a reservation has 1 to 64 letters, digits, - and _.")
        if reservation.check_out <= reservation.check_in:
            return WriteInvalid("The check-out of a reservation comes after its check-in.")
        headers = (*self._headers(), ("Content-Type", "application/json"))
        url = f"{self._base()}/reservations/{quote(reservation.key)}"
        ask = OutsideRequest("PUT", url, headers, _body(reservation), transport=self.transport)
        heard = await ask_patiently(ask, self.patience, self.restraint)
        return _written(heard, reservation.key)

    def _base(self) -> str:
        return self.url.rstrip("/")

    def _headers(self) -> Headers:
        accept = (("Accept", "application/json"),)
        return accept if self.secret is None else (*accept, ("Authorization", f"Bearer {self.secret}"))


def _no_inventory(status: int) -> RefusedAnswer:
    match status:
        case 401 | 403:
            return RefusedAnswer(Flaw.DENIED, f"The ERP does not let us in ({status}): is the secret right?")
        case 404:
            return RefusedAnswer(Flaw.DENIED, "The ERP has no inventory at its address (404): is the address right?")
        case _ if 400 <= status < 500:
            return RefusedAnswer(Flaw.DENIED, f"The ERP refuses to answer ({status}).")
        case _:
            return RefusedAnswer(Flaw.UNREADABLE, f"The ERP answered with status {status} in place of an inventory.")


def _body(reservation: Reservation) -> bytes:
    plain = {name: value for name, value in asdict(reservation).items() if name != "key"}
    return json.dumps(plain, default=str, ensure_ascii=False).encode()  # days and amounts as text


def _written(heard: Heard, key: str) -> WriteOutcome:
    match heard:
        case OutsideAnswer(status=200 | 201, body=body):
            return _receipt(body, key)
        case OutsideAnswer(status=409 | 422 as status, body=body):
            return WriteRefused(_detail(body) or f"The ERP will not have the reservation ({status}).")
        case OutsideAnswer(status=401 | 403 as status):
            return WriteRefused(f"The ERP does not let us in ({status}): is the secret right?")
        case OutsideAnswer(status=status, body=body) if 300 <= status < 500:
            return WriteInvalid(_detail(body) or f"The ERP makes nothing of the reservation ({status}).")
        case OutsideAnswer(status=status):
            return WriteUnknown(f"The ERP answered with status {status}; whether it has the reservation is not known.")
        case NotSent(why):
            return Unreachable(_sentence(why))
        case Lost(why) | TooMuch(why):
            return WriteUnknown(f"{_sentence(why)} Whether it has the reservation is not known.")


def _receipt(body: bytes, key: str) -> Written | WriteUnknown:
    """Read the receipt; a page that a proxy put in its place says nothing of the reservation."""
    try:
        receipt = ErpReceipt.model_validate_json(body)
    except ValidationError:
        return WriteUnknown("The ERP answered with something that is no receipt; whether it has it is not known.")
    if receipt.key != key:
        return WriteUnknown("The ERP answered with the receipt of another reservation.")
    return Written(None if receipt.reference is None else quoted(receipt.reference))


def _detail(body: bytes) -> str:
    try:
        return quoted(ErpProblem.model_validate_json(body).detail)
    except ValidationError:
        return ""


def _sentence(why: str) -> str:
    text = why[:1].upper() + why[1:]
    return text if text.endswith(".") else f"{text}."
