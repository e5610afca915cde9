"""A prepared program is like one that is started anew: streams, surroundings, folder, arguments and end are its own."""

import json
import signal
from pathlib import Path

from tests.prepared import OURS, program, run_program

TELLS = """
import json, os, sys
print(json.dumps([sys.argv[1:], os.environ["WHERE"], os.getcwd(), os.getpid(), sys.stdin.read(), __name__]))
sys.exit(3)
"""
BREAKS = "raise LookupError('nowhere to be found')"
ENDLESS = """
import sys, time
print("begun", flush=True)
time.sleep(3600)
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "told.py"
    path.write_text(text, encoding="utf-8")
    return path


def test_it_sees_what_it_was_given_and_ends_as_it_says(tmp_path: Path) -> None:
    ended = [run_program(written(tmp_path, TELLS), n, around={"WHERE": "here"}, folder=tmp_path) for n in range(2)]
    assert [each.returncode for each in ended] == [3, 3]
    first, second = (json.loads(each.stdout) for each in ended)
    assert first[:3] == [["0"], "here", str(tmp_path)]
    assert first[4:] == ["", "__main__"]
    assert first[3] != second[3]


def test_what_breaks_says_so(tmp_path: Path) -> None:
    ended = run_program(written(tmp_path, BREAKS))
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "LookupError: nowhere to be found" in ended.stderr


def test_it_can_be_killed_while_others_go_on(tmp_path: Path) -> None:
    endless = written(tmp_path, ENDLESS)
    with program(endless) as one, program(endless) as other:
        assert [each.stdout.readline() for each in (one, other)] == ["begun\n"] * 2
        one.kill()
        assert one.wait(60) == -signal.SIGKILL
        assert one.stdout.read() == ""  # nobody else holds its streams
        assert other.poll() is None
        other.terminate()
        assert other.wait(60) == -signal.SIGTERM


def test_our_command_is_one_too() -> None:
    assert "Usage: frontdesk" in run_program(OURS, "--help").stdout
