"""The pages around the chat: they hold together, say what they are, and need nothing from elsewhere."""

import asyncio
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import httpx
import pytest
from pydantic import BaseModel, TypeAdapter

from frontdesk.channels.web import examples, frames, looks
from frontdesk.channels.web.app import web_app
from frontdesk.channels.web.looks import DARK, LIGHT, SUNKEN_DARK, SUNKEN_LIGHT, contrast, look_sheet, text_on
from frontdesk.channels.web.shapes import ConversationPage
from tests.web.visits import SERVER, Visit, browsing, visiting

STATIC = Path(looks.__file__).parent / "static"
PAGES = ("/", "/docs", "/b/nobody")


class Outline(HTMLParser):
    """What a page is made of, as far as everybody needs it."""

    def __init__(self) -> None:
        """Read nothing yet."""
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep a tag."""
        self.tags.append((tag, dict(attrs)))

    def of(self, *names: str) -> Iterator[dict[str, str | None]]:
        """Give the attributes of these tags."""
        return (attributes for tag, attributes in self.tags if tag in names)


def outline(page: str) -> Outline:
    read = Outline()
    read.feed(page)
    return read


async def _every_page(visit: Visit) -> dict[str, str]:
    paths = [*PAGES, *(visit.address + each for each in ("", "?show=move", "?show=cancel", "x"))]
    return {path: (await visit.browser.get(path)).text for path in paths}


@pytest.fixture
def pages(sqlite_database: str) -> dict[str, str]:
    async def story() -> dict[str, str]:
        async with visiting(sqlite_database) as visit:
            return await _every_page(visit)

    return asyncio.run(story())


def test_every_page_has_a_language_a_title_one_heading_and_one_main_part(pages: dict[str, str]) -> None:
    for path, page in pages.items():
        read = outline(page)
        assert next(read.of("html"))["lang"], path
        assert re.search(r"<title>[^<]{5,}</title>", page), path
        assert len(list(read.of("h1"))) == 1, path
        assert len(list(read.of("main"))) == 1, path


def test_headings_do_not_skip_a_level(pages: dict[str, str]) -> None:
    for path, page in pages.items():
        main = page[page.index("<main") :]
        levels = [int(level) for level in re.findall(r"<h([1-6])", main)]
        assert levels[0] == 1, path
        assert all(after - before <= 1 for before, after in pairwise(levels)), (path, levels)


def test_nothing_is_inline_and_nothing_comes_from_elsewhere(pages: dict[str, str]) -> None:
    for path, page in pages.items():
        read = outline(page)
        assert not [each for _, each in read.tags if "style" in each or any(name.startswith("on") for name in each)]
        assert not list(read.of("style")), path
        loaded = [each.get("src") or each.get("href") for each in read.of("script", "img", "link", "use")]
        assert all(each and each.startswith("/") for each in loaded), (path, loaded)


def test_everything_a_page_loads_is_there(sqlite_database: str) -> None:
    async def story() -> None:
        async with visiting(sqlite_database) as visit:
            for page in (await _every_page(visit)).values():
                for each in outline(page).of("script", "img", "link", "use"):
                    path = str(each.get("src") or each.get("href"))
                    assert (await visit.browser.get(path.partition("#")[0])).status_code == 200, path

    asyncio.run(story())


@pytest.mark.parametrize("path", ["/widget.js", "/static/chat.js", "/static/chat.css"])
@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_a_browser_asks_whether_a_file_has_changed_and_gets_it_only_then(
    sqlite_database: str, path: str, encoding: str
) -> None:
    async def story() -> None:
        async with visiting(sqlite_database) as visit:
            headers = {"Accept-Encoding": encoding}
            first = await visit.browser.get(path, headers=headers)
            assert first.headers["cache-control"] == "no-cache"  # it may be kept, and is asked about
            again = await visit.browser.get(path, headers={**headers, "If-None-Match": first.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
            older = await visit.browser.get(path, headers={**headers, "If-None-Match": 'W/"of another version"'})
            assert (older.status_code, older.content) == (200, first.content)

    asyncio.run(story())


def test_ids_are_used_once_and_labels_lead_to_them(pages: dict[str, str]) -> None:
    for path, page in pages.items():
        named = re.findall(r'\sid="([^"]+)"', page)
        assert len(named) == len(set(named)), path
        for label in re.findall(r'aria-labelledby="([^"]+)"', page):
            assert label in named, (path, label)
        for anchor in re.findall(r'href="#([^"]+)"', page):
            assert anchor in named, (path, anchor)


def test_the_start_page_shows_every_business(sqlite_database: str) -> None:
    async def story() -> None:
        async with browsing(sqlite_database) as visit:
            page = (await visit.browser.get("/")).text
            profile = (await visit.browser.get("/b/medspa/profile")).json()
            assert all(str(profile[name]) in page for name in ("name", "desk", "hours"))
            assert all(each["label"] in page for each in profile["suggestions"])
            assert 'href="/b/medspa"' in page
            assert f"{SERVER}/widget.js" in page

    asyncio.run(story())


def test_a_start_page_without_businesses_says_what_to_do() -> None:
    async def story() -> None:
        transport = httpx.ASGITransport(app=web_app({}))
        async with httpx.AsyncClient(transport=transport, base_url=SERVER) as browser:
            answer = await browser.get("/")
            assert answer.status_code == 200
            assert "No business is served here yet" in answer.text

    asyncio.run(story())


def test_a_missing_business_gets_a_page_that_leads_on(sqlite_database: str) -> None:
    async def story() -> None:
        async with browsing(sqlite_database) as visit:
            answer = await visit.browser.get("/b/nobody")
            assert answer.status_code == 404
            assert 'href="/"' in answer.text

    asyncio.run(story())


def test_where_there_is_nothing_people_get_a_page_and_programs_a_problem(sqlite_database: str) -> None:
    async def story() -> None:
        async with browsing(sqlite_database) as visit:
            seen = await visit.browser.get("/nothing", headers={"Accept": "text/html,*/*"})
            read = await visit.browser.get("/nothing", headers={"Accept": "application/json"})
            assert (seen.status_code, read.status_code) == (404, 404)
            assert "There is nothing here" in seen.text
            assert read.headers["content-type"] == "application/problem+json"

    asyncio.run(story())


def test_the_documents_have_every_operation_and_every_frame_with_an_example(sqlite_database: str) -> None:
    async def story() -> None:
        async with browsing(sqlite_database) as visit:
            page = (await visit.browser.get("/docs")).text
            api = (await visit.browser.get("/openapi.json")).json()
            for path, methods in api["paths"].items():
                for operation in methods.values():
                    part = _article(page, operation["operationId"])
                    assert path in part
                    assert "<pre" in part or path.endswith("/runs/{run}"), path  # there are no plans yet
            for way in frames.schemas().values():
                for name in way:
                    assert "<pre" in _article(page, f"frame-{name}")

    asyncio.run(story())


def _article(page: str, anchor: str) -> str:
    begin = page.index(f'id="{anchor}"')
    return page[begin : page.index("</article>", begin)]


FRAMES: dict[str, type[BaseModel]] = {
    "content": frames.Content,
    "update_parameter": frames.UpdateParameter,
    "execute_action": frames.ExecuteAction,
    "conversational_text_segment": frames.Segment,
    "run_updated": frames.RunUpdated,
    "parameter_collection_required": frames.ParameterCollectionRequired,
    "action_confirmation_required": frames.ActionConfirmationRequired,
    "action_status": frames.ActionStatus,
    "error": frames.Error,
}


def test_examples_of_frames_are_frames() -> None:
    assert set(examples.IN_FRAMES) == set(FRAMES)
    for name, example in examples.IN_FRAMES.items():
        assert set(example) <= set(FRAMES[name].model_fields)
        TypeAdapter(FRAMES[name]).validate_python(example)


def test_examples_of_answers_have_the_fields_that_the_server_answers(sqlite_database: str) -> None:
    async def story() -> None:
        async with browsing(sqlite_database) as visit:
            browser = visit.browser
            begun = (await browser.post("/b/medspa/conversations")).json()
            headers = {"Authorization": f"Bearer {begun['token']}"}
            base = f"/b/medspa/conversations/{begun['id']}"
            content = {"content": "botox tomorrow"}
            turn = (await browser.post(f"{base}/messages", json=content, headers=headers)).json()
            days = {"from": "2025-11-19", "to": "2025-11-20"}
            openings = (await browser.get(f"{base}/openings", params=days, headers=headers)).json()
            read = (await browser.get(base, headers=headers)).json()
            profile = (await browser.get("/b/medspa/profile")).json()
            assert set(turn) == set(examples.TURN)
            assert set(turn["state"]) == set(examples.STATE)
            assert set(turn["state"]["options"][0]) == set(examples.STATE["options"][0])
            assert set(turn["state"]["picker"]) == set(examples.STATE["picker"])
            assert set(read) == set(examples.READ)
            assert set(profile) == set(examples.PROFILE)
            assert set(openings) == set(examples.OPENINGS)
            shown = next(each for each in openings["days"].values() if each)
            assert set(shown[0]) == set(examples.OPENINGS["days"]["2026-12-03"][0])
            ConversationPage.model_validate(examples.READ)

    asyncio.run(story())


def test_accents_are_reckoned_for_the_grounds_of_the_tokens() -> None:
    tokens = (STATIC / "tokens.css").read_text(encoding="utf-8")
    grounds = [re.findall(rf"--{name}: (#[0-9a-f]+);", tokens) for name in ("raised", "sunken")]
    assert grounds == [["#fff", DARK], [SUNKEN_LIGHT, SUNKEN_DARK]]
    assert LIGHT == "#ffffff"


@pytest.mark.parametrize("sheet", ["pages.css", "chat.css"])
def test_what_a_sheet_takes_from_the_tokens_is_there(sheet: str) -> None:
    given = "".join((STATIC / name).read_text(encoding="utf-8") for name in ("tokens.css", sheet))
    wanted = set(re.findall(r"var\(--([a-z-]+)\)", (STATIC / sheet).read_text(encoding="utf-8")))
    assert wanted - set(re.findall(r"--([a-z-]+):", given)) == set()


@pytest.mark.parametrize("accent", ["#0f766e", "#ffffff", "#000000", "#ffff00", "#1d4ed8", "#f0abfc", "#767676"])
def test_whatever_the_accent_text_is_readable(accent: str) -> None:
    assert contrast(text_on(accent), accent) >= 4.5
    light, dark = (
        dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", line)) for line in look_sheet("b", accent, 12).splitlines()
    )
    for ground in (LIGHT, SUNKEN_LIGHT):
        assert contrast(light["accent-text"], ground) >= 4.5
    for ground in (DARK, SUNKEN_DARK):
        assert contrast(dark["accent-text"], ground) >= 4.5
    for theme in (light, dark):
        assert contrast(theme["on-accent"], theme["accent"]) >= 4.5
