"""What is called pure asks nobody: not the clock, not chance, not the disk, not the terminal."""

import ast

import pytest

from tests.architecture.source import PACKAGE, Module, modules

# The import linter keeps out whole modules; these come with types that the core needs, or with Python itself.
CLOCKS = {"now", "today", "utcnow"}
DOORS = {"open", "input", "print", "breakpoint", "eval", "exec", "__import__"}
# `language` reads its word lists and `flows` its YAML, each through a path; everything else is closed to them too.
PURE = ("dialogue", "scheduling", "language", "flows")


def impure_calls(module: Module) -> list[str]:
    """Return the place of every call in `module` whose answer does not follow from its arguments."""
    found = []
    for node in ast.walk(module.tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="datetime" | "date" | "dt"), attr=name)) if (
                name in CLOCKS
            ):
                found.append(f"{module.place(node)} {name}")
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="datetime" | "date"), attr=name)) if (
                name in CLOCKS
            ):
                found.append(f"{module.place(node)} {name}")
            case ast.Call(func=ast.Name(id=name)) if name in DOORS:
                found.append(f"{module.place(node)} {name}")
    return found


def module_of(text: str) -> Module:
    return Module(PACKAGE / "dialogue" / "example.py", text)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("datetime.now(UTC)", 1),
        ("datetime.datetime.now(UTC)", 1),
        ("date.today()", 1),
        ("open('x')", 1),
        ("event.now", 0),
        ("hours.open(day)", 0),
        ("clock.now()", 0),
    ],
)
def test_the_check_sees_clocks_and_doors(text: str, count: int) -> None:
    assert len(impure_calls(module_of(text))) == count


def test_no_pure_package_asks_the_world() -> None:
    pure = modules(*(PACKAGE / name for name in PURE))
    assert pure
    assert [call for module in pure for call in impure_calls(module)] == []
