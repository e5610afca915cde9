"""Turns what today's tests say into rows: conversation files, wordings, and replies to a confirm.

A conversation that passes was understood as its file wants it: what was read in its turns is how they are meant.
Needs the product's own environment, not torch: `PYTHONPATH=src:. .venv/bin/python -m training.from_tests`.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import yaml

from frontdesk.desk.house import House, open_house
from frontdesk.desk.model_choice import tagger_for
from frontdesk.desk.rehearsals.conversation_files import read_conversations
from frontdesk.desk.rehearsals.given import Impossible
from frontdesk.desk.rehearsals.rehearsing import stage
from frontdesk.dialogue import meanings
from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.conversation import Option
from frontdesk.dialogue.flow import Flow, Slot
from frontdesk.dialogue.meanings import Choose, Exclude, Extreme, Inform, Meaning, Number
from frontdesk.dialogue.values import Days, Times
from frontdesk.language.tagger.labels import labels_of
from frontdesk.language.tagger.running import EXAMPLE
from frontdesk.language.understand import Read, Understanding
from training.rows import COMMON_SLOTS, BadRow, Trade, row_of

ROOT = Path(__file__).parents[1]
CORPUS = Path(__file__).with_name("corpus")
TESTS = ROOT / "tests" / "language"
_PLACES = {
    Wanted.NOTHING: "idle",
    Wanted.SLOT: "slot",
    Wanted.CHOICE: "choice",
    Wanted.CONFIRMATION: "confirm",
    Wanted.CHANGE: "changing",
    Wanted.FLOW: "flow",
}
ACT_OF_MEANING: Mapping[type, str] = {
    meanings.StartFlow: "start",
    meanings.Inform: "inform",
    meanings.Exclude: "inform",
    meanings.Choose: "choose",
    meanings.More: "more",
    meanings.Affirm: "affirm",
    meanings.Deny: "deny",
    meanings.Change: "change",
    meanings.Ask: "ask",
    meanings.Cancel: "undo",
    meanings.StartOver: "start_over",
    meanings.GoBack: "go_back",
    meanings.Skip: "skip",
    meanings.Repeat: "repeat",
    meanings.Help: "help",
    meanings.WantPerson: "person",
    meanings.Greet: "greet",
    meanings.Thank: "thank",
    meanings.Wait: "wait",
    meanings.Goodbye: "goodbye",
}
_EXTREMES = {
    Extreme.EARLIEST: "earlier",
    Extreme.LATEST: "later",
    Extreme.FIRST: "first",
    Extreme.LAST: "last",
    Extreme.CHEAPEST: "cheaper",
    Extreme.OTHER: "other",
}
_BOOKING = "So that is Botox on Wednesday, November 19 at 3 PM with Dr. Sarah Smith, for Eva Brandt. Shall I book it?"
_CANCELLING = "You want to cancel Botox on Wednesday, November 19 at 3 PM. Shall I cancel it?"
_PLAIN = (
    ("books", _BOOKING, "yes"),
    ("books_nothing", _BOOKING, "not_yes"),
    ("cancels", _CANCELLING, "yes"),
    ("cancels_nothing", _CANCELLING, "not_yes"),
)
_NOT_SAID = frozenset({"any", "option"})  # kinds of slots that no words of a guest fill by themselves
_FEW_WORDS = 3  # of a longer message not all is the value
_UNUSABLE = frozenset("[]|\n")

Data = dict[str, object]


class Recorded(Understanding):
    """An understanding that keeps what it was asked and what it said."""

    def __init__(self, house: House) -> None:
        super().__init__(house.business, house.flows, tagger_for(house.business.language))
        self.calls: list[tuple[str, Asked, str | None, tuple[Read, ...]]] = []

    def understand(self, text: str, asked: Asked, now: datetime, said: str | None = None) -> tuple[Read, ...]:
        """Return what a text means, and keep it."""
        reads = super().understand(text, asked, now, said)
        self.calls.append((text, asked, said, reads))
        return reads


def business_line(house: House) -> Data:
    """Return a business of ours as an author would describe it."""
    flows = {name: flow for name, flow in house.flows.newest.items() if flow.triggers}
    every = [slot for flow in flows.values() for slot in flow.slots.values() if slot.guest]
    slots = {slot.name: slot for slot in every if slot.kind not in _NOT_SAID and slot.name not in COMMON_SLOTS}
    known = labels_of(house.business, house.flows).topics
    topics = {name: list(wordings[:4]) for name, wordings in known.items() if EXAMPLE not in name}
    return {
        "id": house.business.id,
        "trade": house.business.name,
        "flows": {name: _of_flow(flow) for name, flow in flows.items()},
        "topics": topics,
        "slots": {name: [f"{slot.label}: {slot.name.replace('_', ' ')}"] for name, slot in slots.items()},
    }


def _of_flow(flow: Flow) -> list[str]:
    plain = [trigger for trigger in flow.triggers if "{" not in trigger]
    return [flow.description, *plain[:3]]


def row_line(text: str, asked: Asked, said: str | None, reads: tuple[Read, ...], line: Data) -> Data | None:
    """Return a row for one message that was understood; None where it cannot be written as one."""
    if _UNUSABLE & set(text) or not text.strip():
        return None
    told = [read.meaning for read in reads]
    at = _PLACES[asked.wanted]
    marked = _marked(text, told, line)
    row: Data = {"business": line["id"], "at": at, "text": marked or text}
    if marked is None:
        row["unmarked"] = True
    if said:
        row["desk"] = said
    row["acts"] = list(dict.fromkeys(act for one in told if (act := ACT_OF_MEANING.get(type(one)))))
    row |= _names(told, line)
    if at == "confirm":
        row["answer"] = answer_of(told)
    if at == "choice":
        row["options"] = [_option(option) for option in asked.options]
        row |= _picked(told, len(asked.options))
    if at == "slot" and isinstance(asked.slot, Slot):
        row["asked"] = asked.slot.name
    return row


def _names(told: list[Meaning], line: Data) -> Data:
    flows = [one.flow for one in told if isinstance(one, meanings.StartFlow) and one.flow in _keys(line, "flows")]
    topics = [one.topic for one in told if isinstance(one, meanings.Ask) and one.topic in _keys(line, "topics")]
    return {**({"flow": flows} if flows else {}), **({"topic": topics} if topics else {})}


def _keys(line: Data, kind: str) -> Iterable[str]:
    labels = line[kind]
    return labels if isinstance(labels, dict) else ()


def answer_of(told: list[Meaning]) -> str:
    """Return the answer that meanings amount to, at a confirm."""
    kinds = {ACT_OF_MEANING.get(type(one), "") for one in told}
    if kinds & {"change", "inform", "choose"}:
        return "change"
    if kinds & {"deny", "undo"}:
        return "no"
    if "affirm" in kinds:
        return "yes"
    return "other" if kinds - {"", "wait"} else "unclear"


def _option(option: Option) -> str:
    start = option.fields.get("start")
    when = [f"{start:%A} {start:%I:%M %p}".replace(" 0", " ")] if isinstance(start, datetime) else []
    others = [
        str(getattr(value, "id", value)).replace("_", " ")
        for name, value in option.fields.items()
        if name not in ("start", "end", "kind") and value != "opening"
    ]
    return ", ".join([*when, *others[:3]]) or option.id


def _picked(told: list[Meaning], count: int) -> Data:
    numbers = [one.pick.position for one in told if isinstance(one, Choose) and isinstance(one.pick, Number)]
    known = [count if number == -1 else number for number in numbers]
    return {"option": known} if known and all(1 <= number <= count for number in known) else {}


def _marked(text: str, told: list[Meaning], line: Data) -> str | None:
    """Put marks around the words that values rest on; None where some value's words cannot be told."""
    taken: list[tuple[int, int, str]] = []
    for one in told:
        if (mark := _mark(one, line)) is None:
            if isinstance(one, Inform | Exclude):
                return None
            continue
        first, after = text.find(one.words), text.find(one.words) + len(one.words)
        whole = one.words == text and len(text.split()) > _FEW_WORDS
        if first < 0 or text.count(one.words) != 1 or whole or _inside_word(text, first, after):
            return None
        if any(after > other and first < end for other, end, _ in taken) or one.words != one.words.strip():
            return None
        taken.append((first, after, mark))
    for first, after, mark in sorted(taken, reverse=True):
        text = f"{text[:first]}[{text[first:after]}|{mark}]{text[after:]}"
    return text


def _inside_word(text: str, first: int, after: int) -> bool:
    edges = [(position - 1, position) for position in (first, after) if 0 < position < len(text)]
    return any(text[left].isalnum() and text[right].isalnum() for left, right in edges)


def _mark(meaning: Meaning, line: Data) -> str | None:
    match meaning:
        case Inform(slot=slot, value=value) if slot in _keys(line, "slots"):
            return f"{slot}|wanted|{_related(value)}"
        case Exclude(slot=slot) if slot in _keys(line, "slots"):
            return f"{slot}|ruled_out"
        case Choose(pick=Number(position=-1)):
            return "option|wanted|last"
        case Choose(pick=Number()):
            return "option|wanted|nth"
        case Choose(pick=Extreme() as extreme) if extreme in _EXTREMES:
            return f"option|wanted|{_EXTREMES[extreme]}"
        case _:
            return None


def _related(value: object) -> str:
    if isinstance(value, Days | Times):
        return "before" if value.start is None else "after" if value.end is None else "none"
    return "none"


def conversation_lines(folder: Path) -> Iterator[Data]:
    """Run every conversation file of a business; give its turns as rows, each text once per place."""
    house = open_house(folder)
    line = business_line(house)
    yield line
    seen: set[tuple[str, str]] = set()
    recorded = Recorded(house)
    watched = replace(house, understanding=recorded)
    files = sorted(folder.glob("conversations/**/*.yaml"))
    with stage() as here:
        for script in read_conversations(folder, house, files).scripts:
            try:
                for result in here.run(watched, script):
                    calls = recorded.calls if result.failure is None else []
                    yield from _new_rows(calls, line, seen)
                    recorded.calls.clear()
            except Impossible:
                recorded.calls.clear()


def _new_rows(
    calls: list[tuple[str, Asked, str | None, tuple[Read, ...]]], line: Data, seen: set[tuple[str, str]]
) -> Iterator[Data]:
    for text, asked, said, reads in calls:
        key = (text.lower(), _PLACES[asked.wanted])
        if key in seen or (row := row_line(text, asked, said, reads, line)) is None:
            continue
        seen.add(key)
        if _usable(row, line):
            yield row


def _usable(row: Data, line: Data) -> bool:
    trade = Trade(
        str(line["id"]),
        str(line["trade"]),
        *(dict.fromkeys(_keys(line, kind), ()) for kind in ("flows", "topics", "slots")),
    )
    try:
        row_of(row, trade)
    except BadRow:
        return False
    return True


def with_slots_said(lines: Iterable[Data]) -> list[Data]:
    """Leave out the slots that no guest ever fills in words: flows keep much in slots that is theirs alone."""
    business, *rows = lines
    said = {name for row in rows for name in re.findall(r"\|(\w+)\|", str(row["text"]))}
    asked = {str(row["asked"]) for row in rows if "asked" in row}
    slots = business["slots"]
    if isinstance(slots, dict):
        business["slots"] = {name: wordings for name, wordings in slots.items() if name in said | asked}
    return [business, *rows]


def reply_lines() -> Iterator[Data]:
    """Give the replies that tests sort into yes, no and neither."""
    labels = {"agreed": "yes", "refused": "no", "neither": "unclear"}
    for name in ("classes_yesno.yaml", "fresh_yesno.yaml", "fresh_yesno_later.yaml"):
        for group in yaml.safe_load((TESTS / name).read_text(encoding="utf-8")):
            for kind, label in labels.items():
                yield from ({"p": group["said"], "u": str(text), "y": label} for text in group.get(kind, ()))
    sorted_out = yaml.safe_load((TESTS / "plain_yes.yaml").read_text(encoding="utf-8"))
    for kind, said, label in _PLAIN:
        for text in sorted_out[kind]:
            yield {"p": said, "u": str(text), "y": label}


def write(path: Path, lines: Iterable[Data]) -> None:
    """Write JSON lines, and say how many."""
    written = 0
    with path.open("w", encoding="utf-8") as file:
        for line in lines:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
            written += 1
    sys.stdout.write(f"{path.name}: {written} lines\n")


def main() -> None:
    """Write the rows of today's tests into the corpus."""
    (CORPUS / "made").mkdir(exist_ok=True)
    write(CORPUS / "made" / "replies_of_tests.jsonl", reply_lines())
    for name in ("medspa", "flights", "harbour", "hotel", "meetings"):
        lines = with_slots_said(conversation_lines(ROOT / "examples" / name))
        write(CORPUS / "made" / f"conversations_{name}.jsonl", ({"author": f"conversations of {name}"}, *lines))


if __name__ == "__main__":
    main()
