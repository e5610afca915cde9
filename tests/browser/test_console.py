"""The console as a whole: the door, one stream for all tabs, lost and found again, keys, phones, a critic."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext
from tests.browser.servers import DeskServer
from tests.browser.talking import last_reply, wait_until, write
from tests.browser.test_looks import violations
from tests.browser.working import log_in, staff, working

ENDED = "You are logged out. What you typed is kept."


def test_the_login_leads_where_one_wanted_to_go(page: Page, desk: DeskServer) -> None:
    page.goto(staff(desk, "people?x=1"))
    expect(page).to_have_title("Log in · Radiance Med Spa")
    page.get_by_label("Login").fill("owen")
    page.get_by_label("Password").fill("not the password")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("alert")).to_contain_text("do not belong together")
    log_in(page, "owen")
    expect(page).to_have_url(staff(desk, "people?x=1"))


def test_eight_tabs_share_one_stream_and_another_takes_it_over(new_context: NewContext, desk: DeskServer) -> None:
    context = new_context()
    streams: list[Page] = []
    context.on("response", lambda answer: streams.append(answer.frame.page) if "/events" in answer.url else None)
    first = working(context, desk, "stella", "account")
    tabs = [first]
    for _ in range(7):
        tab = context.new_page()
        tab.goto(staff(desk, "account"))
        tabs.append(tab)
    for tab in tabs:
        tab.evaluate("document.addEventListener('fd:changed', () => { document.body.dataset.heard = 'yes' })")
    wait_until(first, lambda: len(streams) > 0)
    assert len(streams) == 1, "every tab has a stream of its own"
    guest = new_context().new_page()
    guest.goto(desk.page())
    guest.locator("textarea").fill("hello there")
    guest.locator("textarea").press("Enter")
    for tab in tabs:
        expect(tab.locator("body[data-heard]")).to_have_count(1)
    streams[0].close()
    left = [tab for tab in tabs if not tab.is_closed()]
    wait_until(left[0], lambda: len(streams) > 1)
    guest.locator("textarea").fill("what are your hours")
    for tab in left:
        tab.evaluate("delete document.body.dataset.heard")
    guest.locator("textarea").press("Enter")
    for tab in left:
        expect(tab.locator("body[data-heard]")).to_have_count(1)
    assert len(streams) == 2


def test_logging_out_in_one_tab_is_seen_in_the_others(new_context: NewContext, desk: DeskServer) -> None:
    context = new_context()
    one = working(context, desk, "sven", "account")
    other = context.new_page()
    other.goto(staff(desk, "today"))
    one.locator("#me-menu summary").click()
    one.get_by_role("button", name="Log out").click()
    expect(one).to_have_title("Log in · Radiance Med Spa")
    expect(other.locator("#lost")).to_contain_text(ENDED)
    other.get_by_role("link", name="Log in again").click()
    log_in(other, "sven")
    expect(other).to_have_url(staff(desk, "today"))


def test_a_lost_connection_is_seen_and_comes_back_by_itself(page: Page, desk: DeskServer) -> None:
    page.goto(staff(desk, "today"))
    with page.expect_response("**/events"):
        log_in(page, "olga")
    desk.stop()
    try:
        expect(page.locator("#lost")).to_contain_text("Not connected")
    finally:
        desk.start()
    expect(page.locator("#lost")).to_be_hidden()


LATE = """const Real = EventSource;
window.EventSource = class extends EventTarget {
  constructor(address) { super(); window.connect = () => this.connect(address); }
  get readyState() { return this.real?.readyState ?? 0; }
  connect(address) {
    this.real = new Real(address);
    for (const kind of ["open", "error"]) this.real.addEventListener(kind, () => this.dispatchEvent(new Event(kind)));
    for (const kind of ["ready", "changed", "presence"]) {
      this.real.addEventListener(kind, ({ data }) => this.dispatchEvent(new MessageEvent(kind, { data })));
    }
  }
};"""


def test_what_changed_before_a_page_could_listen_is_seen_when_it_does(
    new_context: NewContext, desk: DeskServer
) -> None:
    guest = new_context().new_page()
    guest.goto(desk.page())
    write(guest, "what are your opening hours?")
    expect(last_reply(guest)).to_contain_text("9 AM")
    page = new_context().new_page()
    page.goto(staff(desk, "conversations?q=opening+hours"))
    log_in(page, "olga")
    page.add_init_script(LATE)
    page.locator("[data-rows] a").first.click()
    expect(page.locator(".said-line.guest").last).to_contain_text("opening hours")
    write(guest, "and how much is botox?")
    expect(last_reply(guest)).to_contain_text("$300")
    while not page.evaluate("Boolean(window.connect)"):
        page.wait_for_timeout(50)
    expect(page.locator(".said-line.guest").last).to_contain_text("opening hours")
    page.evaluate("connect()")
    expect(page.locator(".said-line.guest").last).to_contain_text("how much is botox")


def test_keys_lead_everywhere(page: Page, desk: DeskServer) -> None:
    page.goto(staff(desk, "account"))
    log_in(page, "owen")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    expect(page.locator("#search")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    page.keyboard.press("t")
    expect(page).to_have_url(staff(desk, "today"))


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1280, "dark")])
def test_the_critic_finds_nothing(new_context: NewContext, desk: DeskServer, scheme: str, width: int) -> None:
    context = new_context(color_scheme=scheme, viewport={"width": width, "height": 800})
    page = context.new_page()
    page.goto(staff(desk, "today"))
    assert violations(page) == []
    log_in(page, "owen")
    for path in ("account", "people"):
        page.goto(staff(desk, path))
        assert violations(page) == [], path
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{path} is wider than the screen"
