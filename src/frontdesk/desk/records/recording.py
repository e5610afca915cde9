"""A conversation as a file, and back: what was said when, what it was decided from, and where it led.

What was free at the time, and what else ran beside it, is in what the actions brought; so a record replays to the
letter whatever the diary has become.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import yaml

from frontdesk.desk.scene import Part
from frontdesk.storage import codec
from frontdesk.storage.conversations import Unreadable
from frontdesk.storage.rows import Turn
from frontdesk.storage.unit import Unit

HEADER = """\
# A recorded conversation; `frontdesk replay` runs it again. What the guest said is in it word for word, and with it
# their name, phone number and e-mail address: without them it could not be replayed. Keep it as you keep those.
"""
MASKED_HEADER = """\
# A recorded conversation, masked: names, phone numbers and e-mail addresses are replaced by made-up ones.
"""
LARGEST = 20_000_000  # bytes of a record that are read
EARLIEST, LATEST = 1900, 9000  # years of a diary


class BadRecord(ValueError):  # noqa: N818 - what is the case with the file
    """A file is not a record, or what was kept of a conversation does not make one."""


class PlainLoader(yaml.SafeLoader):
    """Reads YAML in which nothing stands for something else, so that a file cannot grow when it is read."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        """Refuse aliases."""
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("aliases are not used here")
        return super().compose_node(parent, index)


@dataclass(frozen=True, slots=True)
class Recorded:
    """One turn: what was said, what it was decided from, and what it came to."""

    at: datetime
    guest: str | None  # None: the guest said nothing for a while
    channel: str
    phone: str | None
    position: str
    reply: str
    did: tuple[str, ...]
    parts: tuple[Part, ...]
    staff: str | None = None  # whoever of staff did it, where no guest did


@dataclass(frozen=True, slots=True)
class Record:
    """A conversation, turn by turn."""

    business: str
    conversation: str
    turns: tuple[Recorded, ...]


def record(unit: Unit, conversation_id: str) -> Record | None:
    """Return a conversation as it was; None if there is none of that id, or its guest was forgotten.

    Raises `BadRecord` if what was kept of it cannot be read.
    """
    try:
        conversation = unit.conversations.by_id(conversation_id)
    except Unreadable:
        raise BadRecord(f"What is kept of conversation {conversation_id} cannot be read.") from None
    turns = tuple(_turn(each) for each in unit.messages.turns(conversation_id) if each.event != "{}")
    if conversation is None or not turns:
        return None
    return Record(conversation.business, conversation_id, turns)


def _turn(row: Turn) -> Recorded:
    try:
        event, answer = json.loads(row.event), json.loads(row.reply)
        return Recorded(
            at=row.at,
            guest=event["text"],
            channel=event["channel"],
            phone=event["phone"],
            position=answer["position"],
            reply=answer["reply"],
            did=tuple(did_of(answer)),
            parts=parts_of(event.get("parts", [])),
            staff=event.get("staff"),
        )
    except (AttributeError, LookupError, RecursionError, TypeError, ValueError):
        raise BadRecord(f"What is kept of turn {row.turn} of {row.conversation_id} cannot be read.") from None


def parts_of(plain: object) -> tuple[Part, ...]:
    """Return what a turn was decided from, from plain data; raises `Undecodable`."""
    parts: tuple[Part, ...] = codec.decode_as(tuple[Part, ...], json.dumps(plain))
    return parts


def plain_parts(parts: tuple[Part, ...]) -> object:
    """Return what a turn was decided from as plain data."""
    return json.loads(codec.encode_as(tuple[Part, ...], parts))


def did_of(answer: Mapping[str, object]) -> Iterator[str]:
    """Give the actions of a turn with their outcomes."""
    did = answer["did"]
    for each in did if isinstance(did, list) else ():
        yield f"{each['action']}: {each['outcome']}"


def written(kept: Record, header: str = HEADER) -> str:
    """Write a record as YAML."""
    plain = {
        "business": kept.business,
        "conversation": kept.conversation,
        "turns": [_plain_turn(turn) for turn in kept.turns],
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
        "parts": plain_parts(turn.parts),
        **({} if turn.staff is None else {"staff": turn.staff}),
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
        turns = tuple(_turn_of(each) for each in plain["turns"])
        return Record(str(plain["business"]), str(plain["conversation"]), turns)
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
        parts=_read_parts(plain["parts"]),
        staff=None if plain.get("staff") is None else str(plain["staff"]),
    )


def _read_parts(plain: object) -> tuple[Part, ...]:
    try:
        parts = parts_of(plain)
    except codec.Undecodable:
        raise BadRecord("The parts of a turn cannot be read: they are not as `frontdesk record` writes them.") from None
    if not parts:
        raise BadRecord("A turn has no parts: it was kept before records had what they were decided from.")
    for part in parts:
        _within_a_diary(part.at)
    return parts


def _moment(value: object) -> datetime:
    try:
        moment = datetime.fromisoformat(str(value))
    except ValueError:
        raise BadRecord(f"{value!r} is not a moment.") from None
    return _within_a_diary(moment)


def _within_a_diary(moment: datetime) -> datetime:
    if moment.tzinfo is None or not EARLIEST <= moment.year <= LATEST:
        raise BadRecord(f"{moment} is not a moment with an offset that a diary can have.")
    return moment
