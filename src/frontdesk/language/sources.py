"""Names the lists that the words of a meaning stand in, so that whoever asks why knows which of them to edit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import (
    Affirm,
    Ask,
    Cancel,
    Change,
    Choose,
    Deny,
    Exclude,
    GoBack,
    Goodbye,
    Greet,
    Help,
    Inform,
    Meaning,
    More,
    Repeat,
    Skip,
    StartFlow,
    StartOver,
    Thank,
    Wait,
    WantPerson,
)
from frontdesk.dialogue.values import Item
from frontdesk.language.lexicon import Words, load
from frontdesk.language.readers.text.cues import Phrases, heard_words
from frontdesk.language.results import Source
from frontdesk.language.words import tokens

# The list, and the key in it, that a move is read from; two keys of one list may say the same.
MOVES: Mapping[str, type[Meaning]] = {
    "cancel": Cancel,
    "bare_cancel": Cancel,
    "start_over": StartOver,
    "go_back": GoBack,
    "repeat": Repeat,
    "repeat_bare": Repeat,
    "help": Help,
    "want_person": WantPerson,
    "skip": Skip,
    "more": More,
    "yes": Affirm,
    "no": Deny,
    "greet": Greet,
    "thank": Thank,
    "goodbye": Goodbye,
    "wait": Wait,
}
_WHEN = ("when.words", "numbers")
_BY_KIND: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("day", "days", "time", "times", "moment", "moments"), _WHEN),
    "duration": (*_WHEN, "answers.units"),
    "person_name": ("name.cues", "name.weak_cues", "name.bare_cues", "name.signing", "name.also_names"),
    "email": ("email.at", "email.dot", "email.signs", "email.joining", "email.providers", "spelling", "numbers"),
    "phone": ("phone", "spelling.repeats", "spelling.zero", "numbers"),
    "party": ("party", "numbers"),
    "money": ("money", "numbers"),
    "number": ("numbers", "number"),
    "reference": ("reference", "spelling"),
}
_CHOICES = ("clauses", "numbers", "number")
_ANNOUNCED = frozenset({"person_name", "reference"})


def sources(meaning: Meaning, text: str, slots: Mapping[str, Slot], language: str) -> tuple[Source, ...]:
    """Return the phrases in `text` that a meaning may rest on: of the lists that its kind is read from."""
    kind = slots[meaning.slot].kind if isinstance(meaning, Inform | Exclude) and meaning.slot in slots else None
    # A yes is weighed against every word; what announces a name stands beside it.
    whole = kind in _ANNOUNCED or isinstance(meaning, Affirm | Deny)
    lists = _lists(meaning, kind)
    found = (source for path in lists for source in found_in(text if whole else meaning.words, path, language))
    return tuple(dict.fromkeys((*_items(meaning), *found)))


def _items(meaning: Meaning) -> Iterator[Source]:
    """Give what a business itself has named."""
    if isinstance(meaning, Inform | Exclude):
        values = meaning.value if isinstance(meaning.value, tuple) else (meaning.value,)
        yield from (Source("business.yaml", value.id, meaning.words) for value in values if isinstance(value, Item))


def _lists(meaning: Meaning, kind: str | None) -> Iterator[str]:
    match meaning:
        case Inform() | Exclude():
            yield from _BY_KIND.get(kind or "", ())
        case StartFlow():
            yield from ("triggers.actions", "triggers.things")
        case Ask(topic=topic):
            yield f"topics.{topic}"
        case Choose():
            yield from _CHOICES
        case Change():
            yield "clauses.changing"
        case _:
            pass
    yield from (f"moves.{move}" for move, kind in MOVES.items() if isinstance(meaning, kind))


def found_in(text: str, path: str, language: str) -> Iterator[Source]:
    """Give the phrases of a list, or of those under a key, that stand in `text`."""
    name, _, inside = path.partition(".")
    pieces = tokens(text)
    plain = heard_words(pieces, language)
    for cue in _phrases(path, language).find(pieces, plain):
        key = ".".join(part for part in (inside, cue.label) if part)
        yield Source(f"{name}.yaml", key, text[cue.start : cue.end])


@cache
def _phrases(path: str, language: str) -> Phrases:
    """Return every list of phrases at or under a path, each by the rest of the path to it."""
    name, *inside = path.split(".")
    words: Words = load(language, name)
    for key in inside:
        words = words.get(key, {}) if isinstance(words, dict) else {}
    return Phrases(dict(_leaves("", words)))


def _leaves(label: str, words: Words) -> Iterator[tuple[str, list[str]]]:
    """Give each list under its path; a table of words is the list of its keys."""
    match words:
        case dict() if all(isinstance(value, str) for value in words.values()):
            yield label, list(words)
        case dict():
            for key, value in words.items():
                yield from _leaves(f"{label}.{key}" if label else key, value)
        case list():
            yield label, [phrase for phrase in words if isinstance(phrase, str)]
        case str():
            yield label, [words]
