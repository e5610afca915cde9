"""The kinds of slot a flow may declare, the values they hold, and how a condition writes such a value."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from decimal import Decimal

from frontdesk.dialogue.values import Anytime, Days, Item, Moments, Money, Soonest, Times, Value
from frontdesk.flows.findings import nearest, with_article
from frontdesk.flows.reading.kinds import BOOLEAN, DATE, DURATION, Wrong, minutes_of

ANY_KIND = "any"
UNTOLD = "untold"  # the kind of a slot whose type is a mistake: nothing else is held against the slot
_WHEN: frozenset[type] = frozenset({date, datetime, time, Days, Times, Moments, Soonest, Anytime})

_TEXTS = ("text", "name", "person_name", "notes", "email", "phone", "reference", "topic", "option", "booking")
_FREE_TEXTS = frozenset({"text", "notes", "topic"})  # whatever somebody wrote; the other texts mean one thing each
_PROPER_TEXTS = frozenset(_TEXTS) - _FREE_TEXTS
_CHOSEN = frozenset({"option", "booking"})
_SAME_TEXT: Mapping[str, str] = {"name": "person_name", "booking": "option"}  # a booking is chosen like any option

# What a slot of each kind may hold. Kinds not named here are catalogues of the business: rooms, lasers, ...
_HOLDS: Mapping[str, frozenset[type]] = {
    **dict.fromkeys(_TEXTS, frozenset({str})),
    **dict.fromkeys(("service", "provider", "city", "airport", "room_type"), frozenset({Item})),
    **dict.fromkeys(("number", "party"), frozenset({int, Decimal})),
    **dict.fromkeys(("day", "days"), frozenset({date, Days, Soonest, Anytime})),
    **dict.fromkeys(("time", "times"), frozenset({time, Times, Soonest, Anytime})),
    **dict.fromkeys(("moment", "moments", "when"), _WHEN),
    "duration": frozenset({timedelta}),
    "money": frozenset({Money, Decimal}),
    "yesno": frozenset({bool}),
}
_OF_THE_DESK = frozenset({"service", "provider", "location", "room", ANY_KIND})
_DATED = frozenset({"day", "days", "moment", "moments", "when"})
COUNTED = frozenset({"number", "party", "duration"})
_ORDERED = _DATED | COUNTED | {"money", "time", "times"}
# Kinds that actions, choices and callers fill and no guest does, with the kind that is read in their place.
UNREAD: Mapping[str, str | None] = {
    "days": "day",
    "times": "time",
    "moments": "moment",
    "when": "moment",
    "name": "person_name",
    "option": None,
    "booking": None,
    "topic": "text",
    ANY_KIND: "text",
}


@dataclass(frozen=True, slots=True)
class Kinds:
    """The kinds known here: built in, and the catalogues of this business with their ids."""

    catalogues: Mapping[str, Collection[str]] = field(default_factory=dict)
    currency: str = "USD"  # of the amounts that conditions name
    checked: bool = True  # False for a flow from before: today's catalogue says nothing about it

    def known(self) -> tuple[str, ...]:
        """Return the names of all kinds."""
        return tuple(dict.fromkeys((*_HOLDS, ANY_KIND, *self.catalogues)))

    def is_known(self, kind: str) -> bool:
        """Say whether slots may be of this kind."""
        return not self.checked or kind in self.known()

    def lacks(self, kind: str) -> bool:
        """Say whether the kind is a catalogue of which this business has nothing, so that nobody could name it."""
        return self.checked and Item in _HOLDS.get(kind, frozenset({Item})) and not self.catalogues.get(kind)

    def fits(self, given: str, wanted: str) -> bool:
        """Say whether a slot of kind `given` can hold what is wanted; kinds that share no type never fit."""
        if given == wanted or not {ANY_KIND, UNTOLD}.isdisjoint((given, wanted)):
            return True
        both = (_HOLDS.get(given, frozenset({Item})), _HOLDS.get(wanted, frozenset({Item})))
        # Two catalogues hold the same type, but a city is not a provider; nor is an email address a name.
        return bool(both[0] & both[1] - {Item}) and not _differ(given, wanted)

    def may_be_passed(self, given: str, wanted: str) -> bool:
        """Say whether what a slot of kind `given` holds may be passed on as something of kind `wanted`.

        What somebody wrote does not pass for a name or an address: nobody has read it as one.
        """
        return self.fits(given, wanted) and not (given in _FREE_TEXTS and wanted in _PROPER_TEXTS)

    def goes_into(self, given: str, wanted: str) -> bool:
        """Say whether what a slot of kind `given` holds may be put into one of kind `wanted`.

        What may be anything does not go where something is counted: conditions would not know what to make of it.
        """
        return self.may_be_passed(given, wanted) and not (given == ANY_KIND and wanted in COUNTED)

    def compared(self, kind: str, word: str) -> Value | Wrong:
        """Read a value that a condition compares with: an amount of money too, which no slot is given in this way."""
        if kind != "money":
            return self.literal(kind, word)
        amount = _typed("number", word)
        if not isinstance(amount, int | Decimal):
            return Wrong(f'"{word}" is not an amount such as 100 or 12.50, in the currency of the business.')
        return Money(Decimal(amount), self.currency)

    def is_free_text(self, kind: str) -> bool:
        """Say whether a slot of this kind holds whatever somebody wrote."""
        return kind in _FREE_TEXTS

    def written(self, kind: str, word: str) -> Value | Wrong:
        """Read a value that a step puts into a slot: what is chosen from a list cannot be written out."""
        if kind in _CHOSEN:
            one = with_article(kind).capitalize()
            return Wrong(f"{one} cannot be written out: it is chosen from what was found. Copy it from a slot.")
        return self.literal(kind, word)

    def literal(self, kind: str, word: str) -> Value | Wrong:
        """Read a value as a flow writes it."""
        holds = _HOLDS.get(kind, frozenset({Item}))
        if kind == ANY_KIND:
            return Wrong("A slot of any kind cannot be compared; ask only whether it `is empty`.")
        if str in holds or kind == UNTOLD:
            return word
        if Item in holds:
            return self._item(kind, word)
        return _typed(kind, word)

    def _item(self, kind: str, word: str) -> Value | Wrong:
        ids = self.catalogues.get(kind)
        if ids is not None and word not in ids:
            return Wrong(f'There is no {kind} "{word}".', nearest(word, ids))
        return Item(kind, word)


def _differ(one: str, other: str) -> bool:
    """Say whether both kinds are texts that mean one thing each, and not the same."""
    return {one, other} <= _PROPER_TEXTS and _SAME_TEXT.get(one, one) != _SAME_TEXT.get(other, other)


def is_own_list(kind: str) -> bool:
    """Say whether a business may keep a list of its own under this name: one that no other kind of slot has."""
    return _HOLDS.get(kind, frozenset({Item})) == {Item} and kind not in _OF_THE_DESK


def has_order(kind: str) -> bool:
    """Say whether `<` and `>` mean something for this kind."""
    return kind in _ORDERED or kind == UNTOLD


def is_dated(kind: str) -> bool:
    """Say whether values of this kind lie on days, so that they come before today or after it."""
    return kind in _DATED


def _typed(kind: str, word: str) -> Value | Wrong:
    match kind:
        case "number" | "party":
            if not re.fullmatch(r"-?\d{1,9}(\.\d{1,4})?", word, re.ASCII):
                return Wrong(f'"{word}" is not a number.')
            return Decimal(word) if "." in word else int(word)
        case "yesno":
            return _or_why(BOOLEAN.read(word), f'"{word}" is not yes or no.')
        case "duration":
            return _or_why(DURATION.read(word), f'"{word}" is not {DURATION.form}.')
        case "day" | "days":
            return _or_why(DATE.read(word), f'"{word}" is not {DATE.form}.')
        case "time" | "times":
            return _clock(word)
        case _:
            one = with_article(kind).capitalize()
            return Wrong(f"{one} cannot be written out; copy it from a slot, or ask only whether it `is empty`.")


def _clock(word: str) -> time | Wrong:
    if not re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", word, re.ASCII):
        minutes = minutes_of(word)
        meant = None if minutes is None else f"{minutes // 60 % 24:02}:{minutes % 60:02}"
        return Wrong(f'"{word}" is not a time such as 15:30.', meant)
    return time.fromisoformat(word)


def _or_why(value: Value | Wrong, why: str) -> Value | Wrong:
    return Wrong(value.why or why) if isinstance(value, Wrong) else value
