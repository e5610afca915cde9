"""Guests in a browser: found, opened by a click anywhere on the row or by keys, merged, forgotten."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import NewContext
from tests.browser.reading import guest_says
from tests.browser.servers import DeskServer
from tests.browser.talking import wait_until
from tests.browser.test_looks import violations
from tests.browser.working import staff, working

TOP = 60  # pixels of the bar above


def visitor(desk: DeskServer, name: str, phone: str) -> None:
    """Let somebody say who they are."""
    guest_says(desk, "botox on friday at 4pm with emily", f"{name}, {phone}, no email")


def test_a_guest_is_found_and_opened_by_keys_and_by_a_click_on_the_row(
    new_context: NewContext, desk: DeskServer
) -> None:
    visitor(desk, "Quentin Frost", "212 555 0161")
    page = working(new_context(), desk, "stella", "guests")
    page.locator("#find").fill("quentin")
    page.keyboard.press("Enter")
    expect(page).to_have_url(staff(desk, "guests?q=quentin"))
    page.get_by_role("cell", name="+1 212-555-0161").click(force=True)  # the link of the row lies over it
    expect(page.locator("h1")).to_have_text("Quentin Frost")
    page.go_back()
    page.locator("h1").click()
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Quentin Frost")
    expect(page.locator(".guest-forget")).to_contain_text("Only an owner may do this")


def top_of(place: Locator) -> float:
    box = place.bounding_box()
    assert box is not None
    return box["y"]


def test_the_head_of_a_long_list_stays_in_sight(new_context: NewContext, desk: DeskServer) -> None:
    page = working(new_context(viewport={"width": 1280, "height": 260}), desk, "stella", "guests?show=all")
    rows = page.locator("tbody tr")
    if rows.count() < 6:
        for _ in range(6):
            guest_says(desk, "hello")
        page.reload()
    page.mouse.move(640, 200)
    page.mouse.wheel(0, 200)
    wait_until(page, lambda: page.evaluate("scrollY") > 150)
    wait_until(page, lambda: abs(top_of(page.locator("thead th").first) - TOP) <= 2)


def test_two_guests_become_one_after_a_look_at_both(new_context: NewContext, desk: DeskServer) -> None:
    visitor(desk, "Rosalind Vane", "212 555 0162")
    visitor(desk, "Rosalind Vane", "212 555 0163")
    page = working(new_context(), desk, "stella", "guests?q=rosalind")
    page.locator("td a.whole").first.click()
    page.get_by_role("link", name="Merge with another").click()
    page.get_by_role("link", name="Rosalind Vane").last.click()
    expect(page.get_by_role("table")).to_contain_text("Afterwards")
    assert violations(page) == []
    page.get_by_role("button", name="Make them one guest").click()
    expect(page.locator(".flash")).to_contain_text("one guest now")
    expect(page.locator(".facts")).to_contain_text("Merged")
    page.goto(staff(desk, "guests?q=rosalind"))
    expect(page.locator("tbody tr")).to_have_count(1)


def test_a_guest_is_forgotten_only_when_the_word_is_typed(new_context: NewContext, desk: DeskServer) -> None:
    visitor(desk, "Tiberius Moss", "212 555 0164")
    page = working(new_context(), desk, "olga", "guests?q=tiberius")
    page.locator("td a.whole").first.click()
    button = page.get_by_role("button", name="Forget for good")
    expect(button).to_be_disabled()
    page.get_by_label(re.compile("Type forget")).fill("forge")
    expect(button).to_be_disabled()
    page.get_by_label(re.compile("Type forget")).fill("forget")
    button.click()
    expect(page.locator("h1")).to_have_text("Forgotten guest")
    assert violations(page) == []
    page.goto(staff(desk, "search?q=tiberius"))
    expect(page.locator("#found")).to_contain_text("Nothing fits")


@pytest.mark.parametrize(("width", "theme"), [(360, "light"), (1280, "dark")])
def test_the_critic_finds_nothing(new_context: NewContext, desk: DeskServer, theme: str, width: int) -> None:
    visitor(desk, "Ursula Pine", "212 555 0165")
    settings = {"color_scheme": theme, "reduced_motion": "reduce", "viewport": {"width": width, "height": 800}}
    page = working(new_context(**settings), desk, "owen", "guests?q=ursula")
    page.locator("td a.whole").first.click()
    expect(page.locator("h1")).to_have_text("Ursula Pine")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("link", name="Merge with another").click()
    expect(page.locator("#find")).to_be_visible()
    assert violations(page) == []
