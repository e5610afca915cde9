"""The owner of a calendar logs in, opens its chat from the console, sees their meetings and makes one by form."""

import shutil
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.servers import ROOT, DeskServer
from tests.browser.talking import composer, last_reply, receipt, write
from tests.browser.working import log_in, staff


def open_own_chat(page: Page, desk: DeskServer) -> None:
    """Log in as the owner, and go from the console to the chat."""
    page.goto(staff(desk, business="meetings"))
    log_in(page, "owen")
    page.locator("#me-menu summary").click()
    page.get_by_role("button", name="Talk to your calendar").click()
    page.wait_for_url(desk.page("meetings"))
    composer(page).wait_for()
