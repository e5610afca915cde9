"""For the tests of a business: talk to its desk, or run one of its actions, on a database that is thrown away."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self
from uuid import uuid4
from weakref import finalize

from frontdesk.desk.actions.calls import Action, Call, Ended, Errand
from frontdesk.desk.blocking import BlockingDesk, frozen, open_desk
from frontdesk.desk.house import World
from frontdesk.desk.outside import called_once
from frontdesk.desk.visitor import Visitor
from frontdesk.dialogue.values import Item, Value
from frontdesk.flows.findings import nearest
from frontdesk.storage.rows import Address, Facts
from frontdesk.storage.unit import Unit

CHANNEL = "web"
SOMEBODY = "+12015550123"


class Rehearsal:
    """A desk of its own for one test: say something to it, run its actions, let time pass."""

    def __init__(self, folder: Path, now: datetime | None = None, guest: str | None = None) -> None:
        """Open the business in `folder`. `guest` is a phone number that the channel vouches for."""
        with ExitStack() as stack:  # a business that is refused leaves nothing behind
            place = stack.enter_context(tempfile.TemporaryDirectory(prefix="frontdesk-"))
            self.desk: BlockingDesk = stack.enter_context(open_desk(folder, f"sqlite:///{place}/rehearsal.db"))
            self.close = finalize(self, stack.pop_all().close)
        self.guest = guest
        self.conversation = uuid4().hex
        if now is not None:
            self.at(now)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def at(self, now: datetime) -> Self:
        """Set the clock; without an offset it is the wall clock of the business."""
        moment = now if now.tzinfo else now.replace(tzinfo=self.desk.business.zone)
        self.desk.desk.clock = frozen(moment)
        return self

    def in_world(self, world: World) -> Self:
        """Let something around the desk break, or work again."""
        self.desk.desk.in_world(world)
        return self

    def say(self, text: str) -> dict[str, object]:
        """Say something as the guest, and return what the turn came to."""
        return self.desk.say(text, CHANNEL, self.guest, self.conversation)

    def say_nothing(self) -> dict[str, object]:
        """Let the desk notice that the guest says nothing, and return what the turn came to."""
        return self.desk.hear_nothing(CHANNEL, self.guest, self.conversation)

    def act(self, name: str, arguments: Mapping[str, Value]) -> Ended:
        """Run one action by itself; a catalogue value may be given by its id or its name."""
        action = _found(name, self.desk.desk.house.actions, arguments)
        values = {key: self._value(action, key, value) for key, value in arguments.items()}
        if action.outside is not None:
            visitor = self.desk.work(self._visitor)
            errand = Errand(self.desk.business, self.desk.now(), visitor, uuid4().hex, values)
            return self.desk.runner.run(_awaited(action, errand))
        return self.desk.work(lambda unit: action.run(self._call(unit, values)))

    def _call(self, unit: Unit, values: Mapping[str, Value]) -> Call:
        return Call(
            unit=unit,
            business=self.desk.business,
            now=self.desk.now(),
            visitor=self._visitor(unit),
            conversation=self.conversation,
            run=1,
            arguments=values,
            calendar_down=self.desk.desk.house.world.calendar_down,
        )

    def _visitor(self, unit: Unit) -> Visitor:
        phone = self.guest or SOMEBODY
        business = self.desk.business.id
        guest = unit.guests.upsert(Address(business, "phone", phone), Facts(phone=phone), self.desk.now())
        return Visitor(guest.id, CHANNEL, vouched=self.guest is not None, phone=self.guest)

    def _value(self, action: Action, name: str, value: Value) -> Value:
        """Let a text stand for something from the catalogue."""
        parameter, business = action.spec.parameters.get(name), self.desk.business
        if parameter is None or not isinstance(value, str):
            return value
        found = [("service", entry.id, entry.name) for entry in business.services.values()]
        found += [(entry.kind, entry.id, entry.name) for entry in business.catalogue]
        meant = (Item(kind, key) for kind, key, called in found if kind == parameter.kind and value in (key, called))
        return next(meant, value)


def _found(name: str, actions: Mapping[str, Action], arguments: Mapping[str, Value]) -> Action:
    """Return the action of a name; raises, in words, what a test has misspelt."""
    if name not in actions:
        raise LookupError(f"There is no action {name!r}{_perhaps(name, actions)}.")
    takes = actions[name].spec.parameters
    for argument in arguments:
        if argument not in takes:
            raise TypeError(f"{name} takes no {argument!r}{_perhaps(argument, takes)}.")
    return actions[name]


def _perhaps(word: str, names: Iterable[str]) -> str:
    meant = nearest(word, names)
    return f"; did you mean {meant!r}" if meant else ""


async def _awaited(action: Action, errand: Errand) -> Ended:
    """Call an outside action as the desk does: for so long, and whatever it raises is how it ended."""
    if action.outside is None:
        raise ValueError(f"{action.spec.name} is not an outside action")
    return await called_once(action, action.outside, errand, action.outside.timeout)


def rehearse(folder: str | Path, now: datetime | None = None, guest: str | None = None) -> Rehearsal:
    """Open a desk for one test: `rehearse("examples/flights").say("book a flight")`."""
    return Rehearsal(Path(folder), now, guest)


def rehearse_action(folder: str | Path, name: str, /, **arguments: Value) -> Ended:
    """Run one action of a business on a fresh database and return how it ended."""
    with rehearse(folder) as rehearsal:
        return rehearsal.act(name, arguments)
