"""Reads e-mail addresses, typed or spoken ("pat dot lee at g mail dot com"), and checks their form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from rapidfuzz.distance import OSA

from frontdesk.language.readers import number
from frontdesk.language.readers.reading import Context, Found, Problem, Style
from frontdesk.language.readers.spoken_email import spoken
from frontdesk.language.words import listed, table, tokens, word_set

_NAME = "email"
# It begins where a word does, so that a long word without an "@" is looked through once.
_TYPED = re.compile(
    r"(?<![^\s@<>()\[\],;:/\"“”])[^\s@<>()\[\],;:/\"“”]+@(?:\[[\d.:A-Fa-fv]+\]|[^\s@<>()\[\],;:/\"“”]+)"
)
# Letters, digits and single signs: nearly every address, and none of them needs a long look to be right.
_EVERYDAY = re.compile(
    r"[a-z0-9]+(?:[._+-][a-z0-9]+)*@(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,}", re.IGNORECASE | re.ASCII
)
# Where no spaces are written, an address begins where its letters do.
_GLUED = re.compile(r"[^@]*[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3](?=[!-~]+@)(?=[\w.+-]+@)")
_BRACKETED = re.compile(r"[(\[{]([a-z]{2,5})[)\]}]", re.IGNORECASE)
_SHORT = 64  # characters: no part of so short an address is too long
_RESERVED = frozenset({"arpa", "invalid", "local", "localhost", "onion", "test"})  # ends of no address in use
_TRAILING = ".!?'’*_-"  # noqa: RUF001 - guests type curly apostrophes
_SHORTEST_SLIP = 4  # letters: "gmal"


def read(text: str, context: Context) -> tuple[Found[str], ...]:
    """Find every e-mail address in `text`."""
    if "(" in text or "[" in text or "{" in text:
        text = _BRACKETED.sub(r" \1 ", text)  # "ann(at)ray(dot)com"; every place stays
    typing = [*_TYPED.finditer(text)] if "@" in text else []
    found = _typed(text, typing, context)
    typed = [match.span() for match in typing if "." in match.group().rpartition("@")[2]]
    for written, start, end in spoken(text, context, typed):
        address = _valid(written)
        if address is not None and not any(start < other.end and other.start < end for other in found):
            found.append(_found(address, text, start, end, context))
    return tuple(sorted(found, key=lambda address: address.start))


def _typed(text: str, typing: Sequence[re.Match[str]], context: Context) -> list[Found[str]]:
    found: list[Found[str]] = []
    for match in typing:
        words = match.group().rstrip(_TRAILING)
        start = match.start() + len(words) - len(words.lstrip("'’*"))  # noqa: RUF001 - quotes around an address
        words = words.lstrip("'’*")  # noqa: RUF001 - the apostrophe that phones write
        glued = _GLUED.match(words)
        start, words = (start + glued.end(), words[glued.end() :]) if glued else (start, words)
        address = _valid(_with_ending(words, context.language))
        if address is not None:
            found.append(_found(address, text, start, start + len(words), context))
    return found


def _found(address: str, text: str, start: int, end: int, context: Context) -> Found[str]:
    """Return an address as found; one that looks like a slip is in doubt until the desk has said it back."""
    slip = likely(address, context.language) is not None and address not in (context.said or "")
    return Found(address, text[start:end], start, end, Problem.AMBIGUOUS if slip else None)


@lru_cache(maxsize=256)  # an address is read several times in a message
def likely(address: str, language: str) -> str | None:
    """Return the address that was probably meant by one like "jo@gmial.com"; None if nothing speaks for a slip."""
    local, _, domain = address.rpartition("@")
    host, dot, ending = domain.partition(".")
    known = word_set(language, _NAME, "providers") | word_set(language, _NAME, "like_providers")
    if host in known and local and ending in word_set(language, _NAME, "like_endings"):
        return f"{local}@{host}{dot}{listed(language, _NAME, 'endings')[0]}"
    if host in known or len(host) < _SHORTEST_SLIP or not (local and dot):
        return None
    providers = [each for each in listed(language, _NAME, "providers") if len(each) >= _SHORTEST_SLIP]
    meant = next((each for each in providers if OSA.distance(host, each, score_cutoff=1) <= 1), None)
    return f"{local}@{meant}{dot}{ending}" if meant else None


def _with_ending(address: str, language: str) -> str:
    """Put the dot back into "johndoe@yahoocom", for providers everyone knows."""
    local, _, domain = address.rpartition("@")
    for ending in listed(language, _NAME, "endings"):
        provider = domain.lower().removesuffix(ending)
        if domain.lower().endswith(ending) and provider in word_set(language, _NAME, "providers"):
            return f"{local}@{provider}.{ending}"
    return address


def _valid(address: str) -> str | None:
    """Return the address with its domain in lower case, or None when it cannot be one."""
    local, _, domain = address.rpartition("@")
    if not local or ("." not in domain and not domain.startswith("[")):
        return None
    if not domain.startswith("[") and len(domain.rpartition(".")[2]) < 2:
        return None
    if len(address) <= _SHORT and _EVERYDAY.fullmatch(address) and domain.rpartition(".")[2].lower() not in _RESERVED:
        return f"{local}@{domain.lower()}"
    from email_validator import (  # noqa: PLC0415 - it takes long to import, and few messages have an address
        EmailNotValidError,
        validate_email,
    )

    try:
        checked = validate_email(address, check_deliverability=False, test_environment=True, allow_domain_literal=True)
    except EmailNotValidError:
        return None
    if checked.domain.startswith("["):
        return f"{checked.local_part}@{checked.domain}"
    return f"{checked.local_part}@{checked.domain.lower()}"


def say(value: str, context: Context, style: Style) -> str:
    """Say an address: as it is, or in words."""
    if style is not Style.SPOKEN:
        return value
    local, _, domain = value.rpartition("@")
    names = _sign_names(context.language)
    at = listed(context.language, _NAME, "at")[-1]
    aloud = f"{_aloud(local, names, context)} {at} {_aloud(domain, names, context)}"
    return aloud if [each.value for each in read(aloud, context)] == [value] else value


@cache
def _sign_names(language: str) -> dict[str, str]:
    names = {sign: name for name, sign in reversed(table(language, _NAME, "signs").items())}
    return {**names, ".": listed(language, _NAME, "dot")[0]}


def _aloud(part: str, names: dict[str, str], context: Context) -> str:
    """Say words as words, digits one by one, signs by their names."""
    words: list[str] = []
    for token in tokens(part):
        if token.text in names:
            words.append(names[token.text])
        elif token.text.isdecimal():
            words.extend(number.say(int(digit), context, Style.SPOKEN) for digit in token.text)
        else:
            words.append(token.text)
    return " ".join(words)
