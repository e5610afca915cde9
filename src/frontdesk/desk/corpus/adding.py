"""Writes a misread message as a row of a corpus file, by the rules that every row keeps."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from frontdesk.desk.corpus.messages import Misread
from frontdesk.desk.corpus.persons import Marked
from frontdesk.desk.corpus.rows import COMMON_SLOTS, BadRow, row_of, trade_of, unmarked
from frontdesk.desk.house import House
from frontdesk.dialogue.flow import Flow

_MOST = 4  # descriptions of one label
_PLACEHOLDER = re.compile(r"\{\w+\??\}")
_BRACKETS = re.compile(r"[\[\]|]")


def marks_in(text: str) -> tuple[str, tuple[Marked, ...]]:
    """Return a text without the marks that were typed into it, and those marks; raise `BadRow`."""
    plain, spans = unmarked(text)
    return plain, tuple(
        Marked(plain[span.first : span.after], span.label, span.meant or "wanted", span.related or "none")
        for span in spans
    )


def mark_of(written: str) -> Marked:
    """Return a mark that stands by itself: "Friday|day" or "4|time|wanted|after"."""
    words, *rest = (part.strip() for part in written.split("|"))
    if not words or not 1 <= len(rest) <= 3:
        raise BadRow(f"a value is WORDS|SLOT, WORDS|SLOT|MEANT or WORDS|SLOT|MEANT|RELATED, not {written!r}")
    return Marked(words, *rest)


def _with_marks(text: str, marks: Sequence[Marked]) -> str:
    """Return a text with marks, each around the first of its words that no other mark has."""
    if _BRACKETS.search(text):
        raise BadRow("a bracket or bar in the message would be taken for a mark; type it without")
    pieces, after = [], 0
    for mark in sorted(marks, key=lambda each: text.casefold().find(each.words.casefold())):
        first = text.casefold().find(mark.words.casefold(), after)
        if first < 0:
            raise BadRow(f"{mark.words!r} does not stand in the message, or another mark has it")
        related = "" if mark.related == "none" else f"|{mark.related}"
        meant = f"|{mark.meant}{related}" if related or mark.meant != "wanted" else ""
        words = text[first : first + len(mark.words)]
        pieces += [text[after:first], f"[{words}|{mark.label}{meant}]"]
        after = first + len(mark.words)
    return "".join([*pieces, text[after:]])


def row_data(house: House, message: Misread, meant: Mapping[str, object], marks: Sequence[Marked]) -> dict[str, object]:
    """Return a row as it is written; whether it keeps the rules is checked when it is added."""
    stood = {"at": message.at, "asked": message.asked, "desk": message.desk, "options": list(message.options)}
    told = {key: value for key, value in stood.items() if value}
    return {"business": house.business.id, **told, "text": _with_marks(message.text, marks), **meant}


def business_data(house: House) -> dict[str, object]:
    """Return a business as rows describe it: what can be done, asked and told there, in its own words."""
    flows = [flow for flow in house.flows.newest.values() if flow.triggers]
    slots = {slot.name: slot for flow in flows for slot in flow.slots.values() if slot.guest}
    return {
        "id": house.business.id,
        "trade": house.business.name,
        "flows": {flow.name: _of_flow(flow) for flow in flows},
        "topics": {topic.id: list(topic.asks[:_MOST]) for topic in house.business.topics.values()},
        "slots": {name: [slot.label.lower()] for name, slot in slots.items() if name not in COMMON_SLOTS},
    }


def _of_flow(flow: Flow) -> list[str]:
    asked = (" ".join(_PLACEHOLDER.sub(" ", trigger).split()) for trigger in flow.triggers)
    return [each for each in dict.fromkeys((flow.description, *asked)) if each][:_MOST]


def add_row(path: Path, house: House, row: Mapping[str, object]) -> None:
    """Add a row to a file, which is begun if it is not there; raise `BadRow` with what is wrong, and write nothing."""
    try:
        there = path.read_text(encoding="utf-8") if path.exists() else ""
    except UnicodeDecodeError:
        raise BadRow(f"{path} is not UTF-8, so this is no file of rows") from None
    lines = [_object(path, number, line) for number, line in enumerate(there.splitlines(), start=1) if _is_read(line)]
    new: list[Mapping[str, object]] = []
    if not any("author" in line for line in lines):
        new.append({"author": path.stem})
    business = next((line for line in lines if line.get("id") == house.business.id and "flows" in line), None)
    if business is None:
        business = business_data(house)
        new.append(business)
    row_of(row, trade_of(business))
    if any(line == row for line in lines):
        raise BadRow("this row is there already")
    start = "" if not there or there.endswith("\n") else "\n"
    text = "".join(f"{json.dumps(each, ensure_ascii=False)}\n" for each in (*new, row))
    with path.open("a", encoding="utf-8") as file:
        file.write(start + text)


def _is_read(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _object(path: Path, number: int, line: str) -> Mapping[str, object]:
    try:
        plain = json.loads(line)
    except ValueError:
        plain = None
    if not isinstance(plain, dict):
        raise BadRow(f"{path}:{number} is not a JSON object, so this is no file of rows")
    return plain
