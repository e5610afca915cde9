"""One structured line per request: how it ended and how long it took, never what was said or by whom."""

from __future__ import annotations

from time import perf_counter

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_SECRET_PARTS = ("conversations", "manage", "runs")  # what follows these in a path opens something


class RequestLog:
    """Logs requests."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand before `app`."""
        self.app = app
        self.log = structlog.get_logger("frontdesk.web")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and log how it ended."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = perf_counter(), 0

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noted)
        finally:
            milliseconds = round((perf_counter() - began) * 1000, 1)
            self.log.info("request", method=scope["method"], path=shown(scope["path"]), status=status, ms=milliseconds)


def shown(path: str) -> str:
    """Return a path without what could let somebody in."""
    parts = path.split("/")[:8]
    for place, part in enumerate(parts[:-1]):
        if part in _SECRET_PARTS:
            parts[place + 1] = "-"
    return "/".join(part[:40] for part in parts)
