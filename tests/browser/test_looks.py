"""What the page looks like to those who cannot see it well, to those with odd colours, and to those who attack it."""

from importlib.resources import files

import pytest
from playwright.sync_api import Page, Response, expect

from tests.browser.conftest import NewContext
from tests.browser.servers import EVIL_DESK, EVIL_NAME, DeskServer
from tests.browser.talking import last_reply, write

AXE = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
MOST_BYTES = 60_000
CONTRAST = """async () => {
  const { accentProperties, contrast } = await import("/static/look.js");
  const parse = (text) => text.match(/\\d+/g).map(Number);
  const poor = [];
  for (let hue = 0; hue < 4096; hue += 7) {
    const accent = "#" + hue.toString(16).padStart(3, "0");
    const all = accentProperties(accent);
    for (const theme of ["light", "dark"]) {
      for (const [text, ground] of [["on-accent", "accent"], ["accent-text", "tint"]]) {
        const found = contrast(parse(all[`--${text}-${theme}`]), parse(all[`--${ground}-${theme}`]));
        if (found < 4.5) poor.push([accent, theme, text, found]);
      }
    }
  }
  return poor;
}"""


def violations(page: Page) -> list[str]:
    page.evaluate(AXE)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [f"{each['id']}: {node['html']}" for each in found["violations"] for node in each["nodes"]]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_the_other_pages(new_context: NewContext, desk: DeskServer, theme: str) -> None:
    page = new_context(color_scheme=theme, bypass_csp=True, reduced_motion="reduce").new_page()
    for path in ("/", "/docs", "/b/nobody", "/b/medspa/manage/nothing"):
        page.goto(desk.url + path)
        page.locator("h1").first.wait_for()
        assert violations(page) == [], path
    page.goto(desk.page())
    write(
        page,
        f"botox on friday, Ann Miller, 212 555 0142, no email, with emily {'at 10' if theme == 'dark' else 'at 11'}",
    )
    page.locator(".card .primary").click()
    page.locator(".receipt").wait_for()
    page.goto(str(page.locator(".receipt").get_by_role("link", name="Manage").get_attribute("href")))
    page.locator("h1").first.wait_for()
    assert violations(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_the_page(new_context: NewContext, desk: DeskServer, theme: str) -> None:
    page = new_context(color_scheme=theme, bypass_csp=True, reduced_motion="reduce").new_page()
    page.goto(desk.page())
    expect(page.locator(".wish").first).to_be_visible()
    assert violations(page) == []
    write(page, "botox on monday")
    page.locator(".open-picker").click()
    expect(page.locator(".slot").first).to_be_visible()
    assert violations(page) == []
    page.locator(".slot").first.click()
    for text in ("Ann Miller", "212 555 0142", "skip"):
        expect(page.locator(".typing")).to_be_hidden()
        write(page, text)
    page.locator(".card .primary").wait_for()
    assert violations(page) == []
    page.get_by_role("button", name="Change: Name").click()
    expect(page.locator(".answered .card")).to_be_visible()
    assert violations(page) == []
    write(page, "Beth Jones")
    page.locator(".extra:not(.answered) .card .primary").click()
    page.locator(".receipt").wait_for()
    assert violations(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_the_open_widget(new_context: NewContext, site: str, theme: str) -> None:
    page = new_context(color_scheme=theme, bypass_csp=True, reduced_motion="reduce").new_page()
    page.goto(site)
    page.locator(".launcher").click()
    expect(page.locator(".wish").first).to_be_visible()
    assert violations(page) == []
    write(page, "botox tomorrow")
    expect(page.locator(".chip").first).to_be_visible()
    assert violations(page) == []


def test_names_and_messages_that_want_to_be_scripts_are_texts(page: Page, desk: DeskServer) -> None:
    page.goto(desk.page("evil"))
    expect(page.locator("h1")).to_have_text(EVIL_NAME)
    attack = "<img src=x onerror=window.ran=3><script>window.ran=4</script> https://example.com"
    write(page, attack)
    expect(last_reply(page)).to_be_visible()
    expect(page.locator(".message.guest .bubble")).to_have_text(attack)
    expect(page.locator(".signature").first).to_contain_text(EVIL_DESK)
    assert page.locator(".bubble a").count() == 0
    assert page.evaluate("window.ran") is None


def test_every_brand_colour_stays_readable(page: Page, desk: DeskServer) -> None:
    page.goto(desk.page())
    assert page.evaluate(CONTRAST) == []


def test_nothing_moves_for_those_who_ask_for_that(new_context: NewContext, desk: DeskServer) -> None:
    page = new_context(reduced_motion="reduce").new_page()
    page.goto(desk.page())
    write(page, "hello")
    expect(last_reply(page)).to_be_visible()
    moving = "els => els.filter(e => getComputedStyle(e).animationName !== 'none').length"
    assert page.locator(".fd *").evaluate_all(moving) == 0


def test_the_page_and_the_widget_together_are_small(page: Page, desk: DeskServer) -> None:
    loaded: list[Response] = []
    page.on("response", lambda response: loaded.append(response))  # noqa: PLW0108 - Playwright marks what it is given
    page.goto(desk.page(), wait_until="networkidle")
    page.evaluate("import('/widget.js')")
    page.wait_for_load_state("networkidle")
    sizes = {each.url: each.request.sizes()["responseBodySize"] for each in loaded}
    assert any(url.endswith("/widget.js") for url in sizes)
    assert 0 < sum(sizes.values()) < MOST_BYTES, sizes
