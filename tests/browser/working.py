"""What staff do in the console, in a line each."""

from playwright.sync_api import BrowserContext, Page

from tests.browser.servers import DeskServer
from tests.passwords import PASSWORD


def staff(desk: DeskServer, path: str = "today", business: str = "medspa") -> str:
    """Return an address of the console."""
    return f"{desk.url}/staff/{business}/{path}"


def log_in(page: Page, login: str, password: str = PASSWORD) -> None:
    """Fill in the login page that is shown, and go on."""
    page.get_by_label("Login").fill(login)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in").click()
    page.locator(".rail").wait_for()
    page.wait_for_load_state()  # what listens to keys is there only then


def working(
    context: BrowserContext, desk: DeskServer, login: str, path: str = "today", business: str = "medspa"
) -> Page:
    """Open a page of the console as somebody who works here."""
    page = context.new_page()
    page.goto(staff(desk, path, business))
    log_in(page, login)
    return page
