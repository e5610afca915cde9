"""What guests do on the page, in a line each."""

from playwright.sync_api import Locator, Page, expect

CONTACT = ("Ann Miller", "212 555 0142", "ann@example.com")
ASKED = ("What name", "phone number", "e-mail")


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
