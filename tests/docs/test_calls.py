"""Every page calls the program in one way, which works after `make demo`."""

import re
from pathlib import Path

import pytest

from tests.docs.keys import DOCS

OTHERWISE = re.compile(r"^(?:\$ )?(?:\.venv/bin/|python -m )?frontdesk (?!is |at |has )", re.MULTILINE)


@pytest.mark.parametrize("path", [*sorted(DOCS.glob("*.md")), DOCS.parent / "README.md"], ids=lambda path: path.name)
def test_commands_are_called_as_they_can_be_called(path: Path) -> None:
    fences = re.findall(r"^```\w*\n(.*?)^```$", path.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert [fence for fence in fences if OTHERWISE.search(fence)] == []
