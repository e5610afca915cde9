"""Makes what an action of a business returned into how it ended, and refuses what its return type does not say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any

from frontdesk.desk.actions.calls import Ended, Fields, standing_time
from frontdesk.desk.actions.hints import Hinted
from frontdesk.desk.actions.outcomes import NONE, snake_case
from frontdesk.desk.actions.signatures import EXACT, OPTION_ID, Ending, Signature
from frontdesk.desk.visitor import Visitor
from frontdesk.dialogue.conversation import Offer, Option
from frontdesk.dialogue.values import Money, Value
from frontdesk.language.replies.guard import announcements
from frontdesk.scheduling.business import Business
from frontdesk.storage import codec

MONEY, TEXT = "money", "text"  # kinds of fields: what holds an amount, and what is said as it is
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


class WrongOutcome(Exception):  # noqa: N818 - what the author of the action did
    """An action returned what its return type does not name."""


def ended_with(signature: Signature, outcome: object, business: Business, now: datetime, visitor: Visitor) -> Ended:
    """Return how an action ended; raises `WrongOutcome`, now rather than when the turn is past undoing."""
    ending = signature.endings.get(type(outcome))
    if ending is None:
        raise WrongOutcome(f"it returned {type(outcome).__name__}")
    fields = _checked(outcome, ending.fields, business)
    if ending.options is None:
        return _keepable(Ended(ending.name, fields))
    options = _options(outcome, ending, business)
    if not options:
        return _nothing(signature, ending)
    made_at, expires = standing_time(business, now)
    exact = _exact(outcome, options) if ending.exact else None
    offer = Offer(options, made_at, expires, size=visitor.page(business.offer_size), exact=exact)
    return _keepable(Ended(ending.name, fields, offer))


def _nothing(signature: Signature, ending: Ending) -> Ended:
    """Return how an action ended that was to bring options and has none: there is nothing of what was looked for."""
    nothing = next((one for one in signature.endings.values() if one.name == NONE), None)
    if nothing is None or any(not hint.optional for hint in nothing.fields.values()):
        raise WrongOutcome(f"{ending.options} is empty")
    return Ended(NONE)


def _checked(brought: object, hinted: Mapping[str, Hinted], business: Business) -> dict[str, Value]:
    """Return the fields that are there, each of its declared type; a bare amount is in the business's currency."""
    fields: dict[str, Value] = {}
    for name, hint in hinted.items():
        value: Any = hint.fitted(getattr(brought, name, None))
        if hint.optional and (value is None or _is_blank(value, hint)):
            continue
        if _is_blank(value, hint):
            raise WrongOutcome(f"{name} is blank")
        if not hint.takes(value) or _is_hollow(value):
            raise WrongOutcome(f"{name} is not to be {type(value).__name__}")
        fields[name] = _as_said(name, value, hint, business)
    return fields


def _as_said(name: str, value: Value, hint: Hinted, business: Business) -> Value:
    """Return a value as it may be told: an amount with its currency, a text without promises of later work."""
    if hint.kind == MONEY and isinstance(value, int | Decimal):
        return Money(Decimal(value), business.currency)
    if hint.kind != TEXT or not isinstance(value, str) or not _promises(value, business):
        return value
    true = " ".join(each for each in _SENTENCE.split(value) if not _promises(each, business))
    if not true:
        raise WrongOutcome(f"{name} promises later work")
    return true


def _promises(text: str, business: Business) -> bool:
    return bool(announcements(text, business.language, ("callback",)))


def _is_blank(value: object, hint: Hinted) -> bool:
    """Say whether a text says nothing: shown, it would leave a hole where flows count on words."""
    return hint.kind == TEXT and isinstance(value, str) and not value.strip()


def _is_hollow(value: object) -> bool:
    """Say whether a value has the right type and yet cannot be told or kept."""
    match value:
        case datetime():
            return value.tzinfo is None
        case Money(amount, _):
            return not amount.is_finite()
        case Decimal():
            return not value.is_finite()
        case str():
            return "\0" in value
        case _:
            return False


def _options(outcome: object, ending: Ending, business: Business) -> tuple[Option, ...]:
    found = getattr(outcome, ending.options or "", None)
    if not isinstance(found, tuple):
        raise WrongOutcome(f"{ending.options} is not to be {type(found).__name__}")
    options = tuple(_option(each, ending, business) for each in found)
    if len({option.id for option in options}) < len(options):
        raise WrongOutcome(f"two of {ending.options} have the same id")
    return options


def _option(option: Any, ending: Ending, business: Business) -> Option:  # noqa: ANN401 - a dataclass of the business
    identity = getattr(option, OPTION_ID, None)
    if not isinstance(identity, str):
        raise WrongOutcome(f"{OPTION_ID} is not to be {type(identity).__name__}")
    kind: dict[str, Value] = {"kind": snake_case(type(option).__name__)}
    return Option(identity, kind | _checked(option, ending.option_fields, business))


def _exact(outcome: object, options: tuple[Option, ...]) -> str | None:
    exact = getattr(outcome, EXACT, None)
    if exact is None or any(option.id == exact for option in options):
        return exact
    raise WrongOutcome(f"{EXACT} is none of the options")


def _keepable(ended: Ended) -> Ended:
    """Return it if it can be kept: inside a tuple or a record there may be anything."""
    try:
        codec.encode(Fields(ended.fields)).encode()
        if ended.offer is not None:
            codec.encode(ended.offer).encode()
    except (TypeError, ValueError, LookupError, AttributeError) as broken:
        raise WrongOutcome(f"it cannot be kept: {type(broken).__name__}") from broken
    return ended
