"""Every conversation file of every example is one test; its name is the claim."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from frontdesk.desk.house import House, open_house
from frontdesk.desk.rehearsals.conversation_files import read_conversations
from frontdesk.desk.rehearsals.coverage import Watch
from frontdesk.desk.rehearsals.rehearsing import Stage, stage
from frontdesk.desk.rehearsals.results import lines_of
from tests.conversations.reached import BUSINESSES, EXAMPLES, Reached

FILES = sorted(EXAMPLES.glob("*/conversations/**/*.yaml"))


@cache
def house_of(folder: Path) -> House:
    return open_house(folder)


@pytest.fixture(scope="session")
def here() -> Iterator[Stage]:
    with stage() as made:
        yield made


def name_of(file: Path) -> str:
    return file.relative_to(EXAMPLES).with_suffix("").as_posix().replace("/conversations/", "/")


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_conversation(file: Path, here: Stage, reached: Reached) -> None:
    folder = EXAMPLES / file.relative_to(EXAMPLES).parts[0]
    house = house_of(folder)
    read = read_conversations(folder, house, [file])
    assert [str(finding) for finding in read.findings] == []
    (script,) = read.scripts
    seen = Watch(house.flows.newest) if folder in BUSINESSES else None
    runs = replace(here, watch=seen).run(house, script)
    results = [next(runs)]  # as written
    if seen is not None:
        reached.keep(folder.name, script, seen)
    results += runs
    failed = [line for result in results if result.failure for line in lines_of(result)]
    if failed or not results:
        pytest.fail("\n".join(failed), pytrace=False)
