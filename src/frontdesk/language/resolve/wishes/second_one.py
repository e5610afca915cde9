"""Keeps a second booking of one message for after the first: "Botox Friday at 2 and a peel for my sister Saturday"."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.meanings import StartFlow
from frontdesk.language.hearing import Heard
from frontdesk.language.resolve.besides import one_like_this
from frontdesk.language.resolve.slots.several import adds
from frontdesk.language.resolve.values.given import Stance
from frontdesk.language.resolve.wishes.for_others import beneficiary
from frontdesk.language.resolve.wishes.own_booking import is_about_booking
from frontdesk.language.results import Read
from frontdesk.language.words import tokens, word_set

_KIN = ("clauses.for_kin", "clauses.kin_wishing")
_CUES = frozenset(_KIN)
_ONE_MORE = ("booked.just_the_same", "booked.same_again", "booked.right_after")
_SERVICE = "service"
_COUNT = "number"

Reader = Callable[[Heard], Sequence[Read]]


def parted(heard: Heard, second: int) -> tuple[str, str]:
    """Part a message before what it wants second, at `second`, with who wants that: "and | my sister needs a peel"."""
    message = heard.message
    more = [cue.start for cue in message.found("clauses.one_more") if cue.start < second]
    begin = message.place_at(min([second, *more]))
    # The "one" of "and one for my sister" is what is wanted second, and tells nothing of the first.
    told = max((given.end for given in heard.givens if given.end <= second and given.kind != _COUNT), default=0)
    joins = word_set(message.language, "booked", "then_also")
    between = range(begin - 1, message.place_at(told - 1) if told else -1, -1)
    joint = next((at for at in between if message.bare[at] in joins or not message.bare[at][0].isalnum()), None)
    rest = message.pieces[begin if joint is None else joint + 1].start
    return message.text[:rest].strip(), message.text[rest:].strip()


def books_one_more(heard: Heard, first: Sequence[Read], rest: Sequence[Read]) -> bool:
    """Tell whether two parts book one thing each, by the same flow: what is booked already is moved one by one."""
    begun = [*_started(first), *([heard.asked.flow] if heard.asked.flow else [])][:1]
    return bool(begun) and _started(rest) == begun and not is_about_booking(heard.ear.triggers.flows[begun[0]].slots)


def _started(reads: Sequence[Read]) -> list[str]:
    return [read.meaning.flow for read in reads if isinstance(read.meaning, StartFlow)]


def for_kin_besides(heard: Heard, first_read: Reader, second_read: Reader) -> list[Read]:
    """Return what is wanted for somebody else beside what is being booked: "Dana Webb, and a peel for my sister".

    The readers are those for the answer to what was asked, and for a message that answers nothing.
    """
    flow = heard.ear.triggers.flows.get(heard.asked.flow or "")
    if flow is None or not heard.message.has(_CUES) or beneficiary(flow.slots) is None:
        return []
    if beneficiary(flow.slots) in heard.asked.known:
        return []
    named = [given.start for given in heard.givens if given.kind == _SERVICE and given.stance is Stance.WANTED]
    kin = [cue.start for label in _KIN for cue in heard.message.found(label)]
    if not any(slot.kind == _SERVICE and slot.name in heard.asked.known for slot in flow.slots.values()):
        return []
    lead, rest = parted(heard, min([*named, *kin]))
    joins = word_set(heard.context.language, "booked", "then_also")
    led = bool(lead) and not joins.isdisjoint(token.plain for token in tokens(lead)[-1:])
    if not led and (named or not _adds_one(heard)):
        return []  # "make it a peel for my sister" is one in place of the other
    first = _without_lead(lead, heard.context.language)
    answers = list(first_read(heard.ear.hear(first, heard.asked, heard.context))) if first else []
    apart = heard.ear.hear(rest, Asked(topics=heard.asked.topics), heard.context)
    second = second_read(apart) if named else one_like_this(heard, rest)
    if _started(answers) or not books_one_more(heard, answers, second):
        return []
    under_way = Read(StartFlow(flow.name, ""), why="in turn: what is under way")
    return [under_way, *answers, *second]


def _adds_one(heard: Heard) -> bool:
    """Tell "my husband wants one as well" and "the same for my sister" from "it's for my sister"."""
    return adds(heard.message) or any(map(heard.message.found, _ONE_MORE))


def _without_lead(text: str, language: str) -> str:
    """Leave out the "and can I also" that only leads to what follows an answer."""
    leading = word_set(language, "booked", "then_also") | word_set(language, "booked", "before_deeds")
    said = tokens(text)
    while said and (said[-1].plain in leading or not said[-1].text[0].isalnum()):
        said = said[:-1]
    return text[: said[-1].end] if said else ""
