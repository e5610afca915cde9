"""How a business presents itself to somebody who opens its page: greeting, hours, what guests usually want."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from frontdesk.desk.cards.rows import caption
from frontdesk.desk.house import House
from frontdesk.dialogue.effects import Say
from frontdesk.dialogue.values import Times
from frontdesk.language.readers.reading import Style
from frontdesk.scheduling.hours import open_spans
from frontdesk.scheduling.weeks import first_weekday

SUGGESTIONS = 3
PAGE = "page."  # phrases of the page itself, which a business may reword like any other
FILLED_IN = (f"{PAGE}open_today",)  # these are said with values, and given whole
_MORNING_ENDS, _AFTERNOON_ENDS = 12, 18


def profile_of(house: House, now: datetime) -> dict[str, object]:
    """Return names, looks, hours, suggestions, and the texts of the page in the language of the business."""
    business, context = house.business, house.context(now)
    texts = {
        name.removeprefix(PAGE): caption(house, name, context)
        for name in house.phrases.wordings
        if name.startswith(PAGE) and name not in FILLED_IN
    }
    return {
        "id": business.id,
        "name": business.name,
        "desk": business.desk,
        "language": business.language,
        "zone": business.zone.key,
        "first_weekday": first_weekday(business.region) + 1,
        "address": business.address,
        "phone": business.phone,
        "look": {
            "accent": business.look.accent,
            "radius": business.look.radius,
            "logo": f"/b/{business.id}/logo" if business.look.logo else None,
        },
        "greeting": _greeting(house, now),
        "hours": hours_today(house, now),
        "suggestions": list(_suggestions(house)),
        "texts": texts,
    }


def _greeting(house: House, now: datetime) -> str:
    hour = now.astimezone(house.business.zone).hour
    part = "morning" if hour < _MORNING_ENDS else "afternoon" if hour < _AFTERNOON_ENDS else "evening"
    return caption(house, f"{PAGE}good_{part}", house.context(now))


def hours_today(house: House, now: datetime) -> str:
    """Say when the business is open today."""
    business = house.business
    today = now.astimezone(business.zone).date()
    spans = open_spans(business.hours, today, business.zone)
    if not spans:
        return caption(house, f"{PAGE}closed_today", house.context(now))
    first, last = spans[0].start.astimezone(business.zone), spans[-1].end.astimezone(business.zone)
    if first.time() == last.time():
        return caption(house, f"{PAGE}always_open", house.context(now))
    say = Say(f"{PAGE}open_today", {"times": Times(first.time(), last.time())})
    return house.phrases.text(say, house.context(now), business, Style.RICH)


def _suggestions(house: House) -> Iterator[dict[str, str]]:
    """Give what guests usually want: the first flows that can be begun with plain words."""
    found = 0
    for flow in house.flows.newest.values():
        words = next((trigger for trigger in flow.triggers if "{" not in trigger), None)
        if words is None or flow.answers or found == SUGGESTIONS:
            continue
        found += 1
        yield {"label": flow.description[:1].upper() + flow.description[1:], "text": words[:1].upper() + words[1:]}
