"""Calls of tools that change something, in the log of actions: once for each key, with the transcript they belong to.

Whoever calls a tool may lose the answer and call again: under the same key the first answer is given again. What is
kept has no contact data, for nobody could find it again to forget it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

from frontdesk.desk.actions.calls import Action
from frontdesk.scheduling.business import Business
from frontdesk.storage.rows import By, Intent
from frontdesk.storage.unit import Unit

STEP = "tool"
CONTACT = frozenset({"person_name", "name", "phone", "email", "notes", "any"})


class BadCall(ValueError):  # noqa: N818 - the caller's mistake, said in a sentence
    """A tool was called with arguments that do not fit it."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls, and when: the phone that the channel vouches for, and where on the network that is, if it knows."""

    at: datetime
    guest: str | None = None
    address: str | None = None
    in_person: bool = False  # whoever runs this program calls it


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call of a tool: `key` makes it happen once, `transcript` names where it came from."""

    name: str
    arguments: Mapping[str, object]
    by: Caller
    key: str | None = None
    transcript: str | None = None


def once(
    unit: Unit, business: Business, wanted: ToolCall, action: Action, run: Callable[[], dict[str, object]]
) -> dict[str, object]:
    """Run a call and keep it in the log; one that was made before under its key is answered as it was then."""
    intent = _intent(business, wanted, action)
    before = unit.actions.intend(intent)
    if before is None:
        answer = run()
        kept = {name: value for name, value in answer.items() if action.spec.outputs.get(name) not in CONTACT}
        unit.actions.done(intent.key, str(answer["outcome"]), json.dumps(kept), wanted.by.at)
        return answer
    if (before.intent.action, before.intent.arguments) != (intent.action, intent.arguments):
        raise BadCall("this key was used for another call")
    found: dict[str, object] = json.loads(before.fields or "{}")
    return found


def _intent(business: Business, wanted: ToolCall, action: Action) -> Intent:
    """Return a call as it is kept. Of contact data only a digest is, so that another call under the key is noticed."""
    kinds = {name: parameter.kind for name, parameter in action.spec.parameters.items()}
    plain = {name: value for name, value in wanted.arguments.items() if kinds.get(name) not in CONTACT | {"text"}}
    written = json.dumps(dict(wanted.arguments), sort_keys=True, default=str)
    arguments = json.dumps({**plain, "digest": _digest(written)}, sort_keys=True, default=str)
    key = f"{STEP} {business.id} {_digest(wanted.key) if wanted.key is not None else uuid4().hex}"
    return Intent(key, wanted.transcript or "", STEP, action.spec.name, arguments, By.MODEL, wanted.by.at)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
