"""Reads what an ERP answered: a whole inventory, or the first thing that is wrong with it, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from functools import cache

from pydantic import TypeAdapter, ValidationError

from frontdesk.calendars.erp.protocol import CLOCK_SKEW, ErpNight, Flaw, Inventory, RefusedAnswer, WantedNights

LONGEST_QUOTE = 60  # characters of theirs in a sentence of ours


def read_inventory(body: bytes, wanted: WantedNights) -> Inventory | RefusedAnswer:
    """Return the inventory in an answer, or why it is refused. Nothing of a refused answer may be used."""
    try:
        inventory = _inventories().validate_json(body, strict=True)
    except ValidationError as error:
        return _unreadable(body, error)
    for check in CHECKS:
        refused = check(inventory, wanted)
        if refused is not None:
            return refused
    return inventory


def quoted(text: str) -> str:
    """Return what somebody else wrote so that it can stand in a sentence: short, on one line, printable."""
    line = " ".join("".join(each if each.isprintable() else " " for each in text).split())
    return line if len(line) <= LONGEST_QUOTE else line[:LONGEST_QUOTE] + "..."


@cache
def _inventories() -> TypeAdapter[Inventory]:
    return TypeAdapter(Inventory)


def _unreadable(body: bytes, error: ValidationError) -> RefusedAnswer:
    first = error.errors(include_url=False, include_context=False)[0]
    if first["type"] == "json_invalid":
        return RefusedAnswer(Flaw.UNREADABLE, _not_json(body))
    flaw = Flaw.WRONG_VALUE if len(first["loc"]) > 1 else Flaw.UNREADABLE
    where, why = _place(first["loc"]), quoted(first["msg"])
    return RefusedAnswer(flaw, f"{where} cannot be used{_given(first['input'])}: {why}.")


def _place(location: tuple[int | str, ...]) -> str:
    match location:
        case ("nights", int(row), *names):
            return f"Row {row + 1} of the ERP's nights" + "".join(f", {name}," for name in names)
        case (str(name), *_):
            return f"The ERP's {name}"
        case _:
            return "What the ERP answered"


def _given(value: object) -> str:
    """Show a value that is wrong, unless it is a whole document."""
    return "" if isinstance(value, dict | list) else f" ({quoted(repr(value))})"


def _not_json(body: bytes) -> str:
    if not body.strip():
        return "The ERP answered with nothing at all."
    if body.lstrip()[:1] == b"<":
        return "The ERP answered with a web page in place of JSON: perhaps another server stands before it."
    return "The ERP answered with something that is not JSON, or is cut off."


def _is_empty(inventory: Inventory, _: WantedNights) -> RefusedAnswer | None:
    if inventory.nights:
        return None
    return RefusedAnswer(Flaw.EMPTY, "The ERP answered without a single night; what was known before is kept.")


def _is_out_of_time(inventory: Inventory, wanted: WantedNights) -> RefusedAnswer | None:
    made = inventory.generated_at
    if made > wanted.now + CLOCK_SKEW:
        return RefusedAnswer(Flaw.FROM_THE_FUTURE, f"The ERP says that it made this at {made}, which is yet to come.")
    known = wanted.newest_known
    if known is not None and made < known:
        return RefusedAnswer(Flaw.OLDER, f"The ERP answered as of {made}, and what is known is as of {known}.")
    return None


def _has_wrong_currency(inventory: Inventory, wanted: WantedNights) -> RefusedAnswer | None:
    wrong = next((each for each in inventory.nights if each.currency != wanted.currency), None)
    if wrong is None:
        return None
    why = f"The ERP's rate for {_named(wrong)} is in {wrong.currency}, and the business is paid in {wanted.currency}."
    return RefusedAnswer(Flaw.WRONG_CURRENCY, why)


def _is_given_away(inventory: Inventory, _: WantedNights) -> RefusedAnswer | None:
    """Refuse a rate of nothing where there is something to sell: no guest is to be told that a room costs nothing."""
    wrong = next((each for each in inventory.nights if each.rooms and not each.rate), None)
    if wrong is None:
        return None
    return RefusedAnswer(Flaw.WRONG_VALUE, f"The ERP gives no rate for {_named(wrong)}, of which it has rooms.")


def _has_unknown_types(inventory: Inventory, wanted: WantedNights) -> RefusedAnswer | None:
    unknown = {each.room_type for each in inventory.nights} - wanted.room_types if wanted.room_types else set()
    if not unknown:
        return None
    names = quoted(", ".join(sorted(unknown)))
    return RefusedAnswer(Flaw.UNKNOWN_ROOM_TYPE, f"The ERP has room types that business.yaml does not name: {names}.")


def _has_other_nights(inventory: Inventory, wanted: WantedNights) -> RefusedAnswer | None:
    other = next((each for each in inventory.nights if not wanted.first <= each.night < wanted.end), None)
    if other is None:
        return None
    asked = f"nights from {wanted.first} up to and without {wanted.end} were asked for"
    return RefusedAnswer(Flaw.NOT_ASKED_FOR, f"The ERP answered with {_named(other)}; {asked}.")


def _has_duplicates(inventory: Inventory, _: WantedNights) -> RefusedAnswer | None:
    seen = Counter((each.room_type, each.night) for each in inventory.nights)
    twice = next(((name, night) for (name, night), times in seen.items() if times > 1), None)
    if twice is None:
        return None
    return RefusedAnswer(Flaw.DUPLICATE, f"The ERP has {twice[0]} on {twice[1]} more than once: which one holds?")


def _is_incomplete(inventory: Inventory, wanted: WantedNights) -> RefusedAnswer | None:
    """Refuse an answer without every night of every room type; nothing is there twice by now."""
    given = Counter(each.room_type for each in inventory.nights)
    days = (wanted.end - wanted.first).days
    names = sorted(wanted.room_types or given)
    short = next((name for name in names if given[name] < days), None)
    if short is None:
        return None
    there = {each.night for each in inventory.nights if each.room_type == short}
    missing = next(night for number in range(days) if (night := wanted.first + timedelta(number)) not in there)
    why = f"The ERP answered {given[short]} of {days} nights for {short}; {missing} is the first that is missing."
    return RefusedAnswer(Flaw.INCOMPLETE, why)


def _named(night: ErpNight) -> str:
    return f"{night.room_type} on {night.night}"


# In this order: what says the most about the whole answer first. That an answer is complete is only counted.
CHECKS: tuple[Callable[[Inventory, WantedNights], RefusedAnswer | None], ...] = (
    _is_empty,
    _is_out_of_time,
    _has_wrong_currency,
    _is_given_away,
    _has_unknown_types,
    _has_other_nights,
    _has_duplicates,
    _is_incomplete,
)
