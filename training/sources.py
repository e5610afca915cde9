"""Where rows come from: our authors, today's tests, our replies, and a public source that stays outside the project."""

from __future__ import annotations

import gzip
import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from training.rows import Row, Span, Trade, files_of, held_out_trade, read_file

HERE = Path(__file__).parent
CORPUS = HERE / "corpus"
WORK = HERE / ".work"
FROZEN = CORPUS / "frozen"
TESTED = "replies_of_tests.jsonl"  # sentences that tests sort into yes, no and neither
_PUBLIC_ACTS: Mapping[str, str] = {
    "INFORM": "inform",
    "INFORM_INTENT": "start",
    "AFFIRM": "affirm",
    "AFFIRM_INTENT": "affirm",
    "NEGATE": "deny",
    "NEGATE_INTENT": "deny",
    "REQUEST": "ask",
    "REQUEST_ALTS": "more",
    "THANK_YOU": "thank",
    "GOODBYE": "goodbye",
}
# Of the public rows nothing is learned about the other acts: they say neither that one is there nor that it is not.
PUBLIC_ACTS = frozenset(_PUBLIC_ACTS.values())
_NO_NEW_FLOW = frozenset({"AFFIRM", "NEGATE", "REQUEST", "THANK_YOU", "GOODBYE", "REQUEST_ALTS", "SELECT"})
KEPT_AUTHORS = frozenset({"vireo", "wren"})  # calibrated on, and never trained on
_EVERY_NTH_REPLY = 10  # a block of replies of one author is kept for calibration


@dataclass(frozen=True, slots=True)
class Sources:
    """All rows, by what they are for."""

    train: tuple[Row, ...]
    calibrate: tuple[Row, ...]
    score: tuple[Row, ...]  # frozen


def authors_rows(folder: Path) -> list[Row]:
    """Return the rows of every author in a folder; a file with a mistake in it gives its other rows."""
    return [row for path in files_of(folder) for row in read_file(path).rows]


def frozen_rows(folder: Path = FROZEN) -> list[Row]:
    """Return the rows that are measured on, and on which nothing is trained or chosen."""
    return [row for path in sorted(folder.glob("*.jsonl")) for row in read_file(path).rows]


def json_lines(path: Path) -> Iterator[Mapping[str, object]]:
    """Return the objects of a file of JSON lines, packed or not."""
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    yield from map(json.loads, data.decode().splitlines())


def reply_rows(path: Path) -> list[Row]:
    """Return replies to something a desk asked: yes, no, unclear, or not a yes."""
    rows = [
        Row(text=str(one["u"]), desk=str(one["p"]), at="", coarse=str(one["y"]), source=path.name, line=number)
        for number, one in enumerate(json_lines(path), start=1)
    ]
    return [row for row in rows if row.text.strip() and held_out_trade(f"{row.desk} {row.text}") is None]


def public_rows(turns: Path, schema: Path) -> list[Row]:
    """Return the turns of the public dialogues, each with its service as the business."""
    services = json.loads(schema.read_text(encoding="utf-8"))
    trades = {
        (split, name): _service(f"{split} {name}", service)
        for split, described in services.items()
        for name, service in described.items()
    }
    return [_public_row(one, trades) for one in json_lines(turns) if one["text"]]


def _service(name: str, service: Mapping[str, object]) -> Trade:
    slots, intents = service["slots"], service["intents"]
    if not isinstance(slots, dict) or not isinstance(intents, dict):
        raise TypeError(f"not a service: {name}")
    described = {
        slot: (about["description"], f"{_words(slot)}: {about['description']}") for slot, about in slots.items()
    }
    flows = {intent: (about, _words(intent)) for intent, about in intents.items()}
    return Trade(name, str(service["description"]), flows, described, described)


def _words(name: str) -> str:
    spaced = "".join(f" {letter}" if letter.isupper() else letter for letter in name)
    return spaced.replace("_", " ").strip().lower()


def _public_row(one: Mapping[str, object], trades: Mapping[tuple[str, str], Trade]) -> Row:
    acts, frames = one["acts"], one["frames"]
    if not isinstance(acts, list) or not isinstance(frames, list):
        raise TypeError("not a turn")
    split, text = str(one["split"]), str(one["text"])
    row = Row(
        text=text,
        desk=str(one["desk"] or ""),
        at="",
        acts=frozenset(_PUBLIC_ACTS[act] for act in acts if act in _PUBLIC_ACTS),
        coarse=str(one["answer"]) if one.get("answer") else None,
        source=f"public {split}",
    )
    if len(frames) != 1:  # which of two services a value belongs to would have to be compared across both
        return row
    (frame,) = frames
    return replace(
        row,
        trade=trades[split, frame["service"]],
        spans=tuple(Span(first, after, slot, None, None) for slot, first, after in frame["spans"]),
        topics=tuple(frame["requested"]),
        flows=_public_flows(acts, frame["intent"]),
    )


def _public_flows(acts: Iterable[str], intent: str) -> tuple[str, ...] | None:
    if "INFORM_INTENT" in acts and intent != "NONE":
        return (intent,)
    return () if _NO_NEW_FLOW.issuperset(acts) else None


def all_sources(work: Path = WORK, corpus: Path = CORPUS, kept: Collection[str] = KEPT_AUTHORS) -> Sources:
    """Return every row there is, split by author and never by row."""
    own = [*authors_rows(corpus / "authors"), *authors_rows(corpus / "made")]
    replies = reply_rows(corpus / "replies.jsonl.gz")
    block = len(replies) - len(replies) // _EVERY_NTH_REPLY
    tested = reply_rows(corpus / "made" / TESTED)
    public = public_rows(work / "sgd_turns.jsonl.gz", work / "sgd_schema.json")
    learned = [row for row in public if row.source == "public train"]
    other = [row for row in public if row.source == "public dev"]
    return Sources(
        train=(*(row for row in own if row.source not in kept), *replies[:block], *tested, *learned),
        calibrate=(*(row for row in own if row.source in kept), *replies[block:], *other[:4000]),
        score=tuple(frozen_rows(corpus / "frozen")),
    )
