"""One structured line per request: how it ended and how long it took, never what was said or by whom.

Nothing passes from here to the server below: what breaks is recorded by its kind and place, as its text may hold a
guest's words, and whoever asked gets a problem.
"""

from __future__ import annotations

import traceback
from contextlib import suppress
from time import perf_counter

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from frontdesk.channels.web.problems import broken

INTERNAL_ERROR = 1011  # the close code for a mistake of ours


class RequestLog:
    """Logs requests, and what broke in them."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand before `app`."""
        self.app = app
        self.log = structlog.get_logger("frontdesk.web")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and log how it ended."""
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = perf_counter(), 0

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noted)
        except Exception as error:  # noqa: BLE001 - the one catch-all of requests: see the top
            self._broke(error)
            if not status:
                await broken().response()(scope, receive, noted)
        finally:
            milliseconds = round((perf_counter() - began) * 1000, 1)
            self.log.info("request", method=_known(scope), path=_route(scope), status=status, ms=milliseconds)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, closed = perf_counter(), False

        async def noted(message: Message) -> None:
            nonlocal closed
            closed = closed or message["type"] == "websocket.close"
            await send(message)

        try:
            await self.app(scope, receive, noted)
        except Exception as error:  # noqa: BLE001 - the one catch-all of sockets: see the top
            self._broke(error)
            if not closed:
                await _hang_up(send)
        finally:
            self.log.info("socket_ended", seconds=round(perf_counter() - began, 1))

    def _broke(self, error: Exception) -> None:
        frames = traceback.extract_tb(error.__traceback__)
        where = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else "nowhere"
        self.log.error("request_broke", error=type(error).__name__, where=where)


def _route(scope: Scope) -> str:
    """Return the path as the routes have it: what stands in their places may let somebody in, or be anything."""
    path = getattr(scope.get("route"), "path", None)
    return path if isinstance(path, str) else "-"


def _known(scope: Scope) -> str:
    method = scope["method"]
    return method if method in {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"} else "-"


async def _hang_up(send: Send) -> None:
    with suppress(Exception):  # it is gone, which is what was wanted
        await send({"type": "websocket.close", "code": INTERNAL_ERROR})
