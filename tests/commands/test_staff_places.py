"""Staff book places for a party, move and cancel them, and read in the diary how many are taken."""

import json
from pathlib import Path

from tests.commands.conftest import Run

HARBOUR = Path(__file__).parents[2] / "examples" / "harbour"
AT = ("--now", "2026-05-06T09:00")
WHO = ("--name", "Mia Stone", "--phone", "207 555 0142")
SATURDAY = ("--day", "2026-05-09", *AT)


def booked(run: Run, party: int, when: str = "2026-05-09T10:00") -> str:
    ended = run("book", HARBOUR, "harbour_tour", when, "--party", str(party), *WHO, *AT)
    assert ended.exit_code == 0, ended.output
    assert f"for {party}" in ended.stdout
    return ended.stdout.split()[1]


def sessions(run: Run) -> dict[str, str]:
    """Return how full the tours of Saturday are, by when they start."""
    ended = run("diary", HARBOUR, "--provider", "harbour tour", "--json", *SATURDAY)
    assert ended.exit_code == 0, ended.output
    entries = [json.loads(line) for line in ended.stdout.splitlines()]
    return {each["start"][11:16]: each["about"] for each in entries if each["kind"] == "session"}


def test_the_diary_tells_how_full_each_tour_is_and_who_comes(run: Run) -> None:
    reference = booked(run, 4)
    assert sessions(run) == {"10:00": "4 of 12 places taken", "14:00": "0 of 12 places taken"}
    shown = run("diary", HARBOUR, *SATURDAY).stdout
    assert "Harbour tour, Saturday" in shown
    assert reference in shown
    assert "for 4" in shown


def test_a_party_that_does_not_fit_is_refused_with_how_many_do(run: Run) -> None:
    booked(run, 10)
    few = run("book", HARBOUR, "harbour_tour", "2026-05-09T10:00", "--party", "3", *WHO, *AT)
    assert few.exit_code == 1
    assert "2 places are left" in few.stderr
    assert "14:00, 12 places left" in few.stderr
    many = run("book", HARBOUR, "harbour_tour", "2026-05-09T10:00", "--party", "40", *WHO, *AT)
    assert "12 at most" in many.stderr
    nobody = run("book", HARBOUR, "harbour_tour", "2026-05-09T10:00", "--party", "0", *WHO, *AT)
    assert nobody.exit_code == 2
    assert sessions(run)["10:00"] == "10 of 12 places taken"


def test_moving_and_cancelling_give_places_back(run: Run) -> None:
    reference = booked(run, 4)
    moved = run("move", HARBOUR, reference, "2026-05-09T14:00", *AT)
    assert moved.exit_code == 0, moved.output
    assert "for 4" in moved.stdout
    assert sessions(run) == {"10:00": "0 of 12 places taken", "14:00": "4 of 12 places taken"}
    assert run("move", HARBOUR, reference, "2026-05-09T14:00", "--party", "6", *AT).exit_code == 0
    assert sessions(run)["14:00"] == "6 of 12 places taken"
    assert run("cancel", HARBOUR, reference, "--yes", *AT).exit_code == 0
    assert sessions(run)["14:00"] == "0 of 12 places taken"


def test_a_page_of_the_diary_is_one_of_a_provider_or_of_what_is_shared(run: Run) -> None:
    ended = run("diary", HARBOUR, "--provider", "rowing", *SATURDAY)
    assert ended.exit_code != 0
    assert "harbour_tour" in ended.stderr
