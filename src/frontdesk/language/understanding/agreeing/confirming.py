"""Reads what is said to a confirm besides yes and no: of what is shown, for other times, or to changes alone."""

from __future__ import annotations

from collections.abc import Sequence

from frontdesk.dialogue.meanings import Affirm, Cancel, Change, Deny, Inform, Skip
from frontdesk.language.understanding.agreeing.assent import assent, verdict
from frontdesk.language.understanding.agreeing.plainness import is_plain
from frontdesk.language.understanding.listening import Heard
from frontdesk.language.understanding.message.clauses import cut
from frontdesk.language.understanding.results import Read
from frontdesk.language.understanding.wishes.changes import changes, renamed
from frontdesk.language.words import word_set
from frontdesk.language.yesno.question import question_of

_SIGNS = " ,;:.!-–—"  # noqa: RUF001 - guests type dashes


def is_of_shown(heard: Heard, acts: Sequence[Read]) -> bool:
    """Tell "remove my e-mail" and "change my name to Anna Ray", said of what is shown and not of another booking."""
    removed = {read.meaning.slot for read in acts if isinstance(read.meaning, Skip)}
    if not removed.isdisjoint(heard.asked.known):
        return True
    return any(isinstance(renamed(heard, edit).meaning, Inform) for edit in changes(heard, ()))


def agreed(heard: Heard, acts: Sequence[Read]) -> list[Read]:
    """Read "cancel it" as a yes where cancelling is what the confirm is about."""
    flow = heard.ear.triggers.flows.get(heard.asked.flow or "")
    said = assent(heard.message, heard.context)
    dropped = " ".join(read.meaning.words for read in acts if isinstance(read.meaning, Cancel))
    if (
        flow is None
        or (said is not None and isinstance(said.meaning, Deny))
        or not (heard.ear.triggers.does(flow, dropped) or _undoes_too(heard, said))
        or not is_plain(heard.message, heard.context)  # "I do not want to cancel"
    ):
        return list(acts)
    return [Read(Affirm(heard.text), why="yes: names what is to be confirmed")]


def _undoes_too(heard: Heard, said: Read | None) -> bool:
    """Tell "yes, drop it", where the desk would cancel, from "drop it", which may be said of the talk."""
    undoes = question_of(heard.context.said or "", heard.context.language).undoes
    undoing = word_set(heard.context.language, "yesno", "undoing")
    return said is not None and undoes and not undoing.isdisjoint(heard.message.bare)


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


def is_no_to_changes(heard: Heard, said: Read) -> bool:
    """Tell "nope, all good": whether the no is to the booking or to a change of it, nobody can say."""
    words, chosen = said.meaning.words, heard.asked.slot_of("option")
    if chosen is None or chosen.name not in heard.asked.known:
        return False  # an offer of help is politely turned down so
    if not isinstance(said.meaning, Deny) or not heard.text.startswith(words) or len(words) == len(heard.text):
        return False
    rest = cut(heard.text[len(words) :].lstrip(_SIGNS), heard.context.language)
    after = verdict(rest, heard.context) if rest.clauses else None
    return after is not None and isinstance(after.meaning, Affirm)
