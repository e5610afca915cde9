"""Reads the answer to a question that is asked for a yes or no, also one in its own words: "I don't smoke"."""

from __future__ import annotations

from frontdesk.language.readers.reading import Context
from frontdesk.language.readers.text.clauses import Clause, Message, Mood
from frontdesk.language.words import listed, tokens, word_set

_STEM = 4  # letters that "smoke" and "smoker" have in common


def echoed(message: Message, context: Context) -> bool | None:
    """Return the yes or no of a message that takes up the words of the question or says how often, or None."""
    for clause in message.clauses:
        if clause.mood is Mood.ASK:
            return None
        said = _often(message, clause)
        if said is None:
            said = _of_question(message, clause, context)
        if said is not None:
            return said
    return None


def _often(message: Message, clause: Clause) -> bool | None:
    """Read "never" and "only sometimes", where hardly anything else is said."""
    text = f" {' '.join(word for word in message.bare[clause.first : clause.after] if word[0].isalnum())} "
    for key, answer in (("never", False), ("sometimes", True)):
        if any(text.endswith(f" {phrase} ") or text.startswith(f" {phrase} ") for phrase in _phrases(message, key)):
            return answer
    return None


def _phrases(message: Message, key: str) -> tuple[str, ...]:
    return listed(message.language, "answers", key)


def _of_question(message: Message, clause: Clause, context: Context) -> bool | None:
    """Read "I smoke" after "Do you smoke?"; a "not" before it turns it round, as does "smoke free"."""
    asked = _asked(context)
    words = message.bare[clause.first : clause.after]
    place = next((place for place, word in enumerate(words) if any(_is_same(word, own) for own in asked)), None)
    if place is None:
        return None
    turning = word_set(message.language, "answers", "turning")
    if not turning.isdisjoint((*words[:place], *words[place + 1 : place + 2])):
        return False
    speaks = not place or words[0] in word_set(message.language, "answers", "speaking")
    return True if speaks else None


def _asked(context: Context) -> frozenset[str]:
    """Return the words of the last question of what the desk said that say what it is about."""
    question = (context.said or "").rstrip("? \n").replace("!", ".").split("?")[-1].split(".")[-1]
    helping = word_set(context.language, "answers", "in_questions") | word_set(context.language, "common", "light")
    return frozenset(token.plain for token in tokens(question) if token.text.isalpha() and token.plain not in helping)


def _is_same(word: str, own: str) -> bool:
    """Tell whether two words are forms of one: "smoke", "smoker", "smoking"."""
    return word == own or (min(len(word), len(own)) >= _STEM and word[:_STEM] == own[:_STEM])
