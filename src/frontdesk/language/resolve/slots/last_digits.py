"""Corrects the last digits of a phone number that is known: "oops, it ends in 36", "0136 at the end, sorry"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from frontdesk.dialogue.meanings import Inform
from frontdesk.language.hearing import Heard
from frontdesk.language.results import Read
from frontdesk.language.words import any_of, listed

_PHONE = "phone"


def with_last_digits(heard: Heard, reads: Sequence[Read]) -> list[Read]:
    """Return what was read, and the number that a guest corrects by its end; a number given whole needs none of it."""
    slot = next((slot for slot in heard.asked.slots.values() if slot.kind == _PHONE), None)
    known = heard.asked.known.get(slot.name) if slot else None
    if slot is None or not isinstance(known, str):
        return list(reads)
    found = _end(heard.context.language).search(heard.text)
    if found is None:
        return list(reads)
    if any(given.kind == _PHONE for given in heard.givens):
        return list(reads)
    digits = found[1] or found[2]
    corrected = Inform(slot.name, known[: -len(digits)] + digits, found.group())
    # The digits are nothing else besides: "36" is no hour, and "0136" no reference.
    others = [read for read in reads if digits not in read.meaning.words]
    return [*others, Read(corrected, why="phone: its end corrected")]


@cache
def _end(language: str) -> re.Pattern[str]:
    before, after = (any_of(listed(language, _PHONE, key)).pattern for key in ("ends_in", "at_end"))
    digits = r"(?<!\d)(\d{2,6})(?![\d:])"
    return re.compile(rf"{before}[\s:,]*{digits}|{digits}\s*{after}", re.IGNORECASE)
