"""Reads `replies.<lang>.yaml`: the business's own wording of what the desk says."""

from __future__ import annotations

from collections.abc import Mapping

from frontdesk.dialogue.wording import Wording
from frontdesk.flows.drafts import Known
from frontdesk.flows.findings import Report, nearest
from frontdesk.flows.reading.document import Entries, Node, Text
from frontdesk.flows.reading.flow_file import check_texts
from frontdesk.flows.reading.kinds import KEY
from frontdesk.flows.reading.schema import Table
from frontdesk.flows.reading.wordings import WordingShape, named_by, needed_by

_OPTION = "option."

REPLIES = Table(KEY, WordingShape())


def read_replies(node: Node, known: Known, report: Report) -> Mapping[str, Wording]:
    """Return the wordings by phrase; a phrase that nothing says is a mistake, and so is a value it does not have."""
    wordings = REPLIES.read(node, report) or {}
    for key, _ in node.pairs if isinstance(node, Entries) else ():
        wording = wordings.get(key.value)
        if known.phrases is not None and key.value not in known.phrases:
            message = f'The desk never says "{key.value}".'
            report.add(key.line, "unknown_phrase", message, nearest(key.value, known.phrases))
        elif wording is not None:
            check_texts(wording, key.line, known, report)
            _check_values(key, wording, known, report)
    return wordings


def _check_values(key: Text, wording: Wording, known: Known, report: Report) -> None:
    """Check that a wording names only what the built-in one names: more is not there when the desk says it."""
    usual = (known.phrases or {}).get(key.value)
    if usual is None:
        return
    there = named_by(usual).union(known.everywhere, _fields_of_options(known) if key.value.startswith(_OPTION) else ())
    for name in sorted(named_by(wording) - there):
        message = f'There is no value "{name}" when the desk says {key.value}.'
        report.add(key.line, "unknown_value", message, nearest(name, there))
    for name in sorted((needed_by(wording) & there) - needed_by(usual).union(known.everywhere)):
        message = f"{name} may be empty when the desk says {key.value}; write {{{name}?}}."
        report.add(key.line, "may_be_empty", message)


def _fields_of_options(known: Known) -> frozenset[str]:
    """Return what may be known of an option: whatever some action that offers says of its own."""
    return frozenset(name for spec in known.actions.values() if spec.offers for name in spec.fields)
