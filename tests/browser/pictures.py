"""Takes pictures of the main states of the pages, for the documents: `make pictures` writes docs/images."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.launching import launched
from tests.browser.servers import ROOT, DeskServer, businesses, foreign_site, free_port
from tests.browser.talking import confirm, give_contact, receipt, write

IMAGES = ROOT / "docs" / "images"
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 780}


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder, site_port = Path(name), free_port()
        folders = businesses(folder, f"http://localhost:{site_port}")[:1]
        folders.append(ROOT / "examples" / "flights")
        server = DeskServer(free_port(), f"sqlite:///{folder / 'frontdesk.db'}", folders)
        server.start()
        try:
            with launched(playwright) as browser, foreign_site(server.url, site_port) as site:
                take_all(browser, server, site)
        finally:
            server.stop()


def take_all(browser: Browser, server: DeskServer, site: str) -> None:
    with opened(browser, DESKTOP, "light") as page:
        page.goto(server.url)
        shoot(page, "start")
    with opened(browser, DESKTOP, "light") as page:
        book(page, server, "desktop")
    with opened(browser, PHONE, "dark") as page:
        book(page, server, "phone-dark")
    with opened(browser, DESKTOP, "light") as page:
        page.goto(site)
        page.get_by_role("button", name="Open the chat").click()
        write(page, "botox on thursday")
        page.locator(".chip").first.wait_for()
        shoot(page, "widget")


def book(page: Page, server: DeskServer, suffix: str) -> None:
    """Book something, with a picture of each state on the way."""
    page.goto(server.page())
    expect(page.locator(".wish").first).to_be_visible()
    shoot(page, f"chat-empty-{suffix}")
    write(page, "botox on thursday")
    page.locator(".chip").first.wait_for()
    shoot(page, f"chat-offers-{suffix}")
    page.locator(".open-picker").click()
    page.locator(".slot").first.wait_for()
    shoot(page, f"chat-picker-{suffix}")
    page.locator(".slot").nth(3).click()
    give_contact(page)
    page.locator(".card .primary").wait_for()
    shoot(page, f"chat-confirm-{suffix}")
    confirm(page)
    expect(receipt(page)).to_be_visible()
    shoot(page, f"chat-receipt-{suffix}")
    page.goto(str(receipt(page).get_by_role("link", name="Manage").get_attribute("href")))
    page.get_by_role("heading").first.wait_for()
    shoot(page, f"manage-{suffix}")


@contextmanager
def opened(browser: Browser, size: dict[str, int], theme: str) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": size["width"], "height": size["height"]},
        color_scheme="dark" if theme == "dark" else "light",
        timezone_id="America/New_York",
        locale="en-US",
        reduced_motion="reduce",
    )
    yield context.new_page()
    context.close()


def shoot(page: Page, name: str) -> None:
    page.wait_for_timeout(400)  # pictures and fonts
    page.screenshot(path=IMAGES / f"{name}.png")


if __name__ == "__main__":
    main()
