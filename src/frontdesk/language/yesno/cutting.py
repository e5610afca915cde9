"""Cuts a reply into the parts that become its clauses, with the phrases that begin at each word."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass

from frontdesk.language.understanding.message.cues import Cue
from frontdesk.language.words import Token, tokens, word_set
from frontdesk.language.yesno.wording import NAME, bare_words, phrases

_ENDS = frozenset(".!?;…。！？")  # noqa: RUF001 - guests type full-width signs
_ASKS = frozenset("?？")  # noqa: RUF001 - guests type full-width signs
_PAUSES = frozenset(",–—，、:()")  # noqa: RUF001 - guests type full-width signs
_HYPHEN = "-"
_WITH_BOTH_SIDES = 3  # characters
_MOST_FILLERS = 8  # between a join and what it joins
_LONGEST_PRAISE = 16  # words: "nothing would make him happier"
_PLAIN = frozenset(("yes", "no"))

# Of two phrases that share words the longer one counts: "no problem" is no "no".
_RIVALS = frozenset(
    ("yes", "no", "assents", "agrees", "takes", "refuses", "weak_refusals", "later", "waits", "doubts", "mocks")
) | {"ironies", "neutral", "bears", "sets_aside", "asides", "hurries", "remarks", "unchanged"}
_WEAKER = _RIVALS | frozenset(
    (
        "asks",
        "changes",
        "redoes",
        "amends",
        "done",
        "contrasts",
        "exists",
        "places",
        "alternatives",
        "ones",
        "negations",
        "provisos",
        "excepts",
        "sets",
        "restricts",
    )
)
_DENYING = frozenset(("no", "negations"))
_REFUSING = frozenset(("refuses", "weak_refusals"))
_OPPOSED = _REFUSING | {"no"}
# To repeat what the desk would do is no refusal and no change: "cancel it".
_ECHOED = frozenset(("refuses", "changes", "redoes", "amends"))
_ANSWERS = frozenset(("yes", "no", "assents", "thanks", "acknowledges", "fillers"))
_BEGINNINGS = frozenset(("asks", "wants", "leads", "exists"))
_AFTER_JOINS = frozenset(("asks", "wants", "leads", "orders", "yes", "no", "assents", "alternatives"))


@dataclass(frozen=True, slots=True)
class Reply:
    """The words of a reply, the phrases that begin at each of them, and what the desk would do."""

    text: str
    pieces: Sequence[Token]
    words: Sequence[str]
    at: Mapping[int, Sequence[Cue]]
    verbs: frozenset[str]
    language: str
    spoken: Sequence[int]  # for each place: the last one up to there that is no mere sign

    def end(self, place: int, labels: Container[str]) -> int:
        """Return where the longest phrase of `labels` that begins at `place` ends; `place` if there is none."""
        after = place
        for cue in self.at.get(place, ()):
            if cue.after > after and cue.label in labels:
                after = cue.after
        return after


@dataclass(frozen=True, slots=True)
class Part:
    """Where a clause begins and ends, whether its sentence does too, and whether a question mark follows."""

    first: int
    after: int
    begins: bool
    ends: bool
    marked: bool


def heard(text: str, verbs: frozenset[str], language: str) -> Reply:
    """Return the words and phrases of `text`; `verbs` is what the desk would do."""
    pieces = tokens(text)
    words = bare_words(pieces, language)
    at: dict[int, list[Cue]] = {}
    undoes = not verbs.isdisjoint(word_set(language, NAME, "undoing"))
    echoed = verbs | word_set(language, NAME, "undoing_too") if undoes else verbs
    found = (*phrases(language, "reply").find(pieces, words), *unlisted(pieces, words, language))
    for cue in _settled(_unopposed(found)):
        if cue.label == "undoes":
            at.setdefault(cue.first, []).append(cue._replace(label="takes" if undoes else "refuses"))
        elif not (cue.label in _ECHOED and words[cue.first] in echoed):
            at.setdefault(cue.first, []).append(cue)
    return Reply(text, pieces, words, at, echoed, language, _last_spoken(words, at))


def _last_spoken(words: Sequence[str], at: Mapping[int, Sequence[Cue]]) -> list[int]:
    """Return for each place the last one up to there with a word, or with a sign that says yes or no."""
    spoken: list[int] = []
    for place, word in enumerate(words):
        says = word[0].isalnum() or any(cue.label in _PLAIN for cue in at.get(place, ()))
        spoken.append(place if says or not place else spoken[-1])
    return spoken


def unlisted(pieces: Sequence[Token], words: Sequence[str], language: str) -> Iterator[Cue]:
    """Give what no list can hold: "too" before any word that finds fault, "nothing would make him happier"."""
    last = next((place for place in range(len(words) - 1, -1, -1) if words[place][0].isalnum()), 0)
    puts_first = bool(words) and words[last] in word_set(language, NAME, "beforehand")
    too, copulas = word_set(language, NAME, "too"), word_set(language, NAME, "copulas")
    nothing = word_set(language, NAME, "nothing")
    for place, word in enumerate(words[:-1]):
        following = words[place + 1]
        if word in too and following.isalpha() and following not in word_set(language, NAME, "after_also"):
            yield Cue("refuses", place, place + 2, pieces[place].start, pieces[place + 1].end)
        elif puts_first and word in word_set(language, NAME, "needing"):
            yield Cue("waits", place, last + 1, pieces[place].start, pieces[last].end)
        elif word in nothing and (after := _outdone(words, place, language)):
            yield Cue("agrees", place, after, pieces[place].start, pieces[after - 1].end)
        elif word in copulas and following[0].isdigit():
            yield Cue("asks", place, place + 2, pieces[place].start, pieces[place + 1].end)


def _outdone(words: Sequence[str], place: int, language: str) -> int:
    """Return where "nothing would make him happier" ends that begins at `place`; 0 if there is no such thing."""
    if words[place + 1] not in word_set(language, NAME, "modals"):
        return 0
    reach = min(len(words), place + 1 + _LONGEST_PRAISE)
    after = next((end for end in range(place + 1, reach) if not words[end][0].isalnum()), reach)
    return after if words[after - 1] in word_set(language, NAME, "outdoing") else 0


def parts_of(reply: Reply) -> Iterator[Part]:
    """Give the parts of a reply, in order."""
    for start, end, marked in _sentences(reply):
        yield from _parts(reply, start, end, marked=marked)


def _unopposed(cues: Sequence[Cue]) -> list[Cue]:
    """Drop the "that's not" of "that's not a problem", and the "of course not" of "of course not a problem"."""
    agreeing = {cue.first: cue for cue in cues if cue.label == "agrees"}
    if not agreeing:
        return list(cues)
    denying = {each.first for each in cues if each.label in _DENYING}
    return [
        cue
        for cue in cues
        if cue.label not in _OPPOSED
        or (other := agreeing.get(cue.after - 1)) is None
        or other.after <= cue.after
        or cue.after - 1 not in denying
    ]


def _settled(cues: Sequence[Cue]) -> Iterator[Cue]:
    """Drop what lies within a longer rival."""
    reach, holder = 0, None
    for cue in sorted(cues, key=lambda cue: (cue.first, -cue.after)):
        inside = holder is not None and cue.after <= reach and (cue.first, cue.after) != (holder.first, holder.after)
        denies = cue.label == "negations" and holder is not None and holder.label in _REFUSING
        if inside and cue.label in _WEAKER and not denies:
            continue
        if cue.label in _RIVALS and cue.after > reach:
            reach, holder = cue.after, cue
        yield cue


def _sentences(reply: Reply) -> Iterator[tuple[int, int, bool]]:
    """Give the places where sentences begin and end, and whether they end with a question mark."""
    first = 0
    for place, piece in enumerate(reply.pieces):
        if (piece.text in _ENDS and not _holds_together(reply, place)) or _line_ends(reply, place):
            yield first, place + 1, piece.text in _ASKS
            first = place + 1
    if first < len(reply.pieces):
        yield first, len(reply.pieces), False


def _holds_together(reply: Reply, place: int) -> bool:
    """Tell the point of "7.15", "o.k." and "Dr. Ellis" from the end of a sentence."""
    if place and reply.words[place - 1] in word_set(reply.language, "name", "titles"):
        return True
    beside = reply.text[reply.pieces[place].start - 1 : reply.pieces[place].end + 1]
    if len(beside) != _WITH_BOTH_SIDES:
        return False
    if beside[0].isdigit() and beside[-1].isdigit():
        return True
    around = (*reply.words[max(place - 1, 0) : place], *reply.words[place + 1 : place + 2])
    return beside[0].isalpha() and beside[-1].isalpha() and all(len(word) == 1 for word in around)


def _line_ends(reply: Reply, place: int) -> bool:
    if place + 1 >= len(reply.pieces):
        return False
    return "\n" in reply.text[reply.pieces[place].end : reply.pieces[place + 1].start]


def _parts(reply: Reply, start: int, end: int, *, marked: bool) -> Iterator[Part]:
    """Cut a sentence at pauses, before "but", and where an answer goes over into something else."""
    first, answering = start, start
    for place in range(start, end):
        answering = _still_answering(reply, place, answering)
        if place == first:
            continue
        if _breaks(reply, place) or (place == answering and reply.end(place, _BEGINNINGS) > place):
            yield Part(first, place, begins=first == start, ends=False, marked=False)
            first, answering = place, _still_answering(reply, place, place)
    if first < end:
        yield Part(first, end, begins=first == start, ends=True, marked=marked)


def _still_answering(reply: Reply, place: int, answering: int) -> int:
    """Return how far the answer words reach that run without a gap from the beginning of the clause."""
    if place != answering:
        return answering
    return max(reply.end(place, _ANSWERS), answering)


def _breaks(reply: Reply, place: int) -> bool:
    if _pauses(reply, place - 1):
        return True
    if reply.end(place, ("contrasts",)) > place:
        return True
    after = reply.end(place, ("joins",))
    if after == place:
        return False
    for _ in range(_MOST_FILLERS):
        following = reply.end(after, ("fillers",))
        if following == after or reply.end(after, _AFTER_JOINS) > after:
            break
        after = following  # "and uh where do I park"
    return reply.end(after, _AFTER_JOINS) > after


def _pauses(reply: Reply, place: int) -> bool:
    """Tell whether a sign parts clauses; a hyphen does only between spaces."""
    if reply.words[place] == _HYPHEN:
        return place > 0 and reply.pieces[place - 1].end < reply.pieces[place].start
    # "1:15" and "a,b" hold together
    return reply.words[place] in _PAUSES and not (
        place + 1 < len(reply.pieces) and reply.pieces[place].end == reply.pieces[place + 1].start
    )
