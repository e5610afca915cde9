"""What guests do on the page, in a line each."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

PATIENCE = 45_000  # milliseconds: a busy machine is slow, and no less right
LOOK = 50  # milliseconds between two looks

CONTACT = ("Ann Miller", "212 555 0142", "ann@example.com")
ASKED = ("What name", "number to reach you", "e-mail")


def composer(page: Page) -> Locator:
    return page.locator(".composer textarea")


def write(page: Page, text: str) -> None:
    """Write a message and press Enter."""
    composer(page).fill(text)
    composer(page).press("Enter")


def last_reply(page: Page) -> Locator:
    return page.locator(".message.desk").last


def give_contact(page: Page) -> None:
    for asked, answer in zip(ASKED, CONTACT, strict=True):
        expect(last_reply(page)).to_contain_text(asked)
        write(page, answer)


def guest_lines(page: Page) -> list[str]:
    return page.locator(".message.guest .bubble").all_inner_texts()


def confirm(page: Page) -> None:
    """Press the first button of the card that is open."""
    page.locator(".extra:not(.answered) .card .primary").click()


def receipt(page: Page) -> Locator:
    return page.locator(".receipt:visible").last


def wait_until(page: Page, holds: Callable[[], bool]) -> None:
    """Wait for what no locator shows; Playwright's own wait for a function is refused by pages with a strict policy."""
    for _ in range(PATIENCE // LOOK):
        if holds():
            return
        page.wait_for_timeout(LOOK)
    raise AssertionError("what was waited for did not come")


def wait_for_rest(page: Page, what: Callable[[], object]) -> None:
    """Wait until something looks the same as a moment before."""
    before: list[object] = [what()]

    def rests() -> bool:
        before.append(what())
        return before[-1] == before[-2]

    page.wait_for_timeout(LOOK)
    wait_until(page, rests)
