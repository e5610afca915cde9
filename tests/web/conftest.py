"""What tests of the web share: the med spa behind an application, and real servers in processes of their own."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager
from pathlib import Path
from typing import TypeAlias

import pytest

from tests.web.clients import Site, site_on
from tests.web.servers import Server, serving

OpenSite: TypeAlias = Callable[[], AbstractAsyncContextManager[Site]]
StartServer: TypeAlias = Callable[..., Server]


@pytest.fixture
def open_site(database_url: str) -> OpenSite:
    """Give a way to open the med spa behind an application, on each kind of database."""

    @asynccontextmanager
    async def opened() -> AsyncIterator[Site]:
        async with site_on(database_url) as site:
            yield site

    return opened


@pytest.fixture
def start(tmp_path: Path) -> Iterator[StartServer]:
    """Give a way to start real servers, which end with the test."""
    with ExitStack() as running:

        def started(*folders: Path, database: str, **around: str) -> Server:
            return running.enter_context(serving(*folders, database=database, logs=tmp_path, around=around))

        yield started
