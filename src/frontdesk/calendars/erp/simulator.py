"""An ERP to try things with: an HTTP server that speaks our protocol, and misbehaves as it is told.

The same seed gives the same rooms, rates and failures, in the same order of requests.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from random import Random
from typing import Annotated, TypeAlias

from fastapi import FastAPI, Path, Query, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

LONGEST_RANGE = 800  # nights
WEEKEND = (4, 5)  # the nights of Friday and Saturday cost more
CENT = Decimal("0.01")

Key: TypeAlias = Annotated[str, Path(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$")]


@dataclass(frozen=True, slots=True)
class SimulatedType:
    """A room type of the simulated hotel."""

    name: str
    rooms: int
    rate: Decimal


BLACK_LOTUS = (
    SimulatedType("standard", 10, Decimal(129)),
    SimulatedType("deluxe", 6, Decimal(189)),
    SimulatedType("suite", 3, Decimal(299)),
)


class Completeness(StrEnum):
    """How much of its inventory the simulated ERP gives."""

    WHOLE = "whole"
    PARTIAL = "partial"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class SimulatedHotel:
    """What the simulated ERP knows."""

    seed: int = 1
    types: tuple[SimulatedType, ...] = BLACK_LOTUS
    currency: str = "USD"
    changing_rates: bool = False  # another rate in every answer
    sold_out: frozenset[date] = frozenset()


@dataclass(frozen=True, slots=True)
class Simulation:
    """What is simulated, and how it misbehaves."""

    hotel: SimulatedHotel = field(default_factory=SimulatedHotel)
    failure_rate: float = 0.0  # the part of requests that fail
    latency: float = 0.0  # seconds before every answer
    answering: Completeness = Completeness.WHOLE
    secret: str | None = field(default=None, repr=False)


@dataclass(slots=True)
class Books:
    """What the simulated ERP remembers: how often it was asked, and the reservations it was told of."""

    requests: int = 0
    reservations: dict[str, tuple[str, str]] = field(default_factory=dict)  # key -> what was told, reference


class ReservationBody(BaseModel):
    """A reservation as it is written."""

    room_type: str
    check_in: date
    check_out: date
    guests: Annotated[int, Field(ge=1)]
    guest_name: str
    phone: str
    total: Decimal
    currency: str
    rooms: Annotated[int, Field(ge=1)] = 1
    notes: str = ""


def simulated_erp(simulation: Simulation, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> FastAPI:
    """Return the application."""
    app = FastAPI(title="A simulated ERP", openapi_url=None, docs_url=None, redoc_url=None)
    app.state.books = books = Books()

    @app.middleware("http")
    async def misbehave(request: Request, answer: Callable[[Request], Awaitable[Response]]) -> Response:
        books.requests += 1
        number = books.requests
        await asyncio.sleep(simulation.latency)
        if not _is_let_in(request, simulation):
            return _problem(401, "The secret is wrong.")
        if _chance(simulation.hotel, "failure", number).random() < simulation.failure_rate:
            return _problem(503, "This failure was asked for.")
        return await answer(request)

    @app.get("/inventory")
    async def inventory(first: Annotated[date, Query(alias="from")], to: Annotated[date, Query()]) -> Response:
        if not 0 < (to - first).days <= LONGEST_RANGE:
            return _problem(422, f"A range has 1 to {LONGEST_RANGE} nights.")
        generation = books.requests if simulation.hotel.changing_rates else 0
        rows = _given(simulation.answering, _rows(simulation.hotel, first, to, generation))
        return JSONResponse({"generated_at": clock().isoformat(), "nights": rows})

    @app.put("/reservations/{key}")
    async def reserve(key: Key, body: ReservationBody) -> Response:
        return _reserved(simulation.hotel, books, key, body)

    return app


def _is_let_in(request: Request, simulation: Simulation) -> bool:
    return simulation.secret is None or request.headers.get("authorization") == f"Bearer {simulation.secret}"


def _problem(status: int, detail: str) -> Response:
    return JSONResponse({"status": status, "detail": detail}, status, media_type="application/problem+json")


def _chance(hotel: SimulatedHotel, *about: object) -> Random:
    """Return chance that depends on the seed and on what it is about, not on what was asked before."""
    return Random(f"{hotel.seed}:{':'.join(map(str, about))}")  # noqa: S311 - it makes a hotel, no secrets


def _rows(hotel: SimulatedHotel, first: date, end: date, generation: int) -> list[dict[str, object]]:
    nights = [first + timedelta(number) for number in range((end - first).days)]
    return [_row(hotel, each, night, generation) for each in hotel.types for night in nights]


def _row(hotel: SimulatedHotel, each: SimulatedType, night: date, generation: int) -> dict[str, object]:
    busy = Decimal("1.2") if night.weekday() in WEEKEND else Decimal(1)
    more = Decimal(_chance(hotel, each.name, night, generation).randint(0, 10)) / 100
    # How many are free does not change with the rates.
    free = each.rooms - _chance(hotel, each.name, night).randint(0, each.rooms // 2)
    return {
        "room_type": each.name,
        "night": night.isoformat(),
        "rooms": 0 if night in hotel.sold_out else free,
        "rate": str((each.rate * busy * (1 + more)).quantize(CENT)),
        "currency": hotel.currency,
    }


def _given(answering: Completeness, rows: list[dict[str, object]]) -> list[dict[str, object]]:
    match answering:
        case Completeness.WHOLE:
            return rows
        case Completeness.PARTIAL:
            return rows[: len(rows) // 2]
        case Completeness.EMPTY:
            return []


def _reserved(hotel: SimulatedHotel, books: Books, key: str, body: ReservationBody) -> Response:
    """Keep a reservation once per key; the same key with something else in it is a conflict."""
    told = json.dumps(body.model_dump(mode="json"), sort_keys=True)
    known = books.reservations.get(key)
    if known is not None:
        same = known[0] == told
        return _receipt(200, key, known[1]) if same else _problem(409, "This key was used for another reservation.")
    if body.room_type not in {each.name for each in hotel.types} or body.check_out <= body.check_in:
        return _problem(422, "There is no such room type, or no night in this stay.")
    nights = {body.check_in + timedelta(number) for number in range((body.check_out - body.check_in).days)}
    if nights & hotel.sold_out:
        return _problem(409, "A night of this stay is sold out.")
    books.reservations[key] = (told, f"ERP-{len(books.reservations) + 1:05d}")
    return _receipt(201, key, books.reservations[key][1])


def _receipt(status: int, key: str, reference: str) -> Response:
    return JSONResponse({"key": key, "reference": reference}, status)
