"""Tells what each clause of a reply does: agrees, refuses, asks, orders, and so on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from frontdesk.language.understanding.message.cues import Cue
from frontdesk.language.yesno.cutting import Part, Reply, heard, parts_of

_NEAR = 4  # words over which a negation reaches
_PLAIN = frozenset(("yes", "no"))
_AGREEING = frozenset(("yes", "assents", "takes"))
_WISHING = frozenset(("searches", "leads"))
_BEFORE_OPENING = _PLAIN | {"fillers"}
_BEFORE_ORDERS = frozenset(("yes", "no", "assents", "thanks", "acknowledges", "fillers", "leads", "permits"))
_CHANGING = frozenset(("wants_so", "omits"))
_ASSENTING = frozenset(("assents",))
_SOME_DAY = frozenset(("later", "provisos"))
_LOUD = frozenset("!")
_AFTERTHOUGHTS = frozenset(("fillers", "thanks", "yes"))


@dataclass(frozen=True, slots=True)
class Clause:
    """Some words that belong together, and the lists whose phrases they hold, open with, or consist of, or end with."""

    text: str
    first: int  # the place of its first word in the reply
    words: tuple[str, ...]
    names: frozenset[str]  # words with a capital that no sentence gave them
    plain: str | None  # the last plain yes or no
    holds: frozenset[str]
    opens: frozenset[str]
    fills: frozenset[str]
    closes: frozenset[str]
    asks: bool
    asks_fact: bool  # for something about the thing at hand
    orders: bool
    agrees: bool
    praises: bool  # agrees by more than a yes or an order
    insists: bool  # agrees twice, or loudly: "ok cool", "great!"
    refuses: bool

    @property
    def supposes(self) -> bool:
        """Whether it only says on what the rest depends: "if you have nothing sooner, then yes"."""
        requests = self.asks and "leads" in self.holds  # "if one opens up, could you call me?"
        return "provisos" in self.opens and not requests

    @property
    def changes(self) -> bool:
        """Whether something is to be otherwise."""
        if self.supposes:
            return False
        if not self.holds.isdisjoint(_CHANGING):
            return True
        if "changes" in self.holds:
            return "takes" not in self.opens and not self.wonders  # "do that instead" takes what is offered
        if "sets" in self.holds and "rightly" not in self.holds and self._sets:
            return True
        if "redoes" in self.holds and "takes" not in self.opens and "adds" not in self.holds:
            return True
        if "amends" in self.holds and not self.asks and "hollow" not in self.holds:
            return True  # but "I was told to type yes" amends nothing
        return "turns" in self.opens and "turns" not in self.fills and not (self.agrees or self.refuses or self.asks)

    @property
    def _sets(self) -> bool:
        """Whether a value follows: "should be four"."""
        return "sets" not in self.fills and not (self.agrees or self.wonders)

    @property
    def wonders(self) -> bool:
        """Whether it asks what something is: "what is the weather supposed to be like?", "can I change it later?"."""
        if self.asks and "permits" in self.opens and not self.holds.isdisjoint(_SOME_DAY):
            return True
        return self.asks and "wonders" in self.opens and "proposes" not in self.holds


@lru_cache(maxsize=16)  # several rules look at the same reply
def clauses_of(text: str, verbs: frozenset[str], language: str) -> tuple[Clause, ...]:
    """Return the clauses of `text`, an answer to a desk that would do what `verbs` say."""
    reply = heard(text, verbs, language)
    return tuple(_clause(reply, part) for part in parts_of(reply))


def _clause(reply: Reply, part: Part) -> Clause:
    first, after = part.first, part.after
    cues = [cue for place in range(first, after) for cue in reply.at.get(place, ())]
    opening = [cue for place in _steps(reply, first, after) for cue in reply.at.get(place, ()) if cue.after <= after]
    holds, opens = frozenset(cue.label for cue in cues), frozenset(cue.label for cue in opening)
    wonders = "ask_phrases" in holds or (
        "facts" in holds and bool(holds & _WISHING) and holds.isdisjoint(("sets_aside", "done"))
    )
    orders = not (wonders or (part.marked and "prepares" in opens)) and _orders(reply, first, after)
    fills = frozenset(_filling(reply, opening, after))
    urges = "urges" in fills
    asks = not (orders or urges) and (part.marked or wonders or "asks" in opens)
    praises, denied = _agreement(reply, cues, first)
    plain = None if asks else _plain(reply, cues, opening, after)
    alone = "alone" in fills or ("entire" in fills and (after - first == len(reply.words) or _leads_in(reply, part)))
    restricts = "restricts" in opens and "done" in holds and "yes" not in opens  # "just the address is all I needed"
    end = _end(reply, part)
    grants = not (asks or restricts or "concedes" in opens)
    return Clause(
        text=reply.text[reply.pieces[first].start : reply.pieces[after - 1].end],
        first=first,
        words=tuple(reply.words[first:after]),
        names=_names(reply, part),
        plain=plain,
        holds=holds,
        opens=opens,
        fills=fills,
        closes=frozenset(cue.label for cue in cues if cue.after == end),
        asks=asks,
        asks_fact=wonders,
        orders=orders,
        agrees=grants and (praises or urges or alone or plain == "yes" or _takes(holds, opens, denied=denied)),
        praises=grants and (praises or urges or "assents" in opens),
        insists=reply.words[after - 1] in _LOUD or _agrees_twice(reply, first, after),
        refuses=not (asks or urges or "provisos" in opens)
        and (denied or "refuses" in holds or (part.begins and part.ends and "refuses_alone" in fills and not praises)),
    )


def _takes(holds: frozenset[str], opens: frozenset[str], *, denied: bool) -> bool:
    return not opens.isdisjoint(_AGREEING) or ("takes" in holds and not denied)


def _agrees_twice(reply: Reply, first: int, after: int) -> bool:
    """Tell "ok cool" and "alright perfect" from "all right"."""
    second = reply.end(first, _ASSENTING)
    again = first < second < after and reply.words[second] != reply.words[first]
    return again and reply.end(second, _ASSENTING) > second


def _leads_in(reply: Reply, part: Part) -> bool:
    """Tell the "please" that answers before something is told: "please, I always forget"."""
    pauses = part.first == 0 and not part.ends and not reply.words[part.after - 1][0].isalnum()
    return pauses and reply.words[-1] != "?" and not _orders(reply, part.after, len(reply.words))


def _end(reply: Reply, part: Part) -> int:
    """Return the place after the last word of a clause, signs aside."""
    after = part.after
    while after > part.first and not reply.words[after - 1][0].isalnum():
        after -= 1
    return after


def _plain(reply: Reply, cues: Sequence[Cue], opening: Sequence[Cue], after: int) -> str | None:
    """Return the last yes or no that a clause opens with, or the one it ends with: "the 9th, Boston yes"."""
    for cue in reversed(opening):
        if cue.label in _PLAIN:
            return cue.label
    last = reply.spoken[after - 1]
    if any(cue.label == "hollow" and cue.first <= last < cue.after for cue in cues):
        return None  # "I want to say yes"
    return next((cue.label for cue in reply.at.get(last, ()) if cue.label in _PLAIN and cue.after > last), None)


def _names(reply: Reply, part: Part) -> frozenset[str]:
    """Return the words written like names; in a text that is all capitals there are none."""
    first = part.first + part.begins
    return frozenset(
        reply.words[place]
        for place in range(first, part.after)
        if reply.pieces[place].text[:1].isupper() and reply.pieces[place].text[1:].isalpha()
        if reply.pieces[place].text[1:].islower()
    )


def _steps(reply: Reply, first: int, after: int) -> Iterator[int]:
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


def _orders(reply: Reply, first: int, after: int) -> bool:
    """Tell whether the clause opens with an order, after fillers and "can you", "i want to"."""
    place, before = first, -1
    while place < after and place != before:
        if reply.words[place] in reply.verbs or reply.end(place, ("orders",)) > place:
            return True
        before, place = place, reply.end(place, _BEFORE_ORDERS)
    return False


def _agreement(reply: Reply, cues: Sequence[Cue], first: int) -> tuple[bool, bool]:
    """Tell whether something is agreed to in these phrases, and whether something is agreed to with a "not"."""
    agrees = denied = False
    for cue in cues:
        if cue.label not in {"agrees", "takes"}:
            continue
        before = range(max(first, cue.first - _NEAR), cue.first)
        if any(reply.end(place, ("conditions",)) > place for place in before):
            continue
        if any(place < reply.end(place, ("negations",)) <= cue.first for place in before):
            denied = True
        elif cue.label == "agrees":
            agrees = True
    return agrees, denied


def _filling(reply: Reply, opening: Sequence[Cue], after: int) -> Iterator[str]:
    """Give the lists one of whose phrases makes up the whole clause, fillers and signs aside."""
    reached: dict[int, bool] = {}  # by place: whether nothing else follows
    for cue in opening:
        path, rest = list[int](), cue.after
        while rest < after and rest not in reached:
            path.append(rest)
            following = _past_filler(reply, rest)
            if following == rest:
                reached[rest] = False
                break
            rest = following
        to_end = reached.get(rest, True)
        for place in path:
            reached[place] = to_end
        if to_end:
            yield cue.label


def _past_filler(reply: Reply, place: int) -> int:
    if not reply.words[place][0].isalnum():
        return place + 1
    return reply.end(place, _AFTERTHOUGHTS)
