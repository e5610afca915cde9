"""What the contract suites share: an open store, once on each kind of database."""

from collections.abc import Iterator

import pytest

from frontdesk.storage import Store, open_store


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    """Give an open store on an empty database."""
    with open_store(database_url) as opened:
        yield opened
