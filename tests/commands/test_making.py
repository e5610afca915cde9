"""`frontdesk check` and `frontdesk draw`: what programs read is always JSON, and a wrong folder is named."""

import json
from pathlib import Path

from tests.commands.conftest import Run


def test_a_business_without_mistakes_is_an_empty_list(run: Run) -> None:
    assert run("new", "salon").exit_code == 0
    assert run("check", "salon", "--format", "github").output == ""  # nothing to show beside any line
    ended = run("check", "salon", "--format", "json")
    assert ended.exit_code == 0
    assert json.loads(ended.stdout) == []


def test_mistakes_are_a_list_of_objects(run: Run) -> None:
    assert run("new", "salon").exit_code == 0
    Path("salon/flows/more.yaml").write_text("flows: {}\nflow: {}\n", encoding="utf-8")
    ended = run("check", "salon", "--format", "json")
    assert ended.exit_code == 1
    assert [found["file"] for found in json.loads(ended.stdout)] == ["salon/flows/more.yaml"]


def test_a_folder_that_is_not_there_is_named(run: Run) -> None:
    ended = run("check", "nosuch")
    assert (ended.exit_code, ended.stdout) == (1, "nosuch: There is no such folder.\n")
    assert json.loads(run("check", "nosuch", "--format", "json").stdout)[0]["rule"] == "missing_folder"
    assert run("chat", "nosuch", said="hi\n").stderr == "nosuch: There is no such folder.\n"
    Path("file").touch()
    assert run("check", "file").stdout == "file: This is a file, not the folder of a business.\n"
    Path("empty").mkdir()
    found = run("check", "empty").stdout
    assert found.startswith("empty/business.yaml:1: ")
    assert "empty/flows:1: There is no folder for flows: " in found
    Path("empty/flows").mkdir()
    assert "empty/flows:1: There are no flows here: " in run("check", "empty").stdout


def test_what_is_passed_without_being_written_is_told_on_request(run: Run) -> None:
    assert run("new", "salon").exit_code == 0
    told = "    look passes to find_reduction what slots of the same name hold: day.\n"
    assert told not in run("check", "salon").stdout
    assert told in run("check", "salon", "-v").stdout


def test_pictures_go_into_a_folder_that_can_be_made(run: Run) -> None:
    assert run("new", "salon").exit_code == 0
    Path("taken").write_text("a file", encoding="utf-8")
    for out in ("taken", "taken/below"):
        ended = run("draw", "salon", "--out", out)
        assert ended.exit_code == 1
        assert ended.stderr.startswith(f"Nothing can be drawn into {out}: ")
