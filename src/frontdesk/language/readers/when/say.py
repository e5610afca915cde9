"""Says when: a value into words that are read back as the same value at the same now."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cache

from frontdesk.dialogue.values import Anytime, Days, Moments, Soonest, Times
from frontdesk.language.lexicon import Words, load
from frontdesk.language.readers.reading import Context, Style
from frontdesk.language.readers.when.almanac import JUST_PAST
from frontdesk.language.readers.when.listed import mapping, text_lists, texts
from frontdesk.language.readers.when.ranges import HALF_A_YEAR
from frontdesk.language.readers.when.resolve import When

YEARS = range(1900, 2200)  # those that are read as years where they stand beside a month
NOON = 12
SECONDS = {"week": 7 * 86400, "day": 86400, "hour": 3600, "minute": 60, "second": 1}


@dataclass(frozen=True, slots=True)
class Phrasing:
    """The phrases of one language in one style."""

    weekdays: list[str]
    months: list[str]
    ordinals: dict[str, str]
    halves: list[str]
    lengths: dict[str, list[str]]
    phrases: dict[str, str]

    def fill(self, name: str, /, **places: str) -> str:
        """Return the phrase `name` with its places filled."""
        return self.phrases[name].format_map(places)


def say(value: When, context: Context, style: Style) -> str:
    """Return `value` in words, as `style` wants them."""
    phrasing = _phrasing(context.language, style)
    match value:
        case datetime():
            return _moment(value, context, phrasing)
        case date():
            return _day(value, phrasing, with_year=_needs_year(value, context))
        case time():
            return _time(value, phrasing)
        case timedelta():
            return _length(value, phrasing)
        case Days():
            return _days(value, context, phrasing)
        case Times():
            return _times(value, phrasing)
        case Moments():
            return _moments(value, context, phrasing)
        case Soonest():
            return phrasing.fill("soonest")
        case Anytime():
            return phrasing.fill("anytime")


def _needs_year(day: date, context: Context) -> bool:
    """Tell whether `day` is not the next one with its month and number, or one like it has just gone by."""
    today = context.now.date()
    return not today <= day < today + timedelta(days=365) - JUST_PAST


def _day(day: date, phrasing: Phrasing, *, with_year: bool) -> str:
    if day.year not in YEARS:
        return day.isoformat()
    return phrasing.fill(
        "day_of_year" if with_year else "day",
        weekday=phrasing.weekdays[day.weekday()],
        month=phrasing.months[day.month - 1],
        day=str(day.day),
        ordinal=phrasing.ordinals.get(str(day.day), phrasing.ordinals["other"]).format(number=day.day),
        year=str(day.year),
    )


def _time(at: time, phrasing: Phrasing) -> str:
    if not at.minute and not at.second and at.hour % NOON == 0:
        return phrasing.fill("noon" if at.hour else "midnight")
    clock = f"{at.hour % NOON or NOON}"
    if at.minute or at.second:
        clock += f":{at.minute:02}"
    if at.second:
        clock += f":{at.second:02}"
    return phrasing.fill("time", clock=clock, half=phrasing.halves[at.hour >= NOON])


def _moment(moment: datetime, context: Context, phrasing: Phrasing) -> str:
    local = moment.astimezone(context.now.tzinfo)
    day = _day(local.date(), phrasing, with_year=_needs_year(local.date(), context))
    return phrasing.fill("moment", day=day, time=_time(local.time(), phrasing))


def _days(days: Days, context: Context, phrasing: Phrasing) -> str:
    ends = [end for end in (days.start, days.end) if end]
    # A year on one side only would be taken as the year of both.
    with_year = any(_needs_year(end, context) for end in ends) or max(ends) - min(ends) > HALF_A_YEAR
    start, end = (_day(end, phrasing, with_year=with_year) if end else None for end in (days.start, days.end))
    return _between("days", start, end, phrasing)


def _times(times: Times, phrasing: Phrasing) -> str:
    start, end = (None if at is None else _time(at, phrasing) for at in (times.start, times.end))
    return _between("times", start, end, phrasing)


def _moments(moments: Moments, context: Context, phrasing: Phrasing) -> str:
    zone = context.now.tzinfo
    start, end = (at.astimezone(zone) if at else None for at in (moments.start, moments.end))
    if start and end and start.date() == end.date() and start < end:
        day = _day(start.date(), phrasing, with_year=_needs_year(start.date(), context))
        first, last = _time(start.time(), phrasing), _time(end.time(), phrasing)
        return phrasing.fill("day_times", day=day, start=first, end=last)
    begins, ends = (_moment(at, context, phrasing) if at else None for at in (start, end))
    return _between("moments", begins, ends, phrasing)


def _between(name: str, start: str | None, end: str | None, phrasing: Phrasing) -> str:
    if start and end:
        return phrasing.fill(name, start=start, end=end)
    if start:
        return phrasing.fill(f"{name}_from", start=start)
    if end:
        return phrasing.fill(f"{name}_before", end=end)
    raise ValueError("a range that is open on both sides says nothing")


def _length(length: timedelta, phrasing: Phrasing) -> str:
    rest = int(length.total_seconds())
    said = []
    for unit, size in SECONDS.items():
        # Two weeks are said in days, as hotels count; three years are not.
        if unit == "week" and rest < 1000 * SECONDS["day"]:
            continue
        count, rest = divmod(rest, size)
        if count:
            said.append(f"{count} {phrasing.lengths[unit][count > 1]}")
    return " ".join(said) or f"0 {phrasing.lengths['minute'][1]}"


@cache
def _phrasing(language: str, style: Style) -> Phrasing:
    words = mapping(load(language, "when")["say"])
    short = "_short" if style is Style.SHORT else ""
    return Phrasing(
        weekdays=texts(words[f"weekdays{short}"]),
        months=texts(words[f"months{short}"]),
        ordinals={number: str(word) for number, word in mapping(words["ordinal"]).items()},
        halves=text_lists(words["halves"])[style],
        lengths=text_lists(words["lengths"]),
        phrases={name: str(_styled(phrase, style)) for name, phrase in words.items()},
    )


def _styled(phrase: Words, style: Style) -> Words:
    return phrase.get(style, "") if isinstance(phrase, dict) else phrase
