"""Turns what the desk has to say into words: phrases and values in, the text of a reply out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from functools import cache

from frontdesk.dialogue.effects import Say, Shown
from frontdesk.dialogue.values import Days, Item, Moments, Record, Value
from frontdesk.dialogue.wording import ANY, Wording
from frontdesk.language.lexicon import Words, load
from frontdesk.language.readers.reading import Context, Style
from frontdesk.language.replies import presence
from frontdesk.language.replies.options import lines_of, listing
from frontdesk.language.replies.saying import Form, Voice, said
from frontdesk.language.replies.template import Blank, Template, blanks, fill, parse
from frontdesk.language.replies.weeks import say_hours
from frontdesk.scheduling.business import Business

SHORT_LIMIT = 480  # characters of an SMS reply, all parts together
_CLIPS = (320, 240, 180, 120, 60, 24)  # how far a long text of the guest is cut back: no further than need be
_CUT = "..."
_QUESTION = re.compile(r"[?？؟]")  # noqa: RUF001 - other scripts have question marks of their own
# The last question of a text, after the end of another sentence or line.
_CLOSING = re.compile(r"(?:[.!?]\s+|\n\s*)(?P<question>[^.!?\n]+[?？؟])$")  # noqa: RUF001 - other scripts have question marks of their own
_WORD = re.compile(r"\w+")
_OPTIONS, _SAID = "options", "said"
_PROVIDER, _SERVICE = "provider", "service"
_OWN_TEXTS = ("business", "desk", "business_phone", "business_email", "business_address", "business_policy")
# What every phrase may name besides the values it is said with.
_LISTED = ("services", "providers", "performers", "business_hours", "abilities", _OPTIONS)
EVERYWHERE = frozenset({*_OWN_TEXTS, *_LISTED, *presence.NAMES})


@dataclass(frozen=True, slots=True)
class Reply:
    """The text that goes out, and how many options of the last list are in it."""

    text: str
    shown: int


@dataclass(frozen=True, slots=True)
class Room:
    """How much a paragraph may show: so many options, and so many characters of a guest's own text."""

    options: int
    text: int | None = None


def as_wording(entry: Words) -> Wording:
    """Read one entry of a replies file: a text, texts by style, or a list of either, one per try."""
    tries = entry if isinstance(entry, list) else [entry]
    return Wording(tuple(_by_style(each) for each in tries))


def _by_style(entry: Words) -> Mapping[str, str]:
    return {style: str(text) for style, text in entry.items()} if isinstance(entry, dict) else {ANY: str(entry)}


@cache
def built_in(language: str) -> Mapping[str, Wording]:
    """Return the replies that every business has in `language`, by name."""
    return {name: as_wording(entry) for name, entry in load(language, "replies").items()}


@dataclass(frozen=True, slots=True)
class Phrases:
    """Everything the desk of one business can say."""

    wordings: Mapping[str, Wording]
    abilities: tuple[str, ...] = ()  # what the flows do, in the words of their descriptions

    @classmethod
    def of(cls, language: str, *overrides: Mapping[str, Wording], abilities: tuple[str, ...] = ()) -> Phrases:
        """Return the built-in replies of `language` with those of a business, and of its flows, in their place."""
        wordings = dict(built_in(language))
        for override in overrides:
            wordings.update(override)
        return cls(wordings, abilities)

    def text(self, say: Say, context: Context, business: Business, style: Style) -> str:
        """Return one phrase in words, with its options."""
        voice = Voice(context, business, style)
        return self._paragraph(say, voice, Room(len(say.options)), _days_named(self.printed(say, style)))

    def reply(self, says: tuple[Say, ...], context: Context, business: Business, style: Style) -> Reply:
        """Return the whole reply: never empty, and short where the channel is short."""
        voice = Voice(context, business, style)
        rooms = [Room(len(say.options)) for say in says]
        text = self._whole(says, voice, rooms)
        if style is Style.SHORT and len(text) > SHORT_LIMIT:
            text, rooms = self._shortened(says, voice, rooms)
        if not text:
            text = self._whole((Say("nothing_to_show"),), voice, [Room(0)])
        shown = next((room.options for say, room in zip(says[::-1], rooms[::-1], strict=True) if say.options), 0)
        return Reply(text, shown)

    def printed(self, say: Say, style: Style) -> tuple[Value, ...]:
        """Return the values that the phrase prints, in the order of its text."""
        names = dict.fromkeys(blank.name for blank in blanks(parse(self._template(say, style))))
        return tuple(say.values[name] for name in names if name in say.values)

    def in_words(self, say: Say, context: Context, business: Business, style: Style) -> dict[str, str]:
        """Return the values that the phrase prints, each as it is printed there, in the order of its text."""
        voice, template = Voice(context, business, style), parse(self._template(say, style))
        words: dict[str, str] = {}
        for blank in blanks(template):
            value = say.values.get(blank.name)
            if value is not None:
                spoken = (
                    replace(voice, day=_day_beside(blank, template, say.values)) if isinstance(value, time) else voice
                )
                # What is printed in parts, "{start:day} at {start:time}", is one value all the same.
                form = Form.WHOLE if blank.name in words else Form(blank.form)
                words[blank.name] = said(value, spoken, form)
        return words

    def option_lines(
        self, options: Sequence[Shown], context: Context, business: Business, style: Style
    ) -> tuple[str, ...]:
        """Return what stands on each line of a list of these options."""
        return lines_of(options, Voice(context, business, style), lambda name: self._option_template(name, style))

    def literals(self, says: Iterable[Say], style: Style) -> tuple[str, ...]:
        """Return the texts as they were written, for the guards: what stands there was checked when it was loaded."""
        return tuple(self._template(say, style) for say in says)

    def tries(self, phrase: str) -> int:
        """Return in how many wordings a phrase can be said."""
        return len(self._wording(phrase).texts)

    def closing_question(self, say: Say, text: str, style: Style) -> str | None:
        """Return the question that `text` ends with after other sentences, if it asks it without any value."""
        last = parse(self._template(say, style))[-1:]
        written = last[0].strip() if last and isinstance(last[0], str) else ""
        asked = _CLOSING.search(text)
        return asked["question"] if asked and written.endswith(asked["question"]) else None

    def offer_more(self, style: Style) -> str:
        """Return how a list says that there are others."""
        return _of_style(self.wordings["more"].texts[0], style)

    def opening_words(self, say: Say, style: Style) -> str:
        """Return the words that a text begins with, whatever its values are."""
        first = parse(self._template(say, style))[:1]
        return first[0].strip() if first and isinstance(first[0], str) else ""

    def _whole(self, says: Sequence[Say], voice: Voice, rooms: Sequence[Room]) -> str:
        named: frozenset[date] = frozenset()
        paragraphs = []
        lists = any(say.options for say in says)  # only a list asks which days have been named
        for say, room in zip(says, rooms, strict=True):
            if lists:
                named |= _days_named(self.printed(say, voice.style))
            paragraphs.append(self._paragraph(say, voice, room, named))
        return _joined(paragraphs, voice.style)

    def _shortened(self, says: Sequence[Say], voice: Voice, rooms: list[Room]) -> tuple[str, list[Room]]:
        """Drop options from the end, then cut back long texts of the guest, then end at a word."""
        text = self._whole(says, voice, rooms)
        while len(text) > SHORT_LIMIT and any(room.options > 1 for room in rooms):
            fullest = max(range(len(rooms)), key=lambda place: rooms[place].options)
            rooms[fullest] = replace(rooms[fullest], options=rooms[fullest].options - 1)
            text = self._whole(says, voice, rooms)
        for length in _CLIPS:
            if len(text) > SHORT_LIMIT:
                rooms = [replace(room, text=length) for room in rooms]
                text = self._whole(says, voice, rooms)
        return _clipped(text, SHORT_LIMIT), rooms

    def _paragraph(self, say: Say, voice: Voice, room: Room, named: frozenset[date]) -> str:
        template = parse(self._template(say, voice.style))
        options = self._options(say, voice, room, named)

        def value_of(blank: Blank) -> str | None:
            if blank.name == _OPTIONS:
                return options
            value = say.values.get(blank.name)
            if value is None:
                value = self.abilities if blank.name == "abilities" else _own(blank.name, voice, say.values)
            spoken = replace(voice, day=_day_beside(blank, template, say.values)) if isinstance(value, time) else voice
            text = None if value is None else said(value, spoken, Form(blank.form))
            return _clipped(text, room.text) if text and isinstance(value, str) and room.text else text

        text = self._again(say, voice, fill(template, value_of).strip())
        if not options or any(blank.name == _OPTIONS for blank in blanks(template)):
            return text
        return f"{text}\n{options}" if voice.style is Style.RICH else f"{text} {options}".lstrip()

    def _options(self, say: Say, voice: Voice, room: Room, named: frozenset[date]) -> str:
        if not say.options:
            return ""
        text = listing(say.options[: room.options], voice, lambda name: self._option_template(name, voice.style), named)
        if not text or not (say.more or room.options < len(say.options)):
            return f"{text}." if text and voice.style is Style.SPOKEN else text
        more = self.offer_more(voice.style)
        return f"{text}\n{more}" if voice.style is Style.RICH else f"{text}. {more}"

    def _option_template(self, name: str, style: Style) -> str | None:
        wording = self.wordings.get(name)
        return _of_style(wording.texts[0], style) if wording else None

    def _template(self, say: Say, style: Style) -> str:
        texts = self._wording(say.phrase).texts
        return _of_style(texts[(max(say.wording, 1) - 1) % len(texts)], style)

    def _again(self, say: Say, voice: Voice, text: str) -> str:
        """Put something before a text that has been said before, so that no two tries read the same."""
        repeats = say.wording - len(self._wording(say.phrase).texts)
        if repeats <= 0 or not text:
            return text
        kind = "question" if _QUESTION.search(text) else "statement"
        texts = self.wordings[f"again.{kind}"].texts
        again = parse(_of_style(texts[(repeats - 1) % len(texts)], voice.style))
        if any(blank.name == _SAID for blank in blanks(again)):
            said_before = _running_on(text, voice.business)
            return fill(again, lambda blank: said_before if blank.name == _SAID else None)
        return fill(again, lambda _: None) + " " + text

    def _wording(self, phrase: str) -> Wording:
        """Return the wording of `phrase`, or of the phrase it is a case of: `problem.invalid.name`, `ask_color`."""
        name = phrase
        while name not in self.wordings and "." in name:
            name = name.rpartition(".")[0]
        if name not in self.wordings and name.startswith("ask_"):
            name = "ask_any"
        return self.wordings[name]


def _of_style(texts: Mapping[str, str], style: Style) -> str:
    """Return the text for a style; one that is empty on purpose says nothing there."""
    return texts[style] if style in texts else texts[ANY] if ANY in texts else next(iter(texts.values()))


def _running_on(text: str, business: Business) -> str:
    """Return a text as it stands within another: "Like I said, we're at 1 Main Street."."""
    word = _WORD.match(text)
    services, resources = business.services.values(), business.resources.values()
    names = [business.name, *(each.name for each in services), *(each.name for each in resources)]
    named = word is not None and any(text.startswith(name) or word[0] in name.split() for name in names)
    if word is None or named or len(word[0]) == 1 or not word[0][1:].islower():  # "I", "Botox" and "NY" stay
        return text
    return text[0].lower() + text[1:]


def _own(name: str, voice: Voice, values: Mapping[str, Value]) -> Value | None:
    """Return what every phrase may say of the business itself. A guest's `phone` is not the business's."""
    business = voice.business
    match name:
        case "services":
            return tuple(service.name for service in business.services.values())
        case "providers":
            return tuple(each.name for each in business.resources.values() if each.kind == _PROVIDER)
        case "performers":
            return _performers(values.get(_SERVICE), business)
        case "business_hours":
            return say_hours(business.hours, voice)
        case _ if name in presence.NAMES:
            return presence.told(name, values, voice)
        case _:
            own = (business.name, business.desk, business.phone, business.email, business.address, business.rules.text)
            return dict(zip(_OWN_TEXTS, own, strict=True)).get(name)


def _performers(services: Value | None, business: Business) -> Value | None:
    """Return who performs one of the services talked about; of none, who there is."""
    every = services if isinstance(services, tuple) else (services,)
    asked = {item.id for item in every if isinstance(item, Item)}
    who = [each for each in business.resources.values() if each.kind == _PROVIDER]
    able = [each for each in who if not asked or not each.services or not asked.isdisjoint(each.services)]
    return tuple(each.name for each in able) or None


def _day_beside(at: Blank, template: Template, values: Mapping[str, Value]) -> date | None:
    """Return the day that stands nearest to a time in a text: "on {day} at {time}"."""
    places = list(blanks(template))
    days = [(place, values.get(blank.name)) for place, blank in enumerate(places)]
    dated = [(abs(place - places.index(at)), day) for place, day in days if isinstance(day, date)]
    nearest = min(dated, key=lambda pair: pair[0], default=(0, None))[1]
    return nearest.date() if isinstance(nearest, datetime) else nearest


def _days_named(values: Iterable[Value]) -> frozenset[date]:
    return frozenset(day for value in values for day in _days_in(value))


def _days_in(value: Value) -> Iterable[date]:
    match value:
        case datetime():
            return (value.date(),)
        case date():
            return (value,)
        case Days(date() as start, _):
            return (start,)
        case Moments(datetime() as begin, _):
            return (begin.date(),)
        case Record(_, fields):
            return [day for _, side in fields for day in _days_in(side)]
        case _:
            return ()


def _joined(paragraphs: Sequence[str], style: Style) -> str:
    """Join paragraphs, each once: they run on, except after a list or a text of several lines."""
    text = ""
    for paragraph in dict.fromkeys(filter(None, paragraphs)):
        apart = style is Style.RICH and "\n" in text
        text += ("\n\n" if apart else " ") * bool(text) + paragraph
    return text


def _clipped(text: str, length: int) -> str:
    """Cut `text` to `length` at the end of a word."""
    if len(text) <= length:
        return text
    words = text[: length - len(_CUT) + 1]
    kept = words.rpartition(" ")[0] or words[:-1]
    return kept.rstrip(" ,;:") + _CUT
