"""The browser that tests look through: where it is, how it is started, and for how long it is waited for."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, expect

from tests.browser.talking import PATIENCE

FETCHED = Path(__file__).parents[2] / ".venv" / "browser"
expect.set_options(timeout=PATIENCE)


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


@contextmanager
def launched(playwright: Playwright) -> Iterator[Browser]:
    """Start a browser for as long as the block lasts."""
    arguments = ["--no-sandbox", "--disable-gpu"]
    browser = playwright.chromium.launch(executable_path=chromium(), args=arguments, timeout=4 * PATIENCE)
    try:
        yield browser
    finally:
        browser.close()
