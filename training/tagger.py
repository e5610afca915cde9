"""Runs an exported model on rows, one text per call, as the product does; needs onnxruntime and tokenizers only."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from training.encoding import Message, encode_label, encode_message, pieces_of
from training.fitting import sigmoid, softmax
from training.judging import Heard, Value
from training.rows import ACTS, ANSWERS, COMMON_SLOTS, MEANT, Row, Trade
from training.targets import numbered

_LABELS_KEPT = 100_000


@dataclass(frozen=True, slots=True)
class Raw:
    """The scores of one message, before temperatures and thresholds."""

    message: Message
    acts: np.ndarray
    answer: np.ndarray
    flows: Mapping[str, float]
    topics: Mapping[str, float]
    options: tuple[float, ...]
    slots: tuple[str, ...]
    inside: np.ndarray  # pieces by slots
    begin: np.ndarray
    meant: np.ndarray  # pieces by ways
    related: np.ndarray


@dataclass(frozen=True, slots=True)
class Settings:
    """Temperatures and thresholds, as calibrated for one exported file."""

    temperatures: Mapping[str, float]
    acts: Mapping[str, float]
    yes: float
    flow: float
    topic: float
    option: float
    inside: float
    begin: float

    @classmethod
    def read(cls, path: Path) -> Settings:
        """Return the settings in a file."""
        return cls(**json.loads(path.read_text(encoding="utf-8")))


class Tagger:
    """One exported model with its tokenizer and description."""

    def __init__(self, model: Path, folder: Path) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.about = json.loads((folder / "model.json").read_text(encoding="utf-8"))
        self._wording = lru_cache(_LABELS_KEPT)(self._encode_wording)
        self.label = lru_cache(_LABELS_KEPT)(self._label)

    def _run(self, ids: Sequence[int], types: Sequence[int], outputs: list[str]) -> list[np.ndarray]:
        given = {"ids": np.array([ids], np.int64), "types": np.array([types], np.int64)}
        return [output[0] for output in self.session.run(outputs, given)]

    def _encode_wording(self, kind: str, wording: str) -> np.ndarray:
        ids = encode_label(self.tokenizer, kind, wording)
        (vector,) = self._run(ids, (0,) * len(ids), ["label"])
        return vector

    def _label(self, kind: str, wordings: tuple[str, ...]) -> np.ndarray:
        """Return a label's vector, the mean over its wordings, cut into what each head compares with."""
        mean = np.mean([self._wording(kind, wording) for wording in wordings], axis=0)
        return mean.reshape(len(self.about["compared"]), self.about["width"])

    def raw(self, row: Row) -> Raw:
        """Return the scores of a row's message against all labels of its business."""
        message = encode_message(self.tokenizer, row.at, row.desk, row.text)
        outputs = ["acts", "answer", "whole", "pieces", "meant", "related"]
        acts, answer, whole, pieces, meant, related = self._run(message.ids, message.types, outputs)
        own = slice(message.first, message.first + len(message.offsets))
        whole = whole.reshape(3, -1)
        pieces = pieces[own].reshape(len(message.offsets), 2, -1)
        trade = row.trade or Trade("", "")
        slots = {**trade.slots, **COMMON_SLOTS}
        vectors = np.stack([self.label("slot", wordings) for wordings in slots.values()])
        return Raw(
            message,
            acts,
            answer,
            self._scores("flow", whole[0], trade.flows),
            self._scores("topic", whole[1], trade.topics),
            tuple(self._scores("option", whole[2], {one: (one,) for one in numbered(row.options)}).values()),
            tuple(slots),
            self._compare("inside", pieces[:, 0], vectors),
            self._compare("begin", pieces[:, 1], vectors),
            meant[own],
            related[own],
        )

    def _scores(self, name: str, vector: np.ndarray, labels: Mapping[str, tuple[str, ...]]) -> dict[str, float]:
        if not labels:
            return {}
        vectors = np.stack([self.label(name, wordings) for wordings in labels.values()])
        return dict(zip(labels, self._compare(name, vector[None], vectors)[0].tolist(), strict=True))

    def _compare(self, name: str, own: np.ndarray, labels: np.ndarray) -> np.ndarray:
        place = self.about["compared"].index(name)
        return own @ labels[:, place].T / self.about["scale"] + self.about["bias"][name]


def heard(raw: Raw, settings: Settings) -> Heard:
    """Return what is believed of a message."""
    heat = settings.temperatures
    acts = {name: sigmoid(score / heat["acts"]) for name, score in zip(ACTS, raw.acts.tolist(), strict=True)}
    return Heard(
        answer=answered(raw.answer.tolist(), settings),
        acts=frozenset(name for name, chance in acts.items() if chance >= settings.acts[name]),
        flows=_believed(raw.flows, heat["flow"], settings.flow),
        topics=_believed(raw.topics, heat["topic"], settings.topic),
        values=frozenset(values_in(raw, settings)),
        picks=frozenset(
            place for place, score in enumerate(raw.options) if sigmoid(score / heat["option"]) >= settings.option
        ),
    )


def answered(scores: Sequence[float], settings: Settings) -> str:
    """Return the answer: a yes only above its threshold, and unclear in its place below."""
    chances = dict(zip(ANSWERS, softmax(scores, settings.temperatures["answer"]), strict=True))
    best = max(chances, key=lambda name: chances[name])
    if best != "yes":
        return best
    return "yes" if chances["yes"] >= settings.yes else "unclear"


def _believed(scores: Mapping[str, float], heat: float, floor: float) -> frozenset[str]:
    return frozenset(name for name, score in scores.items() if sigmoid(score / heat) >= floor)


def values_in(raw: Raw, settings: Settings) -> list[Value]:
    """Return the values found: pieces in a row that are inside a label, parted where another begins."""
    found: list[Value] = []
    offsets = raw.message.offsets
    heat = settings.temperatures
    for column, label in enumerate(raw.slots):
        inside = [sigmoid(score / heat["inside"]) >= settings.inside for score in raw.inside[:, column].tolist()]
        begins = [sigmoid(score / heat["begin"]) >= settings.begin for score in raw.begin[:, column].tolist()]
        start = None
        for place in range(len(offsets) + 1):
            there = place < len(offsets) and inside[place]
            if start is not None and (not there or begins[place]):
                found.append(_value(raw, label, start, place))
                start = None
            if there and start is None:
                start = place
    return found


def _value(raw: Raw, label: str, start: int, end: int) -> Value:
    ways = raw.meant[start:end].mean(axis=0)
    offsets = raw.message.offsets
    return Value(label, offsets[start][0], offsets[end - 1][1], MEANT[int(ways.argmax())])


def meant_scores(raw: Raw, first: int, after: int) -> list[float] | None:
    """Return how words are meant that a reader has found, as scores."""
    pieces = pieces_of(first, after, raw.message.offsets)
    return None if pieces is None else raw.meant[pieces[0] : pieces[1]].mean(axis=0).tolist()
