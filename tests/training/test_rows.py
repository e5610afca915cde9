"""Authors mark values inside the text; what they get wrong is named with its line."""

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from training.check_rows import main, near_duplicates, problems_of
from training.rows import HELD_OUT, AuthorFile, BadRow, Row, Span, files_of, read_file, unmarked

GUIDE = Path(__file__).parents[2] / "training" / "corpus" / "AUTHORS.md"
AUTHOR = {"author": "wren"}
BARBER = {
    "id": "barber",
    "trade": "barber",
    "flows": {"book": ["get a haircut"]},
    "topics": {"price": ["what a cut costs"]},
    "slots": {"day": ["the day of the cut"], "time": ["when it starts"]},
}
CONFIRM = {"business": "barber", "at": "confirm", "desk": "A cut on Friday at 3, $20. Shall I book it?"}


def written(folder: Path, *lines: Mapping[str, object], name: str = "wren.jsonl") -> Path:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(json.dumps(line) for line in (AUTHOR, BARBER, *lines)), encoding="utf-8")
    return path


def read(folder: Path, *lines: Mapping[str, object]) -> AuthorFile:
    return read_file(written(folder, *lines))


def test_marks_become_offsets() -> None:
    text, spans = unmarked("not [Monday|day|ruled_out], after [4|time|wanted|after] on [Friday|day]")
    assert text == "not Monday, after 4 on Friday"
    assert [text[span.first : span.after] for span in spans] == ["Monday", "4", "Friday"]
    assert spans[0] == Span(4, 10, "day", "ruled_out", "none")
    assert (spans[1].related, spans[2].meant) == ("after", "wanted")


@pytest.mark.parametrize(
    "marked",
    ["[fri|day]day at 3", "at [ 3|time]", "[|day] at 3", "[friday|day at 3", "friday] at 3", "[[friday|day]|day]"],
)
def test_a_mark_that_cannot_be_read_is_refused(marked: str) -> None:
    with pytest.raises(BadRow):
        unmarked(marked)


def test_every_example_of_the_guide_is_a_good_row(tmp_path: Path) -> None:
    blocks = re.findall(r"```json\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    path = tmp_path / "guide.jsonl"
    path.write_text("\n".join(blocks), encoding="utf-8")
    file = read_file(path)
    assert problems_of(file) == []
    assert len(file.rows) == 13


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"acts": ["agree"], "text": "yes", "answer": "yes"}, '"act" is'),
        ({"acts": ["affirm"], "text": "yes"}, '"answer" is missing'),
        ({"acts": ["affirm"], "text": "yes", "answer": "maybe"}, '"answer" is'),
        ({"acts": ["affirm", "change"], "text": "yes but at 5", "answer": "yes"}, "do not go together"),
        ({"acts": [], "text": "yes", "answer": "yes"}, 'needs the act "affirm"'),
        ({"acts": ["deny"], "text": "at 5", "answer": "change"}, "a change needs"),
        ({"acts": ["change"], "text": "[5|hour]", "answer": "change"}, "no slot 'hour'"),
        ({"acts": ["change"], "text": "[5|time|maybe]", "answer": "change"}, '"meant" is'),
        ({"acts": ["change"], "text": "[5|time|wanted|near]", "answer": "change"}, '"related" is'),
        ({"acts": ["ask"], "topic": "parking", "text": "park?", "answer": "other"}, "no topic 'parking'"),
        ({"acts": ["greet"], "topic": "price", "text": "hi", "answer": "other"}, "without the act ask"),
        ({"acts": [], "text": "hm", "answer": "unclear", "mood": "low"}, "unknown field 'mood'"),
        ({"acts": ["start"], "flow": "dye", "text": "a dye job", "answer": "other"}, "no flow 'dye'"),
    ],
)
def test_what_contradicts_itself_is_named(tmp_path: Path, wrong: dict[str, object], told: str) -> None:
    ((line, problem),) = read(tmp_path, {**CONFIRM, **wrong}).problems
    assert line == 3
    assert told in problem


def test_options_are_counted_from_one(tmp_path: Path) -> None:
    choice = {"business": "barber", "at": "choice", "desk": "1. nine 2. ten", "options": ["nine", "ten"]}
    file = read(
        tmp_path,
        {**choice, "text": "the [second|option|wanted|nth]", "acts": ["choose"], "option": [2]},
        {**choice, "text": "number three then", "acts": ["choose"], "option": [3]},
        {**choice, "text": "surprise me, any will do", "acts": ["choose"]},
        {**choice, "text": "neither suits me really", "acts": ["deny"]},
    )
    assert [row.picks for row in file.rows] == [(1,), None, ()]
    assert [line for line, _ in file.problems] == [4]


def test_a_held_out_trade_stands_in_frozen_files_only(tmp_path: Path) -> None:
    row = {"business": "barber", "at": "idle", "text": "my driving test is on friday", "acts": ["remark"]}
    assert "held out" in read(tmp_path, row).problems[0][1]
    frozen = {"author": "heron", "frozen": "2026-11-16"}
    path = written(tmp_path, row, name="frozen/heron.jsonl")
    lines = [json.dumps(line) for line in (frozen, BARBER, row)]
    path.write_text("\n".join(lines), encoding="utf-8")
    assert read_file(path).problems == ()
    assert read_file(path).frozen


def test_a_frozen_file_is_marked_in_its_place_and_in_its_first_line(tmp_path: Path) -> None:
    assert read_file(written(tmp_path, name="frozen/heron.jsonl")).problems[0][0] == 1


def test_frozen_files_are_never_among_those_to_train_on(tmp_path: Path) -> None:
    written(tmp_path, name="frozen/heron.jsonl")
    written(tmp_path)
    assert [path.name for path in files_of(tmp_path)] == ["wren.jsonl"]
    assert list(files_of(tmp_path / "frozen")) == []


def test_at_least_three_trades_are_held_out() -> None:
    assert len(HELD_OUT) >= 3


def test_near_duplicates_are_found_and_short_replies_may_stand_elsewhere_again() -> None:
    rows = [
        Row("could you fit me in on friday afternoon", line=1),
        Row("Could you fit me in on Friday afternoon??", line=2),
        Row("could you fit me in on a friday afternoon", line=3),
        Row("yes please", desk="Shall I book it?", line=4),
        Row("yes please", desk="Shall I cancel it?", line=5),
        Row("Yes, please", desk="Shall I book it?", line=6),
    ]
    assert [(row.line, earlier.line) for row, earlier in near_duplicates(rows)] == [(2, 1), (3, 1), (6, 4)]


def test_the_checker_names_lines_and_shows_the_spread(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = {**CONFIRM, "text": "that works", "acts": ["affirm"], "answer": "yes"}
    assert main([str(written(tmp_path, good))]) == 0
    assert "NONE of no, change, unclear, other" in capsys.readouterr().out
    assert main([str(written(tmp_path, {**good, "answer": "perhaps"}))]) == 1
    assert "wren.jsonl:3:" in capsys.readouterr().out
