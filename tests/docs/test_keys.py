"""The pages about files of a business name every key, and show each of them in an example that loads."""

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from frontdesk.desk.house import open_house
from frontdesk.desk.rehearsals.script_fields import CONVERSATION
from frontdesk.flows.findings import Report
from frontdesk.flows.reading.business_fields import BUSINESS
from frontdesk.flows.reading.document import Entries, Node, read_file
from frontdesk.flows.reading.flow_fields import FLOW
from frontdesk.flows.reading.kinds import NAME
from frontdesk.flows.reading.schema import Table
from tests.commands.conftest import Run
from tests.docs.keys import DOCS, PART, as_made, every_key, used
from tests.docs.pages import lay_out, page

EXAMPLES = Path(__file__).parents[2] / "examples"
PAGES = [path.name for path in DOCS.glob("*.md") if PART.search(path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("name", PAGES)
def test_the_tables_of_keys_are_those_of_the_program(name: str) -> None:
    assert page(name) == as_made(page(name)), "python -m tests.docs.keys rewrites them"


def test_there_are_pages_with_tables() -> None:
    assert sorted(PAGES) == ["conversations.md", "flows.md"]


def documents(folder: Path, pattern: str) -> Iterator[Node]:
    for path in folder.glob(pattern):
        report = Report(path.name)
        node = read_file(path, report)
        assert node is not None, report.found
        yield node


def test_the_business_shown_has_every_key_and_loads(tmp_path: Path) -> None:
    lay_out("flows.md", tmp_path)
    assert set(open_house(tmp_path).flows.newest) >= {"book", "contact", "cancel", "question"}
    (business,) = documents(tmp_path, "business.yaml")
    assert every_key(BUSINESS) - set(used(BUSINESS, business)) == set()
    (flows,) = documents(tmp_path, "flows/*.yaml")
    assert isinstance(flows, Entries)
    ((_, declared),) = flows.pairs
    assert every_key(FLOW) - set(used(Table(NAME, FLOW), declared)) == set()


def test_the_conversations_shown_have_every_key_and_pass(run: Run, tmp_path: Path) -> None:
    home = tmp_path / "salon"
    assert run("new", home).exit_code == 0
    for name in ("conversations.md", "meetings.md"):
        lay_out(name, tmp_path / "shown")
    keys = {key for node in documents(tmp_path / "shown", "**/*.yaml") for key in used(CONVERSATION, node)}
    assert every_key(CONVERSATION) - keys == set()
    lay_out("conversations.md", home)
    hotel = Path(copytree(EXAMPLES / "hotel", tmp_path / "hotel", ignore=ignore_patterns("conversations", "*.db*")))
    (home / "hotel" / "conversations").rename(hotel / "conversations")
    for folder in (home, hotel):
        ended = run("test", folder)
        assert ended.exit_code == 0, ended.output
