"""Reads whether a reply agrees: yes, no or unclear, seen against what the desk said before."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from frontdesk.language.lexicon import load
from frontdesk.language.reading import Context, Style
from frontdesk.language.values import gives_other_values
from frontdesk.language.words import any_of, listed, phrase_pattern, plain

_NAME = "yesno"
_SENTENCE = re.compile(r"[^.!?;\n]+[.!?;\n]*")
_SHORT = 3  # words
_GAP = r"[\s,:.!\-]*"


class Verdict(StrEnum):
    """What a reply amounts to."""

    YES = "yes"
    NO = "no"
    UNCLEAR = "unclear"


class Kind(StrEnum):
    """What the desk did when it spoke."""

    FINISHED = "finished"  # asked whether that was all
    MORE = "more"  # asked whether there is anything else
    PERMISSION = "permission"  # asked whether the guest minds
    CONFIRM = "confirm"  # said everything back
    INTENT = "intent"  # offered to do something
    OFFER = "offer"  # proposed one thing


@dataclass(frozen=True, slots=True)
class Answer:
    """What was answered, whether something is asked too, and the words it rests on."""

    answer: Verdict
    asks: bool
    words: str


@dataclass(frozen=True, slots=True)
class _Signs:
    """What can be heard in a reply."""

    agrees: bool
    weakly: bool
    opens_yes: bool
    opens_no: bool
    refuses: bool
    asks: bool
    asks_only: bool
    seeks_other: bool
    changes: bool
    other_values: bool
    orders: bool
    wants: bool
    adds: bool
    contrasts: bool
    done: bool
    thanks: bool
    doubts: bool
    later: bool
    asked_if_fine: bool
    mocks: bool
    short: bool


def read(text: str, context: Context) -> Answer:
    """Read the reply `text` to `context.said`."""
    reply = _aside(context.language).sub("", plain(text)).strip()
    kind = kind_of(context.said or "", context.language)
    signs = _signs(reply, context.said or "", context.language)
    if not reply:
        return Answer(Verdict.UNCLEAR, asks=False, words="")
    return Answer(_verdict(kind, signs), signs.asks, text.strip())


@cache
def _aside(language: str) -> re.Pattern[str]:
    return re.compile(rf"{phrase_pattern(language, _NAME, 'set_aside').pattern}[^,.;!?]*[,.;!]", re.IGNORECASE)


@cache
def _kinds(language: str) -> dict[str, re.Pattern[str]]:
    kinds = load(language, _NAME)["kinds"]
    if not isinstance(kinds, dict):
        raise TypeError(f"language/{language}/yesno.yaml: kinds must be a mapping")
    return {kind: any_of(tuple(str(phrase) for phrase in phrases)) for kind, phrases in kinds.items()}


def kind_of(said: str, language: str) -> Kind:
    """Tell what the desk asked, by its words."""
    if not said:
        return Kind.CONFIRM
    patterns = _kinds(language)
    spoken = plain(said)
    last = _SENTENCE.findall(spoken)[-1:] or [spoken]
    if patterns["check"].search(last[0]):
        return Kind.CONFIRM
    if patterns["alternative"].search(last[0]):
        return Kind.OFFER
    for kind in (Kind.PERMISSION, Kind.FINISHED, Kind.MORE):
        if patterns[kind].search(last[0]):
            return kind
    if patterns["check"].search(spoken):
        return Kind.CONFIRM
    if patterns[Kind.INTENT].search(last[0]):
        return Kind.INTENT
    return Kind.CONFIRM if patterns[Kind.CONFIRM].search(spoken) else Kind.OFFER


def _signs(reply: str, said: str, language: str) -> _Signs:
    sentences = _SENTENCE.findall(reply) or [reply]
    questions = [_is_question(sentence, language) for sentence in sentences]
    pairs = zip(sentences, questions, strict=True)
    told = " ".join(_before_question(sentence, language) if asked else sentence for sentence, asked in pairs)
    has = _hears(language, reply)
    opens_yes = any(_opens_yes(sentence, language) for sentence in sentences)
    opens_no = any(_opens_no(sentence, language) for sentence in sentences)
    agrees = opens_yes or _agrees(told, language)
    return _Signs(
        agrees=agrees,
        weakly=agrees and not _agrees(told, language) and _weak(language).match(reply) is not None,
        opens_yes=opens_yes,
        opens_no=opens_no,
        refuses=has("no_phrases") or (has("weak_refusals") and not agrees),
        asks=any(questions),
        asks_only=all(questions),
        seeks_other=has("alternatives"),
        changes=has("changes"),
        other_values=gives_other_values(reply, said, language),
        orders=any(_orders(sentence, language) for sentence in sentences),
        wants=has("wants"),
        adds=has("next_things"),
        contrasts=has("contrast"),
        done=has("done"),
        thanks=has("thanks"),
        doubts=has("doubt"),
        later=has("later") and not opens_no,
        asked_if_fine=_kinds(language)["fine"].search(plain(said)) is not None,
        mocks=has("sarcasm"),
        short=len(reply.split()) <= _SHORT,
    )


def _hears(language: str, text: str) -> Callable[[str], bool]:
    """Return a test whether `text` has one of the phrases of a list."""
    return lambda key: phrase_pattern(language, _NAME, key).search(text) is not None


@cache
def _opens(language: str, key: str) -> re.Pattern[str]:
    fillers = phrase_pattern(language, _NAME, "fillers").pattern
    signs = [word for word in listed(language, _NAME, key) if not word[0].isalnum()]
    words = [word for word in listed(language, _NAME, key) if word[0].isalnum()]
    plain_words = any_of(tuple(sorted(words, key=len, reverse=True))).pattern
    either = "|".join([plain_words, *map(re.escape, signs)])
    return re.compile(rf"{_GAP}(?:{fillers}{_GAP}){{0,3}}(?:{either})", re.IGNORECASE)


def _opens_yes(sentence: str, language: str) -> bool:
    return _opens(language, "yes_words").match(sentence) is not None or _alone(language).fullmatch(sentence) is not None


def _orders(sentence: str, language: str) -> bool:
    return _ordering(language).search(sentence) is not None and _asks_about(language).match(sentence) is None


def _opens_no(sentence: str, language: str) -> bool:
    """Tell a refusal from "no problem", which agrees."""
    refused, agreed = (_opens(language, key).match(sentence) for key in ("no_words", "yes_words"))
    return refused is not None and (agreed is None or agreed.end() < refused.end())


@cache
def _alone(language: str) -> re.Pattern[str]:
    """Match a whole sentence such as "please" or "yes, it is"."""
    return re.compile(rf"{_GAP}(?:{phrase_pattern(language, _NAME, 'yes_alone').pattern}){_GAP}", re.IGNORECASE)


@cache
def _weak(language: str) -> re.Pattern[str]:
    """Match a mere acknowledgement that goes over into a question: "okay, how much is it?"."""
    asking = phrase_pattern(language, _NAME, "asking").pattern
    weak, fillers = (phrase_pattern(language, _NAME, key).pattern for key in ("weak_yes", "fillers"))
    return re.compile(rf"{_GAP}(?:(?:{weak}|{fillers}){_GAP})+(?:{asking})", re.IGNORECASE)


@cache
def _asking(language: str) -> re.Pattern[str]:
    fillers = phrase_pattern(language, _NAME, "fillers").pattern
    return re.compile(
        rf"{_GAP}(?:{fillers}{_GAP}){{0,3}}{phrase_pattern(language, _NAME, 'asking').pattern}", re.IGNORECASE
    )


def _is_question(sentence: str, language: str) -> bool:
    agreed = _opens(language, "yes_words").match(sentence)
    if agreed is not None and not sentence[agreed.end() :].strip(" ,.!"):
        return False  # "please do" begins like a question
    if sentence.rstrip().endswith("?") or _asking(language).match(sentence):
        return True
    return phrase_pattern(language, _NAME, "ask_phrases").search(sentence) is not None


def _before_question(sentence: str, language: str) -> str:
    """Return what a sentence says before it turns into a question: "Good, how much is it?"."""
    head, comma, _ = sentence.partition(",")
    return head if comma and not _asking(language).match(head) else ""


@cache
def _agreeing(language: str) -> re.Pattern[str]:
    negated = phrase_pattern(language, _NAME, "negations").pattern
    return re.compile(
        rf"(?P<negated>{negated}\s+(?:\w+\s+){{0,2}})?(?:{phrase_pattern(language, _NAME, 'yes_phrases').pattern})",
        re.IGNORECASE,
    )


def _agrees(text: str, language: str) -> bool:
    return (
        any(match["negated"] is None for match in _agreeing(language).finditer(text))
        or _praising(language).search(text) is not None
    )


@cache
def _praising(language: str) -> re.Pattern[str]:
    """Match "that is really nice" and its like."""
    subjects, verbs, adverbs, praise = (
        "|".join(re.escape(word) for word in sorted(listed(language, _NAME, key), key=len, reverse=True))
        for key in ("praise_subjects", "praise_verbs", "praise_adverbs", "praise")
    )
    return re.compile(
        rf"(?<!\w)(?:{subjects})\s*(?:one )?(?:{verbs})\s+(?:(?:{adverbs})\s+){{0,3}}(?:{praise})(?!\w)", re.IGNORECASE
    )


@cache
def _asks_about(language: str) -> re.Pattern[str]:
    """Match a question for a fact: "how much does it cost to rent it"."""
    fillers = phrase_pattern(language, _NAME, "fillers").pattern
    return re.compile(
        rf"{_GAP}(?:{fillers}{_GAP}){{0,3}}{phrase_pattern(language, _NAME, 'asking_about').pattern}", re.IGNORECASE
    )


@cache
def _ordering(language: str) -> re.Pattern[str]:
    """Match an order at the beginning of a sentence, or after "can you", "i want to" and the like."""
    leads = phrase_pattern(language, _NAME, "leads").pattern
    yes = _opens(language, "yes_words").pattern
    return re.compile(
        rf"(?:^(?:{yes})?{_GAP}|{leads}{_GAP})(?:{phrase_pattern(language, _NAME, 'orders').pattern})", re.IGNORECASE
    )


def _verdict(kind: Kind, signs: _Signs) -> Verdict:
    """Weigh the signs: refusals and changes before agreement, agreement before questions."""
    if signs.mocks:
        return Verdict.NO
    if kind is Kind.FINISHED and signs.agrees:
        return Verdict.NO  # "yes, that is all" wants nothing more
    if kind in (Kind.MORE, Kind.FINISHED):
        return _more(signs)
    if kind is Kind.PERMISSION and (signs.opens_no or signs.agrees) and not signs.changes:
        return Verdict.YES if signs.opens_no or not signs.opens_yes else Verdict.NO
    if (
        signs.opens_no
        and signs.agrees
        and signs.asked_if_fine
        and not (signs.changes or signs.other_values or signs.refuses)
    ):
        return Verdict.YES  # "Is that fine?" - "No, that's fine"
    if kind is Kind.CONFIRM and signs.later and not signs.agrees:
        return Verdict.UNCLEAR
    if signs.opens_no or signs.refuses:
        return Verdict.NO
    if kind is Kind.CONFIRM:
        return _confirmed(signs)
    if kind is Kind.INTENT:
        return _intended(signs)
    return _offered(signs)


def _more(signs: _Signs) -> Verdict:
    if signs.opens_no or signs.done or (signs.thanks and not signs.asks and not signs.wants):
        return Verdict.NO
    return (
        Verdict.YES if signs.opens_yes and signs.short else Verdict.UNCLEAR
    )  # a wish is no answer to "anything else?"


def _confirmed(signs: _Signs) -> Verdict:
    if signs.other_values or (signs.changes and not signs.opens_yes):
        return Verdict.NO
    if signs.agrees:
        return Verdict.NO if signs.changes and signs.contrasts else Verdict.YES
    if signs.seeks_other:
        return Verdict.NO
    if signs.asks_only or signs.doubts:
        return Verdict.UNCLEAR
    return Verdict.YES if signs.thanks and not signs.wants else Verdict.UNCLEAR


def _intended(signs: _Signs) -> Verdict:
    if signs.other_values or (signs.changes and not signs.opens_yes):
        return Verdict.NO
    if signs.opens_yes:
        return Verdict.UNCLEAR if signs.weakly and signs.asks and not signs.orders else Verdict.YES
    if signs.seeks_other:
        return Verdict.NO
    if signs.agrees or (signs.orders and not signs.adds):
        return Verdict.YES
    if signs.doubts:
        return Verdict.UNCLEAR
    return Verdict.NO if signs.wants or signs.done or signs.later else Verdict.UNCLEAR


def _offered(signs: _Signs) -> Verdict:
    if signs.seeks_other:
        return Verdict.NO
    if signs.agrees:
        return _agreed_to_offer(signs)
    if signs.changes or (signs.other_values and not signs.adds):
        return Verdict.NO
    if signs.asks and not signs.orders and not (signs.adds and signs.wants):
        return Verdict.UNCLEAR
    if signs.doubts:
        return Verdict.UNCLEAR
    if signs.orders or signs.adds or signs.done or (signs.thanks and not signs.wants):
        return Verdict.YES
    return Verdict.NO if signs.wants else Verdict.UNCLEAR


def _agreed_to_offer(signs: _Signs) -> Verdict:
    """Tell agreement from polite refusal: "nice, but I want ..."; and from mere acknowledgement: "okay, how much?"."""
    if signs.changes and (signs.other_values or not signs.opens_yes):
        return Verdict.NO
    if signs.contrasts:
        return Verdict.UNCLEAR if signs.asks and not signs.wants and not signs.other_values else Verdict.NO
    if signs.weakly and signs.asks and not (signs.orders or signs.wants):
        return Verdict.UNCLEAR
    return Verdict.NO if signs.weakly and signs.other_values and signs.wants else Verdict.YES


def say(value: Verdict, context: Context, style: Style) -> str:
    """Say yes or no; nothing when unclear."""
    del style
    key = {Verdict.YES: "yes_words", Verdict.NO: "no_words"}.get(value)
    return listed(context.language, _NAME, key)[0] if key else ""
