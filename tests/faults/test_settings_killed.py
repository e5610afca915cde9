"""Whatever the moment at which a desk is killed while its settings are changed, it opens again, old or new."""

import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from uuid import uuid4

from frontdesk.desk.editing.history import Happened, history_of
from frontdesk.desk.editing.outcomes import Saved
from frontdesk.desk.editing.saving import Editing
from tests.desk.settings import TUESDAY, at_desk, business_text, made, salon, span, tuesday
from tests.faults.countdown import SENT

CHILD = Path(__file__).with_name("settings_child.py")


def changed(folder: Path, url: str, step: int) -> list[str] | None:
    """Change the settings in a child that is killed at a step; return the steps if it was not."""
    paths = os.pathsep.join(path for path in sys.path if path)
    ended = subprocess.run(
        [sys.executable, str(CHILD), str(folder), url, str(step)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": ""},
    )
    assert ended.returncode in {0, -9}, ended.stderr
    steps: list[str] | None = json.loads(ended.stdout) if ended.returncode == 0 else None
    return steps


def test_a_desk_killed_while_it_is_changed_opens_again_and_tells_the_truth(tmp_path: Path, database_url: str) -> None:
    first = salon(tmp_path / "first" / "salon")
    old = business_text(first)
    steps = changed(first, database_url, 0)
    assert steps is not None
    new = business_text(first)
    made_at = steps.index("file make")
    assert any("COMMIT" in each or each == SENT for each in steps[made_at : steps.index("file replace")])
    # What comes before the new file is made is like the first step; all from there on is looked at.
    for step in (1, *range(made_at + 1, len(steps) + 1)):
        folder = salon(tmp_path / f"at{step}" / "salon")
        url = database_url if "postgresql" in database_url else f"sqlite:///{folder / uuid4().hex}.db"
        assert changed(folder, url, step) is None
        assert business_text(folder) in {old, new}
        at_desk(folder, url, partial(truth, old=old))
        assert not list(folder.glob(".*-new"))


async def truth(editing: Editing, old: str) -> None:
    """See that the history says what the file says, and that the change can be made, or undone."""
    folder = editing.folder
    is_old = business_text(folder) == old
    assert editing.desk.house.business.hours.week[TUESDAY] == (span(9, 18) if is_old else span(10, 20))
    happened: tuple[Happened, ...] = await history_of(editing)
    assert [each.was_carried_out for each in happened[:1]] in ([], [not is_old])
    if is_old:
        await made(editing, tuesday)
    else:
        undone = await editing.undo(happened[0].version, (await editing.shown()).fingerprint, "tom")
        assert isinstance(undone, Saved)
        assert business_text(folder) == old
