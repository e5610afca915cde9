"""Says what is wrong with a file of whole conversations, and how they are spread; never what the desk says."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from datetime import date
from functools import partial
from pathlib import Path

from frontdesk.desk.house import House
from frontdesk.desk.rehearsals.given import Impossible, prepare
from frontdesk.desk.rehearsals.rehearsing import Stage, stage
from frontdesk.storage.store import open_store
from training.guests import GuestFile, ScriptedGuest, Wanted, read_guests
from training.whole_conversations import Houses, Unplayable, empty_database, script_of

_COMMON = {"day", "time", "name", "phone", "email", "status", "price", "minutes"}
_OF_KIND = {
    "flights": {"origin", "destination", "flight"},
    "hotel": {"room_type", "check_in", "check_out", "guests", "special_requests"},
    "meetings": {"title", "attendees"},
}
_OF_SERVICES = {"service", "provider", "party", "location"}
_DAYS = ("day", "check_in", "check_out")
_PLACES = {"choice", "confirm", "changing", "done"}
_ANSWERS = {"choice", "yes", "no", "again", "staff"}


def problems_of(guest: ScriptedGuest, house: House, here: Stage) -> Iterator[str]:
    """Give what is wrong with a guest: with what they take as given, want, or wait for."""
    try:
        script = script_of(guest, house)
        with open_store(f"sqlite:///{empty_database(here)}") as store:
            store.run_sync(partial(prepare, house.business, script))
    except Unplayable as wrong:
        yield str(wrong)
    except Impossible as wrong:
        yield wrong.finding.message
    for wanted in (*guest.goal.bookings, *guest.goal.on_the_way):
        yield from _wanted(wanted, guest.business, house)
    slots = {name for flow in house.flows.newest.values() for name in flow.slots} | {"name", "phone", "email", "day"}
    for at in sorted({line.at for line in guest.lines if line.at} - _PLACES - slots):
        yield f"the desk never asks for {at!r}"
    for name in sorted(guest.answers.keys() - _ANSWERS - slots):
        yield f"the desk never asks for {name!r}, so nobody answers it"


def _wanted(wanted: Wanted, business: str, house: House) -> Iterator[str]:
    known = _COMMON | _OF_KIND.get(business, _OF_SERVICES)
    for key, wish in wanted.items():
        if key not in known:
            yield f"a booking of {business} has no {key!r}; it has {', '.join(sorted(known))}"
        for value in _values(wish):
            if key == "service" and value not in house.business.services:
                yield f"there is no service {value!r}"
            if key == "provider" and value not in house.business.resources:
                yield f"there is no provider {value!r}"
            if key in _DAYS and not _is_day(value):
                yield f"{value!r} is not a day such as 2026-03-05"


def _values(wish: object) -> list[str]:
    match wish:
        case str():
            return [wish]
        case dict():
            return [str(each) for each in wish.values()]
        case list() | tuple():
            return [str(each) for each in wish]
        case _:
            return []


def _is_day(text: str) -> bool:
    try:
        return bool(date.fromisoformat(text))
    except ValueError:
        return False


def spread(file: GuestFile) -> str:
    """Return how the guests are spread over what should vary."""
    guests = file.guests
    businesses = Counter(guest.business for guest in guests)
    return "\n".join(
        [
            "businesses: " + ", ".join(f"{name} {count}" for name, count in businesses.most_common()),
            f"of trades that nothing was tuned for: {sum(guest.unseen for guest in guests)} of {len(guests)}",
            f"with something given: {sum(bool(set(guest.given) - {'guest'}) for guest in guests)}",
            f"that end without a booking: {sum(not guest.goal.bookings for guest in guests)}",
            f"with a line at the confirm: {sum(any(line.at == 'confirm' for line in guest.lines) for guest in guests)}",
        ]
    )


def main(names: list[str]) -> int:
    """Check the files named; return 1 if a conversation must be mended."""
    if not names:
        sys.stderr.write("usage: python -m training.check_conversations FILE...\n")
        return 2
    wrong, houses = 0, Houses(None)
    with stage() as here:
        for name in names:
            file = read_guests(Path(name))
            problems = [
                *file.problems,
                *(
                    f"conversation {guest.name}: {problem}"
                    for guest in file.guests
                    for problem in problems_of(guest, houses.of(guest.business), here)
                ),
            ]
            wrong += len(problems)
            for problem in problems:
                sys.stdout.write(f"{name}: {problem}\n")
            sys.stdout.write(f"{name}: {len(file.guests)} conversations, {len(problems)} problems\n{spread(file)}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
