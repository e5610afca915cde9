"""The owner of a calendar logs in, opens its chat from the console, sees their meetings and makes one by form."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewContext
from tests.browser.servers import DeskServer
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


def form(page: Page) -> Locator:
    return page.locator(".form")


def test_an_owner_lists_their_meetings_and_makes_one_by_form(new_context: NewContext, desk: DeskServer) -> None:
    context = new_context()
    page = context.new_page()
    asked: list[str] = []
    context.on("request", lambda request: asked.append(f"{request.url} {request.headers.get('referer')}"))
    open_own_chat(page, desk)
    write(page, "what meetings do i have tomorrow?")
    expect(last_reply(page)).to_contain_text("There's nothing in the calendar")
    write(page, "please make an example meeting in my calendar")
    form(page).get_by_label("Title").fill("Planning")
    form(page).get_by_label("Start").fill("2025-11-19T14:00")
    form(page).get_by_label("Who comes").fill("jane@example.com")
    form(page).locator(".primary").click()
    expect(receipt(page)).to_contain_text("Planning")
    page.reload()
    write(page, "what meetings do i have tomorrow?")
    expect(last_reply(page)).to_contain_text("Planning")
    token = page.evaluate("JSON.parse(sessionStorage.getItem('frontdesk:meetings')).token")
    assert token
    assert not [each for each in asked if token in each]

    guest = context.new_page()  # of the same browser: what the owner holds is of their tab alone
    guest.goto(desk.page("meetings"))
    write(guest, "what meetings do i have tomorrow?")
    expect(last_reply(guest)).to_contain_text("only the owner")
    expect(guest.locator("body")).not_to_contain_text("Planning")


def test_who_leaves_the_chat_of_the_owner_is_back_in_the_console(page: Page, desk: DeskServer) -> None:
    open_own_chat(page, desk)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Start a new conversation").click()
    page.wait_for_url(staff(desk, business="meetings"))
    page.goto(desk.page("meetings"))
    write(page, "what meetings do i have tomorrow?")
    expect(last_reply(page)).to_contain_text("only the owner")
