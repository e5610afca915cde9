"""Asks an exported model about rows, by the product's own means, and says what is believed of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from frontdesk.language.tagger.chances import sigmoid, softmax
from frontdesk.language.tagger.opinions import TaggerSettings
from frontdesk.language.tagger.running import Scores, TaggerLabels, TaggerModel
from training.judging import Heard, Value
from training.rows import ACTS, ANSWERS, MEANT, Row, Trade
from training.targets import place_of


def scores_of(model: TaggerModel, row: Row) -> Scores:
    """Return the scores of a row's message against all labels of its business."""
    trade = row.trade or Trade("", "")
    labels = TaggerLabels(trade.flows, trade.topics, trade.slots)
    return model.scores(place_of(row), row.desk, row.text, labels, row.options)


def exported(way: str, folder: Path) -> TaggerModel:
    """Return a model that was exported in one of several ways."""
    return TaggerModel(folder / f"{way}.onnx", folder)


def heard(scores: Scores, settings: TaggerSettings) -> Heard:
    """Return what is believed of a message."""
    heat = settings.temperatures
    acts = {name: sigmoid(score / heat["acts"]) for name, score in zip(ACTS, scores.acts.tolist(), strict=True)}
    return Heard(
        answer=answered(scores.answer.tolist(), settings),
        acts=frozenset(name for name, chance in acts.items() if chance >= settings.acts[name]),
        flows=_believed(scores.flows, heat["flow"], settings.flow),
        topics=_believed(scores.topics, heat["topic"], settings.topic),
        values=frozenset(values_in(scores, settings)),
        picks=frozenset(
            place for place, score in enumerate(scores.options) if sigmoid(score / heat["option"]) >= settings.option
        ),
    )


def answered(scores: Sequence[float], settings: TaggerSettings) -> str:
    """Return the answer: a yes only above its threshold, and unclear in its place below."""
    chances = dict(zip(ANSWERS, softmax(scores, settings.temperatures["answer"]), strict=True))
    best = max(chances, key=lambda name: chances[name])
    if best != "yes":
        return best
    return "yes" if chances["yes"] >= settings.yes else "unclear"


def _believed(scores: Mapping[str, float], heat: float, floor: float) -> frozenset[str]:
    return frozenset(name for name, score in scores.items() if sigmoid(score / heat) >= floor)


def values_in(scores: Scores, settings: TaggerSettings) -> list[Value]:
    """Return the values found: pieces in a row that are inside a label, parted where another begins."""
    found: list[Value] = []
    offsets = scores.message.offsets
    heat = settings.temperatures
    for column, label in enumerate(scores.slots):
        inside = [sigmoid(score / heat["inside"]) >= settings.inside for score in scores.inside[:, column].tolist()]
        begins = [sigmoid(score / heat["begin"]) >= settings.begin for score in scores.begin[:, column].tolist()]
        start = None
        for place in range(len(offsets) + 1):
            there = place < len(offsets) and inside[place]
            if start is not None and (not there or begins[place]):
                found.append(_value(scores, label, start, place))
                start = None
            if there and start is None:
                start = place
    return found


def _value(scores: Scores, label: str, start: int, end: int) -> Value:
    ways = scores.meant[start:end].mean(axis=0)
    offsets = scores.message.offsets
    return Value(label, offsets[start][0], offsets[end - 1][1], MEANT[int(ways.argmax())])
