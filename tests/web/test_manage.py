"""A link to a booking shows it, moves it and cancels it by the rules of the chat; looking at it changes nothing."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from types import MappingProxyType

import httpx
import pytest

from frontdesk.desk.hosting import DeskHost
from frontdesk.desk.house import House, World
from frontdesk.scheduling.booking import Status
from frontdesk.storage import schema
from frontdesk.storage.rows import Facts, Side
from tests.desk.seen import MADRID, flights
from tests.faults.desks import MED_SPA, NOW, med_spa, row_counts, talk
from tests.web.visits import Visit, browsing, fields_of, hold_link, links, query_of, visiting, words_of

TOMORROW, THURSDAY = date(2025, 11, 19), date(2025, 11, 20)
Story = Callable[[Visit], Awaitable[None]]


def run(url: str, story: Story, house: House | None = None) -> None:
    async def whole() -> None:
        async with visiting(url, house) as visit:
            await story(visit)

    asyncio.run(whole())


def wall(moment: datetime) -> str:
    return f"{moment.astimezone(NOW.tzinfo):%Y-%m-%d %H:%M}"


def test_a_booking_is_moved_to_a_time_that_is_picked(database_url: str) -> None:
    async def story(visit: Visit) -> None:
        answer = await visit.move(THURSDAY, "2 PM")
        assert answer.status_code == 303
        assert wall((await visit.row()).starts_at) == "2025-11-20 14:00"
        page = (await visit.browser.get(answer.headers["location"])).text
        assert "has been moved" in page
        assert "Thursday, November 20" in page

    run(database_url, story)


def test_a_booking_is_cancelled_and_its_time_is_free_again(database_url: str) -> None:
    async def story(visit: Visit) -> None:
        assert (await visit.cancel()).status_code == 303
        assert (await visit.row()).status is Status.CANCELLED
        answer = await talk(visit.desk, "another", "botox tomorrow at 4pm")
        assert "4 PM is open" in answer["reply"]

    run(database_url, story)


def test_the_audit_says_that_the_guest_did_it_and_the_log_of_actions_has_it(database_url: str) -> None:
    async def story(visit: Visit) -> None:
        await visit.move(THURSDAY, "2 PM")
        await visit.cancel()
        assert [each.by for each in await visit.changes()] == ["desk", "guest", "guest"]
        kept = await visit.desk.store.run(lambda unit: unit.actions.of(visit.conversation))
        assert {(each.intent.action, each.outcome) for each in kept if each.intent.step == "manage"} == {
            ("reschedule_appointment", "booked"),
            ("cancel_appointment", "cancelled"),
        }

    run(database_url, story)


def test_each_change_is_told_in_the_conversation_of_the_booking(sqlite_database: str) -> None:
    async def story(visit: Visit) -> None:
        host = DeskHost(visit.desk, MED_SPA)
        before, newest = len(await visit.messages()), await host.newest()
        await visit.move(THURSDAY, "2 PM")
        assert list(await host.news(newest)) == [visit.conversation]  # so an open chat shows it
        await visit.cancel()
        moved, cancelled = (await visit.messages())[before:]
        assert moved.side is cancelled.side is Side.DESK
        assert "Thursday, November 20 at 2 PM" in moved.text
        assert "cancelled" in cancelled.text
        assert (await visit.row()).reference in cancelled.text

    run(sqlite_database, story)


def test_the_link_survives_a_move_as_long_as_the_booking(sqlite_database: str) -> None:
    async def story(visit: Visit) -> None:
        await visit.move(date(2026, 1, 15), "2 PM")
        visit.at(datetime(2026, 2, 10, tzinfo=UTC))  # long after the link to the first day would have ended
        assert "January 15" in await visit.open()

    run(sqlite_database, story)


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_looking_changes_nothing(database_url: str, method: str) -> None:
    """Scanners of mail open every link they find."""

    async def story(visit: Visit) -> None:
        queries = ("", "?show=cancel", "?show=move", "?show=move&day=2025-11-20", "?done=cancel", "/calendar.ics")
        paths = {visit.address + each for each in queries}
        paths |= {each for path in tuple(paths) for each in links((await visit.browser.get(path)).text)}
        own = {path for path in paths if path.startswith(visit.address)}
        assert len(own) > 20
        before = row_counts(database_url, schema.metadata.sorted_tables), await visit.row()
        for path in own:
            assert (await visit.browser.request(method, path)).status_code == 200
        assert (row_counts(database_url, schema.metadata.sorted_tables), await visit.row()) == before

    run(database_url, story)


@pytest.mark.parametrize("what", ["move", "cancel"])
def test_changes_are_not_made_by_looking(sqlite_database: str, what: str) -> None:
    async def story(visit: Visit) -> None:
        assert (await visit.browser.get(f"{visit.address}/{what}")).status_code == 405

    run(sqlite_database, story)


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site", "Origin": "http://desk.example"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_forms_of_other_sites_change_nothing(sqlite_database: str, headers: dict[str, str]) -> None:
    async def story(visit: Visit) -> None:
        form = fields_of(await visit.open("?show=cancel"))
        answer = await visit.post("cancel", form, headers)
        assert answer.status_code == 403
        assert (await visit.row()).status is Status.BOOKED

    run(sqlite_database, story)


def test_a_browser_that_names_only_its_origin_is_believed(sqlite_database: str) -> None:
    async def story(visit: Visit) -> None:
        form = fields_of(await visit.open("?show=cancel"))
        assert (await visit.post("cancel", form, {"Origin": "http://desk.example"})).status_code == 303

    run(sqlite_database, story)


def test_the_same_form_twice_counts_once(database_url: str) -> None:
    async def story(visit: Visit) -> None:
        form = await visit.pick(THURSDAY, "2 PM")
        answers = await asyncio.gather(visit.post("move", form), visit.post("move", form))
        assert [each.status_code for each in answers] == [303, 303]
        assert len(await visit.changes()) == 2

    run(database_url, story)


def test_a_time_that_goes_meanwhile_is_said_with_the_nearest_ones(database_url: str) -> None:
    async def story(visit: Visit) -> None:
        form = await visit.pick(THURSDAY, "2 PM")
        await _take(visit, "botox on thursday at 2pm with " + _provider(form["pick"]))
        answer = await visit.post("move", form)
        assert answer.status_code == 409
        assert "has just gone" in answer.text
        offered = [query_of(path)["at"] for path in links(answer.text) if "pick=" in path][:5]
        assert {"2025-11-20T13:30:00-05:00", "2025-11-20T14:30:00-05:00"} <= set(offered)
        assert 'aria-current="date">20<' in answer.text  # the day that was picked is still open
        assert wall((await visit.row()).starts_at) == "2025-11-19 16:00"
        nearest = next(path for path in links(answer.text) if query_of(path).get("at") == "2025-11-20T14:30:00-05:00")
        form = fields_of((await visit.browser.get(nearest)).text)
        assert (await visit.post("move", form)).status_code == 303
        assert wall((await visit.row()).starts_at) == "2025-11-20 14:30"

    run(database_url, story)


def test_a_picked_time_that_has_gone_is_said_before_anything_is_sent(sqlite_database: str) -> None:
    async def story(visit: Visit) -> None:
        times = await visit.open("?show=move&day=2025-11-20")
        chosen = next(path for path in links(times) if "pick=" in path and words_of(times, path) == "2 PM")
        await _take(visit, "botox on thursday at 2pm with " + _provider(query_of(chosen)["pick"]))
        page = (await visit.browser.get(chosen)).text
        assert "has just gone" in page
        assert "<form" not in page

    run(sqlite_database, story)


def _provider(opening: str) -> str:
    return opening.rpartition("~")[2].replace("_", " ")


async def _take(visit: Visit, wish: str) -> None:
    answer = await talk(visit.desk, "rival", wish, "Bob Stone", "212 555 0199", "skip", "yes")
    assert [each["outcome"] for each in answer["did"]] == ["booked"]


def test_what_changed_meanwhile_is_shown_and_nothing_else_is_done(sqlite_database: str) -> None:
    async def story(visit: Visit) -> None:
        form = fields_of(await visit.open("?show=cancel"))
        await visit.move(THURSDAY, "2 PM")  # in another window
        answer = await visit.post("cancel", form)
        assert answer.status_code == 409
        assert "changed meanwhile" in answer.text
        assert "Thursday, November 20" in answer.text
        assert (await visit.row()).status is Status.BOOKED

    run(sqlite_database, story)


@pytest.mark.parametrize(
    "pick",
    [
        "",
        "nonsense",
        "hydrafacial~20251120T1900Z~emily_johnson",  # something else than what was agreed to
        "botox~20251120T0700Z~sarah_smith",  # in the night
        "botox~20251117T1900Z~sarah_smith",  # in the past
        "botox~20251120T1900Z~sarah_smith+botox~20251120T1930Z~sarah_smith",
    ],
)
def test_a_form_cannot_ask_for_what_the_page_does_not_offer(sqlite_database: str, pick: str) -> None:
    async def story(visit: Visit) -> None:
        form = await visit.pick(THURSDAY, "2 PM")
        answer = await visit.post("move", {**form, "pick": pick})
        assert answer.status_code == 409
        assert len(await visit.changes()) == 1

    run(sqlite_database, story)


def test_rubbish_in_a_form_or_an_address_breaks_nothing(sqlite_database: str) -> None:
    async def story(visit: Visit) -> None:
        for query in (
            "?show=move&day=x&month=9999-99&pick=%00&at=never",
            "?show=move&day=0001-01-01",
            "?show=x&done=y",
        ):
            assert (await visit.browser.get(visit.address + query)).status_code == 200
        for body in (b"", b"\xff\xfe=%", b"version=99999999999999999999", b"&".join([b"a=1"] * 500)):
            answer = await visit.browser.post(f"{visit.address}/cancel", content=body, headers={})
            assert answer.status_code == 409
        assert (await visit.row()).status is Status.BOOKED

    run(sqlite_database, story)


SUNDAYS = ["2", "9", "16", "23", "30"]  # of November 2025, which begins on a Saturday


@pytest.mark.parametrize(
    ("region", "first", "shown"), [("US", "Sun", ["", *SUNDAYS]), ("GB", "Mon", [*SUNDAYS, ""])], ids=["US", "GB"]
)
def test_the_month_begins_its_weeks_as_the_region_and_the_chat_do(
    sqlite_database: str, region: str, first: str, shown: list[str]
) -> None:
    async def story(visit: Visit) -> None:
        house = visit.desk.house
        visit.desk.house = replace(house, business=replace(house.business, region=region))
        table = (await visit.open("?show=move")).partition("<table")[2].partition("</table>")[0]
        names = re.findall(r"<th[^>]*>(\w+)</th>", table)
        weeks = [re.findall(r"<td>(.*?)</td>", row, re.DOTALL) for row in table.split("<tr>")[2:]]
        sundays = [re.sub(r"<[^>]+>", "", week[names.index("Sun")]) for week in weeks]
        assert (names[0], sundays) == (first, shown)
        profile = (await visit.browser.get("/b/medspa/profile")).json()
        assert profile["first_weekday"] == {"Sun": 7, "Mon": 1}[first]

    run(sqlite_database, story)


def test_free_until_the_notice_begins_and_then_the_fee_is_named(sqlite_database: str) -> None:
    async def story(visit: Visit) -> None:
        assert "free until Tuesday, November 18 at 4 PM" in await visit.open()
        visit.at(NOW + timedelta(hours=7))
        for query in ("", "?show=cancel"):
            page = await visit.open(query)
            assert "$150 to $300" in page
            assert "half the price" in page  # the policy, in the words of the business
        assert (await visit.cancel()).status_code == 303  # late, and still theirs to cancel

    run(sqlite_database, story)


async def _is_read_only(visit: Visit, remark: str) -> str:
    """See that a page has no way to change anything and says why; return it."""
    page = await visit.open()
    assert remark in page
    for query in ("?show=move", "?show=cancel", "?show=move&day=2025-11-20"):
        assert "<form" not in await visit.open(query)
    assert not [path for path in links(page) if "show=" in path]
    assert f"/b/{visit.desk.house.business.id}" in links(page)
    return page


def test_a_booking_that_has_begun_or_is_over_explains_itself(sqlite_database: str) -> None:
    async def story(visit: Visit) -> None:
        form = fields_of(await visit.open("?show=cancel"))
        visit.at(datetime(2025, 11, 19, 21, 10, tzinfo=UTC))
        await _is_read_only(visit, "It has begun")
        assert (await visit.post("cancel", form)).status_code == 409
        visit.at(datetime(2025, 11, 20, tzinfo=UTC))
        assert "Book a new time" in await _is_read_only(visit, "This booking is over")

    run(sqlite_database, story)


def test_a_cancelled_booking_explains_itself_and_offers_a_new_one(sqlite_database: str) -> None:
    async def story(visit: Visit) -> None:
        await visit.cancel()
        page = await _is_read_only(visit, "This booking was cancelled")
        assert "Book a new time" in page
        assert "has been cancelled" in await visit.open("?done=cancel")

    run(sqlite_database, story)


def test_an_address_cannot_say_that_something_was_done(sqlite_database: str) -> None:
    async def story(visit: Visit) -> None:
        for done in ("cancel", "move"):
            assert "has been" not in await visit.open(f"?done={done}")

    run(sqlite_database, story)


def test_a_service_that_is_gone_can_be_cancelled_and_not_moved(sqlite_database: str) -> None:
    async def story(visit: Visit) -> None:
        house = visit.desk.house
        rest = {name: each for name, each in house.business.services.items() if name != "botox"}
        visit.desk.house = replace(house, business=replace(house.business, services=MappingProxyType(rest)))
        page = await visit.open()
        assert "no longer offer" in page
        assert "show=move" not in page
        assert (await visit.cancel()).status_code == 303

    run(sqlite_database, story)


def test_while_the_calendar_is_down_nothing_can_be_changed(sqlite_database: str) -> None:
    async def story(visit: Visit) -> None:
        form = fields_of(await visit.open("?show=cancel"))
        visit.desk.in_world(World(calendar_down=True))
        await _is_read_only(visit, "cannot be reached right now")
        answer = await visit.post("cancel", form)
        assert answer.status_code == 503
        visit.desk.in_world(World())
        assert (await visit.row()).status is Status.BOOKED

    run(sqlite_database, story)


def test_a_business_whose_flows_cancel_nothing_has_no_button_for_it(sqlite_database: str) -> None:
    def without(name: str) -> House:
        house = med_spa()
        kept = {key: flow for key, flow in house.flows.newest.items() if all(act.call != name for act in flow.acts)}
        return replace(house, flows=replace(house.flows, newest=kept))

    async def story(visit: Visit) -> None:
        form = fields_of(await visit.open("?show=move"))
        visit.desk.house = without("cancel_appointment")
        page = await visit.open()
        assert "show=move" in page
        assert "show=cancel" not in page
        assert (await visit.post("cancel", {**form, "version": "1"})).status_code == 409

    run(sqlite_database, story)


def test_a_flight_is_shown_and_changed_in_the_chat(sqlite_database: str) -> None:
    async def story() -> None:
        async with browsing(sqlite_database, flights()) as visit:
            await talk(visit.desk, visit.conversation, *MADRID, "yes")
            await hold_link(visit)
            page = await _is_read_only(visit, "write to us in the chat")
            assert "Madrid to Paris" in page
            assert (await visit.post("cancel", {"version": "1", "key": "k"})).status_code == 409
            assert (await visit.row()).status is Status.BOOKED

    asyncio.run(story())


def test_times_with_the_same_person_come_first_and_those_with_everyone_are_there(sqlite_database: str) -> None:
    async def story(visit: Visit) -> None:
        own = (await visit.row()).provider
        picks = [query_of(path) for path in links(await visit.open("?show=move&day=2025-11-20")) if "pick=" in path]
        assert {each["pick"].rpartition("~")[2] for each in picks} == {own}
        everyone = next(path for path in links(await visit.open("?show=move")) if "who=anyone" in path)
        page = (await visit.browser.get(f"{everyone}&day=2025-11-20")).text
        assert {query_of(path)["who"] for path in links(page) if "pick=" in path} == {"anyone"}

    run(sqlite_database, story)


@pytest.mark.parametrize("path", ["", "/calendar.ics", "/move", "/cancel"])
def test_wrong_and_old_links_and_those_of_others_get_the_same_friendly_page(sqlite_database: str, path: str) -> None:
    async def story(visit: Visit) -> None:
        async def tried(address: str) -> httpx.Response:
            if path in {"/move", "/cancel"}:
                return await visit.browser.post(address + path, data={"key": "k"})
            return await visit.browser.get(address + path)

        wrong = await tried(visit.address[:-1] + ("A" if visit.address[-1] != "A" else "B"))
        elsewhere = await tried(visit.address.replace("/medspa/", "/nobody/"))
        longer = await tried(visit.address + "A" * 1_000)
        visit.at(NOW + timedelta(days=40))
        old = await tried(visit.address)
        assert [each.status_code for each in (wrong, elsewhere, old)] == [404, 404, 404]
        assert wrong.text == old.text == longer.text
        assert "leads to no booking" in elsewhere.text
        assert old.headers["content-type"].startswith("text/html")

    run(sqlite_database, story)


def test_a_link_of_another_business_leads_nowhere(sqlite_database: str) -> None:
    async def story(visit: Visit) -> None:
        house = visit.desk.house
        visit.desk.house = replace(house, business=replace(house.business, id="another"))
        assert (await visit.browser.get(visit.address)).status_code == 404

    run(sqlite_database, story)


def test_the_page_is_kept_by_nobody_and_told_to_no_other_site(sqlite_database: str) -> None:
    async def story(visit: Visit) -> None:
        headers = (await visit.browser.get(visit.address)).headers
        assert headers["cache-control"] == "no-store"
        assert "noindex" in headers["x-robots-tag"]
        assert headers["referrer-policy"] == "same-origin"
        assert "script-src 'self'" in headers["content-security-policy"]

    run(sqlite_database, story)


def test_what_a_guest_wrote_is_shown_as_text(sqlite_database: str) -> None:
    async def story(visit: Visit) -> None:
        facts = Facts(name='"><script>alert(1)</script>')
        await visit.desk.store.run(lambda unit: unit.bookings.correct(visit.booking, facts, "desk", NOW))
        page = await visit.open()
        assert "<script>" not in page
        assert "&lt;script&gt;" in page

    run(sqlite_database, story)
