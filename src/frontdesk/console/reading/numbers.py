"""Numbers: how the desk does, as few figures, a funnel, the busy hours, and what was left to people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from fastapi import APIRouter, Response

from frontdesk.console.access.guard import Staff
from frontdesk.console.addresses import asked_number, view
from frontdesk.console.names import TROUBLES, question_of, reason_of
from frontdesk.console.pages import page
from frontdesk.desk.numbers import DAYS, HOURS, Figure, FunnelStage, Numbers, numbers_of, period_of

USUAL = 30
STAGES = {
    FunnelStage.BEGUN: "Conversations begun",
    FunnelStage.WANTED: "Wanted something",
    FunnelStage.OFFERED: "Were offered times",
    FunnelStage.ASKED: "Were asked to confirm",
    FunnelStage.BOOKED: "Booked",
}
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
SHADES = 5  # of the heat map, beside none
MOST_ROWS = 8  # of a list of reasons; the rest is added up

router = APIRouter(prefix="/staff/{business}", include_in_schema=False)

Wish = Literal["more", "less", "either"]


@dataclass(frozen=True, slots=True)
class BigFigure:
    """One of the few large figures: what it is, how it reads, and whether more of it is good."""

    label: str
    text: str
    figure: Figure
    wish: Wish
    note: str = ""

    @property
    def change(self) -> str:
        """Say how it changed."""
        share = self.figure.share
        if share is None:
            return "none before" if self.figure.now else "as before"
        percent = round(abs(share) * 100)
        return f"{'up' if share > 0 else 'down'} {percent}%" if percent else "as before"

    @property
    def tone(self) -> str:
        """Say whether that is good news; "" where it is neither."""
        share = self.figure.share
        if not share or self.wish == "either" or not round(abs(share) * 100):
            return ""
        return "good" if (share > 0) == (self.wish == "more") else "bad"


@dataclass(frozen=True, slots=True)
class Bar:
    """A row of a chart: its length in percent, and what the table says of it."""

    label: str
    figure: Figure
    width: float
    share: str = ""
    before_width: float = 0


@dataclass(frozen=True, slots=True)
class Cell:
    """An hour of the week in the heat map."""

    hour: int
    count: int
    shade: int


@router.get("/numbers")
async def numbers(at: Staff) -> Response:
    """Show the numbers of the last days."""
    days = asked_number(at, "days", USUAL)
    days = days if days in DAYS else USUAL
    counted = await numbers_of(at.desk.store, at.business, period_of(at.business, at.now(), days))
    busiest = max((max(row) for row in counted.hours), default=0)
    return page(
        at,
        "numbers.html",
        here="numbers",
        days=days,
        chips=[(each, view(at, "numbers", days=each)) for each in DAYS],
        counted=counted,
        is_empty=not counted.messages.now and not counted.stages[FunnelStage.BEGUN].now,
        figures=big_figures(counted),
        funnel=funnel(counted),
        week=week(counted.hours, busiest),
        busiest=busiest,
        peak=peak(counted.hours),
        troubles=bars({TROUBLES[kind]: figure for kind, figure in counted.troubles.items()}),
        questions=bars({question_of(name): figure for name, figure in counted.asked_about.items()}),
        reasons=bars({reason_of(name): figure for name, figure in counted.reasons.items()}),
        hours=range(HOURS),
    )


def big_figures(counted: Numbers) -> list[BigFigure]:
    """Return the few figures that stand above everything else."""
    begun, booked = counted.stages[FunnelStage.BEGUN], counted.stages[FunnelStage.BOOKED]
    share = Figure(_part(booked.now, begun.now), _part(booked.before, begun.before))
    left = Figure(
        sum(figure.now for figure in counted.reasons.values()),
        sum(figure.before for figure in counted.reasons.values()),
    )
    per_booking = counted.messages_per_booking
    return [
        BigFigure("Conversations", f"{begun.now:,.0f}", begun, "more"),
        BigFigure("Led to a booking", f"{share.now * 100:.0f}%", share, "more", f"{booked.now:,.0f} of them"),
        BigFigure(
            "Messages per booking",
            f"{per_booking.now:.1f}" if per_booking.now else "\N{EN DASH}",
            per_booking,
            "less",
            "what a guest has to write",
        ),
        BigFigure("Left to the team", f"{left.now:,.0f}", left, "less", "requests for a person"),
    ]


def _part(some: float, whole: float) -> float:
    return some / whole if whole else 0


def funnel(counted: Numbers) -> list[Bar]:
    """Return how many came how far, as parts of those who began."""
    begun = counted.stages[FunnelStage.BEGUN]
    return [
        Bar(
            STAGES[stage],
            figure,
            100 * _part(figure.now, begun.now),
            f"{100 * _part(figure.now, begun.now):.0f}%",
            100 * _part(figure.before, begun.before),
        )
        for stage, figure in counted.stages.items()
    ]


def bars(figures: Mapping[str, Figure]) -> list[Bar]:
    """Return counts as bars beside those of the period before; what is rare is added up."""
    shown = [(label, figure) for label, figure in figures.items() if figure.now or figure.before]
    head, rest = shown[:MOST_ROWS], shown[MOST_ROWS:]
    if rest:
        others = Figure(sum(each.now for _, each in rest), sum(each.before for _, each in rest))
        head.append((f"{len(rest)} others", others))
    most = max((max(figure.now, figure.before) for _, figure in head), default=0)
    return [
        Bar(label, figure, 100 * _part(figure.now, most), before_width=100 * _part(figure.before, most))
        for label, figure in head
    ]


def week(hours: tuple[tuple[int, ...], ...], busiest: int) -> list[tuple[str, list[Cell]]]:
    """Return the hours of the week, each with its shade."""
    return [
        (day, [Cell(hour, count, shade_of(count, busiest)) for hour, count in enumerate(row)])
        for day, row in zip(WEEKDAYS, hours, strict=True)
    ]


def shade_of(count: int, busiest: int) -> int:
    """Return how dark an hour is: 0 where nobody wrote, and never that where somebody did."""
    return min(SHADES, 1 + count * SHADES // (busiest + 1)) if count else 0


def peak(hours: tuple[tuple[int, ...], ...]) -> str:
    """Say when guests write most."""
    day, hour = max(((d, h) for d in range(len(WEEKDAYS)) for h in range(HOURS)), key=lambda at: hours[at[0]][at[1]])
    return f"{WEEKDAYS[day]} from {hour:02}:00 to {(hour + 1) % HOURS:02}:00" if hours[day][hour] else ""
