"""Tells the ERP of approved tickets: a job for each, once per key, until there is an answer or staff must see to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from frontdesk.calendars.erp import Reservation, Unreachable, WriteOutcome, WriteUnknown
from frontdesk.desk.background import Finished, HeldJob, JobKind, NewJob, RunEnd, TryAgain, put_job
from frontdesk.desk.erp_link import ErpLink
from frontdesk.storage import codec
from frontdesk.storage.store import Store
from frontdesk.storage.unit import Unit

KIND = "reservation"
LONGEST = timedelta(seconds=60)
MOST_TRIES = 10  # over some three hours; then staff are told that nobody knows


@dataclass(frozen=True, slots=True)
class Reserving:
    """Writes reservations to the ERP; `tell` is called once for each, in the transaction that ends its job."""

    store: Store
    link: ErpLink
    tell: Callable[[Unit, Reservation, WriteOutcome], None]

    def kind(self) -> JobKind:
        """Return the job that writes."""
        return JobKind(KIND, self.run, LONGEST, longest_pause=timedelta(hours=2))

    async def run(self, held: HeldJob) -> RunEnd:
        """Write one reservation. What is unknown or unreachable is tried again: the key makes it the same one."""
        reservation = codec.decode(Reservation, held.job.payload)
        outcome = await self._write(reservation)
        if isinstance(outcome, Unreachable | WriteUnknown) and held.job.failures + 1 < MOST_TRIES:
            return TryAgain(outcome.why)
        await self.store.run(lambda unit: self._end(unit, held, reservation, outcome))
        return Finished()

    async def _write(self, reservation: Reservation) -> WriteOutcome:
        settings = self.link.business().erp
        if settings is None:
            return Unreachable("The business has no ERP any more.")
        erp = self.link.client(settings)
        return erp if isinstance(erp, Unreachable) else await erp.write(reservation)

    def _end(self, unit: Unit, held: HeldJob, reservation: Reservation, outcome: WriteOutcome) -> None:
        if held.finish(unit):  # else another worker has told it
            self.tell(unit, reservation, outcome)


def put_reservation(unit: Unit, business: str, reservation: Reservation, conversation_id: str | None = None) -> bool:
    """Have the ERP told of a reservation, after the commit; False if it was put before under the same key."""
    job = NewJob(KIND, reservation.key, codec.encode(reservation), conversation_id=conversation_id)
    return put_job(unit, business, job)
