"""People and guests at once: taking over, answering, requests of two colleagues, drafts, who is there, the bell."""

import re

import pytest
from playwright.sync_api import APIResponse, BrowserContext, Locator, Page, Route, expect

from tests.browser.conftest import NewContext
from tests.browser.servers import DeskServer
from tests.browser.talking import last_reply, wait_until, write
from tests.browser.test_looks import violations
from tests.browser.working import log_in, staff, working
from tests.passwords import PASSWORD

LOOK_AGAIN = "document.dispatchEvent(new CustomEvent('fd:back'))"


def guest_called(new_context: NewContext, desk: DeskServer, name: str, wish: str = "book a hydrafacial") -> Page:
    """Let a guest begin to chat, and say their name."""
    page = new_context(viewport={"width": 400, "height": 760}).new_page()
    page.goto(desk.page())
    write(page, wish)
    expect(last_reply(page)).to_be_visible()
    write(page, f"my name is {name}")
    expect(page.locator(".message.desk")).to_have_count(2)
    return page


def open_conversation(page: Page, desk: DeskServer, name: str) -> None:
    """Go to the conversation with a guest, from the list."""
    page.goto(staff(desk, "conversations"))
    page.locator("#list").get_by_role("link", name=re.compile(name)).first.click()
    expect(page.locator("h1")).to_contain_text(name)
    page.wait_for_load_state()  # what follows changes is there only then


def said(page: Page) -> Locator:
    return page.locator("#lines .said-line p")


def send(page: Page, text: str) -> None:
    page.locator("#text").fill(text)
    page.get_by_role("button", name="Send", exact=True).click()


def take(page: Page) -> None:
    page.get_by_role("button", name="Take over", exact=True).click()
    expect(page.locator(".bar")).to_contain_text("You have it.")


def without_news(context: BrowserContext) -> None:
    """Let a browser hear of no change, as one that has lost its connection."""
    context.route("**/events", lambda route: route.abort())


def test_a_person_takes_over_from_the_desk_and_hands_back_while_the_guest_is_there(
    new_context: NewContext, desk: DeskServer
) -> None:
    guest = guest_called(new_context, desk, "Ada Lovelace")
    page = working(new_context(), desk, "stella", "conversations")
    open_conversation(page, desk, "Ada Lovelace")
    take(page)
    expect(guest.locator(".message.note")).to_have_text("Stella from our team has joined")
    expect(guest.locator(".status-line")).to_have_text("Stella is answering you")
    write(guest, "is it good for dry skin?")
    expect(said(page).last).to_have_text("is it good for dry skin?")
    expect(guest.locator(".typing")).to_be_hidden()
    send(page, "It is. I had it myself.")
    expect(page.locator("#text")).to_have_value("")
    expect(said(page).last).to_have_text("It is. I had it myself.")
    expect(guest.locator(".message.staff")).to_contain_text("Stella")
    expect(guest.locator(".message.staff .bubble")).to_have_text("It is. I had it myself.")
    expect(guest.locator(".message.desk")).to_have_count(2)  # it has said nothing since
    page.get_by_role("button", name="Hand back").click()
    expect(page.locator(".flash")).to_have_text("Ava answers again.")
    expect(guest.locator(".message.note").last).to_have_text("Stella has left the chat")
    expect(guest.locator(".message.desk")).to_have_count(3)
    expect(last_reply(guest)).to_contain_text("What day")  # what it had asked is asked again
    guest.reload()
    expect(guest.locator(".message.note")).to_have_count(2)
    expect(guest.locator(".message.staff")).to_contain_text("Stella")


def test_what_a_colleague_has_is_taken_only_from_them_by_name(new_context: NewContext, desk: DeskServer) -> None:
    guest_called(new_context, desk, "Grace Hopper")
    stella, sven = working(new_context(), desk, "stella"), working(new_context(), desk, "sven")
    for page in (stella, sven):
        open_conversation(page, desk, "Grace Hopper")
    take(stella)
    expect(sven.locator(".bar")).to_contain_text("Stella has it.")  # without loading the page
    expect(sven.locator("#answer")).to_be_hidden()
    send(stella, "Hello Grace.")
    sven.once("dialog", lambda dialog: dialog.dismiss())
    sven.get_by_role("button", name="Take over from Stella").click()
    expect(sven.locator(".bar")).to_contain_text("Stella has it.")
    sven.once("dialog", lambda dialog: dialog.accept())
    sven.get_by_role("button", name="Take over from Stella").click()
    expect(sven.locator(".bar")).to_contain_text("You have it.")
    expect(stella.locator(".bar")).to_contain_text("Sven has it.")
    expect(stella.locator("#answer")).to_be_hidden()


def test_of_two_who_take_over_at_once_one_is_told_who_has_it(new_context: NewContext, desk: DeskServer) -> None:
    guest_called(new_context, desk, "Mary Somerville")
    late = new_context()
    stella, sven = working(new_context(), desk, "stella"), working(late, desk, "sven")
    without_news(late)
    for page in (stella, sven):
        open_conversation(page, desk, "Mary Somerville")
    take(stella)
    sven.get_by_role("button", name="Take over", exact=True).click()
    expect(sven.get_by_role("alert")).to_have_text("Stella has this conversation already.")
    expect(sven.locator(".bar")).to_contain_text("Stella has it.")
    expect(sven).to_have_url(re.compile(r"/conversations/[^/]+$"))


def test_an_answer_to_what_has_changed_warns_and_can_be_sent_anyway(new_context: NewContext, desk: DeskServer) -> None:
    guest = guest_called(new_context, desk, "Emmy Noether")
    context = new_context()
    page = working(context, desk, "stella")
    without_news(context)
    open_conversation(page, desk, "Emmy Noether")
    take(page)
    write(guest, "wait, another day please")
    expect(guest.locator(".message.guest[data-line]")).to_have_count(3)
    send(page, "Tomorrow it is.")
    alert = page.locator("#warning")
    expect(alert).to_contain_text("more was said since you last looked")
    expect(alert).to_contain_text("wait, another day please")
    expect(page.locator("#text")).to_have_value("Tomorrow it is.")
    expect(guest.locator(".message.staff")).to_have_count(0)
    write(guest, "or not at all")
    expect(guest.locator(".message.guest[data-line]")).to_have_count(4)
    page.evaluate(LOOK_AGAIN)  # the page follows; the warning stays
    expect(said(page).last).to_have_text("or not at all")
    page.get_by_role("button", name="Send anyway").click()
    expect(alert).to_contain_text("or not at all")
    expect(guest.locator(".message.staff")).to_have_count(0)
    page.get_by_role("button", name="Send anyway").click()
    expect(guest.locator(".message.staff .bubble")).to_have_text("Tomorrow it is.")
    expect(alert).to_be_empty()


def test_a_guest_who_has_left_is_said_to_have_and_finds_the_answer_later(
    new_context: NewContext, desk: DeskServer
) -> None:
    guest = guest_called(new_context, desk, "Sofia Kowalewska", "book a hydrafacial, my number is 212 555 0171")
    page = working(new_context(), desk, "stella")
    open_conversation(page, desk, "Sofia Kowalewska")
    take(page)
    expect(page.locator("#guest-here")).to_have_text("Sofia Kowalewska has the chat open.")
    expect(page.locator("#reach")).to_be_hidden()
    address = guest.url
    guest.goto("about:blank")
    expect(page.locator("#guest-here")).to_contain_text("has left the chat")
    expect(page.locator("#reach").get_by_role("link")).to_have_attribute("href", "tel:+12125550171")
    send(page, "Call me when you can.")
    expect(said(page).last).to_have_text("Call me when you can.")
    guest.goto(address)
    expect(guest.locator(".message.staff .bubble")).to_have_text("Call me when you can.")


def test_drafts_outlive_the_session_and_belong_to_one_person(new_context: NewContext, desk: DeskServer) -> None:
    guest_called(new_context, desk, "Hypatia Alexander")
    context = new_context()
    page = working(context, desk, "stella")
    open_conversation(page, desk, "Hypatia Alexander")
    take(page)
    address = page.url
    page.locator("#text").fill("Dear Hypatia, half of")
    context.clear_cookies()
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator("#lost")).to_contain_text("What you typed is kept")
    expect(page.locator("#text")).to_have_value("Dear Hypatia, half of")
    page.get_by_role("link", name="Log in again").click()
    log_in(page, "stella")
    expect(page).to_have_url(address.partition("#")[0])
    expect(page.locator("#text")).to_have_value("Dear Hypatia, half of")
    context.clear_cookies()
    page.goto(address.partition("#")[0])
    log_in(page, "sven")
    page.get_by_role("button", name="Take over from Stella").click()
    expect(page.locator("#text")).to_have_value("")


def test_colleagues_see_each_other_and_who_is_typing(new_context: NewContext, desk: DeskServer) -> None:
    guest_called(new_context, desk, "Lise Meitner")
    stella, sven = working(new_context(), desk, "stella"), working(new_context(), desk, "sven")
    for page in (stella, sven):
        open_conversation(page, desk, "Lise Meitner")
    expect(stella.locator("#others")).to_have_text("Sven is looking at this too")
    take(stella)
    stella.locator("#text").press_sequentially("Hello")
    expect(sven.locator("#others")).to_have_text("Stella is typing an answer")
    stella.goto(staff(desk, "account"))
    expect(sven.locator("#others")).to_be_empty()


def open_request(page: Page, desk: DeskServer, words: str) -> None:
    page.goto(staff(desk, "requests"))
    page.get_by_role("link", name=re.compile(words)).click()
    expect(page.locator("blockquote")).to_contain_text(words)


def test_of_two_people_on_one_request_one_is_told_of_the_other(new_context: NewContext, desk: DeskServer) -> None:
    guest = new_context().new_page()
    guest.goto(desk.page())
    write(guest, "I want to talk to a person about my invoice")
    expect(last_reply(guest)).to_be_visible()
    late = new_context()
    stella, sven = working(new_context(), desk, "stella"), working(late, desk, "sven")
    without_news(late)
    for page in (stella, sven):
        open_request(page, desk, "about my invoice")
    stella.get_by_role("button", name="I take it").click()
    expect(stella.locator("#request")).to_contain_text("You see to it.")
    sven.get_by_role("button", name="I take it").click()
    expect(sven.get_by_role("alert")).to_have_text("Stella sees to this by now.")
    expect(sven.get_by_role("button", name="Take it from Stella")).to_be_visible()
    for page, text in ((stella, "It was sent on Monday."), (sven, "I do not have it.")):
        page.locator("#text").fill(text)
        page.get_by_role("button", name="Send the answer").click()
    expect(stella.locator(".flash")).to_have_text("Answered.")
    expect(stella.locator("#text")).to_have_value("")
    expect(sven.get_by_role("alert")).to_have_text("Stella has answered this meanwhile: It was sent on Monday.")
    expect(sven.locator("#text")).to_have_value("I do not have it.")
    expect(sven).to_have_url(re.compile(r"/requests/[0-9]+$"))
    expect(guest.locator(".message.staff .bubble")).to_have_text("It was sent on Monday.")
    sven.get_by_role("button", name="Send as well").click()
    expect(guest.locator(".message.staff .bubble").last).to_have_text("I do not have it.")
    sven.get_by_role("button", name="Close it").click()
    expect(sven.locator("#request")).to_contain_text("Closed by Sven")
    expect(stella.locator("#request")).to_contain_text("Closed by Sven")  # without loading the page


def test_whoever_waits_is_seen_today_in_the_title_and_rings_once_in_one_tab(
    new_context: NewContext, desk: DeskServer
) -> None:
    context = new_context(permissions=["notifications"])
    # Browsers that nobody sees have no sound and no corner for notifications: count what is asked of them.
    context.add_init_script("""
        window.rings = 0;
        window.Notification = class { static permission = "granted"; constructor() { window.rings += 1 } };
    """)
    page = working(context, desk, "sven", "today")
    page.get_by_role("button", name="Sound and notifications").click()
    expect(page.locator('[data-do="bell"]')).to_have_attribute("aria-pressed", "true")
    other = context.new_page()
    other.goto(staff(desk, "conversations"))
    other.wait_for_timeout(500)
    guest = new_context().new_page()
    guest.goto(desk.page())
    write(guest, "I want to talk to a person about a wedding")
    row = page.locator("#waiting .waiting-row", has_text="about a wedding")
    expect(row).to_be_visible()
    expect(page).to_have_title(re.compile(r"^\(\d+\) Today"))
    expect(other).to_have_title(re.compile(r"^\(\d+\) Conversations"))
    # The title may have counted somebody else before.
    wait_until(page, lambda: any(tab.evaluate("window.rings") for tab in (page, other)))
    page.wait_for_timeout(500)
    assert sum(tab.evaluate("window.rings") for tab in (page, other)) == 1
    row.get_by_role("link").click()
    page.get_by_role("button", name="Close it").click()
    page.goto(staff(desk, "today"))
    expect(page.locator("#waiting .waiting-row", has_text="about a wedding")).to_have_count(0)


def test_eight_tabs_of_a_conversation_all_follow(new_context: NewContext, desk: DeskServer) -> None:
    guest = guest_called(new_context, desk, "Dorothy Hodgkin")
    context = new_context()
    first = working(context, desk, "stella")
    open_conversation(first, desk, "Dorothy Hodgkin")
    tabs = [first]
    for _ in range(7):
        tab = context.new_page()
        tab.goto(first.url)
        tabs.append(tab)
    write(guest, "and one more thing")
    for tab in tabs:
        expect(tab.locator("#lines")).to_contain_text("and one more thing")


def test_an_answer_that_comes_late_hides_nothing_that_is_newer(new_context: NewContext, desk: DeskServer) -> None:
    guest = guest_called(new_context, desk, "Hedy Lamarr")
    context = new_context()
    page = working(context, desk, "stella")
    without_news(context)
    open_conversation(page, desk, "Hedy Lamarr")
    late: list[tuple[Route, APIResponse]] = []

    def hold_the_first(route: Route) -> None:
        if "x-fragment" in route.request.headers and not late:
            late.append((route, route.fetch()))
        else:
            route.continue_()

    page.route("**/conversations/*", hold_the_first)
    page.evaluate(LOOK_AGAIN)
    wait_until(page, lambda: bool(late))
    write(guest, "one more thing")
    expect(guest.locator(".message.guest[data-line]")).to_have_count(3)
    page.evaluate(LOOK_AGAIN)
    expect(said(page).filter(has_text="one more thing")).to_be_visible()
    with page.expect_event("requestfinished"):
        late[0][0].fulfill(response=late[0][1])
    page.evaluate("new Promise((done) => setTimeout(done, 100))")  # for it to be shown, if it were
    expect(said(page).filter(has_text="one more thing")).to_be_visible()


def test_filters_stay_in_the_address_and_search_finds_words(new_context: NewContext, desk: DeskServer) -> None:
    guest_called(new_context, desk, "Barbara McClintock")
    page = working(new_context(), desk, "stella", "conversations")
    open_conversation(page, desk, "Barbara McClintock")
    take(page)
    page.goto(staff(desk, "conversations"))
    page.get_by_label("Find in conversations").fill("McClintock")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("link", name="With a person", exact=True).click()
    expect(page).to_have_url(re.compile(r"only=with_staff.*q=McClintock"))
    expect(page.locator("#list .talk-row")).to_have_count(1)
    page.get_by_role("link", name="Booked", exact=True).click()
    expect(page.get_by_role("heading", name="Nothing fits")).to_be_visible()
    page.get_by_role("link", name="Show all").click()
    expect(page).to_have_url(staff(desk, "conversations"))
    page.wait_for_load_state("load")
    page.keyboard.press("j")
    expect(page.locator(".talk-row.marked")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("#lines")).to_be_visible()


def test_steps_of_the_desk_open_and_stay_open(new_context: NewContext, desk: DeskServer) -> None:
    guest = guest_called(new_context, desk, "Sophie Germain")
    page = working(new_context(), desk, "stella")
    open_conversation(page, desk, "Sophie Germain")
    page.locator(".step summary").first.click()
    expect(page.locator(".step dl").first).to_contain_text("Wants book")
    write(guest, "tomorrow")
    expect(said(page).filter(has_text="tomorrow")).to_be_visible()
    expect(page.locator(".step dl").first).to_be_visible()


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1280, "dark")])
def test_the_critic_finds_nothing_on_pages_of_work(
    new_context: NewContext, desk: DeskServer, scheme: str, width: int
) -> None:
    name = f"{'Ida' if width < 1000 else 'Una'} {scheme.title()}"
    guest = guest_called(new_context, desk, name)
    write(guest, "I want to talk to a person")
    expect(guest.locator(".message.desk")).to_have_count(3)
    page = working(
        new_context(color_scheme=scheme, viewport={"width": width, "height": 800}), desk, "stella", "conversations"
    )
    pages = ["today", "conversations", "conversations?q=nothing+is+like+this", "requests", "requests?view=mine"]
    open_conversation(page, desk, name)
    take(page)
    pages.append(page.url.partition("/medspa/")[2].partition("#")[0])
    page.goto(staff(desk, "requests"))
    page.locator("[data-rows] a").first.click()
    pages.append(page.url.partition("/medspa/")[2])
    for path in pages:
        page.goto(staff(desk, path))
        page.wait_for_timeout(200)
        assert violations(page) == [], path
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{path} is wider than the screen"


def test_a_conversation_that_is_not_there_says_so(page: Page, desk: DeskServer) -> None:
    page.goto(staff(desk, "conversations/nothing"))
    page.get_by_label("Login").fill("stella")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.locator("body")).to_contain_text("There is nothing at this address.")
