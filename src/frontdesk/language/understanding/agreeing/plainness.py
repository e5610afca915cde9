"""Tells a plain yes from one with more in it: a yes books, so every word of it must be accounted for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from datetime import date, datetime, time
from functools import cache, lru_cache
from itertools import takewhile

from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

from frontdesk.dialogue.values import Days
from frontdesk.language import when
from frontdesk.language.reading import Context
from frontdesk.language.understanding.agreeing.hollowness import is_hollow
from frontdesk.language.understanding.agreeing.parting import goes_on
from frontdesk.language.understanding.agreeing.restating import restates
from frontdesk.language.understanding.agreeing.unsettled import leaves_open
from frontdesk.language.understanding.message.clauses import ASIDES, Clause, Message, Mood
from frontdesk.language.understanding.message.cues import Cue, Phrases
from frontdesk.language.words import listed, table, word_set
from frontdesk.language.yesno.clauses import clauses_of
from frontdesk.language.yesno.cutting import unlisted
from frontdesk.language.yesno.differences import difference
from frontdesk.language.yesno.question import question_of
from frontdesk.language.yesno.wording import bare_words, phrases

_WORD = re.compile(r"[^\W\d_]+")
_AGREEING = frozenset(("yes", "assents", "alone", "entire", "agrees", "fillers", "takes", "rightly", "thanks"))
# Beside a yes these say nothing else.
_AGREEING |= {"hurries", "remarks", "unchanged", "mixed", "suffices", "urges", "bears"}
_ALONE = frozenset(("alone", "entire"))
_MOVING = frozenset(("changes", "redoes", "alternatives", "proposes", "amends"))
_WHOLE = 3  # words of a phrase that agrees whatever stands around it
_SHORTEST_SLIP = 5  # letters
_SHORTEST_NOUN = 3
_LONGEST_VALUE = 7  # words
_OPEN = frozenset(("doubts", "waits", "hollow", "ironies", "mocks", "provisos", "later", "thanks", "yes", "no"))
_UNCHANGED = frozenset(("unchanged",))
_UNDOING = frozenset(("undoes",))
_WAITING = frozenset(("waits",))
_LONGEST_COUNT = 2  # digits
_SAYING_YES = frozenset(("yes", "assents", "alone", "agrees", "takes"))
# Phrases that agree, or change nothing, as they stand, whatever their words do elsewhere.
_FIXED = frozenset(("agrees", "hurries", "remarks", "unchanged", "mixed", "urges", "bears"))


def is_plain(message: Message, context: Context) -> bool:
    """Say whether a reply that agrees holds nothing but agreement, what the desk itself said, and questions."""
    beside = _beside(message, context)
    turning = word_set(context.language, "assent", "turning")
    if _is_negated(message, beside) or not turning.isdisjoint(map(bare, message.bare)):
        return False
    asking = [clause for clause in message.clauses if asks(message, clause)]
    places = _stated(message) - beside - _requested(message, context)
    if leaves_open(message, asking, places, context):
        return False
    if is_hollow(message, asking, context) or _merely_begins(message, beside, places) or _puts_off(message, places):
        return False
    return restates(message, places, context) and not _strange(message, places, context)


def asks(message: Message, clause: Clause) -> bool:
    """Say whether a clause asks; "how lovely" and "might as well" only open as questions do."""
    if message.ends_asking(clause):
        return True
    if clause.mood is not Mood.ASK or _exclaims(message, clause) or goes_on(message, clause.first):
        return False
    return not _follows_exclaiming(message, clause)


def _follows_exclaiming(message: Message, clause: Clause) -> bool:
    """Tell "and pigs have wings" after "why yes", which asks no more than that does."""
    before = message.clauses[max(0, message.clauses.index(clause) - 1)]
    if before is clause or before.sentence != clause.sentence or clause.marked or before.mood is not Mood.ASK:
        return False
    return not message.within("clauses.openers", clause) and _exclaims(message, before)


def _exclaims(message: Message, clause: Clause) -> bool:
    cues = [cue for cue in _found(message, _AGREEING) if clause.first <= cue.first and cue.after <= clause.after]
    agreeing = {place for cue in cues for place in range(cue.first, cue.after)}
    left = [message.bare[place] for place in range(clause.first, clause.after) if place not in agreeing]
    rest = [word for word in left if word[0].isalnum()]
    if not rest:
        return True
    whole = any(cue.after - cue.first >= _WHOLE for cue in cues)  # "that is just what I asked for"
    return whole and word_set(message.language, "assent", "neutral").issuperset(rest)


def _puts_off(message: Message, places: AbstractSet[int]) -> bool:
    """Tell "perfect, I'll let you know", where all words are small ones, from "perfect, I can't wait"."""
    waits = [cue for cue in _found(message, _WAITING) if cue.first in places]
    fixed = _found(message, _FIXED) if waits else ()
    return any(not any(other.first <= cue.first and cue.after <= other.after for other in fixed) for cue in waits)


def leads_over(message: Message, context: Context) -> bool:
    """Say whether a yes is no more than the "okay" of "okay, tell me the price"."""
    beside = _beside(message, context)
    return _merely_begins(message, beside, _stated(message) - beside - _requested(message, context))


def _merely_begins(message: Message, asked: AbstractSet[int], places: AbstractSet[int]) -> bool:
    """Tell the "okay" of "okay, tell me the price", which only leads over to what is asked, from "okay, and where?"."""
    settled = word_set(message.language, "assent", "asks_settled")
    if settled.isdisjoint(message.bare[place] for place in asked):
        return False
    faint = word_set(message.language, "assent", "faint")
    words = {word for place in places if (word := bare(message.bare[place]))[0].isalnum()}
    return words <= faint | word_set(message.language, "clauses", "polite")


def agrees_in_words(message: Message) -> bool:
    """Say whether more than thanks is heard, "ideal, thank you", and more than a plea: "please, does it hurt"."""
    if _is_plea(message):
        return False
    thanks = {place for cue in message.found("moves.thank") for place in range(cue.first, cue.after)}
    if not thanks or any(cue.first not in thanks for cue in message.found("moves.yes")):
        return True
    if not word_set(message.language, "assent", "beyond_thanks").isdisjoint(message.bare):
        return True
    return any(cue.first not in thanks for cue in _found(message, _SAYING_YES))


def _is_plea(message: Message) -> bool:
    """Tell the "please," that only leads to a question, where no other word agrees."""
    pleas = word_set(message.language, "assent", "pleas")
    if len(message.clauses) == 1 or message.bare[0] not in pleas or not asks(message, message.clauses[1]):
        return False
    first = message.clauses[0]
    others = [cue for cue in _found(message, _SAYING_YES) if cue.first >= first.after]
    alone = all(word in pleas or not word[0].isalnum() for word in message.bare[first.first : first.after])
    return alone and not others


def names_another(message: Message, context: Context) -> bool:
    """Say whether a yes goes on with what the desk did not say: "yes, hydrafacial", "yes, with Emily", "yes, at $9"."""
    places = _stated(message) - _beside(message, context) - _added(message, context)
    if not restates(message, places, context):
        return True
    hedging = word_set(context.language, "assent", "not_plain")
    strange = [place for place in _strange(message, places, context) if bare(message.bare[place]) not in hedging]
    said = _words_of(context.said or "")
    linking = word_set(context.language, "assent", "linking")
    if any(_link(message, place, linking) in said for place in strange) or _adds_only(message, strange):
        return True
    ordering = word_set(context.language, "assent", "ordering")
    kinds = word_set(context.language, "assent", "kinds_booked")
    ordered = [place for place in strange if bare(message.bare[place]) not in kinds]
    return any(_link(message, place, ordering) for place in ordered) or _replaces(message, strange, said)


def gives_another_place(message: Message, context: Context) -> bool:
    """Tell "pick up from the centre" and "dropping off in Bath though", which only name another than the desk did."""
    words = [word for word in message.bare if word[0].isalnum()]
    told = clauses_of(message.text, _echoed(context), context.language)
    if not words or len(words) > _LONGEST_VALUE or any(each.asks or each.holds & _OPEN for each in told):
        return False
    subjects = word_set(context.language, "assent", "subjects") | word_set(context.language, "assent", "owned_subjects")
    said, linking = _words_of(context.said or ""), word_set(context.language, "assent", "linking")
    strange = _strange(message, _stated(message), context)
    linked = [place for place in strange if _link(message, place, linking) in said and _stands_last(message, place)]
    return bool(linked) and words[0] not in subjects


def _stands_last(message: Message, place: int) -> bool:
    """Tell whether nothing follows the word at `place` but a "though" or a courtesy."""
    idle = word_set(message.language, "clauses", "polite") | word_set(message.language, "assent", "after_values")
    return all(word in idle or not word[0].isalnum() for word in message.bare[place + 1 :])


def _replaces(message: Message, strange: Sequence[int], said: AbstractSet[str]) -> bool:
    """Tell "not the garden, the hall is fine", which takes another thing for one that the desk named."""
    denying = word_set(message.language, "assent", "denying")
    named = [place for place, word in enumerate(message.bare) if word in said and word not in denying]
    return bool(strange) and any(_link(message, place, denying) for place in named)


def _stated(message: Message) -> set[int]:
    """Return the places of what is neither asked, set aside, nor an aside."""
    aside = {place for cue in message.found(ASIDES) for place in range(cue.first, cue.after)}
    stated = [clause for clause in message.clauses if clause.mood is not Mood.DISMISS and not asks(message, clause)]
    told = [clause for clause in stated if not _goes_on_asking(message, clause)]
    return {place for clause in told for place in range(clause.first, clause.after)} - aside


def _goes_on_asking(message: Message, clause: Clause) -> bool:
    """Tell the first half of "That's right. Can children come and what is it?", a sentence of its own that asks."""
    return clause.marked and clause.mood is Mood.SAY and clause.sentence > message.clauses[0].sentence


def _beside(message: Message, context: Context) -> set[int]:
    """Return the places of what leaves a yes as it is: requests to be told something, reasons to give a booking up."""
    question = question_of(context.said or "", context.language)
    asking = [clause for clause in clauses_of(message.text, question.verbs, context.language) if clause.asks_fact]
    wondered = {place for clause in asking for place in range(clause.first, clause.first + len(clause.words))}
    reasons = _reasons(context.language).find(message.pieces, message.bare) if question.undoes else ()
    return wondered.union(*(range(cue.first, cue.after) for cue in reasons))


def _requested(message: Message, context: Context) -> set[int]:
    """Return the places of questions that were put without a mark: "right, and could there be a cake"."""
    if all(clause.mood is not Mood.REQUEST for clause in message.clauses):
        return set()
    verbs = question_of(context.said or "", context.language).verbs
    asked = [each for each in clauses_of(message.text, verbs, context.language) if each.asks]
    harmless = [each for each in asked if each.holds.isdisjoint(_MOVING)]
    return {place for each in harmless for place in range(each.first, each.first + len(each.words))}


def _added(message: Message, context: Context) -> set[int]:
    """Return the places of numbers that count what the desk did not count: "yes, 2 adults", "I need 4"."""
    words = message.bare
    kinds = table(message.language, "yesno", "counted")
    needing = word_set(message.language, "yesno", "before_people")
    counts = [place for place in range(1, len(words)) if _is_count(words[place], message.language)]
    named = [place for place in counts if place + 1 < len(words) and words[place + 1] in kinds]
    added = {place for place in counts if words[place - 1] in needing}.union(named, (place + 1 for place in named))
    return added if added and not difference(message.text, context).differs else set()


def _is_count(word: str, language: str) -> bool:
    return word in table(language, "numbers", "ones") or (word.isdecimal() and len(word) <= _LONGEST_COUNT)


@cache
def _reasons(language: str) -> Phrases:
    return Phrases({"reasons": listed(language, "assent", "reasons_to_undo")})


def _link(message: Message, place: int, linking: AbstractSet[str]) -> str | None:
    """Return the little word that ties the word at `place` to what is before it, over "the", "Dr." and the like."""
    between = word_set(message.language, "assent", "before_names")
    before = place - 1
    while before > 0 and (message.bare[before] in between or not message.bare[before][0].isalnum()):
        before -= 1
    return message.bare[before] if before >= 0 and message.bare[before] in linking else None


def _adds_only(message: Message, strange: Sequence[int]) -> bool:
    """Tell "yes, hydrafacial" and "yes to a hydrafacial", where nothing but a yes stands before the strange words."""
    yes = word_set(message.language, "common", "plain_yes")
    glue = word_set(message.language, "assent", "linking") | word_set(message.language, "assent", "before_names")
    agreeing = yes | glue | word_set(message.language, "clauses", "polite")
    rest = [word for place, word in enumerate(message.bare) if place not in strange and word[0].isalnum()]
    return message.bare[0] in yes and bool(strange) and all(word in agreeing for word in rest)


def places_of_agreement(message: Message, context: Context) -> set[int]:
    """Return the places of the words that agree, are polite, or name what the desk would do."""
    echoed = _echoed(context) | word_set(message.language, "clauses", "polite")
    return _agreeing(message) | {place for place, word in enumerate(message.bare) if word in echoed}


def _strange(message: Message, places: AbstractSet[int], context: Context) -> list[int]:
    """Return the places of the words that neither agree, nor add nothing, nor are the desk's own or fit them."""
    said = _words_of(context.said or "") | word_set(context.language, "assent", "fitting") | _undone(context)
    said |= _same_weekdays(said, context.language)
    known = said | word_set(context.language, "assent", "neutral") | word_set(context.language, "common", "light")
    refusing = word_set(context.language, "common", "plain_no")  # one that opens the reply is weighed as the answer
    counted = _counted(said, context.language)
    held = _held(context) - counted
    agreeing = _agreeing(message) | _undoing(message, context)
    written = bare_words(message.pieces, message.language)
    words = [(place, word) for place in sorted(places) if (word := bare(written[place])).isalpha()]
    set_phrases = [cue for cue in _found(message, _FIXED) if cue.after - cue.first > 1]  # the "wait" of "can't wait"
    fixed = {place for cue in set_phrases for place in range(cue.first, cue.after)}
    strange = [
        place
        for place, word in words
        if (word in held and place not in fixed)
        or (
            place not in agreeing
            and not (place == 0 and word in refusing)
            and word not in counted
            and not known & _numbers_of(word)
            and not _is_slip(word, context.language)
        )
    ]
    dated = _dated(message, context) if strange else ()
    moving = held & word_set(context.language, "yesno", "before_time")  # "the Monday after" is not the desk's Monday
    return [place for place in strange if place not in dated or message.bare[place] in moving]


def _same_weekdays(said: AbstractSet[str], language: str) -> set[str]:
    """Return the other names of the weekdays among these words: "thurs"."""
    days = table(language, "yesno", "weekdays")
    named = {days[word] for word in said if word in days}
    return {word for word, day in days.items() if day in named} if named else set()


def _undoing(message: Message, context: Context) -> set[int]:
    """Return the places of the words that would do away with something, where the desk would too: "get rid of it"."""
    if not question_of(context.said or "", context.language).undoes:
        return set()
    return {place for cue in _found(message, _UNDOING) for place in range(cue.first, cue.after)}


def _held(context: Context) -> AbstractSet[str]:
    """Return the words that make an agreement less than plain: "once", or another act than the desk offered."""
    acts = word_set(context.language, "assent", "other_acts") - _words_of(context.said or "")
    said = _words_of(context.said or "") & word_set(context.language, "assent", "plain_if_said")
    return (word_set(context.language, "assent", "not_plain") | acts) - _echoed(context) - said


def _echoed(context: Context) -> AbstractSet[str]:
    """Return what the desk would do: the "hold" of "hold it" waits for nothing where it offered to."""
    return question_of(context.said or "", context.language).verbs | _undone(context)


def _undone(context: Context) -> AbstractSet[str]:
    """Return the words for doing away with something, where the desk would: "cancel it" for "I'm cancelling"."""
    undoes = question_of(context.said or "", context.language).undoes
    return word_set(context.language, "yesno", "undoing") if undoes else frozenset()


def _counted(said: AbstractSet[str], language: str) -> AbstractSet[str]:
    """Return the words that count what the desk counted: "six people" for a party of six, its own numbers too."""
    kinds = table(language, "yesno", "counted")
    counted = {kinds[word] for word in said if word in kinds}
    if not counted:
        return frozenset()
    return {word for word, kind in kinds.items() if kind in counted} | (
        said & table(language, "numbers", "ones").keys()
    )


def _numbers_of(word: str) -> set[str]:
    """Return a word as one and as many: "book the flight", where the desk found flights."""
    return {word, f"{word}s", word.removesuffix("s")} if len(word) > _SHORTEST_NOUN else {word}


def _is_slip(word: str, language: str) -> bool:
    """Tell "corrrect" and "pleas": a slip of the finger in a word that agrees."""
    likely = process.extractOne(word, _slipped(language), scorer=DamerauLevenshtein.distance, score_cutoff=1)
    return len(word) >= _SHORTEST_SLIP and likely is not None


@cache
def _slipped(language: str) -> tuple[str, ...]:
    """Return the words that mostly agree, long enough to be told from others."""
    return tuple(sorted(listed(language, "assent", "slipped")))


def _dated(message: Message, context: Context) -> set[int]:
    """Return the places of the words by which the reply names the very day or time that the desk named."""
    if difference(message.text, context).differs:
        return set()
    named = [each for each in when.read(message.text, context) if isinstance(each.value, date | time | datetime | Days)]
    return {
        place for each in named for place, piece in enumerate(message.pieces) if each.start <= piece.start < each.end
    }


def bare(word: str) -> str:
    """Write a word as the lists do: small, without apostrophes."""
    return word.lower().replace("'", "").replace("\u2019", "")


def _is_negated(message: Message, beside: AbstractSet[int]) -> bool:
    harmless = message.found("clauses.harmless_no")
    stated = [clause for clause in message.clauses if clause.mood is not Mood.DISMISS and not _wonders(message, clause)]
    found = [cue.first for clause in stated for cue in message.within("clauses.negations", clause)]
    refusing = word_set(message.language, "common", "plain_no")
    covered = (*harmless, *message.found(ASIDES), *_found(message, _FIXED))  # "I don't see why not"
    # A no that opens the message is weighed as the answer; "yes to Botox, no to Wednesday" takes back a part.
    opening = len(tuple(takewhile(lambda word: word in refusing, message.bare)))  # "no no, that's great"
    found += [place for place, word in enumerate(message.bare) if place and place >= opening and word in refusing]
    return any(not any(other.first <= place < other.after for other in covered) for place in {*found} - beside)


def _wonders(message: Message, clause: Clause) -> bool:
    words = message.bare[clause.first : clause.after]
    return clause.mood is Mood.ASK and not word_set(message.language, "assent", "wondering").isdisjoint(words)


def leaves_unchanged(message: Message) -> list[Cue]:
    """Return the phrases that want nothing otherwise: the "no" of "no mistakes" refuses nothing."""
    return _found(message, _UNCHANGED)


def _agreeing(message: Message) -> set[int]:
    """Return the places of the words that stand in a phrase of agreement."""
    cues = _found(message, _AGREEING)
    anywhere = {place for cue in cues if cue.label not in _ALONE for place in range(cue.first, cue.after)}
    alone = [cue for cue in cues if cue.label in _ALONE and _stands_alone(message, cue, anywhere)]
    return anywhere.union(*(range(cue.first, cue.after) for cue in alone))


def _stands_alone(message: Message, cue: Cue, agreeing: AbstractSet[int]) -> bool:
    """Tell the "sound" of "sound, thanks" from the one of "a sound bath"."""
    before, after = cue.first - 1, cue.after
    begins = before < 0 or before in agreeing or not message.bare[before][0].isalnum()
    ends = after == len(message.bare) or after in agreeing or not message.bare[after][0].isalnum()
    return begins and ends


def _found(message: Message, labels: frozenset[str]) -> list[Cue]:
    """Return the phrases by which a guest answers that are on one of these lists."""
    return [cue for cue in _answering(message) if cue.label in labels]


@lru_cache(maxsize=4)
def _answering(message: Message) -> tuple[Cue, ...]:
    words = bare_words(message.pieces, message.language)
    found = phrases(message.language, "reply").find(message.pieces, words)
    return (*found, *unlisted(message.pieces, words, message.language))


def _words_of(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(bare(text)))
