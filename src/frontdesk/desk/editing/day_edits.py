"""Changes the hours of a week and the days that differ from it, of the business or of somebody."""

from __future__ import annotations

from collections.abc import Sequence

from frontdesk.desk.editing.edits import SetClosedDays, SetHours
from frontdesk.desk.editing.fields import BUSINESS_ORDER, RESOURCE_ORDER, text_of
from frontdesk.desk.editing.files import BUSINESS, BusinessFiles
from frontdesk.desk.editing.mistakes import Mistaken
from frontdesk.desk.editing.places import Path
from frontdesk.desk.editing.settings import CLOSED_DAYS, HOURS, SPECIAL_DAYS, Settings
from frontdesk.desk.editing.splicing import change, drop, put
from frontdesk.desk.editing.weeks import rewrite_week, written_week
from frontdesk.desk.editing.writing import written_shifts
from frontdesk.scheduling.business import Hours


def with_hours(settings: Settings, edit: SetHours) -> str:
    """Return the text with other hours of the week."""
    base = settings.path_of(edit.of)
    path = (*base, HOURS)
    order = BUSINESS_ORDER if edit.of is None else RESOURCE_ORDER
    is_there = edit.of is None or edit.of in settings.with_own_week
    if edit.week is None:
        return drop(text_of(settings), path) if edit.of is not None else text_of(settings)
    week = {day: shifts for day, shifts in edit.week.items() if shifts}
    if not week:
        raise Mistaken(HOURS, "No day is open in these hours; give some day its hours.")
    if not is_there:
        return put(text_of(settings), path, written_week(week), order)
    before = _hours(settings, edit.of).week
    if week == {day: shifts for day, shifts in before.items() if shifts}:
        return text_of(settings)
    return change(text_of(settings), path, lambda parent: rewrite_week(parent[HOURS], before, week))


def with_days(settings: Settings, edit: SetClosedDays) -> str:
    """Return the text in which these days differ from the week, and no others."""
    base = settings.path_of(edit.of)
    before = _hours(settings, edit.of).exceptions
    text = text_of(settings)
    order = BUSINESS_ORDER if edit.of is None else RESOURCE_ORDER
    there = _within(settings.files, (*base, SPECIAL_DAYS))
    written = {day.isoformat(): (before.get(day), shifts) for day, shifts in edit.days.items()}
    for day in there:
        if day not in written or (written[day][0] and not written[day][1]):
            text = drop(text, (*base, SPECIAL_DAYS, day))
    for day, (was, shifts) in sorted(written.items()):
        if shifts and was != shifts:
            text = put(text, (*base, SPECIAL_DAYS, day), written_shifts(shifts), (*sorted({*there, *written}), *order))
    # A day that is written as closed among the special ones stays there.
    apart = [day for day, (was, shifts) in sorted(written.items()) if not shifts and (was != () or day not in there)]
    return _with_closed(settings, text, edit.of, apart)


def _with_closed(settings: Settings, text: str, of: str | None, closed: Sequence[str]) -> str:
    path = (*settings.path_of(of), CLOSED_DAYS)
    listed = _items(settings.files, path)
    if set(closed) == set(listed):
        return text
    order = BUSINESS_ORDER if of is None else RESOURCE_ORDER
    return put(text, path, list(closed), order) if closed else drop(text, path)


def _hours(settings: Settings, of: str | None) -> Hours:
    whose = settings.business if of is None else settings.business.resources[of]
    return whose.hours or Hours({})


def _node(files: BusinessFiles, path: Path) -> object:
    found: object = files.data(BUSINESS)
    for key in path:
        found = found.get(key) if isinstance(found, dict) else None
    return found


def _items(files: BusinessFiles, path: Path) -> list[str]:
    found = _node(files, path)
    return (
        [str(item).strip() for item in found] if isinstance(found, list) else [found] if isinstance(found, str) else []
    )


def _within(files: BusinessFiles, path: Path) -> list[str]:
    found = _node(files, path)
    return list(found) if isinstance(found, dict) else []
