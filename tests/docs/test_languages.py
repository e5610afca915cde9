"""docs/languages.md names every word list, where it is read, and only keys that there are."""

import re

import pytest

from frontdesk.language.lexicon import REFERENCE, list_names, load
from tests.architecture.source import PACKAGE
from tests.docs.pages import page

ROW = re.compile(r"^\| `(\w+)` \| .+ \| `(language/[\w/.]+)` \|$", re.MULTILINE)
KEY = re.compile(r"`(?!language:)(\w+): (\w+)`")
ROWS = dict(ROW.findall(page("languages.md")))


def test_every_list_is_named() -> None:
    assert set(ROWS) == set(list_names())


@pytest.mark.parametrize(("name", "place"), ROWS.items())
def test_a_list_is_read_where_the_page_says(name: str, place: str) -> None:
    path = PACKAGE / place
    files = path.rglob("*.py") if path.is_dir() else (path,)
    assert any(re.search(rf'"{name}[".]', file.read_text(encoding="utf-8")) for file in files)


@pytest.mark.parametrize(("name", "key"), sorted(set(KEY.findall(page("languages.md")))))
def test_a_key_that_is_named_is_there(name: str, key: str) -> None:
    assert key in load(REFERENCE, name)
