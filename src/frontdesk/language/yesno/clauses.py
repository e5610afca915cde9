"""Cuts a reply into clauses and tells what each of them does: agrees, refuses, asks, orders, and so on."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass

from frontdesk.language.understanding.cues import Cue
from frontdesk.language.words import Token, tokens
from frontdesk.language.yesno.question import Question
from frontdesk.language.yesno.wording import bare_words, phrases

_ENDS = frozenset(".!?;…。！？")  # noqa: RUF001 - guests type full-width signs
_ASKS = frozenset("?？")  # noqa: RUF001 - guests type full-width signs
_PAUSES = frozenset(",–—，、:()")  # noqa: RUF001 - guests type full-width signs
_HYPHEN = "-"
_NEAR = 4  # words over which a negation reaches

# Of two phrases that share words the longer one counts: "no problem" is no "no".
_RIVALS = frozenset(
    (
        "yes",
        "no",
        "assents",
        "agrees",
        "takes",
        "refuses",
        "weak_refusals",
        "later",
        "waits",
        "doubts",
        "mocks",
        "neutral",
        "sets_aside",
    )
)
_WEAKER = _RIVALS | {
    "asks",
    "changes",
    "done",
    "contrasts",
    "exists",
    "takes",
    "places",
    "alternatives",
    "ones",
    "negations",
}
_PLAIN = frozenset(("yes", "no"))
_AGREEING = frozenset(("yes", "assents", "takes"))
_WISHING = frozenset(("searches", "leads"))
_ANSWERS = frozenset(("yes", "no", "assents", "thanks", "acknowledges"))
_AFTER_JOINS = frozenset(("asks", "wants", "leads", "orders", "yes", "no", "assents", "alternatives"))
_ANSWERS_AND_FILLERS = _ANSWERS | {"fillers"}
_BEFORE_ORDERS = _ANSWERS_AND_FILLERS | {"leads", "permits"}
_BEFORE_OPENING = _PLAIN | {"fillers"}
_BEGINNINGS = frozenset(("asks", "wants", "leads", "exists"))


@dataclass(frozen=True, slots=True)
class Clause:
    """Some words that belong together, and the lists whose phrases they hold, open with, or consist of."""

    text: str
    words: tuple[str, ...]
    plain: str | None  # the last plain yes or no that it opens with
    holds: frozenset[str]
    opens: frozenset[str]
    fills: frozenset[str]
    asks: bool
    orders: bool
    agrees: bool
    refuses: bool
    asks_fact: bool
    praises: bool

    @property
    def changes(self) -> bool:
        """Whether something is to be otherwise."""
        if "changes" in self.holds:
            return "takes" not in self.opens  # "do that instead" takes what is offered
        return "turns" in self.opens and "turns" not in self.fills and not (self.agrees or self.refuses or self.asks)


@dataclass(frozen=True, slots=True)
class _Reply:
    """The words of a reply and the phrases that begin at each of them."""

    text: str
    pieces: Sequence[Token]
    words: Sequence[str]
    at: Mapping[int, Sequence[Cue]]
    verbs: frozenset[str]

    def end(self, place: int, labels: Container[str]) -> int:
        """Return where the longest phrase of `labels` that begins at `place` ends; `place` if there is none."""
        after = place
        for cue in self.at.get(place, ()):
            if cue.after > after and cue.label in labels:
                after = cue.after
        return after


def clauses_of(text: str, question: Question, language: str) -> tuple[Clause, ...]:
    """Return the clauses of `text`, an answer to `question`."""
    pieces = tokens(text)
    words = bare_words(pieces)
    at: dict[int, list[Cue]] = {}
    for cue in _settled(phrases(language, "reply").find(pieces, words)):
        at.setdefault(cue.first, []).append(cue)
    reply = _Reply(text, pieces, words, at, question.verbs)
    return tuple(
        _clause(reply, part)
        for start, end, marked in _sentences(reply)
        for part in _parts(reply, start, end, marked=marked)
    )


def _settled(cues: Sequence[Cue]) -> Iterator[Cue]:
    """Drop what lies within a longer rival."""
    reach, holder = 0, None
    for cue in sorted(cues, key=lambda cue: (cue.first, -cue.after)):
        inside = holder is not None and cue.after <= reach and (cue.first, cue.after) != (holder.first, holder.after)
        if inside and cue.label in _WEAKER:
            continue
        if cue.label in _RIVALS and cue.after > reach:
            reach, holder = cue.after, cue
        yield cue


def _sentences(reply: _Reply) -> Iterator[tuple[int, int, bool]]:
    """Give the places where sentences begin and end, and whether they end with a question mark."""
    first = 0
    for place, piece in enumerate(reply.pieces):
        if piece.text in _ENDS or _line_ends(reply, place):
            yield first, place + 1, piece.text in _ASKS
            first = place + 1
    if first < len(reply.pieces):
        yield first, len(reply.pieces), False


def _line_ends(reply: _Reply, place: int) -> bool:
    if place + 1 >= len(reply.pieces):
        return False
    return "\n" in reply.text[reply.pieces[place].end : reply.pieces[place + 1].start]


@dataclass(frozen=True, slots=True)
class _Part:
    """Where a clause begins and ends, whether it is a whole sentence, and whether a question mark follows."""

    first: int
    after: int
    whole: bool
    marked: bool


def _parts(reply: _Reply, start: int, end: int, *, marked: bool) -> Iterator[_Part]:
    """Cut a sentence at pauses, before "but", and where an answer goes over into something else."""
    first, answering = start, start
    for place in range(start, end):
        answering = _still_answering(reply, place, answering)
        if place == first:
            continue
        if _breaks(reply, place) or (place == answering and reply.end(place, _BEGINNINGS) > place):
            yield _Part(first, place, whole=False, marked=False)
            first, answering = place, _still_answering(reply, place, place)
    if first < end:
        yield _Part(first, end, whole=first == start, marked=marked)


def _still_answering(reply: _Reply, place: int, answering: int) -> int:
    """Return how far the answer words reach that run without a gap from the beginning of the clause."""
    if place != answering:
        return answering
    return max(reply.end(place, _ANSWERS_AND_FILLERS), answering)


def _breaks(reply: _Reply, place: int) -> bool:
    if _pauses(reply, place - 1):
        return True
    if reply.end(place, ("contrasts",)) > place:
        return True
    after = reply.end(place, ("joins",))
    return after > place and reply.end(after, _AFTER_JOINS) > after


def _pauses(reply: _Reply, place: int) -> bool:
    """Tell whether a sign parts clauses; a hyphen does only between spaces."""
    if reply.words[place] == _HYPHEN:
        return place > 0 and reply.pieces[place - 1].end < reply.pieces[place].start
    # "1:15" and "a,b" hold together
    return reply.words[place] in _PAUSES and not (
        place + 1 < len(reply.pieces) and reply.pieces[place].end == reply.pieces[place + 1].start
    )


def _clause(reply: _Reply, part: _Part) -> Clause:
    first, after = part.first, part.after
    cues = [cue for place in range(first, after) for cue in reply.at.get(place, ())]
    opening = [cue for place in _steps(reply, first, after) for cue in reply.at.get(place, ()) if cue.after <= after]
    holds, opens = frozenset(cue.label for cue in cues), frozenset(cue.label for cue in opening)
    wonders = "ask_phrases" in holds or ("facts" in holds and bool(holds & _WISHING) and "sets_aside" not in holds)
    orders = not wonders and _orders(reply, first, after)
    asks = not orders and (part.marked or wonders or "asks" in opens)
    praises, denied = _agreement(reply, cues, first)
    fills = frozenset(_filling(reply, opening, after))
    alone = "alone" in fills or ("entire" in fills and after - first == len(reply.words))
    open_to = not asks and "concedes" not in opens
    return Clause(
        text=reply.text[reply.pieces[first].start : reply.pieces[after - 1].end],
        words=tuple(reply.words[first:after]),
        plain=None if asks else next((cue.label for cue in reversed(opening) if cue.label in _PLAIN), None),
        holds=holds,
        opens=opens,
        fills=fills,
        asks=asks,
        orders=orders,
        agrees=open_to and (praises or bool(opens & _AGREEING) or ("takes" in holds and not denied) or alone),
        refuses=not asks and (denied or _refuses(reply, cues) or (part.whole and "refuses_alone" in fills)),
        asks_fact=wonders,
        praises=open_to and (praises or "assents" in opens),
    )


def _steps(reply: _Reply, first: int, after: int) -> Iterator[int]:
    """Give the places at which a clause may be said to open: its first word, and each after fillers, yes and no."""
    place = first
    while place < after:
        yield place
        following = reply.end(place, _BEFORE_OPENING)
        if following == place and not reply.words[place][0].isalnum():
            following = place + 1
        if following == place:
            return
        place = following


def _orders(reply: _Reply, first: int, after: int) -> bool:
    """Tell whether the clause opens with an order, after fillers and "can you", "i want to"."""
    place, before = first, -1
    while place < after and place != before:
        if reply.words[place] in reply.verbs or reply.end(place, ("orders",)) > place:
            return True
        before, place = place, reply.end(place, _BEFORE_ORDERS)
    return False


def _agreement(reply: _Reply, cues: Sequence[Cue], first: int) -> tuple[bool, bool]:
    """Tell whether something is agreed to in these phrases, and whether something is agreed to with a "not"."""
    agrees = denied = False
    for cue in cues:
        if cue.label not in {"agrees", "takes"}:
            continue
        before = range(max(first, cue.first - _NEAR), cue.first)
        if any(reply.end(place, ("conditions",)) - place > 0 for place in before):
            continue
        if any(place < reply.end(place, ("negations",)) <= cue.first for place in before):
            denied = True
        elif cue.label == "agrees":
            agrees = True
    return agrees, denied


def _refuses(reply: _Reply, cues: Sequence[Cue]) -> bool:
    """Tell whether something is refused; to repeat what the desk would do, "cancel", is no refusal."""
    return any(cue.label == "refuses" and reply.words[cue.first] not in reply.verbs for cue in cues)


def _filling(reply: _Reply, opening: Sequence[Cue], after: int) -> Iterator[str]:
    """Give the lists one of whose phrases makes up the whole clause, fillers and signs aside."""
    for cue in opening:
        rest = cue.after
        while rest < after and (following := _past_filler(reply, rest)) > rest:
            rest = following
        if rest >= after:
            yield cue.label


def _past_filler(reply: _Reply, place: int) -> int:
    if not reply.words[place][0].isalnum():
        return place + 1
    return reply.end(place, ("fillers", "thanks"))
