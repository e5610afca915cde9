"""Reads what a reply says of what is shown at a confirm: a yes to it, an order for just that, that all stays."""

from __future__ import annotations

from collections.abc import Sequence

from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.meanings import (
    Affirm,
    Ask,
    Cancel,
    Change,
    Deny,
    Exclude,
    Inform,
    Remark,
    Repeat,
    StartFlow,
    Thank,
    Unclear,
)
from frontdesk.dialogue.values import Money, Record
from frontdesk.language.hearing import Heard
from frontdesk.language.readers.text.clauses import Clause, Message, cut
from frontdesk.language.resolve.answering import chances, is_bare, verdict
from frontdesk.language.resolve.believing import believed_of
from frontdesk.language.resolve.readings.anywhere import values_in
from frontdesk.language.resolve.shown import without_mentioned, without_shown
from frontdesk.language.resolve.slots.notes import told_for_staff
from frontdesk.language.resolve.values.every_value import same
from frontdesk.language.resolve.wishes.changes import slot_spoken_of
from frontdesk.language.resolve.wishes.triggers import BOOKED
from frontdesk.language.results import Part, Read
from frontdesk.language.veto import asks, asks_to_be_told, is_held_back
from frontdesk.language.words import word_set

_SURELY, _CHANGES, _LIKELY = 0.8, 0.75, 0.5
_MAY_END = 0.6  # how likely a wish to cancel must be before it is asked about: that costs a turn
_OTHERWISE = ("more", "start", "change", "ask")  # what wants something else than that all stays
_SAYS_MORE = 3  # words: "rather not" may be to the new time alone
_FEW = 3  # words: what is so short is read as it stands
_HARDLY, _BEYOND_DOUBT, _CERTAIN = 0.1, 0.85, 0.9
_SUMS = "money_range"
_THINGS = frozenset({"flight", "room", "meeting", BOOKED})  # groups of words for what is booked
_OPEN = (Inform, Exclude, Change, Unclear, Ask, Repeat, Thank, Remark)  # what leaves open whether it is a yes
_COUNTABLE = frozenset({"day", "time", "moment", "party", "number", "money", "duration", "text"})
_LETTING_GO = ("clauses.negations", "clauses.calling_off", "moves.cancel")
_AGREEING = ("moves.yes", "clauses.polite", "moves.thank")
_DENYING = (
    "moves.no",
    "clauses.negations",
    "clauses.wavering",
    "clauses.pondering",
    "clauses.consulting",
    "clauses.pointing_at_person",
    "clauses.pointing_at_thing",
)
_SMALL = (("booked", "pronouns"), ("triggers", "articles"), ("triggers", "owners"))

_GIVING_UP = (
    *(("common", "plain_yes"), ("assent", "outright"), ("assent", "weakly_said"), ("assent", "letting_go")),
    *(("yesno", "undoing"), ("yesno", "undoing_too")),
)


def verdict_on_shown(heard: Heard) -> Read | None:
    """Return the answer to what was shown; values that only say it again are no more than "that"."""
    message, undoes = heard.message, undoes_booking(heard)
    if asks_to_be_told(message):
        return None
    again = message.text if undoes else without_shown(heard)  # there, what is said again is spoken of as being had
    rest = message if again == message.text else cut(again, heard.context.language)
    if rest is not message and len({word for word in rest.bare if word[0].isalnum()}) == 1:
        return None  # a number that is only given once more agrees to nothing
    said = verdict(rest, heard.context, without_mentioned(heard)) if rest.clauses else None
    if said is None or (isinstance(said.meaning, Affirm) and not _may_be_to_this(message, heard, undoes=undoes)):
        return None
    if isinstance(said.meaning, Affirm) and moves_booking(heard) and _calls_off(heard):
        return None  # "cancel it altogether" is no yes to a move
    if undoes and message.found("clauses.unable"):
        outright = message.bare[0] in word_set(message.language, "assent", "outright")
        if isinstance(said.meaning, Deny) or (_is_due(heard) and not outright):
            return None  # "I can't make it" is why, and neither a wish to keep it nor a yes to a fee
    words = said.meaning.words
    return replace(said, meaning=replace(said.meaning, words=words if words in message.text else heard.text))


def _is_due(heard: Heard) -> bool:
    """Say whether something is to be paid for undoing it."""
    values = heard.asked.known.values()
    return any(isinstance(each, Money) or (isinstance(each, Record) and each.kind == _SUMS) for each in values)


def _calls_off(heard: Heard) -> bool:
    belief = believed_of(heard)
    return belief is not None and belief.acts["undo"] >= _LIKELY


def _may_be_to_this(message: Message, heard: Heard, *, undoes: bool) -> bool:
    """Tell a yes to what is shown from "please cancel our booking", said where it would be moved."""
    if undoes:
        return _may_undo(message, heard)
    ends = heard.ear.triggers.that_does("cancel")
    return ends not in _flows_instead(message, heard)


def _may_undo(message: Message, heard: Heard) -> bool:
    """Say whether a yes may do away with something: "lovely", "book it" and "see you then" are said of having it."""
    language = heard.context.language
    plain = frozenset[str]().union(*(word_set(language, *each) for each in _GIVING_UP))
    spoken = {word for word in message.bare if word[0].isalnum()}
    if spoken and spoken <= word_set(language, "assent", "remarks"):
        return False
    if message.found("clauses.unable") or not plain.isdisjoint(message.bare):
        return True
    believed = chances(message, heard.context).get("yes", 0.0)
    if any(map(message.found, _LETTING_GO)):  # "I don't need it any more", "strike it"
        return believed >= _CERTAIN
    first_person = bool(word_set(language, "party", "subject") & spoken)  # "I want it" is said of having it
    return believed >= _SURELY and is_bare(message) and not first_person and not _flows_instead(message, heard)


def _flows_instead(message: Message, heard: Heard) -> set[str]:
    """Name the flows that do what a reply says, where it does not say what is asked: "book it" at a cancellation."""
    triggers = heard.ear.triggers
    named = {name for name in triggers.flows if triggers.places_of(name, message)}
    return set() if heard.asked.flow in named else named


def orders_what_is_asked(heard: Heard) -> bool:
    """Tell "cancel it" and "yes, move my flight", which say what the desk asked, from "change the time"."""
    message = cut(without_shown(heard), heard.context.language)
    if any(map(message.found, _DENYING)) or any(map(asks, message.clauses)):
        return False
    vocabulary = heard.ear.triggers.vocabulary
    asked = {word for clause, said in _questions(heard) for word in said.bare[clause.first : clause.after]}
    placed = vocabulary.placed(message.bare)
    things = {place for place, word in placed if word in _THINGS}
    deeds = set(heard.ear.triggers.places_of(heard.asked.flow or "", message)) - things
    # Without a yes, "change it" may be said of what is shown, unless that is how the desk put it.
    meant = undoes_booking(heard) or message.found("moves.yes") or any(message.bare[place] in asked for place in deeds)
    agreeing = {place for label in _AGREEING for cue in message.found(label) for place in range(cue.first, cue.after)}
    small = frozenset().union(*(word_set(message.language, *each) for each in _SMALL))
    spoken = {place for place, word in enumerate(message.bare) if word[0].isalnum()}
    rest = {message.bare[place] for place in spoken - deeds - things - agreeing}
    return bool(deeds and meant) and rest <= small and not is_held_back(heard.message, heard.context)


def undoes_booking(heard: Heard) -> bool:
    """Say whether a yes would do away with something booked."""
    if heard.asked.flow is not None and heard.asked.flow == heard.ear.triggers.that_does("cancel"):
        return True
    return any(
        said.within("clauses.calling_off", clause) and not said.within("clauses.alternatives", clause)
        for clause, said in _questions(heard)
    )


def _questions(heard: Heard) -> list[tuple[Clause, Message]]:
    """Return the clauses in which the desk asks, with all that it said."""
    said = cut(heard.context.said or "", heard.context.language)
    return [(clause, said) for clause in said.clauses if asks(clause)]


def moves_booking(heard: Heard) -> bool:
    """Say whether a yes would move something booked."""
    return heard.asked.flow is not None and heard.asked.flow == heard.ear.triggers.that_does("move")


def agreed(heard: Heard, said: Read | None, acts: Sequence[Read]) -> list[Read]:
    """Read "drop it" by what was shown: where something would be undone it may be a yes, elsewhere it ends the talk."""
    if said is not None and undoes_booking(heard):
        return [said]
    return [Read(Unclear(heard.text), why="unclear: no yes to undoing")] if undoes_booking(heard) else list(acts)


def insisted(heard: Heard, acts: Sequence[Read]) -> list[Read]:
    """Let "I don't have it, can somebody just cancel it" drop nothing, where cancelling is what is under way."""
    flow = heard.ear.triggers.flows.get(heard.asked.flow or "")
    if flow is None or not undoes_booking(heard) or len(acts) == 1:
        return list(acts)  # a mere "cancel it" may drop the talk as well
    does = heard.ear.triggers.does
    return [read for read in acts if not isinstance(read.meaning, Cancel) or not does(flow, read.meaning.words)]


def all_off(heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
    """Read "scrap it all, I'm not flying", said where something is moved: the booking itself may be meant as well."""
    ends, tagger = heard.ear.triggers.that_does("cancel"), heard.context.tagger
    little = all(isinstance(read.meaning, Cancel | Deny | Unclear) or _is_held(read, heard) for read in reads)
    if ends is None or tagger is None or not moves_booking(heard) or not little:
        return reads
    # Would the same words, said to nobody's question, be a wish to cancel something booked?
    chance = tagger.opinion("idle", "", heard.text, heard.ear.labels).flows[ends]
    drops = {type(read.meaning) for read in reads} == {Cancel}
    if not drops and chance >= _CERTAIN and _calls_off(heard):
        wish = StartFlow(ends, heard.text)
        return (Read(wish, why="flow: what was to be moved is off", by=Part.TAGGER, chance=chance),)
    if not drops or chance < _MAY_END:
        return reads  # "cancel it" may be said of the move
    return tuple(replace(read, meaning=Cancel(read.meaning.words, or_booking=True)) for read in reads)


def all_stays(heard: Heard) -> list[Read]:
    """Return that nothing is moved, for a no that is more than one and names nothing but what there is."""
    words = sum(word[0].isalnum() for word in heard.message.bare)
    if not moves_booking(heard) or words < _SAYS_MORE or is_bare(heard.message):
        return []
    if heard.ear.triggers.repeated(heard.message, heard.givens):
        return []  # "cancel my flight" wants more than that
    if any(given.value not in heard.asked.known.values() for given in heard.givens if given.kind != "number"):
        return []
    opinion = believed_of(heard)
    if opinion is None or opinion.answer["no"] < _SURELY or max(opinion.flows.values()) >= _LIKELY:
        return []
    if max(opinion.acts[act] for act in _OTHERWISE) >= _LIKELY:
        return []
    return [Read(Cancel(heard.text), why="cancel: it stays as it is", by=Part.TAGGER, chance=opinion.answer["no"])]


def weighed(heard: Heard, reads: tuple[Read, ...]) -> tuple[Read, ...]:
    """Return what the model is sure of where a reply names values that change nothing, or was hardly understood."""
    believed = chances(heard.message, heard.context)
    if not believed or not all(isinstance(read.meaning, _OPEN) for read in reads):
        return reads
    values = [read for read in reads if isinstance(read.meaning, Inform | Exclude)]
    asks = tuple(read for read in reads if isinstance(read.meaning, Ask))
    unplaced = any(isinstance(read.meaning, Change) for read in reads)
    if values or unplaced:
        said_little = sum(word[0].isalnum() for word in heard.message.bare) <= _FEW
        others = any(_names_other(read, heard) for read in values)
        certain = max(believed["no"], believed["unclear"]) >= _CERTAIN
        if said_little or believed["change"] >= _HARDLY or (others and not certain):
            return reads
        said = verdict_on_shown(heard)
        return (
            said or Read(Unclear(heard.text), why="the model's belief", by=Part.TAGGER, chance=believed["unclear"]),
            *asks,
        )
    if believed["change"] < (_BEYOND_DOUBT if asks else _CHANGES):
        return reads
    noted = told_for_staff(heard)
    change = Change(slot_spoken_of(heard), heard.text)
    other = [read for read in values_in(heard, heard.givens) if not _is_held(read, heard)] or ([noted] if noted else [])
    return (*(other or [Read(change, why="the model's belief", by=Part.TAGGER, chance=believed["change"])]), *asks)


def _names_other(read: Read, heard: Heard) -> bool:
    """Say whether a reading names another person, place or thing than the one that is held."""
    slot = heard.asked.slots.get(read.meaning.slot) if isinstance(read.meaning, Inform | Exclude) else None
    return slot is not None and slot.kind not in _COUNTABLE


def _is_held(read: Read, heard: Heard) -> bool:
    meaning = read.meaning
    return (
        isinstance(meaning, Inform)
        and meaning.problem is None
        and same(heard.asked.known.get(meaning.slot), meaning.value)
    )


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
