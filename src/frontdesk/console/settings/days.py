"""The forms of hours and days: read into edits, and filled with what the files say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from starlette.datastructures import FormData

from frontdesk.console.settings.typed import Draft, Typed, field_text, field_texts, filled_rows
from frontdesk.desk.editing.edits import SetClosedDays, SetHours
from frontdesk.desk.editing.settings import Settings
from frontdesk.desk.editing.writing import DAYS, Unlike, read_shifts, shifts_text
from frontdesk.flows.reading.kinds import DATE, Wrong
from frontdesk.scheduling.business import Hours, Shift

MOST_SPANS = 4  # of a day that a form has room for
MOST_DAYS = 200


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
    own = of is None or field_text(form, "own") == "yes"
    days = [
        filled_rows(zip(field_texts(form, f"from{day}"), field_texts(form, f"until{day}"), strict=False))[:MOST_SPANS]
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
    rows = filled_rows(zip(field_texts(form, "day"), field_texts(form, "open"), strict=False))[:MOST_DAYS]
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
