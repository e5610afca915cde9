"""The widget on somebody else's page: strict policy, hostile styles, shortcuts, swapped bodies, and no server."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewContext
from tests.browser.servers import DeskServer, foreign_site, free_port
from tests.browser.talking import composer, give_contact, last_reply, receipt, wait_until, write


def opened(page: Page, address: str) -> Page:
    page.goto(address)
    page.locator(".launcher").click()
    expect(page.locator(".wish").first).to_be_visible()
    return page


@pytest.mark.parametrize("path", ["/", "/classic"])
def test_a_guest_books_in_the_widget_under_a_strict_policy(page: Page, site: str, path: str) -> None:
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text) if message.type == "error" else None)
    opened(page, site + path)
    write(page, f"botox on {'thursday' if path == '/' else 'friday'} at 9 am")
    give_contact(page)
    page.locator(".card .primary").click()
    expect(receipt(page)).to_contain_text("Booked")
    assert refused == []


def test_only_the_launcher_is_loaded_before_it_is_opened(page: Page, site: str, desk: DeskServer) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(desk.url)))
    page.goto(site)
    expect(page.locator(".launcher")).to_have_attribute("aria-label", "Open the chat")
    page.wait_for_load_state("networkidle")
    assert [url for url in asked if not url.startswith("http")] == ["/widget.js", "/b/medspa/profile"]


def test_hostile_styles_do_not_reach_in(page: Page, site: str) -> None:
    page.emulate_media(reduced_motion="reduce")  # sizes are taken of what stands still
    opened(page, f"{site}/hostile")
    style = "e => { const s = getComputedStyle(e); return [s.color, s.letterSpacing, s.visibility, s.fontSize] }"
    assert page.locator(".wish").first.evaluate(style) == ["rgb(22, 25, 29)", "normal", "visible", "16px"]
    assert page.locator("frontdesk-widget").evaluate("e => getComputedStyle(e).opacity") == "1"
    panel = page.locator(".panel").bounding_box()
    assert panel is not None
    assert (panel["width"], panel["height"]) == (400, 640)
    assert panel["x"] + panel["width"] <= 1280


def test_keys_typed_in_the_chat_are_no_shortcuts_of_the_page(page: Page, site: str) -> None:
    opened(page, site)
    composer(page).press_sequentially("jk/?")
    assert page.evaluate("window.shortcuts") == []
    page.keyboard.press("Escape")
    expect(page.locator(".panel")).to_be_hidden()
    assert page.evaluate("window.shortcuts") == []
    page.locator("#search").press("j")
    assert page.evaluate("window.shortcuts") == ["j"]


def test_focus_goes_in_and_comes_back(page: Page, site: str) -> None:
    page.goto(site)
    page.locator(".launcher").focus()
    page.keyboard.press("Enter")
    expect(composer(page)).to_be_focused()
    expect(page.locator(".panel")).to_have_attribute("role", "dialog")
    expect(page.locator(".panel")).to_have_attribute("aria-label", "Radiance Med Spa")
    page.keyboard.press("Escape")
    expect(page.locator(".launcher")).to_be_focused()


def test_swapped_bodies_and_a_second_tag_leave_one_widget_with_its_draft(page: Page, site: str) -> None:
    opened(page, site)
    composer(page).fill("half a sent")
    page.evaluate("window.swap()")
    expect(page.locator("h1", has_text="Another page")).to_be_visible()
    page.wait_for_timeout(300)  # the second tag has run
    expect(page.locator("frontdesk-widget")).to_have_count(1)
    expect(composer(page)).to_have_value("half a sent")
    page.evaluate("document.querySelector('frontdesk-widget').remove()")
    expect(composer(page)).to_be_visible()
    page.evaluate("history.pushState({}, '', '/elsewhere')")
    expect(composer(page)).to_have_value("half a sent")


def test_the_launcher_counts_what_was_said_while_the_chat_was_closed(page: Page, site: str) -> None:
    opened(page, site)
    write(page, "hello")
    expect(last_reply(page)).to_be_visible()
    page.locator(".panel .close").click()
    other = page.context.new_page()
    opened_again(other, site)
    write(other, "what are your hours?")
    page.bring_to_front()
    expect(page.locator(".badge")).to_have_text("1")
    expect(page.locator(".launcher")).to_have_attribute("aria-label", "Open the chat. New messages: 1")
    page.locator(".launcher").click()
    expect(page.locator(".badge")).to_be_hidden()


def opened_again(page: Page, address: str) -> None:
    page.goto(address)
    page.locator(".launcher").click()
    expect(last_reply(page)).to_be_visible()


def bottom_of(place: Locator) -> float:
    box = place.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


def test_on_a_phone_it_is_the_whole_screen_and_stands_above_a_cookie_banner_until_then(
    new_context: NewContext, site: str
) -> None:
    phone = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
    page = new_context(**phone, reduced_motion="reduce").new_page()
    page.goto(f"{site}/cookies")
    launcher = page.locator(".launcher")
    expect(launcher).to_be_visible()
    wait_until(page, lambda: bottom_of(launcher) <= 640 - 120)
    page.locator("#agree").tap()
    launcher.tap()
    expect(page.locator(".wish").first).to_be_visible()
    assert page.locator(".panel").bounding_box() == {"x": 0, "y": 0, "width": 360, "height": 640}
    close = page.locator(".panel .close")
    write(page, "botox tomorrow")
    expect(page.locator(".chip").first).to_be_visible()
    expect(close).to_be_in_viewport()
    close.tap()
    expect(launcher).to_be_visible()


def test_on_a_site_that_the_business_does_not_name_the_widget_says_it_cannot_be_reached(
    new_context: NewContext, desk: DeskServer
) -> None:
    page = new_context().new_page()
    with foreign_site(desk.url, free_port()) as elsewhere:  # an origin that the business does not know
        page.goto(elsewhere)
        page.locator(".launcher").click()
        expect(page.get_by_role("alert")).to_have_text("The chat cannot be reached right now.")
        page.get_by_role("button", name="Close the chat").first.click()
        expect(page.locator(".panel")).to_be_hidden()


def test_a_server_that_goes_away_before_it_is_opened_leaves_the_page_usable(
    new_context: NewContext, site: str, desk: DeskServer
) -> None:
    context = new_context()
    page = context.new_page()
    page.goto(site)
    page.wait_for_load_state("networkidle")
    context.route(f"{desk.url}/**", lambda route: route.abort())
    page.locator(".launcher").click()
    expect(page.get_by_role("alert")).to_have_text("The chat cannot be reached right now.")
    page.keyboard.press("Escape")
    page.locator("#search").fill("still here")
    context.unroute(f"{desk.url}/**")
    page.locator(".launcher").click()
    expect(page.locator(".wish").first).to_be_visible()
