"""Reads the forms of the settings: what was typed becomes an edit, or says at which field it cannot be read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import TypeVar

from starlette.datastructures import FormData

from frontdesk.desk.editing.edits import (
    AddPerson,
    AddQuestion,
    AddService,
    Edit,
    RemovePerson,
    RemoveQuestion,
    RemoveService,
    SetAnswer,
    SetClosedDays,
    SetHours,
    SetPerson,
    SetService,
)
from frontdesk.desk.editing.settings import Settings, performers_of
from frontdesk.desk.editing.writing import (
    DAYS,
    Unlike,
    length_text,
    one_line,
    price_text,
    read_length,
    read_price,
    read_shifts,
    shifts_text,
    tidy,
)
from frontdesk.flows.reading.kinds import DATE, DURATION, Wrong
from frontdesk.scheduling.business import Care, Hours, Price, Resource, Service, Shift, Topic

T = TypeVar("T")

NEW = "new"
MOST_SPANS = 4  # of a day that a form has room for
MOST_DAYS = 200


@dataclass(slots=True)
class Typed:
    """What a form shows: values as people write them, and what is wrong with some."""

    values: dict[str, object] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)

    def read(self, name: str, how: Callable[[], T]) -> T | None:
        """Return what a field says, or note what is wrong with it."""
        try:
            return how()
        except Unlike as wrong:
            self.errors[name] = str(wrong)
            return None


@dataclass(frozen=True, slots=True)
class Draft:
    """A form that was sent: what was typed, and the edit that it makes where all of it can be read."""

    typed: Typed
    edit: Edit | None = None


def _text(form: FormData, name: str) -> str:
    value = form.get(name)
    return value if isinstance(value, str) else ""


def _texts(form: FormData, name: str) -> list[str]:
    return [value for value in form.getlist(name) if isinstance(value, str)]


def _filled(rows: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the rows of a form in which something was typed."""
    return [(first, second) for first, second in rows if first.strip() or second.strip()]


def _lines(text: str) -> tuple[str, ...]:
    """Return what stands on lines of their own, each once."""
    return tuple(dict.fromkeys(line for each in text.splitlines() if (line := one_line(each))))


# Hours of a week.


def hours_shown(settings: Settings, of: str | None) -> Typed:
    """Return the hours of a week as the form shows them."""
    own = of is None or of in settings.with_own_week
    whose = settings.business if of is None else settings.business.resources[of]
    hours = whose.hours if own and whose.hours else settings.business.hours
    return Typed({"own": "yes" if own else "no", "days": [_spans(hours.week.get(day, ())) for day in range(len(DAYS))]})


def _spans(shifts: Sequence[Shift]) -> list[tuple[str, str]]:
    written = shifts_text(shifts).split(", ") if shifts else []
    return [(start, end) for start, _, end in (each.partition("-") for each in written)]


def hours_sent(form: FormData, settings: Settings, of: str | None) -> Draft:
    """Read the hours of a week."""
    own = of is None or _text(form, "own") == "yes"
    days = [
        _filled(zip(_texts(form, f"from{day}"), _texts(form, f"until{day}"), strict=False))[:MOST_SPANS]
        for day in range(len(DAYS))
    ]
    typed = Typed({"own": "yes" if own else "no", "days": days})
    if of is not None and of not in settings.business.resources:
        typed.errors["hours"] = "They are not there any more."
    if not own:
        return Draft(typed, None if typed.errors else SetHours(of, None))
    week = {day: typed.read(f"day{day}", lambda spans=spans: _shifts(spans)) for day, spans in enumerate(days)}  # type: ignore[misc]  # of a loop
    edit = SetHours(of, {day: shifts for day, shifts in week.items() if shifts})
    return Draft(typed, None if typed.errors else edit)


def _shifts(spans: Sequence[tuple[str, str]]) -> tuple[Shift, ...]:
    for start, end in spans:
        if not start.strip() or not end.strip():
            raise Unlike(f"Write from when until when; the {'end' if start.strip() else 'beginning'} is missing.")
    return read_shifts(f"{start.strip()}-{end.strip()}" for start, end in spans)


# Days that differ from the week.


def days_shown(settings: Settings, of: str | None, today: date) -> Typed:
    """Return the days to come that differ, as the form shows them."""
    exceptions = _exceptions(settings, of)
    days = [(day.isoformat(), _closed_or(shifts)) for day, shifts in sorted(exceptions.items()) if day >= today]
    return Typed({"days": days, "past": [day for day in sorted(exceptions) if day < today]})


def _exceptions(settings: Settings, of: str | None) -> Mapping[date, tuple[Shift, ...]]:
    whose = settings.business if of is None else settings.business.resources[of]
    return (whose.hours or Hours({})).exceptions


def _closed_or(shifts: Sequence[Shift]) -> str:
    return shifts_text(shifts) if shifts else ""


def days_sent(form: FormData, settings: Settings, of: str | None, today: date) -> Draft:
    """Read the days that differ; days that are over stay as they were."""
    rows = _filled(zip(_texts(form, "day"), _texts(form, "open"), strict=False))[:MOST_DAYS]
    kept = {day: shifts for day, shifts in _exceptions(settings, of).items() if day < today}
    typed = Typed({"days": rows, "past": sorted(kept)})
    days = dict(kept)
    for number, (written, opened) in enumerate(rows):
        if not written.strip():
            if opened.strip():
                typed.errors[f"day{number}"] = "Which day is it? Pick a date, or clear the hours too."
            continue
        day = typed.read(f"day{number}", lambda written=written: _day(written, today))  # type: ignore[misc]  # of a loop
        shifts = typed.read(f"open{number}", lambda opened=opened: read_shifts([opened]))  # type: ignore[misc]  # of a loop
        if day in days and day is not None:
            typed.errors[f"day{number}"] = "This day is there twice; keep one of them."
        elif day is not None and shifts is not None:
            days[day] = shifts
    return Draft(typed, None if typed.errors else SetClosedDays(of, days))


def _day(written: str, today: date) -> date:
    read = DATE.read(written.strip())
    if isinstance(read, Wrong):
        raise Unlike(read.why or f'"{written.strip()}" is not a date; write it like {today.isoformat()}.')
    if read < today:
        raise Unlike("This day is over.")
    return read


# Services.

_MARGINS = ("before", "after", "every", "notice", "ahead")


def service_shown(settings: Settings, service: Service | None) -> Typed:
    """Return a service as the form shows it; None is a new one."""
    business = settings.business
    if service is None:
        everybody = [each.id for each in business.resources.values() if each.kind == "provider"]
        empty = dict.fromkeys(("name", "minutes", "price", "per", "also", *_MARGINS), "")
        return Typed({**empty, "online": False, "by": everybody, "details": []})
    price = service.price
    return Typed(
        {
            "name": service.name,
            "minutes": length_text(service.duration),
            "price": price_text(price.low, price.high, business.currency) if price else "",
            "per": price.unit or "" if price else "",
            "also": "\n".join(service.synonyms),
            "before": _duration_text(service.before),
            "after": _duration_text(service.after),
            "every": length_text(service.grid),
            "notice": _duration_text(service.notice),
            "ahead": _duration_text(service.horizon),
            "online": service.online,
            "by": [each.id for each in performers_of(business, service)],
            "details": list(service.details.items()),
        }
    )


def _duration_text(length: timedelta) -> str:
    if not length:
        return ""
    days, rest = divmod(length, timedelta(days=1))
    return f"{days} days" if days and not rest else length_text(length)


def service_sent(form: FormData, settings: Settings, service: Service | None) -> Draft:
    """Read a service."""
    names = ("name", "minutes", "price", "per", "also", *_MARGINS)
    details = _filled(zip(_texts(form, "detail"), _texts(form, "detail_text"), strict=False))
    typed = Typed(
        {
            **{name: _text(form, name) for name in names},
            "online": bool(_text(form, "online")),
            "by": _texts(form, "by"),
            "details": details,
        }
    )
    was = service or Service("", "", timedelta(minutes=30))
    made = replace(
        was,
        name=typed.read("name", lambda: _needed(form, "name", "What is it called?")) or was.name,
        duration=typed.read("minutes", lambda: read_length(_needed(form, "minutes", "How long does it take?")))
        or was.duration,
        price=_price(typed, form, settings),
        synonyms=_lines(_text(form, "also")),
        before=_margin(typed, form, "before", was.before),
        after=_margin(typed, form, "after", was.after),
        grid=typed.read("every", lambda: _grid(form, was.grid)) or was.grid,
        notice=_margin(typed, form, "notice", was.notice),
        horizon=_ahead(typed, form, was.horizon),
        online=bool(_text(form, "online")),
        details=_details(typed, details),
    )
    performers = frozenset(_texts(form, "by"))
    edit = SetService(made, performers) if service else AddService(made, performers)
    return Draft(typed, None if typed.errors else edit)


def _needed(form: FormData, name: str, question: str) -> str:
    text = one_line(_text(form, name))
    if not text:
        raise Unlike(question)
    return text


def _price(typed: Typed, form: FormData, settings: Settings) -> Price | None:
    text = one_line(_text(form, "price"))
    per = one_line(_text(form, "per")).removeprefix("per ") or None
    if not text:
        if per:
            typed.errors["price"] = f"What does it cost per {per}?"
        return None
    amounts = typed.read("price", lambda: read_price(text, settings.business.currency))
    return Price(*amounts, per) if amounts else None


def _grid(form: FormData, usual: timedelta) -> timedelta:
    text = one_line(_text(form, "every"))
    return read_length(text) if text else Service("", "", usual).grid


def _margin(typed: Typed, form: FormData, name: str, usual: timedelta) -> timedelta:
    text = one_line(_text(form, name))
    read = typed.read(name, lambda: _duration(text)) if text else timedelta()
    return usual if read is None else read


def _ahead(typed: Typed, form: FormData, usual: timedelta) -> timedelta:
    text = one_line(_text(form, "ahead"))
    read = typed.read("ahead", lambda: _duration(text)) if text else Service("", "", usual).horizon
    return usual if read is None else read


def _duration(text: str) -> timedelta:
    """Read a length that may be days; a bare number is minutes."""
    read = DURATION.read(text.casefold())
    return read_length(text) if isinstance(read, Wrong) else read


def _details(typed: Typed, rows: Sequence[tuple[str, str]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for number, (name, text) in enumerate(rows):
        key = "_".join(name.casefold().split())
        if not tidy(text):
            continue
        if not key.replace("_", "").isalnum() or not key[0].isalpha() or not key.isascii():
            typed.errors[f"detail{number}"] = "Name it in letters and digits, like aftercare."
        found[key] = tidy(text)
    return found


# People, rooms and other things.


def person_shown(settings: Settings, person: Resource | None) -> Typed:
    """Return somebody as the form shows them; None is somebody new."""
    if person is None:
        return Typed({"name": "", "also": "", "about": "", "all": "yes", "does": list(settings.business.services)})
    return Typed(
        {
            "name": person.name,
            "also": "\n".join(person.synonyms),
            "about": person.about,
            "all": "no" if person.services else "yes",
            "does": list(person.services or settings.business.services),
        }
    )


def person_sent(form: FormData, settings: Settings, person: Resource | None) -> Draft:
    """Read somebody."""
    everything = _text(form, "all") != "no"
    does = [each for each in settings.business.services if each in _texts(form, "does")]
    typed = Typed({name: _text(form, name) for name in ("name", "also", "about")})
    typed.values |= {"all": "yes" if everything else "no", "does": does}
    was = person or Resource("", "")
    name = typed.read("name", lambda: _needed(form, "name", "What are they called?")) or was.name
    if not everything and not does and settings.business.services:
        typed.errors["does"] = "Pick at least one service, or everything."
    made = replace(
        was,
        name=name,
        synonyms=_lines(_text(form, "also")),
        about=tidy(_text(form, "about")),
        services=() if everything else tuple(does),
    )
    return Draft(typed, None if typed.errors else SetPerson(made) if person else AddPerson(made))


# Questions.


def question_shown(_settings: Settings, topic: Topic | None) -> Typed:
    """Return a question as the form shows it; None is a new one."""
    if topic is None:
        return Typed({"asks": "", "answer": "", "care": Care.ANSWER.value})
    return Typed({"asks": "\n".join(topic.asks), "answer": topic.answer, "care": topic.care.value})


def question_sent(form: FormData, _settings: Settings, topic: Topic | None) -> Draft:
    """Read a question."""
    care = _text(form, "care")
    typed = Typed({"asks": _text(form, "asks"), "answer": _text(form, "answer"), "care": care})
    asks, answer = _lines(_text(form, "asks")), tidy(_text(form, "answer"))
    if not asks:
        typed.errors["asks"] = "How do guests ask it? Write at least one way."
    if care not in set(Care):
        typed.errors["care"] = "Who answers it?"
        return Draft(typed)
    if not answer and care != Care.STAFF:
        typed.errors["answer"] = "Write the answer, or leave the question to staff."
    made = Topic(topic.id if topic else "", asks, answer, Care(care))
    return Draft(typed, None if typed.errors else SetAnswer(made) if topic else AddQuestion(made))


def removal(section: str, item: str) -> Edit:
    """Return the edit that removes something."""
    match section:
        case "services":
            return RemoveService(item)
        case "people":
            return RemovePerson(item)
        case _:
            return RemoveQuestion(item)
