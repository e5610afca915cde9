"""Places each question of a message: what the model believes it is about, or else what its words say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from frontdesk.dialogue.asked import Wanted
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.clauses import Clause, Message, Mood
from frontdesk.language.resolve.believing import believed_of
from frontdesk.language.resolve.questions.topics import (
    ABOUT,
    SERVICE,
    SERVICES,
    UNKNOWN,
    WHY,
    Phrase,
    Said,
)
from frontdesk.language.tagger.opinions import Opinion
from frontdesk.language.words import word_set

_FLOOR, _SURELY, _BESIDES = 0.6, 0.8, 0.9  # of a topic; of one that is asked about besides another
_TOLD = 0.7  # of a topic that is told rather than asked about
_NAMED, _OUTRIGHT = 0.35, 0.5  # what its words add to a topic
_RATHER, _HINT = 0.35, 0.1  # of a topic of which a word is said, beside others and alone
_SCARCELY = 0.03  # what is less likely is not believed in at all
_ABOUT_AS_MUCH = 0.3  # less likely than another
_HARDLY = 0.3  # that anything is asked
_ASKED = 0.8  # likewise, where the form does not say so
_MOST = 3  # topics of one question
_NOT_ASKED = (
    *("greet", "thank", "goodbye", "help", "repeat", "want_person", "more"),
    *("go_back", "start_over", "skip", "putting_off"),
)
_FEW = 3  # words
_WITHOUT_TOPIC = frozenset({UNKNOWN, ABOUT, SERVICES})  # what is asked where nothing says what about


class Placed(NamedTuple):
    """A question: its clause, its topic, and how likely the model finds that; None where the words say it."""

    clause: Clause
    topic: str
    chance: float | None


def placed_questions(heard: Heard) -> list[Placed]:
    """Return the questions of a message, one for each topic; one that nobody can place only by itself."""
    may = [clause for clause in heard.message.clauses if _may_ask(heard, clause)]
    put = [clause for clause in may if clause.mood is Mood.ASK or clause.marked]
    found: dict[str, Placed] = {}
    for clause in may:
        # The one question of a message is seen with all that is said around it.
        alone = len(may) == 1 or put == [clause]
        for topic, chance in _topics(heard, clause, alone=alone).items():
            found.setdefault(topic, Placed(clause, topic, chance))
    sensitive = found.keys() & heard.ear.topics.sensitive
    if len(found) > 1:
        found = {name: each for name, each in found.items() if each.chance is not None or name not in (UNKNOWN, ABOUT)}
    if sensitive:  # "on warfarin, can I still come?" is one question
        kept = sensitive | {name for name, each in found.items() if (each.chance or 0.0) >= _SURELY} - _WITHOUT_TOPIC
        found = {name: each for name, each in found.items() if name in kept}
    return list(found.values())


def told_topics(heard: Heard, *, own: bool = False) -> list[Placed]:
    """Return the topics that a message names without asking: "I'm running late", "a flight with my dog"."""
    found: dict[str, Placed] = {}
    for clause in heard.message.clauses:
        told = _told(heard, clause, own=own)
        if told is not None:
            found.setdefault(told.topic, told)
    return list(found.values())


def _told(heard: Heard, clause: Clause, *, own: bool) -> Placed | None:
    topics, message, asks = heard.ear.topics, heard.message, heard.asked.wanted is Wanted.CHOICE
    alone, whole = len(message.clauses) == 1, believed_of(heard)
    opinion = whole if alone else _believed(heard, clause, alone=False)
    phrase = topics.own_phrase(message, clause, heard.givens, heard.asked, asks=asks)
    chances = opinion.topics if opinion is not None else {}
    if phrase is not None and (not own or phrase.sensitive or _is_meant(phrase, chances)):
        return Placed(clause, phrase.topic, None)
    if whole is None or (own and whole.acts["ask"] < _HARDLY):
        return None
    likely = {
        name: min(chance, whole.topics[name]) for name, chance in chances.items() if name in topics.own or not own
    }
    best = max(likely, key=lambda name: likely[name], default=None)
    return Placed(clause, best, likely[best]) if best is not None and likely[best] >= _TOLD else None


def _is_meant(phrase: Phrase, chances: Mapping[str, float]) -> bool:
    """Tell a topic that is named beside something else from a word that it has in common with that."""
    return len(phrase.words) > 1 and chances.get(phrase.topic, 1.0) >= _SCARCELY


def _topics(heard: Heard, clause: Clause, *, alone: bool) -> dict[str, float | None]:
    """Return what one clause asks about."""
    message, opinion = heard.message, _believed(heard, clause, alone=alone)
    by_form = clause.mood is Mood.ASK or clause.marked
    said = heard.ear.topics.by_words(message, clause, heard.givens, heard.asked)
    if opinion is None:
        return {said.topic: None} if said is not None else _unplaced(heard, clause, None)
    sensitive = said is not None and said.topic in heard.ear.topics.sensitive
    outright = by_form and said is not None and said.outright
    if (exactly := heard.ear.topics.put_so(message, clause)) is not None:
        return {exactly: None}
    whole = believed_of(heard) or opinion
    # Seen by itself, "finished by noon" may look like a question.
    asks = opinion.acts["ask"] >= _HARDLY if by_form else min(opinion.acts["ask"], whole.acts["ask"]) >= _ASKED
    if not (asks or sensitive or outright) or (not by_form and whole.acts["start"] >= _FLOOR):
        return {}
    placed = _likely(heard, clause, opinion.topics, said)
    return dict(placed) or _unplaced(heard, clause, opinion)


def _likely(heard: Heard, clause: Clause, topics: Mapping[str, float], said: Said | None) -> dict[str, float]:
    """Return the likeliest topic, an own one before one of every business, and those that are sure besides."""
    unasked = WHY if heard.asked.wanted is not Wanted.SLOT else None
    likely = {name: chance for name, chance in topics.items() if chance >= _FLOOR and name != unasked}
    if said is not None and (said.outright or topics.get(said.topic, 1.0) >= (_RATHER if likely else _HINT)):
        likely.setdefault(said.topic, topics.get(said.topic, _FLOOR))
    if not likely:
        return {}
    more = {said.topic: _OUTRIGHT if said.outright else _NAMED} if said is not None and not said.general else {}
    rank = {name: chance + more.get(name, 0.0) for name, chance in likely.items()}
    best = max(rank, key=lambda name: rank[name])
    near = [name for name in rank if rank[name] >= rank[best] - _ABOUT_AS_MUCH or likely[name] >= likely[best]]
    own = [name for name in near if name in heard.ear.topics.own] or near
    first = max(own, key=lambda name: rank[name])
    joins = any(cue.first > clause.first for cue in heard.message.within("clauses.joins", clause))
    others = [name for name in rank if joins and name not in near and likely[name] >= _BESIDES]
    return {name: likely[name] for name in (first, *others)[:_MOST]}


def _believed(heard: Heard, clause: Clause, *, alone: bool) -> Opinion | None:
    return believed_of(heard) if alone else believed_of(heard, words=heard.message.words(clause).strip())


def _unplaced(heard: Heard, clause: Clause, opinion: Opinion | None) -> dict[str, float | None]:
    """Return that something is asked that nobody here can place."""
    if not is_whole_question(heard.message, clause):
        return {}
    if (opinion is None or opinion.acts["ask"] >= _FLOOR) and _is_all_service(heard, clause):
        return {ABOUT: None}
    if clause.mood is Mood.ASK:
        return {UNKNOWN: None} if opinion is None or opinion.acts["ask"] >= _FLOOR else {}
    asks = opinion is not None and opinion.acts["ask"] >= _ASKED
    wishes = opinion is None or max(opinion.acts[act] for act in ("start", "inform", "change", "undo")) >= _HARDLY
    if clause.mood is not Mood.REQUEST or not asks or wishes:
        return {}
    return {SERVICES if heard.message.within("clauses.getting", clause) else UNKNOWN: None}


def _is_all_service(heard: Heard, clause: Clause) -> bool:
    """Tell "tell me about the cruise", which names one service, and nothing to know of it."""
    topics, message = heard.ear.topics, heard.message
    if message.within("clauses.about_item", clause):
        return any(given.kind == SERVICE and clause.holds(given.start) for given in heard.givens)
    named = [given for given in heard.givens if clause.holds(given.start)]
    words = frozenset(topics.vocabulary.of(message.bare[clause.first : clause.after]))
    return [given.kind for given in named] == [SERVICE] and words <= topics.offered | topics.generic


def _may_ask(heard: Heard, clause: Clause) -> bool:
    """Leave out what is dismissed, a wish for a person or for help, and what only puts another day."""
    message = heard.message
    calls = [cue for cue in message.within("moves.want_person", clause) if cue.after - cue.first > 1]
    if clause.mood is Mood.DISMISS or (calls and not message.within("topics.identity.asks", clause)):
        return False
    helps = message.within("moves.help", clause)
    if any(sum(word[0].isalnum() for word in message.bare[cue.after : clause.after]) == 0 for cue in helps):
        return False
    return not _is_another_when(heard, clause)


def is_whole_question(message: Message, clause: Clause) -> bool:
    """Tell whether a clause can stand as a question: more than "what" inside a sentence, and no "how are you"."""
    moves = [cue for move in _NOT_ASKED for cue in message.within(f"moves.{move}", clause)]
    if any(cue.after - cue.first > 1 or clause.after - clause.first <= _FEW for cue in moves):
        return False
    if message.within("clauses.elsewhere", clause) or _is_sum(message, clause):
        return False  # the weather is not for a business to tell
    return clause.marked or clause.after - clause.first > 2 or len(message.clauses) == 1


def _is_another_when(heard: Heard, clause: Clause) -> bool:
    """Tell "and the day after that?", which puts another day, and asks for nothing besides."""
    message, light = heard.message, word_set(heard.message.language, "common", "light")
    spans = [
        (given.start, given.end)
        for given in heard.givens
        if given.kind in {"day", "time", "moment"} and clause.holds(given.start)
    ]
    words = [message.pieces[place] for place in range(clause.first, clause.after) if message.bare[place] not in light]
    named = [word for word in words if word.plain[0].isalnum()]
    return bool(spans) and all(any(start <= word.start < end for start, end in spans) for word in named)


def _is_sum(message: Message, clause: Clause) -> bool:
    """Tell "what's 2 + 2?"."""
    signs = word_set(message.language, "common", "sums")
    words = message.bare[clause.first : clause.after]
    sums = zip(words, words[1:], words[2:], strict=False)
    return any(one.isdecimal() and sign in signs and other.isdecimal() for one, sign, other in sums)
