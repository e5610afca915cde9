"""Tells where 5/6 may be the sixth of May or the fifth of June: whoever meant the other one must be asked."""

from __future__ import annotations

import re
from datetime import date, timedelta

from frontdesk.language.readers import when
from frontdesk.language.readers.reading import Context

_PAIR = re.compile(r"(?<!\d)(\d{1,2})/(\d{1,2})(?![\d/])", re.ASCII)
_NEAR = timedelta(days=60)  # most of what guests book lies within


def other_day(words: str, day: date, context: Context) -> date | None:
    """Return the day that `words` name when their numbers are turned round, where it may well be meant.

    The order of the region counts without a question only if it gives a day soon and the other order does not.
    """
    pair = _PAIR.search(words)
    if pair is None or pair[1] == pair[2]:
        return None
    turned = when.read(f"{pair[2]}/{pair[1]}", context)
    other = turned[0].value if len(turned) == 1 else None
    if not isinstance(other, date) or other == day or (other.month, other.day) != (day.day, day.month):
        return None
    soon = context.now.date() + _NEAR
    return None if day <= soon < other else other
