"""What the model is to say of a row, as numbers. No torch here, and nothing that needs a tokenizer's library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from frontdesk.language.tagger.encoding import (
    LABEL_KINDS,
    EncodedMessage,
    Tokenizer,
    encode_label,
    encode_message,
    pieces_of,
)
from training.noise import noisy
from training.rows import ACTS, ANSWERS, COMMON_SLOTS, MEANT, RELATED, Row, Trade
from training.sources import PUBLIC_ACTS, TESTED

UNKNOWN = -1
MOST_SPANS = 10
MOST_NAMES = 4  # flows or topics of one message
COARSE = ("yes", "no", "unclear", "not_yes")
_WITHOUT_DESK = 0.15
_WITHOUT_PLACE = 0.3
NOBODY = 0  # the trade of rows that name none; COMMON is the trade of labels that all have
COMMON = 1


@dataclass(frozen=True, slots=True)
class Label:
    """A label of one business; `wordings` are numbers of texts."""

    kind: int  # of LABEL_KINDS
    trade: int
    wordings: tuple[int, ...]


class Labels:
    """Every label of every business, numbered; wordings are numbered apart, each text once."""

    def __init__(self) -> None:
        self.labels: list[Label] = []
        self.texts: list[tuple[str, str]] = []  # kind and wording
        self.trades: dict[str, int] = {"nobody": NOBODY, "common": COMMON}
        self._texts: dict[tuple[str, str], int] = {}
        self._numbers: dict[tuple[int, str, str], int] = {}
        for name, wordings in COMMON_SLOTS.items():
            self._add(COMMON, "slot", name, wordings)

    def add_trade(self, key: str, trade: Trade) -> int:
        """Return the number of a business, after its labels were added."""
        if key not in self.trades:
            number = self.trades[key] = len(self.trades)
            for kind, labels in (("flow", trade.flows), ("topic", trade.topics), ("slot", trade.slots)):
                for name, wordings in labels.items():
                    self._add(number, kind, name, (*wordings, *_named(name, wordings)))
        return self.trades[key]

    def _add(self, trade: int, kind: str, name: str, wordings: Sequence[str]) -> None:
        numbers = tuple(self.text(kind, wording) for wording in dict.fromkeys(wordings))
        self._numbers[trade, kind, name] = len(self.labels)
        self.labels.append(Label(LABEL_KINDS.index(kind), trade, numbers))

    def text(self, kind: str, wording: str) -> int:
        """Return the number of a text."""
        key = (kind, wording)
        if key not in self._texts:
            self._texts[key] = len(self.texts)
            self.texts.append(key)
        return self._texts[key]

    def number(self, trade: int, kind: str, name: str) -> int:
        """Return the number of a label of a business, or of one that all have."""
        found = self._numbers.get((trade, kind, name))
        return self._numbers[COMMON, kind, name] if found is None else found


def _named(name: str, wordings: Sequence[str]) -> tuple[str, ...]:
    """Return a wording with the name in it: an owner's names say something too, and may be missing."""
    return (f"{name.replace('_', ' ')}: {wordings[0]}",) if wordings else ()


@dataclass(frozen=True, slots=True)
class Target:
    """One message and all that the model is to say of it; UNKNOWN is what the row does not tell."""

    message: EncodedMessage
    trade: int
    acts: tuple[int, ...]  # 1, 0 or UNKNOWN for each of ACTS
    answer: int
    coarse: int
    spans: tuple[tuple[int, int, int, int, int], ...]  # first and after piece, label, meant, related
    spans_known: bool
    flows: tuple[int, ...] | None
    topics: tuple[int, ...] | None
    picks: tuple[int, ...] | None  # of the options that were shown


def trade_key(row: Row) -> str:
    """Return what tells the business of a row from all others."""
    return f"{row.source}/{row.trade.id}" if row.trade else "nobody"


def place_of(row: Row) -> str:
    """Return where the talk stood; our replies answer something that was to be agreed to."""
    replies = row.coarse is not None and row.trade is None and not row.source.startswith("public")
    return row.at or ("confirm" if replies else "")


def target_of(row: Row, tokenizer: Tokenizer, labels: Labels, random: Random | None) -> Target:
    """Return what is to be said of a row: as written, or with noise where there is a `random`."""
    text, spans = row.text, row.spans or ()
    place, desk = place_of(row), row.desk
    if random is not None:
        text, spans = noisy(text, spans, random)
        desk = "" if random.random() < _WITHOUT_DESK else desk
        place = "" if random.random() < _WITHOUT_PLACE else place
    message = encode_message(tokenizer, place, desk, text, row.options)
    trade = labels.trades[trade_key(row)]
    found = []
    for span in spans[:MOST_SPANS]:
        if (pieces := pieces_of(span.first, span.after, message.offsets)) is not None:
            label = labels.number(trade, "slot", span.label)
            found.append((*pieces, label, _place(span.meant, MEANT), _place(span.related, RELATED)))
    return Target(
        message,
        trade,
        acts=_acts(row),
        answer=_place(row.answer, ANSWERS),
        coarse=_place(row.coarse, COARSE),
        spans=tuple(found),
        spans_known=row.spans is not None,
        flows=_numbers(row.flows, trade, "flow", labels),
        topics=_numbers(row.topics, trade, "topic", labels),
        picks=row.picks,
    )


def _place(name: str | None, names: Sequence[str]) -> int:
    return UNKNOWN if name is None else names.index(name)


def _acts(row: Row) -> tuple[int, ...]:
    if row.acts is None:
        return (UNKNOWN,) * len(ACTS)
    told = PUBLIC_ACTS if row.source.startswith("public") else frozenset(ACTS)
    return tuple((1 if act in row.acts else 0) if act in told else UNKNOWN for act in ACTS)


def _numbers(names: tuple[str, ...] | None, trade: int, kind: str, labels: Labels) -> tuple[int, ...] | None:
    return None if names is None else tuple(labels.number(trade, kind, name) for name in names[:MOST_NAMES])


def labels_of(rows: Sequence[Row]) -> Labels:
    """Return the labels of every business that the rows are about."""
    labels = Labels()
    for row in rows:
        if row.trade is not None:
            labels.add_trade(trade_key(row), row.trade)
    return labels


def encoded_texts(labels: Labels, tokenizer: Tokenizer) -> list[tuple[int, ...]]:
    """Return every wording as the encoder takes it."""
    return [encode_label(tokenizer, kind, wording) for kind, wording in labels.texts]


def weight_of(row: Row, weights: Mapping[str, float]) -> float:
    """Return how often a row is drawn, against a public one: ours are few and worth more."""
    kind = "public" if row.source.startswith("public") else "replies" if row.trade is None else "made"
    if row.source == TESTED:
        kind = "authors"
    if kind == "made" and not row.source.startswith("conversations_"):
        kind = "authors"
    return weights[kind] * (1.5 if row.hard else 1.0)
