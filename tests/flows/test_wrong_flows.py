"""Each file in `wrong/` is refused for exactly the reasons marked in it; each in `right/` is not refused."""

import re
from pathlib import Path

import pytest

from frontdesk.flows import Loaded
from tests.flows.sample import load_files, rules_of

HERE = Path(__file__).parent
MARK = re.compile(r"# <- (.+)$")


def marks(text: str) -> list[tuple[str, int, str]]:
    """Return file, line and rule of each mark: `# <- rule, rule` at the end of the line it is about."""
    marked = ((number, MARK.search(line)) for number, line in enumerate(text.splitlines(), start=1))
    found = [("flows/main.yaml", number, rule) for number, mark in marked if mark for rule in mark[1].split(", ")]
    return sorted(found)


@pytest.mark.parametrize("path", sorted((HERE / "wrong").glob("*.yaml")), ids=lambda path: path.stem)
def test_is_refused_for_what_is_marked(path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert marks(text), "a wrong flow marks what is wrong with it"
    assert sorted(rules_of(load_files(tmp_path, {"flows/main.yaml": text}))) == marks(text)


@pytest.mark.parametrize("path", sorted((HERE / "right").glob("*.yaml")), ids=lambda path: path.stem)
def test_is_accepted(path: Path, tmp_path: Path) -> None:
    result = load_files(tmp_path, {"flows/main.yaml": path.read_text(encoding="utf-8")})
    assert rules_of(result) == []
    assert isinstance(result, Loaded)
