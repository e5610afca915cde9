"""Takes persons out of a record: names, phone numbers and e-mail addresses become made-up ones, the same everywhere."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from frontdesk.desk.records.made_up import made_up_phone
from frontdesk.desk.records.recording import Record, Recorded, parts_of, plain_parts
from frontdesk.dialogue.conversation import Conversation
from frontdesk.language.readers import email, phone
from frontdesk.language.readers.reading import Context, Style
from frontdesk.scheduling.business import Business

# Keys of what a turn was decided from under which a guest's words stand, and those under which none ever do.
_WORDS = ("words", "text", "said", "untold")
_NEVER_PERSONAL = ("$", "slot", "kind", "key", "id", "at", "step", "outcome", "source", "phrase")
_STAFF = "by"  # whoever of staff it was
SOMEBODY = "staff"
FIRST_NAME, LAST_NAME = "Alex", "Doe"


@dataclass(slots=True)
class Mask:
    """Replaces what it is told is personal, and whatever else looks like contact data."""

    region: str
    language: str
    names: dict[str, str] = field(default_factory=dict)
    phones: dict[str, str] = field(default_factory=dict)
    emails: dict[str, str] = field(default_factory=dict)

    def learn_name(self, name: str) -> None:
        """Remember a name, whole and in parts."""
        parts = name.split()
        for place, part in enumerate(parts):
            if len(part) > 1:
                self.names.setdefault(part.casefold(), FIRST_NAME if place == 0 else LAST_NAME)

    def text(self, text: str, context: Context) -> str:
        """Return a text without persons."""
        for found in reversed(email.read(text, context)):
            text = text[: found.start] + self._email(found.value) + text[found.end :]
        for number in reversed(phone.read(text, context)):
            text = text[: number.start] + self._like(number.value, number.words, context) + text[number.end :]
        return self._without_names(text)

    def plain(self, value: object, context: Context, key: str = "") -> object:
        """Return plain data without persons; what only the desk made up, such as ids and moments, stays."""
        match value:
            case dict():
                return {name: self.plain(each, context, name) for name, each in value.items()}
            case list():
                return [self.plain(each, context, key) for each in value]
            case str() if key == _STAFF:
                return SOMEBODY
            case str() if key in _WORDS:
                return self.text(value, context)
            case str() if key not in _NEVER_PERSONAL:
                return self._short(value)
            case _:
                return value

    def _short(self, text: str) -> str:
        """Return a value that stands by itself: what it is was learnt from the words it was read in."""
        if text in self.phones:
            return self.phones[text]
        if text.casefold() in self.emails:
            return self.emails[text.casefold()]
        return self._without_names(text)

    def _without_names(self, text: str) -> str:
        for part, other in self.names.items():
            text = re.sub(rf"(?<!\w){re.escape(part)}(?!\w)", other, text, flags=re.IGNORECASE)
        return text

    def phone(self, number: str) -> str:
        """Return the made-up number of a number."""
        return self.phones.setdefault(number, made_up_phone(self.region, len(self.phones)))

    def _email(self, address: str) -> str:
        return self.emails.setdefault(address.casefold(), f"guest{len(self.emails) + 1}@example.com")

    def _like(self, number: str, words: str, context: Context) -> str:
        """Write the made-up number the way the number was written, where that is one of our own ways."""
        other = self.phone(number)
        for style in Style:
            if phone.say(number, context, style) == words:
                return phone.say(other, context, style)
        return other


def masked(record: Record, conversation: Conversation | None, business: Business | None) -> Record:
    """Return the record without persons. Names are those that the desk took for names."""
    region, language = (business.region, business.language) if business else ("US", "en")
    mask = Mask(region, language)
    name = conversation.memory.get("name") if conversation else None
    if name is not None:
        mask.learn_name(str(name.value))
        mask.learn_name(name.words if len(name.words.split()) == len(str(name.value).split()) else "")
    turns = tuple(_masked(turn, mask, region, language) for turn in record.turns)
    # Once all that was said has been read for persons.
    return replace(record, turns=tuple(_decided_without_persons(turn, mask, region, language) for turn in turns))


def _decided_without_persons(turn: Recorded, mask: Mask, region: str, language: str) -> Recorded:
    context = Context(turn.at, region, language)
    return replace(turn, parts=parts_of(mask.plain(plain_parts(turn.parts), context)))


def _masked(turn: Recorded, mask: Mask, region: str, language: str) -> Recorded:
    context = Context(turn.at, region, language)
    return replace(
        turn,
        guest=None if turn.guest is None else mask.text(turn.guest, context),
        reply=mask.text(turn.reply, context),
        phone=mask.phone(turn.phone) if turn.phone else None,
        staff=None if turn.staff is None else SOMEBODY,
    )
