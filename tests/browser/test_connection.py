"""Nothing is lost or said twice: lost connections, killed servers, two tabs, browsers that keep nothing."""

import json

from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect

from tests.browser.conftest import NewContext
from tests.browser.servers import DeskServer
from tests.browser.talking import composer, give_contact, guest_lines, last_reply, receipt, wait_until, write

SCROLL_UP = """log => new Promise((seen) => {
  log.addEventListener("scroll", () => requestAnimationFrame(() => seen()), { once: true });
  log.scrollTop = 0;
})"""
KEPT = "localStorage.getItem('frontdesk:medspa')"


def test_what_was_not_sent_is_kept_marked_and_sent_once_when_the_connection_is_back(
    new_context: NewContext, desk: DeskServer
) -> None:
    context = new_context()
    page = context.new_page()
    page.goto(desk.page())
    write(page, "botox tomorrow at 1 pm")
    expect(last_reply(page)).to_contain_text("What name")
    context.set_offline(True)
    expect(page.locator(".notice")).to_have_text("The connection was lost. Trying again.")
    write(page, "Ann Miller")
    expect(page.get_by_role("button", name="Not sent. Tap to try again.")).to_be_visible()
    context.set_offline(False)
    expect(last_reply(page)).to_contain_text("number to reach you")
    expect(page.locator(".failed:visible")).to_have_count(0)
    expect(page.locator(".notice")).to_be_hidden()
    assert guest_lines(page) == ["botox tomorrow at 1 pm", "Ann Miller"]


def test_a_button_pressed_while_the_connection_is_lost_counts_once(new_context: NewContext, desk: DeskServer) -> None:
    context = new_context()
    page = context.new_page()
    page.goto(desk.page())
    write(page, "botox on saturday")
    expect(page.locator(".chip").first).to_be_visible()
    context.set_offline(True)
    expect(page.locator(".notice")).to_be_visible()
    page.locator(".chip").first.click()
    expect(page.get_by_role("button", name="Not sent. Tap to try again.")).to_be_visible()
    expect(page.locator(".chip:enabled")).to_have_count(0)
    context.set_offline(False)
    expect(last_reply(page)).to_contain_text("What name")
    expect(page.locator(".offers")).to_have_count(1)
    assert guest_lines(page) == ["botox on saturday", "10:00 AM"]


def test_a_killed_server_is_found_again_and_the_booking_goes_on(page: Page, desk: DeskServer) -> None:
    page.goto(desk.page())
    write(page, "botox tomorrow at 2 pm")
    expect(last_reply(page)).to_contain_text("What name")
    desk.stop()
    expect(page.locator(".notice")).to_be_visible()
    write(page, "Ann Miller")
    write(page, "212 555 0142")
    expect(page.locator(".failed:visible")).to_have_count(2)
    desk.start()
    expect(last_reply(page)).to_contain_text("e-mail")
    assert guest_lines(page) == ["botox tomorrow at 2 pm", "Ann Miller", "212 555 0142"]
    page.reload()
    expect(last_reply(page)).to_contain_text("e-mail")
    assert guest_lines(page) == ["botox tomorrow at 2 pm", "Ann Miller", "212 555 0142"]


def test_two_tabs_show_the_same_and_one_answers_for_both(new_context: NewContext, desk: DeskServer) -> None:
    context = new_context()
    first, second = context.new_page(), context.new_page()
    for tab in (first, second):
        tab.goto(desk.page())
    write(first, "botox tomorrow")  # the other tab was open before there was a conversation
    expect(second.locator(".chip").first).to_be_visible()
    second.locator(".chip").first.click()
    expect(last_reply(first)).to_contain_text("What name")
    expect(first.locator(".chip:enabled")).to_have_count(0)
    give_contact(first)
    second.locator(".extra:not(.answered) .primary").click()
    for tab in (first, second):
        expect(receipt(tab)).to_be_visible()
    expect(last_reply(first)).to_contain_text("You're booked")
    assert guest_lines(first) == guest_lines(second)


def test_messages_sent_while_a_turn_runs_are_answered_in_order(page: Page, desk: DeskServer) -> None:
    page.goto(desk.page())
    for text in ("botox tomorrow at 3 pm", "Ann Miller", "212 555 0142"):
        write(page, text)
    expect(last_reply(page)).to_contain_text("e-mail")
    expect(page.locator(".message.desk")).to_have_count(3)
    assert guest_lines(page) == ["botox tomorrow at 3 pm", "Ann Miller", "212 555 0142"]
    expect(page.locator(".typing")).to_be_hidden()


def test_what_is_kept_in_other_words_is_shown_once(page: Page, desk: DeskServer) -> None:
    page.goto(desk.page())
    write(page, "hello there " * 1_000)
    expect(last_reply(page)).to_contain_text("longer than I can read")
    put = "(box) => { box.value = 'botox \\u0000 on \\ud800 friday'; box.dispatchEvent(new Event('input')); }"
    composer(page).evaluate(put)  # what can be pasted, and in no frame be sent
    composer(page).press("Enter")
    expect(page.locator(".chip").first).to_be_visible()
    assert [text[:5] for text in guest_lines(page)] == ["hello", "botox"]
    assert page.evaluate(f"JSON.parse({KEPT}).unsent") == []


def test_nothing_is_kept_before_the_guest_writes_and_a_new_conversation_forgets_the_old(
    page: Page, desk: DeskServer
) -> None:
    page.goto(desk.page())
    expect(page.locator(".wish").first).to_be_visible()
    assert page.evaluate("localStorage.length") == 0
    write(page, "hello")
    expect(last_reply(page)).to_be_visible()
    kept = page.evaluate(f"JSON.parse({KEPT}).id")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Start a new conversation").click()
    expect(page.locator(".empty")).to_be_visible()
    assert page.evaluate(KEPT) is None
    write(page, "hello again")
    expect(last_reply(page)).to_be_visible()
    assert page.evaluate(f"JSON.parse({KEPT}).id") != kept


def test_a_browser_that_keeps_nothing_can_book_all_the_same(new_context: NewContext, desk: DeskServer) -> None:
    context: BrowserContext = new_context()
    context.add_init_script("Object.defineProperty(window, 'localStorage', {get() { throw new Error('no'); }})")
    page = context.new_page()
    page.goto(desk.page())
    write(page, "botox tomorrow at 4:30 pm")
    give_contact(page)
    write(page, "yes")
    expect(receipt(page)).to_be_visible()


def test_only_those_who_are_at_the_end_are_taken_along(page: Page, desk: DeskServer) -> None:
    page.set_viewport_size({"width": 360, "height": 500})
    page.goto(desk.page())
    for number in range(4):
        write(page, f"what does botox cost? {number}")
        expect(page.locator(".message.desk")).to_have_count(number + 1)
    log = page.locator(".log")
    log.evaluate(SCROLL_UP)
    other = page.context.new_page()
    other.goto(desk.page())
    write(other, "what are your hours?")
    pill = page.get_by_role("button", name="New message")
    expect(pill).to_be_visible()
    assert log.evaluate("e => e.scrollTop") == 0
    pill.click()
    expect(pill).to_be_hidden()
    assert log.evaluate("e => e.scrollHeight - e.scrollTop - e.clientHeight") < 2
    expect(composer(page)).to_be_in_viewport()


def test_a_reply_is_announced_once_and_whole(page: Page, desk: DeskServer) -> None:
    page.goto(desk.page())
    page.evaluate(
        """() => {
          window.told = [];
          const live = document.querySelector("[aria-live=polite].unseen");
          const heard = new MutationObserver(() => window.told.push(live.textContent));
          heard.observe(live, { childList: true, subtree: true });
        }"""
    )
    write(page, "what are your hours?")
    expect(last_reply(page)).to_be_visible()
    wait_until(page, lambda: bool(page.evaluate("window.told")))
    page.wait_for_timeout(200)  # for a second one, if there were any
    assert page.evaluate("window.told") == [last_reply(page).locator(".bubble").inner_text()]


def test_the_desk_seems_to_type_only_while_a_turn_runs(page: Page, desk: DeskServer) -> None:
    held: list[str | bytes] = []
    sockets: list[WebSocketRoute] = []
    let_through = {"running"}  # words of the frames that need not wait

    def take(text: str | bytes) -> None:
        if any(word in str(text) for word in let_through):
            sockets[0].send(text)
        else:
            held.append(text)

    def hold_back(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        socket.connect_to_server().on_message(take)

    page.route_web_socket(lambda url: "/socket?" in url, hold_back)
    page.goto(desk.page())
    expect(page.locator(".typing")).to_be_hidden()
    write(page, "what are your hours?")
    expect(page.locator(".typing")).to_be_visible()
    let_through.add("")
    for text in held:
        sockets[0].send(text)
    expect(last_reply(page)).to_be_visible()
    expect(page.locator(".typing")).to_be_hidden()


def test_it_says_who_is_answering_when_staff_have_taken_over(page: Page, desk: DeskServer) -> None:
    sockets: list[WebSocketRoute] = []

    def join(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    page.route_web_socket(lambda url: "/socket?" in url, join)
    page.goto(desk.page())
    write(page, "hello")
    expect(last_reply(page)).to_be_visible()
    line = {
        "type": "conversational_text_segment",
        "id": 10**9,
        "turn": 2,
        "side": "staff",
        "at": "2025-11-18T15:01:00Z",
    }
    nothing = dict.fromkeys(("asking", "expires", "picker", "card", "form"))
    state: dict[str, object] = {
        **nothing,
        "turn": 2,
        "options": [],
        "more": False,
        "with_staff": "Dana",
        "bookings": [],
    }
    for frame in (
        {**line, "phase": "START_STREAM", "text": ""},
        {**line, "phase": "STREAMING", "text": "Hello, this is Dana."},
        {**line, "phase": "END_STREAM", "text": ""},
        {"type": "run_updated", "id": "2", "status": "completed", "state": state},
    ):
        sockets[0].send(json.dumps(frame))
    expect(page.locator(".message.staff")).to_contain_text("Hello, this is Dana.")
    expect(page.locator(".status-line")).to_have_text("Dana is answering you")
