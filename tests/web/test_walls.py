"""Every route is behind its walls: tokens, origins, and the headers that keep browsers safe."""

import asyncio
from collections.abc import Iterable, Iterator

import httpx
import pytest
from starlette.routing import Route

from tests.web.clients import HERE, Site, Talk, house_with_origins, is_problem, site_on

SHOP = "https://shop.example"
OTHER = "https://evil.example"
SECRET = "hullaballoo"
# What anybody may read, or what is no conversation's: a booking's own link opens it, and nothing else does.
OPEN = {
    "/b/{business}/profile",
    "/b/{business}/frames",
    "/b/{business}/logo",
    "/b/{business}/look.css",
    "/b/{business}",
}

OWNED = {"{conversation}", "{run}"}  # what belongs to whoever holds the token


def routes_of(routes: Iterable[object]) -> Iterator[Route]:
    """Give every route of an application, also those of the routers that it includes."""
    for each in routes:
        if isinstance(each, Route):
            yield each
        elif (included := getattr(each, "original_router", None)) is not None:
            yield from routes_of(included.routes)


def paths(site: Site) -> list[tuple[str, str]]:
    """Return every way in, by method, from the documents and the routes themselves."""
    documented = [(method.upper(), path) for path, each in site.app.openapi()["paths"].items() for method in each]
    found = [(method, route.path) for route in routes_of(site.app.routes) for method in route.methods or ()]
    assert set(documented) < set(found)
    return sorted({*documented, *found})


def filled(path: str, talk: Talk) -> str:
    """Put a conversation into a path."""
    named = {
        "business": talk.business,
        "conversation": talk.id,
        "run": f"{talk.id}.1",
        "name": "chat.js",
        "link": "x" * 24,
    }
    for name, value in named.items():
        path = path.replace(f"{{{name}}}", value).replace(f"{{{name}:path}}", value)
    assert "{" not in path, path
    return path


async def ask(site: Site, method: str, path: str, headers: dict[str, str]) -> httpx.Response:
    body = {} if path.endswith("/execute") else {"content": "book me something"} if method == "POST" else None
    query = {"from": "2025-11-18", "to": "2025-11-19"} if path.endswith("/openings") else None
    return await site.http.request(method, path, json=body, params=query, headers=headers)


def test_nobody_reads_or_moves_the_conversation_of_another() -> None:
    async def walk() -> int:
        async with site_on("sqlite://") as site:
            mine, theirs = await site.begin(), await site.begin()
            twin = await site.begin("twin")
            await site.say(theirs, f"hello {SECRET}")
            before = (await site.http.get(theirs.path, headers=theirs.headers)).json()
            wrong = [{}, {"Authorization": "Bearer wrong"}, mine.headers, twin.headers]
            walked = 0
            for method, path in paths(site):
                if not OWNED & set(path.split("/")):
                    continue
                for headers in wrong:
                    answer = await ask(site, method, filled(path, theirs), headers)
                    assert is_problem(answer, 404 if headers else 401), (method, path, answer.status_code)
                    assert SECRET not in answer.text
                    walked += 1
            after = (await site.http.get(theirs.path, headers=theirs.headers)).json()
            assert after == before
            return walked

    assert asyncio.run(walk()) >= 12


def test_every_route_about_a_business_needs_a_token_or_is_known_to_need_none() -> None:
    async def walk() -> set[str]:
        async with site_on("sqlite://") as site:
            return {path for _, path in paths(site) if path.startswith("/b/") and not OWNED & set(path.split("/"))}

    unguarded = asyncio.run(walk())
    assert {path for path in unguarded if "{link}" not in path} - OPEN == {"/b/{business}/conversations"}


def test_every_response_has_the_headers_that_keep_browsers_safe() -> None:
    async def walk() -> list[tuple[str, httpx.Response]]:
        async with site_on("sqlite://") as site:
            talk = await site.begin()
            await site.say(talk, "book a hydrafacial")
            answers = [
                (path, await ask(site, method, filled(path, talk), talk.headers)) for method, path in paths(site)
            ]
            return [*answers, ("nowhere", await site.http.get("/nowhere"))]

    answers = asyncio.run(walk())
    assert len(answers) > 12
    for path, answer in answers:
        headers = answer.headers
        assert answer.status_code != 500, path
        assert headers["X-Content-Type-Options"] == "nosniff", path
        assert headers["Referrer-Policy"] in {"no-referrer", "same-origin"}, path
        assert headers["X-Frame-Options"] in {"DENY", "SAMEORIGIN"}, path
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy, path
        assert "unsafe-eval" not in policy, path
        scripts = [part for part in policy.split(";") if "script-src" in part]
        assert all("unsafe-inline" not in part and "*" not in part for part in scripts), path
        assert "server" not in headers, path


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [(SHOP, SHOP), (HERE, HERE), (OTHER, None), ("null", None), (SHOP + ".evil.example", None), ("", None)],
)
def test_a_page_may_call_if_the_business_names_it_or_it_is_ours(origin: str, allowed: str | None) -> None:
    async def call() -> None:
        async with site_on("sqlite://", house_with_origins(SHOP)) as site:
            preflight = {
                "Origin": origin,
                "Access-Control-Request-Method": "POST",
                "Access-Control-Request-Headers": "authorization,content-type,idempotency-key",
            }
            asked = await site.http.options("/b/medspa/conversations", headers=preflight)
            begun = await site.http.post("/b/medspa/conversations", headers={"Origin": origin})
            missing = await site.http.get("/b/medspa/conversations/none", headers={"Origin": origin})
            for answer in (asked, begun, missing):
                assert answer.headers.get("Access-Control-Allow-Origin") == allowed
                assert "Origin" in answer.headers["Vary"]
                assert "Access-Control-Allow-Credentials" not in answer.headers
            if allowed:
                assert asked.status_code == 204
                assert "Idempotency-Key" in asked.headers["Access-Control-Allow-Headers"]
                assert "Retry-After" in begun.headers["Access-Control-Expose-Headers"]

    asyncio.run(call())


def test_who_may_call_one_business_may_not_call_all() -> None:
    async def call() -> bool:
        async with site_on("sqlite://", house_with_origins(SHOP)) as site:
            site.twin.house = house_with_origins()
            answer = await site.http.post("/b/twin/conversations", headers={"Origin": SHOP})
            return "Access-Control-Allow-Origin" in answer.headers

    assert not asyncio.run(call())
