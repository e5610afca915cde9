"""The pictures in the pages are those that the command draws today, and all of them are shown somewhere."""

import re

from tests.docs.keys import DOCS
from tests.docs.pictures import PICTURES, made

SHOWN = re.compile(r"!\[[^\]]+\]\(((?:docs/)?pictures/[^)]+)\)")


def test_the_pictures_are_those_that_are_drawn() -> None:
    drawn = dict(made())
    kept = {path.name: path.read_text(encoding="utf-8") for path in PICTURES.iterdir()}
    assert kept.keys() == drawn.keys()
    changed = [name for name in drawn if kept[name] != drawn[name]]
    assert changed == [], "python -m tests.docs.pictures remakes them"


def test_every_picture_is_shown() -> None:
    pages = [*DOCS.glob("*.md"), *DOCS.parent.glob("*.md")]
    shown = {found for page in pages for found in SHOWN.findall(page.read_text(encoding="utf-8"))}
    assert {name.rsplit("/", 1)[1] for name in shown} == {path.name for path in PICTURES.iterdir()}
