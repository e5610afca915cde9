"""What the numbering plans of the world say of a telephone number: whether it can be called, and how it is written.

Apart from the reader, and imported when a number is met: the plans take long to import, and few messages have one.
"""

from __future__ import annotations

import re
from functools import lru_cache

import phonenumbers
from phonenumbers import NumberParseException, PhoneNumberFormat, ValidationResult

from frontdesk.language.readers.reading import Problem

_FEWEST = 7
_MOST = 15
_SEPARATOR = re.compile(r"[ .()\-/]")


def numbered(candidate: str, region: str) -> tuple[str | None, Problem | None]:
    """Return E.164, or the bare digits with the problem they have."""
    digits = "".join(character for character in candidate if character.isdecimal())
    if not _FEWEST <= len(digits) <= _MOST + 2:  # an international prefix may stand before fifteen digits
        return None, None
    international = "+" in candidate
    parsed = _parse(f"+{digits}" if international else digits, region)
    if parsed is not None and _is_made_up(parsed):
        return digits, Problem.IMPOSSIBLE
    if parsed is not None:
        reason = phonenumbers.is_possible_number_with_reason(parsed)
        if reason == ValidationResult.IS_POSSIBLE:
            return _e164(parsed), None
        if reason == ValidationResult.IS_POSSIBLE_LOCAL_ONLY:
            return digits, Problem.AMBIGUOUS  # the area code is missing
    return _foreign(digits, international=international, candidate=candidate)


def written(value: str, region: str) -> str | None:
    """Return a number as people of its country write it, or nothing if it is not E.164."""
    parsed = _parse(value, region)
    if parsed is None or _e164(parsed) != value:
        return None
    own = phonenumbers.region_code_for_number(parsed) == region
    return phonenumbers.format_number(parsed, PhoneNumberFormat.NATIONAL if own else PhoneNumberFormat.INTERNATIONAL)


def _is_made_up(parsed: phonenumbers.PhoneNumber) -> bool:
    """Tell 000-000-0000 and its like, which are possible by their length and are nobody's."""
    national = phonenumbers.national_significant_number(parsed)
    return len(set(national)) == 1 or national.startswith("000")


def _foreign(digits: str, *, international: bool, candidate: str) -> tuple[str | None, Problem | None]:
    """Read a number of another country, written without its plus."""
    for prefix in ("00", "011", ""):
        if digits.startswith(prefix) and not international:
            parsed = _parse(f"+{digits.removeprefix(prefix)}", None)
            if parsed is not None and _is_plausible(parsed, announced=bool(prefix)):
                return _e164(parsed), None
    if len(digits) > _MOST or not (_SEPARATOR.search(candidate) or len(digits) >= _FEWEST + 1):
        return None, None
    return ("+" if international else "") + digits, Problem.IMPOSSIBLE


def _is_plausible(parsed: phonenumbers.PhoneNumber, *, announced: bool) -> bool:
    """Take a foreign number when it is in use, or possible and announced by a prefix."""
    return phonenumbers.is_valid_number(parsed) or (announced and phonenumbers.is_possible_number(parsed))


@lru_cache(maxsize=256)  # a number is read, said back and read again
def _parse(digits: str, region: str | None) -> phonenumbers.PhoneNumber | None:
    try:
        return phonenumbers.parse(digits, region)
    except NumberParseException:
        return None


def _e164(parsed: phonenumbers.PhoneNumber) -> str:
    return phonenumbers.format_number(parsed, PhoneNumberFormat.E164)
