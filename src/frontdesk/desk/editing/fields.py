"""What the edits share: the text they change, the order of keys, and fields that are written or left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from frontdesk.desk.editing.files import BUSINESS
from frontdesk.desk.editing.mistakes import Mistaken
from frontdesk.desk.editing.places import Path
from frontdesk.desk.editing.settings import Settings
from frontdesk.desk.editing.snippets import Written
from frontdesk.desk.editing.splicing import drop, put
from frontdesk.flows.reading import business_fields as keys
from frontdesk.flows.reading.schema import Object


def _order(declared: Object) -> tuple[str, ...]:
    return tuple(field.name for field in declared.fields)


BUSINESS_ORDER = _order(keys.BUSINESS)
SERVICE_ORDER = _order(keys.SERVICE)
RESOURCE_ORDER = _order(keys.OTHER_RESOURCE)
TOPIC_ORDER = _order(keys.TOPIC)


def text_of(settings: Settings) -> str:
    """Return the text of `business.yaml`."""
    return settings.files.texts[BUSINESS]


def must_be_there(name: str, there: Mapping[str, object]) -> None:
    """Refuse to change what is gone."""
    if name not in there:
        raise Mistaken(None, "It is not there any more: somebody has removed it.")


def with_fields(
    text: str,
    path: Path,
    before: Mapping[str, Written | None],
    after: Mapping[str, Written | None],
    order: Sequence[str],
) -> str:
    """Return the text with what differs between two sets of fields; None is left out."""
    for key, value in after.items():
        if value == before.get(key):
            continue
        text = drop(text, (*path, key)) if value is None else put(text, (*path, key), value, order)
    return text
