"""Reads `replies.<lang>.yaml`: the business's own wording of what the desk says."""

from __future__ import annotations

from collections.abc import Mapping

from frontdesk.dialogue.wording import Wording
from frontdesk.flows.document import Entries, Node
from frontdesk.flows.drafts import Known
from frontdesk.flows.findings import Report, nearest
from frontdesk.flows.flow_file import check_texts
from frontdesk.flows.kinds import KEY
from frontdesk.flows.schema import Table
from frontdesk.flows.wordings import WordingShape

REPLIES = Table(KEY, WordingShape())


def read_replies(node: Node, known: Known, report: Report) -> Mapping[str, Wording]:
    """Return the wordings by phrase; a phrase that nothing says is a mistake."""
    wordings = REPLIES.read(node, report) or {}
    for key, _ in node.pairs if isinstance(node, Entries) else ():
        if known.phrases is not None and key.value not in known.phrases:
            message = f'The desk never says "{key.value}".'
            report.add(key.line, "unknown_phrase", message, nearest(key.value, known.phrases))
        if key.value in wordings:
            check_texts(wordings[key.value], key.line, known, report)
    return wordings
