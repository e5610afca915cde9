"""Headers that keep browsers safe: a strict content policy, and who may call from which page."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from frontdesk.channels.web.host import Host

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
SECURE = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(self)",
    "Cross-Origin-Opener-Policy": "same-origin",
}
ALLOWED_HEADERS = "Authorization, Content-Type, Idempotency-Key"
ALLOWED_METHODS = "GET, POST, OPTIONS"
A_DAY = "86400"
# What any page may load: the widget is made to be put on other people's pages.
PUBLIC = ("/widget.js", "/static/")


class HeadAsGet:
    """Answers a HEAD like the GET of the same address; the server below leaves the body out."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand before `app`."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on as one that every route knows."""
        is_head = scope["type"] == "http" and scope["method"] == "HEAD"
        await self.app({**scope, "method": "GET"} if is_head else scope, receive, send)


class SafeHeaders:
    """Adds the headers to every response, and answers browsers that ask first whether a page may call."""

    def __init__(self, app: ASGIApp, hosts: Mapping[str, Host]) -> None:
        """Stand before `app`, for these businesses."""
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and add headers to the answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        origin = Headers(scope=scope).get("origin")
        allowed = origin is not None and is_allowed(origin, scope, self.hosts)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURE.items():
                    headers.setdefault(name, value)
                _allow(headers, scope["path"], origin if allowed else None)
            await send(message)

        if scope["method"] == "OPTIONS" and origin is not None:
            await _preflight()(scope, receive, with_headers)
            return
        await self.app(scope, receive, with_headers)


def _allow(headers: MutableHeaders, path: str, origin: str | None) -> None:
    if path.startswith(PUBLIC):
        headers["Access-Control-Allow-Origin"] = "*"
        headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        return
    headers.add_vary_header("Origin")
    if origin is not None:
        headers["Access-Control-Allow-Origin"] = origin
        headers["Access-Control-Expose-Headers"] = "Retry-After"
        headers["Cross-Origin-Resource-Policy"] = "cross-origin"


def _preflight() -> Response:
    headers = {
        "Access-Control-Allow-Methods": ALLOWED_METHODS,
        "Access-Control-Allow-Headers": ALLOWED_HEADERS,
        "Access-Control-Max-Age": A_DAY,
    }
    return Response(status_code=204, headers=headers)


def is_allowed(origin: str, scope: Scope, hosts: Mapping[str, Host]) -> bool:
    """Say whether a page of this origin may call: our own pages, and those that the business names."""
    host = Headers(scope=scope).get("host", "")
    if origin.partition("://")[2] == host:
        return True
    parts = scope["path"].split("/")
    business = hosts.get(parts[2]) if len(parts) > 2 and parts[1] == "b" else None
    return business is not None and origin in business.business.origins
