"""The settings page: an owner changes the business, sees before what changes, and can undo it; staff look."""

import asyncio
import html
import re
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import httpx
import pytest

from frontdesk.channels.web.app import web_app
from frontdesk.console.app import add_console
from frontdesk.desk.beginning import begin
from frontdesk.desk.desk import Desk
from frontdesk.desk.hosting import DeskHost
from frontdesk.desk.serving import Opened
from frontdesk.storage.rows import Role
from tests.console.consoles import HTML, Worker, add_account
from tests.desk.settings import EXAMPLES, NOW, business_text
from tests.web.clients import HERE

NAMED = re.compile(r'<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"')
FORM = re.compile(r'<form[^>]*id="form".*?</form>', re.DOTALL)
UNDO = re.compile(r'action="(/staff/medspa/settings/undo/\d+\?from=[\w.]+)"')


@dataclass(frozen=True, slots=True)
class Shop:
    """A med spa of its own, with its folder."""

    desk: Desk
    folder: Path
    http: httpx.AsyncClient

    async def worker(self, login: str) -> Worker:
        """Give the browser of somebody who is logged in."""
        transport = self.http._transport  # noqa: SLF001 - another client of the same application
        worker = Worker(httpx.AsyncClient(transport=transport, base_url=HERE), self.desk.house.business.id)
        assert (await worker.log_in(login)).status_code == 303
        return worker


@asynccontextmanager
async def shop_at(folder: Path, url: str = "sqlite://") -> AsyncIterator[Shop]:
    async with Desk.open(folder, url, lambda: NOW) as desk:
        name = desk.house.business.id
        app = web_app({name: DeskHost(desk, folder)})
        close = add_console(app, {name: Opened(desk, folder)})
        for login, role in (("owen", Role.OWNER), ("olga", Role.OWNER), ("stella", Role.STAFF)):
            await add_account(desk, login, role)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=HERE) as http:
            yield Shop(desk, folder, http)
        await close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(EXAMPLES / "medspa", tmp_path / "medspa", ignore=shutil.ignore_patterns("*.db*")))


def visit(folder: Path, work: Callable[[Shop], Awaitable[None]], url: str = "sqlite://") -> None:
    async def run() -> None:
        async with shop_at(folder, url) as shop:
            await work(shop)

    asyncio.run(run())


def fields_of(text: str) -> list[tuple[str, str]]:
    """Return what a browser would send with the form of a page: hidden fields, texts, marked choices."""
    form = FORM.search(text)
    assert form is not None, text
    found: list[tuple[str, str]] = []
    for tag in re.finditer(r"<input[^>]*>|<textarea[^>]*>.*?</textarea>", form[0], re.DOTALL):
        name = re.search(r'name="([^"]+)"', tag[0])
        if name is None or (re.search(r'type="(radio|checkbox)"', tag[0]) and " checked" not in tag[0]):
            continue
        value = re.search(r'value="([^"]*)"', tag[0])
        inner = re.search(r">(.*)</textarea>", tag[0], re.DOTALL)
        found.append((name[1], html.unescape(inner[1] if inner else value[1] if value else "")))
    return found


async def send(worker: Worker, path: str, fields: list[tuple[str, str]]) -> httpx.Response:
    """Send a form as a browser does, fields of the same name in order."""
    body = str(httpx.QueryParams([*fields, ("csrf", worker.csrf)]))
    headers = {**HTML, "origin": HERE, "content-type": "application/x-www-form-urlencoded"}
    return await worker.http.post(worker.at(path), content=body, headers=headers)


def having(fields: list[tuple[str, str]], **changed: str) -> list[tuple[str, str]]:
    """Return the fields with other values for the first of these names."""
    done: set[str] = set()
    result = []
    for name, value in fields:
        result.append((name, changed[name] if name in changed and name not in done else value))
        done.add(name)
    return result + [(name, value) for name, value in changed.items() if name not in done]


async def reviewed(worker: Worker, page: str, **changed: str) -> httpx.Response:
    """Open a page, type something, and ask for what would change."""
    fields = having(fields_of((await worker.get(page)).text), **changed)
    return await send(worker, page, [*fields, ("step", "review")])


async def saved(worker: Worker, page: str, **changed: str) -> httpx.Response:
    """Change something and save it after the review."""
    review = await reviewed(worker, page, **changed)
    assert 'id="review"' in review.text, review.text
    return await send(worker, page, [*fields_of(review.text), ("step", "save")])


def test_an_hour_is_changed_after_a_look_at_what_changes_and_undone(folder: Path, database_url: str) -> None:
    before = business_text(folder)

    async def work(shop: Shop) -> None:
        owen = await shop.worker("owen")
        review = await reviewed(owen, "settings/hours", from0="8:30")
        assert review.status_code == 200
        assert "Hours of Monday" in review.text
        assert business_text(folder) == before
        answer = await send(owen, "settings/hours", [*fields_of(review.text), ("step", "save")])
        assert answer.status_code == 303
        assert "  mon: 8:30-19:00\n  tue-fri: 9-19\n" in business_text(folder)
        after = await owen.get("settings/hours")
        assert "Saved. Hours of Monday: 9:00-19:00 became 8:30-19:00." in after.text
        profile = (await shop.http.get("/b/medspa/profile")).json()
        assert "8:30" in profile["hours"]
        undo = UNDO.search(after.text)
        assert undo is not None
        undone = await owen.http.post(undo[1], data={"csrf": owen.csrf}, headers={**HTML, "origin": HERE})
        assert undone.status_code == 303
        assert business_text(folder) == before

    visit(folder, work, database_url)


def test_what_was_reviewed_is_what_is_saved(folder: Path) -> None:
    async def work(shop: Shop) -> None:
        owen = await shop.worker("owen")
        review = await reviewed(owen, "settings/hours", from0="8:30")
        fields = having(fields_of(review.text), from1="7")
        again = await send(owen, "settings/hours", [*fields, ("step", "save")])
        assert again.status_code == 200
        assert "Hours of Tuesday" in again.text
        assert "mon-fri: 9-19" in business_text(folder)

    visit(folder, work)


WRONG = [
    ("settings/hours", {"from0": "25"}, "error-day0", "25"),
    ("settings/hours", {"until0": ""}, "error-day0", "the end is missing"),
    ("settings/days", {"day": "2026-02-30"}, "error-day0", "not a day of the calendar"),
    ("settings/days", {"day": "2026-05-01", "open": "whenever"}, "error-open0", "whenever"),
    ("settings/days", {"open": "9-12"}, "error-day0", "Which day is it?"),
    ("settings/services/botox", {"price": "a lot"}, "error-price", "a lot"),
    ("settings/services/botox", {"price": "€300"}, "error-price", "in USD"),
    ("settings/services/botox", {"minutes": "soon"}, "error-minutes", "soon"),
    ("settings/services/botox", {"minutes": "11 hours"}, "error-minutes", "takes longer"),
    ("settings/services/botox", {"name": "Peel"}, "error-name", "could mean either"),
    ("settings/services/new", {"name": "", "minutes": "30"}, "error-name", "What is it called?"),
    ("settings/people/lisa_lee", {"name": ""}, "error-name", "What are they called?"),
    ("settings/questions/parking", {"answer": "It is {free}."}, "error-answer", "brace"),
    ("settings/questions/parking", {"asks": " "}, "error-asks", "at least one"),
    ("settings/questions/new", {"asks": "wifi", "answer": ""}, "error-answer", "Write the answer"),
    ("settings/questions/new", {"asks": "wifi", "answer": "a" * 2001}, "error-answer", "at most 2,000"),
    ("settings/questions/new", {"asks": "?!.", "answer": "Yes."}, "error-asks", "needs words"),
    ("settings/questions/new", {"asks": "yes", "answer": "Yes."}, "error-asks", "answer to some question"),
    ("settings/questions/last_visit", {"asks": "Where can I park?"}, "error-asks", 'the question "Parking"'),
    ("settings/questions/new", {"asks": "cancel my appointment", "answer": "No."}, "error-asks", "belongs to"),
    ("settings/services/new", {"name": "n" * 101, "minutes": "30"}, "error-name", "at most 100"),
    ("settings/services/new", {"name": "?!", "minutes": "30"}, "error-name", "one letter or digit"),
    ("settings/people/new", {"name": "Zoe \u202eeoZ"}, "error-name", "nobody can see"),
    ("settings/people/lisa_lee", {"name": "Lisa \x07 Lee"}, "error-name", "nobody can see"),
]


def test_what_is_wrong_is_said_at_its_field_and_what_was_typed_stays(folder: Path) -> None:
    before = business_text(folder)

    async def work(shop: Shop) -> None:
        owen = await shop.worker("owen")
        for path, typed, place, words in WRONG:
            answer = await reviewed(owen, path, **typed)
            assert answer.status_code == 400, path
            error = re.search(rf'id="{place}">([^<]*)<', answer.text)
            assert error is not None, (path, typed)
            assert words in html.unescape(error[1])
            assert f'aria-describedby="{place}' in answer.text
            sent = dict(reversed(fields_of(answer.text)))
            assert {name: sent[name] for name in typed} == typed
            assert business_text(folder) == before

    visit(folder, work)


def test_prices_and_lengths_are_written_as_people_write_them(folder: Path) -> None:
    async def work(shop: Shop) -> None:
        owen = await shop.worker("owen")
        page = (await owen.get("settings/services/prp_facial")).text
        assert 'value="1 h 30"' in page
        assert 'value="$700-1200"' in page
        for minutes, price, length, written in (
            ("1h15", "$750 to $1,250", 75, "price: 750-1250"),
            ("2:00", "800 USD", 120, "price: 800\n"),
            ("45 min", "free", 45, "price: free"),
            ("1.5 hours", "99.50", 90, "price: 99.50"),
        ):
            assert (await saved(owen, "settings/services/prp_facial", minutes=minutes, price=price)).status_code == 303
            assert shop.desk.house.business.services["prp_facial"].duration == timedelta(minutes=length)
            assert written in business_text(folder)

    visit(folder, work)


def test_what_is_called_new_leaves_the_page_that_adds_alone(folder: Path) -> None:
    async def work(shop: Shop) -> None:
        owen = await shop.worker("owen")
        assert (await saved(owen, "settings/services/new", name="New", minutes="30")).status_code == 303
        assert (await saved(owen, "settings/people/new", name="New")).status_code == 303
        business = shop.desk.house.business
        assert business.services["new_1"].name == business.resources["new_1"].name == "New"
        for section in ("services", "people"):
            assert dict(fields_of((await owen.get(f"settings/{section}/new")).text))["name"] == ""
            assert dict(fields_of((await owen.get(f"settings/{section}/new_1")).text))["name"] == "New"

    visit(folder, work)


def test_a_new_service_is_reviewed_with_its_length_price_and_who_does_it(folder: Path) -> None:
    async def work(shop: Shop) -> None:
        owen = await shop.worker("owen")
        review = await reviewed(owen, "settings/services/new", name="Massage", minutes="1 h 30", price="120")
        shown = re.search(r'class="became">([^<]*)<', review.text)
        assert shown is not None
        assert html.unescape(shown[1]).startswith("1 h 30, $120, done by ")
        assert "Lisa Lee" in html.unescape(shown[1])

    visit(folder, work)


def test_services_people_and_questions_come_and_go(folder: Path) -> None:
    async def work(shop: Shop) -> None:
        owen = await shop.worker("owen")
        new = await saved(
            owen,
            "settings/services/new",
            name="Deep tissue massage",
            minutes="1 h",
            price="120",
            also="massage\nback rub",
        )
        assert new.headers["location"] == "/staff/medspa/settings/services"
        assert shop.desk.house.business.services["deep_tissue_massage"].synonyms == ("massage", "back rub")
        assert (await saved(owen, "settings/people/new", name="Zoë Adler", about="Zoë is new.")).status_code == 303
        assert shop.desk.house.business.resources["zoe_adler"].about == "Zoë is new."
        assert (
            await saved(owen, "settings/questions/new", asks="wifi\ndo you have wifi", answer="Yes.")
        ).status_code == 303
        assert shop.desk.house.business.topics["wifi"].asks == ("wifi", "do you have wifi")
        for path in ("services/deep_tissue_massage", "people/zoe_adler", "questions/wifi"):
            review = await owen.post(f"settings/{path}/remove", step="review")
            assert "removed" in review.text
            gone = await send(owen, f"settings/{path}/remove", [*fields_of(review.text), ("step", "save")])
            assert gone.status_code == 303
            assert (await owen.get(f"settings/{path}")).status_code == 404
        assert business_text(folder) == (EXAMPLES / "medspa" / "business.yaml").read_text()

    visit(folder, work)


def test_who_does_what_is_changed_from_either_side(folder: Path) -> None:
    async def work(shop: Shop) -> None:
        owen = await shop.worker("owen")
        fields = [*fields_of((await owen.get("settings/services/chemical_peel")).text), ("by", "sarah_smith")]
        review = await send(owen, "settings/services/chemical_peel", [*fields, ("step", "review")])
        assert "Who does Chemical peel" in review.text
        done = await send(owen, "settings/services/chemical_peel", [*fields_of(review.text), ("step", "save")])
        assert done.status_code == 303
        assert "chemical_peel" in shop.desk.house.business.resources["sarah_smith"].services
        gone = [
            (name, value)
            for name, value in fields_of((await owen.get("settings/people/sarah_smith")).text)
            if value != "chemical_peel"
        ]
        review = await send(owen, "settings/people/sarah_smith", [*gone, ("step", "review")])
        await send(owen, "settings/people/sarah_smith", [*fields_of(review.text), ("step", "save")])
        assert "chemical_peel" not in shop.desk.house.business.resources["sarah_smith"].services

    visit(folder, work)


def test_hours_and_days_of_one_person(folder: Path) -> None:
    async def work(shop: Shop) -> None:
        owen = await shop.worker("owen")
        fields = having(fields_of((await owen.get("settings/hours?of=lisa_lee")).text), own="yes", from2="", until2="")
        review = await send(owen, "settings/hours", [*fields, ("step", "review")])
        done = await send(owen, "settings/hours", [*fields_of(review.text), ("step", "save")])
        assert done.headers["location"] == "/staff/medspa/settings/hours?of=lisa_lee"
        hours = shop.desk.house.business.resources["lisa_lee"].hours
        assert hours is not None
        assert sorted(hours.week) == [0, 1, 3, 4, 5]
        back = having(fields_of((await owen.get("settings/hours?of=lisa_lee")).text), own="no")
        review = await send(owen, "settings/hours", [*back, ("step", "review")])
        await send(owen, "settings/hours", [*fields_of(review.text), ("step", "save")])
        assert shop.desk.house.business.resources["lisa_lee"].hours is None

    visit(folder, work)


def test_two_owners_at_once_lose_nothing(folder: Path) -> None:
    async def work(shop: Shop) -> None:
        owen, olga = await shop.worker("owen"), await shop.worker("olga")
        stale = having(fields_of((await olga.get("settings/hours")).text), from5="11")
        assert (await saved(owen, "settings/services/botox", price="333")).status_code == 303
        answer = await send(olga, "settings/hours", [*stale, ("step", "review")])
        assert answer.status_code == 409
        assert "Changed meanwhile by owen: Price of Botox" in html.unescape(answer.text)
        again = fields_of(answer.text)
        assert ("from5", "11") in again
        review = await send(olga, "settings/hours", [*again, ("step", "review")])
        done = await send(olga, "settings/hours", [*fields_of(review.text), ("step", "save")])
        assert done.status_code == 303
        assert "price: 333" in business_text(folder)
        assert "sat: 11-17" in business_text(folder)

    visit(folder, work)


def test_an_error_does_not_make_a_form_newer_than_it_is(folder: Path) -> None:
    async def work(shop: Shop) -> None:
        owen, olga = await shop.worker("owen"), await shop.worker("olga")
        stale = having(fields_of((await olga.get("settings/hours")).text), from5="eleven")
        assert (await saved(owen, "settings/hours", from0="8")).status_code == 303
        wrong = await send(olga, "settings/hours", [*stale, ("step", "review")])
        assert wrong.status_code == 400
        mended = having(fields_of(wrong.text), from5="11")
        answer = await send(olga, "settings/hours", [*mended, ("step", "review")])
        assert answer.status_code == 409
        assert "Changed meanwhile by owen" in answer.text

    visit(folder, work)


def test_an_undo_at_hand_does_not_run_over_what_was_written_since(folder: Path) -> None:
    async def work(shop: Shop) -> None:
        owen = await shop.worker("owen")
        await saved(owen, "settings/hours", from0="8")
        undo = UNDO.search((await owen.get("settings/hours")).text)
        assert undo is not None
        (folder / "business.yaml").write_text(business_text(folder).replace("price: 300-600", "price: 301-600"))
        shown = await owen.http.post(undo[1], data={"csrf": owen.csrf}, headers={**HTML, "origin": HERE})
        assert shown.status_code == 200
        assert "Price of Botox" in shown.text
        assert "price: 301-600" in business_text(folder)

    visit(folder, work)


def test_staff_look_and_change_nothing(folder: Path) -> None:
    before = business_text(folder)

    async def work(shop: Shop) -> None:
        stella, owen = await shop.worker("stella"), await shop.worker("owen")
        for path in (
            "settings",
            "settings/days",
            "settings/services",
            "settings/services/botox",
            "settings/people/lisa_lee",
            "settings/questions/parking",
            "settings/history",
        ):
            page = await stella.get(path)
            assert page.status_code == 200
            assert "Only an owner can change them." in page.text
            assert 'value="review"' not in page.text
        fields = fields_of((await owen.get("settings/hours")).text)
        refused = await send(stella, "settings/hours", [*having(fields, from0="8"), ("step", "review")])
        assert refused.status_code == 403
        assert business_text(folder) == before

    visit(folder, work)


def test_the_history_says_who_changed_what_and_puts_back_older_ones(folder: Path) -> None:
    async def work(shop: Shop) -> None:
        owen, olga = await shop.worker("owen"), await shop.worker("olga")
        assert "Nothing was changed here yet" in (await owen.get("settings/history")).text
        await saved(owen, "settings/services/botox", price="333")
        await saved(olga, "settings/hours", from0="8:30")
        await owen.get("settings/history")  # which says once what was saved
        page = html.unescape((await owen.get("settings/history")).text)
        assert page.index("Hours of Monday: 9:00-19:00 became 8:30-19:00") < page.index(
            "Price of Botox: $300-600 became $333"
        )
        first = min(int(each) for each in re.findall(r"settings/history/(\d+)", page))
        # Not the last change: what it does is shown first.
        shown = await owen.post(f"settings/undo/{first}")
        assert shown.status_code == 200
        assert "Put this back?" in shown.text
        assert "Hours of Monday" in shown.text
        done = await send(owen, f"settings/undo/{first}", fields_of(shown.text))
        assert done.status_code == 303
        assert business_text(folder) == (EXAMPLES / "medspa" / "business.yaml").read_text()
        assert (await owen.get("settings/history/999")).status_code == 404

    visit(folder, work)


def test_bookings_that_no_longer_fit_are_told_before_it_is_saved(folder: Path) -> None:
    async def work(shop: Shop) -> None:
        said = "botox tomorrow at 18:00 with Sarah Smith, I am Ann Lee, +1 212 555 0199, no email"
        await shop.desk.say(said, conversation="c1")
        booked = await shop.desk.say("yes", conversation="c1")
        assert booked["bookings"], booked["reply"]
        owen = await shop.worker("owen")
        review = await reviewed(owen, "settings/hours", until1="17:00")
        assert "1 booking to come would no longer fit" in review.text
        other = await reviewed(owen, "settings/hours", until2="17:00")
        assert "no longer fit" not in other.text

    visit(folder, work)


def test_files_with_mistakes_are_shown_with_what_to_mend(folder: Path) -> None:
    async def work(shop: Shop) -> None:
        owen = await shop.worker("owen")
        (folder / "business.yaml").write_text(business_text(folder).replace("    price: 300-600", "    prise: 300-600"))
        page = await owen.get("settings/services")
        assert page.status_code == 409
        assert "business.yaml:" in page.text
        assert "prise" in page.text
        assert (await owen.get("today")).status_code == 200

    visit(folder, work)


def test_what_is_not_there_is_not_found(folder: Path) -> None:
    async def work(shop: Shop) -> None:
        owen = await shop.worker("owen")
        for path in ("nothing", "services/nothing", "hours?of=nobody", "days/x", "history/x", "history/9"):
            assert (await owen.get(f"settings/{path}")).status_code == 404, path

    visit(folder, work)


@pytest.mark.parametrize("name", ["flights", "salon"])
def test_every_kind_of_business_has_all_pages(name: str, tmp_path: Path) -> None:
    folder = tmp_path / name
    if name == "salon":
        begin(folder)
    else:
        shutil.copytree(EXAMPLES / name, folder, ignore=shutil.ignore_patterns("*.db*"))

    async def work(shop: Shop) -> None:
        business = shop.desk.house.business
        owen = await shop.worker("owen")
        items = [f"services/{each}" for each in business.services] + [f"people/{each}" for each in business.resources]
        sections = ("", "/hours", "/days", "/services", "/people", "/questions", "/history")
        new = ("/services/new", "/people/new", "/questions/new")
        for path in (*sections, *new, *(f"/{each}" for each in items), f"/questions/{next(iter(business.topics))}"):
            assert (await owen.get(f"settings{path}")).status_code == 200, path
        assert "Madrid" not in (await owen.get("settings/people")).text  # nobody books a city
        done = await saved(owen, "settings/questions/new", asks="do you have wifi", answer="Yes.")
        assert done.status_code == 303
        assert "  do_you_have_wifi:\n    asks: [do you have wifi]\n    answer: Yes.\n" in business_text(folder)

    visit(folder, work)


def test_what_is_typed_cannot_become_markup(folder: Path) -> None:
    async def work(shop: Shop) -> None:
        owen = await shop.worker("owen")
        evil = "<img src=x onerror=alert(1)> \"' {{ 7*7 }}"
        wrong = await reviewed(owen, "settings/services/botox", name=evil, price="x")
        assert "<img src=x" not in wrong.text
        assert "49" not in wrong.text.replace("49 ", "")
        await saved(owen, "settings/services/botox", name=evil)
        for path in ("settings/services", "settings/services/botox", "settings/history"):
            assert "<img src=x" not in (await owen.get(path)).text

    visit(folder, work)
