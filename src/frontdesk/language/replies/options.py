"""Shows options as a list: numbered lines, one short line, or one spoken sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import TypeAlias

from frontdesk.dialogue.effects import Shown
from frontdesk.dialogue.values import Value
from frontdesk.language.readers.reading import Style
from frontdesk.language.replies.saying import Form, Voice, joined, said
from frontdesk.language.replies.template import Blank, fill, parse

TemplateOf: TypeAlias = Callable[[str], str | None]

_KIND = "kind"
_START = "start"


def listing(options: Sequence[Shown], voice: Voice, template_of: TemplateOf, named: frozenset[date]) -> str:
    """Write the list of `options`. A day that the reply has `named` is not repeated; one day for all stands on top."""
    if not options:
        return ""
    one_day = _day_of_all(options, voice)
    text = _laid_out([option.number for option in options], lines_of(options, voice, template_of), voice)
    heading = template_of("option.heading")
    if one_day is None or one_day in named or heading is None or not _has_day_form(options, template_of):
        return text
    gap = "\n" if voice.style is Style.RICH else " "
    return fill(parse(heading), lambda _: said(one_day, voice)) + gap + text


def lines_of(options: Sequence[Shown], voice: Voice, template_of: TemplateOf) -> tuple[str, ...]:
    """Say each of the options; days only where they are of several."""
    one_day = _day_of_all(options, voice)
    return tuple(_label(option, options, voice, _template(option, template_of, one_day)) for option in options)


def _day_of_all(options: Sequence[Shown], voice: Voice) -> date | None:
    days = {start.date() for option in options if (start := _start(option, voice))}
    return next(iter(days)) if len(days) == 1 else None


def _start(option: Shown, voice: Voice) -> datetime | None:
    start = option.fields.get(_START)
    return start.astimezone(voice.business.zone) if isinstance(start, datetime) else None


def _kind(option: Shown) -> str:
    kind = option.fields.get(_KIND)
    if isinstance(kind, str):
        return f"option.{kind}"
    # What has a beginning and no kind is an opening: actions that find openings need not say so.
    return "option.opening" if isinstance(option.fields.get(_START), datetime) else "option.any"


def _has_day_form(options: Sequence[Shown], template_of: TemplateOf) -> bool:
    return any(template_of(f"{_kind(option)}.day") for option in options)


def _template(option: Shown, template_of: TemplateOf, one_day: date | None) -> str:
    kind = _kind(option)
    with_day = template_of(f"{kind}.day") if one_day is None else None
    return with_day or template_of(kind) or template_of("option.any") or "{fields}"


def _label(option: Shown, options: Sequence[Shown], voice: Voice, template: str) -> str:
    def value_of(blank: Blank) -> str | None:
        value = option.fields.get(blank.name)
        if value is None:
            return _all_fields(option.fields, voice) if blank.name == "fields" else None
        form = Form(blank.form)
        if form is Form.APART and len(options) > 1 and _is_shared(blank.name, value, options):
            return None
        return said(value, voice, form)

    return fill(parse(template), value_of).strip(" ,") or _all_fields(option.fields, voice) or option.id


def _is_shared(name: str, value: Value, options: Sequence[Shown]) -> bool:
    return all(option.fields.get(name) == value for option in options)


def _all_fields(fields: Mapping[str, Value], voice: Voice) -> str:
    told = ((name, value) for name, value in fields.items() if name != _KIND and value is not False)
    # What is simply true is called by its name; what is not goes without saying.
    return ", ".join(name.replace("_", " ") if value is True else said(value, voice) for name, value in told)


def _laid_out(numbers: Sequence[int], labels: Sequence[str], voice: Voice) -> str:
    match voice.style:
        case Style.RICH:
            return "\n".join(f"{number}. {label}" for number, label in zip(numbers, labels, strict=True))
        case Style.SHORT:
            return " ".join(f"{number}) {label}" for number, label in zip(numbers, labels, strict=True))
        case Style.SPOKEN:
            return joined(labels, voice.context.language, "or")
