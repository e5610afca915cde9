"""Says on which days of the week something is open, takes place or starts, and at what times."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import time
from itertools import groupby

from frontdesk.dialogue.values import Times, Value
from frontdesk.language.readers.reading import Context, Style
from frontdesk.language.replies.saying import Voice, joined, said
from frontdesk.language.words import listed
from frontdesk.scheduling.business import Business, Hours, Shift

_NAME = "saying"


def say_week(week: Mapping[int, Sequence[Shift]], context: Context, business: Business, style: Style) -> str:
    """Say opening hours by weekday, days that follow each other and are alike together; closed days come last."""
    voice = Voice(context, business, style)
    hours = {day: tuple(Times(shift.start, shift.end) for shift in shifts) for day, shifts in week.items()}
    return ", ".join((*_open_days(hours, voice), *_closed_days(hours, voice)))


def say_hours(hours: Hours, voice: Voice) -> str:
    """Say the hours of a week, and the breaks in every day of it."""
    week = say_week(hours.week, voice.context, voice.business, voice.style)
    breaks = [said(Times(each.start, each.end), voice) for each in hours.breaks]
    times = joined(breaks, voice.context.language)
    return voice.words("week")["break"].format(week=week, times=times) if breaks else week


def say_starts(starts: Mapping[int, Sequence[time]], voice: Voice) -> str:
    """Say on which weekdays and at what times something starts."""
    return ", ".join(_open_days({day: tuple(times) for day, times in starts.items()}, voice))


def _open_days(week: Mapping[int, tuple[Value, ...]], voice: Voice) -> list[str]:
    words, language = voice.words("week"), voice.context.language
    groups = [(days, times) for days, times in _alike(week, voice) if times]
    return [
        words["open"].format(days=days, times=joined([said(each, voice) for each in times], language))
        for days, times in groups
    ]


def _closed_days(week: Mapping[int, tuple[Value, ...]], voice: Voice) -> list[str]:
    closed = [days for days, times in _alike(week, voice) if not times]
    return [voice.words("week")["closed"].format(days=joined(closed, voice.context.language))] if closed else []


def _alike(week: Mapping[int, tuple[Value, ...]], voice: Voice) -> Iterator[tuple[str, tuple[Value, ...]]]:
    """Give the weekdays in words, those together that follow each other and have the same times."""
    key = "weekdays_short" if voice.style is Style.SHORT else "weekdays"
    names = listed(voice.context.language, _NAME, key)
    for times, alike in groupby(range(len(names)), key=lambda day: week.get(day, ())):
        days = [names[day] for day in alike]
        whole = voice.words("week")["days"].format(first=days[0], last=days[-1])
        yield days[0] if len(days) == 1 else whole, times
