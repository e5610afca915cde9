"""The words of a language live in its word lists, not in the code that reads them."""

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest
import yaml

from tests.architecture.source import PACKAGE, Module, modules

LANGUAGE = PACKAGE / "language"
# Capitals alone are codes ("AT BE"), not words.
PHRASE = re.compile(r"\b[A-Za-z][a-z]+\s+[A-Za-z][a-z]+\b")
# Beside a placeholder one word already makes a sentence: f"{day} and {time}".
WORD_BESIDE_PLACEHOLDER = re.compile(r"\s[A-Za-z]{2,}\b|\b[A-Za-z]{2,}\s")
# Escapes, group names, flags and references carry letters that are no words.
REGEX_SYNTAX = re.compile(r"\\[pPN]\{[^}]*\}|\\.|\(\?P[<=>][^>)]*[>)]?|\(\?[aiLmsux-]+[:)]|\{[^}]*\}|\[[^\]]*\]")
REGEX_CALLS = {"compile", "match", "fullmatch", "search", "sub", "split", "findall", "finditer"}
COMPARING_CALLS = {"startswith", "endswith", "removeprefix", "removesuffix", "replace", "count", "index", "find"}

# What our own code calls things; a guest never says them.
TAGS = {"kind", "shape", "style", "unit", "type", "role", "language", "list_name"}


@cache
def vocabulary() -> frozenset[str]:
    """Return every single word in the word lists that is not also the name of a list."""
    listed: set[str] = set()
    names: set[str] = set()
    for path in LANGUAGE.glob("*/*.yaml"):
        collect(yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader), listed, names)  # noqa: S506 - BaseLoader makes only text
    return frozenset(word for word in listed - names if word.isalpha() and len(word) > 1)


def collect(data: object, listed: set[str], names: set[str]) -> None:
    """Sort the texts of `data` into words and the names of lists."""
    match data:
        case dict():
            # {monday: 0} lists words as keys; {weekdays: [...]} names a list.
            for key, value in data.items():
                (listed if isinstance(value, str) and value.lstrip("-").isdigit() else names).add(str(key).lower())
                collect(value, listed, names)
        case list():
            for item in data:
                collect(item, listed, names)
        case str():
            listed.add(data.lower())
        case _:
            pass  # an empty list


def without_messages(tree: ast.AST) -> Iterator[ast.AST]:
    """Walk `tree`, leaving out what only developers read: docstrings, what is raised, and reasons given as `why`."""
    for child in ast.iter_child_nodes(tree):
        match child:
            case ast.Raise() | ast.Assert() | ast.Expr(value=ast.Constant()) | ast.keyword(arg="why"):
                pass
            case _:
                yield child
                yield from without_messages(child)


def sentences(module: Module) -> list[str]:
    """Return the place of every text in `module` that reads like something said."""
    found = []
    for node in without_messages(module.tree):
        match node:
            case ast.JoinedStr(values=values):
                parts = [part.value for part in values if isinstance(part, ast.Constant)]
                if any(WORD_BESIDE_PLACEHOLDER.search(str(part)) for part in parts):
                    found.append(f"{module.place(node)} {ast.unparse(node)}")
            case ast.Constant(value=str(text)) if PHRASE.search(text):
                found.append(f"{module.place(node)} {text!r}")
    return found


def compared_texts(node: ast.AST) -> Iterator[str]:
    """Give the texts that `node` holds a guest's words against: comparisons, cases, prefixes, patterns."""
    match node:
        case ast.Compare(left=left, comparators=others) if not any(map(is_tag, (left, *others))):
            yield from (text for side in (left, *others) for text in texts(side))
        case ast.Match(subject=subject, cases=cases) if not is_tag(subject):
            patterns = (part for case in cases for part in ast.walk(case.pattern) if isinstance(part, ast.MatchValue))
            yield from (text for part in patterns for text in texts(part.value))
        case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=name), args=[pattern, *_]) if (
            name in REGEX_CALLS
        ):
            yield from (
                word for text in texts(pattern) for word in re.findall(r"[A-Za-z]+", REGEX_SYNTAX.sub(" ", text))
            )
        case ast.Call(func=ast.Attribute(attr=name), args=arguments) if name in COMPARING_CALLS:
            yield from (text for argument in arguments for text in texts(argument))


def is_tag(node: ast.expr) -> bool:
    """Tell whether `node` is a name that our own code gave, or a tuple with one."""
    match node:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name in TAGS
        case ast.Tuple(elts=items):
            return any(map(is_tag, items))
        case _:
            return False


def texts(node: ast.expr) -> Iterator[str]:
    """Give the string literals in `node`, which may be a tuple, list or set of them."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.Tuple(elts=items) | ast.List(elts=items) | ast.Set(elts=items):
            for item in items:
                yield from texts(item)
        case _:
            pass  # a name, which may hold anything


def words_in_code(module: Module, listed: frozenset[str]) -> list[str]:
    """Return the place of every listed word that `module` looks for by itself."""
    return [
        f"{module.place(node)} {text!r}"
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Compare | ast.Call | ast.Match)
        for text in compared_texts(node)
        if text.lower() in listed
    ]


def module_of(text: str) -> Module:
    return Module(LANGUAGE / "example.py", text)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ('reply = "see you soon"', 1),
        ('reply = f"{day} and {time}"', 1),
        ('"""A docstring says things."""', 0),
        ('raise ValueError("no such list")', 0),
        ('name = f"{language}/{name}.yaml"', 0),
        ('regions = "AT BE".split()', 0),
        ('key = "from_the_end"', 0),
    ],
)
def test_the_check_sees_sentences(text: str, count: int) -> None:
    assert len(sentences(module_of(text))) == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ('word == "tomorrow"', 1),
        ('word in {"tomorrow", "weekday"}', 1),
        ('match word:\n    case "tomorrow":\n        pass', 1),
        ('match piece.kind:\n    case "tomorrow":\n        pass', 0),
        ('piece.kind == "tomorrow"', 0),
        ('word.startswith("tomorrow")', 1),
        ('re.compile(r"\\b(?:tomorrow)\\b")', 1),
        ('re.compile(r"(?P<tomorrow>\\d+)")', 0),
        ('lexicon["tomorrow"]', 0),
        ('word in {"today"}', 0),
    ],
)
def test_the_check_sees_words_in_code(text: str, count: int) -> None:
    assert len(words_in_code(module_of(text), frozenset({"tomorrow"}))) == count


def test_no_sentence_stands_in_the_language_code() -> None:
    assert [place for module in modules(LANGUAGE) for place in sentences(module)] == []


def test_no_listed_word_stands_in_the_language_code() -> None:
    assert [place for module in modules(LANGUAGE) for place in words_in_code(module, vocabulary())] == []
