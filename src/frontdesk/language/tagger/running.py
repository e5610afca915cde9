"""Runs an exported model: one text per call, one thread, the processor only.

What it needs (onnxruntime, tokenizers, numpy) is imported when a model is loaded, so that a desk starts without waiting
for it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from frontdesk.language.tagger.encoding import EncodedMessage, encode_label, encode_message

MODEL = "model.onnx"
ABOUT = ("model.json", "tokenizer.json")
_LABELS_KEPT = 20_000
_MESSAGES_KEPT = 64  # several parts ask about one message, and about its parts
_OF_MESSAGES = ["acts", "answer", "whole", "pieces", "meant", "related", "picked"]
EXAMPLE = "#"  # in the name of a label that is one example of another, before its number

Array = Any  # of numpy, which is not imported before a model is
Wordings = tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)  # told apart by which they are: opinions are remembered by them
class TaggerLabels:
    """What a message is compared with: what a business does, answers and asks for, each in its own words."""

    flows: Mapping[str, Wordings] = field(default_factory=dict)
    topics: Mapping[str, Wordings] = field(default_factory=dict)
    slots: Mapping[str, Wordings] = field(default_factory=dict)


NO_LABELS = TaggerLabels()


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores of one message, before temperatures and thresholds."""

    message: EncodedMessage
    acts: Array
    answer: Array
    flows: Mapping[str, float]
    topics: Mapping[str, float]
    options: tuple[float, ...]
    slots: tuple[str, ...]
    inside: Array  # pieces by slots
    begin: Array
    meant: Array  # pieces by ways
    related: Array


class TaggerModel:
    """One exported model with its tokenizer and description."""

    def __init__(self, model: Path, folder: Path) -> None:
        import onnxruntime  # noqa: PLC0415 - a desk that is not asked anything hard starts without it
        from tokenizers import Tokenizer  # noqa: PLC0415 - as above

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        self.tokenizer: Any = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.about: Mapping[str, Any] = json.loads((folder / "model.json").read_text(encoding="utf-8"))
        # Remembered by what they say: a business that is loaded twice is encoded once.
        self._vector = lru_cache(_LABELS_KEPT)(self._encoded)
        self.label = lru_cache(_LABELS_KEPT)(self._mean)
        self._heard = lru_cache(_MESSAGES_KEPT)(self._outputs)
        self._columns = lru_cache(_MESSAGES_KEPT)(self._stacked)

    def scores(self, place: str, desk: str, text: str, labels: TaggerLabels, options: Sequence[str] = ()) -> Scores:
        """Return the scores of what a guest wrote against the labels of the business, and against what was shown."""
        message = encode_message(self.tokenizer, place, desk, text, options)
        acts, answer, whole, pieces, meant, related, picked = self._heard(message.ids, message.types)
        own = slice(message.first, message.first + len(message.offsets))
        whole = whole.reshape(2, -1)
        pieces = pieces[own].reshape(len(message.offsets), 2, self.about["width"])
        slots = {**labels.slots, **{name: tuple(said) for name, said in self.about["common_slots"].items()}}
        return Scores(
            message,
            acts,
            answer,
            self._named("flow", whole[0], labels.flows),
            self._named("topic", whole[1], labels.topics),
            tuple(float(picked[first:after].mean()) for first, after in message.shown),
            tuple(slots),
            self._compared("inside", pieces[:, 0], "slot", slots),
            self._compared("begin", pieces[:, 1], "slot", slots),
            meant[own],
            related[own],
        )

    def _outputs(self, ids: tuple[int, ...], types: tuple[int, ...]) -> list[Array]:
        return self._run(ids, types, _OF_MESSAGES)

    def _run(self, ids: Sequence[int], types: Sequence[int], outputs: list[str]) -> list[Array]:
        import numpy as np  # noqa: PLC0415 - loaded with the model

        given = {"ids": np.array([ids], np.int64), "types": np.array([types], np.int64)}
        return [output[0] for output in self.session.run(outputs, given)]

    def _encoded(self, kind: str, wording: str) -> Array:
        ids = encode_label(self.tokenizer, kind, wording)
        (vector,) = self._run(ids, (0,) * len(ids), ["label"])
        return vector

    def _mean(self, kind: str, wordings: Wordings) -> Array:
        """Return a label's vector, the mean over its wordings, cut into what each head compares with."""
        mean = sum(self._vector(kind, wording) for wording in wordings) / len(wordings)
        return mean.reshape(len(self.about["compared"]), self.about["width"])

    def _named(self, name: str, vector: Array, labels: Mapping[str, Wordings]) -> dict[str, float]:
        if not labels:
            return {}
        return dict(zip(labels, self._compared(name, vector[None], name, labels)[0].tolist(), strict=True))

    def _compared(self, head: str, own: Array, kind: str, labels: Mapping[str, Wordings]) -> Array:
        columns = self._columns(head, kind, tuple(labels.values()))
        return own @ columns / self.about["scale"] + self.about["bias"][head]

    def _stacked(self, head: str, kind: str, labels: tuple[Wordings, ...]) -> Array:
        import numpy as np  # noqa: PLC0415 - loaded with the model

        place = self.about["compared"].index(head)
        return np.stack([self.label(kind, wordings)[place] for wordings in labels]).T


@cache
def loaded(folder: Path) -> TaggerModel:
    """Return the model in a folder, loaded once in a process."""
    return TaggerModel(folder / MODEL, folder)
