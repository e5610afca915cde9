"""Says what there would be if one wish of a search that found nothing were given up."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from itertools import islice

from frontdesk.scheduling.findings import Instead
from frontdesk.scheduling.inquiry import ENOUGH, Asked
from frontdesk.scheduling.roster import Known
from frontdesk.scheduling.search import provider_of

MOST_NAMED = 3  # people or days: who wants more asks for them


def instead_of(asked: Asked) -> Instead:
    """Return what each wish keeps the guest from, all others being kept."""
    after = asked.after()
    later = after.first_day() if after else ()
    return Instead(_others_free(asked), later[0].start.date() if later else None, _ruled_out_days(asked))


def _others_free(asked: Asked) -> tuple[str, ...]:
    """Return who else is free on these days at these times, where only some people were wanted."""
    search = asked.search
    if search.provider is None and not search.without_providers:
        return ()
    # What is known of who can do it was worked out for those who were wanted.
    anyone = replace(asked, search=replace(search, provider=None, without_providers=()), known=Known())
    found = (provider_of(asked.business, part) for each in islice(anyone.openings(), ENOUGH) for part in each.parts)
    return tuple(dict.fromkeys(each for each in found if each is not None))[:MOST_NAMED]


def _ruled_out_days(asked: Asked) -> tuple[date, ...]:
    """Return the days that were ruled out and that have what is wanted."""
    search = asked.search
    if not search.without_days and not search.without_spans:
        return ()
    any_day = replace(asked, search=replace(search, without_days=(), without_spans=()))
    days = dict.fromkeys(each.start.date() for each in islice(any_day.openings(), ENOUGH))
    return tuple(days)[:MOST_NAMED]
