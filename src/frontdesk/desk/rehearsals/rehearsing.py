"""Runs conversation files: each on a desk and a diary of its own, with a clock that moves only when told to."""

from __future__ import annotations

import os
import shutil
import tempfile
from asyncio import Runner
from collections.abc import Coroutine, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from time import monotonic
from uuid import uuid4

from frontdesk.desk.actions.calls import Action
from frontdesk.desk.booking_data import booking_data
from frontdesk.desk.desk import Desk
from frontdesk.desk.hearing import Basis, Ears
from frontdesk.desk.house import House, World
from frontdesk.desk.plans.filling import FormRefused
from frontdesk.desk.plans.forms import run_id
from frontdesk.desk.rehearsals.coverage import Watch
from frontdesk.desk.rehearsals.expectations import Difference, Printed, Setting, booked, differences
from frontdesk.desk.rehearsals.given import Impossible, other_guest, prepare
from frontdesk.desk.rehearsals.given_rooms import keep_rooms
from frontdesk.desk.rehearsals.places import Place
from frontdesk.desk.rehearsals.scripts import (
    Ending,
    Expected,
    Fills,
    GivenRooms,
    Meanwhile,
    Says,
    Script,
    Silence,
    Waits,
    WorldChanges,
)
from frontdesk.desk.rehearsals.troubles import troubled
from frontdesk.desk.scene import Filling
from frontdesk.flows.findings import Finding
from frontdesk.storage.rows import BookingRow
from frontdesk.storage.store import Store, open_store
from frontdesk.storage.unit import Unit

EMPTY, RUN = "empty.db", "run.db"
MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of its own is made in it
DEFECTS = ("turn_broke", "reply_refused")  # events of the log that are our fault, whatever the guest was told
BEGINNING = datetime(1, 1, 2, tzinfo=UTC)
END = datetime(9999, 12, 30, tzinfo=UTC)
REFERENCE, PHONE = "{reference}", "{phone}"  # in what a guest says: those of the last booking that was made


@dataclass(frozen=True, slots=True)
class Failure:
    """Where a conversation went another way than its file says."""

    line: int
    said: str
    reply: str
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """What the desk heard, and what must be true after it."""

    text: str
    line: int
    expected: Expected


@dataclass(frozen=True, slots=True)
class Result:
    """How one run of a file ended."""

    name: str
    script: Script
    failure: Failure | None
    seconds: float
    waiting: str | None = None  # the sentence that it waits for, and failed at


@dataclass(frozen=True, slots=True)
class Stage:
    """Where conversations are run: each gets a copy of an empty database."""

    runner: Runner
    folder: Path
    watch: Watch | None = None

    def run(self, house: House, script: Script) -> Iterator[Result]:
        """Run a script in every wording; raises `Impossible` where it takes as given what cannot be.

        What comes before another wording is the same conversation, so it is played once and gone on from.
        """
        moments: dict[int, _Moment] = {}
        for name, version in script.versions():
            begun = monotonic()
            failure = self._played(house, version, _other_wording(script, version), moments)
            yield _awaited(Result(name, version, failure, monotonic() - begun))

    def _played(self, house: House, script: Script, place: int, moments: dict[int, _Moment]) -> Failure | None:
        """Play a script from the moment that was kept at `place`, or from the beginning; as written, it keeps some."""
        moment = moments.get(place)
        _copy(self.folder / EMPTY if moment is None else moment.database, self.folder / RUN)
        with open_store(f"sqlite:///{self.folder / RUN}") as store:
            if moment is not None:
                return moment.gone_on(store, script).play(place)
            others = store.run_sync(partial(prepare, house.business, script))
            watched = house if self.watch is None else self.watch.over(house)
            rehearsal = _Rehearsal(Desk(watched, store), script, self, others, script.now, house.actions)
            return rehearsal.play(moments=moments if place < 0 else None)


def _other_wording(script: Script, version: Script) -> int:
    """Return where a version of a script says something else; -1 where it is as written."""
    pairs = enumerate(zip(script.happenings, version.happenings, strict=True))
    return next((place for place, (one, other) in pairs if one is not other), -1)


def _copy(database: Path, to: Path) -> None:
    """Copy a database that nobody writes into, with what its log holds."""
    shutil.copy(database, to)
    log, log_there = Path(f"{database}-wal"), Path(f"{to}-wal")
    if log.exists():
        shutil.copy(log, log_there)
    else:
        log_there.unlink(missing_ok=True)


def _awaited(result: Result) -> Result:
    """Return how a run counts that waits for a sentence to be understood: as one that waits, until it passes."""
    waited = next((turn for turn in _turns(result.script) if turn.text in result.script.waiting), None)
    if waited is None:
        return result
    if result.failure is None:
        passes = Difference("waiting", "that it is not understood yet", "it passes; take the sentence out of `waiting`")
        return replace(result, failure=Failure(waited.line, waited.text, "", (passes,)))
    # What fails before the sentence is even said is a failure like any other.
    return result if result.failure.line < waited.line else replace(result, failure=None, waiting=waited.text)


def _turns(script: Script) -> Iterator[Says]:
    return (each for each in script.happenings if isinstance(each, Says))


@contextmanager
def stage(watch: Watch | None = None) -> Iterator[Stage]:
    """Set up a place to run conversations in; `watch` sees what they reach."""
    # Nothing here is to outlive a power cut: in memory, a turn need not wait for the disk.
    place = MEMORY if os.access(MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="frontdesk-", dir=place) as folder, Runner() as runner:
        # Migrated once and copied for each run, which is much faster than making the tables each time.
        open_store(f"sqlite:///{folder}/{EMPTY}").close()
        yield Stage(runner, Path(folder), watch)


def rehearse(
    house: House, scripts: Iterable[Script], broken: list[Finding], watch: Watch | None = None
) -> Iterator[Result]:
    """Run every script; those that take as given what cannot be are added to `broken`. `watch` sees what they reach."""
    with stage(watch) as here:
        for script in scripts:
            try:
                yield from here.run(house, script)
            except Impossible as error:
                broken.append(error.finding)


def _synced_again(house: House, rooms: GivenRooms, now: datetime, unit: Unit) -> None:
    keep_rooms(unit, house.business, rooms, now)


@dataclass(slots=True)
class _Rehearsal:
    """One run of one script: the desk, and the moment it has come to."""

    desk: Desk
    script: Script
    stage: Stage
    others: frozenset[int]  # given bookings of other guests
    now: datetime
    actions: Mapping[str, Action]  # as they are when nothing is wrong
    conversation: str = field(default_factory=lambda: uuid4().hex)
    last: Printed = field(default_factory=dict)  # what the turn before came to
    endings: dict[str, str] = field(default_factory=dict)  # of actions that are in trouble

    def play(self, first: int = 0, moments: dict[int, _Moment] | None = None) -> Failure | None:
        """Play from a place on; where moments are kept, that is before each sentence that has other wordings."""
        for place, happening in enumerate(self.script.happenings[first:], first):
            failure = None
            if moments is not None and isinstance(happening, Says) and happening.wordings:
                moments[place] = self.kept(place)
            match happening:
                case Says():
                    failure = self.hear(happening, self.script.guest)
                case Fills():
                    failure = self.fill(happening)
                case Silence():
                    failure = self.hear_nothing(happening)
                case Waits(length=length):
                    self.wait(length)
                case Meanwhile(turns=turns):
                    phone = other_guest(self.desk.house.business, self.script.guest)
                    failure = next(filter(None, (self.hear(turn, phone) for turn in turns)), None)
                case WorldChanges():
                    self.change(happening)
            if failure is not None:
                return failure
        return self.end(self.script.ending) if self.script.ending else None

    def kept(self, place: int) -> _Moment:
        """Keep where the run stands: nothing is under way between two turns."""
        database = self.stage.folder / f"{place}.db"
        _copy(self.stage.folder / RUN, database)
        stood = dict(self.stage.watch.stood) if self.stage.watch else {}
        return _Moment(database, replace(self), self.desk.house, dict(self.desk.ears.remembered), stood)

    def wait(self, length: timedelta) -> None:
        # In UTC: forty minutes are forty minutes, also in the night when the clocks change.
        self.now = (self.now.astimezone(UTC) + length).astimezone(self.now.tzinfo)

    def change(self, world: WorldChanges) -> None:
        """Let something break, or work again."""
        if world.calendar_down is not None:
            self.desk.in_world(World(calendar_down=world.calendar_down))
        if world.rooms is not None:
            self.desk.store.run_sync(partial(_synced_again, self.desk.house, world.rooms, self.now))
        ways = {**self.endings, **world.endings}
        self.endings = {name: way for name, way in ways.items() if way is not None}
        self.desk.house = replace(self.desk.house, actions=troubled(self.actions, self.endings))

    def hear(self, says: Says, phone: str | None) -> Failure | None:
        text = self.filled(says.text)
        if text is None:
            missing = Difference("guest", "a booking whose reference can be said", "none")
            return Failure(says.line, says.text, "", (missing,))
        conversation = self.conversation if phone == self.script.guest else None
        channel = says.channel or self.script.channel
        said = Said(text, says.line, says.expected)
        return self.answered(said, self.desk.say(text, guest=phone, conversation=conversation, channel=channel))

    def fill(self, fills: Fills) -> Failure | None:
        """Put something into the form of what is under way, shown or not, whatever comes of it."""
        conversation = str(self.last.get("conversation", self.conversation))
        stands = self.desk.store.run_sync(lambda unit: unit.conversations.by_id(conversation))
        run = run_id(conversation, stands.run.number) if stands and stands.run else ""
        filling = Filling(run, fills.values, fills.sent, stands.version if stands else None)
        said = Said("(sends the form)" if fills.sent else "(fills in the form)", fills.line, fills.expected)
        return self.answered(said, self.filled_in(filling, fills))

    async def filled_in(self, filling: Filling, fills: Fills) -> Printed:
        channel = fills.channel or self.script.channel
        conversation = str(self.last.get("conversation", self.conversation))
        try:
            return await self.desk.fill(filling, guest=self.script.guest, conversation=conversation, channel=channel)
        except FormRefused as refused:
            # Nothing has changed: the turn before is how things stand, but for what the form says.
            return {**self.last, "reply": refused.detail, "did": [], "form": refused.form}

    def hear_nothing(self, silence: Silence) -> Failure | None:
        self.wait(silence.length)
        channel = silence.channel or self.script.channel
        said = Said("(silence)", silence.line, silence.expected)
        nothing = self.desk.hear_nothing(guest=self.script.guest, conversation=self.conversation, channel=channel)
        return self.answered(said, nothing)

    def answered(self, said: Said, answering: Coroutine[None, None, Printed]) -> Failure | None:
        """Compare the answer of the desk with what is expected."""
        self.desk.clock = lambda: self.now
        answer = self.stage.runner.run(answering)
        self.last = answer
        self.note(str(answer["conversation"]), said.expected)
        setting = Setting(self.desk.house.business.language, self.now.date())
        found = (*self.defects(), *differences(said.expected, answer, setting))
        return Failure(said.line, said.text, str(answer["reply"]), found) if found else None

    def filled(self, text: str) -> str | None:
        """Put the reference and the phone number of the last booking into what a guest says; None if there is none."""
        if not any(mark in text for mark in (REFERENCE, PHONE)):
            return text
        rows = self.desk.store.run_sync(self.rows)
        last = max(rows, key=lambda row: row.id, default=None)
        return None if last is None else text.replace(REFERENCE, last.reference).replace(PHONE, last.phone or "")

    def rows(self, unit: Unit) -> tuple[BookingRow, ...]:
        return unit.bookings.starting(self.desk.house.business.id, BEGINNING, END)

    def note(self, conversation: str, expected: Expected) -> None:
        """Let the watch, if there is one, see where the turn ended."""
        if self.stage.watch is None:
            return
        ended = self.desk.store.run_sync(lambda unit: unit.conversations.by_id(conversation))
        if ended is not None:
            self.stage.watch.turned(ended, expected)

    def defects(self) -> Iterator[Difference]:
        """Give what went wrong inside; a run ends with the first, so all that was counted is of this turn."""
        counters = self.desk.log.counters
        return (Difference(event, "0", str(counters[event])) for event in DEFECTS if counters[event])

    def end(self, ending: Ending) -> Failure | None:
        found = tuple(self.desk.store.run_sync(lambda unit: list(self.left(ending, unit))))
        return Failure(ending.line, "at the end", "", found) if found else None

    def left(self, ending: Ending, unit: Unit) -> Iterator[Difference]:
        business = self.desk.house.business.id
        rows = self.rows(unit)
        if ending.bookings is not None:
            yield from booked(ending.bookings, self.shown(row for row in rows if row.id not in self.others))
        if ending.diary is not None:
            yield from booked(ending.diary, self.shown(rows))
        waiting = len(unit.requests.open(business))
        if ending.requests not in (None, waiting):
            yield Difference("requests", str(ending.requests), str(waiting))

    def shown(self, rows: Iterable[BookingRow]) -> list[Mapping[str, object]]:
        return [booking_data(row, self.desk.house.business.zone) for row in rows]


@dataclass(frozen=True, slots=True)
class _Moment:
    """Where a run stood before a sentence that has other wordings: with each of them it goes on from here."""

    database: Path
    rehearsal: _Rehearsal
    house: House  # in the world of that moment
    remembered: Mapping[str, Basis]
    stood: Mapping[str, Place]

    def gone_on(self, store: Store, script: Script) -> _Rehearsal:
        """Return the same run on a copy of its database, with a desk that remembers what that one did."""
        if self.rehearsal.stage.watch is not None:
            self.rehearsal.stage.watch.stood = dict(self.stood)
        desk = Desk(self.house, store, ears=Ears(dict(self.remembered)))
        return replace(self.rehearsal, desk=desk, script=script)
