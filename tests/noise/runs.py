"""Runs a conversation as it is written and again with noise, and compares the diaries that are left."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from random import Random

from frontdesk.desk.booking_data import booking_data
from frontdesk.desk.house import House
from frontdesk.desk.rehearsals.rehearsing import BEGINNING, END, Stage
from frontdesk.desk.rehearsals.scripts import Expected, Happening, Says, Script, Silence
from frontdesk.scheduling.booking import Status
from frontdesk.storage.store import open_store
from tests.noise.kinds import KINDS, Spelled

BESIDE = ("reference", "notes")  # made by chance, and free text that keeps the guest's own words
CONTACTS = frozenset({"name", "email"})


class Ended(Enum):
    """What noise made of a conversation."""

    SAME = "the same bookings"
    UNDONE = "something was left undone, and nothing was booked that was not asked for"
    WRONG = "a booking that was not asked for"


@dataclass(frozen=True, slots=True)
class Diary:
    """What is booked in the end, in the form in which it is compared, and what the guest spelled."""

    bookings: tuple[str, ...]
    spelled: Spelled


@dataclass(frozen=True, slots=True)
class Clean:
    """A conversation as it is written, and what it left."""

    name: str
    script: Script
    diary: Diary
    given: Diary

    @property
    def books(self) -> bool:
        """Tell whether something is booked in the end that was not there before."""
        return bool(set(self.diary.bookings) - set(self.given.bookings))


def clean(house: House, stage: Stage, name: str, script: Script) -> Clean:
    """Run one wording of a script without noise, and without its claims: noise may rightly bring one more question."""
    given = run(house, stage, replace(script, happenings=(), ending=None))
    bare = replace(script, happenings=tuple(map(_unexpecting, script.happenings)), ending=None)
    left = run(house, stage, bare)
    spelled = left.spelled.words | {word for value in _named(script) for word in _words(value)}
    return Clean(name, bare, replace(left, spelled=Spelled(spelled)), given)


def noisy(written: Clean, kind: str, seed: int) -> Script:
    """Put one kind of noise over every message of the guest."""

    def heard(place: int, happening: Happening) -> Happening:
        if not isinstance(happening, Says):
            return happening
        chance = Random(f"{seed} {kind} {written.name} {place}")  # noqa: S311 - noise, not a secret
        return replace(happening, text=KINDS[kind](happening.text, written.diary.spelled, chance))

    happenings = (heard(place, happening) for place, happening in enumerate(written.script.happenings))
    return replace(written.script, happenings=tuple(happenings))


def ended(house: House, stage: Stage, written: Clean, diary: Diary) -> Ended:
    """Compare what noise left with what was left, or stood for a while, without it."""
    if diary.bookings == written.diary.bookings:
        return Ended.SAME
    asked_for = {*written.diary.bookings, *written.given.bookings}
    happenings = written.script.happenings
    for length in range(1, len(happenings)):
        if asked_for >= set(diary.bookings):
            break
        asked_for |= set(run(house, stage, replace(written.script, happenings=happenings[:length])).bookings)
    return Ended.UNDONE if asked_for >= set(diary.bookings) else Ended.WRONG


def run(house: House, stage: Stage, script: Script) -> Diary:
    """Run one script that expects nothing, and read what is booked then."""
    (result,) = stage.run(house, script)
    assert result.failure is None, f"{script.name}: the desk broke at {result.failure}"
    with open_store(f"sqlite:///{stage.folder / 'run.db'}") as store:
        rows = store.run_sync(lambda unit: unit.bookings.starting(house.business.id, BEGINNING, END))
    booked = [booking_data(row, house.business.zone) for row in rows if row.status is not Status.CANCELLED]
    spelled = {word for row in rows for value in (row.name, row.email) if value for word in _words(value)}
    return Diary(tuple(sorted(map(_compared, booked))), Spelled(frozenset(spelled)))


def _named(script: Script) -> Iterator[str]:
    """Give the names and addresses that a file says are known on the way, which may be corrected later."""
    for happening in script.happenings:
        if isinstance(happening, Says):
            for values in (happening.expected.known, happening.expected.confirm):
                yield from (str(value) for key, value in (values or {}).items() if key in CONTACTS)


def _unexpecting(happening: Happening) -> Happening:
    match happening:
        case Says():
            return replace(happening, expected=Expected(), wordings=())
        case Silence():
            return replace(happening, expected=Expected())
        case _:
            return happening


def _compared(booking: Mapping[str, object]) -> str:
    """Return what a booking is about, in small letters and without apostrophes: noise takes those of a name too."""
    about = {key: value for key, value in booking.items() if key not in BESIDE}
    return json.dumps(about, sort_keys=True, ensure_ascii=False).casefold().replace("'", "")


def _words(value: str) -> list[str]:
    """Return the words of a name or an address, whole and in their parts."""
    return [*value.casefold().split(), *re.findall(r"[^\W\d_]+", value.casefold())]
