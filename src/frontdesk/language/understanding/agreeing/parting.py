"""Parts a yes from the question that follows it in one breath: "ok perfect what should I wear"."""

from __future__ import annotations

from frontdesk.language.reading import Context
from frontdesk.language.understanding.message.clauses import Message, cut
from frontdesk.language.words import word_set
from frontdesk.language.yesno.clauses import clauses_of
from frontdesk.language.yesno.question import question_of

_SIGNS = " ,.!?"


def parted(message: Message, context: Context) -> Message:
    """Return `message` with the stop and the question mark that were left out between a yes and a question."""
    if len(message.clauses) != 1:
        return message
    verbs = question_of(context.said or "", context.language).verbs
    told = clauses_of(message.text, verbs, context.language)
    asking = told[1:]
    turns = bool(told) and "turns" in told[0].holds  # "yes actually can it be later"
    if not asking or turns or not told[0].agrees or not all(each.asks for each in asking):
        return message
    if goes_on(message, asking[0].first):
        return message
    asked = message.text[message.pieces[asking[0].first].start :].rstrip(_SIGNS)
    return cut(f"{told[0].text.rstrip(_SIGNS)}. {asked}?", message.language)


def goes_on(message: Message, place: int) -> bool:
    """Tell "exactly | what I feared" and "perfect | is the enemy of good": what only looks like a question goes on."""
    if not 0 < place < len(message.bare) - 1 or not message.bare[place - 1][0].isalnum():
        return False
    word, following = message.bare[place], message.bare[place + 1]
    if word in word_set(message.language, "assent", "wondering"):
        tells = following in word_set(message.language, "assent", "telling_subjects")
        return tells and message.bare[place - 1] in word_set(message.language, "assent", "before_telling")
    asked = word_set(message.language, "assent", "asked_of")
    return word in word_set(message.language, "yesno", "copulas") and following not in asked
