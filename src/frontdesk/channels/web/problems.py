"""Errors as `application/problem+json`: a stable type, a title, and a sentence that says what to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from frontdesk.channels.web.host import Unavailable

MEDIA_TYPE = "application/problem+json"


@dataclass(slots=True)
class Problem(Exception):  # noqa: N818 - it is what the standard calls it
    """Something that is wrong with a request; `kind` is stable, `detail` is for people."""

    status: int
    kind: str
    detail: str
    headers: Mapping[str, str] = field(default_factory=dict)

    def body(self) -> dict[str, object]:
        """Return it as the standard has it."""
        title = HTTPStatus(self.status).phrase
        return {"type": f"about:blank#{self.kind}", "title": title, "status": self.status, "detail": self.detail}

    def response(self) -> JSONResponse:
        """Return it as a response."""
        return JSONResponse(self.body(), self.status, dict(self.headers), MEDIA_TYPE)


def no_business() -> Problem:
    """There is no business of that name."""
    return Problem(404, "no-business", "There is no business of that name here.")


def no_conversation() -> Problem:
    """A conversation that is not there is answered like one that is somebody else's."""
    return Problem(404, "no-conversation", "There is no such conversation, or this token does not open it.")


def no_token() -> Problem:
    """A conversation is opened by its token only."""
    headers = {"WWW-Authenticate": "Bearer"}
    return Problem(401, "no-token", "Send the conversation's token as `Authorization: Bearer TOKEN`.", headers)


def too_many(seconds: int) -> Problem:
    """Somebody asks more often than they may."""
    detail = f"Too many requests. Try again in {seconds} seconds."
    return Problem(429, "too-many-requests", detail, {"Retry-After": str(seconds)})


def no_link() -> Problem:
    """A link that leads nowhere."""
    return Problem(404, "no-booking", "This link leads to no booking, or it has expired.")


PROBLEMS = {
    400: "The request makes no sense.",
    401: "There is no token.",
    404: "It is not there, or not for whoever asks.",
    413: "The body is too large.",
    422: "A value is not as it must be.",
    429: "Too many requests.",
    503: "The database does not answer; nothing was kept.",
}


def describe(*statuses: int) -> dict[int | str, dict[str, object]]:
    """Return how the documents describe these problems."""
    schema = {
        "type": "object",
        "required": ["type", "title", "status", "detail"],
        "properties": {
            "type": {"type": "string", "examples": ["about:blank#no-conversation"]},
            "title": {"type": "string", "examples": ["Not Found"]},
            "status": {"type": "integer", "examples": [404]},
            "detail": {"type": "string", "examples": ["There is no such conversation."]},
        },
    }
    return {
        status: {"description": PROBLEMS[status], "content": {MEDIA_TYPE: {"schema": schema}}} for status in statuses
    }


def install(app: FastAPI) -> None:
    """Let every error of the interface be a problem."""

    async def problem(_: Request, error: Exception) -> JSONResponse:
        match error:
            case Problem():
                return error.response()
            case RequestValidationError():
                return Problem(422, "invalid", _first(error)).response()
            case HTTPException():
                detail = str(error.detail)
                return Problem(error.status_code, "http", detail, error.headers or {}).response()
            case _:
                return Problem(503, "unavailable", "Nothing can be kept right now. Try again in a moment.").response()

    for kind in (Problem, RequestValidationError, HTTPException, Unavailable):
        app.add_exception_handler(kind, problem)


def _first(error: RequestValidationError) -> str:
    """Say what is wrong first: where, and what; never what was sent, which may be a guest's words."""
    first = error.errors()[0]
    place = ".".join(str(part) for part in first.get("loc", ()))
    return f"{place}: {first.get('msg', 'not valid')}"
