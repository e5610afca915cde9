"""Every exception to a rule of the linters says why it is one."""

import io
import itertools
import re
import tokenize
import tomllib
from collections.abc import Iterator

from tests.architecture.source import CODE_FOLDERS, ROOT, Module, modules

SUPPRESSION = re.compile(r"#\s*(noqa|type:\s*ignore|ruff:\s*noqa|mypy:|pragma:|fmt:\s*(?:off|skip)|isort:)")
# The rule by name, then the reason in at least two words.
RULE = r"noqa:\s*[A-Z]+\d+(?:\s*,\s*[A-Z]+\d+)*|type:\s*ignore\[[\w, -]+\]|fmt:\s*(?:off|skip)"
EXPLAINED = re.compile(rf"#\s*(?:{RULE})\s*[-#]+\s*\S+\s+\S+")


def comments(module: Module) -> Iterator[tuple[str, str]]:
    """Give every comment in `module`, with its place; the same marks inside strings are not comments."""
    for token in tokenize.generate_tokens(io.StringIO(module.text).readline):
        if token.type == tokenize.COMMENT:
            yield token.string, f"{module.path.relative_to(ROOT)}:{token.start[0]}"


def test_suppressions_are_told_from_comments() -> None:
    assert SUPPRESSION.search("# " + "noqa: S603")
    assert not EXPLAINED.search("# " + "noqa: S603")
    assert not EXPLAINED.search("# " + "noqa - because it is fine")
    assert EXPLAINED.search("# " + "noqa: S603, S607 - our own program")
    assert EXPLAINED.search("# " + "fmt: skip  # a table, read by column")
    assert EXPLAINED.search("# type: " + "ignore[misc]  # the stubs are wrong")


def test_every_suppression_in_code_carries_its_reason() -> None:
    # To find the comments of a module takes long, and most have nothing that looks like one of these.
    some = [module for module in modules(*CODE_FOLDERS) if SUPPRESSION.search(module.text)]
    every = [comment for module in some for comment in comments(module)]
    assert [(text, place) for text, place in every if SUPPRESSION.search(text) and not EXPLAINED.search(text)] == []


def test_every_rule_switched_off_in_the_settings_carries_its_reason() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    ruff = tomllib.loads(text)["tool"]["ruff"]["lint"]
    switched_off = {*ruff["ignore"], *(rule for rules in ruff["per-file-ignores"].values() for rule in rules)}
    lines = text.splitlines()
    explained = {
        rule
        for before, line in itertools.pairwise(lines)
        if "#" in line or before.lstrip().startswith("#")
        for rule in re.findall(r'"([A-Z]+\d*)"', line)
    }
    assert switched_off - explained == set()
