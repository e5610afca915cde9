"""Cuts a reply into clauses and tells what each of them does: agrees, refuses, asks, orders, and so on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from frontdesk.language.understanding.cues import Cue, bare
from frontdesk.language.words import Token, tokens
from frontdesk.language.yesno.question import Question
from frontdesk.language.yesno.wording import phrases

_ENDS = frozenset(".!?;…。！？")  # noqa: RUF001 - guests type full-width signs
_ASKS = frozenset("?？")  # noqa: RUF001 - guests type full-width signs
_PAUSES = frozenset(",–—，、:()")  # noqa: RUF001 - guests type full-width signs
_HYPHEN = "-"
_NEAR = 4  # words over which a negation reaches

# Of two phrases that share words the longer one counts: "no problem" is no "no".
_RIVALS = frozenset(
    ("yes", "no", "assents", "agrees", "refuses", "weak_refusals", "later", "waits", "doubts", "mocks", "neutral")
)
_WEAKER = _RIVALS | {"asks", "changes", "done", "contrasts", "exists"}
_ANSWERS = ("yes", "no", "assents", "thanks", "acknowledges")
_BEGINNINGS = ("asks", "wants", "leads", "exists")


@dataclass(frozen=True, slots=True)
class Clause:
    """Some words that belong together, and the lists whose phrases they hold, open with, or consist of."""

    words: tuple[str, ...]
    holds: frozenset[str]
    opens: frozenset[str]
    fills: frozenset[str]
    asks: bool
    orders: bool
    agrees: bool
    refuses: bool
    asks_fact: bool

    @property
    def changes(self) -> bool:
        """Whether something is to be otherwise."""
        if "changes" in self.holds:
            return True
        return "turns" in self.opens and "turns" not in self.fills and not (self.agrees or self.refuses or self.asks)


@dataclass(frozen=True, slots=True)
class _Reply:
    """The words of a reply and the phrases that begin at each of them."""

    text: str
    pieces: Sequence[Token]
    words: Sequence[str]
    at: Mapping[int, Sequence[Cue]]
    verbs: frozenset[str]

    def end(self, place: int, labels: Iterable[str]) -> int:
        """Return where the longest phrase of `labels` that begins at `place` ends; `place` if there is none."""
        wanted = frozenset(labels)
        return max((cue.after for cue in self.at.get(place, ()) if cue.label in wanted), default=place)


def clauses_of(text: str, question: Question, language: str) -> tuple[Clause, ...]:
    """Return the clauses of `text`, an answer to `question`."""
    pieces = tokens(text)
    words = tuple(bare(piece.plain) for piece in pieces)
    at: dict[int, list[Cue]] = {}
    for cue in _settled(phrases(language, "reply").find(pieces, words)):
        at.setdefault(cue.first, []).append(cue)
    reply = _Reply(text, pieces, words, at, question.verbs)
    return tuple(
        _clause(reply, first, after, marked=marked)
        for start, end, marked in _sentences(reply)
        for first, after, marked in _parts(reply, start, end, marked=marked)
    )


def _settled(cues: Sequence[Cue]) -> Iterator[Cue]:
    """Drop what lies within a longer rival."""
    reach, holder = 0, None
    for cue in sorted(cues, key=lambda cue: (cue.first, -cue.after)):
        inside = holder is not None and cue.after <= reach and (cue.first, cue.after) != (holder.first, holder.after)
        if inside and holder is not None and cue.label in _WEAKER and cue.label != holder.label:
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


def _parts(reply: _Reply, start: int, end: int, *, marked: bool) -> Iterator[tuple[int, int, bool]]:
    """Cut a sentence at pauses, before "but", and where an answer goes over into something else."""
    first, answering = start, start
    for place in range(start, end):
        answering = _still_answering(reply, place, answering)
        if place == first:
            continue
        if _breaks(reply, place) or (place == answering and reply.end(place, _BEGINNINGS) > place):
            yield first, place, False
            first = place
            answering = max(answering, place)
    if first < end:
        yield first, end, marked


def _still_answering(reply: _Reply, place: int, answering: int) -> int:
    """Return how far the answer words reach that run without a gap from the beginning of the clause."""
    if place != answering:
        return answering
    return max(reply.end(place, (*_ANSWERS, "fillers")), answering)


def _breaks(reply: _Reply, place: int) -> bool:
    if _pauses(reply, place - 1):
        return True
    if reply.end(place, ("contrasts",)) > place:
        return True
    after = reply.end(place, ("joins",))
    return after > place and reply.end(after, ("asks", "wants", "leads", "orders", "yes", "no", "alternatives")) > after


def _pauses(reply: _Reply, place: int) -> bool:
    """Tell whether a sign parts clauses; a hyphen does only between spaces."""
    if reply.words[place] == _HYPHEN:
        return place > 0 and reply.pieces[place - 1].end < reply.pieces[place].start
    return reply.words[place] in _PAUSES


def _clause(reply: _Reply, first: int, after: int, *, marked: bool) -> Clause:
    cues = [cue for place in range(first, after) for cue in reply.at.get(place, ()) if cue.after <= after]
    steps = list(_steps(reply, first, after))
    opens = frozenset(cue.label for place in steps for cue in reply.at.get(place, ()) if cue.after <= after)
    holds = frozenset(cue.label for cue in cues)
    wonders = "ask_phrases" in holds or ("facts" in holds and bool(holds & {"searches", "leads"}))
    orders = not wonders and _orders(reply, first, after)
    asks = not orders and (marked or wonders or _asks(reply, steps, after))
    agrees, denied = _agreement(reply, cues, first)
    fills = frozenset(_filling(reply, steps, after))
    return Clause(
        words=tuple(reply.words[first:after]),
        holds=holds,
        opens=opens,
        fills=fills,
        asks=asks,
        orders=orders,
        agrees=not asks and (agrees or bool(opens & {"yes", "assents"}) or "alone" in fills or ("entire" in fills and after - first == len(reply.words))),
        refuses=not asks and (denied or _refuses(reply, cues) or "refuses_alone" in fills),
        asks_fact=wonders,
    )


def _steps(reply: _Reply, first: int, after: int) -> Iterator[int]:
    """Give the places at which a clause may be said to open: its first word, and each after fillers."""
    place = first
    while place < after:
        yield place
        following = reply.end(place, ("fillers",))
        if following == place:
            following = place + (reply.words[place] in _PAUSES or not reply.words[place][0].isalnum())
        if following == place:
            return
        place = following


def _asks(reply: _Reply, steps: Sequence[int], after: int) -> bool:
    return any(cue.label == "asks" and cue.after <= after for place in steps for cue in reply.at.get(place, ()))


def _orders(reply: _Reply, first: int, after: int) -> bool:
    """Tell whether the clause opens with an order, after fillers and "can you", "i want to"."""
    place, before = first, -1
    while place < after and place != before:
        if reply.words[place] in reply.verbs or reply.end(place, ("orders",)) > place:
            return True
        before, place = place, reply.end(place, ("leads", "fillers", *_ANSWERS))
    return False


def _agreement(reply: _Reply, cues: Sequence[Cue], first: int) -> tuple[bool, bool]:
    """Tell whether something is agreed to in these phrases, and whether something is agreed to with a "not"."""
    agrees = denied = False
    for cue in cues:
        if cue.label != "agrees":
            continue
        before = range(max(first, cue.first - _NEAR), cue.first)
        if any(0 < reply.end(place, ("conditions",)) - place for place in before):
            continue
        if any(place < reply.end(place, ("negations",)) <= cue.first for place in before):
            denied = True
        else:
            agrees = True
    return agrees, denied


def _refuses(reply: _Reply, cues: Sequence[Cue]) -> bool:
    """Tell whether something is refused; to repeat what the desk would do, "cancel", is no refusal."""
    return any(
        cue.label == "refuses" and not (cue.after - cue.first == 1 and reply.words[cue.first] in reply.verbs)
        for cue in cues
    )


def _filling(reply: _Reply, steps: Sequence[int], after: int) -> Iterator[str]:
    """Give the lists one of whose phrases makes up the whole clause, fillers and signs aside."""
    for place in steps:
        for cue in reply.at.get(place, ()):
            rest = cue.after
            while rest < after and (following := _past_filler(reply, rest)) > rest:
                rest = following
            if rest >= after:
                yield cue.label


def _past_filler(reply: _Reply, place: int) -> int:
    if not reply.words[place][0].isalnum():
        return place + 1
    return reply.end(place, ("fillers", "thanks"))
