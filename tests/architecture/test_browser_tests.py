"""Browser tests share one desk and run in any order, so no test may find the guests of another."""

import ast
import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from tests.architecture.source import ROOT

TESTS = sorted((ROOT / "tests" / "browser").glob("test_*.py"))
BY_NAME = ("guest_called", "visitor")  # these let somebody come who says their name


def guests(path: Path) -> Iterator[tuple[str, str]]:
    """Give every name of a guest, with the test in which they come."""
    for test in ast.parse(path.read_text("utf-8")).body:
        calls = [each for each in ast.walk(test) if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)]
        for call in calls:
            texts = [each.value for each in call.args if isinstance(each, ast.Constant)]
            if (
                isinstance(call.func, ast.Name)
                and call.func.id in BY_NAME
                and texts
                and isinstance(test, ast.FunctionDef)
            ):
                yield str(texts[0]), f"{path.name}: {test.name}"


def test_no_guest_is_found_by_a_name_of_another() -> None:
    named = sorted({each for path in TESTS for each in guests(path)})
    assert len(named) >= 12
    alike = [
        (one, other)
        for one, other in combinations(named, 2)
        if one[1] != other[1] and any(a in b or b in a for a in words(one[0]) for b in words(other[0]))
    ]
    assert alike == []


def words(name: str) -> list[str]:
    return name.casefold().split()


def test_nothing_is_awaited_in_a_way_that_a_strict_policy_refuses() -> None:
    waiting = re.compile(r"\.wait_for_function\(")
    assert [path.name for path in TESTS if waiting.search(path.read_text("utf-8"))] == []
