"""The page of a booking in a browser: by keyboard, without a reload, without scripts, and in the guest's own zone."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, expect, sync_playwright

from frontdesk.channels.web.app import web_app
from frontdesk.desk.hosting import DeskHost
from frontdesk.desk.house import House
from tests.browser.launching import launched
from tests.browser.talking import PATIENCE
from tests.faults.desks import MED_SPA, med_spa
from tests.web.visits import visiting

THEIRS = "6 AM \u2013 6:30 AM"  # in Tokyo


@contextmanager
def served(url: str, house: House | None = None) -> Iterator[str]:
    """Serve a booking from a thread of its own; give the address of its page."""
    ready, stop, address = threading.Event(), threading.Event(), [""]

    async def serve() -> None:
        async with visiting(url, house) as visit:
            app = web_app({"medspa": DeskHost(visit.desk, MED_SPA)})
            server = uvicorn.Server(uvicorn.Config(app, port=0, log_config=None, access_log=False))
            serving = asyncio.create_task(server.serve())
            while not server.started:  # noqa: ASYNC110 - it has no event to wait for
                await asyncio.sleep(0.01)
            port = server.servers[0].sockets[0].getsockname()[1]
            address[0] = f"http://127.0.0.1:{port}{visit.address}"
            ready.set()
            await asyncio.to_thread(stop.wait)
            server.should_exit = True
            await serving

    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    try:
        assert ready.wait(60)
        yield address[0]
    finally:
        stop.set()
        thread.join()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright, launched(playwright) as started:
        yield started


def opened(browser: Browser, address: str, zone: str = "America/New_York") -> Page:
    page = browser.new_context(timezone_id=zone, locale="en-US").new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    return page


def test_it_is_moved_by_keyboard_alone(browser: Browser, sqlite_database: str) -> None:
    with served(sqlite_database) as address:
        page = opened(browser, address)
        page.get_by_role("link", name="Move it").press("Enter")
        page.locator("a[data-day='2025-11-20']").focus()
        page.keyboard.press("ArrowRight")
        expect(page.locator("a[data-day='2025-11-21']")).to_be_focused()
        page.keyboard.press("ArrowDown")
        expect(page.locator("a[data-day='2025-11-28']")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#times")).to_be_focused()
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Move it to this time?")).to_be_focused()
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.get_by_role("status")).to_contain_text("has been moved")
        expect(page.locator(".moment")).to_contain_text("Friday, November 28")


def test_the_way_back_leads_through_what_was_seen(browser: Browser, sqlite_database: str) -> None:
    with served(sqlite_database) as address:
        page = opened(browser, address)
        page.get_by_role("link", name="Cancel it").click()
        expect(page.get_by_role("button", name="Cancel the booking")).to_be_visible()
        page.go_back()
        expect(page.get_by_role("link", name="Cancel it")).to_be_visible()


def test_a_visit_shows_the_zone_of_the_place_first(browser: Browser, sqlite_database: str) -> None:
    with served(sqlite_database) as address:
        here = opened(browser, address)
        expect(here.locator(".when")).to_contain_text("New York, Eastern Standard Time")
        expect(here.locator("[data-guest-moment]")).to_be_hidden()
        away = opened(browser, address, "Asia/Tokyo")
        expect(away.locator(".moment")).to_contain_text("4 PM to 4:30 PM")
        expect(away.locator("[data-guest-moment]")).to_contain_text(f"Thursday, November 20, {THEIRS} your time")


def test_what_is_online_shows_the_zone_of_the_guest_first(browser: Browser, sqlite_database: str) -> None:
    house = med_spa()
    botox = replace(house.business.services["botox"], online=True)
    services = {**house.business.services, "botox": botox}
    online = replace(house, business=replace(house.business, services=services))
    with served(sqlite_database, online) as address:
        page = opened(browser, address, "Asia/Tokyo")
        expect(page.locator(".moment")).to_contain_text("Thursday, November 20")
        expect(page.locator(".moment")).to_contain_text(THEIRS)
        expect(page.locator("[data-guest-moment]")).to_contain_text("Wednesday, November 19, 4 PM to 4:30 PM, New York")
        expect(page.get_by_role("link", name="Directions")).to_have_count(0)


def test_it_is_cancelled_without_scripts(browser: Browser, sqlite_database: str) -> None:
    with served(sqlite_database) as address:
        page = browser.new_context(java_script_enabled=False).new_page()
        page.goto(address)
        page.get_by_role("link", name="Cancel it").click()
        page.get_by_role("button", name="Cancel the booking").click()
        expect(page.get_by_role("status")).to_contain_text("has been cancelled")
        expect(page.get_by_role("button")).to_have_count(0)
