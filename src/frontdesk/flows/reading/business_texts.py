"""Checks what `business.yaml` has the desk say as it stands: answers to topics, details of services and the like."""

from __future__ import annotations

from collections.abc import Iterator

from frontdesk.flows.drafts import Known
from frontdesk.flows.findings import Report
from frontdesk.flows.reading import business_fields as keys
from frontdesk.flows.reading.document import Node
from frontdesk.flows.reading.schema import Record


def check_business_texts(node: Node, known: Known, report: Report) -> None:
    """Report texts that promise later work, and braces: nothing is filled in here, so guests would see them."""
    record = keys.BUSINESS.read(node, Report(""))
    for line, text in _said(record) if record else ():
        for problem in known.text_problems(text):
            report.add(line, "text", problem)
        if "{" in text or "}" in text:
            report.add(line, "bad_blank", "Nothing is filled in here: guests would see the brace. Write the words.")


def _said(business: Record) -> Iterator[tuple[int, str]]:
    """Give the texts that are said as they stand, each with its line."""
    for topic in (business.of(keys.TOPICS) or {}).values():
        yield topic.line_of(keys.ANSWER), topic.of(keys.ANSWER) or ""
    for service in (business.of(keys.SERVICES) or {}).values():
        yield from ((service.line_of(keys.DETAILS), text) for text in (service.of(keys.DETAILS) or {}).values())
    for field in (keys.PROVIDERS, keys.ROOMS, keys.RESOURCES):
        for resource in (business.of(field) or {}).values():
            yield resource.line_of(keys.ABOUT), resource.of(keys.ABOUT) or ""
    rules = business.of(keys.RULES_OF)
    if rules is not None:
        yield rules.line_of(keys.RULES_TEXT), rules.of(keys.RULES_TEXT) or ""
