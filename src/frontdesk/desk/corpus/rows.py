"""Rows of the corpus: what a guest wrote, and what it means; the rules that every row keeps, whoever writes it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

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


@dataclass(frozen=True, slots=True)
class MarkedSpan:
    """Words of a text that are a value: where, of which slot, how meant, and how related to what is there."""

    first: int
    after: int
    label: str
    meant: str | None = "wanted"  # None where the source does not say
    related: str | None = NOT_RELATED


@dataclass(frozen=True, slots=True)
class CorpusRow:
    """One message. A field that is None was not labelled, which is not the same as empty."""

    text: str
    desk: str = ""
    at: str = "idle"
    trade: Trade | None = None
    acts: frozenset[str] | None = None
    answer: str | None = None  # one of ANSWERS
    coarse: str | None = None  # yes, no or unclear: from sources that tell no change from a no
    spans: tuple[MarkedSpan, ...] | None = None
    flows: tuple[str, ...] | None = None
    topics: tuple[str, ...] | None = None
    options: tuple[str, ...] = ()
    picks: tuple[int, ...] | None = None  # from 0
    asked: str | None = None
    hard: bool = False
    source: str = ""
    line: int = 0


def unmarked(marked: str) -> tuple[str, tuple[MarkedSpan, ...]]:
    """Return the text without its marks, and the spans that they marked: "[friday|day]" is "friday", a day."""
    pieces: list[str] = []
    spans: list[MarkedSpan] = []
    length = position = 0
    for mark in _MARK.finditer(marked):
        before, words = marked[position : mark.start()], mark[1]
        if not words.strip() or words != words.strip():
            raise BadRow(f"a mark must hold words, without spaces around them: {mark[0]!r}")
        first = length + len(before)
        spans.append(MarkedSpan(first, first + len(words), mark[2], mark[3] or "wanted", mark[4] or NOT_RELATED))
        pieces += [before, words]
        length, position = first + len(words), mark.end()
    text = "".join([*pieces, marked[position:]])
    if set("[]|") & set(text):
        raise BadRow("a bracket or bar that belongs to no mark; write [words|slot] or [words|slot|meant|related]")
    for span in spans:
        _check_borders(text, span)
    return text, tuple(spans)


def _check_borders(text: str, span: MarkedSpan) -> None:
    def inside_word(position: int) -> bool:
        return 0 < position < len(text) and text[position - 1].isalnum() and text[position].isalnum()

    if inside_word(span.first) or inside_word(span.after):
        raise BadRow(f"a mark begins or ends inside a word: {text[span.first : span.after]!r}")


def trade_of(data: Mapping[str, object]) -> Trade:
    """Return the business that an author's object stands for; raise `BadRow` with what is wrong."""
    labels = {kind: _labels(data, kind) for kind in _LABEL_KINDS}
    return Trade(text_in(data, "id"), text_in(data, "trade"), **labels)


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


def row_of(data: Mapping[str, object], trade: Trade) -> CorpusRow:
    """Return the row that an author's object stands for; raise `BadRow` with what is wrong."""
    if unknown := sorted(set(data) - _FIELDS):
        raise BadRow(f"unknown field {unknown[0]!r}")
    at = _one_of(text_in(data, "at"), PLACES, "at")
    text, spans = unmarked(text_in(data, "text"))
    row = CorpusRow(
        text=text,
        desk=text_in(data, "desk") if at != "idle" or "desk" in data else "",
        at=at,
        trade=trade,
        acts=frozenset(_one_of(act, ACTS, "act") for act in _texts(data, "acts")),
        answer=_one_of(text_in(data, "answer"), ANSWERS, "answer") if at == "confirm" else None,
        spans=None if data.get("unmarked") is True else spans,
        flows=_known(_texts(data, "flow"), trade.flows, "flow"),
        topics=_known(_texts(data, "topic"), trade.topics, "topic"),
        options=_texts(data, "options"),
        picks=_picks(data),
        asked=text_in(data, "asked") if at == "slot" else None,
        hard=data.get("hard") is True,
    )
    _check_spans(row, trade)
    _check_together(row, data)
    return row


def _check_spans(row: CorpusRow, trade: Trade) -> None:
    for span in row.spans or ():
        if span.label not in trade.slots and span.label not in COMMON_SLOTS:
            raise BadRow(f"no slot {span.label!r} in this business")
        _one_of(span.meant or "", MEANT, "meant")
        _one_of(span.related or "", RELATED, "related")


def _check_together(row: CorpusRow, data: Mapping[str, object]) -> None:
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


def text_in(data: Mapping[str, object], name: str) -> str:
    """Return a text that must be there."""
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
