"""A form in the web chat: filled in, corrected, sent once, and in step with what is said beside it."""

import re
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewContext
from tests.browser.servers import DeskServer
from tests.browser.talking import last_reply, receipt, write
from tests.browser.test_looks import violations


def form(page: Page) -> Locator:
    return page.locator(".form")


def send(page: Page) -> None:
    form(page).locator(".primary").click()


def begin(page: Page, desk: DeskServer, day: str, hour: str = "14:00") -> None:
    """Fill in a meeting, all but the guests."""
    page.goto(desk.page("office"))
    write(page, "set a meeting")
    form(page).get_by_label("Title").fill("Standup")
    form(page).get_by_label("Start").fill(f"{day}T{hour}")
    form(page).get_by_label("Length").fill("60")


def guests(page: Page) -> Locator:
    return form(page).get_by_label("Guests")


def meetings(page: Page) -> Locator:
    return page.locator(".receipt:visible")


def test_a_meeting_is_made_by_form_with_the_keyboard_alone(page: Page, desk: DeskServer) -> None:
    begin(page, desk, "2025-11-20")
    guests(page).focus()
    page.keyboard.type("jane@example.com, joe@example.com")
    page.keyboard.press("Tab")
    expect(form(page).get_by_label("Notes")).to_be_focused()
    expect(page.locator(".written").last).to_contain_text("jane@example.com")
    expect(page.locator(".message.desk")).to_have_count(1)  # the form asks; the chat does not repeat it
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(receipt(page)).to_contain_text("Booked")
    expect(form(page)).to_have_count(0)
    expect(page.locator(".composer textarea")).to_be_focused()


def test_what_is_wrong_is_said_below_its_field_and_can_be_put_right(page: Page, desk: DeskServer) -> None:
    begin(page, desk, "2025-11-21")
    guests(page).fill("jane at example.com")
    guests(page).press("Tab")
    wrong = form(page).locator(".field.wrong")
    expect(wrong).to_contain_text("Did you mean jane@example.com?")
    described = str(guests(page).get_attribute("aria-describedby")).split()
    assert page.locator(f"#{described[0]}").inner_text().startswith("That doesn't look like")
    expect(guests(page)).to_have_attribute("aria-invalid", "true")
    send(page)
    expect(guests(page)).to_be_focused()
    wrong.get_by_role("button").click()
    expect(guests(page)).to_have_value("jane@example.com")
    expect(wrong).to_have_count(0)
    send(page)
    expect(receipt(page)).to_contain_text("Booked")


def test_what_is_left_empty_is_marked_and_nothing_is_sent(page: Page, desk: DeskServer) -> None:
    begin(page, desk, "2025-11-24")
    send(page)
    expect(guests(page)).to_be_focused()
    expect(form(page).locator(".field.wrong")).to_have_count(1)
    expect(form(page).get_by_role("alert")).to_be_visible()
    expect(meetings(page)).to_have_count(0)


def test_the_chat_and_the_form_are_one_conversation(page: Page, desk: DeskServer) -> None:
    page.goto(desk.page("office"))
    write(page, "set a meeting")
    form(page).get_by_label("Title").fill("Retro")
    form(page).get_by_label("Title").press("Tab")
    expect(page.locator(".written")).to_contain_text("Title: Retro")
    write(page, "tomorrow at 3pm")
    expect(form(page).get_by_label("Start")).to_have_value("2025-11-19T15:00")
    write(page, "90 minutes, jane@example.com, nothing to note")
    expect(guests(page)).to_have_value("jane@example.com")
    form(page).get_by_label("Length").fill("45")
    form(page).get_by_label("Length").press("Tab")
    expect(page.locator(".written").last).to_contain_text("45 minutes")
    send(page)
    expect(receipt(page)).to_contain_text("3 PM to 3:45 PM")


def test_pressed_twice_and_in_two_tabs_it_is_one_meeting(new_context: NewContext, desk: DeskServer) -> None:
    context = new_context()
    page, other = context.new_page(), context.new_page()
    begin(page, desk, "2025-11-25")
    guests(page).fill("jane@example.com")
    guests(page).press("Tab")
    expect(page.locator(".written")).to_have_count(4)
    other.goto(desk.page("office"))
    expect(guests(other)).to_have_value("jane@example.com")  # another tab has the form as it stands
    form(other).get_by_label("Notes").fill("cake")
    form(other).get_by_label("Notes").press("Tab")
    expect(form(page).get_by_label("Notes")).to_have_value("cake")
    for each in (page, other):
        each.evaluate("document.querySelectorAll('.form').forEach((f) => { f.requestSubmit(); f.requestSubmit(); })")
    for each in (page, other):
        expect(meetings(each)).to_have_count(1)
        expect(form(each)).to_have_count(0)


def test_a_reload_brings_the_form_back_as_it_was(page: Page, desk: DeskServer) -> None:
    begin(page, desk, "2025-11-26")
    guests(page).focus()
    expect(page.locator(".written")).to_have_count(3)
    page.reload()
    expect(form(page).get_by_label("Start")).to_have_value("2025-11-26T14:00")
    expect(form(page).get_by_label("Title")).to_have_value("Standup")
    form(page).get_by_role("button", name="Not now").click()
    expect(form(page)).to_have_count(0)
    expect(last_reply(page)).to_contain_text(re.compile("dropped|off"))


def test_what_comes_up_on_the_way_is_shown_before_it_is_agreed_to(page: Page, desk: DeskServer) -> None:
    page.goto(desk.page("office"))
    write(page, "give a party")
    form(page).get_by_label("Day").fill("2025-12-02")
    form(page).get_by_label("People").fill("4")
    form(page).get_by_label("People").press("Tab")
    form(page).get_by_label("Floor").select_option("Roof terrace")
    expect(form(page).locator("dl")).to_contain_text("$40")
    expect(meetings(page)).to_have_count(0)
    send(page)
    expect(meetings(page)).to_have_count(1)
    expect(form(page).get_by_label("Email")).to_be_visible()


@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 360)])
def test_axe_finds_nothing_in_a_form(new_context: NewContext, desk: DeskServer, theme: str, width: int) -> None:
    size = {"width": width, "height": 800}
    page = new_context(color_scheme=theme, viewport=size, bypass_csp=True, reduced_motion="reduce").new_page()
    begin(page, desk, "2025-11-27")
    send(page)
    expect(form(page).locator(".field.wrong")).to_have_count(1)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_forms_break_no_policy(page: Page, desk: DeskServer) -> None:
    broken: list[str] = []
    page.on("console", lambda message: broken.append(message.text) if "Content Security" in message.text else None)
    begin(page, desk, "2025-11-28")
    send(page)
    expect(form(page).locator(".field.wrong")).to_have_count(1)
    assert broken == []
    with urlopen(Request(f"{desk.url}/static/forms.js")) as answer:  # noqa: S310 - our own server
        assert ".style" not in answer.read().decode()
