"""The corpus as it stands: rows that may be trained on are good rows, and frozen files are as they were frozen."""

import hashlib
from pathlib import Path

import pytest

from training.rows import held_out_trade, read_file
from training.sources import CORPUS, FROZEN, reply_rows

WRITTEN = sorted([*(CORPUS / "authors").glob("*.jsonl"), *(CORPUS / "made").glob("conversations_*.jsonl")])


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.stem)
def test_every_row_to_train_on_can_be_used(path: Path) -> None:
    file = read_file(path)
    assert file.problems == ()
    assert file.rows


def test_frozen_files_are_as_they_were_frozen() -> None:
    """The sums are written once, when a file is frozen; a changed row would make figures of different days unlike."""
    lines = (FROZEN / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    kept = {name: total for total, name in (line.split() for line in lines)}
    there = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in FROZEN.glob("*.jsonl")}
    assert there == kept


def test_no_reply_to_train_on_speaks_of_a_trade_that_is_held_out() -> None:
    rows = reply_rows(CORPUS / "replies.jsonl.gz")
    assert len(rows) > 15_000
    assert not [row for row in rows if held_out_trade(f"{row.desk} {row.text}")]
