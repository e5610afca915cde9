"""The diary in a browser: dragging, keys, touch, forms, what others change meanwhile, paper, no script, a critic.

Tests share one diary, so each has a day of its own.
"""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewContext
from tests.browser.servers import DeskServer
from tests.browser.talking import confirm, give_contact, receipt, wait_for_rest, wait_until, write
from tests.browser.test_looks import violations
from tests.browser.working import working

BOOK = """async (fields) => {
  const { post } = await import("/staff/static/console.js");
  const answer = await post(`${location.pathname}/bookings`, fields);
  if (!answer.headers.get("content-type").includes("json")) return "";
  return new URL((await answer.json()).to, location.href).searchParams.get("booking");
}"""
MOVE = """async ([reference, fields]) => {
  const { post } = await import("/staff/static/console.js");
  return (await post(`${location.pathname}/bookings/${reference}/move`, fields)).status;
}"""


def diary(new_context: NewContext, desk: DeskServer, query: str, login: str = "stella", **settings: object) -> Page:
    page = working(new_context(**settings), desk, login, f"diary?{query}")
    page.locator(".diary-scroll.drawn").wait_for()
    return page


def book(page: Page, day: str, time: str, name: str = "Ann Miller", **more: str) -> str:
    """Book at once, past the form; return the reference."""
    usual = {"service": "botox", "provider": "sarah_smith", "phone": "212 555 0142"}
    reference: str = page.evaluate(BOOK, {**usual, "day": day, "time": time, "name": name, **more})
    assert reference
    page.reload()
    page.locator(".diary-scroll.drawn").wait_for()
    return reference


def entry(page: Page, reference: str) -> Locator:
    return page.locator(f"[data-movable='{reference}']").first


def time_of(page: Page, reference: str) -> str:
    return entry(page, reference).locator("time").inner_text()


def centre(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def pixels_of_an_hour(page: Page) -> float:
    ticks = [page.locator(".tick").nth(number).bounding_box() for number in (1, 2)]
    assert ticks[0] is not None
    assert ticks[1] is not None
    return ticks[1]["y"] - ticks[0]["y"]


def drag(page: Page, reference: str, hours: float, across: float = 0) -> None:
    """Take a booking and carry it so many hours down, without letting go."""
    x, y = centre(entry(page, reference))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 8, y + 8)
    expect(page.locator(".target").first).to_be_attached()
    page.mouse.move(x + across, y + hours * pixels_of_an_hour(page), steps=5)


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Move this booking?")


def toast(page: Page) -> Locator:
    return page.locator(".toast").last


def test_a_drag_asks_moves_and_can_be_undone(new_context: NewContext, desk: DeskServer) -> None:
    page = diary(new_context, desk, "day=2025-12-01")
    reference = book(page, "2025-12-01", "10:00")
    drag(page, reference, 2.1)
    expect(page.locator(".ghost")).to_contain_text("12:00")
    page.mouse.up()
    expect(dialog(page)).to_contain_text("Mon 1 Dec, 10:00 with Dr. Sarah Smith")
    expect(dialog(page)).to_contain_text("Mon 1 Dec, 12:00 with Dr. Sarah Smith")
    expect(dialog(page)).to_contain_text("Ann Miller has no chat with us")
    assert time_of(page, reference) == "10:00"  # nothing has happened yet
    dialog(page).get_by_role("button", name="Move it").click()
    expect(toast(page)).to_contain_text(f"Moved: {reference} is on Mon 1 Dec, 12:00")
    expect(entry(page, reference).locator("time")).to_have_text("12:00")
    toast(page).get_by_role("button", name="Undo").click()
    expect(toast(page)).to_contain_text("Moved back")
    expect(entry(page, reference).locator("time")).to_have_text("10:00")
    expect(page.locator(".ghost, .target")).to_have_count(0)


def test_a_drag_goes_to_another_person_who_does_it_and_not_to_one_who_does_not(
    new_context: NewContext, desk: DeskServer
) -> None:
    page = diary(new_context, desk, "day=2025-12-02")
    reference = book(page, "2025-12-02", "10:00")
    boxes = [page.locator(".column").nth(number).bounding_box() for number in range(3)]
    across = [box["x"] - (boxes[0] or box)["x"] for box in boxes if box]
    drag(page, reference, 0, across[2])
    expect(page.locator(".ghost.no")).to_contain_text("Not free here")
    page.mouse.up()
    expect(toast(page)).to_contain_text("The booking stays where it is")
    drag(page, reference, 0, across[1])
    page.mouse.up()
    expect(dialog(page)).to_contain_text("10:00 with Nurse Emily Johnson")
    dialog(page).get_by_role("button", name="Leave it").click()
    expect(dialog(page)).to_be_hidden()
    expect(page.locator(".column").nth(0).locator(f"[data-movable='{reference}']")).to_have_count(1)
    expect(page.locator(".ghost, .target")).to_have_count(0)


def test_escape_ends_a_drag(new_context: NewContext, desk: DeskServer) -> None:
    page = diary(new_context, desk, "day=2025-12-03")
    reference = book(page, "2025-12-03", "10:00")
    drag(page, reference, 2)
    page.keyboard.press("Escape")
    expect(page.locator(".ghost, .target")).to_have_count(0)
    page.mouse.up()
    expect(dialog(page)).to_be_hidden()
    assert time_of(page, reference) == "10:00"


def test_arrow_keys_move_and_enter_asks(new_context: NewContext, desk: DeskServer) -> None:
    page = diary(new_context, desk, "day=2025-12-04")
    reference = book(page, "2025-12-04", "10:00")
    entry(page, reference).focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#diary-says")).to_contain_text("Thu 4 Dec, 10:30 with Dr. Sarah Smith")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#diary-says")).to_contain_text("11:00")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#diary-says")).to_contain_text("11:00 with Nurse Emily Johnson")
    page.keyboard.press("Escape")
    expect(page.locator(".ghost")).to_have_count(0)
    expect(entry(page, reference)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#diary-says")).to_contain_text("09:30")
    page.keyboard.press("Enter")
    expect(dialog(page)).to_be_visible()
    page.keyboard.press("Enter")
    expect(toast(page)).to_contain_text("09:30")
    expect(entry(page, reference).locator("time")).to_have_text("09:30")


def test_a_form_moves_to_another_day(new_context: NewContext, desk: DeskServer) -> None:
    page = diary(new_context, desk, "day=2025-12-05")
    reference = book(page, "2025-12-05", "10:00")
    entry(page, reference).click()
    panel = page.locator("#panel")
    expect(panel.get_by_role("heading", name="Ann Miller")).to_be_focused()
    expect(page).to_have_url(re.compile(f"booking={reference}"))
    panel.get_by_role("link", name="Move").click()
    panel.get_by_label("Day").fill("2025-12-08")
    panel.get_by_role("button", name="11:30").click()
    expect(panel.get_by_label("Time")).to_have_value("11:30")
    panel.get_by_role("button", name="Move it").click()
    expect(page).to_have_url(re.compile("day=2025-12-08"))
    expect(toast(page)).to_contain_text("Mon 8 Dec, 11:30")
    expect(entry(page, reference).locator("time")).to_have_text("11:30")


def test_a_click_on_free_time_books_then(new_context: NewContext, desk: DeskServer) -> None:
    page = diary(new_context, desk, "day=2025-12-09")
    gap = page.locator(".column").nth(1).locator("[data-gap]").first
    gap.scroll_into_view_if_needed()
    gap.click(position={"x": 40, "y": 2.6 * pixels_of_an_hour(page)})
    panel = page.locator("#panel")
    expect(panel.get_by_label("Time")).to_have_value("11:30")
    expect(panel.get_by_label("With")).to_have_value("emily_johnson")
    panel.get_by_label("What").select_option("botox")
    expect(panel.locator(".near p")).to_have_text("11:30 is free")
    panel.get_by_label("Name").fill("Bea Ong")
    panel.get_by_label("Phone").fill("12")
    panel.get_by_role("button", name="Book it").click()
    expect(panel.locator("#wrong-phone")).to_contain_text("is not a phone number")
    panel.get_by_label("Phone").fill("212 555 0188")
    panel.get_by_role("button", name="Book it").click()
    expect(toast(page)).to_contain_text("Booked: Bea Ong, Tue 9 Dec, 11:30")
    expect(page.locator(".column").nth(1).locator(".booking")).to_contain_text("Bea Ong")
    expect(panel).to_contain_text("What happened")


def test_free_time_is_chosen_and_booked_with_the_keyboard(new_context: NewContext, desk: DeskServer) -> None:
    page = diary(new_context, desk, "day=2025-12-10")
    page.locator("[data-gap]").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#diary-says")).to_have_text("Book at 10:00")
    page.keyboard.press("Enter")
    expect(page.locator("#panel").get_by_label("Time")).to_have_value("10:00")
    expect(page.locator("#panel").get_by_label("Day")).to_have_value("2025-12-10")
    page.locator("#panel h2").focus()
    page.keyboard.press("Escape")
    expect(page.locator("#panel .panel-body")).to_have_count(0)


def test_time_is_blocked_and_opened_again(new_context: NewContext, desk: DeskServer) -> None:
    page = diary(new_context, desk, "day=2025-12-11")
    page.keyboard.press("b")
    panel = page.locator("#panel")
    panel.get_by_label("Whose").select_option("lisa_lee")
    panel.locator("[name=from]").fill("12:00")
    panel.locator("[name=to]").fill("14:00")
    panel.get_by_role("button", name="Block it").click()
    blocked = page.locator(".column").nth(2).locator(".block")
    expect(blocked).to_contain_text("12:00 to 14:00")
    toast(page).get_by_role("button", name="Undo").click()
    expect(blocked).to_have_count(0)


def test_a_change_by_somebody_else_is_seen_and_a_form_is_left_alone(new_context: NewContext, desk: DeskServer) -> None:
    page = diary(new_context, desk, "day=2025-12-12")
    page.keyboard.press("n")
    page.locator("#panel").get_by_label("Name").fill("Half of a na")
    other = diary(new_context, desk, "day=2025-12-12", "sven")
    reference = book(other, "2025-12-12", "15:00", name="Cora Diaz")
    expect(entry(page, reference)).to_be_attached()
    expect(page.locator(".booking")).to_contain_text(["Cora Diaz"])
    expect(page.locator("#panel").get_by_label("Name")).to_have_value("Half of a na")
    expect(page.locator("#panel").get_by_label("Name")).to_be_focused()


def test_a_drag_is_not_disturbed_and_what_changed_meanwhile_is_said(new_context: NewContext, desk: DeskServer) -> None:
    page = diary(new_context, desk, "day=2025-12-15")
    reference = book(page, "2025-12-15", "10:00")
    other = diary(new_context, desk, "day=2025-12-15", "sven")
    drag(page, reference, 2.1)
    moved = {"day": "2025-12-15", "time": "16:00", "version": "1"}
    assert other.evaluate(MOVE, [reference, moved]) == 200
    page.wait_for_timeout(1500)  # as long as it takes to hear of it
    expect(page.locator(".ghost")).to_be_attached()
    page.mouse.up()
    dialog(page).get_by_role("button", name="Move it").click()
    expect(page.locator("#panel [role=alert]")).to_contain_text("Sven changed it at 10:00: it is on Mon 15 Dec, 16:00")
    expect(entry(page, reference).locator("time")).to_have_text("16:00")
    expect(page.locator(".ghost")).to_have_count(0)


def test_on_touch_the_handle_drags_and_everything_else_scrolls(new_context: NewContext, desk: DeskServer) -> None:
    settings: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    page = diary(new_context, desk, "day=2025-12-16", **settings)
    reference = book(page, "2025-12-16", "10:00")
    touch = page.context.new_cdp_session(page)
    entry(page, reference).scroll_into_view_if_needed()
    x, y = centre(entry(page, reference))

    def finger(kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": left, "y": top} for left, top in places]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    before = page.evaluate("scrollY")
    finger("touchStart", (x - 60, y))
    for number in range(1, 11):
        finger("touchMove", (x - 60, y - 20 * number))
        page.wait_for_timeout(16)  # a frame
    finger("touchEnd")
    wait_until(page, lambda: page.evaluate("scrollY") > before + 100)
    wait_for_rest(page, lambda: page.evaluate("scrollY"))
    assert page.locator(".ghost").count() == 0
    page.evaluate("scrollTo(0, 150)")
    x, y = centre(entry(page, reference).locator("xpath=..").locator(".grip"))
    hour = pixels_of_an_hour(page)
    top = page.evaluate("scrollY")
    finger("touchStart", (x, y))
    finger("touchMove", (x, y + 10))
    expect(page.locator(".target").first).to_be_attached()
    finger("touchMove", (x, y + hour / 2))
    finger("touchMove", (x, y + hour))
    expect(page.locator(".ghost")).to_contain_text("11:00")
    assert page.evaluate("scrollY") == top
    finger("touchEnd")
    expect(dialog(page)).to_contain_text("11:00 with Dr. Sarah Smith")
    dialog(page).get_by_role("button", name="Move it").click()
    expect(entry(page, reference).locator("time")).to_have_text("11:00")


def test_on_a_phone_one_person_is_shown_and_chips_lead_to_the_others(new_context: NewContext, desk: DeskServer) -> None:
    page = diary(new_context, desk, "day=2025-12-17", viewport={"width": 360, "height": 740}, has_touch=True)
    expect(page.locator(".column:visible")).to_have_count(1)
    expect(page.locator(".column:visible")).to_contain_text("Dr. Sarah Smith")
    page.get_by_role("link", name="Lisa Lee").first.click()
    expect(page).to_have_url(re.compile("who=lisa_lee"))
    expect(page.locator(".column:visible .column-head")).to_contain_text("Lisa Lee")
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_a_guest_sees_in_the_chat_that_they_were_moved(new_context: NewContext, desk: DeskServer) -> None:
    guest = new_context().new_page()
    guest.goto(desk.page())
    write(guest, "botox on december 23 at 3 pm with sarah")
    give_contact(guest)
    confirm(guest)
    expect(receipt(guest)).to_be_visible()
    page = diary(new_context, desk, "day=2025-12-23")
    reference = str(page.locator("[data-movable]").first.get_attribute("data-movable"))
    drag(page, reference, -2.1)
    page.mouse.up()
    expect(dialog(page)).to_contain_text("Ann Miller is told in the chat.")
    dialog(page).get_by_role("button", name="Move it").click()
    expect(toast(page)).to_contain_text("Ann Miller was told.")
    expect(guest.locator(".log")).to_contain_text("We have moved your booking")
    expect(guest.locator(".log")).to_contain_text("1 PM")


def test_on_paper_there_is_the_day_and_nothing_to_press(new_context: NewContext, desk: DeskServer) -> None:
    page = diary(new_context, desk, "day=2025-12-18", viewport={"width": 1040, "height": 720})
    reference = book(page, "2025-12-18", "10:00")
    page.goto(f"{page.url.partition('?')[0]}?day=2025-12-18&booking={reference}")
    page.emulate_media(media="print")
    for hidden in (".rail", ".diary-bar", "#panel", ".search", ".grip", ".pager"):
        expect(page.locator(hidden).first).to_be_hidden()
    expect(page.get_by_role("heading", name="Thursday 18 December")).to_be_visible()
    expect(page.locator(".column:visible")).to_have_count(3)
    expect(entry(page, reference)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 1040
    assert len(page.pdf(landscape=True, prefer_css_page_size=True)) > 1000


def test_without_a_script_there_is_a_list_and_forms_do_the_same(new_context: NewContext, desk: DeskServer) -> None:
    page = working(new_context(java_script_enabled=False), desk, "stella", "diary?day=2025-12-19")
    expect(page.get_by_role("link", name="Free from 09:00 to 19:00").first).to_be_visible()
    page.get_by_role("link", name="Free from 09:00 to 19:00").first.click()
    page.get_by_label("What").select_option("botox")
    page.get_by_label("Name").fill("Dora Eng")
    page.get_by_label("Phone").fill("212 555 0199")
    page.get_by_role("button", name="Book it").click()
    expect(page.locator(".flash")).to_contain_text("Booked: Dora Eng, Fri 19 Dec, 09:00")
    page.locator("#panel").get_by_role("link", name="Move").click()
    page.get_by_label("Time").fill("10:00")
    page.get_by_role("button", name="Move it").click()
    expect(page.locator(".flash")).to_contain_text("10:00")
    page.locator(".flash").get_by_role("button", name="Undo").click()
    expect(page.locator(".flash")).to_contain_text("Moved back")
    expect(page.get_by_role("link", name=re.compile("Dora Eng 09:00 to 09:30 Botox"))).to_be_visible()


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1280, "dark")])
def test_the_critic_finds_nothing_in_the_diary(
    new_context: NewContext, desk: DeskServer, scheme: str, width: int
) -> None:
    settings: dict[str, Any] = {
        "color_scheme": scheme,
        "viewport": {"width": width, "height": 800},
        "reduced_motion": "reduce",
    }
    page = diary(new_context, desk, "day=2025-12-22", bypass_csp=True, **settings)
    clock = f"{10 + (scheme == 'dark') + 2 * (width == 360)}:00"
    reference = book(page, "2025-12-22", clock)
    base = page.url.partition("?")[0]
    queries = ("day=2025-12-22", "view=week&day=2025-12-22", f"day=2025-12-22&booking={reference}")
    forms = ("new=booking", "new=block", f"booking={reference}&do=cancel", f"booking={reference}&do=move", "day=x")
    for query in (*queries, *forms, "day=2025-12-21"):
        page.goto(f"{base}?{query}")
        page.wait_for_timeout(300)
        assert violations(page) == [], query
        assert page.evaluate("document.documentElement.scrollWidth") <= width, query
