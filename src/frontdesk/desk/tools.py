"""The desk's tools as others see them: JSON Schemas, and calls with plain JSON arguments."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import partial

from frontdesk.desk.actions.calls import Action, Call
from frontdesk.desk.actions.looking_up import TooManyGuesses
from frontdesk.desk.actions.meetings import is_offered
from frontdesk.desk.actions.stay_actions import STAY_ACTIONS
from frontdesk.desk.house import House
from frontdesk.desk.meeting import owner_of
from frontdesk.desk.readers import email_address, phone_number
from frontdesk.desk.scene import storable_text
from frontdesk.desk.tool_answers import answer_of, output_schema
from frontdesk.desk.tool_log import BadCall, Caller, ToolCall, once
from frontdesk.desk.visitor import Visitor
from frontdesk.dialogue.actions import Parameter
from frontdesk.dialogue.values import Item, Money, Value
from frontdesk.flows.findings import with_article
from frontdesk.storage.rows import Address, Facts
from frontdesk.storage.unit import Unit

__all__ = ["BadCall", "Caller", "ToolCall", "call_tool", "tools"]

CHANNEL = "tool"
NOBODY = 0  # enough for those who only look
SOMEWHERE = "a program"  # where calls come from that do not say: their wrong guesses are counted together
WANTED = {
    "phone": "a phone number that can be called",
    "email": "an e-mail address",
    "money": "an amount such as 129.50",
}
LONGEST_TEXT = 2000  # characters: more is no name and no request
COUNTED = frozenset({"party", "number"})
OF_HOTELS = frozenset(action.spec.name for action in STAY_ACTIONS)
FORMATS = {"day": "date", "time": "time", "moment": "date-time", "email": "email"}
TYPES = {**dict.fromkeys(COUNTED, "integer"), "duration": "integer", "yesno": "boolean"}
LONGEST = 14 * 24 * 60  # minutes


def tools(house: House) -> list[dict[str, object]]:
    """Return the tools as JSON Schemas, in the form that OpenAI, MCP and LiveKit take."""
    return [
        {
            "name": name,
            "description": action.purpose,
            "parameters": _schema(house, action),
            "output_schema": output_schema(action),
        }
        for name, action in _offered(house).items()
    ]


def _offered(house: House) -> dict[str, Action]:
    """Return what can be called here: the rooms of a hotel, and a calendar, only where there is one."""
    return {
        name: action
        for name, action in house.actions.items()
        if (house.business.room_types or name not in OF_HOTELS) and is_offered(action, house.business)
    }


def _schema(house: House, action: Action) -> dict[str, object]:
    parameters = action.spec.parameters
    return {
        "type": "object",
        "properties": {name: _property(house, parameter) for name, parameter in parameters.items()},
        "required": [name for name, parameter in parameters.items() if parameter.required],
        "additionalProperties": False,
    }


def _property(house: House, parameter: Parameter) -> dict[str, object]:
    plain: dict[str, object] = {"type": TYPES.get(parameter.kind, "string")}
    if parameter.kind in FORMATS:
        plain["format"] = FORMATS[parameter.kind]
    if parameter.kind == "duration":
        plain |= {"description": "minutes", "minimum": 1, "maximum": LONGEST}
    choices = _catalogue(house, parameter.kind)
    if choices:
        plain["enum"] = sorted(choices)
    elif plain == {"type": "string"}:
        plain["maxLength"] = LONGEST_TEXT
    return {"type": "array", "items": plain} if parameter.many else plain


def _catalogue(house: House, kind: str) -> frozenset[str]:
    if kind == "service":
        return frozenset(house.business.services)
    return frozenset(each.id for each in house.business.catalogue if each.kind == kind)


def call_tool(house: House, unit: Unit, wanted: ToolCall) -> dict[str, object]:
    """Call a tool; raise `BadCall` with a sentence when the call makes no sense."""
    offered = _offered(house)
    action = offered.get(wanted.name)
    if action is None:
        raise BadCall(f"there is no tool {wanted.name}; there are {', '.join(sorted(offered))}")
    values = {key: _value(house, action, key, given) for key, given in wanted.arguments.items()}
    missing = [key for key, parameter in action.spec.parameters.items() if parameter.required and key not in values]
    if missing:
        raise BadCall(f"{wanted.name} needs {', '.join(missing)}")
    if not action.spec.guarded:
        return _run(house, unit, wanted, action, values)
    return once(unit, house.business, wanted, action, partial(_run, house, unit, wanted, action, values))


def _run(house: House, unit: Unit, wanted: ToolCall, action: Action, values: Mapping[str, Value]) -> dict[str, object]:
    guest = _guest(house, unit, wanted.by, keep=action.spec.guarded)
    try:
        ended = action.run(Call(unit, house.business, wanted.by.at, guest, "", 0, values))
    except TooManyGuesses:
        raise BadCall("too many references were asked for that belong to another phone; try again in an hour") from None
    return answer_of(action, ended, house.business)


def _value(house: House, action: Action, name: str, given: object) -> Value:
    parameter = action.spec.parameters.get(name)
    if parameter is None:
        raise BadCall(f"{action.spec.name} does not take {name}")
    if parameter.many:
        if not isinstance(given, list):
            raise BadCall(f"{name} must be a list")
        one = replace(parameter, many=False)
        return tuple(_one_value(house, one, name, each) for each in given)
    return _one_value(house, parameter, name, given)


def _one_value(house: House, parameter: Parameter, name: str, given: object) -> Value:
    if TYPES.get(parameter.kind) is not None:
        return _plain_value(parameter, name, given)
    if not isinstance(given, str):
        raise BadCall(f"{name} must be a text")
    if len(given) > LONGEST_TEXT:
        raise BadCall(f"{name} must have at most {LONGEST_TEXT} characters")
    choices = _catalogue(house, parameter.kind)
    if choices and given not in choices:
        raise BadCall(f"{name} must be one of {', '.join(sorted(choices))}")
    if choices:
        return Item(parameter.kind, given)
    try:
        value = _typed(house, parameter.kind, given)
    except ValueError:
        raise BadCall(f"{name} must be {with_article(parameter.kind)} in ISO 8601") from None
    if value is None:
        raise BadCall(f"{name} must be {WANTED.get(parameter.kind, 'a text that says something')}")
    return value


def _plain_value(parameter: Parameter, name: str, given: object) -> Value:
    """Return what JSON has a type for: yes or no, a number, a number of minutes."""
    if parameter.kind == "yesno":
        if not isinstance(given, bool):
            raise BadCall(f"{name} must be true or false")
        return given
    if not isinstance(given, int) or isinstance(given, bool):
        raise BadCall(f"{name} must be a whole number")
    if parameter.kind != "duration":
        return given
    if not 0 < given <= LONGEST:
        raise BadCall(f"{name} must be a number of minutes from 1 to {LONGEST}")
    return timedelta(minutes=given)


def _typed(house: House, kind: str, given: str) -> Value | None:
    """Return an argument as what its kind makes of it; None if it is none of that kind."""
    match kind:
        case "day":
            return date.fromisoformat(given)
        case "time":
            return time.fromisoformat(given)
        case "moment":
            moment = datetime.fromisoformat(given)
            return moment if moment.tzinfo else moment.replace(tzinfo=house.business.zone)
        case "phone":
            return phone_number(given, house.business.region)
        case "email":
            return email_address(given, house.business.region)
        case "money":
            return _money(given, house.business.currency)
        case _:
            return storable_text(given) if given.strip() else None


def _money(given: str, currency: str) -> Money | None:
    """Read an amount; "NaN" and "Infinity" are none."""
    return Money(Decimal(given), currency) if re.fullmatch(r"\d{1,12}(\.\d{1,4})?", given, re.ASCII) else None


def _guest(house: House, unit: Unit, by: Caller, *, keep: bool) -> Visitor:
    """Return the owner, the guest whom the channel vouches for, or somebody new, kept if a booking will be theirs."""
    if house.business.owner and by.in_person:
        owner = owner_of(unit, house.business, by.at)
        return Visitor(owner, CHANNEL, vouched=True, owner=True, address=by.address)
    if by.guest is None:
        number = unit.guests.add(house.business.id, Facts(), by.at).id if keep else NOBODY
        return Visitor(number, CHANNEL, vouched=False, address=by.address or SOMEWHERE)
    phone = phone_number(by.guest, house.business.region) or storable_text(by.guest)
    known = unit.guests.upsert(Address(house.business.id, "phone", phone), Facts(phone=phone), by.at)
    return Visitor(known.id, CHANNEL, vouched=True, phone=phone, address=by.address)
