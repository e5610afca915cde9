"""Scripted guests of whole conversations: what they want, say and answer; read from YAML, every mistake named."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from frontdesk.desk.rehearsals.script_fields import written
from frontdesk.desk.rehearsals.scripts import Plain
from frontdesk.flows.findings import Report
from frontdesk.flows.reading.document import read_file

ROOT = Path(__file__).parents[1]
SEEN = ("medspa", "harbour", "hotel", "flights", "meetings")
UNSEEN = ("cello", "kayak", "tax")
FOLDERS: Mapping[str, Path] = {
    **{name: ROOT / "examples" / name for name in SEEN},
    **{name: ROOT / "training" / "businesses" / name for name in UNSEEN},
}
AGAIN = "again"
# What a guest says where their author wrote nothing for it.
OTHERWISE: Mapping[str, str] = {"yes": "yes", "no": "no, that's not right", "staff": "no thanks"}
_NAME = re.compile(r"[a-z0-9_]+")
_MUST = ("name", "business", "now", "goal", "lines", "answers")
_GIVEN = ("guest", "given", "tickets", "meetings")
_MAY = (*_GIVEN, "voice")
_GOAL = ("bookings", "on_the_way", "told", "person")
_RANGE = ("from", "until")

Wanted = Mapping[str, Plain]


@dataclass(frozen=True, slots=True)
class GuestLine:
    """Something a guest says of their own accord: at once, or as soon as the desk is there."""

    text: str
    at: str | None = None


@dataclass(frozen=True, slots=True)
class GuestGoal:
    """How things stand when the guest is content."""

    bookings: tuple[Wanted, ...] = ()
    on_the_way: tuple[Wanted, ...] = ()  # agreed to in between, and gone again in the end
    told: tuple[str, ...] = ()
    person: bool = False


@dataclass(frozen=True, slots=True)
class ScriptedGuest:
    """One guest of one business, who talks until they have what they came for or give up."""

    name: str
    business: str
    lines: tuple[GuestLine, ...]
    answers: Mapping[str, str]
    goal: GuestGoal
    now: str
    given: Mapping[str, Plain] = field(default_factory=dict)  # as the keys of a conversation file
    file: str = ""

    @property
    def unseen(self) -> bool:
        """Say whether the business is of a trade that nothing was tuned for."""
        return self.business in UNSEEN

    def answer(self, asked: str) -> str | None:
        """Return what is said to a question, if the author wrote it or nearly every guest would say the same."""
        return self.answers.get(asked, OTHERWISE.get(asked))


@dataclass(frozen=True, slots=True)
class GuestFile:
    """The guests of one author, and what is wrong with the others."""

    author: str
    frozen: str | None
    guests: tuple[ScriptedGuest, ...]
    problems: tuple[str, ...]


def read_guests(path: Path) -> GuestFile:
    """Read an author's file of whole conversations."""
    report = Report(path.name)
    node = read_file(path, report)
    broken = [f"line {each.line}: {each.message}" for each in report.found]
    head = {} if node is None else written(node)
    if not isinstance(head, Mapping):
        return GuestFile("", None, (), (*broken, "The file is not a mapping with author and conversations."))
    problems = [*broken, *_unknown(head, ("author", "frozen", "conversations"), "the file")]
    guests: dict[str, ScriptedGuest] = {}
    for number, each in enumerate(_list(head.get("conversations")), start=1):
        guest, wrong = _guest(each, path.stem)
        name = guest.name if guest else f"number {number}"
        if guest and guest.name in guests:
            wrong = [*wrong, "has the name of an earlier one"]
        problems += [f"conversation {name}: {problem}" for problem in wrong]
        if guest and not wrong:
            guests[guest.name] = guest
    author, frozen = _text(head.get("author")), _text(head.get("frozen"))
    if not author:
        problems.append("The file names no author.")
    return GuestFile(author or "", frozen, tuple(guests.values()), tuple(problems))


def _guest(each: Plain, file: str) -> tuple[ScriptedGuest | None, list[str]]:
    if not isinstance(each, Mapping):
        return None, ["is not a mapping"]
    wrong = [f"lacks {key}" for key in _MUST if key not in each]
    wrong += _unknown(each, (*_MUST, *_MAY), "it")
    name, business, now = (_text(each.get(key)) or "" for key in ("name", "business", "now"))
    wrong += [] if _NAME.fullmatch(name) else [f"the name {name!r} is not small letters, digits and _"]
    wrong += [] if business in FOLDERS else [f"there is no business {business!r}"]
    wrong += [] if _is_moment(now) else [f"{now!r} is not a moment such as 2026-03-03T10:00"]
    lines, answers = _lines(each.get("lines"), wrong), _answers(each.get("answers"), wrong)
    goal = _goal(each.get("goal"), wrong)
    if lines and lines[0].at is not None:
        wrong.append("the first line has `at`, so nobody begins")
    given = {key: each[key] for key in _GIVEN if key in each}
    return ScriptedGuest(name, business, lines, answers, goal, now, given, file), wrong


def _lines(value: Plain | None, wrong: list[str]) -> tuple[GuestLine, ...]:
    found = []
    for line in _list(value):
        match line:
            case str() if line.strip():
                found.append(GuestLine(line))
            case {"at": str(at), "say": str(say), **rest} if not rest and say.strip():
                found.append(GuestLine(say, at))
            case _:
                wrong.append("a line is a text, or at and say")
    if not found:
        wrong.append("there are no lines")
    return tuple(found)


def _answers(value: Plain | None, wrong: list[str]) -> Mapping[str, str]:
    if not isinstance(value, Mapping):
        wrong.append("answers are not a mapping")
        return {}
    wrong += [f"the answer {key} is not a text" for key, said in value.items() if not _text(said)]
    if AGAIN not in value:
        wrong.append(f"answers lack `{AGAIN}`")
    return {key: said for key, said in value.items() if isinstance(said, str)}


def _goal(value: Plain | None, wrong: list[str]) -> GuestGoal:
    if not isinstance(value, Mapping) or "bookings" not in value:
        wrong.append("the goal names no bookings; write [] for none")
        return GuestGoal()
    wrong += _unknown(value, _GOAL, "the goal")
    bookings, between = (tuple(_wanted(value.get(key), wrong)) for key in ("bookings", "on_the_way"))
    told = tuple(each for each in _list(value.get("told")) if isinstance(each, str))
    return GuestGoal(bookings, between, told, _text(value.get("person")) in ("yes", "true"))


def _wanted(value: Plain | None, wrong: list[str]) -> Iterator[Wanted]:
    for each in _list(value):
        if not isinstance(each, Mapping):
            wrong.append("a booking of the goal is not a mapping")
            continue
        for key, wish in each.items():
            if isinstance(wish, Mapping) and (not wish or not set(wish) <= set(_RANGE)):
                wrong.append(f"{key} of the goal is a value, a list, or a range with from and until")
        yield each


def _unknown(found: Mapping[str, Plain], known: Sequence[str], where: str) -> list[str]:
    return [f"there is no key {key!r} in {where}" for key in found if key not in known]


def _list(value: Plain | None) -> Sequence[Plain]:
    if value is None or value == "":
        return ()
    return (value,) if isinstance(value, str | Mapping) else value


def _text(value: Plain | None) -> str | None:
    return value if isinstance(value, str) and value.strip() else None


def _is_moment(text: str) -> bool:
    try:
        return "T" in text and bool(datetime.fromisoformat(text))
    except ValueError:
        return False
