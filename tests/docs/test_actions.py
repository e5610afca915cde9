"""The actions that the page shows load, and end as it says."""

import re
from datetime import date
from pathlib import Path
from typing import get_args

from frontdesk.desk.actions import ACTIONS
from frontdesk.desk.actions.availability import FindingName
from frontdesk.desk.testing import rehearse_action
from tests.commands.conftest import Run
from tests.docs.pages import lay_out, page


def test_every_finding_of_a_search_is_explained() -> None:
    listed = re.findall(r"^\| `(\w+)` \| ([\w, ]+) \|[^|]+\|$", page("flows.md"), re.MULTILINE)
    outcomes = ACTIONS["check_availability"].spec.outcomes
    found = [name for name, ends in listed if set(ends.split(", ")) <= outcomes]
    assert found == list(get_args(FindingName))


def test_the_actions_shown_load_and_run(run: Run, tmp_path: Path) -> None:
    home = tmp_path / "salon"
    assert run("new", home).exit_code == 0
    (home / "flows" / "reductions.yaml").unlink()  # what it calls is not on this page
    lay_out("actions.md", home)
    found = rehearse_action(home, "find_classes", day=date(2096, 1, 2))
    assert found.outcome == "classes_found"
    assert found.offer is not None
    assert [option.id for option in found.offer.options] == ["evening"]
    assert rehearse_action(home, "find_classes", day=date(2096, 1, 1)).outcome == "none"
    assert rehearse_action(home, "find_classes", day=date(2020, 1, 1)).outcome == "too_late"
    sent = rehearse_action(home, "send_card", email="ann@example.com")
    assert sent.outcome == "sent"
    assert str(sent.fields["receipt"]).startswith("card for ann@example.com, ")
