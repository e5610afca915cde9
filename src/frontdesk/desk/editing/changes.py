"""What differs between two states of a business, in words: for whoever is about to change it, and for the history."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TypeVar

from frontdesk.desk.editing.settings import FlowWords, Settings, performers_of
from frontdesk.desk.editing.writing import DAYS, day_text, length_text, price_text, shifts_text
from frontdesk.scheduling.business import Business, Care, Hours, Resource, Service, Shift, Topic

T = TypeVar("T")

NOTHING = "nothing"
_CARE = {
    Care.ANSWER: "the desk answers",
    Care.PERSON: "the desk answers and offers a person",
    Care.STAFF: "staff answer",
}


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that became another; None is what was not there, or is not any more."""

    what: str
    was: str | None
    became: str | None

    @property
    def sentence(self) -> str:
        """Say it: Hours of Monday: 9:00-17:00 became 10:00-18:00."""
        if self.was is None:
            return f"{self.what}: {self.became} was added" if self.became else f"{self.what} was added"
        if self.became is None:
            return f"{self.what}: {self.was} was removed" if self.was else f"{self.what} was removed"
        return f"{self.what}: {self.was} became {self.became}"


def changes_between(before: Settings, after: Settings) -> tuple[Change, ...]:
    """Return everything that differs and that a page of settings shows."""
    return tuple(_all(before, after))


def _all(before: Settings, after: Settings) -> Iterator[Change]:
    ours, theirs = before.business, after.business
    yield from _schedule("", ours.hours, theirs.hours)
    yield from _services(ours, theirs)
    yield from _kept("", ours.resources, theirs.resources, lambda each: each.name, _person(before, after))
    yield from _kept("Question", ours.topics, theirs.topics, topic_title, _topic)
    for flow in after.flows:
        yield from _triggers(flow, before.flows)


def _kept(
    kind: str,
    before: Mapping[str, T],
    after: Mapping[str, T],
    name: Callable[[T], str],
    differences: Callable[[T, T], Iterator[Change]],
) -> Iterator[Change]:
    """Give what was added and removed, and how what stayed differs."""
    for key, each in before.items():
        if key not in after:
            yield Change(f"{kind} {name(each)}".strip(), "", None)
    for key, each in after.items():
        if key not in before:
            yield Change(f"{kind} {name(each)}".strip(), None, "")
        elif before[key] != each or kind != "Question":
            yield from differences(before[key], each)


def _schedule(whose: str, before: Hours, after: Hours) -> Iterator[Change]:
    for days in _alike(before, after):
        first, last = DAYS[days[0]], DAYS[days[-1]]
        named = first if len(days) == 1 else f"{first} to {last}"
        yield from _shifts(f"Hours of {whose}{named}", before.week.get(days[0], ()), after.week.get(days[0], ()))
    for each in sorted({*before.exceptions, *after.exceptions}):
        yield from _day(f"{whose}{day_text(each)}", before, after, each)
    yield from _differing(f"{whose}Breaks".strip(), before.breaks, after.breaks, shifts_text)


def _alike(before: Hours, after: Hours) -> list[list[int]]:
    """Return runs of days that had the same hours, and have the same now: they are told together."""
    runs: list[list[int]] = []
    for day in range(len(DAYS)):
        if runs and all(hours.week.get(day, ()) == hours.week.get(runs[-1][0], ()) for hours in (before, after)):
            runs[-1].append(day)
        else:
            runs.append([day])
    return runs


def _shifts(what: str, was: tuple[Shift, ...], became: tuple[Shift, ...]) -> Iterator[Change]:
    if was != became:
        yield Change(what, shifts_text(was), shifts_text(became))


def _day(what: str, before: Hours, after: Hours, day: date) -> Iterator[Change]:
    was, became = (hours.exceptions.get(day) for hours in (before, after))
    if was != became:
        usual = "as every week"
        yield Change(
            what,
            usual if was is None else shifts_text(was),
            usual if became is None else shifts_text(became),
        )


def _differing(what: str, was: T, became: T, text: Callable[[T], str]) -> Iterator[Change]:
    if was != became:
        yield Change(what, text(was) or NOTHING, text(became) or NOTHING)


def _services(ours: Business, theirs: Business) -> Iterator[Change]:
    """Give what differs between services; one that is new is told with what guests will meet."""
    new = {f"Service {each.name}": each for key, each in theirs.services.items() if key not in ours.services}
    for change in _kept("Service", ours.services, theirs.services, lambda each: each.name, _service(ours, theirs)):
        added = change.was is None and change.what in new
        yield replace(change, became=_offer(new[change.what], theirs)) if added else change


def _offer(service: Service, business: Business) -> str:
    names = _listed(_performers(business, service))
    price = _price(service, business) or "no price"
    return ", ".join((length_text(service.duration), price, f"done by {names or NOTHING}"))


def _service(ours: Business, theirs: Business) -> Callable[[Service, Service], Iterator[Change]]:
    def differences(was: Service, became: Service) -> Iterator[Change]:
        name = was.name
        yield from _differing(f"Name of {name}", was.name, became.name, str)
        yield from _differing(f"Duration of {name}", was.duration, became.duration, length_text)
        prices = _price(was, ours), _price(became, theirs)
        yield from _differing(f"Price of {name}", *prices, str)
        yield from _differing(f"Other names of {name}", was.synonyms, became.synonyms, _listed)
        for what, each in _MARGINS.items():
            yield from _differing(f"{what} of {name}", each(was), each(became), length_text)
        yield from _differing(f"{name} online", was.online, became.online, lambda online: "yes" if online else "no")
        for topic in {**was.details, **became.details}:
            yield from _differing(
                f"{topic} of {name}", was.details.get(topic, ""), became.details.get(topic, ""), _quoted
            )
        yield from _differing(f"Who does {name}", _performers(ours, was), _performers(theirs, became), _listed)

    return differences


_MARGINS: Mapping[str, Callable[[Service], timedelta]] = {
    "Time before": lambda service: service.before,
    "Time after": lambda service: service.after,
    "Starts": lambda service: service.grid,
    "Notice": lambda service: service.notice,
    "Latest start": lambda service: service.horizon,
}


def _performers(business: Business, service: Service) -> tuple[str, ...]:
    return tuple(each.name for each in performers_of(business, service))


def _price(service: Service, business: Business) -> str:
    if service.price is None:
        return ""
    per = f" per {service.price.unit}" if service.price.unit else ""
    return price_text(service.price.low, service.price.high, business.currency) + per


def _person(before: Settings, after: Settings) -> Callable[[Resource, Resource], Iterator[Change]]:
    def differences(was: Resource, became: Resource) -> Iterator[Change]:
        name = was.name
        yield from _differing(f"Name of {name}", was.name, became.name, str)
        yield from _differing(f"Other names of {name}", was.synonyms, became.synonyms, _listed)
        yield from _differing(f"What guests may know of {name}", was.about, became.about, _quoted)
        yield from _own_hours(before, after, was, became)

    return differences


def _own_hours(before: Settings, after: Settings, was: Resource, became: Resource) -> Iterator[Change]:
    has_own = tuple(each.id in one.with_own_week for one, each in ((before, was), (after, became)))
    if has_own == (True, False):
        yield Change(f"Hours of {was.name}", "their own", "those of the business")
        return
    if has_own == (False, True):
        yield Change(f"Hours of {was.name}", "those of the business", "their own")
    if not any(has_own):  # the week is that of the business, whose changes are told once
        hours = tuple(
            Hours({}, each.hours.exceptions, each.hours.breaks) if each.hours else Hours({}) for each in (was, became)
        )
        yield from _schedule(f"{was.name}, ", *hours)
        return
    yield from _schedule(f"{was.name}, ", was.hours or before.business.hours, became.hours or after.business.hours)


def topic_title(topic: Topic) -> str:
    """Name a question by how it is put first."""
    return f'"{topic.asks[0]}"' if topic.asks else topic.id


def _topic(was: Topic, became: Topic) -> Iterator[Change]:
    title = topic_title(was)
    yield from _items(f"How guests ask {title}", was.asks, became.asks)
    yield from _items(f"What guests have said to ask {title}", was.examples, became.examples)
    yield from _differing(f"Answer to {title}", was.answer, became.answer, _quoted)
    yield from _differing(f"Who answers {title}", was.care, became.care, lambda care: _CARE[care])


def _triggers(flow: FlowWords, known: Iterable[FlowWords]) -> Iterator[Change]:
    before = next((each for each in known if each.name == flow.name), flow)
    yield from _items(f"How guests begin to {flow.description}", before.triggers, flow.triggers)
    yield from _items(f"What guests have said to {flow.description}", before.examples, flow.examples)


def _items(what: str, was: tuple[str, ...], became: tuple[str, ...]) -> Iterator[Change]:
    for each in was:
        if each not in became:
            yield Change(what, f'"{each}"', None)
    for each in became:
        if each not in was:
            yield Change(what, None, f'"{each}"')


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)


def _quoted(text: str) -> str:
    return f'"{text}"' if text else ""
