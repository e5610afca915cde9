"""The socket of a conversation: what the guest sends is taken in order, what is said reaches every open page."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TypeAlias

from starlette.websockets import WebSocket, WebSocketDisconnect

from frontdesk.channels.web.addresses import address_of
from frontdesk.channels.web.frames import (
    ActionStatus,
    BadFrame,
    Content,
    Error,
    ExecuteAction,
    RunUpdated,
    UpdateParameter,
    encoded,
    read_frame,
)
from frontdesk.channels.web.headers import is_allowed
from frontdesk.channels.web.host import Host, NotTaken, Plain, Said, Unavailable
from frontdesk.channels.web.hub import Hub, Reader
from frontdesk.channels.web.limits import Limits
from frontdesk.channels.web.tokens import Tokens

PROTOCOL = "frontdesk.v1"
TOKEN = "token."  # noqa: S105 - how the protocol that carries the token begins
MOST_UNREAD = 32  # frames of one page that wait for their turn
LARGEST_FRAME = 96 * 1024
REFUSING = (
    0.005  # seconds before the next frame is read: who floods us with what is refused waits, and nobody else does
)
REFUSED, TRY_AGAIN, GOING_AWAY = 1008, 1013, 1001


Sent: TypeAlias = Content | UpdateParameter | ExecuteAction


@dataclass(frozen=True, slots=True)
class Door:
    """What a socket needs: the business, whoever else reads, and how much may be sent."""

    host: Host
    hub: Hub
    limits: Limits
    tokens: Tokens
    hosts: Mapping[str, Host]


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sends: in which conversation, from which address, and whether their token is one of the owner's."""

    conversation: str
    address: str | None
    is_owner: bool


async def serve_socket(socket: WebSocket, door: Door, conversation: str, after: int) -> None:
    """Serve one open page until it goes."""
    token = _token(socket)
    origin = socket.headers.get("origin")
    if origin is not None and not is_allowed(origin, socket.scope, door.hosts):
        await _refuse(socket, "This page may not talk to this business.")
        return
    address = address_of(socket)
    if door.limits.addresses.seconds_to_wait(address or ""):
        await _refuse(socket, "Too many requests; come back in a moment.", TRY_AGAIN)
        return
    try:
        admission = None if token is None else await door.tokens.let_in(door.host, conversation, token)
        if admission is None:
            await _refuse(socket, "There is no such conversation, or this token does not open it.")
            return
    except Unavailable:
        await _refuse(socket, "Nothing can be kept right now.", TRY_AGAIN)
        return
    await socket.accept(subprotocol=PROTOCOL if PROTOCOL in _offered(socket) else None)
    reader = Reader(conversation, after)
    try:
        await _talk(socket, door, reader, Sender(conversation, address, admission.is_owner), admission.seconds)
    except Unavailable:
        with suppress(RuntimeError):
            await socket.close(TRY_AGAIN, "Nothing can be kept right now.")
    finally:
        door.hub.leave(reader)


async def _refuse(socket: WebSocket, why: str, code: int = REFUSED) -> None:
    """Refuse in a way that a page can read: before the handshake ends, browsers tell it nothing."""
    await socket.accept(subprotocol=PROTOCOL if PROTOCOL in _offered(socket) else None)
    await socket.close(code, why)


def _offered(socket: WebSocket) -> list[str]:
    offered: list[str] = socket.scope.get("subprotocols", [])
    return offered


def _token(socket: WebSocket) -> str | None:
    """Return the token: browsers can send none but among the protocols, where no log of addresses has it."""
    return next((each.removeprefix(TOKEN) for each in _offered(socket) if each.startswith(TOKEN)), None)


async def _talk(socket: WebSocket, door: Door, reader: Reader, sender: Sender, seconds: float) -> None:
    """Listen, answer and send at the same time, until the token ends; the page's own messages wait for each other."""
    said: asyncio.Queue[Sent] = asyncio.Queue(MOST_UNREAD)
    going_on = {
        asyncio.create_task(_send(socket, reader)),
        asyncio.create_task(_answer(door, reader, said, sender)),
        asyncio.create_task(_listen(socket, reader, said)),
    }
    try:
        done, _ = await asyncio.wait(going_on, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for each in going_on:
            each.cancel()
        ended = await asyncio.gather(*going_on, return_exceptions=True)
    for broken in ended:
        if isinstance(broken, Exception):
            raise broken
    if not done:
        await socket.close(REFUSED, "This token has ended.")


async def _listen(socket: WebSocket, reader: Reader, said: asyncio.Queue[Sent]) -> None:
    while True:
        try:
            message = await socket.receive()
        except (WebSocketDisconnect, RuntimeError):
            return
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text")
        if text is None:
            await _decline(reader, Error(kind="not-text", detail="Send JSON as text."))
        elif len(text) > LARGEST_FRAME:
            await _decline(reader, Error(kind="too-large", detail=f"A frame has at most {LARGEST_FRAME} characters."))
        else:
            await _take(text, reader, said)


async def _take(text: str, reader: Reader, said: asyncio.Queue[Sent]) -> None:
    try:
        frame = read_frame(text)
    except BadFrame as bad:
        await _decline(reader, Error(kind="bad-frame", detail=str(bad)))
        return
    await said.put(frame)  # a page that sends without end waits here, and nobody else does


async def _decline(reader: Reader, error: Error) -> None:
    reader.put(encoded(error))
    await asyncio.sleep(REFUSING)


async def _answer(door: Door, reader: Reader, said: asyncio.Queue[Sent], sender: Sender) -> None:
    """Give the reader what it has missed, and then take the turns of its messages, one after the other."""
    await door.hub.join(reader)
    while True:
        frame = await said.get()
        wait = door.limits.guests.seconds_to_wait(reader.conversation)
        if wait:
            detail = f"Too many messages. Try again in {wait} seconds."
            await _decline(reader, Error(kind="too-many-requests", detail=detail, about=frame.id))
            continue
        try:
            await take_turn(door, sender, frame)
        except Unavailable:
            detail = "Nothing can be kept right now."
            reader.put(encoded(Error(kind="unavailable", detail=detail, about=frame.id)))
        except NotTaken as refused:
            reader.put(_refusal(refused, frame.id))


def _refusal(refused: NotTaken, about: str) -> str:
    """Return what a page is told whose form was not taken; where the plan is another by now, it has heard of that."""
    plain = {"kind": refused.kind, "detail": refused.detail, "about": about, "errors": refused.errors}
    return encoded(Error.model_validate({**plain, "form": refused.form}))


async def take_turn(door: Door, sender: Sender, frame: Sent) -> Plain:
    """Take the turn of a message, and let every page see what came of it; return that, with `state`.

    A turn that has begun is taken to its end, whoever goes away: the guest finds it when they come back.
    """
    turn = asyncio.create_task(_turn(door, sender, frame))
    door.hub.turns.add(turn)
    turn.add_done_callback(door.hub.turns.discard)
    return await asyncio.shield(turn)


async def _turn(door: Door, sender: Sender, frame: Sent) -> Plain:
    hub, conversation = door.hub, sender.conversation
    hub.tell(conversation, encoded(RunUpdated(id=frame.id, status="running")))
    try:
        answer = await door.host.hear(_said(frame, sender))
    finally:
        hub.tell(conversation, encoded(RunUpdated(id=frame.id, status="completed")))
    did = answer.get("did")
    for each in did if isinstance(did, list) else ():
        status = ActionStatus(turn=_number(answer), action=each["action"], status=each["outcome"])
        hub.tell(conversation, encoded(status))
    return {**answer, "state": await hub.bring_up(conversation)}


def _said(frame: Sent, sender: Sender) -> Said:
    said = Said(sender.conversation, "", frame.id, sender.address, by_owner=sender.is_owner)
    if isinstance(frame, Content):
        return replace(said, text=frame.text, press=frame.press.press() if frame.press else None)
    return replace(said, fill=frame.fill())


def _number(answer: Plain) -> int:
    turn = answer.get("turn")
    return turn if isinstance(turn, int) else 0


async def _send(socket: WebSocket, reader: Reader) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):  # it has gone
        while (frame := await reader.next()) is not None:
            await socket.send_text(frame)
        if reader.too_slow:
            await socket.close(TRY_AGAIN, "Come back, and go on after the last line you have.")
        else:
            await socket.close(GOING_AWAY, "The server is stopping; come back in a moment.")
