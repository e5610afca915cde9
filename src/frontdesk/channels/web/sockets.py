"""The socket of a conversation: what the guest sends is taken in order, what is said reaches every open page."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from starlette.websockets import WebSocket, WebSocketDisconnect

from frontdesk.channels.web.frames import ActionStatus, BadFrame, Content, Error, RunUpdated, ToGuest, read_frame
from frontdesk.channels.web.headers import is_allowed
from frontdesk.channels.web.host import Host, Said, Unavailable
from frontdesk.channels.web.hub import Hub, Reader
from frontdesk.channels.web.limits import Limits

PROTOCOL = "frontdesk.v1"
TOKEN = "token."  # noqa: S105 - how the protocol that carries the token begins
MOST_UNREAD = 32  # frames of one page that wait for their turn
LARGEST_FRAME = 96 * 1024
REFUSED, TRY_AGAIN, GOING_AWAY, TOO_LARGE = 1008, 1013, 1001, 1009
NOT_YET = "Forms and plans are not there yet: answer in the conversation."


@dataclass(frozen=True, slots=True)
class Door:
    """What a socket needs: the business, whoever else reads, and how much may be sent."""

    host: Host
    hub: Hub
    limits: Limits
    hosts: Mapping[str, Host]


async def serve_socket(socket: WebSocket, door: Door, conversation: str, after: int) -> None:
    """Serve one open page until it goes."""
    token = _token(socket)
    origin = socket.headers.get("origin")
    if origin is not None and not is_allowed(origin, socket.scope, door.hosts):
        await _refuse(socket, "This page may not talk to this business.")
        return
    if token is None or not await door.host.lets_in(conversation, token):
        await _refuse(socket, "There is no such conversation, or this token does not open it.")
        return
    await socket.accept(subprotocol=PROTOCOL)
    reader = Reader(conversation, after)
    address = socket.client.host if socket.client else None
    try:
        await door.hub.join(reader)
        await _talk(socket, door, reader, address)
    except Unavailable:
        with suppress(RuntimeError):
            await socket.close(TRY_AGAIN, "Nothing can be kept right now.")
    finally:
        door.hub.leave(reader)


async def _refuse(socket: WebSocket, why: str) -> None:
    """Refuse in a way that a page can read: before the handshake ends, browsers tell it nothing."""
    await socket.accept(subprotocol=PROTOCOL if PROTOCOL in socket.scope.get("subprotocols", ()) else None)
    await socket.close(REFUSED, why)


def _token(socket: WebSocket) -> str | None:
    """Return the token: browsers can send none but among the protocols, where no log of addresses has it."""
    offered: list[str] = socket.scope.get("subprotocols", [])
    return next((each.removeprefix(TOKEN) for each in offered if each.startswith(TOKEN)), None)


async def _talk(socket: WebSocket, door: Door, reader: Reader, address: str | None) -> None:
    """Listen, answer and send at the same time; the page's own messages wait for each other."""
    said: asyncio.Queue[Content] = asyncio.Queue(MOST_UNREAD)
    sending = asyncio.create_task(_send(socket, reader))
    answering = asyncio.create_task(_answer(door, reader, said, address))
    listening = asyncio.create_task(_listen(socket, reader, said))
    try:
        await asyncio.wait({sending, listening, answering}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        listening.cancel()
        # A turn that has begun is taken to its end: the guest finds it when they come back.
        answering.cancel()
        sending.cancel()
        await asyncio.gather(listening, answering, sending, return_exceptions=True)


async def _listen(socket: WebSocket, reader: Reader, said: asyncio.Queue[Content]) -> None:
    while True:
        try:
            message = await socket.receive()
        except (WebSocketDisconnect, RuntimeError):
            return
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text")
        if text is None or len(text) > LARGEST_FRAME:
            reader.put(
                Error(kind="not-text" if text is None else "too-large", detail="Send JSON as text, not too much.")
            )
            continue
        await _take(text, reader, said)


async def _take(text: str, reader: Reader, said: asyncio.Queue[Content]) -> None:
    try:
        frame = read_frame(text)
    except BadFrame as bad:
        reader.put(Error(kind="bad-frame", detail=str(bad)))
        return
    if not isinstance(frame, Content):
        reader.put(Error(kind="not-yet", detail=NOT_YET))
        return
    await said.put(frame)  # a page that sends without end waits here, and nobody else does


async def _answer(door: Door, reader: Reader, said: asyncio.Queue[Content], address: str | None) -> None:
    while True:
        frame = await said.get()
        wait = door.limits.guests.seconds_to_wait(reader.conversation)
        if wait:
            detail = f"Too many messages. Try again in {wait} seconds."
            reader.put(Error(kind="too-many-requests", detail=detail, about=frame.id))
            continue
        turn = asyncio.ensure_future(take_turn(door, reader.conversation, frame, address))
        try:
            await asyncio.shield(turn)
        except Unavailable:
            reader.put(Error(kind="unavailable", detail="Nothing can be kept right now.", about=frame.id))


async def take_turn(door: Door, conversation: str, frame: Content, address: str | None) -> Mapping[str, object]:
    """Take the turn of a message, and let every page see what came of it."""
    hub = door.hub
    hub.tell(conversation, RunUpdated(id=frame.id, status="running"))
    press = frame.press.press() if frame.press else None
    try:
        answer = await door.host.hear(Said(conversation, frame.text, frame.id, address, press))
    finally:
        hub.tell(conversation, RunUpdated(id=frame.id, status="completed"))
    did = answer.get("did")
    for each in did if isinstance(did, list) else ():
        hub.tell(conversation, ActionStatus(turn=_number(answer), action=each["action"], status=each["outcome"]))
    await hub.bring_up(conversation)
    return answer


def _number(answer: Mapping[str, object]) -> int:
    turn = answer.get("turn")
    return turn if isinstance(turn, int) else 0


async def _send(socket: WebSocket, reader: Reader) -> None:
    while True:
        frame: ToGuest | None = await reader.frames.get()
        if frame is None:
            await socket.close(GOING_AWAY, "The server is stopping; come back in a moment.")
            return
        try:
            await socket.send_text(frame.model_dump_json(exclude_none=False))
        except (WebSocketDisconnect, RuntimeError):
            return
        if reader.too_slow and reader.frames.empty():
            await socket.close(TRY_AGAIN, "Too slow; come back and go on after the last line you have.")
            return
