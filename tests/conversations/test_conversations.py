"""Every conversation file of every example is one test; its name is the claim."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from frontdesk.desk.conversation_files import read_conversations
from frontdesk.desk.house import House, open_house
from frontdesk.desk.rehearsing import Stage, stage
from frontdesk.desk.results import difference_lines

EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = sorted(EXAMPLES.glob("*/conversations/**/*.yaml"))


@cache
def house_of(folder: Path) -> House:
    return open_house(folder)


@pytest.fixture(scope="session")
def here() -> Iterator[Stage]:
    with stage() as made:
        yield made


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(EXAMPLES).with_suffix("").as_posix())
def test_conversation(file: Path, here: Stage) -> None:
    folder = EXAMPLES / file.relative_to(EXAMPLES).parts[0]
    house = house_of(folder)
    name = file.relative_to(folder).as_posix()
    read = read_conversations(folder, house, [file])
    assert [str(finding) for finding in read.findings] == []
    (script,) = read.scripts
    results = list(here.run(house, script))
    assert results
    for result in results:
        told = difference_lines(name, result.failure) if result.failure else ()
        assert "\n".join(told) == "", result.name
