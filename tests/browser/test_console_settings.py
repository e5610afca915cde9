"""Settings in a browser: an hour that is changed is one that guests can book; nothing typed is lost."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext
from tests.browser.servers import DeskServer
from tests.browser.talking import confirm, receipt, write
from tests.browser.test_looks import violations
from tests.browser.working import log_in, staff, working

PAGES = ("settings", "settings/hours?of=lisa_lee", "settings/days", "settings/services", "settings/services/botox",
         "settings/services/new", "settings/people", "settings/people/lisa_lee", "settings/questions",
         "settings/questions/parking", "settings/history")  # fmt: skip  # one a line would hide the whole


def review(page: Page) -> None:
    page.get_by_role("button", name="Review and save").click()
    expect(page.get_by_role("dialog", name="Save this?")).to_be_visible()


def save(page: Page) -> None:
    review(page)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".flash")).to_contain_text("Saved.")


def test_a_guest_books_at_an_hour_that_was_just_opened_and_it_is_undone(
    new_context: NewContext, desk: DeskServer
) -> None:
    owner = working(new_context(), desk, "owen", "settings")
    wish = "botox with sarah smith on thursday at 7:30 am, Ann Miller, 212 555 0142, no email"
    before = new_context().new_page()
    before.goto(desk.page())
    write(before, wish)
    expect(before.locator(".message.desk").last).to_be_visible()
    expect(before.locator(".card .primary")).to_have_count(0)
    owner.get_by_label("Thursday, from", exact=True).fill("7:30")
    review(owner)
    expect(owner.get_by_role("dialog")).to_contain_text("7:30-19:00")
    owner.get_by_role("button", name="Save", exact=True).click()
    expect(owner.locator(".flash")).to_contain_text("Hours of Thursday: 9:00-19:00 became 7:30-19:00")
    guest = new_context().new_page()
    guest.goto(desk.page())
    write(guest, wish)
    confirm(guest)
    expect(receipt(guest)).to_contain_text("7:30")
    # Somebody is booked there now: whoever takes the hour away is told, and may.
    owner.goto(staff(desk, "settings"))
    owner.get_by_label("Thursday, from", exact=True).fill("9")
    review(owner)
    expect(owner.get_by_role("dialog")).to_contain_text("1 booking to come would no longer fit")
    owner.get_by_role("button", name="Go on editing").click()
    owner.goto(staff(desk, "settings/history"))
    owner.get_by_role("link", name=re.compile("Undo: Hours of Thursday")).click()
    owner.get_by_role("button", name="Put it back").click()
    expect(owner.locator(".flash")).to_contain_text("Put back: Hours of Thursday: 7:30-19:00 became 9:00-19:00")
    owner.locator(".flash").get_by_role("button", name="Undo").click()
    expect(owner.locator(".flash")).to_contain_text("9:00-19:00 became 7:30-19:00")
    owner.locator(".flash").get_by_role("button", name="Undo").click()
    expect(owner.locator(".flash")).to_contain_text("7:30-19:00 became 9:00-19:00")


def test_hours_are_added_copied_and_removed_with_the_keyboard_alone(page: Page, desk: DeskServer) -> None:
    page.goto(staff(desk, "settings"))
    log_in(page, "owen")
    page.get_by_role("button", name="Add hours to Sunday").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("10")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Tab")
    page.keyboard.type("14")
    page.get_by_role("button", name="Saturday like Friday").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Remove these hours of Monday").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Add hours to Monday")).to_be_focused()
    page.get_by_label("Tuesday, from", exact=True).press("Enter")
    dialog = page.get_by_role("dialog", name="Save this?")
    expect(dialog).to_be_visible()
    rows = dialog.locator("tbody tr").all_inner_texts()
    assert [row.split("\t") for row in rows] == [
        ["Hours of Monday", "9:00-19:00", "closed"],
        ["Hours of Saturday", "10:00-17:00", "9:00-19:00"],
        ["Hours of Sunday", "closed", "10:30-14:00"],
    ]
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.once("dialog", lambda each: each.accept())  # it asks whether what was typed may go
    page.reload()
    expect(page.get_by_label("Monday, from", exact=True)).to_have_value("9:00")


def test_a_wrong_price_stays_in_the_form_with_its_error(page: Page, desk: DeskServer) -> None:
    page.goto(staff(desk, "settings/services/hydrafacial"))
    log_in(page, "owen")
    page.get_by_label("Price", exact=True).fill("about two hundred")
    page.get_by_label("Other names").fill("hydra facial\nwater facial")
    page.get_by_role("button", name="Review and save").click()
    price = page.get_by_label("Price", exact=True)
    expect(price).to_be_focused()
    expect(price).to_have_value("about two hundred")
    expect(price).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#error-price")).to_contain_text("write it like 120, 300-600 or free")
    expect(page.get_by_label("Other names")).to_have_value("hydra facial\nwater facial")
    price.fill("$210 to $310")
    save(page)
    expect(page.locator(".flash")).to_contain_text("Price of HydraFacial: $200-300 became $210-310")
    page.locator(".flash").get_by_role("button", name="Undo").click()
    expect(page.locator(".flash")).to_contain_text("Put back")


def test_two_owners_at_once_see_each_other_and_lose_nothing(new_context: NewContext, desk: DeskServer) -> None:
    owen = working(new_context(), desk, "owen", "settings/questions/age")
    olga = working(new_context(), desk, "olga", "settings/questions/late")
    untouched = new_context().new_page()
    untouched.goto(staff(desk, "settings/questions/age"))
    log_in(untouched, "stella")
    olga.get_by_label("Answer").fill("Up to 20 minutes late is fine.")
    owen.get_by_label("Answer").fill("Guests must be 19 or older.")
    save(owen)
    expect(olga.locator("#meanwhile")).to_be_visible()  # told while typing, and nothing typed is gone
    expect(olga.get_by_label("Answer")).to_have_value("Up to 20 minutes late is fine.")
    expect(untouched.get_by_label("Answer")).to_have_value("Guests must be 19 or older.")
    olga.get_by_role("button", name="Review and save").click()
    expect(olga.get_by_role("alert")).to_contain_text("Changed meanwhile by owen")
    expect(olga.get_by_label("Answer")).to_have_value("Up to 20 minutes late is fine.")
    save(olga)
    olga.goto(staff(desk, "settings/questions"))
    expect(olga.locator("#questions")).to_contain_text("Guests must be 19 or older.")
    expect(olga.locator("#questions")).to_contain_text("Up to 20 minutes late is fine.")


def test_it_works_without_scripts(new_context: NewContext, desk: DeskServer) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto(staff(desk, "settings/days"))
    log_in(page, "olga")
    page.locator('input[name="day"]').last.fill("2025-12-25")
    page.get_by_role("button", name="Review and save").click()
    expect(page.locator("#review")).to_contain_text("Thursday 25 December 2025")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".flash")).to_contain_text("as every week became closed")
    page.locator(".flash").get_by_role("button", name="Undo").click()
    expect(page.locator(".flash")).to_contain_text("closed became as every week")


def test_the_server_is_gone_and_what_was_typed_is_not(page: Page, desk: DeskServer) -> None:
    page.goto(staff(desk, "settings/questions/parking"))
    log_in(page, "owen")
    page.get_by_label("Answer").fill("Park anywhere.")
    desk.stop()
    page.get_by_role("button", name="Review and save").click()
    expect(page.locator(".toast")).to_contain_text("What you typed is still here")
    desk.start()
    expect(page.get_by_label("Answer")).to_have_value("Park anywhere.")
    review(page)
    page.keyboard.press("Escape")


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (768, "light"), (1280, "dark")])
def test_the_critic_finds_nothing(new_context: NewContext, desk: DeskServer, width: int, scheme: str) -> None:
    settings = {"color_scheme": scheme, "viewport": {"width": width, "height": 800}, "reduced_motion": "reduce"}
    page = working(new_context(bypass_csp=True, **settings), desk, "owen", "settings")
    for path in PAGES:
        page.goto(staff(desk, path))
        page.locator("#part.js").wait_for()
        assert violations(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{path} is wider than the screen"
    page.goto(staff(desk, "settings/services/botox"))
    page.get_by_label("Price", exact=True).fill("x")
    page.get_by_role("button", name="Review and save").click()
    expect(page.locator("#error-price")).to_be_visible()
    assert violations(page) == []
    page.get_by_label("Price", exact=True).fill("444")
    review(page)
    assert violations(page) == []
    page.keyboard.press("Escape")


def test_staff_find_every_page_readable_and_nothing_to_press(new_context: NewContext, desk: DeskServer) -> None:
    page = working(new_context(bypass_csp=True), desk, "stella", "settings")
    for path in PAGES:
        if path.endswith("/new"):
            continue
        page.goto(staff(desk, path))
        expect(page.get_by_text("Only an owner can change them.")).to_be_visible()
        expect(page.get_by_role("button", name="Review and save")).to_have_count(0)
        assert violations(page) == [], path
