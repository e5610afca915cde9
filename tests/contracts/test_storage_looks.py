"""Long looks at the database stand beside those who write."""

import asyncio
import threading
from pathlib import Path

import pytest

from frontdesk.storage import DatabaseUnusable, Store, open_store
from frontdesk.storage.store import file_database
from frontdesk.storage.unusable import StatementRefused
from tests.contracts.storage_examples import NOW


def test_a_look_sees_what_was_committed(store: Store) -> None:
    async def look() -> list[str]:
        seen = []
        for number in range(3):
            await store.run(lambda unit: unit.audit.add("spa", NOW, "ann", "made", "x"))
            found = await store.look(lambda unit: unit.audit.page("spa"))
            seen.append(f"{number}: {len(found)}")
        return seen

    assert asyncio.run(look()) == ["0: 1", "1: 2", "2: 3"]


def test_a_look_does_not_wait_for_those_who_write(store: Store) -> None:
    gate = threading.Event()

    async def look() -> int:
        writing = asyncio.ensure_future(store.run(lambda _: gate.wait(20)))
        found = await store.look(lambda unit: unit.audit.newest("spa"))
        gate.set()
        await writing
        return found

    assert asyncio.run(asyncio.wait_for(look(), 15)) == 0


def test_those_who_write_do_not_wait_for_a_look(store: Store) -> None:
    gate = threading.Event()

    async def write() -> int:
        looking = asyncio.ensure_future(store.look(lambda unit: (unit.audit.newest("spa"), gate.wait(20))))
        await asyncio.sleep(0.05)
        await store.run(lambda unit: unit.audit.add("spa", NOW, "ann", "made", "x"))
        gate.set()
        await looking
        return await store.look(lambda unit: len(unit.audit.page("spa")))

    assert asyncio.run(asyncio.wait_for(write(), 15)) == 1


def test_on_a_file_a_look_cannot_write(tmp_path: Path) -> None:
    url = file_database(tmp_path / "desk?x=1#% 1.db").render_as_string()
    with open_store(url) as store:
        with pytest.raises((StatementRefused, DatabaseUnusable)):
            asyncio.run(store.look(lambda unit: unit.audit.add("spa", NOW, "ann", "made", "x")))
        assert asyncio.run(store.look(lambda unit: unit.audit.newest("spa"))) == 0


def test_nobody_looks_at_what_was_closed(store: Store) -> None:
    store.close()
    with pytest.raises(DatabaseUnusable):
        asyncio.run(store.look(lambda unit: unit.audit.newest("spa")))
