"""The pages: a card for every business, a chat for each, the documents of the interface."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Annotated

from fastapi import APIRouter, FastAPI, Path, Request, Response
from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup, escape

from frontdesk.channels.web.api import Web
from frontdesk.channels.web.documents import documents_of
from frontdesk.channels.web.frames import schemas
from frontdesk.channels.web.looks import look_sheet
from frontdesk.channels.web.problems import Problem

STATIC = files("frontdesk.channels.web") / "static"
KINDS = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
AN_HOUR = "public, max-age=3600"
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

_TICKS = re.compile(r"`([^`]+)`")

templates = Environment(
    loader=PackageLoader("frontdesk.channels.web", "templates"),
    autoescape=select_autoescape(default=True),
    undefined=StrictUndefined,
)


def ticks(text: str) -> Markup:
    """Return a text whose parts in backticks are code."""
    return Markup(_TICKS.sub(r"<code>\1</code>", str(escape(text))))  # noqa: S704 - escaped just before


templates.filters["ticks"] = ticks


def page(name: str, status: int = 200, headers: Mapping[str, str] | None = None, **values: object) -> Response:
    """Return a page made of a template."""
    return Response(templates.get_template(name).render(values), status, headers, "text/html")


def install_missing_page(app: FastAPI) -> None:
    """Let people see a page where there is nothing; programs get a problem."""

    async def missing(request: Request, _: Exception) -> Response:
        if "text/html" in request.headers.get("accept", ""):
            return page("missing.html", 404)
        return Problem(404, "http", "There is nothing at this address.").response()

    app.add_exception_handler(404, missing)


def page_routes(web: Web, app: FastAPI) -> APIRouter:
    """Return the routes of the pages."""
    router = APIRouter(include_in_schema=False)

    @router.get("/")
    async def start(request: Request) -> Response:
        businesses = [host.profile() for host in web.hosts.values()]
        return page("start.html", businesses=businesses, server=str(request.base_url).rstrip("/"))

    @router.get("/b/{business}")
    async def chat(business: str) -> Response:
        host = web.hosts.get(business)
        if host is None:
            return page("missing.html", 404)
        return page("chat.html", profile=host.profile())

    @router.get("/b/{business}/logo")
    async def logo(business: str) -> Response:
        picture = web.host(business).logo()
        if picture is None:
            raise Problem(404, "no-logo", "This business has no logo.")
        headers = {"Cache-Control": AN_HOUR, "Content-Security-Policy": PICTURE_POLICY}
        return Response(picture.content, media_type=picture.kind, headers=headers)

    @router.get("/b/{business}/look.css")
    async def look(business: str) -> Response:
        chosen = web.host(business).business
        sheet = look_sheet(chosen.id, chosen.look.accent, chosen.look.radius)
        return Response(sheet, media_type="text/css", headers={"Cache-Control": AN_HOUR})

    @router.get("/docs")
    async def documents() -> Response:
        return page("docs.html", documents=documents_of(app.openapi(), schemas()))

    @router.get("/widget.js")
    async def widget(request: Request) -> Response:
        return _static(request, "widget.js")

    @router.get("/static/{name}")
    async def static(
        request: Request, name: Annotated[str, Path(max_length=100, pattern=r"^[a-z_-]+\.(js|css|svg)$")]
    ) -> Response:
        return _static(request, name)

    return router


def _static(request: Request, name: str) -> Response:
    """Return a file of ours, small where the browser can make it large again, or that it has not changed.

    Browsers ask each time: modules of two versions, one from a cache, would not work together.
    """
    if not (STATIC / name).is_file():
        raise Problem(404, "no-file", "There is no such file.")
    kept = _kept(name)
    is_small = "gzip" in request.headers.get("accept-encoding", "")
    tag = f'W/"{kept.digest}"'
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding", "ETag": tag}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if is_small:
        headers["Content-Encoding"] = "gzip"
    kind = KINDS[name.rpartition(".")[2]]
    return Response(kept.small if is_small else kept.whole, media_type=kind, headers=headers)


@dataclass(frozen=True, slots=True)
class _Kept:
    """A file of ours as it is sent, and what tells its versions apart."""

    whole: bytes
    small: bytes
    digest: str


@cache
def _kept(name: str) -> _Kept:
    whole = (STATIC / name).read_bytes()
    return _Kept(whole, gzip.compress(whole, mtime=0), hashlib.sha256(whole).hexdigest()[:16])
