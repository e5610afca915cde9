"""Reads "forget this, when is my appointment?": what is under way is let go of before something else is wanted."""

from __future__ import annotations

from frontdesk.dialogue.asked import Asked, Wanted
from frontdesk.dialogue.meanings import Ask, Cancel, Exclude, StartFlow
from frontdesk.dialogue.values import Value
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.clauses import Mood
from frontdesk.language.resolve.believing import believed_of
from frontdesk.language.resolve.questions.asking import asked_of, told_of, without_unknown
from frontdesk.language.resolve.wishes.moves import moves
from frontdesk.language.resolve.wishes.starts import starts
from frontdesk.language.resolve.wishes.wanted import is_denied
from frontdesk.language.results import Read
from frontdesk.language.words import word_set

_DROPPING = frozenset({"clauses.dropping"})
_LETTING_GO = _DROPPING | {"moves.cancel"}
_ASKING = frozenset({Wanted.SLOT, Wanted.CHOICE})  # a confirm hears a no by itself
_SURELY, _LETS_GO, _HARDLY = 0.9, 0.25, 0.15


def moves_of(heard: Heard) -> list[Read]:
    """Return every move of a message but the social ones, and that it lets go of what is under way."""
    acts = list(moves(heard.message, heard.asked))
    if heard.asked.flow is None or any(isinstance(read.meaning, Cancel) for read in acts):
        return acts
    return [*acts, Read(Cancel(heard.text), why="cancel: what is under way is let go of")] if _lets_go(heard) else acts


def _lets_go(heard: Heard) -> bool:
    """Tell "forget about Paris" and "please don't cancel it", where nothing else is wanted or told."""
    if heard.asked.wanted not in _ASKING:
        return False
    if heard.givens:
        names = all(given.value in _held(heard) for given in heard.givens)
        return names and heard.message.has(_DROPPING) and len(heard.message.clauses) == 1
    if is_denied(heard, heard.asked.flow or ""):
        return True
    opinion = believed_of(heard) if heard.message.has(_LETTING_GO) else None
    return opinion is not None and opinion.acts["undo"] >= _SURELY and opinion.acts["start"] < _HARDLY


def _held(heard: Heard) -> list[Value]:
    """Return what is known of what is under way; of several things that might be one, the first."""
    return [value[0] if isinstance(value, tuple) and value else value for value in heard.asked.known.values()]


def letting_go_first(heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
    """Return what was read, with what is wanted after what is let go of: that is not come back to unasked."""
    if heard.asked.flow is None:
        return reads
    kinds = {type(read.meaning) for read in reads}
    if kinds == {Cancel}:
        return (*(_asked_after(heard, reads[0].meaning.words) or _wanted_after(heard)), *reads)
    if Cancel in kinds or not kinds & {StartFlow, Ask} or not _is_dropped_first(heard):
        return reads
    after = _end_of_first(heard)
    if StartFlow not in kinds and any(heard.message.place_at(given.start) >= after for given in heard.givens):
        return reads  # "forget Miami, do you fly to Rome?" may want that instead
    kept = [read for read in reads if not isinstance(read.meaning, Exclude)]
    kept = without_unknown(kept) or _wanted_after(heard) or kept
    return (*kept, Read(Cancel(heard.text), why="cancel: lets go of what is under way first"))


def _asked_after(heard: Heard, dropped: str) -> list[Read]:
    """Return the question of "forget it, how many bags can I take?", which is not let go of with the rest."""
    message = heard.message
    end = message.text.find(dropped) + len(dropped)
    clauses = [clause for clause in message.clauses if clause.start >= end and clause.mood is not Mood.SAY]
    told = told_of(heard) if clauses else None
    asks = (without_unknown(asked_of(heard)) or ([told] if told else [])) if clauses else []
    return [read for read in asks if any(message.words(clause).strip() == read.meaning.words for clause in clauses)]


def _wanted_after(heard: Heard) -> list[Read]:
    """Return the wish of "forget this. cancel my appointment", said of something else than what is under way."""
    message, end = heard.message, _end_of_first(heard)
    if end >= len(message.pieces):
        return []
    asked = Asked(topics=heard.asked.topics, settled=heard.asked.settled, just_booked=heard.asked.just_booked)
    after = heard.ear.hear(message.text[message.pieces[end].start :], asked, heard.context)
    return starts(after) if after.message.clauses and after.message.found("clauses.own") else []


def _is_dropped_first(heard: Heard) -> bool:
    """Say whether the first part of a message lets go of what is under way, and names nothing else."""
    message, after = heard.message, _end_of_first(heard)
    said = [cue for label in _LETTING_GO for cue in message.found(label) if cue.after <= after]
    given = [each for each in heard.givens if message.place_at(each.start) < after]
    if not said or after == len(message.bare) or any(each.value not in _held(heard) for each in given):
        return False
    opinion, own = believed_of(heard), any(cue.first < after for cue in message.found("clauses.own"))
    denied = any(no.first < cue.first for no in message.found("clauses.negations") for cue in said)
    return not own and not denied and (opinion is None or opinion.acts["undo"] >= _LETS_GO)


def _end_of_first(heard: Heard) -> int:
    """Return where the first part of a message ends: at a pause, or before "and"."""
    message, joins = heard.message, word_set(heard.context.language, "booked", "then_also")
    clause = message.clauses[0]
    return next((place for place in range(clause.first, clause.after) if message.bare[place] in joins), clause.after)
