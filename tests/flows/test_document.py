"""YAML is read as text, and every file that cannot be read is a finding with its line, never a traceback."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontdesk.flows.findings import Report
from frontdesk.flows.reading.document import DEEPEST, LARGEST, node_of, plain, read_bytes, read_file


def read(raw: bytes) -> tuple[object, list[tuple[int, str]]]:
    report = Report("f.yaml")
    node = read_bytes(raw, report)
    return None if node is None else plain(node), [(one.line, one.rule) for one in report.found]


def test_scalars_stay_what_they_look_like() -> None:
    raw = b"a: 18:00\nb: yes\nc: 007\nd: on\ne: 1e3\nf: 2026-01-01\ng: ~\nno: NULL\n"
    expected = {"a": "18:00", "b": "yes", "c": "007", "d": "on", "e": "1e3", "f": "2026-01-01", "g": "~", "no": "NULL"}
    assert read(raw) == (expected, [])


def test_lists_mappings_and_blocks_are_kept_in_order() -> None:
    assert read(b"b: [x, {y: z}]\na: |\n  one\n  two\n") == ({"b": ["x", {"y": "z"}], "a": "one\ntwo\n"}, [])


def test_a_byte_order_mark_is_no_part_of_the_text() -> None:
    assert read(b"\xef\xbb\xbfa: b\n") == ({"a": "b"}, [])


@pytest.mark.parametrize(
    ("raw", "line", "rule"),
    [
        (b"", 1, "empty_file"),
        (b"# only a comment\n", 1, "empty_file"),
        (b"---\n", 1, "empty_file"),
        (b"a: b\nc: \xff\n", 2, "not_utf8"),
        (b"a:\n\tb: c\n", 2, "yaml"),
        (b"a: b\nc: [d\n", 3, "yaml"),
        (b"a: b\n  c: d\n", 2, "indent"),
        (b'a: "b\n', 2, "yaml"),
        (b"a: \x07\n", 1, "bad_character"),
        (b"a: &x b\n", 1, "anchor"),
        (b"a: b\nc: *x\n", 2, "alias"),
        (b"a: !!python/object:os.system b\n", 1, "tag"),
        (b"a: !thing {b: c}\n", 1, "tag"),
        (b"a: b\n---\nc: d\n", 2, "second_document"),
        (b"[" * 500, 1, "too_deep"),
        (b"a: " + b"{b: " * 100, 1, "too_deep"),
    ],
)
def test_what_cannot_be_read_is_a_finding(raw: bytes, line: int, rule: str) -> None:
    assert read(raw) == (None, [(line, rule)])


def test_a_key_given_twice_is_told_with_both_lines() -> None:
    report = Report("f.yaml")
    read_bytes(b"a: 1\nb: 2\na: 3\n", report)
    assert [(one.line, one.rule, one.message) for one in report.found] == [
        (3, "duplicate_key", '"a" is already given on line 1.')
    ]


def test_every_key_given_twice_is_told() -> None:
    assert read(b"a: {b: 1, b: 2}\nc: {d: 1, d: 2}\n")[1] == [(1, "duplicate_key"), (2, "duplicate_key")]


def test_a_key_that_is_a_list_is_told() -> None:
    assert read(b"? [a, b]\n: c\n")[1] == [(1, "key_not_text")]


def test_aliases_cannot_blow_up() -> None:
    layers = "\n".join(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]" for n in range(1, 9))
    assert read(f"l0: &l0 [x]\n{layers}\n".encode())[1] == [(1, "anchor")]


def test_a_missing_file_a_folder_and_a_huge_file_are_findings(tmp_path: Path) -> None:
    (tmp_path / "folder.yaml").mkdir()
    (tmp_path / "huge.yaml").write_bytes(b"#" * (LARGEST + 1))
    report = Report("f.yaml")
    for name in ("missing.yaml", "folder.yaml", "huge.yaml"):
        assert read_file(tmp_path / name, report) is None
    assert [one.rule for one in report.found] == ["missing_file", "unreadable_file", "huge_file"]


@given(st.one_of(st.binary(max_size=200), st.text(alphabet="ab:-[]{}'\"&*!|>#%@\t\n ?,~", max_size=80).map(str.encode)))
def test_nothing_that_is_written_raises(raw: bytes) -> None:
    value, found = read(raw)
    assert value is not None or found


trees = st.recursive(
    st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=DEEPEST // 2,
)


@given(trees)
def test_a_tree_comes_back_as_it_was(tree: object) -> None:
    assert plain(node_of(tree)) == tree


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        (
            "a:\n  b:\n    x: 1\n   c:\n    y: 1\n",
            4,
            "by 3 spaces, line 2 above it by 2 spaces and line 3 above it by 4",
        ),
        ("a:\n  b: 1\n   c: 2\n", 3, "by 3 spaces, and line 2 above it, by 2 spaces, has its value already"),
        ("a:\n    b: 1\n  c: 2\n", 3, "by 2 spaces, line 1 above it by no space and line 2 above it by 4 spaces"),
        ("steps:\n  - a: 1\n   b: 2\n", 3, "by 3 spaces, line 2 above it by 2 spaces and line 2 above it by 4"),
        ("   a: 1\n# why\n\nb: 2\n", 4, "by no space, line 1 above it by 3 spaces"),
    ],
)
def test_a_wrong_indent_is_called_one_with_the_lines_concerned(text: str, line: int, told: str) -> None:
    report = Report("flows/main.yaml")
    assert read_bytes(text.encode(), report) is None
    (found,) = report.found
    assert (found.line, found.rule) == (line, "indent")
    assert told in found.message


@pytest.mark.parametrize("text", ["a: x: y\n", "a: {b: 1\nc: 2\n", "a: 'b\nc: d\n", "a:\n\tb: 1\n", "a:\n  b: @x\n"])
def test_other_slips_are_not_called_indents(text: str) -> None:
    report = Report("flows/main.yaml")
    assert read_bytes(text.encode(), report) is None
    assert [found.rule for found in report.found] == ["yaml"]
