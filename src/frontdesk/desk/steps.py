"""What the desk did in each turn and why, for people who read a conversation: read from what the turn kept."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from frontdesk.desk.records.recording import parts_of
from frontdesk.desk.report import snake_case
from frontdesk.dialogue.events import Event, GuestSpoke
from frontdesk.dialogue.meanings import Ask, Change, Choose, Exclude, Inform, Meaning, StartFlow
from frontdesk.dialogue.values import to_json
from frontdesk.storage.codec import Undecodable
from frontdesk.storage.rows import Turn

Known = tuple[tuple[str, object], ...]  # names and plain values


@dataclass(frozen=True, slots=True)
class Understood:
    """One thing that a message was taken to mean, and the words that it was read in."""

    kind: str
    about: str
    value: object
    words: str


@dataclass(frozen=True, slots=True)
class DidLine:
    """An action that was run, with what, and how it ended."""

    action: str
    outcome: str
    arguments: Known


@dataclass(frozen=True, slots=True)
class Step:
    """One turn, seen from behind the desk."""

    turn: int
    staff: str | None  # the login of whoever of staff did it
    understood: tuple[Understood, ...]
    did: tuple[DidLine, ...]
    asked: str | None
    flow: str | None
    knew: Known
    trouble: str | None
    attended: bool  # a person was answering, and the desk did nothing


def steps_of(turns: tuple[Turn, ...]) -> dict[int, Step]:
    """Return the steps of turns by their numbers; what was forgotten or cannot be read is left out."""
    found = ((row.turn, _step(row)) for row in turns if row.event != "{}")
    return {turn: step for turn, step in found if step is not None}


def _step(row: Turn) -> Step | None:
    try:
        event, answer = json.loads(row.event), json.loads(row.reply)
        spoke = [each for part in parts_of(event.get("parts", [])) for each in part.events]
        under_way = answer["step"]
        return Step(
            turn=row.turn,
            staff=event.get("staff"),
            understood=tuple(_understood(spoke)),
            did=tuple(DidLine(did["action"], did["outcome"], _known(did["arguments"])) for did in answer["did"]),
            asked=answer["asking"],
            flow=under_way["flow"] if under_way else None,
            knew=_known(answer["known"]),
            trouble=row.trouble,
            attended=answer["position"] == "with_staff" and not answer["did"],
        )
    except (AttributeError, LookupError, RecursionError, TypeError, ValueError, Undecodable):
        return None


def _known(plain: Mapping[str, object]) -> Known:
    return tuple(plain.items())


def _understood(events: Sequence[Event]) -> Iterator[Understood]:
    for event in events:
        for meaning in event.meanings if isinstance(event, GuestSpoke) else ():
            about, value = _details(meaning)
            yield Understood(snake_case(type(meaning).__name__), about, value, meaning.words)


def _details(meaning: Meaning) -> tuple[str, object]:
    """Return what a meaning is about, and the value that it has."""
    match meaning:
        case StartFlow(flow=flow):
            return flow, None
        case Inform(slot=slot, value=value) | Exclude(slot=slot, value=value):
            return slot, None if value is None else to_json(value)
        case Change(slot=slot):
            return slot or "", None
        case Ask(topic=topic):
            return topic, None
        case Choose():
            return "an option", None
        case _:
            return "", None
