"""Compares what a turn came to with what a conversation file expects of it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import TypeAlias

from frontdesk.desk.rehearsals.scripts import Expected, Offering, Plain
from frontdesk.language.replies.marks import Ahead, Calendar, Clock, Mark, Sum, scan

Printed: TypeAlias = Mapping[str, object]
NOTHING = ("null", "nothing")
IN_REPLY = "the reply"


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that is not as the file expects it."""

    what: str
    expected: str
    got: str


@dataclass(frozen=True, slots=True)
class Setting:
    """What words depend on."""

    language: str
    today: date


def differences(expected: Expected, answer: Printed, setting: Setting) -> Iterator[Difference]:
    """Give everything about a turn that is not as expected."""
    yield from _desk(expected, answer)
    if expected.offer is not None:
        yield from _offer(expected.offer, _rows(answer["offered"]))
    yield from _words(expected, str(answer["reply"]), setting)
    yield from _does(expected, _rows(answer["did"]))
    yield from _known("known", expected.known or {}, answer)
    yield from _form(expected, answer.get("form"))
    yield from _plan(expected, answer.get("run"))
    if expected.bookings is not None:
        yield from booked(expected.bookings, _rows(answer["bookings"]))


def _rows(value: object) -> Sequence[Printed]:
    return value if isinstance(value, list) else ()


def _desk(expected: Expected, answer: Printed) -> Iterator[Difference]:
    if expected.confirm is not None:
        yield from _same("position", "confirming", answer["position"])
        yield from _known("confirm", expected.confirm, answer)
    if expected.ask is not None:
        yield from _same("ask", expected.ask, answer["asking"])
    if expected.position is not None:
        yield from _same("position", expected.position, answer["position"])
    if expected.step is not None and expected.step not in _steps(answer["step"]):
        yield Difference("step", expected.step, _shown(answer["step"]))


def _form(expected: Expected, form: object) -> Iterator[Difference]:
    if expected.form is None:
        return
    if not expected.form or not isinstance(form, Mapping):
        if bool(expected.form) or form is not None:
            yield Difference("form", _shown(expected.form) if expected.form else "nothing", _shown(form))
        return
    got = {**form, "fields": {field["placeholder"]: field for field in form["fields"]}}
    for name, value in expected.form.items():
        for part, wanted in value.items() if isinstance(value, Mapping) else ((None, value),):
            held = got.get(name) if part is None else got[name].get(part)
            yield from _same(f"form.{name}" + (f".{part}" if part else ""), wanted, held)


def _plan(expected: Expected, plan: object) -> Iterator[Difference]:
    steps = plan["toolExecutionPlan"] if isinstance(plan, Mapping) else ()
    statuses = {step["id"]: step["status"] for step in steps}
    for name, wanted in (expected.plan or {}).items():
        yield from _same(f"plan.{name}", wanted, statuses.get(name))


def _steps(step: object) -> tuple[str, ...]:
    match step:
        case {"flow": str(flow), "step": str(name)}:
            return (name, f"{flow}.{name}")
        case _:
            return NOTHING


def _same(what: str, expected: Plain, got: object) -> Iterator[Difference]:
    if not matches(expected, got):
        yield Difference(what, _shown(expected), _shown(got))


def _known(what: str, expected: Mapping[str, Plain], answer: Printed) -> Iterator[Difference]:
    known = answer["known"]
    for name, value in expected.items():
        yield from _same(f"{what}.{name}", value, known.get(name) if isinstance(known, Mapping) else None)


def matches(expected: Plain, got: object) -> bool:
    """Say whether a value that was printed is the one that was written; a mapping names only some of its keys."""
    match expected:
        case str():
            return _matches_text(expected.strip(), got)
        case Mapping():
            return isinstance(got, Mapping) and all(matches(value, got.get(name)) for name, value in expected.items())
        case _:
            listed = got if isinstance(got, list) else [got]
            return len(listed) == len(expected) and all(map(matches, expected, listed))


def _matches_text(expected: str, got: object) -> bool:
    match got:
        case None:
            return expected in NOTHING
        case bool():
            return expected in (("yes", "true") if got else ("no", "false"))
        case {"amount": amount}:
            return expected.lstrip("$€£") == str(amount)
        case [single]:
            return _matches_text(expected, single)
        case _:
            return expected == str(got) or _same_moment(expected, str(got))


def _same_moment(expected: str, got: str) -> bool:
    """Compare moments; one that is written without an offset is by the clock on the wall."""
    try:
        wanted, there = datetime.fromisoformat(expected), datetime.fromisoformat(got)
    except ValueError:
        return False
    if "T" not in expected or "T" not in got:
        return False
    return wanted == (there if wanted.tzinfo else there.replace(tzinfo=None))


def _offer(offer: Offering, offered: Sequence[Printed]) -> Iterator[Difference]:
    starts = [_start(option) for option in offered]
    got = ", ".join(map(_label, offered)) or "nothing"
    if offer.exactly is not None:
        same = len(offer.exactly) == len(offered) and all(map(_is_option, offer.exactly, offered))
        if not same:
            yield Difference("offer", ", ".join(offer.exactly) or "nothing", got)
    if offer.count is not None and offer.count != len(offered):
        yield Difference("offer.count", str(offer.count), f"{len(offered)}: {got}")
    for what, wanted, place in (("first", offer.first, 0), ("last", offer.last, -1)):
        if wanted is not None and not (offered and _is_option(wanted, offered[place])):
            yield Difference(f"offer.{what}", wanted, got)
    yield from _of_all(offer, offered, starts)
    for wanted in offer.includes:
        if not any(_is_option(wanted, option) for option in offered):
            yield Difference("offer.includes", wanted, got)
    for unwanted in offer.excludes:
        if any(_is_option(unwanted, option) for option in offered):
            yield Difference("offer.excludes", unwanted, got)


def _of_all(offer: Offering, offered: Sequence[Printed], starts: Sequence[datetime | None]) -> Iterator[Difference]:
    """Check what must hold of every option; of none at all nothing holds."""
    claims: list[tuple[str, object, Callable[[datetime], bool]]] = [
        ("day", offer.day, lambda start: start.date() == offer.day),
        ("from", offer.not_before, lambda start: offer.not_before is None or start.time() >= offer.not_before),
        ("until", offer.until, lambda start: offer.until is None or start.time() < offer.until),
    ]
    got = ", ".join(map(_label, offered)) or "nothing"
    for what, wanted, holds in claims:
        if wanted is not None and not (starts and all(start is not None and holds(start) for start in starts)):
            yield Difference(f"offer.{what}", str(wanted), got)
    if offer.provider is not None:
        providers = [option.get("provider") for option in offered]
        if not providers or any(not matches(offer.provider, each) for each in providers):
            yield Difference("offer.provider", offer.provider, _shown(providers))


def _start(option: Printed) -> datetime | None:
    start = option.get("start")
    return datetime.fromisoformat(start) if isinstance(start, str) else None


def _label(option: Printed) -> str:
    start = _start(option)
    return start.strftime("%Y-%m-%dT%H:%M") if start else _shown(option)


def _is_option(wanted: str, option: Printed) -> bool:
    """Say whether an option is the one named by a time, a day, a moment, or the value of one of its fields."""
    start = _start(option)
    names = (
        () if start is None else (start.strftime("%H:%M"), start.date().isoformat(), start.strftime("%Y-%m-%dT%H:%M"))
    )
    return wanted.strip() in names or any(matches(wanted, value) for value in option.values())


def _words(expected: Expected, reply: str, setting: Setting) -> Iterator[Difference]:
    for wanted in expected.says:
        if not says(reply, wanted, setting):
            yield Difference("says", wanted, IN_REPLY)
    for unwanted in expected.never:
        if says(reply, unwanted, setting):
            yield Difference("never", f"anything but {unwanted}", IN_REPLY)


def says(reply: str, wanted: str, setting: Setting) -> bool:
    """Say whether a reply has these words, or states this value (15:00, 2026-03-05, $300) in its own way."""
    if " ".join(wanted.casefold().split()) in " ".join(reply.casefold().split()):
        return True
    # A heading ends in a colon, which could as well go on as a time.
    marks = scan(re.sub(r":\s", " ", reply), setting.language)
    return any(_states(mark, wanted, setting.today) for mark in marks)


def _states(mark: Mark, wanted: str, today: date) -> bool:
    match mark:
        case Clock(times=times):
            return _clock(wanted) in times
        case Ahead(days=days):
            return _date(wanted) == today + timedelta(days=days)
        case Calendar(days=days, year=year):
            day = _date(wanted)
            return day is not None and (day.month, day.day) in days and year in (None, day.year)
        case Sum(amount=amount):
            return bool(re.fullmatch(r"[$€£]\d+(\.\d+)?", wanted)) and Decimal(wanted[1:]) == amount
        case _:
            return False


def _clock(text: str) -> time | None:
    return time.fromisoformat(text) if re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", text, re.ASCII) else None


def _date(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII) else None
    except ValueError:
        return None


def _does(expected: Expected, did: Sequence[Printed]) -> Iterator[Difference]:
    if expected.does is None:
        return
    outcomes = [(str(each["action"]), str(each["outcome"])) for each in did]
    named = {action for action, outcome in expected.does if outcome is None}
    seen = Counter((action, None if action in named else outcome) for action, outcome in outcomes)
    if seen != Counter(expected.does):
        yield Difference("does", _done(expected.does), _done(outcomes))


def _done(actions: Sequence[tuple[str, str | None]]) -> str:
    return ", ".join(f"{action}: {outcome}" if outcome else action for action, outcome in actions) or "nothing"


def booked(expected: Sequence[Mapping[str, Plain]], bookings: Sequence[Printed]) -> Iterator[Difference]:
    """Compare bookings one to one; those cancelled count only where the file speaks of them."""
    cancelled = any(row.get("status") == "cancelled" for row in expected)
    rows = [_flat(each) for each in bookings if cancelled or each["status"] != "cancelled"]
    if len(rows) != len(expected) or not _pairs(expected, rows):
        yield Difference("bookings", _shown(expected), _shown([_brief(row) for row in rows]))


def _pairs(expected: Sequence[Mapping[str, Plain]], rows: Sequence[Printed]) -> bool:
    """Say whether every expected booking can have one of its own."""
    if not expected:
        return True
    first, rest = expected[0], expected[1:]
    return any(
        matches(first, row) and _pairs(rest, [*rows[:place], *rows[place + 1 :]]) for place, row in enumerate(rows)
    )


def _flat(booking: Printed) -> Printed:
    """Return a booking with what files say of it for short: day, time, name, phone, e-mail."""
    guest, start = booking.get("guest"), _start(booking)
    who = dict(guest) if isinstance(guest, Mapping) else {}
    when = {} if start is None else {"day": start.date().isoformat(), "time": start.strftime("%H:%M")}
    return {**who, **when, **booking}


def _brief(row: Printed) -> Printed:
    wanted = ("service", "day", "time", "provider", "status", "name", "phone", "email")
    return {name: row[name] for name in wanted if row.get(name) is not None}


def _shown(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
