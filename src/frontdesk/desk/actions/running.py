"""Runs the functions that are actions: what they are given, what they give back, and what if they break."""

from __future__ import annotations

import traceback
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from inspect import isawaitable
from itertools import chain
from pathlib import Path
from time import monotonic

from frontdesk.desk.actions.calls import Action, Call, Ended, Errand, Outside
from frontdesk.desk.actions.ledger import Ledger
from frontdesk.desk.actions.looking_up import TooManyGuesses
from frontdesk.desk.actions.marking import Function, Marks
from frontdesk.desk.actions.outcomes import FAILED, INVALID, UNAVAILABLE, UNKNOWN
from frontdesk.desk.actions.returned import WrongOutcome, ended_with
from frontdesk.desk.actions.signatures import Signature
from frontdesk.desk.actions.surroundings import Away, Here
from frontdesk.dialogue.values import Anytime, Money, Soonest, Value
from frontdesk.scheduling.business import Business
from frontdesk.storage.unusable import DatabaseUnusable


class Undone(Exception):  # noqa: N818 - not an error: it undoes what an action without success did before
    """An action ended without success."""

    def __init__(self, ended: Ended) -> None:
        """Carry how it ended."""
        super().__init__(ended.outcome)
        self.ended = ended


@dataclass(frozen=True, slots=True)
class Own:
    """An action of a business: its function, what that declares, and where its data is."""

    function: Function
    marks: Marks
    signature: Signature
    folder: Path

    def inside(self) -> Action:
        """Make it an action that runs in the turn's own transaction."""
        return Action(self.signature.spec, self.run, self._purpose())

    def outside(self) -> Action:
        """Make it an action that is called with no transaction open."""
        look_up = self.look_up if self.marks.look_up is not None else None
        outside = Outside(self.reach, self.marks.timeout, look_up)
        return Action(self.signature.spec, _not_in_here, self._purpose(), outside)

    def run(self, call: Call) -> Ended:
        """Run it in a part of the transaction: if it breaks, or has no success, all that it did is undone."""
        misfit = self._misfit(call.arguments, call.business)
        if misfit is not None:
            return misfit
        ledger = Ledger(call)
        unwanted = tuple(chain.from_iterable(each if isinstance(each, tuple) else (each,) for _, each in call.excluded))
        here = Here(call.now, call.business, call.visitor, self.folder, ledger, call.calendar_down, unwanted)
        began = monotonic()
        try:
            with call.unit.sql.savepoint():
                outcome = self.function(*self._first(here), **self._fitted(call.arguments))
                return self._succeeded(outcome, call, began)
        except Undone as undone:
            return undone.ended
        except WrongOutcome as wrong:
            return self._astray(str(wrong))
        except (DatabaseUnusable, TooManyGuesses, call.unit.sql.dialect.loaded_dbapi.Error):
            raise  # not the action's fault: the whole turn is undone, and redone where that helps
        except KeyboardInterrupt:
            raise  # whoever sits at the terminal wants to leave
        except BaseException as broken:  # noqa: BLE001 - the code of a business: whatever it does, the guest gets the truth
            return Ended(FAILED, broke=where_it_broke(broken))

    def _astray(self, why: str) -> Ended:
        """It ran and did not say how it ended, or too late: a guarded one may have taken effect."""
        return Ended(UNKNOWN if self.signature.spec.guarded else FAILED, broke=why)

    def _succeeded(self, outcome: object, call: Call, began: float) -> Ended:
        if is_late(began, self.marks.timeout):
            raise Undone(self._astray("it took too long"))
        ended = ended_with(self.signature, outcome, call.business, call.now, call.visitor)
        if ended.outcome not in self.signature.spec.successes:
            raise Undone(ended)
        return ended

    async def reach(self, errand: Errand) -> Ended:
        """Call it once."""
        misfit = self._misfit(errand.arguments, errand.business)
        if misfit is not None:
            return misfit
        calling = self.function(*self._first(self._away(errand)), **self._fitted(errand.arguments))
        try:
            return await self._awaited(calling, errand) or self._astray("it returned None")
        except WrongOutcome as wrong:
            return self._astray(str(wrong))

    async def look_up(self, errand: Errand) -> Ended | None:
        """Ask what became of it; None if the other side knows nothing of it."""
        look_up = self.marks.look_up
        return None if look_up is None else await self._awaited(look_up(self._away(errand)), errand)

    async def _awaited(self, calling: Awaitable[object] | object, errand: Errand) -> Ended | None:
        outcome = await calling if isawaitable(calling) else calling
        if outcome is None:
            return None
        return ended_with(self.signature, outcome, errand.business, errand.now, errand.visitor)

    def _away(self, errand: Errand) -> Away:
        return Away(errand.now, errand.business, errand.visitor, self.folder, errand.key)

    def _first(self, surroundings: Here | Away) -> tuple[Here | Away, ...]:
        return () if self.signature.surroundings is None else (surroundings,)

    def _misfit(self, arguments: Mapping[str, Value], business: Business) -> Ended | None:
        """Say that an argument is not what the function takes: a range of days where it takes one, say."""
        spec, hinted = self.signature.spec, self.signature.parameters
        for name, value in arguments.items():
            if name not in hinted or not (hinted[name].takes(hinted[name].fitted(value)) or self._is_open(name, value)):
                return self._refused(f"{name} is not to be {type(value).__name__}")
            if isinstance(value, Money) and value.currency != business.currency and not hinted[name].takes(value):
                return self._refused(f"{name} is in another currency")  # the function would see a bare number
        missing = [name for name, one in spec.parameters.items() if one.required and name not in arguments]
        return self._refused(f"{', '.join(missing)} missing") if missing else None

    def _fitted(self, arguments: Mapping[str, Value]) -> dict[str, Value]:
        hinted = self.signature.parameters
        return {name: hinted[name].fitted(value) for name, value in arguments.items() if not self._is_open(name, value)}

    def _is_open(self, name: str, value: Value) -> bool:
        """Tell "any time" for a parameter that knows no such wish and may be left out: it says as much as nothing."""
        spec, hinted = self.signature.spec, self.signature.parameters[name]
        may_lack = name in spec.parameters and not spec.parameters[name].required
        return isinstance(value, Soonest | Anytime) and may_lack and not hinted.takes(value)

    def _refused(self, why: str) -> Ended:
        """Invalid, where the flow has been told that it can be; otherwise it failed."""
        return Ended(INVALID if INVALID in self.signature.spec.outcomes else FAILED, broke=why)

    def _purpose(self) -> str:
        """Return the first line of the function's docstring."""
        return (self.function.__doc__ or self.function.__name__.replace("_", " ")).strip().splitlines()[0]


def _not_in_here(_: Call) -> Ended:
    """An outside action is never run in a transaction; whoever can do no better is told that it cannot be reached."""
    return Ended(UNAVAILABLE, broke="an outside action in a transaction")


def is_late(began: float, timeout: timedelta) -> bool:
    """Say whether an action that began then has had more than its time."""
    return monotonic() - began > timeout.total_seconds()


def where_it_broke(broken: BaseException) -> str:
    """Name an error and its place; its text may hold a guest's words, so it is left out."""
    frames = traceback.extract_tb(broken.__traceback__)
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(broken).__name__}{place}"
