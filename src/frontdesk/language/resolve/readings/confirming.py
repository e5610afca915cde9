"""Reads what is said to a confirm besides yes and no: of what is shown, for other times, or to changes alone."""

from __future__ import annotations

from collections.abc import Sequence

from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.meanings import Affirm, Cancel, Change, Deny, Inform, Skip, Unclear
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.clauses import Message, cut
from frontdesk.language.resolve.answering import asks, assent, chances, verdict
from frontdesk.language.resolve.readings.cancelling import cancels
from frontdesk.language.resolve.shown import without_shown
from frontdesk.language.resolve.wishes.changes import changes, renamed
from frontdesk.language.results import Part, Read
from frontdesk.language.veto import asks_to_be_told, is_held_back
from frontdesk.language.words import word_set

_GIVEN_UP = ("clauses.unable", "clauses.needless")
_AGREES = 0.5
_SURELY = 0.95
_SIGNS = " ,;:.!-–—"  # noqa: RUF001 - guests type dashes


def verdict_on_shown(heard: Heard) -> Read | None:
    """Return the answer to what was shown; values that only say it again are no more than "that"."""
    message = heard.message
    if asks_to_be_told(heard):
        return None
    undoes = cancels(heard)  # there, what is said again is spoken of as being had
    again = message.text if undoes else without_shown(heard)
    rest = message if again == message.text else cut(again, heard.context.language)
    if rest is not message and len({word for word in rest.bare if word[0].isalnum()}) == 1:
        return None  # a number that is only given once more agrees to nothing
    said = verdict(rest, heard.context) if rest.clauses else None
    if said is None or (undoes and isinstance(said.meaning, Affirm) and not _gives_up(heard, said)):
        return None  # "sold" and "book it" take a thing, and give none up
    return replace(said, meaning=replace(said.meaning, words=_words(said, heard)))


def _gives_up(heard: Heard, said: Read) -> bool:
    """Say whether a yes may do away with something: a mere "lovely" may not."""
    language = heard.context.language
    spoken = {word for word in heard.message.bare if word[0].isalnum()}
    praise = bool(spoken) and spoken <= word_set(language, "assent", "remarks")
    return _lets_go(heard.message) and not (praise and said.by is Part.RULES)


def _lets_go(message: Message) -> bool:
    """Say whether a yes may be one to undoing something: a plain one or an order; "sold" and "deal" take a thing."""
    lists = (("common", "plain_yes"), ("assent", "outright"), ("assent", "weakly_said"), ("assent", "letting_go"))
    orders = (("yesno", "undoing"), ("yesno", "undoing_too"))
    plain = frozenset[str]().union(*(word_set(message.language, *each) for each in (*lists, *orders)))
    return not plain.isdisjoint(message.bare) or any(map(message.found, _GIVEN_UP))


def _words(said: Read, heard: Heard) -> str:
    words = said.meaning.words
    return words if words in heard.message.text else heard.text


def orders_it(heard: Heard) -> bool:
    """Tell "please confirm the booking", an order for just what the desk asked, from one for anything else."""
    if any(map(asks, heard.message.clauses)):
        return False
    said = verdict_on_shown(heard)
    return said is not None and isinstance(said.meaning, Affirm)


def is_of_shown(heard: Heard, acts: Sequence[Read]) -> bool:
    """Tell "remove my e-mail" and "change my name to Anna Ray", said of what is shown and not of another booking."""
    removed = {read.meaning.slot for read in acts if isinstance(read.meaning, Skip)}
    if not removed.isdisjoint(heard.asked.known):
        return True
    return any(isinstance(renamed(heard, edit).meaning, Inform) for edit in changes(heard, ()))


def agreed(heard: Heard, acts: Sequence[Read]) -> list[Read]:
    """Read "cancel it" as a yes where cancelling is what the confirm is about."""
    if cancels(heard) and (said := _done_away_with(heard)):
        return [said]
    flow = heard.ear.triggers.flows.get(heard.asked.flow or "")
    dropped = " ".join(read.meaning.words for read in acts if isinstance(read.meaning, Cancel))
    said = verdict_on_shown(heard)
    if said is not None and cancels(heard):
        return [said]
    if flow is None or not heard.ear.triggers.does(flow, dropped):
        return list(acts)
    if chances(heard.message, heard.context).get("no", 1.0) < _AGREES:
        return [Read(Affirm(heard.text), why="yes: names what is to be confirmed")]
    return [Read(Unclear(heard.text), why="unclear: no yes to doing away with it")]


def _done_away_with(heard: Heard) -> Read | None:
    """Return the yes in "yes, drop it" and the no in "leave it", where a booking would be cancelled."""
    believed = chances(heard.message, heard.context)
    said = assent(heard.message, heard.context)
    opens = said is not None and isinstance(said.meaning, Affirm)
    if opens and believed.get("yes", 0.0) >= _SURELY and not is_held_back(heard.message):
        return Read(Affirm(heard.text), why="yes: do away with it", by=Part.TAGGER, chance=believed["yes"])
    if believed.get("no", 0.0) >= _SURELY:
        return Read(Deny(heard.text), why="no: it shall stay", by=Part.TAGGER, chance=believed["no"])
    return None


def other_times(heard: Heard) -> list[Read]:
    """Read "what other times do you have?" as a change of the time: what was shown is not agreed to."""
    found = heard.message.found("moves.more")
    slot = heard.asked.slot_of("time") if found else None
    if slot is None or slot.name not in heard.asked.known:
        return []
    openings = word_set(heard.context.language, "common", "openings")
    for cue in found:
        if not openings.isdisjoint(heard.message.bare[cue.first : cue.after]):
            return [Read(Change(slot.name, heard.message.text[cue.start : cue.end]), why="change: to another opening")]
    return []
