"""Rewrites the hours of a week: keys whose days stay as they were stay as they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ruamel.yaml.comments import CommentedMap, CommentedSeq

from frontdesk.desk.editing.edits import Week
from frontdesk.desk.editing.snippets import Written, made
from frontdesk.desk.editing.writing import DAYS, weekdays_of, weekdays_text, written_shifts
from frontdesk.scheduling.business import Shift

_BEHIND = 2  # where ruamel keeps the comment behind the value of a key


def written_week(week: Week) -> dict[str, Written]:
    """Write a week anew; days that follow each other and have the same hours are joined."""
    return {weekdays_text(days): written_shifts(shifts) for days, shifts in _runs(range(len(DAYS)), week) if shifts}


def rewrite_week(there: CommentedMap, before: Week, after: Week) -> None:
    """Change the hours in a mapping from one week to another."""
    for key in list(there):
        days = weekdays_of(str(key))
        if any(before.get(day, ()) != after.get(day, ()) for day in days):
            _split(there, str(key), days, before, after)
    named = {day for key in there for day in weekdays_of(str(key))}
    missing = [day for day in range(len(DAYS)) if day not in named and after.get(day)]
    for run, shifts in _runs(missing, after):
        there.insert(_place(there, run[0]), weekdays_text(run), made(written_shifts(shifts), braced=True))


def _split(there: CommentedMap, key: str, days: Sequence[int], before: Week, after: Week) -> None:
    """Put keys in the place of one whose days are no longer alike; days that stay keep what is written there."""
    place, value, comment = list(there).index(key), there[key], _comment(there, key)
    runs = list(_runs(sorted(days), after))
    del there[key]
    for offset, (run, shifts) in enumerate(runs):
        is_as_before = shifts == before.get(run[0], ())
        written = _copied(value) if is_as_before else made(written_shifts(shifts), braced=True)
        there.insert(place + offset, weekdays_text(run), written)
    if comment is not None:
        _add_comment(there, weekdays_text(runs[-1][0]), comment)


def _copied(value: object) -> object:
    """Return a value without its comment: the last of several keys has that."""
    if not isinstance(value, CommentedSeq):
        return value
    copy = CommentedSeq(list(value))
    if value.fa.flow_style():
        copy.fa.set_flow_style()
    return copy


def _comment(there: CommentedMap, key: str) -> object:
    """Return the comment behind a value: that of a list is its own, that of a text belongs to the key."""
    value = there[key]
    if isinstance(value, CommentedSeq):
        return value.ca.comment[0] if value.ca.comment else None
    return there.ca.items[key][_BEHIND] if key in there.ca.items else None


def _add_comment(there: CommentedMap, key: str, comment: object) -> None:
    value = there[key]
    if isinstance(value, CommentedSeq):
        value.ca.comment = [comment, None]
    else:
        there.ca.items[key] = [None, None, comment, None]


def _runs(days: Iterable[int], week: Week) -> Iterator[tuple[list[int], tuple[Shift, ...]]]:
    """Give runs of days that follow each other and have the same hours."""
    run: list[int] = []
    for day in days:
        if run and (day != run[-1] + 1 or week.get(day, ()) != week.get(run[0], ())):
            yield run, week.get(run[0], ())
            run = []
        run.append(day)
    if run:
        yield run, week.get(run[0], ())


def _place(there: CommentedMap, day: int) -> int:
    """Return where a day belongs among keys that are there: before the first that begins later."""
    firsts = [min(weekdays_of(str(key)), default=0) for key in there]
    return next((place for place, first in enumerate(firsts) if first > day), len(firsts))
