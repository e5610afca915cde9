"""Names the lists that the words of a meaning stand in, so that whoever asks why knows which of them to edit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from frontdesk.dialogue import meanings
from frontdesk.dialogue.flow import Slot
from frontdesk.dialogue.meanings import Affirm, Ask, Change, Choose, Deny, Exclude, Inform, Meaning, StartFlow
from frontdesk.dialogue.values import Item
from frontdesk.language.lexicon import Words, load
from frontdesk.language.readers.text.cues import Phrases, heard_words, labels
from frontdesk.language.results import Source
from frontdesk.language.words import tokens

_MOVES = "moves"
# A list of moves is called as its meaning, but for these.
_CALLED: Mapping[str, type[Meaning]] = {"yes": Affirm, "no": Deny, "bare_cancel": meanings.Cancel}
_NUMBERS = ("numbers", "number")
_WHEN = ("when.words", "numbers")
_BY_KIND: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("day", "days", "time", "times", "moment", "moments", "duration"), _WHEN),
    "person_name": ("name.cues", "name.weak_cues"),
    "email": ("email", "spelling"),
    "phone": ("phone", "spelling", "numbers"),
    "party": ("party", "numbers"),
    "money": ("money", "numbers"),
    "number": _NUMBERS,
    "reference": ("reference", "spelling"),
}


def sources(meaning: Meaning, text: str, slots: Mapping[str, Slot], language: str) -> tuple[Source, ...]:
    """Return the phrases in `text` that a meaning may rest on: of the lists that its kind is read from."""
    kind = slots[meaning.slot].kind if isinstance(meaning, Inform | Exclude) and meaning.slot in slots else ""
    # A yes is weighed against every word; what announces a name stands beside it.
    whole = kind == "person_name" or isinstance(meaning, Affirm | Deny)
    lists = _lists(meaning, kind, language)
    found = (source for path in lists for source in found_in(text if whole else meaning.words, path, language))
    return tuple(dict.fromkeys((*_items(meaning), *found)))


def _items(meaning: Meaning) -> Iterator[Source]:
    """Give what a business itself has named."""
    if isinstance(meaning, Inform | Exclude):
        values = meaning.value if isinstance(meaning.value, tuple) else (meaning.value,)
        yield from (Source("business.yaml", value.id, meaning.words) for value in values if isinstance(value, Item))


def _lists(meaning: Meaning, kind: str, language: str) -> tuple[str, ...]:
    match meaning:
        case Inform() | Exclude():
            return _BY_KIND.get(kind, ())
        case StartFlow():
            return ("triggers.actions", "triggers.things")
        case Ask(topic=topic):
            return (f"topics.{topic}",)
        case Choose():
            return ("clauses", *_NUMBERS)
        case Change():
            return ("clauses.changing",)
        case _:
            return tuple(label for label in sorted(labels(language, _MOVES)) if _is_called(label, meaning))


def _is_called(label: str, meaning: Meaning) -> bool:
    name = label.removeprefix(f"{_MOVES}.")
    return isinstance(meaning, _CALLED[name]) if name in _CALLED else type(meaning).__name__ == _in_capitals(name)


def _in_capitals(name: str) -> str:
    return name.title().replace("_", "")


def found_in(text: str, path: str, language: str) -> Iterator[Source]:
    """Give the phrases of a list, or of those under a key, that stand in `text`."""
    name, _, inside = path.partition(".")
    pieces = tokens(text)
    for cue in _phrases(path, language).find(pieces, heard_words(pieces, language)):
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
