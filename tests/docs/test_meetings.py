"""What the page about meetings shows is what the program reads, and what it names is there."""

import re
import shutil
from pathlib import Path

import pytest

from frontdesk.desk.actions import ACTIONS
from frontdesk.desk.actions.meetings import MEETING_ACTIONS
from frontdesk.flows import Loaded
from frontdesk.scheduling.recurrence import FURTHEST, MOST, NoSeries
from tests.commands.conftest import Run
from tests.docs.pages import lay_out, page
from tests.flows.sample import load_files

ROOT = Path(__file__).parents[2]
HEAD = "id: shown\nname: Shown\nzone: Europe/London\nhours: {daily: 9-18}\n"
SHOWN = [text for text in re.findall(r"```yaml\n(.*?)```", page("meetings.md"), re.DOTALL) if "calendar:" in text]


@pytest.mark.parametrize("text", SHOWN)
def test_the_calendars_shown_load(text: str, tmp_path: Path) -> None:
    loaded = load_files(tmp_path, {"business.yaml": HEAD + text})
    assert isinstance(loaded, Loaded), loaded
    assert loaded.business.calendar is not None
    assert loaded.business.owner


def test_every_action_is_named_with_its_outcomes() -> None:
    rows = dict(re.findall(r"^\| `(\w+_\w+)` \| [^|]+ \| ([^|]+) \|$", page("meetings.md"), re.MULTILINE))
    assert list(rows) == [action.spec.name for action in MEETING_ACTIONS]
    for name, ends in rows.items():
        told = set(re.findall(r"`(\w+)`", ends))
        assert told <= ACTIONS[name].spec.outcomes
        assert "and the same" in ends or told == ACTIONS[name].spec.outcomes


def test_every_finding_is_named() -> None:
    told = set(re.findall(r"^\| `(\w+)` \| ", page("meetings.md").partition("| finding |")[2], re.MULTILINE))
    folder = ROOT / "src" / "frontdesk" / "desk" / "actions" / "meetings"
    said = {
        word for file in folder.glob("*.py") for word in re.findall(r'NotPossible\((?:[^)]*?)"(\w+)"', file.read_text())
    }
    assert told >= said | {each.value for each in NoSeries}
    assert f"more than {MOST} occurrences" in page("meetings.md")
    assert FURTHEST.days // 365 == 2


def test_the_conversation_shown_passes(run: Run, tmp_path: Path) -> None:
    home = tmp_path / "meetings"
    shutil.copytree(ROOT / "examples" / "meetings", home, ignore=shutil.ignore_patterns("conversations", "*.db*"))
    lay_out("meetings.md", home)
    ended = run("test", home)
    assert ended.exit_code == 0, ended.output
