"""Precomputes every target as arrays, in parallel, so that training only picks rows out of them."""

from __future__ import annotations

import argparse
import multiprocessing
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
from tokenizers import Tokenizer

from frontdesk.language.tagger.encoding import LONGEST_LABEL, LONGEST_MESSAGE, MOST_OPTIONS
from training.rows import ACTS, Row
from training.sources import KEPT_AUTHORS, WORK, all_sources
from training.targets import (
    MOST_NAMES,
    MOST_SPANS,
    UNKNOWN,
    Labels,
    Target,
    encoded_texts,
    labels_of,
    target_of,
    weight_of,
)

_CHUNK = 2000
_LONGEST_LIST = 24  # wordings of one label
WEIGHTS = {"public": 1.0, "made": 24.0, "replies": 8.0, "authors": 32.0}  # of a row, over all its versions
VERSIONS = {"public": 1, "own": 8}  # of each row: as written, and with noise

Arrays = dict[str, np.ndarray]


@dataclass(frozen=True, slots=True)
class _Job:
    rows: Sequence[Row]
    version: int  # 0 is as written
    seed: int
    versions: int  # that there are of these rows


class _Worker:
    """What a process keeps between jobs."""

    tokenizer: Tokenizer
    labels: Labels


def _start(tokenizer: str, labels: Labels) -> None:
    _Worker.tokenizer = Tokenizer.from_file(tokenizer)
    _Worker.labels = labels


def _work(job: _Job) -> Arrays:
    random = Random(job.seed) if job.version else None
    targets = [target_of(row, _Worker.tokenizer, _Worker.labels, random) for row in job.rows]
    weights = [weight_of(row, WEIGHTS) / job.versions for row in job.rows]
    return {**as_arrays(targets), "weight": np.array(weights, np.float32)}


def as_arrays(targets: Sequence[Target]) -> Arrays:
    """Return targets as padded arrays, one row each."""
    count = len(targets)
    arrays: Arrays = {
        "ids": np.zeros((count, LONGEST_MESSAGE), np.int16),
        "types": np.zeros((count, LONGEST_MESSAGE), np.int8),
        "length": np.array([len(one.message.ids) for one in targets], np.int16),
        "first": np.array([one.message.first for one in targets], np.int16),
        "trade": np.array([one.trade for one in targets], np.int32),
        "acts": np.array([one.acts for one in targets], np.int8).reshape(count, len(ACTS)),
        "answer": np.array([one.answer for one in targets], np.int8),
        "coarse": np.array([one.coarse for one in targets], np.int8),
        "spans": np.full((count, MOST_SPANS, 5), UNKNOWN, np.int32),
        "spans_known": np.array([one.spans_known for one in targets], np.bool_),
        "flows": np.full((count, MOST_NAMES), UNKNOWN, np.int32),
        "flows_known": np.array([one.flows is not None for one in targets], np.bool_),
        "topics": np.full((count, MOST_NAMES), UNKNOWN, np.int32),
        "topics_known": np.array([one.topics is not None for one in targets], np.bool_),
        "shown": np.zeros((count, MOST_OPTIONS, 2), np.int16),
        "picks": np.full((count, MOST_OPTIONS), UNKNOWN, np.int8),
    }
    for place, one in enumerate(targets):
        arrays["ids"][place, : len(one.message.ids)] = one.message.ids
        arrays["types"][place, : len(one.message.ids)] = one.message.types
        for number, (first, after, *rest) in enumerate(one.spans):
            begin = one.message.first
            arrays["spans"][place, number] = (first + begin, after + begin, *rest)
        _fill(arrays["flows"][place], one.flows or ())
        _fill(arrays["topics"][place], one.topics or ())
        shown = one.message.shown
        if shown:
            arrays["shown"][place, : len(shown)] = shown
            if one.picks is not None:
                arrays["picks"][place, : len(shown)] = [number in one.picks for number in range(len(shown))]
    return arrays


def _fill(array: np.ndarray, values: Sequence[int]) -> None:
    array[: len(values)] = values


def label_arrays(labels: Labels, tokenizer: Tokenizer) -> Arrays:
    """Return the wordings, and which label of which business has which of them."""
    texts = encoded_texts(labels, tokenizer)
    arrays: Arrays = {
        "text_ids": np.zeros((len(texts), LONGEST_LABEL), np.int16),
        "text_length": np.array([len(ids) for ids in texts], np.int16),
        "label_kind": np.array([label.kind for label in labels.labels], np.int8),
        "label_trade": np.array([label.trade for label in labels.labels], np.int32),
        "label_texts": np.full((len(labels.labels), _LONGEST_LIST), UNKNOWN, np.int32),
        "label_count": np.array([min(len(one.wordings), _LONGEST_LIST) for one in labels.labels], np.int16),
    }
    for place, ids in enumerate(texts):
        arrays["text_ids"][place, : len(ids)] = ids
    for place, label in enumerate(labels.labels):
        _fill(arrays["label_texts"][place], label.wordings[:_LONGEST_LIST])
    return arrays


def jobs_of(rows: Sequence[Row]) -> list[_Job]:
    """Return what is to be done: public rows once, ours in several versions."""
    public = [row for row in rows if row.source.startswith("public")]
    own = [row for row in rows if not row.source.startswith("public")]
    jobs: list[_Job] = []
    for part, versions in ((public, VERSIONS["public"]), (own, VERSIONS["own"])):
        for version in range(versions):
            for start in range(0, len(part), _CHUNK):
                # A third of the public rows is made noisy, which is one chunk of three.
                noise = (start // _CHUNK) % 3 == 0 if part is public else version > 0
                jobs.append(_Job(part[start : start + _CHUNK], int(noise), len(jobs), versions))
    return jobs


def prepared(
    rows: Sequence[Row], tokenizer: Path, processes: int, *, as_written: bool = False
) -> tuple[Arrays, Labels]:
    """Return all arrays for rows, in all their versions or only as they are written."""
    labels = labels_of(rows)
    arguments = (str(tokenizer), labels)
    jobs = [_Job(rows, 0, 0, 1)] if as_written else jobs_of(rows)
    if processes > 1:
        with multiprocessing.Pool(processes, _start, arguments) as pool:
            parts = pool.map(_work, jobs, chunksize=1)
    else:
        _start(*arguments)
        parts = [_work(job) for job in jobs]
    whole = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    return {**whole, **label_arrays(labels, Tokenizer.from_file(str(tokenizer)))}, labels


def main() -> None:
    """Write the arrays into the work folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=0, help="rows at most, for a try")
    parser.add_argument("--processes", type=int, default=multiprocessing.cpu_count())
    parser.add_argument("--keep", nargs="*", default=[], help="authors not to learn from this time")
    arguments = parser.parse_args()
    sources = all_sources(kept=KEPT_AUTHORS.union(arguments.keep))
    rows = sources.train
    rows = rows[:: max(1, len(rows) // arguments.most)] if arguments.most else rows
    arrays, labels = prepared(rows, WORK / "tokenizer.json", arguments.processes)
    np.savez_compressed(WORK / "arrays.npz", **arrays)
    kept = [row for row in sources.calibrate if row.trade is not None and not row.source.startswith("public")]
    watched, _ = prepared(kept, WORK / "tokenizer.json", 1, as_written=True)
    np.savez_compressed(WORK / "kept.npz", **watched)
    print(f"{len(rows)} rows, {len(arrays['ids'])} versions, {len(labels.labels)} labels, {len(labels.texts)} wordings")


if __name__ == "__main__":
    main()
