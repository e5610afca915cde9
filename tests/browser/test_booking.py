"""A guest books on the page: by typing, by clicking, with a correction, on a phone, from another zone."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext
from tests.browser.servers import DeskServer
from tests.browser.talking import CONTACT, composer, confirm, give_contact, guest_lines, last_reply, receipt, write


def test_a_guest_books_by_typing(page: Page, desk: DeskServer) -> None:
    page.goto(desk.page())
    write(page, "botox tomorrow at 9:30 am")
    give_contact(page)
    card = page.locator(".card")
    expect(card).to_contain_text("Wednesday, November 19")
    write(page, "yes")
    expect(receipt(page)).to_contain_text("Booked")
    expect(receipt(page)).to_contain_text("9:30 AM to 10 AM")
    assert guest_lines(page) == ["botox tomorrow at 9:30 am", *CONTACT, "yes"]
    expect(card).to_have_count(1)  # the card became the receipt


def test_a_guest_books_by_clicking_and_only_says_who_they_are(page: Page, desk: DeskServer) -> None:
    page.goto(desk.page())
    expect(page.locator(".empty")).to_contain_text("Good morning")
    expect(page.locator(".empty")).to_contain_text("Open today")
    expect(page.locator(".wish")).to_have_count(3)
    page.get_by_role("button", name="Book an appointment").click()
    expect(page.locator(".chip")).to_have_count(9)  # every service there is
    page.get_by_role("button", name="Botox", exact=True).click()
    page.get_by_role("button", name="Thursday, November 20").click()
    page.get_by_role("button", name="2:30 PM", exact=True).click()
    assert guest_lines(page)[-1] == "November 20, 2025 at 2:30 PM"
    expect(page.locator(".picker")).to_have_count(0)  # what was answered cannot be answered again
    give_contact(page)
    confirm(page)
    links = receipt(page).locator("a")
    expect(links).to_have_count(3)
    assert re.fullmatch(r".*/b/medspa/manage/[\w-]+/calendar\.ics", str(links.nth(0).get_attribute("href")))
    assert "openstreetmap.org/search?query=418%20Madison" in str(links.nth(1).get_attribute("href"))
    assert re.fullmatch(r".*/b/medspa/manage/[\w-]+", str(links.nth(2).get_attribute("href")))
    assert guest_lines(page)[-1] == "Book it"


def test_offers_are_chips_that_answer_once_and_the_list_is_not_said_twice(page: Page, desk: DeskServer) -> None:
    page.goto(desk.page())
    write(page, "botox on friday")
    chips = page.locator(".chip:not(.more)")
    expect(chips).to_have_count(5)
    expect(page.locator(".offers h2")).to_have_text("Friday, November 21")
    assert last_reply(page).locator(".bubble").inner_text() == "Here's what's open for Botox:"
    page.get_by_role("button", name="More times").click()
    expect(page.locator(".extra:not(.answered) .chip").first).to_contain_text("11:30 AM")
    expect(page.locator(".extra.answered .chip").first).to_be_disabled()
    page.locator(".extra:not(.answered) .chip").nth(1).click()
    expect(last_reply(page)).to_contain_text("What name")
    expect(page.locator(".chip:enabled")).to_have_count(0)
    assert guest_lines(page) == ["botox on friday", "More times", "12:00 PM"]


def test_a_value_is_corrected_at_the_confirm(page: Page, desk: DeskServer) -> None:
    page.goto(desk.page())
    write(page, "botox tomorrow at 11 am")
    give_contact(page)
    page.get_by_role("button", name="Change: Name").click()
    expect(last_reply(page)).to_contain_text(re.compile("name", re.IGNORECASE))
    expect(page.locator(".card .primary:visible")).to_have_count(0)
    write(page, "Beth Jones")
    open_card = page.locator(".extra:not(.answered) .card")
    expect(open_card).to_contain_text("Beth Jones")
    confirm(page)
    expect(receipt(page)).to_contain_text("Beth Jones")


def test_the_calendar_is_worked_with_the_keyboard(page: Page, desk: DeskServer) -> None:
    page.goto(desk.page())
    page.get_by_role("button", name="Book an appointment").press("Enter")
    expect(composer(page)).to_be_focused()  # what was pressed is gone, and the focus is not
    page.get_by_role("button", name="Botox", exact=True).press("Enter")
    expect(composer(page)).to_be_focused()
    page.locator(".day[tabindex='0']").focus()
    expect(page.locator(".day.free").first).to_have_attribute("data-date", "2025-11-18")
    for key in ("ArrowRight", "ArrowDown", "PageDown", "PageUp", "ArrowUp"):
        page.keyboard.press(key)
    focused = page.locator(".day:focus")
    expect(focused).to_have_attribute("data-date", "2025-11-19")
    expect(page.locator("[data-date='2025-11-23']")).to_have_attribute("aria-disabled", "true")  # a Sunday
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Wed, November 19")).to_be_visible()
    expect(page.locator(".part h3")).to_have_text(["Morning", "Afternoon", "Evening"])
    page.locator(".slot").first.focus()
    page.keyboard.press("Enter")
    expect(last_reply(page)).to_contain_text("What name")


def test_on_a_phone_nothing_is_wider_than_the_screen_and_targets_are_large(
    new_context: NewContext, desk: DeskServer
) -> None:
    page = new_context(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True).new_page()
    page.goto(desk.page())
    write(page, "botox on tuesday")
    expect(page.locator(".chip").first).to_be_visible()
    page.locator(".open-picker").tap()
    expect(page.locator(".slot").first).to_be_visible()
    small = (
        "els => els.filter(e => e.offsetParent && (e.offsetHeight < 44 || e.offsetWidth < 38)).map(e => e.outerHTML)"
    )
    assert page.locator("button").evaluate_all(small) == []
    page.locator(".slot").nth(2).tap()
    give_contact(page)
    confirm(page)
    expect(receipt(page)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert page.locator(".log").evaluate("e => e.scrollWidth - e.clientWidth") == 0


def test_on_the_premises_their_clock_comes_first_and_online_the_guests(
    new_context: NewContext, desk: DeskServer
) -> None:
    context = new_context(timezone_id="Asia/Tokyo")
    page = context.new_page()
    page.goto(desk.page())
    write(page, "botox tomorrow at 5 pm")
    give_contact(page)
    expect(page.locator(".card .zone")).to_have_text(
        "Wed, Nov 19, 5:00 PM Eastern Time · Thu, Nov 20, 7:00 AM your time"
    )
    confirm(page)
    expect(receipt(page)).to_contain_text("5 PM to 5:30 PM · Eastern Time")
    expect(receipt(page)).to_contain_text(re.compile(r"Thu, Nov 20, 7:00 . 7:30 AM your time"))
    page.goto(desk.page("evil"))
    write(page, "botox tomorrow")
    chip = page.locator(".chip").first
    expect(chip.locator("span")).to_have_text("11:00 PM")
    expect(chip.locator("small")).to_contain_text("9:00 AM")


def test_enter_does_not_send_while_an_input_method_composes(page: Page, desk: DeskServer) -> None:
    page.goto(desk.page())
    composer(page).fill("ボトックス")
    composing = "isComposing: true, key: 'Enter', bubbles: true, cancelable: true"
    composer(page).evaluate(f"e => e.dispatchEvent(new KeyboardEvent('keydown', {{{composing}}}))")
    older = "e => e.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', keyCode: 229, bubbles: true}))"
    composer(page).evaluate(older)
    composer(page).press("Shift+Enter")
    composer(page).press_sequentially("x")
    expect(composer(page)).to_have_value("ボトックス\nx")
    expect(page.locator(".message")).to_have_count(0)


SPEAKING = """window.SpeechRecognition = class {
  start() { setTimeout(() => {
    this.onresult({ results: [[{ transcript: "botox " }], [{ transcript: "tomorrow" }]] });
    this.onend();
  }, 300); }
  stop() { this.onend(); }
}"""


def test_what_is_spoken_is_written_where_the_browser_can_listen(new_context: NewContext, desk: DeskServer) -> None:
    context = new_context()
    context.add_init_script(SPEAKING)
    page = context.new_page()
    page.goto(desk.page())
    page.get_by_role("button", name="Speak").click()
    expect(page.get_by_role("button", name="Listening")).to_be_visible()
    expect(composer(page)).to_have_value("botox tomorrow")
    expect(page.get_by_role("button", name="Speak")).to_be_visible()
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".chip").first).to_be_visible()
