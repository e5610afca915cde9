"""What the model believes of a message, seen against what the business does and answers, and against what was shown."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.conversation import Option
from frontdesk.dialogue.values import Item, Money
from frontdesk.language.readers.reading import Context, Style
from frontdesk.language.replies.saying import say
from frontdesk.language.tagger.opinions import Opinion
from frontdesk.language.tagger.running import NO_LABELS, TaggerLabels
from frontdesk.scheduling.business import Business

if TYPE_CHECKING:
    from frontdesk.language.hearing import Heard

_PLACES = {
    Wanted.NOTHING: "idle",
    Wanted.SLOT: "slot",
    Wanted.CHOICE: "choice",
    Wanted.CONFIRMATION: "confirm",
    Wanted.CHANGE: "changing",
    Wanted.FLOW: "flow",
}
BOOKED = "booked"  # where a talk stands once something is
_KIND = "kind"  # the field that only says what sort of thing an option is
_MOST_OPTIONS = 6  # that a message is compared with


def believed_of(heard: Heard, labels: TaggerLabels | None = None, words: str | None = None) -> Opinion | None:
    """Return what the model believes of a message or some words of it, seen against some labels or all."""
    against = heard.ear.labels if labels is None else labels
    text = heard.text if words is None else words
    return opinion_of(text, heard.asked, heard.context, heard.ear.business, against)


def opinion_of(
    text: str, asked: Asked, context: Context, business: Business, labels: TaggerLabels = NO_LABELS, place: str = ""
) -> Opinion | None:
    """Return what the model believes of some words said where something was asked; None where there is no model."""
    if context.tagger is None:
        return None
    place = place or (BOOKED if asked.settled else _PLACES[asked.wanted])
    shown = [_shown(option, context, business) for option in asked.options[:_MOST_OPTIONS]]
    return context.tagger.opinion(place, context.said or "", text, labels, shown)


def _shown(option: Option, context: Context, business: Business) -> str:
    """Return an option as one line: "Wednesday 4:00 PM, Dr. Sarah Smith"."""
    start = option.fields.get("start")
    when = [f"{start:%A} {start:%I:%M %p}".replace(" 0", " ")] if isinstance(start, datetime) else []
    told = [value for name, value in option.fields.items() if name != _KIND and isinstance(value, Item | Money | str)]
    said = (say(value, context, business, Style.SHORT) for value in told)
    return ", ".join([*when, *said]) or option.id
