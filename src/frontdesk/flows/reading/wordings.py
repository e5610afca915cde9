"""Reads the texts of flows and replies: one wording per try, per channel style, with blanks for values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from frontdesk.dialogue.wording import ANY, Wording
from frontdesk.flows.findings import Report, nearest
from frontdesk.flows.reading.document import Entries, Items, Node, Text
from frontdesk.flows.reading.kinds import TEXT
from frontdesk.flows.reading.schema import Scalar

STYLES = ("short", "spoken", "rich")
# What every text may show besides slots: the business tells it of itself.
EVERYWHERE = frozenset({"business", "desk", "business_phone", "business_email", "business_address"})
_BLANK = re.compile(r"\{(?P<name>[a-z]\w*)(?::\w+)?(?P<optional>\?)?\}", re.ASCII)
_PART = re.compile(r"\[[^\[\]]*\]")
_BRACKET = re.compile(r"[\[\]]")


@dataclass(frozen=True, slots=True)
class Blanks:
    """The values a text names: those it must have, and all."""

    needed: frozenset[str]
    named: frozenset[str]


def blanks(text: str) -> Blanks:
    """Return the values that `text` names. In brackets around a `{value?}` nothing is needed."""
    plain = text.replace("{{", "").replace("}}", "")
    named = frozenset(match["name"] for match in _BLANK.finditer(plain))
    outside = _PART.sub(lambda part: "" if "?}" in part.group() else part.group(), plain)
    needed = frozenset(match["name"] for match in _BLANK.finditer(outside) if not match["optional"])
    return Blanks(needed, named)


def is_malformed(text: str) -> bool:
    """Say whether a brace in `text` belongs to no blank."""
    rest = _BLANK.sub("", text.replace("{{", "").replace("}}", ""))
    return "{" in rest or "}" in rest


def is_left_open(text: str) -> bool:
    """Say whether a bracket in a text with blanks has no other: the part that it begins or ends is none."""
    depth = 0
    for sign in _BRACKET.findall(text) if _BLANK.search(text) else ():
        depth += 1 if sign == "[" else -1
        if depth < 0:
            return True
    return depth > 0


def texts_of(wording: Wording) -> Iterator[str]:
    """Give every text of a wording."""
    for styles in wording.texts:
        yield from styles.values()


def needed_by(wording: Wording) -> frozenset[str]:
    """Return the values that some text of the wording must have."""
    return frozenset().union(*(blanks(text).needed for text in texts_of(wording)))


def named_by(wording: Wording) -> frozenset[str]:
    """Return the values that some text of the wording names."""
    return frozenset().union(*(blanks(text).named for text in texts_of(wording)))


def shown_by(wording: Wording) -> tuple[str, ...]:
    """Return the values that every text of the wording shows, in the order of the first."""
    every = [blanks(text).named for text in texts_of(wording)]
    first = next(texts_of(wording), "")
    order = dict.fromkeys(match["name"] for match in _BLANK.finditer(first))
    return tuple(name for name in order if all(name in one for one in every))


class WordingShape:
    """A text; a list of them, one per try; or a mapping of styles to texts, alone or in the list."""

    def read(self, node: Node, report: Report) -> Wording | None:
        """Return the wording, or None after reporting what is wrong with it."""
        nodes = node.nodes if isinstance(node, Items) else (node,)
        if not nodes:
            report.add(node.line, "empty_value", "There is no text in this list.")
        tries = [_one_try(one, report) for one in nodes]
        texts = tuple(one for one in tries if one)
        return Wording(texts) if texts and len(texts) == len(tries) else None


def _one_try(node: Node, report: Report) -> Mapping[str, str] | None:
    match node:
        case Text():
            return _styles({ANY: node}, report)
        case Entries(pairs):
            styles = {key.value: child for key, child in pairs}
            for key, _ in pairs:
                if key.value not in (*STYLES, ANY):
                    message = f'"{key.value}" is not a style of wording.'
                    report.add(key.line, "unknown_style", message, nearest(key.value, (*STYLES, ANY)))
            if ANY not in styles and not styles.keys() >= set(STYLES):
                message = f'Give a text for "any", or one for each of {", ".join(STYLES)}.'
                report.add(node.line, "missing_style", message)
            return _styles(styles, report)
        case Items():
            report.add(node.line, "wrong_shape", "Here a text is due, not a list in a list.")
            return None


def _styles(styles: Mapping[str, Node], report: Report) -> Mapping[str, str] | None:
    texts = {style: Scalar(TEXT).read(node, report) for style, node in styles.items()}
    for style, text in texts.items():
        if text is not None and is_malformed(text):
            message = "A brace here belongs to no blank; a blank is {name}, {name?} or {name:form}."
            report.add(styles[style].line, "bad_blank", message)
        elif text is not None and is_left_open(text):
            message = "A square bracket here has no other, so guests would see it; an optional part is [ with {name?}]."
            report.add(styles[style].line, "bad_brackets", message)
    read = {style: text for style, text in texts.items() if text is not None}
    return read if len(read) == len(texts) else None


def wording_of(plain: object) -> Wording:
    """Return the wording that `plain_wording` wrote."""
    if not isinstance(plain, list):
        raise TypeError("a wording is written as a list")
    return Wording(tuple({str(style): str(text) for style, text in one.items()} for one in plain))


def plain_wording(wording: Wording) -> list[dict[str, str]]:
    """Write a wording as lists and dicts."""
    return [dict(one) for one in wording.texts]
