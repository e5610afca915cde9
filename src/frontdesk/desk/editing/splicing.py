"""Changes single entries of a YAML text. Every line outside the entry that is changed stays as it is, to the byte."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import yaml
from ruamel.yaml.comments import CommentedMap, CommentedSeq

from frontdesk.desk.editing.places import Entry, Path, children_of, entries_of, lines_of
from frontdesk.desk.editing.snippets import Written, made, read_snippet, write_snippet

_MARK = "\ufeff"  # that some editors begin a file with
# Columns that a key within another, or a dash, stands behind its key, where nothing says otherwise.
_INNER, _DASH = 2, 2


class Uneditable(Exception):  # noqa: N818 - what is the case with the file
    """A file is written in a way that cannot be changed from here; the text says so."""


def put(text: str, path: Path, value: Written, order: Sequence[str] = ()) -> str:
    """Return the text with `value` at `path`; a key that is new stands where `order` has it, or last."""
    entries = entries_of(_bare(text))
    if path in entries:
        return change(text, path, lambda parent: _replace(parent, path[-1], value))
    if len(path) > 1 and path[:-1] not in entries:
        return put(text, path[:-1], {path[-1]: value}, order)
    if len(path) > 1 and not entries[path[:-1]].opens:
        return change(text, path[:-1], lambda parent: _add_within(parent, path, value, order))
    return _inserted(text, entries, path, value, order)


def drop(text: str, path: Path) -> str:
    """Return the text without the entry at `path`; a mapping that would be left empty goes with it."""
    entries = entries_of(_bare(text))
    if path not in entries:
        return text
    if len(path) > 1 and len(children_of(entries, path[:-1])) == 1:
        return drop(text, path[:-1])
    entry = entries[path]
    if not entry.stands_alone:
        return change(text, path[:-1], lambda parent: parent[path[-2]].pop(path[-1]))
    lines = lines_of(_bare(text))
    return _whole(text, [*lines[: entry.first], *lines[entry.end :]])


def append(text: str, path: Path, item: str) -> str:
    """Return the text with one more item in the list at `path`; what stands there alone becomes its first."""

    def add(parent: CommentedMap) -> None:
        there = parent[path[-1]]
        if isinstance(there, CommentedSeq):
            there.append(item)
        else:
            parent[path[-1]] = made([there, item])

    return change(text, path, add)


def change(text: str, path: Path, work: Callable[[CommentedMap], object]) -> str:
    """Return the text after `work` on the entry at `path`, given as a mapping in which it is the last key of `path`.

    Only lines of that entry are written anew; where it shares them with others, those of the entry around it.
    """
    entries = entries_of(_bare(text))
    entry = entries[path]
    while not entry.stands_alone and len(entry.path) > 1:
        entry = entries[entry.path[:-1]]
    lines = lines_of(_bare(text))
    if not entry.stands_alone:  # all of the file is in braces
        entry = Entry((), 0, len(lines), 0, stands_alone=True, opens=False)
    written = _worked(lines[entry.first : entry.end], entry, path, work)
    return _whole(text, [*lines[: entry.first], *_ended_like(lines, written), *lines[entry.end :]])


def _worked(lines: Sequence[str], entry: Entry, path: Path, work: Callable[[CommentedMap], object]) -> str:
    snippet = read_snippet("".join(_less_indented(line, entry.indent) for line in lines))
    parent = snippet
    for key in path[max(0, len(entry.path) - 1) : -1]:
        parent = parent[key]
    work(parent)
    written = write_snippet(snippet, _inner(lines), _dash(lines))
    return "".join(f"{' ' * entry.indent}{line}" if line.strip() else line for line in lines_of(written))


def _less_indented(line: str, indent: int) -> str:
    return line[min(indent, len(line) - len(line.lstrip(" "))) :]


def _inner(lines: Sequence[str]) -> int:
    """Return how far in a key stands that is within that of the first line."""
    depths = [len(line) - len(line.lstrip()) for line in lines if line.strip() and line.lstrip()[0] not in "#-"]
    return next((depth - depths[0] for depth in depths if depth > depths[0]), _INNER)


def _dash(lines: Sequence[str]) -> int:
    """Return how far in the items of a list stand in these lines."""
    for above, line in pairwise(lines):
        if line.lstrip().startswith("- ") and not above.lstrip().startswith(("-", "#")):
            return max(0, len(line) - len(line.lstrip()) - (len(above) - len(above.lstrip())))
    return _DASH


def _replace(parent: CommentedMap, key: str, value: Written) -> None:
    """Put a value in the place of another: in brackets or on lines, as that one stood."""
    there, new = parent[key], made(value, braced=bool(parent.fa.flow_style()))
    if isinstance(there, CommentedSeq) and isinstance(new, CommentedSeq):
        _put_items(there, list(new))
    else:
        parent[key] = new


def _put_items(there: CommentedSeq, wanted: list[str]) -> None:
    """Make the items those that are wanted; comments of those that stay stay with them."""
    for index in reversed(range(len(there))):
        if str(there[index]) not in wanted:
            del there[index]
    if [str(item) for item in there] == [item for item in wanted if item in map(str, there)]:
        for index, item in enumerate(wanted):
            if index >= len(there) or str(there[index]) != item:
                there.insert(index, item)
    else:  # they are in another order
        for index, item in enumerate(wanted):
            if index < len(there):
                there[index] = item
            else:
                there.append(item)
        del there[len(wanted) :]


def _add_within(parent: CommentedMap, path: Path, value: Written, order: Sequence[str]) -> None:
    """Add a key to a mapping in braces, or to one that is not there yet."""
    within = parent[path[-2]]
    if not isinstance(within, CommentedMap):
        raise Uneditable(f"What stands under {path[-2]} is no mapping.")
    within.insert(_index(list(within), path[-1], order), path[-1], made(value, braced=True))


def _index(keys: Sequence[str], key: str, order: Sequence[str]) -> int:
    """Return where a key belongs among others: behind the last that comes before it in `order`."""
    if key not in order:
        return len(keys)
    before = order[: order.index(key)]
    return max((index + 1 for index, each in enumerate(keys) if each in before), default=0)


def _inserted(text: str, entries: dict[Path, Entry], path: Path, value: Written, order: Sequence[str]) -> str:
    siblings = children_of(entries, path[:-1])
    if not siblings or not siblings[0].stands_alone:
        raise Uneditable("This file is written in a way that cannot be changed here.")
    index = _index([each.path[-1] for each in siblings], path[-1], order)
    at = siblings[index - 1].end if index else siblings[0].first
    indent, lines = siblings[0].indent, lines_of(_bare(text))
    inner = _inner([line for each in siblings for line in lines[each.first : each.end]])
    written = lines_of(write_snippet(CommentedMap({path[-1]: made(value)}), inner))
    new = "".join(f"{' ' * indent}{line}" if line.strip() else line for line in written)
    apart = ["\n"] if len(path) == 1 and index == len(siblings) else []  # a part of its own at the end of the file
    return _whole(text, [*lines[:at], *_ended_like(lines, "".join([*apart, new])), *lines[at:]])


def _ended_like(lines: Sequence[str], written: str) -> list[str]:
    """Return new lines with the ends that the others have."""
    if lines and lines[0].endswith("\r\n"):
        return [line.replace("\n", "\r\n") for line in lines_of(written.replace("\r\n", "\n"))]
    return lines_of(written)


def _bare(text: str) -> str:
    return text.removeprefix(_MARK)


def _whole(before: str, lines: Sequence[str]) -> str:
    """Return the text of these lines, if it can be read."""
    text = (_MARK if before.startswith(_MARK) else "") + "".join(lines)
    try:
        entries_of(_bare(text))
    except yaml.YAMLError as error:
        raise Uneditable("This file is written in a way that cannot be changed here.") from error
    return text
