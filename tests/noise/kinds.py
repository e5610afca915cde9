"""The kinds of noise, fixed before any reader was tuned to them: each turns one message into a noisier one.

A kind never touches what is the guest's to spell: names, addresses, numbers to call. Chance comes in from outside, so
the same chance gives the same noise.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from tests.noise.spoken_numbers import spoken, spoken_ordinal

LEADS = ("um", "uh", "er", "so", "well", "hmm", "okay so")
FILLERS = ("um", "uh", "er", "like", "you know", "hmm")
EMOJI = ("🙂", "😊", "🙏", "😅", "✨", "💕", "😂", "❤️", "🎉")  # not those that are an answer: 👍 and 👎
SOUNDS = {
    "for": ("four",),
    "four": ("for",),
    "to": ("two", "too"),
    "two": ("to", "too"),
    "too": ("two", "to"),
    "eight": ("ate",),
    "ate": ("eight",),
    "one": ("won",),
    "by": ("buy", "bye"),
    "week": ("weak",),
    "hour": ("our",),
    "our": ("hour",),
    "right": ("write",),
    "there": ("their",),
    "would": ("wood",),
    "new": ("knew",),
    "wait": ("weight",),
    "see": ("sea",),
    "your": ("you're",),
    "you're": ("your",),
    "peel": ("peal",),
    "flight": ("flite",),
}
DIGIT_SOUNDS = {"2": ("to", "too"), "4": ("for",), "8": ("ate",), "1": ("won",)}
SLIPS = {  # what a thumb and a keyboard that knows better make of short words
    "of": "if",
    "on": "in",
    "for": "fir",
    "have": "gave",
    "can": "van",
    "good": "food",
    "is": "us",
    "me": "ne",
    "the": "teh",
    "and": "abd",
    "that": "thst",
    "with": "wuth",
    "book": "boom",
    "you": "yiu",
    "want": "wang",
    "just": "jusy",
    "i'll": "ill",
    "i'd": "id",
    "we'll": "well",
}
NEIGHBOURS = {
    key: row[max(place - 1, 0) : place] + row[place + 1 : place + 2]
    for row in ("qwertyuiop", "asdfghjkl", "zxcvbnm")
    for place, key in enumerate(row)
}
EDGES = '.,!?;:…"()“”'
HALVES = frozenset({"am", "pm", "a.m.", "p.m.", "a.m", "p.m", "o'clock", "oclock"})


@dataclass(frozen=True, slots=True)
class Spelled:
    """Words whose spelling is the value: those of a name, of an e-mail address, of a phone number."""

    words: frozenset[str]

    def holds(self, word: str) -> bool:
        """Return whether a word of a message is to stay as it is written."""
        bare = word.casefold().strip(EDGES + "'\N{RIGHT SINGLE QUOTATION MARK}")
        return "@" in word or len(re.sub(r"\D", "", word)) > 4 or bare.removesuffix("'s") in self.words


Kind: TypeAlias = Callable[[str, Spelled, Random], str]


def fillers(text: str, spelled: Spelled, chance: Random) -> str:
    """Hesitate: before the first word, and here and there between two."""
    words = text.split()
    heard = [chance.choice(LEADS)] if chance.random() < 0.7 else []
    for place, word in enumerate(words):
        if place and chance.random() < 0.15 and _may_part(words[place - 1], word, spelled):
            heard.append(chance.choice(FILLERS))
        heard.append(word)
    return " ".join(heard if len(heard) > len(words) else [chance.choice(LEADS), *words])


def restarts(text: str, spelled: Spelled, chance: Random) -> str:
    """Begin twice: the first words, or a word that breaks off."""
    words = text.split()
    breakable = [place for place, word in enumerate(words) if _is_plain(word, spelled, shortest=5)]
    if breakable and chance.random() < 0.4:
        place = chance.choice(breakable)
        return " ".join([*words[:place], words[place][: chance.randint(2, 3)] + "-", *words[place:]])
    again = words[: chance.randint(1, 3)]
    if any(not _is_plain(word, spelled, shortest=1) for word in again):
        return text
    return " ".join([*again, *words])


def no_punctuation(text: str, spelled: Spelled, chance: Random) -> str:
    """Leave out commas, stops and question marks; those inside a number or an address stay."""
    del chance
    kept = [word if spelled.holds(word) and "@" not in word else word.strip(EDGES) for word in text.split()]
    undotted = [re.sub(r"(?<=\b[a-zA-Z])\.(?=[a-zA-Z]\b)", "", word) for word in kept]
    return " ".join(word for word in undotted if word.strip("-\N{EN DASH}\N{EM DASH}"))


def lower_case(text: str, spelled: Spelled, chance: Random) -> str:
    """Write everything small, names too."""
    del spelled, chance
    return text.lower()


def no_apostrophes(text: str, spelled: Spelled, chance: Random) -> str:
    """Leave out every apostrophe, those of names too."""
    del spelled, chance
    return re.sub("['\N{RIGHT SINGLE QUOTATION MARK}]", "", text)


def homophones(text: str, spelled: Spelled, chance: Random) -> str:
    """Hear one or two words as others that sound the same; a digit only where a time or a count stands."""
    words = text.split()
    places = [place for place in range(len(words)) if _sounds(words, place, spelled)]
    for place in chance.sample(places, min(len(places), chance.randint(1, 2))):
        words[place] = chance.choice(_sounds(words, place, spelled))
    return " ".join(words)


def slips(text: str, spelled: Spelled, chance: Random) -> str:
    """Mistype one word of a message, or let the keyboard put another in its place."""
    words = text.split()
    short = [place for place, word in enumerate(words) if word.lower() in SLIPS and not spelled.holds(word)]
    long = [place for place, word in enumerate(words) if _is_plain(word, spelled, shortest=5)]
    if short and (not long or chance.random() < 0.3):
        place = chance.choice(short)
        words[place] = SLIPS[words[place].lower()]
    elif long:
        place = chance.choice(long)
        words[place] = _mistyped(words[place], chance)
    return " ".join(words)


def emoji(text: str, spelled: Spelled, chance: Random) -> str:
    """Put small pictures at the end, and sometimes where a sentence ends."""
    del spelled
    pictured = re.sub(r"(?<=[.!?]) ", lambda _: f" {chance.choice(EMOJI)} ", text) if chance.random() < 0.5 else text
    joint = chance.choice(("", " "))
    return pictured + joint + "".join(chance.choices(EMOJI, k=chance.randint(1, 2)))


def spoken_numbers(text: str, spelled: Spelled, chance: Random) -> str:
    """Write numbers, times and ordinals out, as speech recognition does."""
    del chance
    words = text.split()
    kept = (spelled.holds(word) or _in_a_long_number(words, place) for place, word in enumerate(words))
    return " ".join(word if keep else _said(word) for word, keep in zip(words, kept, strict=True))


def spoken_message(text: str, spelled: Spelled, chance: Random) -> str:
    """Speak: hesitate and begin twice, in numbers written out, without capitals or punctuation."""
    for kind in (spoken_numbers, restarts, fillers, no_punctuation, lower_case):
        text = kind(text, spelled, chance)
    return text


def typed_message(text: str, spelled: Spelled, chance: Random) -> str:
    """Type with a thumb: small letters, no punctuation, no apostrophes, one slip, a picture."""
    for kind in (slips, no_punctuation, no_apostrophes, lower_case, emoji):
        text = kind(text, spelled, chance)
    return text


KINDS: dict[str, Kind] = {
    "fillers": fillers,
    "restarts": restarts,
    "no punctuation": no_punctuation,
    "lower case": lower_case,
    "no apostrophes": no_apostrophes,
    "homophones": homophones,
    "slips": slips,
    "emoji": emoji,
    "spoken numbers": spoken_numbers,
    "spoken message": spoken_message,
    "typed message": typed_message,
}


def _is_plain(word: str, spelled: Spelled, shortest: int) -> bool:
    """Return whether a word is only letters, long enough, and not the guest's to spell."""
    bare = word.strip(EDGES)
    return len(bare) >= shortest and bare.replace("'", "").isalpha() and not spelled.holds(word)


def _may_part(before: str, after: str, spelled: Spelled) -> bool:
    """Return whether somebody would hesitate between two words: not inside a name, a number, a time."""
    if after.lower().strip(",!?") in HALVES or (len(after.strip(EDGES)) == 1 and len(before.strip(EDGES)) == 1):
        return False
    numbers = before.strip(EDGES)[-1:].isdigit() and after.strip(EDGES)[:1].isdigit()
    return not numbers and not (spelled.holds(before) and spelled.holds(after))


def _sounds(words: Sequence[str], place: int, spelled: Spelled) -> tuple[str, ...]:
    """Return what a word may be heard as."""
    word = words[place].lower()
    if spelled.holds(word) or _in_a_long_number(words, place):
        return ()
    if word in DIGIT_SOUNDS:
        after = words[place + 1].lower().strip(EDGES) if place + 1 < len(words) else ""
        at = place > 0 and words[place - 1].lower() == "at"
        return DIGIT_SOUNDS[word] if at or after in HALVES or after == "people" else ()
    return SOUNDS.get(word, ())


def _in_a_long_number(words: Sequence[str], place: int) -> bool:
    """Return whether a word is one of three or more numbers in a row: something to call or to pay by, not a time."""
    run = 1 + sum(1 for _ in _numbers(words[place + 1 :])) + sum(1 for _ in _numbers(words[:place][::-1]))
    return _is_number(words[place]) and run > 2


def _numbers(words: Sequence[str]) -> Iterator[str]:
    for word in words:
        if not _is_number(word):
            return
        yield word


def _is_number(word: str) -> bool:
    bare = word.strip(EDGES + "-+")
    return bare.replace("-", "").isdigit() or bare.lower() in _DIGIT_WORDS


_DIGIT_WORDS = frozenset({*(spoken(number) for number in range(10)), "oh", "double", "triple"})


def _said(word: str) -> str:
    """Write out a number, a time on the clock or an ordinal; the punctuation around it stays."""
    bare = word.strip(EDGES)
    if not (found := re.fullmatch(r"(\d{1,2})(?::(\d\d))?(am|pm|st|nd|rd|th)?", bare, re.IGNORECASE)):
        return word
    number, minutes, ending = int(found[1]), found[2], (found[3] or "").lower()
    if minutes is not None and number > 12:
        return word
    said = spoken_ordinal(number) if ending in {"st", "nd", "rd", "th"} else spoken(number)
    if minutes is not None and int(minutes):
        said += f" {'oh ' if int(minutes) < 10 else ''}{spoken(int(minutes))}"
    elif minutes is not None and not ending:
        said += " o'clock"
    return word.replace(bare, f"{said} {ending}" if ending in {"am", "pm"} else said)


def _mistyped(word: str, chance: Random) -> str:
    """Swap two letters, lose one, double one or hit the key beside it; never the first letter."""
    last = len(word.strip(EDGES)) - 1
    place = chance.randint(1, last)
    match chance.choice(("swap", "lose", "double", "beside")):
        case "swap":
            place = min(place, last - 1)
            return word[:place] + word[place + 1] + word[place] + word[place + 2 :]
        case "lose":
            return word[:place] + word[place + 1 :]
        case "double":
            return word[:place] + word[place] + word[place:]
        case _:
            beside = NEIGHBOURS.get(word[place].lower(), word[place])
            return word[:place] + chance.choice(beside) + word[place + 1 :]
