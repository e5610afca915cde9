"""Hangs days on others: "the day before", "two weeks before" and "before that" count from a day said beside them."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from frontdesk.dialogue.copying import replace
from frontdesk.language.lexicon import load
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.when.build.lengths import next_to
from frontdesk.language.readers.when.listed import mapping, texts
from frontdesk.language.readers.when.specs import Day, DayHours, Moment, OpenDays, Shifted, Spec, Weekday, WeekOf
from frontdesk.language.readers.when.tokens import Piece
from frontdesk.language.words import words_in


class Said(NamedTuple):
    """A piece of the text that says a time, and what it says."""

    piece: Piece
    spec: Spec


def anchored(said: list[Said], text: str, context: Context) -> list[Said]:
    """Count what hangs from the day said last, or else from the one right after; a week or a bound must have one.

    A week may hang on the days that were talked about before.
    """
    talked_of = context.beside or context.around
    known = talked_of is not None or (context.within is not None and context.within.start is not None)
    hung: list[Said] = []
    last: Said | None = None
    for one in said:
        base = day_of(last.spec) if last else None
        meant = one._replace(spec=_from(one.spec, base)) if base else one
        if last is not None and meant != one and _is_only_base(last, one, text, context.language):
            hung = [each for each in hung if each is not last]
        if not _hangs(meant.spec) or (known and isinstance(meant.spec, WeekOf)):
            hung.append(meant)
        last = meant if day_of(meant.spec) else last
    return hung


def day_of(spec: Spec) -> Day | None:
    """Return the day that a spec is on, if it is a single one."""
    match spec:
        case Moment(day=day) | DayHours(day=day):
            return day
        case _:
            return spec if isinstance(spec, Day) else None


def _is_only_base(base: Said, hanging: Said, text: str, language: str) -> bool:
    """Tell "my wedding is on the 20th, Botox a week before", which wants one day, from "Friday or the day before"."""
    apart = not _parting(language).isdisjoint(words_in(text[base.piece.end : hanging.piece.start]))
    return not apart and _is_backwards(hanging.spec)


@cache
def _parting(language: str) -> frozenset[str]:
    """Return the words between two days of which the first counts for itself: "Friday, remind me the day before"."""
    lists = load(language, "when")
    return frozenset([*texts(mapping(lists["words"])["or"]), *texts(lists["reminding"])])


def _is_backwards(spec: Spec) -> bool:
    match spec:
        case OpenDays(bound=Shifted(unclear=True)):
            return True
        case Shifted(length=length) | DayHours(day=Shifted(length=length)) | Moment(day=Shifted(length=length)):
            return any(amount < 0 for amount, _ in length.amounts)
        case _:
            return False


def _hangs(spec: Spec) -> bool:
    match spec:
        case WeekOf(day=Shifted(unclear=True)) | OpenDays(bound=Shifted(unclear=True)):
            return True
        case _:
            return False


def _from(spec: Spec, base: Day) -> Spec:
    match spec:
        case Weekday(hangs=1 | -1):
            return next_to(spec.weekday, base, after=spec.hangs > 0)
        case Moment(day=Weekday(hangs=1 | -1) as day) | DayHours(day=Weekday(hangs=1 | -1) as day):
            return replace(spec, day=next_to(day.weekday, base, after=day.hangs > 0))
        case Shifted(length=length, unclear=True):
            return Shifted(length, base)
        case OpenDays(bound=Shifted(unclear=True)):
            return replace(spec, bound=base)
        case WeekOf(day=Shifted(length=length, unclear=True)):
            return replace(spec, day=Shifted(length, base))
        case Moment(day=Shifted(length=length, unclear=True)) | DayHours(day=Shifted(length=length, unclear=True)):
            return replace(spec, day=Shifted(length, base))
        case _:
            return spec
