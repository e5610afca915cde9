"""What the model believes of a message, seen against what the business does and answers, and against what was shown."""

from __future__ import annotations

from datetime import datetime

from frontdesk.dialogue.asked import Wanted
from frontdesk.dialogue.conversation import Option
from frontdesk.dialogue.values import Item, Money
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.reading import Style
from frontdesk.language.replies.saying import say
from frontdesk.language.tagger.opinions import Opinion
from frontdesk.language.tagger.running import TaggerLabels

_PLACES = {
    Wanted.NOTHING: "idle",
    Wanted.SLOT: "slot",
    Wanted.CHOICE: "choice",
    Wanted.CONFIRMATION: "confirm",
    Wanted.CHANGE: "changing",
    Wanted.FLOW: "flow",
}
_MOST_OPTIONS = 6  # that a message is compared with


def believed_of(heard: Heard, labels: TaggerLabels | None = None, words: str | None = None) -> Opinion | None:
    """Return what the model believes of a message or some words of it, seen against some labels or all."""
    tagger = heard.context.tagger
    if tagger is None:
        return None
    place = "booked" if heard.asked.settled else _PLACES[heard.asked.wanted]
    shown = [_shown(option, heard) for option in heard.asked.options[:_MOST_OPTIONS]]
    against = heard.ear.labels if labels is None else labels
    return tagger.opinion(place, heard.context.said or "", heard.text if words is None else words, against, shown)


def _shown(option: Option, heard: Heard) -> str:
    """Return an option as one line: "Wednesday 4:00 PM, Dr. Sarah Smith"."""
    start = option.fields.get("start")
    when = [f"{start:%A} {start:%I:%M %p}".replace(" 0", " ")] if isinstance(start, datetime) else []
    named = [value for value in option.fields.values() if isinstance(value, Item | Money)]
    said = (say(value, heard.context, heard.ear.business, Style.SHORT) for value in named)
    return ", ".join([*when, *said]) or option.id
