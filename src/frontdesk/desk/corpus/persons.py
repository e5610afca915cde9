"""Takes persons out of a message before it becomes a row: what a guest can be reached or known by is made up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from frontdesk.desk.corpus.messages import Misread
from frontdesk.desk.corpus.rows import BadRow
from frontdesk.desk.house import House
from frontdesk.desk.records.masking import Mask

_SHORTEST = 2  # letters of a name


@dataclass(frozen=True, slots=True)
class Marked:
    """Words of a message that are a value, as somebody marked them."""

    words: str
    label: str
    meant: str = "wanted"
    related: str = "none"


def without_persons(
    house: House, message: Misread, marks: Sequence[Marked], now: datetime
) -> tuple[Misread, tuple[Marked, ...]]:
    """Return a message and its marks with made-up persons; raise `BadRow` where that is not enough."""
    for secret in message.secrets:
        if secret.casefold() in message.text.casefold():
            raise BadRow("it holds something that the business calls sensitive; type the message without it")
    context, mask = house.context(now), Mask(house.business.region, house.business.language)
    ours = {part.casefold() for each in house.business.resources.values() for part in each.name.split()}
    kinds = {slot.name: slot.kind for flow in house.flows.newest.values() for slot in flow.slots.values()}
    marked = [each.words for each in marks if kinds.get(each.label) == "person_name"]
    for person in (*message.names, *marked):
        if len(person) >= _SHORTEST and not {part.casefold() for part in person.split()} <= ours:
            mask.learn_name(person)
    return (
        replace(
            message,
            text=mask.text(message.text, context),
            desk=mask.text(message.desk, context),
            options=tuple(mask.text(option, context) for option in message.options),
        ),
        tuple(replace(each, words=mask.text(each.words, context)) for each in marks),
    )
