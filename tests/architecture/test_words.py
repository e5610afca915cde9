"""Identifiers use the words of GLOSSARY.md, and none of those that mean two things."""

import ast
import re
from collections.abc import Iterator

from tests.architecture.source import PACKAGE, Module, modules

NEVER = {"tenant", "tenants", "customer", "customers"}
# "Manager" means two things in one class; a helper helps nobody to find it.
EMPTY_NAMES = {"manager", "managers", "helper", "helpers", "util", "utils", "utilities"}
# There the names belong to others: their fields, their protocols, tools that their users know.
OUTSIDE_SURFACES = ("channels", "calendars")
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def identifiers(module: Module) -> Iterator[tuple[str, str]]:
    """Give every name that `module` defines, with its place."""
    yield module.path.stem, module.place()
    for node in ast.walk(module.tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name, module.place(node)
            case ast.arg(arg=name):
                yield name, module.place(node)
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name, module.place(node)
            case _:
                pass  # defines nothing


def words(identifier: str) -> set[str]:
    """Split `snake_case` and `CamelCase` into lower-case words."""
    return {word.lower() for word in WORD.findall(identifier)}


def is_outside_surface(module: Module) -> bool:
    """Tell whether `module` speaks another system's language."""
    return module.path.relative_to(PACKAGE).parts[0] in OUTSIDE_SURFACES


def test_identifiers_are_split_into_words() -> None:
    assert words("CustomerAccount") == {"customer", "account"}
    assert words("customer_id") == {"customer", "id"}
    assert words("HTTPHelper") == {"http", "helper"}
    assert words("customary") == {"customary"}


def test_no_identifier_uses_a_word_that_we_never_use() -> None:
    ours = [module for module in modules() if not is_outside_surface(module)]
    found = [(name, place) for module in ours for name, place in identifiers(module) if words(name) & NEVER]
    assert found == []


def test_no_identifier_is_a_manager_a_helper_or_utilities() -> None:
    found = [(name, place) for module in modules() for name, place in identifiers(module) if words(name) & EMPTY_NAMES]
    assert found == []


def test_no_function_says_get() -> None:
    ours = [module for module in modules() if not is_outside_surface(module)]
    found = [
        (node.name, module.place(node))
        for module in ours
        for node in ast.walk(module.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("get_")
    ]
    assert found == []
