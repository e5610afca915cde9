"""Tells a yes that is complete in itself from what is only told or asked beside it: "yes please, my boss is paying"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise

from frontdesk.language import yesno
from frontdesk.language.reading import Context
from frontdesk.language.understanding.message.clauses import Clause, Message
from frontdesk.language.words import table, tokens, word_set
from frontdesk.language.yesno.clauses import Clause as Told
from frontdesk.language.yesno.clauses import clauses_of
from frontdesk.language.yesno.correcting import corrects
from frontdesk.language.yesno.differences import difference, named_kinds
from frontdesk.language.yesno.question import Question, matter_of, question_of

_NAME = "assent"
_TROUBLES = frozenset(("no", "weak_refusals", "refuses", "spells", "doubts", "waits", "later", "provisos", "excepts"))
_TROUBLES |= {"changes", "amends", "wants_so", "alternatives", "contrasts", "mocks", "ironies", "hollow", "restricts"}
_TROUBLES |= {"redoes", "proposes", "negations", "concedes", "brings", "omits", "sets"}
# Beside these no yes holds, however firm.
_STANDING = frozenset(
    ("changes", "amends", "omits", "sets", "wants_so", "alternatives", "provisos", "doubts", "waits", "later")
)
_ASKING_ELSE = frozenset(("alternatives", "changes", "redoes", "amends"))
_LONG = 3  # digits
_LONGEST_NAME = 3  # words
_COMMA = ","
_ENDS = frozenset(".!")
_WISHING = frozenset(("wants", "chooses", "searches"))


def parts_of(message: Message, agreeing: AbstractSet[int]) -> tuple[str, ...]:
    """Cut a reply into its clauses, and these once more where a yes without a pause goes over into a remark."""
    return tuple(text for clause in message.clauses for text in _cut(message, clause, agreeing))


def _cut(message: Message, clause: Clause, agreeing: AbstractSet[int]) -> Iterator[str]:
    """Give the parts of one clause: "remove it please | we've all got covid", "she is the best | so yes"."""
    begin = clause.first
    for place in range(clause.first + 1, clause.after):
        if _goes_over(message, place, agreeing) or _comes_to(message, place, agreeing):
            yield message.text[message.pieces[begin].start : message.pieces[place - 1].end]
            begin = place
    yield message.text[message.pieces[begin].start : clause.end]


def _goes_over(message: Message, place: int, agreeing: AbstractSet[int]) -> bool:
    """Tell whether a remark begins after words of a yes: with a subject, and more than one word after it."""
    if place - 1 not in agreeing or place in agreeing or place + 2 >= len(message.bare):
        return False
    if place - 2 not in agreeing:
        return False  # one word is too little: "yes that's when I work"
    word, owned = message.bare[place], word_set(message.language, _NAME, "owned_subjects")
    if place > 1 and message.bare[place - 2] in word_set(message.language, _NAME, "before_names"):
        return False  # "exactly the time I have to leave"
    if word in owned and message.bare[place - 1] in word_set(message.language, _NAME, "pinning"):
        return False
    if word in owned:
        return message.bare[place + 2][0].isalnum()  # "go ahead with the booking." goes over to nothing
    return word in word_set(message.language, _NAME, "subjects")


def _comes_to(message: Message, place: int, agreeing: AbstractSet[int]) -> bool:
    """Tell whether a yes begins that follows from what was told: "so yes"."""
    therefore = word_set(message.language, _NAME, "therefore")
    return message.bare[place] in therefore and place - 1 not in agreeing and place + 1 in agreeing


def unsigned(parts: Sequence[str], language: str) -> Sequence[str]:
    """Return the parts of a reply up to the "kind regards" that a name follows, without the name that is thanked."""
    parts = [
        part
        for place, part in enumerate(parts)
        if not (place and _thanks(parts[place - 1], language) and _is_signature((part,), language))
    ]
    for place, part in enumerate(parts):
        words = [piece.plain for piece in tokens(part) if piece.text[0].isalnum()]
        closes = place and words and words[-1] in word_set(language, _NAME, "before_signature")
        if closes and _is_signature(parts[place + 1 :], language):
            return parts[:place]
    return parts


def _thanks(part: str, language: str) -> bool:
    """Tell the "thank you so much," of "thank you so much, Marcy"."""
    told = clauses_of(part, frozenset(), language)
    return part.rstrip().endswith(_COMMA) and len(told) == 1 and "thanks" in told[0].fills


def _is_signature(parts: Sequence[str], language: str) -> bool:
    """Tell a name alone, "Moira", from "Tuesday please"."""
    words = [piece for part in parts for piece in tokens(part) if piece.text[0].isalnum()]
    calendar = word_set(language, "yesno", "calendar")
    return len(words) <= _LONGEST_NAME and all(each.text[0].isupper() and each.plain not in calendar for each in words)


def concluding(part: str, language: str) -> str:
    """Return a part of a reply without the "but" or "so" by which it follows from what was told."""
    leading = word_set(language, _NAME, "therefore") | word_set(language, _NAME, "turning")
    for piece in tokens(part):
        if piece.plain not in leading:
            return part[piece.start :]
    return ""


def is_outweighed(text: str, context: Context) -> bool:
    """Say whether what stands before a firm yes only grumbles: "it is not cheap, but ...", "sad but ..."."""
    question = question_of(context.said or "", context.language)
    compared = difference(text, context)
    told = clauses_of(text, question.verbs, context.language)
    unable = word_set(context.language, "yesno", "unable")
    if compared.differs or compared.adds_time or any(corrects(each, context.language) for each in told):
        return False
    return all(
        "hedges" in each.fills  # "I suppose so, yes"
        or (each.holds.isdisjoint(_STANDING) and unable.isdisjoint(each.words) and not each.asks)
        for each in told
    )


def is_grumbled(part: str, language: str) -> bool:
    """Tell the "outrageous." and the "whatever." after which a yes of its own stands nonetheless."""
    words = [piece.plain for piece in tokens(part) if piece.text[0].isalnum()]
    small = word_set(language, _NAME, "around_grumbling")
    grumbling = word_set(language, _NAME, "grumbling")
    ends = part.rstrip()[-1:] in _ENDS
    return ends and not grumbling.isdisjoint(words) and grumbling | small >= frozenset(words)


def is_harmless(text: str, context: Context) -> bool:
    """Say whether a part of a reply tells something beside a yes that neither takes it back nor changes a value."""
    question = question_of(context.said or "", context.language)
    told = clauses_of(text, question.verbs, context.language)
    compared = difference(" ".join(each.text for each in told if yesno.may_change(each, context.language)), context)
    if compared.differs or compared.adds_time or _turns(text, context) or _tells_numbers(text, context):
        return False
    return all(each.holds.isdisjoint(_ASKING_ELSE) if each.asks else _is_harmless(each, question) for each in told)


def _turns(text: str, context: Context) -> bool:
    """Tell "but first tell me the price"."""
    return any(piece.plain in word_set(context.language, _NAME, "turning") for piece in tokens(text))


def _tells_numbers(text: str, context: Context) -> bool:
    """Tell "the phone is 212 555 0199", where the desk said no such number."""
    said = {piece.plain for piece in tokens(context.said or "")}
    return any(
        len(piece.plain) >= _LONG and piece.plain.isdecimal() and piece.plain not in said for piece in tokens(text)
    )


def _is_harmless(told: Told, question: Question) -> bool:
    language = question.language
    if "thanks" in told.opens or "remarks" in told.fills or not any(word[0].isalnum() for word in told.words):
        return True
    if _is_past(told, language) or _is_also(told, language):
        return False
    words = frozenset(told.words)
    sour = word_set(language, _NAME, "souring") | word_set(language, _NAME, "upsetting")
    sour |= word_set(language, _NAME, "taunting")
    if not (sour - frozenset(question.words)).isdisjoint(words):
        return False
    if question.undoes:
        return "changes" not in told.holds
    if told.names - frozenset(question.words) - word_set(language, _NAME, "harmless_names") and not _introduces(told):
        return False
    if "fillers" in told.fills and told.holds.isdisjoint(_TROUBLES):
        return True  # "hello"
    news = matter_of(told.words, language) - question.matter - table(language, "yesno", "counted").keys()
    wished = news - word_set(language, _NAME, "kinds_booked") - named_kinds(language)
    if not told.holds.isdisjoint(_TROUBLES) or told.refuses or (wished and _wishes(told, language)):
        return False
    return not news or _tells(told, language)


def _is_past(told: Told, language: str) -> bool:
    """Tell "that was my old number": what was shown is no longer so."""
    words = [word for word in told.words if word[0].isalnum()]
    pointing, were = word_set(language, "yesno", "pointing"), word_set(language, _NAME, "were")
    owned = word_set(language, _NAME, "owned_subjects")
    return len(words) > 2 and words[0] in pointing and words[1] in were and not owned.isdisjoint(words[2:5])


def _is_also(told: Told, language: str) -> bool:
    """Tell "I am a robot too" and "my sister is coming too", which no yes settles."""
    if told.agrees or "adds" in told.fills:
        return False  # "that works too"
    last = next((word for word in reversed(told.words) if word[0].isalnum()), "")
    return last in word_set(language, "yesno", "too")


def _wishes(told: Told, language: str) -> bool:
    """Tell "I want a peel" from "I need the car", which says why."""
    definite = word_set(language, "yesno", "definite") | word_set(language, "yesno", "pointing")
    needs = any(
        word in word_set(language, "yesno", "needing") and following in definite
        for word, following in pairwise(told.words)
    )
    wanting, any_one = word_set(language, _NAME, "wanting"), word_set(language, _NAME, "indefinite")
    wants = any(word in wanting and following in any_one for word, following in pairwise(told.words))
    return (wants or not told.holds.isdisjoint(_WISHING)) and not needs and "along" not in told.closes


def _introduces(told: Told) -> bool:
    return "introduces" in told.holds


def _tells(told: Told, language: str) -> bool:
    """Tell a sentence, "my boss is paying", from a value that is only named: "lentils"."""
    words = [word for word in told.words if word[0].isalnum()]
    subjects, verbs = word_set(language, _NAME, "subjects"), word_set(language, _NAME, "telling_verbs")
    opening = word_set(language, _NAME, "before_remarks") - subjects
    while words and words[0] in opening:
        words = words[1:]
    return len(words) > 1 and (words[0] in subjects or not verbs.isdisjoint(words[1:]))
