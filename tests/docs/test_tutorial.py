"""The tutorial is gone through as it stands: its commands succeed, and what it adds is there."""

import shlex
from pathlib import Path

from tests.commands.conftest import Run
from tests.docs.pages import Shown, page, shown_in

ADD = "add to "


def write(shown: Shown) -> None:
    """Write a file that the tutorial shows, or add its lines below a key of one that is there."""
    if not shown.name.startswith(ADD):
        there = Path(shown.name)
        if there.exists():
            assert there.read_text(encoding="utf-8") == shown.text, f"`new` writes another {shown.name}"
        there.write_text(shown.text, encoding="utf-8")
        return
    path, key = shown.name.removeprefix(ADD).split(" under ")
    text = Path(path).read_text(encoding="utf-8")
    assert text.count(f"\n{key}:\n") == 1
    Path(path).write_text(text.replace(f"\n{key}:\n", f"\n{key}:\n{shown.text}"), encoding="utf-8")


def test_every_command_of_the_tutorial_succeeds(run: Run) -> None:
    outputs: dict[str, str] = {}
    for shown in shown_in(page("tutorial.md")):
        if not shown.is_command:
            write(shown)
            continue
        program, *arguments = shlex.split(shown.name)
        assert program == "./frontdesk"
        ended = run(*arguments, said=shown.text)
        assert ended.exit_code == 0, f"{shown.name}\n{ended.output}"
        outputs[shown.name] = ended.stdout
    assert "You're booked for Haircut" in outputs["./frontdesk chat salon --now 2026-03-03T10:00"]
    assert "Ann Bell" in outputs["./frontdesk diary salon --day 2026-03-04"]
    assert "ok      book/a_beard_trim" in outputs["./frontdesk test salon"]
    reductions = outputs["./frontdesk chat salon --now 2026-03-03T10:00 --database sqlite:///another.db"]
    assert "On Wednesday, March 4 everything is 20 percent off." in reductions
    assert "On Friday, March 6 it's the usual price." in reductions
    assert "4 services" in outputs["./frontdesk check salon"]
