"""What is typed into a form outlives the session, comes back after the login, and goes when it was accepted."""

import re

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import NewContext
from tests.browser.servers import DeskServer
from tests.browser.talking import last_reply, write
from tests.browser.working import log_in, staff, working
from tests.passwords import PASSWORD


def log_in_again(page: Page, login: str) -> None:
    """Go where the page that lost its session leads, and come back."""
    expect(page.locator("#lost")).to_contain_text("What you typed is kept")
    page.get_by_role("link", name="Log in again").click()
    log_in(page, login)


def review(page: Page) -> None:
    page.get_by_role("button", name="Review and save").click()


def save(page: Page) -> None:
    review(page)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".flash")).to_contain_text("Saved.")


def kept(page: Page) -> str:
    """Return all that this browser keeps."""
    text: str = page.evaluate("JSON.stringify(localStorage)")
    return text


def fill_booking(page: Page) -> None:
    page.get_by_label("What").select_option("botox")
    page.get_by_label("With").select_option("sarah_smith")
    page.get_by_label("Time").fill("10:00")
    page.get_by_label("Name").fill("Rosa Parks")
    page.get_by_label("Phone").fill("212 555 0177")
    page.get_by_label("Notes").fill("comes by bus")


def expect_booking(page: Page) -> None:
    expect(page.get_by_label("Name")).to_have_value("Rosa Parks")
    expect(page.get_by_label("What")).to_have_value("botox")
    expect(page.get_by_label("With")).to_have_value("sarah_smith")
    expect(page.get_by_label("Time")).to_have_value("10:00")
    expect(page.get_by_label("Phone")).to_have_value("212 555 0177")
    expect(page.get_by_label("Notes")).to_have_value("comes by bus")


def test_a_new_booking_is_there_after_the_login_and_gone_when_it_is_booked(
    new_context: NewContext, desk: DeskServer
) -> None:
    context = new_context()
    address = "diary?day=2025-12-24"
    page = working(context, desk, "stella", address)
    page.locator(".diary-scroll.drawn").wait_for()
    page.get_by_role("link", name="New booking").first.click()
    fill_booking(page)
    form = page.url
    context.clear_cookies()
    page.get_by_role("button", name="Book it").click()
    log_in_again(page, "stella")
    expect_booking(page)
    page.goto(staff(desk, address))  # and where the panel is opened later
    page.get_by_role("link", name="New booking").first.click()
    expect_booking(page)
    page.get_by_role("button", name="Book it").click()
    expect(page.locator(".toast").last).to_contain_text("Booked")
    page.goto(form)
    expect(page.get_by_label("Name")).to_have_value("")
    expect(page.get_by_label("Notes")).to_have_value("")
    assert "Rosa" not in kept(page)


def test_what_one_person_typed_is_not_shown_to_another(new_context: NewContext, desk: DeskServer) -> None:
    context = new_context()
    page = working(context, desk, "stella", "diary?day=2025-12-24&new=booking")
    fill_booking(page)
    context.clear_cookies()
    page.reload()
    log_in(page, "sven")
    expect(page.get_by_label("Name")).to_have_value("")


def test_a_form_shown_again_with_what_is_wrong_has_what_was_sent(new_context: NewContext, desk: DeskServer) -> None:
    context = new_context()
    page = working(context, desk, "stella", "diary?day=2025-12-24&new=booking")
    fill_booking(page)
    page.get_by_label("Time").fill("03:00")
    page.get_by_role("button", name="Book it").click()
    expect(page.locator("#panel [role=alert], #panel [aria-invalid]").first).to_be_visible()
    expect(page.get_by_label("Time")).to_have_value("03:00")
    context.clear_cookies()
    page.get_by_role("button", name="Book it").click()  # as it was shown, untouched
    log_in_again(page, "stella")
    expect(page.get_by_label("Name")).to_have_value("Rosa Parks")
    expect(page.get_by_label("Time")).to_have_value("03:00")


def test_a_question_is_there_after_the_login_and_gone_when_it_is_saved(
    new_context: NewContext, desk: DeskServer
) -> None:
    context = new_context()
    page = working(context, desk, "owen", "settings/questions/new")
    page.get_by_label("How guests ask it").fill("may I bring my bicycle\nbicycle stand")
    page.get_by_label("The desk, and it offers a person").check()
    page.get_by_label("Answer", exact=True).fill("There is a stand in the yard.")
    context.clear_cookies()
    review(page)
    log_in_again(page, "owen")
    expect(page.get_by_label("How guests ask it")).to_have_value("may I bring my bicycle\nbicycle stand")
    expect(page.get_by_label("The desk, and it offers a person")).to_be_checked()
    expect(page.get_by_label("Answer", exact=True)).to_have_value("There is a stand in the yard.")
    save(page)
    page.goto(staff(desk, "settings/questions/new"))
    expect(page.get_by_label("How guests ask it")).to_have_value("")
    expect(page.get_by_label("The desk, and it offers a person")).not_to_be_checked()
    assert "bicycle" not in kept(page)


def test_what_is_typed_before_the_scripts_have_come_is_kept_too(new_context: NewContext, desk: DeskServer) -> None:
    context = new_context()
    page = working(context, desk, "owen", "today")
    typed = "document.getElementById('asks').value = 'early bird'; observer.disconnect()"
    early = f"if (document.getElementById('asks')) {{ {typed} }}"
    page.add_init_script(
        "if (!sessionStorage.early) { sessionStorage.early = 1;"
        f"const observer = new MutationObserver(() => {{ {early} }});"
        "observer.observe(document, { childList: true, subtree: true }); }"
    )
    page.evaluate("sessionStorage.removeItem('early')")
    page.goto(staff(desk, "settings/questions/new"))
    expect(page.get_by_label("How guests ask it")).to_have_value("early bird")
    lose_session(context, page)
    expect(page.get_by_label("How guests ask it")).to_have_value("early bird")


def lose_session(context: BrowserContext, page: Page) -> None:
    context.clear_cookies()
    review(page)
    log_in_again(page, "owen")


def test_rows_that_were_added_and_removed_come_back(new_context: NewContext, desk: DeskServer) -> None:
    context = new_context()
    page = working(context, desk, "owen", "settings/hours")
    for start, end in (("10", "12"), ("13", "14")):
        page.get_by_role("button", name="Add hours to Sunday").click()
        page.keyboard.type(start)
        page.keyboard.press("Tab")
        page.keyboard.type(end)
    page.get_by_role("button", name="Remove these hours of Monday").click()
    lose_session(context, page)
    sunday = page.locator(".day", has_text="Sunday").locator(".span:not(.spare) input")
    expect(sunday).to_have_count(4)
    assert [each.input_value() for each in sunday.all()] == ["10", "12", "13", "14"]
    expect(page.locator(".day[data-day='0'] .span:not(.spare)")).to_have_count(0)
    page.goto(staff(desk, "settings/days"))
    page.get_by_role("button", name="Add a day").click()
    added = page.locator(".date:not(.spare)").last
    added.get_by_label("Day", exact=True).fill("2026-05-01")
    added.get_by_label("Open").fill("9-12")
    lose_session(context, page)
    expect(page.locator(".date:not(.spare)").last.get_by_label("Day", exact=True)).to_have_value("2026-05-01")
    expect(page.locator(".date:not(.spare)").last.get_by_label("Open")).to_have_value("9-12")


def test_somebody_new_is_there_after_the_login_without_the_password(new_context: NewContext, desk: DeskServer) -> None:
    context = new_context()
    page = working(context, desk, "owen", "people")
    form = page.locator("section", has=page.get_by_role("heading", name="Somebody new"))
    form.get_by_label("Name, as guests see it").fill("Dora")
    form.get_by_label("Login").fill("dora")
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_label(re.compile("also change the business")).check()
    assert PASSWORD not in kept(page)
    context.clear_cookies()
    form.get_by_role("button", name="Add").click()
    log_in(page, "owen")
    expect(page).to_have_url(staff(desk, "people"))
    expect(form.get_by_label("Name, as guests see it")).to_have_value("Dora")
    expect(form.get_by_label("Login")).to_have_value("dora")
    expect(form.get_by_label("Password")).to_have_value("")
    expect(form.get_by_label(re.compile("also change the business"))).to_be_checked()
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button", name="Add").click()
    expect(page.locator(".flash")).to_contain_text("Dora can log in")
    page.goto(staff(desk, "people"))
    expect(form.get_by_label("Name, as guests see it")).to_have_value("")
    expect(form.get_by_label(re.compile("also change the business"))).not_to_be_checked()


def test_what_the_desk_is_to_learn_is_there_after_the_login(new_context: NewContext, desk: DeskServer) -> None:
    guest = new_context().new_page()
    guest.goto(desk.page())
    write(guest, "zorble quantifies wimblish frankles")
    expect(last_reply(guest)).to_be_visible()
    context = new_context()
    page = working(context, desk, "owen", "not-understood")
    card = page.locator(".puzzle", has_text="wimblish")
    card.get_by_text("Teach the desk").click()
    card.get_by_label("When guests write this").fill("wimblish frankles")
    context.clear_cookies()
    card.get_by_label("they want").select_option(index=2)
    card.get_by_role("button", name="Add as an example").click()
    log_in(page, "owen")
    expect(card.get_by_label("When guests write this")).to_have_value("wimblish frankles")
    expect(card.get_by_label("When guests write this")).to_be_visible()
    expect(page.locator(".teach[open]")).to_have_count(1)


def test_a_move_is_there_after_the_login_and_left_when_it_is_left(new_context: NewContext, desk: DeskServer) -> None:
    context = new_context()
    page = working(context, desk, "stella", "diary?day=2025-12-26&new=booking")
    fill_booking(page)
    page.get_by_role("button", name="Book it").click()
    page.locator("#panel").get_by_role("link", name="Move").click()
    page.get_by_label("Time").fill("12:00")
    context.clear_cookies()
    page.get_by_role("button", name="Move it").click()
    log_in_again(page, "stella")
    expect(page.get_by_label("Time")).to_have_value("12:00")
    page.get_by_role("link", name="Leave it").click()
    page.locator("#panel").get_by_role("link", name="Move").click()
    expect(page.get_by_label("Time")).to_have_value("10:00")
