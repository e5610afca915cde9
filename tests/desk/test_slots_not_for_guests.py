"""A slot with `guest: no` is filled by steps and actions, whatever guests say."""

from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from frontdesk.desk.beginning import begin
from frontdesk.desk.testing import rehearse

NOW = datetime(2026, 3, 3, 10, tzinfo=ZoneInfo("America/New_York"))
FLOW = """\
flows:
  wish:
    description: note a wish
    trigger: note a wish
    slots:
      first: {type: day, label: First, FIRST}
      second: {type: day, ask: Which day?}
      third: {type: text, ask: Anything else?}
    steps:
      - {step: ask_second, type: collect, slot: second}
      - {step: ask_third, type: collect, slot: third}
      - {step: told, type: say, message: "[First {first?}. ]Second {second}. {third}"}
"""


def known_after(folder: Path, mark: str, *said: str) -> object:
    begin(folder / "salon")
    (folder / "salon" / "flows" / "wish.yaml").write_text(FLOW.replace("FIRST", mark), encoding="utf-8")
    desk = rehearse(folder / "salon", now=NOW)
    return [desk.say(text) for text in said][-1]["known"]


@pytest.mark.parametrize("said", [("note a wish for friday",), ("note a wish", "friday")])
def test_what_is_said_goes_into_the_slot_that_guests_fill(tmp_path: Path, said: tuple[str, ...]) -> None:
    assert known_after(tmp_path, "guest: no", *said) == {"second": "2026-03-06"}


def test_a_day_too_many_goes_nowhere(tmp_path: Path) -> None:
    told = ("note a wish", "friday", "first friday, second saturday")
    assert "first" not in str(known_after(tmp_path, "guest: no", *told))


def test_without_the_mark_a_guest_could_fill_it(tmp_path: Path) -> None:
    assert "first" in str(known_after(tmp_path, "guest: yes", "note a wish", "first friday, second saturday"))
