"""Rows of the corpus: what a guest wrote, and what it means. Read from authors' files, or made from other sources."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

PLACES = ("idle", "slot", "choice", "confirm", "changing", "flow", "booked")
ACTS = (
    *("start", "inform", "choose", "more", "affirm", "deny", "change", "ask", "undo", "start_over", "go_back", "skip"),
    *("repeat", "help", "person", "greet", "thank", "goodbye", "wait", "remark"),
)
ANSWERS = ("yes", "no", "change", "unclear", "other")
MEANT = ("wanted", "ruled_out", "past", "asked_about", "only_if", "someone_else", "later", "mentioned")
NOT_RELATED = "none"
RELATED = (
    *(NOT_RELATED, "earlier", "later", "before", "after", "first", "last", "nth", "cheaper", "other", "same"),
    "instead",
)
# Every business has these two beside its own slots.
COMMON_SLOTS: Mapping[str, tuple[str, ...]] = {
    "option": ("one of the options that were just shown", "which of the offers is picked"),
    "booking": ("something that is already booked", "an existing booking that is pointed at"),
}
# Measured on, never trained on: the stems by which such a trade is known in a text.
HELD_OUT: Mapping[str, tuple[str, ...]] = {
    "driving school": ("driving school", "driving lesson", "driving instructor", "driving test", "learner driver"),
    "escape room": ("escape room", "escape game"),
    "notary": ("notary", "notaris", "notariz"),
    "marina": ("marina", "boat berth", "mooring"),
    "blood donation centre": ("blood donat", "donate blood", "give blood", "blood drive", "plasma donat"),
}
_FIELDS = frozenset(
    (
        *("business", "text", "at", "desk", "acts", "answer", "flow", "topic", "options", "option", "asked", "hard"),
        *("voice", "unmarked"),  # rows made from other sources may have values that nobody marked
    )
)
_MARK = re.compile(r"\[([^\[\]|]*)\|([^\[\]|]*)(?:\|([^\[\]|]*))?(?:\|([^\[\]|]*))?\]")
_LABEL_KINDS = ("flows", "topics", "slots")
_NAME = re.compile(r"[a-z][a-z0-9_]*")

Wordings = tuple[str, ...]


class BadRow(ValueError):  # noqa: N818 - what is the case with the row
    """What an author wrote that cannot be used, in words for the author."""


@dataclass(frozen=True, slots=True)
class Trade:
    """A business as rows need it: what can be done, asked and told there, each label in several wordings."""

    id: str
    kind: str
    flows: Mapping[str, Wordings] = field(default_factory=dict)
    topics: Mapping[str, Wordings] = field(default_factory=dict)
    slots: Mapping[str, Wordings] = field(default_factory=dict)

    @property
    def held_out(self) -> bool:
        """Whether it may be measured on only."""
        return held_out_trade(self.kind) is not None


@dataclass(frozen=True, slots=True)
class Span:
    """Words of a text that are a value: where, of which slot, how meant, and how related to what is there."""

    first: int
    after: int
    label: str
    meant: str | None = "wanted"  # None where the source does not say
    related: str | None = NOT_RELATED


@dataclass(frozen=True, slots=True)
class Row:
    """One message. A field that is None was not labelled, which is not the same as empty."""

    text: str
    desk: str = ""
    at: str = "idle"
    trade: Trade | None = None
    acts: frozenset[str] | None = None
    answer: str | None = None  # one of ANSWERS
    coarse: str | None = None  # yes, no or unclear: from sources that tell no change from a no
    spans: tuple[Span, ...] | None = None
    flows: tuple[str, ...] | None = None
    topics: tuple[str, ...] | None = None
    options: tuple[str, ...] = ()
    picks: tuple[int, ...] | None = None  # from 0
    asked: str | None = None
    hard: bool = False
    source: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class AuthorFile:
    """A file as an author wrote it."""

    author: str
    frozen: bool
    rows: tuple[Row, ...]
    problems: tuple[tuple[int, str], ...]  # line and what is wrong with it


def held_out_trade(text: str) -> str | None:
    """Return the held-out trade that a text speaks of."""
    lowered = text.lower()
    return next((name for name, stems in HELD_OUT.items() if any(stem in lowered for stem in stems)), None)


def unmarked(marked: str) -> tuple[str, tuple[Span, ...]]:
    """Return the text without its marks, and the spans that they marked: "[friday|day]" is "friday", a day."""
    pieces: list[str] = []
    spans: list[Span] = []
    length = position = 0
    for mark in _MARK.finditer(marked):
        before, words = marked[position : mark.start()], mark[1]
        if not words.strip() or words != words.strip():
            raise BadRow(f"a mark must hold words, without spaces around them: {mark[0]!r}")
        first = length + len(before)
        spans.append(Span(first, first + len(words), mark[2], mark[3] or "wanted", mark[4] or NOT_RELATED))
        pieces += [before, words]
        length, position = first + len(words), mark.end()
    text = "".join([*pieces, marked[position:]])
    if set("[]|") & set(text):
        raise BadRow("a bracket or bar that belongs to no mark; write [words|slot] or [words|slot|meant|related]")
    for span in spans:
        _check_borders(text, span)
    return text, tuple(spans)


def _check_borders(text: str, span: Span) -> None:
    def inside_word(position: int) -> bool:
        return 0 < position < len(text) and text[position - 1].isalnum() and text[position].isalnum()

    if inside_word(span.first) or inside_word(span.after):
        raise BadRow(f"a mark begins or ends inside a word: {text[span.first : span.after]!r}")


def read_file(path: Path) -> AuthorFile:
    """Read an author's file, with what is wrong in it."""
    reader = _Reader(source=path.stem, frozen=path.parent.name == "frozen")
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            reader.take(number, line)
    return AuthorFile(reader.author, reader.frozen, tuple(reader.rows), tuple(reader.problems))


class _Reader:
    """Takes the lines of one file in order: a row may name a business that stands above it."""

    def __init__(self, source: str, *, frozen: bool) -> None:
        self.source = source
        self.frozen = frozen
        self.author = ""
        self.rows: list[Row] = []
        self.problems: list[tuple[int, str]] = []
        self._trades: dict[str, Trade] = {}

    def take(self, number: int, line: str) -> None:
        try:
            self._take(number, line)
        except json.JSONDecodeError as error:
            self.problems.append((number, f"not JSON: {error.msg} at character {error.colno}"))
        except BadRow as error:
            self.problems.append((number, str(error)))

    def _take(self, number: int, line: str) -> None:
        data = json.loads(line)
        if not isinstance(data, dict):
            raise BadRow("not a JSON object")
        if "author" in data:
            self._take_header(data)
        elif "flows" in data or "slots" in data:
            trade = _trade(data)
            if trade.id in self._trades:
                raise BadRow(f"business {trade.id!r} stands twice")
            self._refuse_held_out(trade.kind)
            self._trades[trade.id] = trade
        else:
            self.rows.append(self._row(number, data))

    def _take_header(self, data: Mapping[str, object]) -> None:
        self.author = _text(data, "author")
        if bool(data.get("frozen")) != self.frozen:
            raise BadRow('frozen files, and only those, stand in a folder "frozen" and have "frozen" in the first line')

    def _row(self, number: int, data: Mapping[str, object]) -> Row:
        if not self.author:
            raise BadRow('the first line must be {"author": "..."}')
        name = _text(data, "business")
        if name not in self._trades:
            raise BadRow(f"business {name!r} does not stand above this row")
        row = row_of(data, self._trades[name])
        self._refuse_held_out(f"{row.desk} {row.text}")
        return _from(row, self.source, number)

    def _refuse_held_out(self, text: str) -> None:
        if not self.frozen and (held := held_out_trade(text)):
            raise BadRow(f"speaks of {held!r}, which is held out: only frozen files may")


def _from(row: Row, source: str, line: int) -> Row:
    values = {name: getattr(row, name) for name in Row.__dataclass_fields__}
    return Row(**{**values, "source": source, "line": line})


def _trade(data: Mapping[str, object]) -> Trade:
    labels = {kind: _labels(data, kind) for kind in _LABEL_KINDS}
    return Trade(_text(data, "id"), _text(data, "trade"), **labels)


def _labels(data: Mapping[str, object], kind: str) -> dict[str, Wordings]:
    given = data.get(kind, {})
    if not isinstance(given, dict):
        raise BadRow(f'"{kind}" must be names with lists of descriptions')
    for name, wordings in given.items():
        if not _NAME.fullmatch(name) or name in COMMON_SLOTS:
            raise BadRow(f"not a name for one of the {kind}: {name!r}")
        if not isinstance(wordings, list) or not wordings or not all(isinstance(one, str) for one in wordings):
            raise BadRow(f"{name!r} needs a list of descriptions")
    return {name: tuple(wordings) for name, wordings in given.items()}


def row_of(data: Mapping[str, object], trade: Trade) -> Row:
    """Return the row that an author's object stands for; raise `BadRow` with what is wrong."""
    if unknown := sorted(set(data) - _FIELDS):
        raise BadRow(f"unknown field {unknown[0]!r}")
    at = _one_of(_text(data, "at"), PLACES, "at")
    text, spans = unmarked(_text(data, "text"))
    row = Row(
        text=text,
        desk=_text(data, "desk") if at != "idle" or "desk" in data else "",
        at=at,
        trade=trade,
        acts=frozenset(_one_of(act, ACTS, "act") for act in _texts(data, "acts")),
        answer=_one_of(_text(data, "answer"), ANSWERS, "answer") if at == "confirm" else None,
        spans=None if data.get("unmarked") is True else spans,
        flows=_known(_texts(data, "flow"), trade.flows, "flow"),
        topics=_known(_texts(data, "topic"), trade.topics, "topic"),
        options=_texts(data, "options"),
        picks=_picks(data),
        asked=_text(data, "asked") if at == "slot" else None,
        hard=data.get("hard") is True,
    )
    _check_spans(row, trade)
    _check_together(row, data)
    return row


def _check_spans(row: Row, trade: Trade) -> None:
    for span in row.spans or ():
        if span.label not in trade.slots and span.label not in COMMON_SLOTS:
            raise BadRow(f"no slot {span.label!r} in this business")
        _one_of(span.meant or "", MEANT, "meant")
        _one_of(span.related or "", RELATED, "related")


def _check_together(row: Row, data: Mapping[str, object]) -> None:
    """Refuse what contradicts itself: most slips of authors show here."""
    acts = row.acts or frozenset()
    wrong = {
        '"answer" is for rows at a confirm': "answer" in data and row.at != "confirm",
        'at a choice the row needs "options"': row.at == "choice" and not row.options,
        '"flow" without the act start, undo or change': bool(row.flows) and not acts & {"start", "undo", "change"},
        '"topic" without the act ask': bool(row.topics) and "ask" not in acts,
        '"option" without the act choose': bool(row.picks) and "choose" not in acts,
        '"option" counts from 1 and must be one of "options"': any(
            not 0 <= pick < len(row.options) for pick in row.picks or ()
        ),
        'a yes needs the act "affirm"': row.answer == "yes" and "affirm" not in acts,
        'a yes and the act "change", "deny" or "undo" do not go together: is it a change or a no?': row.answer == "yes"
        and bool(acts & {"change", "deny", "undo"}),
        'a change needs the act "change", "choose" or "inform"': row.answer == "change"
        and not acts & {"change", "choose", "inform"},
        '"asked" names no slot of this business': row.asked is not None
        and row.trade is not None
        and row.asked not in row.trade.slots,
    }
    for problem, holds in wrong.items():
        if holds:
            raise BadRow(problem)


def _picks(data: Mapping[str, object]) -> tuple[int, ...] | None:
    given = data.get("option", [])
    numbers = [given] if isinstance(given, int) else given
    if not isinstance(numbers, list) or not all(isinstance(number, int) for number in numbers):
        raise BadRow('"option" must be a list of numbers')
    unsaid = not numbers and "choose" in _texts(data, "acts")
    return None if unsaid or "options" not in data else tuple(number - 1 for number in numbers)


def _text(data: Mapping[str, object], name: str) -> str:
    value = data.get(name)
    if not isinstance(value, str) or not value.strip():
        raise BadRow(f'"{name}" is missing')
    return value


def _texts(data: Mapping[str, object], name: str) -> tuple[str, ...]:
    value = data.get(name, [])
    values = [value] if isinstance(value, str) else value
    if not isinstance(values, list) or not all(isinstance(one, str) for one in values):
        raise BadRow(f'"{name}" must be a text or a list of texts')
    return tuple(values)


def _one_of(value: str, known: Sequence[str], name: str) -> str:
    if value not in known:
        raise BadRow(f'"{name}" is {value!r}; it can be {", ".join(known)}')
    return value


def _known(names: tuple[str, ...], labels: Mapping[str, Wordings], name: str) -> tuple[str, ...]:
    for one in names:
        if one not in labels:
            raise BadRow(f"no {name} {one!r} in this business")
    return names


def files_of(folder: Path) -> Iterator[Path]:
    """Return the authors' files in a folder that may be trained on, in a fixed order; never frozen ones."""
    return iter(sorted(path for path in folder.glob("*.jsonl") if path.parent.name != "frozen"))
