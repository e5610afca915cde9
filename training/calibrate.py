"""Fits temperatures and thresholds for one exported file, on rows that it was not trained on."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from frontdesk.language.tagger.encoding import pieces_of
from frontdesk.language.tagger.running import Scores
from training.fitting import sigmoid, softmax, temperature_of_many, temperature_of_one, threshold
from training.rows import ACTS, ANSWERS, Row
from training.sources import WORK, all_sources
from training.tagger import exported, scores_of
from training.targets import PUBLIC_ACTS

_FALSE_YES = 6.0  # a booking that nobody wanted, against being asked once more; the veto takes more away
_FALSE = {"flow": 2.0, "topic": 1.0, "option": 3.0, "acts": 1.0, "inside": 1.0, "begin": 1.0}
_ACCEPTED = {
    "yes": frozenset({0}),
    "no": frozenset({1, 2}),
    "unclear": frozenset({3, 4}),
    "not_yes": frozenset({1, 2, 3, 4}),
}
_LEAST_YES = 0.5

Seen = Sequence[tuple[Row, Scores]]
Pairs = tuple[list[float], list[bool]]


def fitted(seen: Seen) -> dict[str, object]:
    """Return temperatures and thresholds."""
    temperatures: dict[str, float] = {}
    found: dict[str, object] = {"temperatures": temperatures}
    answers = [(raw.answer.tolist(), _accepted(row)) for row, raw in seen if row.answer or row.coarse]
    temperatures["answer"] = temperature_of_many([scores for scores, _ in answers], [right for _, right in answers])
    yes = [softmax(scores, temperatures["answer"])[0] for scores, _ in answers]
    found["yes"] = max(_LEAST_YES, threshold(yes, [right == {0} for _, right in answers], _FALSE_YES))
    by_act = {act: _act_pairs(seen, place, act) for place, act in enumerate(ACTS)}
    temperatures["acts"] = temperature_of_one(*_joined(by_act.values()))
    found["acts"] = {act: _cut(pairs, temperatures["acts"], _FALSE["acts"]) for act, pairs in by_act.items()}
    for name in ("flow", "topic", "option", "inside", "begin"):
        pairs = _pairs(seen, name)
        temperatures[name] = temperature_of_one(*pairs)
        found[name] = _cut(pairs, temperatures[name], _FALSE[name])
    return found


def _accepted(row: Row) -> frozenset[int]:
    return frozenset({ANSWERS.index(row.answer)}) if row.answer else _ACCEPTED[row.coarse or ""]


def _act_pairs(seen: Seen, place: int, act: str) -> Pairs:
    told = [
        (float(raw.acts[place]), act in row.acts)
        for row, raw in seen
        if row.acts is not None and (act in PUBLIC_ACTS or not row.source.startswith("public"))
    ]
    return [score for score, _ in told], [wanted for _, wanted in told]


def _pairs(seen: Seen, name: str) -> Pairs:
    told = [pair for row, raw in seen for pair in _told(row, raw, name)]
    return [score for score, _ in told], [wanted for _, wanted in told]


def _told(row: Row, raw: Scores, name: str) -> Iterable[tuple[float, bool]]:
    match name:
        case "flow" if row.flows is not None:
            return [(score, flow in row.flows) for flow, score in raw.flows.items()]
        case "topic" if row.topics is not None:
            return [(score, topic in row.topics) for topic, score in raw.topics.items()]
        case "option" if row.picks is not None:
            return [(score, place in row.picks) for place, score in enumerate(raw.options)]
        case "inside" | "begin" if row.spans is not None and row.trade is not None:
            return _told_of_pieces(row, raw, name)
        case _:
            return ()


def _told_of_pieces(row: Row, raw: Scores, name: str) -> Iterable[tuple[float, bool]]:
    """Return the pieces in doubt: of those that are surely outside there are too many to learn from."""
    wanted: set[tuple[int, str]] = set()
    for span in row.spans or ():
        if (pieces := pieces_of(span.first, span.after, raw.message.offsets)) is not None:
            last = pieces[1] if name == "inside" else pieces[0] + 1
            wanted |= {(place, span.label) for place in range(pieces[0], last)}
    scores = raw.inside if name == "inside" else raw.begin
    for place in range(len(raw.message.offsets)):
        for column, label in enumerate(raw.slots):
            score, right = float(scores[place, column]), (place, label) in wanted
            if right or score > -6:
                yield score, right


def _joined(parts: Iterable[Pairs]) -> Pairs:
    every = list(parts)
    return [score for scores, _ in every for score in scores], [one for _, wanted in every for one in wanted]


def _cut(pairs: Pairs, heat: float, cost: float) -> float:
    cut = threshold([sigmoid(score / heat) for score in pairs[0]], pairs[1], cost)
    return min(0.9, max(0.15, cut))  # few rows must not make a head deaf or gullible


def main() -> None:
    """Write the settings of one exported file beside it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("way", help="which file in the work folder")
    parser.add_argument("--most", type=int, default=0, help="rows at most, for a try")
    arguments = parser.parse_args()
    rows = all_sources().calibrate
    rows = rows[:: max(1, len(rows) // arguments.most)] if arguments.most else rows
    model = exported(arguments.way, WORK)
    settings = fitted([(row, scores_of(model, row)) for row in rows])
    Path(WORK / f"{arguments.way}.settings.json").write_text(json.dumps(settings, indent=1), encoding="utf-8")
    print(json.dumps(settings))


if __name__ == "__main__":
    main()
