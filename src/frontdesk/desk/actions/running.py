"""Runs the functions that are actions: what they are given, what they give back, and what if they break."""

from __future__ import annotations

import traceback
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from inspect import isawaitable
from pathlib import Path
from typing import Any

from frontdesk.desk.actions.calls import Action, Call, Ended, Errand, Outside
from frontdesk.desk.actions.ledger import Ledger
from frontdesk.desk.actions.marking import Function, Marks
from frontdesk.desk.actions.outcomes import FAILED, INVALID, UNAVAILABLE, snake_case
from frontdesk.desk.actions.signatures import EXACT, OPTION_ID, Ending, Signature
from frontdesk.desk.actions.surroundings import Away, Here
from frontdesk.desk.visitor import Visitor
from frontdesk.dialogue.conversation import Offer, Option
from frontdesk.dialogue.values import Value
from frontdesk.scheduling.business import Business
from frontdesk.storage.unusable import DatabaseUnusable


class Undone(Exception):  # noqa: N818 - not an error: it undoes what an action without success did before
    """An action ended without success."""

    def __init__(self, ended: Ended) -> None:
        """Carry how it ended."""
        super().__init__(ended.outcome)
        self.ended = ended


class WrongOutcome(Exception):  # noqa: N818 - what the author of the action did
    """An action returned what its return type does not name."""


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
        misfit = self._misfit(call.arguments)
        if misfit is not None:
            return misfit
        ledger = Ledger(call)
        here = Here(call.now, call.business, call.visitor, self.folder, ledger, call.calendar_down)
        try:
            with call.unit.sql.savepoint():
                return self._succeeded(self.function(*self._first(here), **call.arguments), call)
        except Undone as undone:
            return undone.ended
        except (DatabaseUnusable, call.unit.sql.dialect.loaded_dbapi.Error):
            raise  # not the action's fault: the whole turn is undone, and redone where that helps
        except Exception as broken:  # noqa: BLE001 - the code of a business: whatever it does, the guest gets the truth
            return Ended(FAILED, broke=where_it_broke(broken))

    def _succeeded(self, outcome: object, call: Call) -> Ended:
        ended = self._ended(outcome, call.business, call.now, call.visitor)
        if ended.outcome not in self.signature.spec.successes:
            raise Undone(ended)
        return ended

    async def reach(self, errand: Errand) -> Ended:
        """Call it once."""
        misfit = self._misfit(errand.arguments)
        if misfit is not None:
            return misfit
        calling = self.function(*self._first(self._away(errand)), **errand.arguments)
        return await self._awaited(calling, errand) or Ended(FAILED, broke="it returned None")

    async def look_up(self, errand: Errand) -> Ended | None:
        """Ask what became of it; None if the other side knows nothing of it."""
        look_up = self.marks.look_up
        return None if look_up is None else await self._awaited(look_up(self._away(errand)), errand)

    async def _awaited(self, calling: Awaitable[object] | object, errand: Errand) -> Ended | None:
        outcome = await calling if isawaitable(calling) else calling
        return None if outcome is None else self._ended(outcome, errand.business, errand.now, errand.visitor)

    def _away(self, errand: Errand) -> Away:
        return Away(errand.now, errand.business, errand.visitor, self.folder, errand.key)

    def _first(self, surroundings: Here | Away) -> tuple[Here | Away, ...]:
        return () if self.signature.surroundings is None else (surroundings,)

    def _misfit(self, arguments: Mapping[str, Value]) -> Ended | None:
        """Say that an argument is not what the function takes: a range of days where it takes one, say."""
        spec, hinted = self.signature.spec, self.signature.parameters
        for name, value in arguments.items():
            if name not in hinted or not hinted[name].takes(value):
                return self._refused(f"{name} is not to be {type(value).__name__}")
        missing = [name for name, one in spec.parameters.items() if one.required and name not in arguments]
        return self._refused(f"{', '.join(missing)} missing") if missing else None

    def _refused(self, why: str) -> Ended:
        """Invalid, where the flow has been told that it can be; otherwise it failed."""
        return Ended(INVALID if INVALID in self.signature.spec.outcomes else FAILED, broke=why)

    def _ended(self, outcome: object, business: Business, now: datetime, visitor: Visitor) -> Ended:
        ending = self.signature.endings.get(type(outcome))
        if ending is None:
            raise WrongOutcome(type(outcome).__name__)
        fields = {name: value for name in ending.fields if (value := getattr(outcome, name)) is not None}
        if ending.options is None:
            return Ended(ending.name, fields)
        options = tuple(_option(each, ending) for each in getattr(outcome, ending.options))
        exact = getattr(outcome, EXACT) if ending.exact else None
        expires = now + timedelta(minutes=business.offer_minutes)
        offer = Offer(options, now, expires, size=visitor.page(business.offer_size), exact=exact)
        return Ended(ending.name, fields, offer)

    def _purpose(self) -> str:
        """Return the first line of the function's docstring."""
        return (self.function.__doc__ or self.function.__name__.replace("_", " ")).strip().splitlines()[0]


def _option(option: Any, ending: Ending) -> Option:  # noqa: ANN401 - a dataclass of the business
    kind: dict[str, Value] = {"kind": snake_case(type(option).__name__)}
    known = {name: value for name in ending.option_fields if (value := getattr(option, name)) is not None}
    return Option(getattr(option, OPTION_ID), kind | known)


def _not_in_here(_: Call) -> Ended:
    """An outside action is never run in a transaction; whoever can do no better is told that it cannot be reached."""
    return Ended(UNAVAILABLE, broke="an outside action in a transaction")


def where_it_broke(broken: BaseException) -> str:
    """Name an error and its place; its text may hold a guest's words, so it is left out."""
    frames = traceback.extract_tb(broken.__traceback__)
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(broken).__name__}{place}"
