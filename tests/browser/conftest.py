"""A real browser against a real server, and a page of somebody else that shows the widget."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.launching import launched
from tests.browser.servers import DeskServer, businesses, foreign_site, free_port
from tests.browser.talking import PATIENCE

NewContext: TypeAlias = Callable[..., BrowserContext]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Give one browser to a module: while it is there, no other loop can run in this thread."""
    with sync_playwright() as playwright, launched(playwright) as started:
        yield started


@pytest.fixture(scope="session")
def site_port() -> int:
    return free_port()


@pytest.fixture(scope="session")
def desk(tmp_path_factory: pytest.TempPathFactory, site_port: int) -> Iterator[DeskServer]:
    server = DeskServer(free_port(), *new_home(tmp_path_factory, site_port))
    server.start()
    yield server
    server.stop()


def new_home(tmp_path_factory: pytest.TempPathFactory, site_port: int) -> tuple[str, list[Path]]:
    """Return the address of a database with nothing in it, and folders of businesses that nobody has changed."""
    folder = tmp_path_factory.mktemp("browser")
    return f"sqlite:///{folder / 'frontdesk.db'}", businesses(folder, f"http://localhost:{site_port}")


@pytest.fixture(autouse=True)
def _desk_is_there(
    request: pytest.FixtureRequest, desk: DeskServer, tmp_path_factory: pytest.TempPathFactory, site_port: int
) -> None:
    """Give a test that is tried again a desk without a past, and start one that was left stopped."""
    if getattr(request.node, "execution_count", 1) > 1:
        desk.stop()
        desk.database, desk.folders = new_home(tmp_path_factory, site_port)
    if not desk.runs:
        desk.start()


@pytest.fixture(scope="session")
def site(desk: DeskServer, site_port: int) -> Iterator[str]:
    with foreign_site(desk.url, site_port) as address:
        yield address


@pytest.fixture
def new_context(browser: Browser) -> Iterator[NewContext]:
    """Give a way to open browser windows that know nothing of each other; none may throw an error."""
    opened: list[BrowserContext] = []
    errors: list[str] = []

    def watch(page: Page) -> None:
        page.on("pageerror", lambda error: errors.append(str(error)))

    def make(**settings: object) -> BrowserContext:
        given = {"timezone_id": "America/New_York", "locale": "en-US", "viewport": {"width": 1280, "height": 800}}
        context = browser.new_context(**{**given, **settings})  # type: ignore[arg-type]  # as Playwright has them
        context.set_default_timeout(PATIENCE)
        context.on("page", watch)
        opened.append(context)
        return context

    yield make
    for context in opened:
        context.close()
    assert errors == []


@pytest.fixture
def page(new_context: NewContext) -> Page:
    return new_context().new_page()
