"""`frontdesk new`: a business that works from the start, in a folder that was empty; and `frontdesk flows` over it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from frontdesk.desk.beginning import id_of, name_of
from frontdesk.desk.house import open_house
from frontdesk.flows.findings import Report
from frontdesk.flows.reading.business_fields import BUSINESS_ID
from frontdesk.flows.reading.document import Text
from tests.commands.conftest import Run

NOW = "2026-03-03T10:00"


def test_a_new_business_is_right_and_its_conversations_pass(run: Run) -> None:
    made = run("new", "curl-and-dye")
    assert made.exit_code == 0, made.output
    assert "curl-and-dye/business.yaml" in made.stdout.splitlines()
    assert made.stdout.splitlines()[-1] == "Next: frontdesk serve curl-and-dye"
    checked = run("check", "curl-and-dye")
    assert checked.exit_code == 0, checked.output
    assert checked.stdout.startswith("Curl And Dye: 3 services")
    tested = run("test", "curl-and-dye")
    assert tested.exit_code == 0, tested.output
    assert tested.stdout.splitlines()[-1].endswith(" 0 failed")


def test_a_new_business_has_an_action_and_a_test_of_it_that_passes(run: Run) -> None:
    made = run("new", "salon").stdout.splitlines()
    assert {"salon/actions.py", "salon/test_actions.py", "salon/flows/reductions.yaml"} <= set(made)
    assert "find_reduction" in open_house(Path("salon")).actions
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "salon"]
    tested = subprocess.run(command, capture_output=True, text=True, check=False)
    assert tested.returncode == 0, tested.stdout
    assert "2 passed" in tested.stdout
    weekday = Path("salon/actions.py")
    weekday.write_text(weekday.read_text(encoding="utf-8").replace("WEDNESDAY = 2", "WEDNESDAY = 3"), encoding="utf-8")
    assert subprocess.run(command, capture_output=True, check=False).returncode == 1


def test_a_new_business_books_moves_cancels_looks_up_and_hands_over(run: Run) -> None:
    run("new", "salon")
    said = (
        "a haircut on thursday at 11 with tom",
        "Ann Bell",
        "yes",
        "move my thursday appointment to friday at 2pm",
        "yes",
        "when is my haircut?",
        "do you sell gift cards?",
        "cancel my appointment",
        "yes",
    )
    ended = run(
        "chat", "salon", "--json", "--guest", "212 555 0144", "--now", "2026-03-03T10:00", said="\n".join(said) + "\n"
    )
    turns = [json.loads(line) for line in ended.stdout.splitlines()]
    (moved,), (cancelled,) = turns[4]["bookings"], turns[-1]["bookings"]
    assert (moved["start"][:16], moved["provider"]) == ("2026-03-06T14:00", "tom")
    assert "Friday, March 6 at 2 PM" in turns[5]["reply"]
    assert cancelled["status"] == "cancelled"
    (request,) = [json.loads(line) for line in run("requests", "salon", "--json").stdout.splitlines()]
    assert (request["known"]["name"], request["known"]["phone"]) == ("Ann Bell", "+12125550144")


def test_the_kind_may_be_named_and_an_unknown_one_lists_what_there_is(run: Run) -> None:
    assert run("new", "salon", "--kind", "appointments").exit_code == 0
    ended = run("new", "inn", "--kind", "hotel")
    assert ended.exit_code == 1
    assert ended.stderr == "There is no kind 'hotel' to begin with. There are: appointments.\n"
    assert not Path("inn").exists()


def test_an_empty_folder_will_do_also_the_current_one(run: Run) -> None:
    Path("empty").mkdir()
    assert run("new", "empty").exit_code == 0
    Path("empty/there").mkdir()
    assert run("new", "empty/there/deeper/still").exit_code == 0
    assert open_house(Path("empty/there/deeper/still")).business.name == "Still"


@pytest.mark.parametrize("there", ["full/notes.txt", "full/.hidden"])
def test_a_folder_with_something_in_it_is_left_as_it_is(run: Run, there: str) -> None:
    Path("full").mkdir()
    Path(there).write_text("mine", encoding="utf-8")
    ended = run("new", "full")
    assert ended.exit_code == 1
    assert ended.stderr == "full is not empty. Name a folder that is not there yet, or an empty one.\n"
    assert [str(path) for path in Path("full").rglob("*")] == [there]


def test_a_file_is_no_folder(run: Run) -> None:
    Path("taken").write_text("mine", encoding="utf-8")
    assert run("new", "taken").stderr.startswith("taken is a file.")
    ended = run("new", "taken/salon")
    assert (ended.exit_code, ended.stderr) == (1, "taken/salon cannot be made: Not a directory.\n")


NAMES = [
    ("salon", "salon", "Salon"),
    ("Zoë's Place", "zoe_s_place", "Zoë's Place"),
    ("24-hours", "salon_24_hours", "24 Hours"),
    ('say "cheese": {now}', "say_cheese_now", "Say Cheese Now"),
    ("美容室", "salon", "美容室"),
    ("***", "salon", "Salon"),
    ("x" * 200, "x" * 64, "X" + "x" * 199),
]


@pytest.mark.parametrize(("folder", "identity", "name"), NAMES)
def test_the_folder_names_the_business(run: Run, folder: str, identity: str, name: str) -> None:
    assert (id_of(folder), name_of(folder)) == (identity, name)
    assert BUSINESS_ID.shape.read(Text(identity, 1), Report("business.yaml")) == identity
    assert run("new", folder).exit_code == 0
    business = open_house(Path(folder)).business
    assert (business.id, business.name) == (identity, name)


def versions(run: Run) -> list[list[str]]:
    """Return what `flows` lists of the flow that books: version, conversations and age."""
    ended = run("flows", "salon")
    assert ended.exit_code == 0, ended.output
    return [line.split()[1:] for line in ended.stdout.splitlines() if line.startswith("book ")]


def test_the_versions_that_conversations_are_on_are_listed(run: Run) -> None:
    run("new", "salon")
    run("chat", "salon", "--now", NOW, said="a haircut tomorrow\n")
    ((first, *rest),) = versions(run)
    assert rest == ["1", "newest"]
    path = Path("salon/flows/book.yaml")
    path.write_text(
        path.read_text(encoding="utf-8").replace("What name should I put it under?", "Who are you?"), encoding="utf-8"
    )
    run("chat", "salon", "--now", NOW, said="a haircut tomorrow\n")
    run("chat", "salon", "--now", NOW, said="a haircut tomorrow\n")
    newest, older = versions(run)
    assert newest[1:] == ["2", "newest"]
    assert older == [first, "1", "older"]
    assert newest[0] != first


def test_a_conversation_that_is_done_is_on_no_version(run: Run) -> None:
    run("new", "salon")
    run("chat", "salon", "--now", NOW, said="where are you?\n")
    assert "0 conversations under way" in run("flows", "salon").stdout


def test_conversations_are_moved_as_the_flow_declares(run: Run) -> None:
    run("new", "salon")
    run("chat", "salon", "--now", NOW, said="a haircut tomorrow\n")
    path = Path("salon/flows/book.yaml")
    text = path.read_text(encoding="utf-8").replace("What name should I put it under?", "Who are you?")
    wrong = "    migrate: {from: any, steps: {offr: offer}}\n    slots:\n"
    path.write_text(text.replace("    slots:\n", wrong, 1), encoding="utf-8")
    refused = run("flows", "salon", "--migrate")
    assert (refused.exit_code, 'has no step "offr"' in refused.stderr) == (1, True)
    path.write_text(text.replace("    slots:\n", wrong.replace(", steps: {offr: offer}", ""), 1), encoding="utf-8")
    assert versions(run)[1][1:] == ["1", "older:", "moves", "to", "the", "newest"]
    moved = run("flows", "salon", "--migrate")
    assert moved.stdout.startswith("1 conversation moved to the newest version.\n")
    ((_, *rest),) = versions(run)
    assert rest == ["1", "newest"]


def test_the_exit_codes_are_told(run: Run) -> None:
    told = run("--help").stdout
    assert all(f"{code} " in told for code in (0, 1, 2, 3))
