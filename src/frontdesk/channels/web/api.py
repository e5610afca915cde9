"""The interface for programs: conversations, messages, openings."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Annotated
from uuid import uuid4

from fastapi import APIRouter, Header, Path, Query, Request, WebSocket
from fastapi.responses import JSONResponse
from pydantic import Field

from frontdesk.channels.web.addresses import address_of
from frontdesk.channels.web.examples import CONVERSATION, FRAMES, OPENINGS, PROFILE, READ, TURN, answered
from frontdesk.channels.web.frames import LONGEST_ID, Content, MessageText, Pressed, Strict, schemas
from frontdesk.channels.web.host import Admission, Host, Line
from frontdesk.channels.web.hub import Hub
from frontdesk.channels.web.limits import Limits
from frontdesk.channels.web.problems import (
    Problem,
    describe,
    no_business,
    no_conversation,
    no_token,
)
from frontdesk.channels.web.shapes import (
    BegunConversation,
    ConversationPage,
    FramesPage,
    OpeningsPage,
    ProfilePage,
    TurnShape,
)
from frontdesk.channels.web.sockets import REFUSED, Door, Sender, serve_socket, take_turn
from frontdesk.channels.web.tokens import Tokens

SHORTEST_KEY = 16  # characters: a key that others could guess would let them in
MOST_DAYS = 62
BusinessName = Annotated[str, Path(max_length=100, description="The id of the business.", examples=["medspa"])]
ConversationId = Annotated[
    str, Path(max_length=LONGEST_ID, description="The id that the conversation began with.", examples=[CONVERSATION])
]
Authorization = Annotated[
    str | None,
    Header(max_length=500, description="The token of the conversation.", examples=["Bearer b0x5Z2l0c19hX3Rva2VuX2Z"]),
]
BeginKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=SHORTEST_KEY,
        max_length=LONGEST_ID,
        description="The same key begins the same conversation. It lets into it, so draw it at random.",
        examples=["6f0b1e0a-7d1c-4a58-9d55-2f6f4c9e8b11"],
    ),
]
MessageKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=LONGEST_ID,
        description="The same key in the same conversation is answered once, and gets the same answer again.",
        examples=["m-1"],
    ),
]


class NewMessage(Strict):
    """Something that the guest says."""

    content: MessageText = Field(examples=["book me botox tomorrow at 4"])
    press: Pressed | None = Field(default=None, description="the button that was pressed, if one was", examples=[None])


class Web:
    """What the routes share: the businesses, their open sockets, and the limits."""

    def __init__(self, hosts: Mapping[str, Host]) -> None:
        """Serve these businesses."""
        self.hosts = hosts
        self.limits = Limits()
        self.tokens = Tokens()
        self.hubs = {name: Hub(host) for name, host in hosts.items()}

    def host(self, business: str) -> Host:
        """Return a business, or raise the problem that there is none."""
        host = self.hosts.get(business)
        if host is None:
            raise no_business()
        return host

    def door(self, business: str) -> Door:
        """Return what a socket of a business needs."""
        return Door(self.host(business), self.hubs[business], self.limits, self.tokens, self.hosts)

    def count(self, request: Request) -> str | None:
        """Count a request by where it comes from, and return that."""
        address = address_of(request)
        self.limits.addresses.check(address or "")
        return address

    async def admitted(self, business: str, conversation: str, authorization: str | None) -> tuple[Host, Admission]:
        """Return the business, and whom the token lets into the conversation; raise a problem if it opens none."""
        host = self.host(business)
        kind, _, token = (authorization or "").partition(" ")
        if kind.lower() != "bearer" or not token.strip():
            raise no_token()
        admission = await self.tokens.let_in(host, conversation, token.strip())
        if admission is None:
            raise no_conversation()
        return host, admission

    async def close(self) -> None:
        """Let turns end, and then everybody go."""
        for hub in self.hubs.values():
            await hub.close()


def api_routes(web: Web) -> APIRouter:
    """Return the routes of the interface."""
    router = APIRouter(prefix="/b/{business}", tags=["conversations"])
    for add in (_talking_routes, _reading_routes, _describing_routes):
        add(router, web)
    return router


def _talking_routes(router: APIRouter, web: Web) -> None:
    @router.post(
        "/conversations",
        status_code=201,
        summary="Begin a conversation",
        responses=describe(404, 413, 422, 429, 503),
    )
    async def begin(request: Request, business: BusinessName, key: BeginKey = None) -> BegunConversation:
        """Nothing is kept of a guest until they write; the token opens this conversation and no other."""
        address = web.count(request)
        host = web.host(business)
        web.limits.beginnings.check(address or "")
        begun = await host.begin(key)
        return BegunConversation(id=begun.conversation, token=begun.token)

    @router.post(
        "/conversations/{conversation}/messages",
        summary="Say something",
        responses=describe(400, 401, 404, 408, 413, 422, 429, 503) | answered(TURN),
        response_model=TurnShape,
    )
    async def say(
        request: Request,
        business: BusinessName,
        conversation: ConversationId,
        message: NewMessage,
        authorization: Authorization = None,
        key: MessageKey = None,
    ) -> JSONResponse:
        """Take one turn; the answer is the object that `frontdesk chat --json` prints, with `state` for a page."""
        address = web.count(request)
        _, admission = await web.admitted(business, conversation, authorization)
        web.limits.guests.check(conversation)
        content = Content(type="content", id=key or uuid4().hex, text=message.content, press=message.press)
        sender = Sender(conversation, address, admission.is_owner)
        return JSONResponse(await take_turn(web.door(business), sender, content))

    @router.websocket("/conversations/{conversation}/socket")
    async def socket(socket: WebSocket, business: str, conversation: str, after: str = "0") -> None:
        if business not in web.hosts:
            await socket.accept()
            await socket.close(REFUSED, "There is no business of that name here.")
            return
        await serve_socket(socket, web.door(business), conversation, line_number(after))


def _reading_routes(router: APIRouter, web: Web) -> None:
    @router.get(
        "/conversations/{conversation}",
        summary="Read a conversation",
        responses=describe(401, 404, 422, 429, 503) | answered(READ),
        response_model=ConversationPage,
    )
    async def read(
        request: Request,
        business: BusinessName,
        conversation: ConversationId,
        authorization: Authorization = None,
        after: Annotated[int, Query(ge=0, le=2**62, examples=[12])] = 0,
        limit: Annotated[int, Query(ge=1, le=200, examples=[50])] = 100,
    ) -> JSONResponse:
        """Return what was said after a line, and where the conversation stands now."""
        web.count(request)
        host, _ = await web.admitted(business, conversation, authorization)
        page = await host.read(conversation, after, limit)
        last = page.lines[-1].id if page.lines and page.more else None
        said = list(map(_said, page.lines))
        return JSONResponse({"id": conversation, "messages": said, "next": last, "state": page.state})

    @router.get(
        "/conversations/{conversation}/openings",
        summary="What is free for what the guest wants, by day",
        responses=describe(400, 401, 404, 422, 429, 503) | answered(OPENINGS),
        response_model=OpeningsPage,
    )
    async def openings(
        request: Request,
        business: BusinessName,
        conversation: ConversationId,
        first: Annotated[date, Query(alias="from", examples=["2026-03-01"])],
        last: Annotated[date, Query(alias="to", examples=["2026-03-31"])],
        authorization: Authorization = None,
    ) -> JSONResponse:
        """Return the days and times that a picker shows. `known` is false where nothing can be told yet."""
        web.count(request)
        host, _ = await web.admitted(business, conversation, authorization)
        check_days(first, last)
        return JSONResponse(await host.openings(conversation, first, last))


def _describing_routes(router: APIRouter, web: Web) -> None:
    @router.get(
        "/profile",
        summary="How the business presents itself",
        responses=describe(404, 422, 429) | answered(PROFILE),
        response_model=ProfilePage,
    )
    async def profile(request: Request, business: BusinessName) -> JSONResponse:
        """Return names, looks, hours, what guests usually want, and the texts of the page in its language."""
        web.count(request)
        return JSONResponse(web.host(business).profile())

    @router.get(
        "/frames",
        summary="JSON Schemas of what goes over the socket",
        responses=describe(404, 422) | answered(FRAMES),
    )
    async def frames(business: BusinessName) -> FramesPage:
        """`/b/{business}/conversations/{id}/socket?after=LINE`, protocols `frontdesk.v1` and `token.TOKEN`."""
        web.host(business)
        return FramesPage(**schemas())


def line_number(text: str) -> int:
    """Read the line that a page has; whoever sends nonsense gets everything."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else 0


def check_days(first: date, last: date) -> None:
    """Raise a problem unless the days are in order and not too many."""
    if not timedelta() <= last - first < timedelta(days=MOST_DAYS):
        raise Problem(400, "bad-days", f"`to` lies on or after `from`; they and those between are {MOST_DAYS} at most.")
    if not 1900 < first.year < 9000:
        raise Problem(400, "bad-days", "These days are too far away.")


def _said(line: Line) -> dict[str, object]:
    kept = {"id": line.id, "turn": line.turn, "side": line.side, "text": line.text, "at": line.at.isoformat()}
    return {**kept, "name": line.name}
