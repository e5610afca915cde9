"""How each form of the word list makes its meaning out of the pieces it matched; None refuses them.

A form names its builder; every function below that takes pieces can be named.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from frontdesk.language.readers.when.build import clocks, days, lengths, moments, spans, wishes
from frontdesk.language.readers.when.pieces import same
from frontdesk.language.readers.when.tokens import Meaning, Piece

Builder: TypeAlias = Callable[[Sequence[Piece]], Meaning | None]

_BUILDERS: tuple[Builder, ...] = (
    *(wishes.nothing, wishes.soonest, wishes.anytime, wishes.vague, wishes.repeated, same),
    *(lengths.length, lengths.length_in_parts, lengths.ahead, lengths.within, lengths.shifted, lengths.shifted_back),
    *(lengths.in_days, lengths.later, lengths.days_ago, lengths.ago, lengths.stay),
    *(
        lengths.weeks_after,
        lengths.beside,
        lengths.weekday_beside,
    ),
    *(days.date, days.numbered, days.nth_day, days.numeric, days.weekday),
    *(days.relative, days.holiday, days.holiday_week),
    *(days.weekday_date, days.weekday_number, days.date_in_span, days.weekday_in_span, days.nth_in_span),
    *(
        lengths.week_beside,
        lengths.weekend_beside,
        clocks.clock_run,
    ),
    *(
        spans.span,
        spans.month_span,
        spans.numeric_month,
        spans.nth_span,
        spans.week_of,
        spans.section,
    ),
    *(spans.month_days, spans.day_range, spans.days_after, spans.days_before),
    *(clocks.clock, clocks.clock_words, clocks.clock_past, clocks.clock_to, clocks.clock_to_bare),
    *(clocks.noon, clocks.military, clocks.clock_hour, clocks.with_part, clocks.part_of_day),
    *(
        lengths.hanging_back,
        lengths.weekday_hanging,
        spans.before_that,
        clocks.clock_hours,
        clocks.clock_hours_written,
        clocks.before_hours,
    ),
    *(
        clocks.clock_alone,
        days.no_such_day,
    ),
    *(
        lengths.one_night,
        lengths.nights_of,
        spans.new_year,
    ),
    *(),
    *(clocks.after_hours, clocks.clock_range, clocks.hours_for, clocks.after, clocks.before, clocks.part_hours),
    *(moments.tonight, moments.day_clock, moments.day_hours, moments.day_part),
    *(moments.day_half, moments.moment_range, moments.moments_after, moments.moments_before),
)
BUILDERS = {builder.__name__: builder for builder in _BUILDERS}
