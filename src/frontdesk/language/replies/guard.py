"""Holds back what a reply must not say: promises of later work, and facts that are not there."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from frontdesk.dialogue.effects import Say
from frontdesk.dialogue.values import Value
from frontdesk.language.lexicon import Words, load
from frontdesk.language.readers.reading import Context, Style
from frontdesk.language.replies.facts import known_of_business, known_of_turn, supports
from frontdesk.language.replies.marks import Mark, Sum, scan
from frontdesk.language.replies.phrase import Phrases, Reply
from frontdesk.language.replies.saying import Voice, said
from frontdesk.language.words import listed, table
from frontdesk.scheduling.business import Business

_NAME = "guard"
_ENDS = {".": ".", "!": ".", ":": ".", ";": ".", "…": ".", "\u2014": ".", "?": "?"}
_SIGNS = frozenset(_ENDS.values())
_APOSTROPHES = str.maketrans("`´ʼ\u2019", "''''")  # noqa: RUF001 - what keyboards make of an apostrophe
_PIECE = re.compile(r"[^\W_]+(?:'[^\W_]+)*|[.!:;…\u2014?]")
_SENTENCE_WITH_END = re.compile(r"[^.!:;…\u2014?]*[.!:;…\u2014?]*")
# What stands before the patterns of each place: see guard.yaml.
_BEFORE = {"anywhere": "", "start": "(?:^|[.?] )(?:(?:<opening>) )*", "we": "(?:<we>) "}
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_REPEATED = re.compile(r"(?<!\S)([.?])(?: \1)+(?!\S)")
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
    found: list[tuple[str, int, int]] = []
    begin = 0
    for sentence in _SENTENCE_WITH_END.findall(own):
        found += [(kind, begin + start, begin + end) for kind, start, end in _promised(sentence, language)]
        begin += len(sentence)
    if not found:
        return ()
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


@lru_cache(maxsize=4096)  # a desk says few different sentences; only those with a date or a name in them are new
def _promised(sentence: str, language: str) -> tuple[tuple[str, int, int], ...]:
    """Return the promises in one sentence: of which kind each is, and where."""
    plain_text = _plain(sentence, language)
    found = [(kind, match) for kind, pattern in _promises(language).items() for match in pattern.finditer(plain_text)]
    places = _places(sentence, language) if found else ()
    return tuple([(kind, *_original(match.span(), places)) for kind, match in found])


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _plain(text: str, language: str) -> str:
    """Return `text` as plain words; "..." ends one sentence, not three."""
    return _REPEATED.sub(r"\1", " ".join(_words(text, language)))


def _places(text: str, language: str) -> list[tuple[int, int, int]]:
    """Return where each of the plain words came from: (place in the plain text, start, end)."""
    places: list[tuple[int, int, int]] = []
    length, before = 0, ""
    matches = _PIECE.finditer(text.translate(_APOSTROPHES))
    for word, match in zip(_words(text, language), matches, strict=True):
        if word not in _SIGNS or word != before:
            places.append((length, *match.span()))
            length += len(word) + 1
        before = word
    return places


def _words(text: str, language: str) -> list[str]:
    pieces = " ".join(_PIECE.findall(text.translate(_APOSTROPHES))).lower().split(" ")
    known = _compared_as(language)
    return [known.get(piece, piece) for piece in pieces]


@cache
def _compared_as(language: str) -> dict[str, str]:
    return {**table(language, _NAME, "contractions"), **_ENDS}


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

    A part that is to blame is left without its prose: the values it would have shown, one by one, its options, and
    what it asks. Where it would have shown none, what is left are its sentences that may stay.
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
    kept = [each for each in _SENTENCE.split(text) if _may_stay(each, facts, voice.context)]
    if values or say.options:
        kept = [each for each in kept if each.rstrip().endswith("?")]  # what is asked must still be seen
    values = ("\n" if voice.style is Style.RICH else ". ").join(filter(None, (values, " ".join(kept))))
    return replace(say, phrase="values_alone", values={"values": values}, wording=1)


def _may_stay(text: str, facts: Facts, context: Context) -> bool:
    return not announcements(text, context.language) and not unsupported(text, facts, context)
