"""Compares the lists of a language with those of the reference: what it lacks, what nobody reads, what is misshapen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from textwrap import shorten

import yaml

from frontdesk.language.lexicon import (
    LOADER,
    OF_ONE_KIND,
    REFERENCE,
    Words,
    files_of,
    is_completed,
    list_names,
    load,
    own_list,
)

# A language may name things of its own in these: a form of `when` asks for its own kinds of words.
_OPEN = frozenset(
    (
        *("guard.lists", "claims.lists", "when.words", "when.sets", "when.parts", "saying.records"),
        *("triggers.actions", "triggers.things", "clauses.slot_words", "clauses.slot_cues", "clauses.slot_cues_after"),
    )
)
_KEY = re.compile(r"""(['"]?)(?P<key>[^\s'"#:][^'":]*)\1:(\s|$)""")
_SHOWN = 4  # words that give an idea of a list,
_WIDTH = 60  # in so many characters


@dataclass(frozen=True, slots=True)
class Lacked:
    """The keys that a language lacks in one list, out of how many; all of them where it has no such list."""

    name: str
    keys: tuple[str, ...]
    of: int

    @property
    def is_all(self) -> bool:
        """Whether the language has nothing of it."""
        return len(self.keys) == self.of


@dataclass(frozen=True, slots=True)
class Odd:
    """A place in a list of a language that cannot be right."""

    file: Traversable
    line: int
    rule: str
    message: str
    key: str = ""
    meant: tuple[str, ...] = ()  # the same key elsewhere
    choices: tuple[str, ...] = ()  # keys that it may be a slip of


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a list: the comment above it, a few of its words, and whether the language has it itself."""

    name: str
    about: str
    example: str
    is_own: bool


def lacked(language: str) -> tuple[Lacked, ...]:
    """Return what a language lacks, list by list: there the reference is read instead."""
    found = (_lacked_in(name, language) for name in list_names())
    return tuple(lack for lack in found if lack.keys)


def _lacked_in(name: str, language: str) -> Lacked:
    every = tuple(_paths("", name, load(REFERENCE, name)))
    own = frozenset(_paths("", name, own_list(language, name)))
    return Lacked(name, tuple(path for path in every if path not in own), len(every))


def _paths(before: str, path: str, table: dict[str, Words]) -> Iterator[str]:
    """Give the keys of a list, those inside of named lists as `words.month`."""
    for key, value in table.items():
        if isinstance(value, dict) and is_completed(f"{path}.{key}", value):
            yield from _paths(f"{before}{key}.", f"{path}.{key}", value)
        else:
            yield f"{before}{key}"


def odd(language: str) -> tuple[Odd, ...]:
    """Return what is wrong in the lists of a language; the reference is right by definition."""
    if language == REFERENCE:
        return ()
    return tuple(one for name, file in sorted(files_of(language).items()) for one in _odd_in(name, file))


def _odd_in(name: str, file: Traversable) -> Iterator[Odd]:
    if name not in list_names():
        yield Odd(file, 1, "unknown_list", f"No list is called {name}, so this is never read.", name, (), list_names())
        return
    try:
        node = yaml.compose(file.read_text(encoding="utf-8"), Loader=LOADER)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        yield Odd(file, line, "broken_list", f"This cannot be read as YAML: {error.problem}.")
        return
    except (yaml.YAMLError, UnicodeDecodeError):
        yield Odd(file, 1, "broken_list", "This is no text in UTF-8.")
        return
    if not isinstance(node, yaml.MappingNode):
        yield Odd(file, 1, "broken_list", "A list is a mapping from keys to words.")
        return
    yield from _odd_keys(name, node, load(REFERENCE, name), file)
    yield from _of_two_kinds(name, node, file)


def _of_two_kinds(name: str, node: yaml.MappingNode, file: Traversable) -> Iterator[Odd]:
    """Name the words that are listed under two keys where each has one kind: only the first would ever be found."""
    kinds: dict[str, str] = {}
    tables = [value for key, value in node.value if f"{name}.{key.value}" in OF_ONE_KIND]
    for kind, words in (pair for table in tables if isinstance(table, yaml.MappingNode) for pair in table.value):
        entries = [pair[0] for pair in words.value] if isinstance(words, yaml.MappingNode) else words.value
        for word in entries if isinstance(entries, list) else ():
            if kinds.setdefault(word.value, kind.value) != kind.value:
                message = f"{word.value} is of the kind {kinds[word.value]}, so it is not of the kind {kind.value}."
                yield Odd(file, word.start_mark.line + 1, "two_kinds", message)


def _odd_keys(path: str, node: yaml.MappingNode, reference: dict[str, Words], file: Traversable) -> Iterator[Odd]:
    own = {key.value for key, _ in node.value}
    for key, value in node.value:
        line, inside = key.start_mark.line + 1, f"{path}.{key.value}"
        wanted = reference.get(key.value)
        if wanted is None:
            if path not in _OPEN:
                message, meant = f"Nothing reads {inside}.", tuple(_elsewhere(key.value, path, reference))
                yield Odd(file, line, "unknown_key", message, key.value, meant, tuple(reference))
            elif near := _slipped(key.value, set(reference) - own):
                yield Odd(file, line, "unknown_key", f"Nothing asks for {inside}.", key.value, (near,))
        elif shape(wanted) != (has := _node_shape(value)) and not path.startswith("replies"):
            yield Odd(file, line, "wrong_shape", f"{inside} is {has}; it must be {shape(wanted)}.")
        elif isinstance(value, yaml.MappingNode) and isinstance(wanted, dict) and is_completed(inside, wanted):
            yield from _odd_keys(inside, value, wanted, file)


def _elsewhere(key: str, path: str, reference: dict[str, Words]) -> Iterator[str]:
    """Give where this very key is read: deeper in the same list, or in another one."""
    name = path.partition(".")[0]
    yield from (f"{name}.{deeper}" for deeper in _paths("", path, reference) if deeper.endswith(f".{key}"))
    yield from (f"{other}.{key}" for other in list_names() if other != name and key in load(REFERENCE, other))


def _slipped(key: str, lacked_keys: set[str]) -> str | None:
    """Return the key that a name of the language's own is a slip of."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415  # only a language with mistakes pays for this import

    found = process.extractOne(key, sorted(lacked_keys), scorer=fuzz.ratio, score_cutoff=80)
    return str(found[0]) if found else None


def shape(words: Words) -> str:
    """Name the shape of what stands under a key."""
    return {dict: "a mapping", list: "a list"}.get(type(words), "a text")


def _node_shape(node: yaml.Node) -> str:
    match node:
        case yaml.MappingNode():
            return "a mapping"
        case yaml.SequenceNode():
            return "a list"
        case _:
            return "a text"


def about(name: str) -> str:
    """Return what a list is about: the first sentence of the file."""
    first = _text(name).partition("\n")[0].removeprefix("#").strip()
    return first.partition(". ")[0].removesuffix(".") + "."


def count(name: str) -> int:
    """Count the keys of a list, those inside of named lists too."""
    return sum(1 for _ in _paths("", name, load(REFERENCE, name)))


def keys(name: str, language: str = REFERENCE) -> tuple[Key, ...]:
    """Return the keys of a list, in the order of the file; those inside of named lists as `words.month`."""
    comments = _comments(_text(name))
    own = frozenset(_paths("", name, own_list(language, name)))
    paths = _paths("", name, load(REFERENCE, name))
    return tuple(
        Key(path, comments.get(path.rpartition(".")[2], ""), _example(_at(path, load(language, name))), path in own)
        for path in paths
    )


def _at(path: str, table: dict[str, Words]) -> Words:
    """Return what stands at a path; keys may have dots themselves."""
    if path in table:
        return table[path]
    key = next(key for key in table if path.startswith(f"{key}."))
    inside = table[key]
    return _at(path.removeprefix(f"{key}."), inside) if isinstance(inside, dict) else inside


def _text(name: str) -> str:
    return files_of(REFERENCE)[name].read_text(encoding="utf-8")


def _comments(text: str) -> dict[str, str]:
    """Return the comments that stand right above keys; what opens the file is about all of it."""
    found: dict[str, str] = {}
    above: list[str] = []
    for line in map(str.strip, text.splitlines()[1:]):
        if line.startswith("#"):
            above.append(line.removeprefix("#").strip())
        elif (key := _KEY.match(line)) and above:
            found[key["key"]] = " ".join(above)
        if not line.startswith("#"):
            above = []
    return found


def _example(words: Words) -> str:
    """Return the first few words or names under a key."""
    if isinstance(words, str):
        return shorten(words, _WIDTH, placeholder=" …")
    shown = [word for word in words if isinstance(word, str)]
    text = ", ".join(shown[:_SHOWN])
    return shorten(f"{text}, …" if len(shown) > _SHOWN else text, _WIDTH, placeholder=" …")
