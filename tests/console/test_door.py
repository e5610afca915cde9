"""Who is let into the console, and who is not."""

import asyncio
import re
from dataclasses import replace
from datetime import timedelta

import httpx
import pyotp
import pytest
from starlette.datastructures import FormData
from starlette.requests import Request

from frontdesk.console.access.accounts import NotDone, change_own
from frontdesk.console.access.doors import IDLE, LONGEST, MOST_OF_BOTH, WITHIN, Person, person_of
from frontdesk.console.access.guard import At
from frontdesk.console.access.second_factor import PERIOD
from frontdesk.console.app import told_while_let_in
from frontdesk.desk.desk import Desk
from frontdesk.storage.rows import Role
from tests.console.consoles import HTML, Backroom, Worker, add_account, backroom_on
from tests.passwords import PASSWORD
from tests.web.clients import HERE

SECRET = re.compile(r'name="totp_pending" value="([A-Z2-7]+)"')
CODES = re.compile(r"<li><code>([a-z0-9]{5}-[a-z0-9]{5})</code>")


def set_clock(desk: Desk, later: timedelta) -> None:
    moment = desk.clock() + later
    desk.clock = lambda: moment


async def audit(room: Backroom) -> list[tuple[str, str, str]]:
    rows = await room.desk.store.run(lambda unit: unit.audit.page("medspa"))
    return [(row.by, row.what, row.about) for row in reversed(rows)]


def test_the_right_password_opens_and_logging_out_shuts(database_url: str) -> None:
    async def visit() -> None:
        async with backroom_on(database_url) as room:
            owen = room.stranger()
            assert (await owen.get("today")).status_code == 401
            answer = await owen.log_in("owen", then="/staff/medspa/people?x=1")
            assert answer.headers["location"] == "/staff/medspa/people?x=1"
            cookie = answer.headers["set-cookie"].lower()
            assert "httponly" in cookie
            assert "samesite=lax" in cookie
            assert "path=/staff/medspa" in cookie
            assert (await owen.get("today")).status_code == 200
            kept = dict(owen.http.cookies)
            assert (await owen.post("logout")).status_code == 303
            thief = room.stranger()
            thief.http.cookies.update(kept)
            assert (await thief.get("today")).status_code == 401
            assert await audit(room) == [("owen", "logged_in", "owen"), ("owen", "logged_out", "owen")]

    asyncio.run(visit())


@pytest.mark.parametrize(
    "then",
    [
        "https://evil.example/",
        "//evil.example/x",
        "/staff/twin/today",
        "/staff/medspa/../../b/x",
        "/\\evil",
        "login",
        "",
    ],
)
def test_after_the_login_nobody_is_led_elsewhere(then: str) -> None:
    async def visit() -> None:
        async with backroom_on("sqlite://") as room:
            answer = await room.stranger().log_in("owen", then=then)
            assert answer.headers["location"] == "/staff/medspa/today"

    asyncio.run(visit())


def test_who_guesses_has_to_wait_and_then_the_right_password_counts_again(database_url: str) -> None:
    async def visit() -> None:
        async with backroom_on(database_url) as room:
            thief = room.stranger()
            said = [(await thief.log_in("owen", f"wrong {number} tries")).status_code for number in range(MOST_OF_BOTH)]
            assert said == [401] * MOST_OF_BOTH
            locked = await thief.log_in("owen")
            assert locked.status_code == 429
            assert "15 minutes" in locked.text
            # Others are not kept out by it.
            assert (await room.stranger().log_in("stella")).status_code == 303
            set_clock(room.desk, WITHIN + timedelta(seconds=1))
            assert (await thief.log_in("owen")).status_code == 303

    asyncio.run(visit())


def test_what_is_said_tells_nothing_about_accounts() -> None:
    async def visit() -> None:
        async with backroom_on("sqlite://") as room:
            await room.desk.store.run(lambda unit: unit.audit.newest("medspa"))
            known = await room.stranger().log_in("owen", "wrong password")
            unknown = await room.stranger().log_in("nobody", "wrong password")
            plain = [re.sub("owen|nobody", "", answer.text) for answer in (known, unknown)]
            assert plain[0] == plain[1]
            assert known.status_code == unknown.status_code == 401

    asyncio.run(visit())


@pytest.mark.parametrize("wait", [IDLE + timedelta(minutes=1), LONGEST + timedelta(minutes=1)])
def test_a_session_ends_by_itself(wait: timedelta) -> None:
    async def visit() -> None:
        async with backroom_on("sqlite://") as room:
            owen = await room.worker("owen")
            steps = max(1, wait // timedelta(hours=6)) if wait > timedelta(days=1) else 1
            answers = []
            for _ in range(steps):
                set_clock(room.desk, wait / steps)
                answers.append(await owen.get("today"))
            last = answers[-1]
            assert last.status_code == 401
            assert "/staff/medspa/today" in last.text  # the login leads back

    asyncio.run(visit())


def test_a_page_that_is_left_open_keeps_no_session_and_its_stream_ends() -> None:
    async def visit() -> None:
        async with backroom_on("sqlite://") as room:
            owen = await room.worker("owen")
            token = owen.http.cookies["frontdesk_staff"]
            person = await person_of(room.desk, token)
            assert person is not None
            site = room.site.app.state.console.rooms["medspa"]
            events = told_while_let_in(At(Request({"type": "http"}), site, person, FormData(), ""))
            assert "ready" in await anext(events)
            statuses = []
            for _ in range(3):
                set_clock(room.desk, IDLE / 2)
                statuses.append((await owen.get("waiting", **{"x-background": "1"})).status_code)
            assert statuses == [200, 200, 401]
            site.live.tell("presence", {})
            with pytest.raises(StopAsyncIteration):
                await anext(events)

    asyncio.run(visit())


def test_whoever_logs_in_gets_a_session_that_nobody_knew_before() -> None:
    async def visit() -> None:
        async with backroom_on("sqlite://") as room:
            owen = room.stranger()
            owen.http.cookies.set("frontdesk_staff", "planted", domain="desk.example", path="/staff/medspa")
            assert (await owen.log_in("owen")).status_code == 303
            thief = room.stranger()
            assert (await thief.get("today", cookie="frontdesk_staff=planted")).status_code == 401

    asyncio.run(visit())


def test_a_session_opens_no_other_business() -> None:
    async def visit() -> None:
        async with backroom_on("sqlite://") as room:
            owen = await room.worker("owen")
            await add_account(room.site.twin, "owen", Role.OWNER)
            kept = dict(owen.http.cookies)
            other = room.stranger("twin")
            other.http.cookies.update(kept)
            assert (await other.get("today")).status_code == 401

    asyncio.run(visit())


async def switch_on(worker: Worker, desk: Desk) -> tuple[str, list[str]]:
    shown = await worker.post("account/second-factor")
    found = SECRET.search(shown.text)
    assert found is not None
    secret = found.group(1)
    wrong = await worker.post("account/second-factor", totp_pending=secret, code="000000")
    assert wrong.status_code == 400
    code = pyotp.TOTP(secret).at(desk.clock())
    done = await worker.post("account/second-factor", totp_pending=secret, code=code)
    codes = CODES.findall(done.text)
    assert len(codes) == 8
    return secret, codes


def test_with_a_second_factor_a_password_alone_opens_nothing(database_url: str) -> None:
    async def visit() -> None:
        async with backroom_on(database_url) as room:
            set_clock(room.desk, timedelta())
            secret, codes = await switch_on(await room.worker("owen"), room.desk)
            without = await room.stranger().log_in("owen")
            assert without.status_code == 401
            assert 'name="code"' in without.text
            used = pyotp.TOTP(secret).at(room.desk.clock())
            assert (await room.stranger().log_in("owen", code=used)).status_code == 401  # it was taken when set up
            set_clock(room.desk, timedelta(seconds=2 * PERIOD))
            fresh = pyotp.TOTP(secret).at(room.desk.clock())
            assert (await room.stranger().log_in("owen", code=fresh)).status_code == 303
            assert (await room.stranger().log_in("owen", code=fresh)).status_code == 401
            paper = codes[3].upper()
            assert (await room.stranger().log_in("owen", code=paper)).status_code == 303
            assert (await room.stranger().log_in("owen", code=paper)).status_code == 401

    asyncio.run(visit())


def test_a_second_factor_is_switched_off_with_the_password_only() -> None:
    async def visit() -> None:
        async with backroom_on("sqlite://") as room:
            owen = await room.worker("owen")
            await switch_on(owen, room.desk)
            assert (await owen.post("account/second-factor/off", password="no")).status_code == 400
            assert (await owen.post("account/second-factor/off", password=PASSWORD)).status_code == 303
            assert (await room.stranger().log_in("owen")).status_code == 303

    asyncio.run(visit())


def test_a_new_password_ends_the_other_sessions() -> None:
    async def visit() -> None:
        async with backroom_on("sqlite://") as room:
            here, there = await room.worker("owen"), await room.worker("owen")
            new = "violet engine under tree"
            refused = [
                await here.post("account/password", old="wrong", new=new, again=new),
                await here.post("account/password", old=PASSWORD, new=new, again="other"),
                await here.post("account/password", old=PASSWORD, new="short", again="short"),
                await here.post("account/password", old=PASSWORD, new="owen is my name", again="owen is my name"),
            ]
            assert [answer.status_code for answer in refused] == [400] * 4
            assert (await here.post("account/password", old=PASSWORD, new=new, again=new)).status_code == 303
            assert (await here.get("today")).status_code == 200
            assert (await there.get("today")).status_code == 401
            assert (await room.stranger().log_in("owen", new)).status_code == 303

    asyncio.run(visit())


def test_an_owner_lets_people_in_and_out(database_url: str) -> None:
    async def visit() -> None:
        async with backroom_on(database_url) as room:
            owen = await room.worker("owen")
            made = await owen.post("people", login="Tom", name="Tom Reed", role="staff", password=PASSWORD)
            assert made.status_code == 303
            tom = await room.worker("tom")
            again = await owen.post("people", login="tom", name="Tom", role="staff", password=PASSWORD)
            assert "There is somebody who logs in as tom" in again.text
            accounts = await room.desk.store.run(lambda unit: unit.accounts.all("medspa"))
            number = next(each.id for each in accounts if each.login == "tom")
            assert (await owen.post(f"people/{number}/owner")).status_code == 303
            assert (await tom.get("people")).status_code == 200
            assert (await owen.post(f"people/{number}/remove")).status_code == 303
            assert (await tom.get("today")).status_code == 401
            assert (await room.stranger().log_in("tom")).status_code == 401
            own = next(each.id for each in accounts if each.login == "owen")
            only = await owen.post(f"people/{own}/staff")
            assert only.status_code == 409
            assert "only owner" in only.text
            changes = [what for by, what, about in await audit(room) if about == "tom" and by == "owen"]
            assert changes == ["account_added", "role_changed", "account_removed"]

    asyncio.run(visit())


@pytest.mark.parametrize(
    "fields",
    [
        {"login": "", "name": "A", "role": "staff", "password": PASSWORD},
        {"login": "a b", "name": "A", "role": "staff", "password": PASSWORD},
        {"login": "ann", "name": " ", "role": "staff", "password": PASSWORD},
        {"login": "ann", "name": "A", "role": "king", "password": PASSWORD},
        {"login": "ann", "name": "A", "role": "staff", "password": "aaaaaaaaaaaa"},
        {"login": "ann", "name": "A", "role": "staff", "password": "x" * 300},
    ],
)
def test_a_poor_account_is_not_made_and_what_was_typed_stays(fields: dict[str, str]) -> None:
    async def visit() -> httpx.Response:
        async with backroom_on("sqlite://") as room:
            return await (await room.worker("owen")).post("people", **fields)

    answer = asyncio.run(visit())
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text
    assert fields["password"] not in answer.text


def test_a_form_of_another_site_changes_nothing() -> None:
    async def visit() -> None:
        async with backroom_on("sqlite://") as room:
            owen = await room.worker("owen")
            fields = {"login": "eve", "name": "Eve", "role": "owner", "password": PASSWORD}
            tries = [
                await owen.http.post(owen.at("people"), data=fields, headers=HTML),
                await owen.http.post(owen.at("people"), data={**fields, "csrf": "guess"}, headers=HTML),
                await owen.http.post(
                    owen.at("people"),
                    data={**fields, "csrf": owen.csrf},
                    headers={**HTML, "origin": "https://evil.example"},
                ),
                await owen.http.post(
                    owen.at("people"),
                    data={**fields, "csrf": owen.csrf},
                    headers={**HTML, "sec-fetch-site": "cross-site"},
                ),
                await owen.http.post(owen.at("people"), data={**fields, "csrf": owen.csrf}, headers={"origin": "null"}),
            ]
            assert [answer.status_code for answer in tries] == [403] * 5
            logging_in = await room.stranger().http.post(
                owen.at("login"),
                data={"login": "owen", "password": PASSWORD},
                headers={"origin": "https://evil.example"},
            )
            assert logging_in.status_code == 403
            right = await owen.http.post(
                owen.at("people"), data=fields, headers={**HTML, "origin": HERE, "x-csrf-token": owen.csrf}
            )
            assert right.status_code == 303

    asyncio.run(visit())


def test_a_password_keeps_its_spaces_and_a_made_up_secret_is_not_taken() -> None:
    async def visit() -> None:
        async with backroom_on("sqlite://") as room:
            owen = await room.worker("owen")
            new = " violet engine under tree "
            assert (await owen.post("account/password", old=PASSWORD, new=new, again=new)).status_code == 303
            assert (await room.stranger().log_in("owen", new)).status_code == 303
            assert (await room.stranger().log_in("owen", new.strip())).status_code == 401
            odd = await owen.post("account/second-factor", totp_pending="!!!", code="123456")
            assert odd.status_code == 400
            assert "!!!" not in odd.text

    asyncio.run(visit())


def test_what_an_owner_changed_meanwhile_stays(database_url: str) -> None:
    async def visit() -> None:
        async with backroom_on(database_url) as room:
            stella = await room.desk.store.run(lambda unit: unit.accounts.by_login("medspa", "stella"))
            assert stella is not None
            person = Person(stella.id, "stella", "Stella", Role.STAFF, "", "")
            removed = replace(stella, removed_at=room.desk.clock())
            await room.desk.store.run(lambda unit: unit.accounts.change(replace(stella, role=Role.OWNER)))
            await room.desk.store.run(lambda unit: change_own(unit, person, password="other"))
            changed = await room.desk.store.run(lambda unit: unit.accounts.by_id(stella.id))
            assert changed is not None
            assert (changed.role, changed.password) == (Role.OWNER, "other")
            await room.desk.store.run(lambda unit: unit.accounts.change(removed))
            with pytest.raises(NotDone):
                await room.desk.store.run(lambda unit: change_own(unit, person, password="again"))

    asyncio.run(visit())
