"""What people see when the database does not answer: a sentence, and a way to try again."""

from __future__ import annotations

from fastapi import Request, Response

from frontdesk.channels.web.problems import Problem
from frontdesk.console.pages import NO_STORE, outer_page

TEXT = "Nothing can be read or kept right now. Nothing was changed."
RETRY_AFTER = "5"  # seconds


async def sorry(request: Request, _: Exception) -> Response:
    """Say sorry; programs, and parts of pages that follow, get a problem."""
    headers = {**NO_STORE, "Retry-After": RETRY_AFTER}
    if "text/html" not in request.headers.get("accept", "") or "x-fragment" in request.headers:
        return Problem(503, "unavailable", TEXT, headers).response()
    again = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    answer = outer_page(None, "sorry.html", status=503, text=TEXT, again=again if request.method == "GET" else "")
    answer.headers["Retry-After"] = RETRY_AFTER
    return answer
