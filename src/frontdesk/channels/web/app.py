"""The application: routes, limits and headers put together, for the businesses it is given."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from fastapi import FastAPI

from frontdesk.channels.web import problems
from frontdesk.channels.web.api import Web, api_routes
from frontdesk.channels.web.headers import HeadAsGet, SafeHeaders
from frontdesk.channels.web.host import Host
from frontdesk.channels.web.limits import BodyLimit
from frontdesk.channels.web.manage import manage_routes
from frontdesk.channels.web.pages import install_missing_page, page_routes
from frontdesk.channels.web.plan_api import plan_routes
from frontdesk.channels.web.requests_log import RequestLog
from frontdesk.channels.web.watching import watch_routes

ABOUT = """Talk to a business and book with it. A conversation is begun, opened by its token, and goes on message by
message; `frames` describes what goes over its socket."""


def web_app(hosts: Mapping[str, Host]) -> FastAPI:
    """Return the application that serves these businesses, by id."""
    web = Web(hosts)

    @asynccontextmanager
    async def running(_: FastAPI) -> AsyncIterator[None]:
        yield
        await web.close()

    app = FastAPI(
        title="Frontdesk",
        description=ABOUT,
        version="1",
        docs_url=None,
        redoc_url=None,
        lifespan=running,
        redirect_slashes=False,
    )
    app.state.web = web  # whoever runs the server lets turns end before it hangs up
    problems.install(app)
    install_missing_page(app)
    app.include_router(api_routes(web))
    app.include_router(plan_routes(web))
    app.include_router(watch_routes(web))
    app.include_router(manage_routes(web))
    app.include_router(page_routes(web, app))
    app.add_middleware(BodyLimit)
    app.add_middleware(SafeHeaders, hosts=hosts)
    app.add_middleware(RequestLog)
    app.add_middleware(HeadAsGet)
    return app
