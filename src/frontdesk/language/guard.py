"""Holds back what a reply must not say: promises of later work, and facts that are not there."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from frontdesk.dialogue.effects import Say
from frontdesk.dialogue.values import Value
from frontdesk.language.facts import known_of_business, known_of_turn, supports
from frontdesk.language.lexicon import Words, load
from frontdesk.language.marks import Mark, Sum, scan
from frontdesk.language.phrase import Phrases, Reply
from frontdesk.language.reading import Context, Style
from frontdesk.language.saying import Voice, said
from frontdesk.language.words import listed, table
from frontdesk.scheduling.business import Business

_NAME = "guard"
_ENDS = {".": ".", "!": ".", ":": ".", ";": ".", "…": ".", "\u2014": ".", "?": "?"}
_APOSTROPHES = str.maketrans("`´ʼ\u2019", "''''")  # noqa: RUF001 - what keyboards make of an apostrophe
_PIECE = re.compile(r"[^\W_]+(?:'[^\W_]+)*|[.!:;…\u2014?]")
_SENTENCE_WITH_END = re.compile(r"[^.!:;…\u2014?]*[.!:;…\u2014?]*")
# What stands before the patterns of each place: see guard.yaml.
_BEFORE = {"anywhere": "", "start": "(?:^|[.?] )(?:(?:<opening>) )*", "we": "(?:<we>) "}
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_LIST = re.compile(r"<(\w+)>")


@dataclass(frozen=True, slots=True)
class Facts:
    """What a reply may state: the values of this turn, texts that are true as they stand, and the business."""

    values: tuple[Value, ...]
    texts: tuple[str, ...]
    business: Business


def announcements(
    text: str, language: str, allowed: tuple[str, ...] = (), quoted: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """Return the words that promise later work.

    `allowed` names kinds that are true in this turn: "callback". What is `quoted`, a guest's note say, is not the
    desk's promise.
    """
    own = text
    for words in sorted(filter(None, quoted), key=len, reverse=True):
        own = own.replace(words, "_" * len(words))
    found = [
        (kind, begin + start, begin + end)
        for begin, sentence in _sentences(own)
        for kind, start, end in _promised(sentence, language)
    ]
    true = [(start, end) for kind, start, end in found if kind in allowed]
    # "Our team will get back to you" also has "get back to you" in it: what is true as a whole is true in its parts.
    untrue = sorted(
        {
            (start, end)
            for kind, start, end in found
            if kind not in allowed and not any(_overlap((start, end), each) for each in true)
        }
    )
    return tuple(text[start:end].strip(" .!?") for start, end in untrue)


def _sentences(text: str) -> list[tuple[int, str]]:
    """Cut `text` after each sign that ends a sentence, and tell where each piece begins."""
    return [(match.start(), match.group()) for match in _SENTENCE_WITH_END.finditer(text) if match.group()]


@lru_cache(maxsize=4096)  # a desk says few different sentences; only those with a date or a name in them are new
def _promised(sentence: str, language: str) -> tuple[tuple[str, int, int], ...]:
    """Return the promises in one sentence: of which kind each is, and where."""
    plain_text, places = _plain(sentence, language)
    return tuple(
        (kind, *_original(match.span(), places))
        for kind, pattern in _promises(language).items()
        for match in pattern.finditer(plain_text)
    )


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _plain(text: str, language: str) -> tuple[str, list[tuple[int, int, int]]]:
    """Return `text` as plain words, and where each came from: (place in the plain text, start, end)."""
    contractions = table(language, _NAME, "contractions")
    words: list[str] = []
    places: list[tuple[int, int, int]] = []
    length = 0
    for match in _PIECE.finditer(text.translate(_APOSTROPHES)):
        piece = match.group().lower()
        word = contractions.get(piece, piece)
        if piece in _ENDS:
            word = _ENDS[piece]
            if words and words[-1] == word:
                continue  # "..." ends one sentence, not three
        words.append(word)
        places.append((length, *match.span()))
        length += len(word) + 1
    return " ".join(words), places


def _original(span: tuple[int, int], places: Sequence[tuple[int, int, int]]) -> tuple[int, int]:
    first = max((place for place in places if place[0] <= span[0]), default=places[0])
    last = max((place for place in places if place[0] < span[1]), default=places[-1])
    return first[1], last[2]


@cache
def _promises(language: str) -> Mapping[str, re.Pattern[str]]:
    kinds, lists = load(language, _NAME)["announcements"], load(language, _NAME)["lists"]
    if not isinstance(kinds, dict) or not isinstance(lists, dict):
        raise TypeError(f"language/{language}/{_NAME}.yaml: announcements and lists must be mappings")
    choices = {name: "|".join(sorted(map(str, words), key=len, reverse=True)) for name, words in lists.items()}
    return {kind: _promise(places, choices) for kind, places in kinds.items() if isinstance(places, dict)}


def _promise(places: Mapping[str, Words], choices: Mapping[str, str]) -> re.Pattern[str]:
    grouped = [f"{_BEFORE[place]}(?:{'|'.join(map(str, patterns))})" for place, patterns in places.items()]
    filled = _LIST.sub(lambda name: f"(?:{choices[name[1]]})", "|".join(grouped))
    return re.compile(rf"(?<![^ ])(?:{filled})(?![^ ])")


def unsupported(text: str, facts: Facts, context: Context) -> tuple[str, ...]:
    """Return the times, days, sums and codes of `text` that no fact supports."""
    # A guest's own words may be said back as they are: "there is no 31 November".
    marks = [mark for mark in scan(text, context.language) if not any(mark.words in own for own in facts.texts)]
    of_turn = known_of_turn(facts.values, facts.texts, facts.business, context) if marks else None
    doubtful = [mark for mark in marks if of_turn is None or not supports(of_turn, mark, context)]
    if not doubtful:
        return ()
    # Most replies end above: the whole business is looked through only for what the turn does not explain.
    of_business = known_of_business(facts.business, context)
    refused = [mark.words for mark in doubtful if not supports(of_business, mark, context)]
    weights = {mark.words for mark in doubtful if _is_weight(mark, facts.business, context)}
    return tuple(words for words in refused if words not in weights)


def _is_weight(mark: Mark, business: Business, context: Context) -> bool:
    """Tell whether a sum is in a unit that is money elsewhere: pounds, in a business that takes dollars."""
    if not isinstance(mark, Sum) or mark.unit not in listed(context.language, _NAME, "also_units"):
        return False
    currencies = load(context.language, "money")["words"]
    return isinstance(currencies, dict) and business.currency not in currencies.get(mark.unit, [])


def plain(says: tuple[Say, ...], phrases: Phrases, context: Context, business: Business, style: Style) -> Reply:
    """Return a refused reply in a form that no guard refuses.

    A part that is to blame is left without its prose: the values it would have shown, one by one, and its options.
    Where it would have shown none, what is left are its sentences that may stay.
    """
    voice = Voice(context, business, style)
    return phrases.reply(tuple(_without_prose(say, phrases, voice) for say in says), context, business, style)


def _without_prose(say: Say, phrases: Phrases, voice: Voice) -> Say:
    text = phrases.text(say, voice.context, voice.business, voice.style)
    fields = [value for option in say.options for value in option.fields.values()]
    facts = Facts((*say.values.values(), *fields), (), voice.business)
    if _may_stay(text, facts, voice.context):
        return say
    between = "\n" if voice.style is Style.RICH else ", "
    values = between.join(said(value, voice) for value in phrases.printed(say, voice.style))
    if not values and not say.options:
        values = " ".join(each for each in _SENTENCE.split(text) if _may_stay(each, facts, voice.context))
    return replace(say, phrase="values_alone", values={"values": values}, wording=1)


def _may_stay(text: str, facts: Facts, context: Context) -> bool:
    return not announcements(text, context.language) and not unsupported(text, facts, context)
