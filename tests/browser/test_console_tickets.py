"""Tickets and rooms in a browser: approved, rejected with a reason, seen by two people, synced; on phones too."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext
from tests.browser.reading import guest_says
from tests.browser.servers import DeskServer
from tests.browser.test_looks import violations
from tests.browser.working import staff, working

PHONE = {"width": 360, "height": 740}


def guest_asks(desk: DeskServer, name: str, day: int, room: str = "standard") -> None:
    """Let a guest ask for a room."""
    wish = f"I'd like to book a {room} room from 2025-12-{day:02} to 2025-12-{day + 2:02} for 2 guests."
    guest_says(desk, f"{wish} My name is {name}, 312-555-01{day:02}", "yes", business="hotel")


def at_work(new_context: NewContext, desk: DeskServer, login: str, path: str, **settings: object) -> Page:
    return working(new_context(**settings), desk, login, path, "hotel")


def test_one_approves_while_another_looks_on_and_comes_too_late(new_context: NewContext, desk: DeskServer) -> None:
    guest_asks(desk, "Ann Bell", 2)
    stella = at_work(new_context, desk, "stella", "tickets?q=bell")
    stella.keyboard.press("j")
    stella.keyboard.press("Enter")
    expect(stella.locator("#ticket h2")).to_have_text("Ann Bell")
    sven = at_work(new_context, desk, "sven", stella.url.partition("/hotel/")[2])
    sven.route("**/events", lambda route: route.abort())  # what happens meanwhile does not reach this screen
    sven.reload()
    stella.get_by_role("button", name="Approve").click()
    expect(stella.locator(".flash")).to_contain_text("Approved")
    expect(stella.locator("#approve")).to_have_count(0)
    sven.keyboard.press("r")
    sven.keyboard.type("No rooms.")
    sven.get_by_role("button", name="Reject").click()
    expect(sven.locator("#refused")).to_contain_text("Stella has approved this already")
    expect(sven.locator("#history")).not_to_contain_text("Rejected")
    expect(sven).to_have_url(stella.url)


def test_a_rejection_has_a_reason_and_every_screen_follows(new_context: NewContext, desk: DeskServer) -> None:
    guest_asks(desk, "Carl Dunn", 6)
    looking = at_work(new_context, desk, "sven", "tickets?q=dunn")
    expect(looking.locator("tbody tr")).to_have_count(1)
    page = at_work(new_context, desk, "stella", "today")
    page.locator(".waiting-row", has_text="Carl Dunn").get_by_role("link").click()
    page.get_by_role("button", name="Reject").click()
    assert page.locator("#reason").evaluate("field => field.matches(':invalid')")
    page.get_by_label("Or say why not").fill("<b>Painters</b> are in.")
    page.get_by_role("button", name="Reject").click()
    expect(page.locator("#history")).to_contain_text("<b>Painters</b> are in.")
    expect(looking.locator("tbody tr")).to_have_count(0)
    page.goto(staff(desk, "today", "hotel"))
    expect(page.locator("#waiting")).to_be_visible()
    expect(page.locator(".waiting-row", has_text="Carl Dunn")).to_have_count(0)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_rooms_are_synced_and_all_pages_fit_a_phone(new_context: NewContext, desk: DeskServer, theme: str) -> None:
    name = f"Eve Fox{'x' * 40}"  # that has nowhere to break
    guest_asks(desk, name, 10 if theme == "light" else 14, "deluxe")
    settings = {"viewport": PHONE, "color_scheme": theme, "bypass_csp": True, "reduced_motion": "reduce"}
    page = at_work(new_context, desk, "stella", "inventory", **settings)
    page.get_by_role("button", name="now").click()
    expect(page.locator(".flash.good")).to_contain_text("270 nights")
    expect(page.locator("#syncs tbody tr").first).to_contain_text("Success")
    for path in ("inventory", "inventory?from=2026-02-14", "tickets", "today"):
        page.goto(staff(desk, path, "hotel"))
        check_looks(page)
    page.goto(staff(desk, "tickets?q=fox", "hotel"))
    page.get_by_role("link", name=re.compile("Eve Fox")).first.click()
    expect(page.locator("#decide")).to_be_visible()
    check_looks(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    for path in (page.url, staff(desk, "inventory", "hotel"), staff(desk, "tickets", "hotel")):
        page.goto(path)
        check_looks(page)


def check_looks(page: Page) -> None:
    """See that nothing is wider than the screen, and that the critic finds nothing."""
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, page.url
    assert violations(page) == [], page.url
