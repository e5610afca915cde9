"""The forms of services, people and questions: read into edits, and filled with what the files say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from starlette.datastructures import FormData

from frontdesk.console.settings.typed import Draft, Typed, field_text, field_texts, filled_rows, lines_in
from frontdesk.desk.editing.edits import (
    AddPerson,
    AddQuestion,
    AddService,
    Edit,
    RemovePerson,
    RemoveQuestion,
    RemoveService,
    SetAnswer,
    SetPerson,
    SetService,
)
from frontdesk.desk.editing.settings import Settings, performers_of
from frontdesk.desk.editing.writing import Unlike, length_text, one_line, price_text, read_length, read_price, tidy
from frontdesk.flows.reading.kinds import DURATION, Wrong
from frontdesk.scheduling.business import Care, Price, Resource, Service, Topic

NEW = "new"
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
    details = filled_rows(zip(field_texts(form, "detail"), field_texts(form, "detail_text"), strict=False))
    typed = Typed(
        {
            **{name: field_text(form, name) for name in names},
            "online": bool(field_text(form, "online")),
            "by": field_texts(form, "by"),
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
        synonyms=lines_in(field_text(form, "also")),
        before=_margin(typed, form, "before", was.before),
        after=_margin(typed, form, "after", was.after),
        grid=typed.read("every", lambda: _grid(form, was.grid)) or was.grid,
        notice=_margin(typed, form, "notice", was.notice),
        horizon=_ahead(typed, form, was.horizon),
        online=bool(field_text(form, "online")),
        details=_details(typed, details),
    )
    performers = frozenset(field_texts(form, "by"))
    edit = SetService(made, performers) if service else AddService(made, performers)
    return Draft(typed, None if typed.errors else edit)


def _needed(form: FormData, name: str, question: str) -> str:
    text = one_line(field_text(form, name))
    if not text:
        raise Unlike(question)
    return text


def _price(typed: Typed, form: FormData, settings: Settings) -> Price | None:
    text = one_line(field_text(form, "price"))
    per = one_line(field_text(form, "per")).removeprefix("per ") or None
    if not text:
        if per:
            typed.errors["price"] = f"What does it cost per {per}?"
        return None
    amounts = typed.read("price", lambda: read_price(text, settings.business.currency))
    return Price(*amounts, per) if amounts else None


def _grid(form: FormData, usual: timedelta) -> timedelta:
    text = one_line(field_text(form, "every"))
    return read_length(text) if text else Service("", "", usual).grid


def _margin(typed: Typed, form: FormData, name: str, usual: timedelta) -> timedelta:
    text = one_line(field_text(form, name))
    read = typed.read(name, lambda: _duration(text)) if text else timedelta()
    return usual if read is None else read


def _ahead(typed: Typed, form: FormData, usual: timedelta) -> timedelta:
    text = one_line(field_text(form, "ahead"))
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
    everything = field_text(form, "all") != "no"
    does = [each for each in settings.business.services if each in field_texts(form, "does")]
    typed = Typed({name: field_text(form, name) for name in ("name", "also", "about")})
    typed.values |= {"all": "yes" if everything else "no", "does": does}
    was = person or Resource("", "")
    name = typed.read("name", lambda: _needed(form, "name", "What are they called?")) or was.name
    if not everything and not does and settings.business.services:
        typed.errors["does"] = "Pick at least one service, or everything."
    made = replace(
        was,
        name=name,
        synonyms=lines_in(field_text(form, "also")),
        about=tidy(field_text(form, "about")),
        services=() if everything else tuple(does),
    )
    return Draft(typed, None if typed.errors else SetPerson(made) if person else AddPerson(made))


def question_shown(_settings: Settings, topic: Topic | None) -> Typed:
    """Return a question as the form shows it; None is a new one."""
    if topic is None:
        return Typed({"asks": "", "answer": "", "care": Care.ANSWER.value})
    return Typed({"asks": "\n".join(topic.asks), "answer": topic.answer, "care": topic.care.value})


def question_sent(form: FormData, _settings: Settings, topic: Topic | None) -> Draft:
    """Read a question."""
    care = field_text(form, "care")
    typed = Typed({"asks": field_text(form, "asks"), "answer": field_text(form, "answer"), "care": care})
    asks, answer = lines_in(field_text(form, "asks")), tidy(field_text(form, "answer"))
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
