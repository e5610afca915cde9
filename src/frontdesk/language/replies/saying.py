"""Says values in words: dates, times, money, names from the catalogue, each as the channel wants it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from enum import StrEnum
from functools import cache

from frontdesk.dialogue.values import Anytime, Days, Item, Moments, Money, Record, Shift, Soonest, Times, Value
from frontdesk.language.lexicon import load
from frontdesk.language.readers import email, money, number, phone, reference, when
from frontdesk.language.readers.reading import Context, Style
from frontdesk.language.replies.template import Blank, fill, parse
from frontdesk.language.words import listed, table
from frontdesk.scheduling.business import Business
from frontdesk.scheduling.hours import comes_twice

_NAME = "saying"
_NEAR = timedelta(days=90)  # a day this near needs no year
_ONE_DAY = timedelta(days=1)
_NOON = 12
_PHONE = re.compile(r"\+\d{7,15}", re.ASCII)
_ADDRESS = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")


class Form(StrEnum):
    """Which part of a value is wanted: `{start:time}`."""

    WHOLE = ""
    DAY = "day"
    TIME = "time"  # "9 AM"
    CLOCK = "clock"  # "9:00 AM": lists are easier to read when every line has the same form
    APART = "apart"  # in a list of options: only where it tells them apart
    INLINE = "inline"  # within a sentence: "Book a flight" becomes "book a flight"
    WHEN = "when"  # with the word that leads to it: "on Friday", "after 4 PM", "from Monday to Friday"
    LABEL = "label"  # the name of a slot as people say it: "departure_date" becomes "departure date"


@dataclass(frozen=True, slots=True)
class Voice:
    """To whom, for whom and how we speak."""

    context: Context
    business: Business
    style: Style
    day: date | None = None  # on which the times are that stand beside it

    def words(self, key: str) -> Mapping[str, str]:
        """Return a table of the language's own word list."""
        return table(self.context.language, _NAME, key)


def say(value: Value, context: Context, business: Business, style: Style) -> str:
    """Say any value the way this channel wants it."""
    return said(value, Voice(context, business, style))


def said(value: Value, voice: Voice, form: Form = Form.WHOLE) -> str:
    """Say a value, or only its day or its time."""
    if form is Form.WHEN and (led := _led_to(value, voice)) is not None:
        return led
    match value:
        case datetime():
            return _moment(value, voice, form)
        case date():
            return _day(value, voice)
        case time():
            return _time(value, voice, form)
        case Days() | Times() | Moments():
            return _range(value, voice)
        case str():
            return _in_form(_text(value, voice), form)
        case Item():
            return _item(value, voice.business)
        case Record():
            return _record(value, voice)
        case tuple():
            return joined([said(item, voice, form) for item in value], voice.context.language)
        case _:
            return _amount(value, voice)


def _amount(value: bool | int | Decimal | Money | timedelta | Soonest | Anytime | Shift, voice: Voice) -> str:  # noqa: FBT001 - a value, not a flag
    match value:
        case bool():
            return voice.words("truth")["yes" if value else "no"]
        case int():
            return str(value)
        case Decimal():
            return f"{value:f}"
        case Money():
            return money.say(value, voice.context, voice.style)
        case Shift(by):
            return _amount(by, voice)
        case timedelta() | Soonest() | Anytime():
            return when.say(value, voice.context, voice.style)


@cache
def _single(language: str, key: str) -> str:
    return str(load(language, _NAME)[key])


def _local(moment: datetime, voice: Voice) -> datetime:
    return moment.astimezone(voice.business.zone) if moment.tzinfo else moment


def _moment(moment: datetime, voice: Voice, form: Form) -> str:
    local = _local(moment, voice)
    if form is Form.DAY:
        return _day(local.date(), voice)
    at = _time(local.time(), replace(voice, day=local.date()), form)
    if form in {Form.TIME, Form.CLOCK}:
        return at
    return _single(voice.context.language, "moment").format(day=_day(local.date(), voice), time=at)


def _day(day: date, voice: Voice) -> str:
    context = voice.context
    ending = "" if context.region in listed(context.language, _NAME, "month_first") else "_day_first"
    short = "_short" if voice.style is Style.SHORT else ""
    named = voice.words(f"day{ending}")[voice.style].format(
        weekday=listed(context.language, _NAME, f"weekdays{short}")[day.weekday()],
        month=listed(context.language, _NAME, f"months{short}")[day.month - 1],
        day=day.day,
        ordinal=number.say_ordinal(day.day, context, Style.RICH),
    )
    if _needs_no_year(day, context.now.date()):
        return named
    return _single(context.language, f"year{ending}").format(day=named, year=day.year)


def _needs_no_year(day: date, today: date) -> bool:
    return day.year == today.year or timedelta() <= day - today <= _NEAR


def _time(at: time, voice: Voice, form: Form) -> str:
    return _clock(at, voice.context, form) + _which_of_two(at, voice)


def _which_of_two(at: time, voice: Voice) -> str:
    """Name the zone as the clock then shows it, where the clock shows a time twice on one day: " EST"."""
    if voice.day is None or not comes_twice(wall := datetime.combine(voice.day, at), voice.business.zone):
        return ""
    name = wall.replace(tzinfo=voice.business.zone).tzname() or ""
    return f" {name}" if name.isalpha() else f" {UTC} {name[0]}{name[1:].lstrip('0') or 0}"  # some have only "-03"


def _clock(at: time, context: Context, form: Form) -> str:
    if context.region not in listed(context.language, _NAME, "twelve_hours"):
        return f"{at:%H:%M}"
    half = listed(context.language, _NAME, "halves")[at.hour // _NOON]
    hour = at.hour % _NOON or _NOON
    minutes = f":{at:%M}" if at.minute or form is Form.CLOCK else ""
    return f"{hour}{minutes} {half}"


def _range(value: Days | Times | Moments, voice: Voice) -> str:
    match value:
        case Days(start, end):
            last = None if end is None else end - _ONE_DAY
            if start is not None and start == last:
                return _day(start, voice)
            return _between("days", start, last, voice)
        case Times(begin, until):
            return _between("times", begin, until, voice)
        case Moments(first, after):
            whole_day = _within_a_day(first, after, voice)
            return whole_day or _between("moments", first, after, voice)


def _led_to(value: Value, voice: Voice) -> str | None:
    """Say a day, a time or a range of those with the word that leads to it; None for what has none."""
    leading = voice.words("leading")
    match value:
        case datetime() | date():
            return leading["day"].format(value=said(value, voice))
        case time():
            return leading["time"].format(value=said(value, voice))
        case Times(start=time() as start, end=time() as end) if part := _part_of_day(start, end, voice):
            return part
        case Days(start=date() as first, end=date() as after) if after - first == _ONE_DAY:
            return leading["day"].format(value=_day(first, voice))
        case Days(start, end):
            return _between("leading_days", start, None if end is None else end - _ONE_DAY, voice)
        case Times(start, end):
            return _between("leading_times", start, end, voice)
        case tuple():
            return joined([said(each, voice, Form.WHEN) for each in value], voice.context.language, "or")
        case Anytime() | Soonest():
            return ""
        case _:
            return None


def _part_of_day(start: time, end: time, voice: Voice) -> str | None:
    """Name a part of the day that is just these hours: "in the morning"."""
    return voice.words("leading_parts").get(f"{start:%H:%M}-{end:%H:%M}")


def _within_a_day(start: datetime | None, end: datetime | None, voice: Voice) -> str | None:
    if start is None or end is None:
        return None
    begin, until = _local(start, voice), _local(end, voice)
    if begin.date() != (until - timedelta.resolution).date():
        return None
    times = _between("times", begin.time(), until.time(), replace(voice, day=begin.date()))
    return _single(voice.context.language, "moments_of_a_day").format(day=_day(begin.date(), voice), times=times)


def _between(key: str, start: Value | None, end: Value | None, voice: Voice) -> str:
    templates = voice.words(key)
    begin = None if start is None else said(start, voice)
    until = None if end is None else said(end, voice)
    if begin is None:
        return templates["neither" if until is None else "end"].format(end=until)
    return templates["start" if until is None else "both"].format(start=begin, end=until)


def _text(text: str, voice: Voice) -> str:
    """Say contact data as people say it; every other text stands as it is."""
    if _PHONE.fullmatch(text):
        return phone.say(text, voice.context, voice.style)
    if voice.style is Style.SPOKEN:
        if _ADDRESS.fullmatch(text):
            return email.say(text, voice.context, voice.style)
        if voice.business.reference and re.fullmatch(rf"{re.escape(voice.business.reference)}-?\w+", text):
            return reference.say(text, voice.context, voice.style)
    return _CONTROL.sub(" ", text)


def _in_form(text: str, form: Form) -> str:
    match form:
        case Form.INLINE:
            # "PRP facial" keeps its capitals; "Book a flight" does not.
            return text[:1].lower() + text[1:] if text[1:2].islower() else text
        case Form.LABEL:
            return text.replace("_", " ")
        case _:
            return text


def _record(record: Record, voice: Voice) -> str:
    """Say several sides as a whole, in the way of its kind; of a kind that has none, one after the other."""
    fields = dict(record.fields)
    template = voice.words("records").get(record.kind)
    if template is None:
        return ", ".join(said(value, voice) for value in fields.values())

    def value_of(blank: Blank) -> str | None:
        value = fields.get(blank.name)
        return None if value is None else said(value, voice, Form(blank.form))

    return fill(parse(template), value_of)


def _item(item: Item, business: Business) -> str:
    entry = business.entry(item.kind, item.id)
    return entry.name if entry else item.id.replace("_", " ")


def joined(texts: Sequence[str], language: str, key: str = "and") -> str:
    """Join texts into one list of a sentence: "a, b, and c"; `key` "or" for alternatives."""
    if len(texts) < 2:
        return "".join(texts)
    templates = table(language, _NAME, key)
    if len(texts) == 2:
        return templates["two"].format(first=texts[0], last=texts[1])
    return templates["many"].format(first=", ".join(texts[:-1]), last=texts[-1])
