"""What the documents say about the tree is true of the tree."""

import re
from pathlib import Path

import pytest

from tests.architecture.source import PACKAGE, ROOT, project_files

ARCHITECTURE = ROOT / "ARCHITECTURE.md"
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
CODE_SPAN = re.compile(r"`([^`\n]+)`")
PATH = re.compile(r"[\w.*-]+(?:/[\w.*-]+)*/?")
FILE_ENDING = re.compile(r"\.(?:py|md|toml|yaml|txt|in)$")
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)[^)]*\)")
DECISION = re.compile(r"\d{4}-[a-z0-9-]+\.md")


def paths_in(text: str) -> set[str]:
    """Return what `text` names as a path: in a drawing any word with a slash, in prose only what is set as code."""
    drawn = [word for fence in FENCE.findall(text) for word in fence.split() if "/" in word]
    prose = [span for span in CODE_SPAN.findall(FENCE.sub("", text)) if "/" in span or FILE_ENDING.search(span)]
    return {word for word in (*drawn, *prose) if PATH.fullmatch(word)}


def exists(path: str) -> bool:
    """Tell whether `path` is there, seen from the root or from the package; `*` stands for anything."""
    return any(True for base in (ROOT, PACKAGE) for _ in base.glob(path.rstrip("/")))


def documents() -> list[Path]:
    return [path for path in project_files() if path.suffix == ".md"]


def test_paths_are_found_in_prose_and_in_drawings() -> None:
    text = "See `desk/turn.py`, and/or `make check`.\n```\ndesk/turn   takes a turn\n```\n"
    assert paths_in(text) == {"desk/turn.py", "desk/turn"}
    assert exists("dialogue/")
    assert not exists("dialogue/nothing_of_the_kind.py")


def test_every_package_is_named_in_the_architecture() -> None:
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    spans = CODE_SPAN.findall(FENCE.sub("", ARCHITECTURE.read_text(encoding="utf-8")))
    assert packages - {span.rstrip("/") for span in spans} == set()


def test_every_folder_in_a_package_is_named_in_the_architecture() -> None:
    folders = {str(path.parent.relative_to(PACKAGE)) for path in PACKAGE.glob("*/*/**/__init__.py")}
    spans = CODE_SPAN.findall(FENCE.sub("", ARCHITECTURE.read_text(encoding="utf-8")))
    assert folders - {span.rstrip("/") for span in spans} == set()


def test_every_path_named_in_the_architecture_exists() -> None:
    named = paths_in(ARCHITECTURE.read_text(encoding="utf-8"))
    assert {path for path in named if not exists(path)} == set()


@pytest.mark.parametrize("document", documents(), ids=lambda path: str(path.relative_to(ROOT)))
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    links = [link for link in LINK.findall(document.read_text(encoding="utf-8")) if "://" not in link]
    assert [link for link in links if not (document.parent / link).exists()] == []


def test_decisions_are_numbered_without_gaps() -> None:
    records = sorted(path.name for path in (ROOT / "docs" / "decisions").glob("*.md"))
    assert all(DECISION.fullmatch(name) for name in records)
    assert [int(name[:4]) for name in records] == list(range(1, len(records) + 1))
