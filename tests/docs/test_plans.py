"""What the page about plans and forms shows is what the program reads, and what it names is there."""

import re
from pathlib import Path

from frontdesk.channels.web.plan_api import STATUSES
from frontdesk.channels.web.shapes import FieldShape, PlanShape
from frontdesk.desk.house import open_house
from frontdesk.desk.plans.filling import Refusal
from frontdesk.dialogue.flow import FormUse
from frontdesk.dialogue.plan import Progress
from tests.docs.pages import lay_out, page

BUSINESS = "id: shown\nname: Shown\nzone: Europe/London\nhours: {daily: 9-18}\n"


def rows(heading: str) -> dict[str, str]:
    """Return the table under a heading: the words of its first column in backticks, and the second."""
    table = page("plans.md").partition(heading)[2].partition("\n\n")[0]
    found = re.findall(r"^\| (`[^|]+) \| ([^|]+) \|", table, re.MULTILINE)
    return {name: second for names, second in found for name in re.findall(r"`([^`]+)`", names)}


def test_the_flow_shown_loads_with_the_action_shown(tmp_path: Path) -> None:
    lay_out("plans.md", tmp_path)
    (tmp_path / "business.yaml").write_text(BUSINESS, encoding="utf-8")
    house = open_house(tmp_path)
    assert house.flows.newest["set_meeting"].form is FormUse.ALWAYS
    assert house.actions["create_event"].spec.parameters["title"].placeholder == "meeting_title"


def test_every_refusal_is_named_with_its_status() -> None:
    told = {name: int(status) for name, status in rows("| refused as | status | because |").items()}
    assert told == {each.value: STATUSES.get(each.value, 409) for each in Refusal}


def test_every_status_and_every_type_is_named() -> None:
    assert list(rows("| `status` | means |")) == [each.value for each in Progress]
    types = " ".join(rows("| kind of slot | `type` of the field | what is sent |").values()) + "text"
    declared = FieldShape.model_json_schema()["properties"]["type"]["enum"]
    assert [each for each in declared if each not in types] == []
    assert set(PlanShape.model_json_schema()["$defs"]["PlanStepShape"]["properties"]["status"]["enum"]) == set(Progress)
