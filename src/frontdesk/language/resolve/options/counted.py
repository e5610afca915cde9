"""Reads a pick by counting from an end of the list: "second from the bottom", "the later of the first two"."""

from __future__ import annotations

from collections.abc import Sequence

from frontdesk.dialogue.asked import Asked
from frontdesk.dialogue.conversation import IDENTITY, Option
from frontdesk.dialogue.meanings import ByValue, Choose, Number
from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.clauses import Clause, Message, Mood
from frontdesk.language.readers.text.cues import Cue
from frontdesk.language.resolve.options.fields import ones
from frontdesk.language.resolve.options.numbers import ordinals_of, others, ruled_out
from frontdesk.language.resolve.options.picking import Picking
from frontdesk.language.resolve.options.superlatives import EXTREMES, extreme_of
from frontdesk.language.resolve.values.given import Given, Stance
from frontdesk.language.resolve.values.stances import with_stances
from frontdesk.language.results import Read
from frontdesk.language.words import table

_FROM_TOP, _FROM_BOTTOM = "clauses.from_top", "clauses.from_bottom"
_FIRST, _LAST = "clauses.first_several", "clauses.last_several"
_CUES = frozenset({_FROM_TOP, _FROM_BOTTOM, _FIRST, _LAST})
_COUNTED = frozenset({"number", "vague", "ordinal"})
_COUPLE = 2


def by_count(message: Message, givens: Sequence[Given], asked: Asked, context: Context) -> Picking:
    """Pick the one at a place that is counted from an end, or what is meant among several at an end."""
    if not message.has(_CUES):
        return Picking(())
    found = _from_end(message, givens, asked, context)
    return found if found.reads else _of_several(message, givens, asked, context)


def _from_end(message: Message, givens: Sequence[Given], asked: Asked, context: Context) -> Picking:
    many, ordinals = len(asked.options), ordinals_of(message, context)
    for label in (_FROM_TOP, _FROM_BOTTOM):
        for cue in message.found(label):
            for ordinal in ordinals:
                place = ordinal.value if isinstance(ordinal.value, int) else 0
                place = many + 1 - place if label == _FROM_BOTTOM else place
                if not (1 <= place <= many and _leads_to(message, ordinal, cue)):
                    continue
                words = message.text[ordinal.start : cue.end]
                used = tuple(given for given in givens if ordinal.start <= given.start < cue.end)
                reads: tuple[Read, ...] = (Read(Choose(Number(place), words), why="place: counted from an end"),)
                if ordinal.stance is Stance.EXCLUDED:
                    reads = _without(asked.options[place - 1 : place], words, asked)
                return Picking(reads, used, message.clause_at(cue.start))
    return Picking(())


def _leads_to(message: Message, ordinal: Given, cue: Cue) -> bool:
    """Tell "second from the bottom", also with a "one" between them, from a mere question about it."""
    after = message.place_at(ordinal.end - 1) + 1
    between = message.bare[after : cue.first]
    return (
        after <= cue.first
        and len(between) <= 1
        and ones(message).issuperset(between)
        and message.clause_at(cue.start).mood is not Mood.ASK
    )


def _of_several(message: Message, givens: Sequence[Given], asked: Asked, context: Context) -> Picking:
    for label in (_FIRST, _LAST):
        for cue in message.found(label):
            clause = message.clause_at(cue.start)
            count = _count(message, cue)
            over = [given for given in givens if given.start < cue.end and cue.start < given.end]
            if clause.mood is Mood.ASK or count > len(asked.options) or any(each.kind not in _COUNTED for each in over):
                continue  # "the first two weeks of May"
            among = asked.options[:count] if label == _FIRST else asked.options[-count:]
            reads = _meant(message, cue, among, asked, context)
            return Picking(reads, tuple(given for given in givens if given in over), clause)
    return Picking(())


def _count(message: Message, cue: Cue) -> int:
    word = message.bare[cue.after - 1]
    return int(table(message.language, "numbers", "ones").get(word, word if word.isdecimal() else _COUPLE))


def _meant(message: Message, cue: Cue, among: Sequence[Option], asked: Asked, context: Context) -> tuple[Read, ...]:
    words = message.text[cue.start : cue.end]
    stance = with_stances(message, [Given("ordinal", len(among), words, cue.start, cue.end)])[0].stance
    if stance is Stance.EXCLUDED:
        return _without(among, words, asked)
    clause = message.clause_at(cue.start)
    one = _end_of(message, clause, among, context) or (among[0] if _is_any(message, clause) else None)
    meant = [one] if one is not None else among
    return tuple(
        Read(Choose(ByValue(IDENTITY, each.id), words), why="several: at an end of the list") for each in meant
    )


def _end_of(message: Message, clause: Clause, among: Sequence[Option], context: Context) -> Option | None:
    """Return the one of them that "the later of" means."""
    said = [extreme for label, extreme in EXTREMES.items() if message.within(label, clause)]
    return extreme_of(among, said[0], context) if said else None


def _is_any(message: Message, clause: Clause) -> bool:
    return bool(message.within("clauses.any_option", clause))


def _without(options: Sequence[Option], words: str, asked: Asked) -> tuple[Read, ...]:
    times = tuple(read for option in options for read in ruled_out(option, words, asked))
    return times or tuple(others(options, words, asked))
