"""What the page about classes, tours and tables shows is what the program reads."""

import re
from pathlib import Path

import pytest

from frontdesk.desk.actions import ACTIONS
from frontdesk.flows import Loaded
from tests.docs.pages import page
from tests.flows.sample import load_files

HEAD = "id: shown\nname: Shown\nzone: Europe/Lisbon\nhours: {daily: 9-22}\n"
SHOWN = [text for text in re.findall(r"```yaml\n(.*?)```", page("sharing.md"), re.DOTALL) if "services:" in text]


@pytest.mark.parametrize("text", SHOWN)
def test_the_businesses_shown_load(text: str, tmp_path: Path) -> None:
    loaded = load_files(tmp_path, {"business.yaml": HEAD + text})
    assert isinstance(loaded, Loaded), loaded
    assert loaded.business.asks_how_many


def test_there_are_places_and_tables_to_see() -> None:
    assert [("capacity" in text, "seats" in text) for text in SHOWN] == [(True, False), (False, True)]


def test_the_arguments_it_names_are_those_of_the_actions() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (`[^|]+`) \|", page("sharing.md"), re.MULTILINE)
    named = [(argument, action) for argument, actions in rows for action in re.findall(r"`(\w+)`", actions)]
    assert named
    assert [pair for pair in named if pair[0] not in ACTIONS[pair[1]].spec.parameters] == []
