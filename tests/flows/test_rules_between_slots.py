"""What a slot must satisfy holds also when another slot changes: the newest statement wins, and the older is asked."""

from datetime import UTC, datetime
from pathlib import Path

from frontdesk.dialogue.conversation import Collecting, Conversation
from frontdesk.dialogue.decide import decide
from frontdesk.dialogue.events import GuestSpoke
from frontdesk.dialogue.meanings import Exclude, Inform, Meaning, StartFlow
from frontdesk.flows import Loaded
from tests.flows.sample import load_files

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
FLOW = """\
flows:
  seat:
    description: seat people
    trigger: [seat us]
    slots:
      tables: {type: number, validate: party is empty or tables <= party}
      party: {type: party}
      where: {type: text, default: inside}
      note: {type: text}
    steps:
      - {step: ask_tables, type: collect, slot: tables}
      - {step: ask_party, type: collect, slot: party}
      - {step: ask_note, type: collect, slot: note}
      - {step: tell, type: say, message: "{tables} for {party}, {where}: {note}"}
"""


def after(tmp_path: Path, *turns: Meaning) -> Conversation:
    loaded = load_files(tmp_path, {"flows/main.yaml": FLOW})
    assert isinstance(loaded, Loaded)
    conversation = Conversation("c1", "spa")
    for meaning in (StartFlow("seat", "seat us"), *turns):
        conversation = decide(conversation, GuestSpoke((meaning,), NOW), loaded.flows).conversation
    return conversation


def test_a_value_that_no_longer_fits_is_asked_for_again(tmp_path: Path) -> None:
    conversation = after(tmp_path, Inform("tables", 5, "5"), Inform("party", 3, "3"))
    assert conversation.position == Collecting("ask_tables", "tables", 1)
    assert conversation.run is not None
    assert {name: filled.value for name, filled in conversation.run.slots.items()} == {"party": 3, "where": "inside"}


def test_one_that_fits_stays(tmp_path: Path) -> None:
    conversation = after(tmp_path, Inform("tables", 2, "2"), Inform("party", 3, "3"))
    assert conversation.position == Collecting("ask_note", "note", 1)


def test_a_default_that_nobody_asks_for_is_not_ruled_out(tmp_path: Path) -> None:
    conversation = after(tmp_path, Exclude("where", "inside", "not inside"))
    assert conversation.run is not None
    assert conversation.run.slots["where"].value == "inside"
