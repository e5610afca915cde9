"""A conversation as a file, and back: what was said when, and where it led."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import zip_longest
from pathlib import Path

import yaml

from frontdesk.scheduling.booking import Claim
from frontdesk.storage.rows import BookingChange, BookingRow, Turn
from frontdesk.storage.unit import Unit

HEADER = """\
# A recorded conversation; `frontdesk replay` runs it again. What the guest said is in it word for word, and with it
# their name, phone number and e-mail address: without them it could not be replayed. Keep it as you keep those.
"""
MASKED_HEADER = """\
# A recorded conversation, masked: names, phone numbers and e-mail addresses are replaced by made-up ones.
"""
LARGEST = 20_000_000  # bytes of a record that are read
FIRST_STRETCH = timedelta(days=1)
EARLIEST, LATEST = 1900, 9000  # years of a diary
AHEAD = timedelta(days=800)  # how far other bookings matter to what is offered


class BadRecord(ValueError):  # noqa: N818 - what is the case with the file
    """A file is not a record."""


class PlainLoader(yaml.SafeLoader):
    """Reads YAML in which nothing stands for something else, so that a file cannot grow when it is read."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        """Refuse aliases."""
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("aliases are not used here")
        return super().compose_node(parent, index)


@dataclass(frozen=True, slots=True)
class Recorded:
    """One turn: what was said, and what it came to."""

    at: datetime
    guest: str | None  # None: the guest said nothing for a while
    channel: str
    phone: str | None
    position: str
    reply: str
    did: tuple[str, ...]
    references: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Busy:
    """Time of a resource that was somebody else's from some moment on, perhaps until another."""

    claim: Claim
    since: datetime
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A conversation, and what else was in the diary."""

    business: str
    turns: tuple[Recorded, ...]
    busy: tuple[Busy, ...]


def record(unit: Unit, conversation_id: str) -> Record | None:
    """Return a conversation as it was; None if there is none of that id, or its guest was forgotten."""
    conversation = unit.conversations.by_id(conversation_id)
    turns = tuple(_turn(each) for each in unit.messages.turns(conversation_id) if each.event != "{}")
    if conversation is None or not turns:
        return None
    return Record(conversation.business, turns, tuple(_busy(unit, conversation.business, conversation_id, turns)))


def _turn(row: Turn) -> Recorded:
    event, answer = json.loads(row.event), json.loads(row.reply)
    return Recorded(
        at=row.at,
        guest=event["text"],
        channel=event["channel"],
        phone=event["phone"],
        position=answer["position"],
        reply=answer["reply"],
        did=tuple(did_of(answer)),
        references=tuple(references_of(answer)),
    )


def did_of(answer: Mapping[str, object]) -> Iterator[str]:
    """Give the actions of a turn with their outcomes."""
    did = answer["did"]
    for each in did if isinstance(did, list) else ():
        yield f"{each['action']}: {each['outcome']}"


def references_of(answer: Mapping[str, object]) -> Iterator[str]:
    """Give the references of the guest's bookings: drawn at random, so that they differ when replayed."""
    bookings = answer["bookings"]
    for each in bookings if isinstance(bookings, list) else ():
        yield str(each["reference"])


def _busy(unit: Unit, business: str, conversation_id: str, turns: Sequence[Recorded]) -> Iterator[Busy]:
    """Give the time that other bookings and blocks took, by when they took it."""
    first, last = turns[0].at - FIRST_STRETCH, turns[-1].at + AHEAD
    others = [row for row in unit.bookings.starting(business, first, last) if row.conversation_id != conversation_id]
    for row in others:
        yield from (each for each in _taken(unit, row) if each.since <= turns[-1].at)
    for block in unit.blocks.ever(business, first):
        if block.at <= turns[-1].at:
            yield Busy(Claim(block.resource, block.starts_at, block.ends_at), block.at, block.removed_at)


def _taken(unit: Unit, row: BookingRow) -> Iterator[Busy]:
    """Give the time that a booking took wherever it stood, since it stood there and until it was moved or ended."""
    changes = unit.bookings.changes(row.id)
    for change, following in zip_longest(changes, changes[1:]):
        if change.status.claims_time:
            until = None if following is None else following.at
            yield from (Busy(claim, change.at, until) for claim in _claimed(change))


def _claimed(change: BookingChange) -> tuple[Claim, ...]:
    if change.claims is not None:
        return change.claims
    return () if change.provider is None else (Claim(change.provider, change.starts_at, change.ends_at),)


def written(kept: Record, header: str = HEADER) -> str:
    """Write a record as YAML."""
    plain = {
        "business": kept.business,
        "turns": [_plain_turn(turn) for turn in kept.turns],
        "busy": [_plain_busy(each) for each in kept.busy],
    }
    return header + yaml.safe_dump(plain, allow_unicode=True, sort_keys=False, width=120)


def _plain_turn(turn: Recorded) -> dict[str, object]:
    return {
        "at": turn.at.isoformat(),
        "channel": turn.channel,
        "phone": turn.phone,
        "guest": turn.guest,
        "position": turn.position,
        "reply": turn.reply,
        "did": list(turn.did),
        "references": list(turn.references),
    }


def _plain_busy(busy: Busy) -> dict[str, str]:
    return {
        "resource": busy.claim.resource,
        "start": busy.claim.start.isoformat(),
        "end": busy.claim.end.isoformat(),
        "since": busy.since.isoformat(),
        **({"until": busy.until.isoformat()} if busy.until else {}),
    }


def read_record(path: Path) -> Record:
    """Read a record that `written` wrote; raises `BadRecord`."""
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)  # no more: a device has no end
        if len(raw) > LARGEST:
            raise BadRecord(f"{path} is too large for a record.")
        plain = yaml.load(raw.decode("utf-8-sig"), PlainLoader)  # noqa: S506 - a safe one
        if not isinstance(plain, dict):
            raise BadRecord(f"{path} is not a record.")
        return Record(
            business=str(plain["business"]),
            turns=tuple(_turn_of(each) for each in plain["turns"]),
            busy=tuple(_busy_of(each) for each in plain["busy"]),
        )
    except OSError as error:
        raise BadRecord(f"{path} cannot be read: {error.strerror}.") from None
    except KeyError as error:
        raise BadRecord(f"{path} is not a record: {error} is missing.") from None
    except RecursionError:
        raise BadRecord(f"{path} is not a record: it is nested too deep.") from None
    except UnicodeDecodeError:
        raise BadRecord(f"{path} is not a record: it is not UTF-8 text.") from None
    except (yaml.YAMLError, TypeError, AttributeError) as error:
        raise BadRecord(f"{path} is not a record: {error}") from None


def _turn_of(plain: Mapping[str, str | list[str] | None]) -> Recorded:
    phone = plain["phone"]
    return Recorded(
        at=_moment(plain["at"]),
        guest=None if plain["guest"] is None else str(plain["guest"]),
        channel=str(plain["channel"]),
        phone=None if phone is None else str(phone),
        position=str(plain["position"]),
        reply=str(plain["reply"]),
        did=tuple(map(str, plain["did"] or ())),
        references=tuple(map(str, plain["references"] or ())),
    )


def _busy_of(plain: Mapping[str, str]) -> Busy:
    claim = Claim(str(plain["resource"]), _moment(plain["start"]), _moment(plain["end"]))
    if claim.end <= claim.start:
        raise BadRecord(f"The time of {claim.resource} from {claim.start} ends before it begins.")
    until = plain.get("until")
    return Busy(claim, _moment(plain["since"]), _moment(until) if until is not None else None)


def _moment(value: object) -> datetime:
    try:
        moment = datetime.fromisoformat(str(value))
    except ValueError:
        raise BadRecord(f"{value!r} is not a moment.") from None
    if moment.tzinfo is None or not EARLIEST <= moment.year <= LATEST:
        raise BadRecord(f"{value!r} is not a moment with an offset that a diary can have.")
    return moment
