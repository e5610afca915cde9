"""Errors as `application/problem+json`: a stable type, a title, and a sentence that says what to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from frontdesk.channels.web.host import Unavailable

MEDIA_TYPE = "application/problem+json"


class ProblemResponse(JSONResponse):
    """A response that is a problem."""

    media_type = MEDIA_TYPE


@dataclass(slots=True)
class Problem(Exception):  # noqa: N818 - it is what the standard calls it
    """Something that is wrong with a request; `kind` is stable, `detail` is for people."""

    status: int
    kind: str
    detail: str
    headers: Mapping[str, str] = field(default_factory=dict)
    more: Mapping[str, object] = field(default_factory=dict)  # fields of its own

    def body(self) -> dict[str, object]:
        """Return it as the standard has it."""
        title = HTTPStatus(self.status).phrase
        return {
            "type": f"about:blank#{self.kind}",
            "title": title,
            "status": self.status,
            "detail": self.detail,
            **self.more,
        }

    def response(self) -> JSONResponse:
        """Return it as a response."""
        return ProblemResponse(self.body(), self.status, dict(self.headers))


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


def too_large(most: int) -> Problem:
    """A body is longer than anything that is meant to be sent."""
    return Problem(413, "too-large", f"A body has at most {most} bytes.", {"Connection": "close"})


def broken() -> Problem:
    """A mistake of ours."""
    return Problem(500, "broken", "Something went wrong here, and has been recorded. Nothing was kept of this request.")


def no_run() -> Problem:
    """A plan that is not there."""
    return Problem(404, "no-run", "There is no such plan in this conversation.")


def no_link() -> Problem:
    """A link that leads nowhere."""
    return Problem(404, "no-booking", "This link leads to no booking, or it has expired.")


PROBLEMS = {
    400: "The request cannot be read, or makes no sense.",
    401: "There is no token.",
    404: "It is not there, or not for whoever asks.",
    405: "This is not done here.",
    408: "The body did not come to its end in time.",
    409: "Things have changed meanwhile, or it is done already.",
    413: "The body is too large.",
    422: "A value is not as it must be.",
    429: "Too many requests.",
    503: "The database does not answer; nothing was kept.",
}


KINDS = {
    400: "unreadable",
    404: "not-found",
    405: "not-allowed",
    408: "too-slow",
    413: "too-large",
}  # of what the framework raises


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
                kind = KINDS.get(error.status_code, "http")
                return Problem(error.status_code, kind, detail, error.headers or {}).response()
            case _:
                return Problem(503, "unavailable", "Nothing can be kept right now. Try again in a moment.").response()

    for kind in (Problem, RequestValidationError, HTTPException, Unavailable):
        app.add_exception_handler(kind, problem)


def _first(error: RequestValidationError) -> str:
    return what_is_wrong(error.errors())


def what_is_wrong(errors: Sequence[Mapping[str, Any]]) -> str:
    """Say what is wrong first: where, and what; never what was sent, which may be a guest's words."""
    first = errors[0]
    loc, kind = first["loc"], first["type"]
    if kind == "extra_forbidden":
        return f"{_place(loc[:-1])}: there is a field that is not known here"
    if kind == "json_invalid":
        return f"{_place(loc[:1])}: not valid JSON"
    if kind in _QUOTING:
        return f"{_place(loc)}: {_QUOTING[kind]}"
    return f"{_place(loc)}: {first['msg']}"


# What else is said of these quotes what was sent.
_QUOTING = {"union_tag_invalid": "the type is not known", "value_error": "not valid", "assertion_error": "not valid"}


def _place(loc: Sequence[object]) -> str:
    """Name a field as the documents do; what is between is left out, as keys may be anything."""
    return ".".join(str(part) for part in loc if isinstance(part, int) or part in _FIELDS) or "body"


_FIELDS = frozenset(
    {"body", "query", "path", "header", "content", "press", "button", "turn", "value", "type", "id", "text", "run"}
    | {
        "business",
        "conversation",
        "after",
        "limit",
        "from",
        "to",
        "Idempotency-Key",
        "idempotency-key",
        "authorization",
    }
    | {"placeholder", "values", "name", "link"}
)
