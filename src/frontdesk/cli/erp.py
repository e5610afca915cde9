"""The commands for hotels with an ERP: sync, and a simulated ERP to try it with."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from functools import wraps
from typing import TYPE_CHECKING

import click

from frontdesk.cli.place import Place, day_type, fail, folder_type, moment_of, now_option, placed
from frontdesk.cli.staff import TRY_LATER

if TYPE_CHECKING:  # named in signatures only: the command imports it itself
    from frontdesk.calendars.erp.simulator import SimulatedHotel, SimulatedType, Simulation


@click.command()
@click.argument("business", required=False, type=folder_type)
@placed
def sync(place: Place) -> None:
    """Bring the rooms of a hotel up to date with its ERP, now. Exit status 75: another sync is running."""
    from frontdesk.desk.background import AtItAlready
    from frontdesk.desk.sync_report import sync_sentence
    from frontdesk.desk.work import work_of
    from frontdesk.storage.syncs import Sync, SyncOutcome

    with place.open() as desk:
        end = desk.runner.run(work_of(desk.desk).sync_now())
    if isinstance(end, AtItAlready):
        click.echo(sync_sentence(end), err=True)
        raise SystemExit(TRY_LATER)
    if not isinstance(end, Sync) or end.outcome is not SyncOutcome.SUCCESS:
        fail(sync_sentence(end))
    click.echo(sync_sentence(end))


class RoomType(click.ParamType["SimulatedType"]):
    """A room type, as NAME:ROOMS:RATE."""

    name = "NAME:ROOMS:RATE"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> SimulatedType:
        """Return the room type."""
        from frontdesk.calendars.erp.simulator import SimulatedType

        try:
            name, rooms, rate = str(value).split(":")
            made = SimulatedType(name, int(rooms), Decimal(rate))
        except (ValueError, InvalidOperation):
            self.fail(f"{value!r} is not a room type such as deluxe:6:189.", param, ctx)
        if not made.name or made.rooms < 1 or not 0 < made.rate < 1_000_000:
            self.fail(f"{value!r} has no name, no rooms or no rate.", param, ctx)
        return made


def of_a_hotel(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that say which hotel is simulated, as one value."""

    @click.option("--seed", default=1, show_default=True, help="The same seed: the same hotel, the same failures.")
    @click.option("--room-type", "types", multiple=True, type=RoomType(), help="Default: those of the Black Lotus.")
    @click.option("--currency", default="USD", show_default=True)
    @click.option("--sold-out", "days", multiple=True, type=day_type, metavar="DAY", help="A night without rooms.")
    @click.option("--changing-rates", "changing", is_flag=True, help="Other rates in every answer.")
    @wraps(command)
    def run(
        seed: int,
        types: tuple[SimulatedType, ...],
        currency: str,
        days: tuple[datetime, ...],
        *,
        changing: bool,
        **rest: object,
    ) -> None:
        from frontdesk.calendars.erp.simulator import BLACK_LOTUS, SimulatedHotel

        sold_out = frozenset(day.date() for day in days)
        command(SimulatedHotel(seed, types or BLACK_LOTUS, currency, changing, sold_out), **rest)

    return run


def misbehaving(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that say how the simulated ERP misbehaves, with the hotel as one value."""

    @click.option("--failure-rate", type=click.FloatRange(0, 1), default=0.0, help="The part of requests that fail.")
    @click.option("--latency", type=click.FloatRange(0, 600), default=0.0, metavar="SECONDS", help="Before any answer.")
    @click.option("--partial", "answering", flag_value="partial", help="Answer half of what was asked for.")
    @click.option("--empty", "answering", flag_value="empty", help="Answer without a single night.")
    @click.option("--secret", metavar="VARIABLE", help="Let in who sends what this environment variable holds.")
    @wraps(command)
    def run(
        hotel: SimulatedHotel,
        failure_rate: float,
        latency: float,
        answering: str | None,
        secret: str | None,
        **rest: object,
    ) -> None:
        from frontdesk.calendars.erp.simulator import Completeness, Simulation

        if secret is not None and not os.environ.get(secret):
            raise click.BadParameter(f"The environment variable {secret} is empty.", param_hint="--secret")
        how = Completeness(answering or "whole")
        command(Simulation(hotel, failure_rate, latency, how, secret and os.environ[secret]), **rest)

    return run


@click.command("erp-simulator")
@click.option("--port", type=click.IntRange(0, 65535), default=9000, show_default=True)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen at.")
@now_option
@of_a_hotel
@misbehaving
def erp_simulator(simulation: Simulation, port: int, host: str, moment: str | None) -> None:
    """Run a simulated ERP that speaks the protocol of docs/erp.md, and misbehaves as it is told."""
    frozen = None if moment is None else moment_of(moment, UTC)
    _serve(simulation, Served(host, port, lambda: frozen or datetime.now(UTC)))


@dataclass(frozen=True, slots=True)
class Served:
    """Where the simulated ERP listens, and by which clock it answers."""

    host: str
    port: int
    clock: Callable[[], datetime]


def _serve(simulation: Simulation, served: Served) -> None:
    """Serve until told to stop."""
    import uvicorn

    from frontdesk.calendars.erp.simulator import simulated_erp
    from frontdesk.desk.serving import Listening, NoPort, bound_socket, socket_address

    try:
        taken = bound_socket(Listening(served.host, served.port))
    except NoPort as error:
        fail(str(error))
    with taken:
        click.echo(f"A simulated ERP is at {socket_address(taken)}")
        config = uvicorn.Config(simulated_erp(simulation, served.clock), access_log=False, log_level="warning")
        # What told the server to stop has been obeyed when it returns.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: None)
        uvicorn.Server(config).run([taken])
