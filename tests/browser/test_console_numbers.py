"""Numbers, what was not understood, the log and the search, in a browser: charts, chips, keys, phones, a critic."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewContext
from tests.browser.reading import guest_says
from tests.browser.servers import DeskServer
from tests.browser.test_looks import violations
from tests.browser.working import staff, working

PAGES = ("numbers", "not-understood", "log", "guests", "guests?show=all", "guests?q=nobody+at+all", "search?q=botox")
NOTE_BUSY = """() => new MutationObserver((changes) => {
  for (const { target } of changes) sessionStorage.setItem("busy", target.id);
}).observe(document.body, { subtree: true, attributeFilter: ["aria-busy"] })"""
ODD = "grumpf the snorkel"


@pytest.fixture(autouse=True)
def _somebody_was_here(desk: DeskServer) -> None:
    guest_says(desk, "botox tomorrow", "is the ceiling of your hall blue?")


def test_every_chart_shows_its_table_to_the_keyboard(new_context: NewContext, desk: DeskServer) -> None:
    page = working(new_context(), desk, "stella", "numbers")
    charts = page.locator("figure.chart")
    assert charts.count() >= 4
    for number in range(charts.count()):
        chart = charts.nth(number)
        expect(chart.get_by_role("img").first).to_have_accessible_name(re.compile(r"\w+"))
        expect(chart.locator("table")).to_be_hidden()
        chart.locator("summary").focus()
        page.keyboard.press("Enter")
        expect(chart.locator("table")).to_be_visible()


def test_the_period_is_in_the_address_and_what_is_on_its_way_is_seen(new_context: NewContext, desk: DeskServer) -> None:
    page = working(new_context(), desk, "stella", "numbers")

    # What is seen in between is gone with the page, so it is noted where the next page finds it.
    page.evaluate(NOTE_BUSY)
    page.get_by_role("link", name="Last 7 days").click()
    expect(page).to_have_url(staff(desk, "numbers?days=7"))
    expect(page.get_by_role("link", name="Last 7 days")).to_have_attribute("aria-current", "true")
    assert page.evaluate("sessionStorage.getItem('busy')") == "numbers"
    expect(page.locator("#numbers")).not_to_have_attribute("aria-busy", "true")


def test_what_was_not_understood_is_seen_to_and_comes_back(new_context: NewContext, desk: DeskServer) -> None:
    guest_says(desk, "botox tomorrow", ODD)
    guest_says(desk, "botox tomorrow", f"{ODD.capitalize()}!")
    page = working(new_context(), desk, "owen", "not-understood")
    card = page.locator(".puzzle", has_text=re.compile(ODD, re.IGNORECASE))
    expect(card).to_have_count(1)
    expect(card.locator(".times")).to_have_text("2\N{MULTIPLICATION SIGN}")
    card.get_by_text("Teach the desk").click()
    expect(card.get_by_label("When guests write this")).to_have_value(re.compile(ODD, re.IGNORECASE))
    card.get_by_role("button", name="Mark as seen").click()
    expect(page.locator(".flash")).to_contain_text("2 messages are marked as seen")
    expect(card).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(card).to_have_count(1)
    expect(card.get_by_role("link", name="Answer the guest")).to_have_attribute(
        "href", re.compile(r"/staff/medspa/conversations/\w+")
    )


def test_keys_search_and_walk_through_what_is_found(new_context: NewContext, desk: DeskServer) -> None:
    page = working(new_context(), desk, "stella", "numbers")
    page.keyboard.press("/")
    page.keyboard.type("ceiling of your hall")
    page.keyboard.press("Enter")
    expect(page).to_have_url(staff(desk, "search?q=ceiling+of+your+hall"))
    expect(page.locator("#found")).to_contain_text("is the ceiling of your hall blue?")
    page.locator("h1").click()
    page.keyboard.press("j")
    expect(page.locator(".marked a")).to_be_focused()


def test_the_log_narrows_as_soon_as_something_is_chosen(new_context: NewContext, desk: DeskServer) -> None:
    page = working(new_context(), desk, "owen", "log")
    page.get_by_label("Kind of change").select_option(label="Logged in")
    expect(page).to_have_url(re.compile(r"what=logged_in"))
    expect(page.locator("tbody tr").first).to_contain_text("Logged in")
    page.get_by_role("link", name="owen").click()
    expect(page).to_have_url(re.compile(r"by=owen"))


@pytest.mark.parametrize(("width", "theme"), [(360, "light"), (768, "light"), (1280, "dark")])
def test_the_critic_finds_nothing(new_context: NewContext, desk: DeskServer, theme: str, width: int) -> None:
    settings = {"color_scheme": theme, "reduced_motion": "reduce", "viewport": {"width": width, "height": 800}}
    page = working(new_context(**settings), desk, "owen", PAGES[0])
    for path in PAGES:
        page.goto(staff(desk, path))
        for closed in page.locator("main details").all():
            closed.evaluate("each => { each.open = true }")
        assert violations(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{path} is wider than the screen"
