"""What a `set` step writes into a slot is held to what other texts are, and to the kind of the slot."""

from pathlib import Path

import pytest

from frontdesk.desk.beginning import begin
from frontdesk.desk.house import BusinessRefused, open_house

FLOW = """\
flows:
  note:
    description: leave a note
    trigger: leave a note
    slots:
      held: {type: KIND}
      day: {type: day, ask: Which day?}
    steps:
      - {step: ask_day, type: collect, slot: day}
      - {step: write, type: set, slot: held, value: VALUE}
      - {step: told, type: say, message: "{held}"}
"""


def rules(folder: Path, kind: str, value: str) -> list[tuple[int, str]]:
    """Return what is wrong with a salon that writes this into a slot of this kind."""
    begin(folder / "salon")
    text = FLOW.replace("KIND", kind).replace("VALUE", f'"{value}"')
    (folder / "salon/flows/note.yaml").write_text(text, encoding="utf-8")
    try:
        open_house(folder / "salon")
    except BusinessRefused as error:
        return [(found.line, found.rule) for found in error.refused.findings]
    return []


@pytest.mark.parametrize(
    ("kind", "value", "rule"),
    [
        ("text", "It costs $999.", "text"),
        ("text", "I will get back to you with the time.", "text"),
        ("phone", "ring the bell", "bad_value"),
        ("email", "nobody", "bad_value"),
    ],
)
def test_what_it_must_not_say_is_refused(tmp_path: Path, kind: str, value: str, rule: str) -> None:
    assert (10, rule) in rules(tmp_path, kind, value)


@pytest.mark.parametrize(
    ("kind", "value"),
    [("text", "web"), ("text", "It costs $55."), ("phone", "212 555 0140"), ("email", "hello@salon.example")],
)
def test_what_it_may_say_is_accepted(tmp_path: Path, kind: str, value: str) -> None:
    assert rules(tmp_path, kind, value) == []
