"""Every route of the console is behind the door, walked from the application's own list of routes."""

import asyncio
import re
from collections.abc import Iterator

import httpx
from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from frontdesk.console.access import guard
from tests.console.consoles import HTML, backroom_on
from tests.web.clients import HERE
from tests.web.test_walls import routes_of

OPEN = {"/staff", "/staff/{business}", "/staff/{business}/login", "/staff/static/{name}"}
BLANK = re.compile(r"\{[^}]*\}")
# Who works here, the business itself, forgetting for good, the log: what is called so is for owners, also what is new.
OWNERS = re.compile(r"(GET|POST) /staff/\{business\}/(people|log)\b|POST \S+/(settings/\S+|forget|example|own-chat)")


def routes(app: FastAPI) -> Iterator[tuple[APIRoute, str]]:
    for route in routes_of(app.routes):
        if isinstance(route, APIRoute) and route.path.startswith("/staff") and route.path not in OPEN:
            for method in sorted(route.methods or ()):
                yield route, method


def is_for_owners(dependant: Dependant) -> bool:
    return dependant.call is guard.owner or any(map(is_for_owners, dependant.dependencies))


def is_guarded(dependant: Dependant) -> bool:
    return dependant.call is guard.staff or any(map(is_guarded, dependant.dependencies))


def address(route: APIRoute) -> str:
    return BLANK.sub("1", route.path.replace("{business}", "medspa"))


async def asked(route: APIRoute, method: str, http: httpx.AsyncClient, **headers: str) -> int:
    answer = await http.request(method, address(route), headers={**HTML, "origin": HERE, **headers})
    return answer.status_code


def test_no_route_opens_without_a_login_or_with_a_guests_token() -> None:
    async def walk() -> None:
        async with backroom_on("sqlite://") as room:
            talk = await room.site.begin()
            found = list(routes(room.site.app))
            assert len(found) > 8
            stranger = room.stranger().http
            for route, method in found:
                assert is_guarded(route.dependant), route.path
                assert await asked(route, method, stranger) == 401, route.path
                assert await asked(route, method, stranger, cookie="frontdesk_staff=guess") == 401, route.path
                bearer = {"authorization": f"Bearer {talk.token}"}
                assert await asked(route, method, stranger, **bearer) == 403, route.path
                as_cookie = {"cookie": f"frontdesk_staff={talk.token}"}
                assert await asked(route, method, stranger, **as_cookie) == 401, route.path

    asyncio.run(walk())


def test_what_is_for_owners_is_refused_to_staff_and_every_change_needs_the_token_of_the_page() -> None:
    async def walk() -> None:
        async with backroom_on("sqlite://") as room:
            stella, owen = await room.worker("stella"), await room.worker("owen")
            owners = 0
            for route, method in routes(room.site.app):
                if method not in guard.SAFE:
                    assert await asked(route, method, owen.http) == 403, route.path
                assert is_for_owners(route.dependant) == bool(OWNERS.match(f"{method} {route.path}")), route.path
                if is_for_owners(route.dependant):
                    owners += 1
                    csrf = {"x-csrf-token": stella.csrf}
                    assert await asked(route, method, stella.http, **csrf) == 403, route.path
            assert owners > 2

    asyncio.run(walk())


def test_a_page_that_is_not_there_is_told_inside_the_console() -> None:
    async def walk() -> None:
        async with backroom_on("sqlite://") as room:
            stella = await room.worker("stella")
            for path in ("nowhere", "requests/1/nowhere", "diary/bookings"):
                answer = await stella.get(path)
                assert answer.status_code == 404, path
                assert 'href="/staff/medspa/today"' in answer.text, path
            assert (await room.stranger().get("nowhere")).status_code == 401

    asyncio.run(walk())


def test_nothing_of_the_console_is_kept_by_browsers() -> None:
    async def walk() -> None:
        async with backroom_on("sqlite://") as room:
            owen = await room.worker("owen")
            for path in ("today", "people", "account"):
                answer = await owen.get(path)
                assert answer.headers["cache-control"] == "no-store", path
                assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]

    asyncio.run(walk())
