"""The conversation files of every large example reach all of its flows: steps, cases, outcomes, tries and ways out."""

from pathlib import Path

import pytest

from frontdesk.desk.house import open_house
from frontdesk.desk.rehearsals.conversation_files import read_conversations
from frontdesk.desk.rehearsals.coverage import covered, lines_of, watch
from frontdesk.desk.rehearsals.rehearsing import stage
from tests.conversations.reached import BUSINESSES, Reached


@pytest.mark.parametrize("folder", BUSINESSES, ids=lambda folder: folder.name)
def test_conversations_reach_everything(folder: Path, reached: Reached) -> None:
    house = open_house(folder)
    seen = watch(house)
    with stage(seen) as here:
        for script in read_conversations(folder, house).scripts:
            if not reached.is_kept(folder.name, script, seen):
                next(here.run(house, script))  # as written; other wordings are for the tests of the claims themselves
    found = covered(seen)
    if any(one.missed for one in found):
        pytest.fail("\n".join(lines_of(found)), pytrace=False)
    assert sum(one.reached for one in found) > 0
    # What is called impossible and happens all the same would hide what else is missed.
    assert seen.reached & seen.beyond.keys() == set()
