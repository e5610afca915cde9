"""Seeing to requests: somebody takes one, answers it, closes it. Of two who do so at once, one is told of the other."""

from __future__ import annotations

from functools import partial

from frontdesk.desk.desk import Desk
from frontdesk.desk.scene import LONGEST_MESSAGE, storable_text
from frontdesk.desk.staff import Mark, NotPossible, answer_again, answer_request, assign_request, close_request
from frontdesk.storage.unit import Unit


async def assign(desk: Desk, request: int, by: str, to: str | None, seen: str | None) -> None:
    """Let somebody see to a request; raises `AlreadyDealtWith` if another has it than who was seen to."""
    await desk.store.run(partial(_assign, desk, _mark(desk, request, by), to, seen))


def _assign(desk: Desk, mark: Mark, to: str | None, seen: str | None, unit: Unit) -> None:
    assign_request(unit, desk.house.business, mark, to, seen)
    _audit(desk, unit, mark, "request_assigned", to=to or "")


async def answer(desk: Desk, request: int, by: str, text: str) -> None:
    """Answer the guest in their conversation; raises `AlreadyDealtWith` if somebody has."""
    said = _sendable(text)
    await desk.store.run(partial(_answer, desk, _mark(desk, request, by), said))


def _answer(desk: Desk, mark: Mark, text: str, unit: Unit) -> None:
    answer_request(unit, desk.house.business, mark, text)
    _audit(desk, unit, mark, "request_answered", characters=len(text))


async def answer_once_more(desk: Desk, request: int, by: str, text: str) -> None:
    """Answer also what was answered or closed; it is open again then."""
    said = _sendable(text)
    await desk.store.run(partial(_answer_once_more, desk, _mark(desk, request, by), said))


def _answer_once_more(desk: Desk, mark: Mark, text: str, unit: Unit) -> None:
    answer_again(unit, desk.house.business, mark, text)
    _audit(desk, unit, mark, "request_answered_again", characters=len(text))


async def close(desk: Desk, request: int, by: str) -> None:
    """Close a request; raises `AlreadyDealtWith` if somebody has."""
    await desk.store.run(partial(_close, desk, _mark(desk, request, by)))


def _close(desk: Desk, mark: Mark, unit: Unit) -> None:
    close_request(unit, desk.house.business, mark)
    _audit(desk, unit, mark, "request_closed")


def _mark(desk: Desk, request: int, by: str) -> Mark:
    return Mark(request, by, desk.clock().astimezone(desk.house.business.zone))


def _sendable(text: str) -> str:
    said = storable_text(text).strip()
    if not said or len(said) > LONGEST_MESSAGE:
        raise NotPossible(f"An answer has between 1 and {LONGEST_MESSAGE} characters.")
    return said


def _audit(desk: Desk, unit: Unit, mark: Mark, what: str, **details: object) -> None:
    unit.audit.add(desk.house.business.id, mark.at, mark.by, what, str(mark.request), details)
