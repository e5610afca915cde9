"""Whatever the moment at which a desk is killed while its settings are changed, it opens again, old or new."""

from functools import partial
from pathlib import Path
from uuid import uuid4

from frontdesk.desk.editing.history import Happened, history_of
from frontdesk.desk.editing.outcomes import Saved
from frontdesk.desk.editing.saving import Editing
from tests.desk.settings import TUESDAY, at_desk, business_text, made, salon, span, tuesday
from tests.faults.copies import copying
from tests.faults.countdown import SENT

CHILD = Path(__file__).with_name("settings_child.py")


def test_a_desk_killed_while_it_is_changed_opens_again_and_tells_the_truth(tmp_path: Path, database_url: str) -> None:
    with copying(CHILD) as change:
        first = salon(tmp_path / "first" / "salon")
        old = business_text(first)
        (steps,), _ = change(str(first), database_url, 0)
        new = business_text(first)
        made_at = steps.index("file make")
        assert any("COMMIT" in each or each == SENT for each in steps[made_at : steps.index("file replace")])
        # What comes before the new file is made is like the first step; all from there on is looked at.
        for step in (1, *range(made_at + 1, len(steps) + 1)):
            folder = salon(tmp_path / f"at{step}" / "salon")
            url = database_url if "postgresql" in database_url else f"sqlite:///{folder / uuid4().hex}.db"
            _, killed = change(str(folder), url, step)
            assert killed
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
