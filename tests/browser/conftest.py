"""A real browser against a real server, and a page of somebody else that shows the widget."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.servers import DeskServer, businesses, foreign_site, free_port

FETCHED = Path(__file__).parents[2] / ".venv" / "browser"

NewContext: TypeAlias = Callable[..., BrowserContext]
expect.set_options(timeout=20_000)  # milliseconds: a busy machine is slow, and no less right


def chromium() -> str:
    """Return where the browser is."""
    named = os.environ.get("FRONTDESK_CHROMIUM")
    fetched = str(FETCHED) if FETCHED.exists() else None  # by get_browser.sh
    found = (
        named
        or fetched
        or shutil.which("chromium")
        or shutil.which("chromium-browser")
        or shutil.which("google-chrome")
    )
    if found is None or not Path(found).exists():
        pytest.fail("The browser tests need Chromium: install it, or set FRONTDESK_CHROMIUM to where it is.")
    return found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Give one browser to a module: while it is there, no other loop can run in this thread."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        yield started
        started.close()


@pytest.fixture(scope="session")
def site_port() -> int:
    return free_port()


@pytest.fixture(scope="session")
def desk(tmp_path_factory: pytest.TempPathFactory, site_port: int) -> Iterator[DeskServer]:
    folder = tmp_path_factory.mktemp("browser")
    folders = businesses(folder, f"http://localhost:{site_port}")
    server = DeskServer(free_port(), f"sqlite:///{folder / 'frontdesk.db'}", folders)
    server.start()
    yield server
    server.stop()


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
        context.set_default_timeout(20_000)
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
