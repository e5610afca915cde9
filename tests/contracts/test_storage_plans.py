"""What people look through is found by an index: a page costs what it shows, however much is kept."""

from collections.abc import Callable

import pytest

from frontdesk.storage import Store, Unit, open_store
from frontdesk.storage.counting import CountedSpan, Piece
from frontdesk.storage.overview_rows import Only, WantedConversations
from frontdesk.storage.rows import Facts
from frontdesk.storage.sql import Cursor, Values
from tests.contracts.storage_examples import HOUR, NOW

SPAN = CountedSpan("spa", NOW, NOW + HOUR)
PIECE = Piece(SPAN, NOW, NOW + HOUR)
HELD = WantedConversations("spa", frozenset({Only.WITH_STAFF}))
LOOKS: list[tuple[str, Callable[[Unit], object]]] = [
    ("conversations_updated_index", lambda unit: unit.overview.conversations(WantedConversations("spa"), 10)),
    ("conversations_held_index", lambda unit: unit.overview.conversations(HELD, 10)),
    ("requests_closed_index", lambda unit: unit.overview.count_open_requests("spa")),
    ("sqlite_autoindex_bookings_1", lambda unit: unit.overview.by_reference("spa", "K3F", 10)),
    ("guests_merged_index", lambda unit: unit.guest_overview.history("spa", 1)),
    ("turns_trouble_index", lambda unit: unit.troubles.unseen("spa", NOW)),
    ("turns_trouble_index", lambda unit: unit.counts.troubles(SPAN)),
    ("conversations_updated_index", lambda unit: unit.counts.stages(PIECE)),
    ("conversations_updated_index", lambda unit: unit.counts.quarters(PIECE)),
]


class Explaining:
    """A cursor that notes how SQLite goes about each query before it is run."""

    def __init__(self, cursor: Cursor, notes: list[str]) -> None:
        """Pass everything on to `cursor`."""
        self.cursor = cursor
        self.notes = notes

    def execute(self, sql: str, parameters: Values = (), /) -> object:
        self.cursor.execute(f"EXPLAIN QUERY PLAN {sql}", parameters)
        self.notes += [str(row[3]) for row in self.cursor.fetchall()]
        return self.cursor.execute(sql, parameters)

    def __getattr__(self, name: str) -> object:
        return getattr(self.cursor, name)


def plan(store: Store, look: Callable[[Unit], object]) -> list[str]:
    notes: list[str] = []

    def work(unit: Unit) -> None:
        unit.guests.add("spa", Facts(), NOW)  # somebody to look at
        unit.sql.cursor = Explaining(unit.sql.cursor, notes)  # type: ignore[assignment]  # all that is used of one
        look(unit)
        unit.sql.cursor = unit.sql.cursor.cursor  # type: ignore[attr-defined]  # the one before

    store.run_sync(work)
    return notes


@pytest.mark.parametrize(("index", "look"), LOOKS, ids=[f"{n}: {index}" for n, (index, _) in enumerate(LOOKS)])
def test_an_index_leads_there(sqlite_database: str, index: str, look: Callable[[Unit], object]) -> None:
    with open_store(sqlite_database) as store:
        notes = plan(store, look)
    assert any(index in note for note in notes), notes
    tables = ("conversations", "messages", "turns", "bookings", "requests")
    assert [note for note in notes if note.startswith("SCAN") and note.split()[1] in tables] == []
