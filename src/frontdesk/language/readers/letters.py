"""Takes out of a letter what its writer does not say with it: what is quoted, and the signature."""

from __future__ import annotations

import re
from functools import cache

from frontdesk.language.readers import phone
from frontdesk.language.readers.reading import Context
from frontdesk.language.words import any_of, listed, tokens

_NAME = "letters"
_QUOTED = ">"
_RULING = " \t\n\r\f\v\u00a0-"  # what a line over a forwarded letter is drawn with
_DASHES = re.compile(r"\s*(?:--+|__+)\s*")
_PERSON = re.compile(r"[^\W\d_]+(?:[ .'’-]+[^\W\d_]+)*[ .]*")  # noqa: RUF001 - no "&", which joins those of a firm
_LONGEST_INTRODUCTION = 200  # characters
_LONGEST_NAME = 4  # words
_AROUND = " \t,.!-–—"  # noqa: RUF001 - guests type dashes


def without_quotes(text: str, language: str) -> str:
    """Return what a guest wrote without the lines of an earlier letter below or above it; all of it, if that is all."""
    forwarded, introduction = _where_forwarded(text, language), _introduction(language)
    if _QUOTED not in text and forwarded is None and not introduction.search(text):
        return text
    own = introduction.sub("", text[:forwarded])
    lines = [line for line in own.split("\n") if not line.lstrip().startswith(_QUOTED)]
    kept = "\n".join(lines).strip()
    return kept or text


def without_signature(text: str, context: Context, kind: str | None) -> str:
    """Return a letter without its signature, but for the name or the number in it if `kind` is the one to be told."""
    lines = [line for line in text.split("\n") if not _sent_by(context.language).match(line)]
    at = next(
        (place for place in range(1, len(lines)) if _begins_signature(lines, place, context.language)), len(lines)
    )
    body, signature = lines[:at], [line for line in lines[at:] if line.strip()]
    if not any(line.strip() for line in body):
        return text
    if kind == "person_name" and _PERSON.fullmatch(" ".join(signature[1:2])):
        body += signature[:2]
    elif kind == "phone" and not phone.read("\n".join(body), context):
        body += [line for line in signature if phone.read(line, context)]
    return "\n".join(body).strip()


def _begins_signature(lines: list[str], place: int, language: str) -> bool:
    """Tell two dashes, and a closing such as "Best," with a name or with nothing below it."""
    if _DASHES.fullmatch(lines[place]):
        return True
    if not _closing(language).fullmatch(lines[place].strip(_AROUND)):
        return False
    below = next((line for line in lines[place + 1 :] if line.strip()), "")
    words = [piece.text for piece in tokens(below) if piece.text[0].isalnum()]
    return len(words) < 2 or (len(words) <= _LONGEST_NAME and all(word[0].isupper() for word in words))


@cache
def _introduction(language: str) -> re.Pattern[str]:
    """Match the introduction of a quote, which may be broken over two lines, and what is quoted on the same line."""
    begins, ends = (any_of(listed(language, _NAME, key)).pattern for key in ("quote_begins", "quote_ends"))
    between = rf"(?:(?!{begins}).){{1,{_LONGEST_INTRODUCTION}}}?"
    return re.compile(rf"{begins}(?={between}\d){between}{ends}\s*:[^\n]*", re.IGNORECASE | re.DOTALL)


def _where_forwarded(text: str, language: str) -> int | None:
    """Return where a line says that all below is somebody else's letter; nothing but space and dashes is before it."""
    for heading in _forwarded(language).finditer(text):
        before = text[: heading.start()].rstrip(_RULING)
        line = text.find("\n", len(before), heading.start())
        if line >= 0 or not before:
            return max(line, 0) if before else 0
    return None


@cache
def _forwarded(language: str) -> re.Pattern[str]:
    return re.compile(rf"{any_of(listed(language, _NAME, 'forwarded')).pattern}[\s-]*[:\n-]", re.IGNORECASE)


@cache
def _sent_by(language: str) -> re.Pattern[str]:
    return re.compile(rf"\s*{any_of(listed(language, _NAME, 'sent_by')).pattern}", re.IGNORECASE)


@cache
def _closing(language: str) -> re.Pattern[str]:
    return any_of((*listed(language, "name", "signing"), *listed(language, "name", "weak_signing")))
