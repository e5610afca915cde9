"""What takes a yes away at a confirm, and nothing else. Nothing here is learned, and nothing here can add a yes.

The model may believe in a yes; these rules refuse it where the reply holds something that a yes must not: a question, a
value that was not shown, a condition, a doubt, something to settle first, or words of keeping what would be cancelled.
"""

from __future__ import annotations

from frontdesk.language.understanding.agreeing.assent import is_held_back
from frontdesk.language.understanding.agreeing.keeping import having, lets_go
from frontdesk.language.understanding.listening import Heard
from frontdesk.language.understanding.message.clauses import Mood
from frontdesk.language.yesno.differences import difference
from frontdesk.language.yesno.question import question_of

_SHOWN = frozenset({"day", "money"})  # kinds of value that a confirm shows and that side questions are about
_UNDECIDED = frozenset({"clauses.wavering", "clauses.pondering", "clauses.consulting", "clauses.holding"})


def takes_away(heard: Heard) -> bool:
    """Say whether a reply cannot be a yes to exactly what was shown, whoever believes that it is."""
    return (
        _asks(heard)
        or _names_something_else(heard)
        or _may_point_elsewhere(heard)
        or heard.message.has(_UNDECIDED)
        or is_held_back(heard.message)
        or _keeps_what_would_go(heard)
    )


def _asks(heard: Heard) -> bool:
    return any(clause.marked or clause.mood is Mood.ASK for clause in heard.message.clauses)


def _names_something_else(heard: Heard) -> bool:
    """Say whether a value is named that was not shown."""
    known = [item for value in heard.asked.known.values() for item in (value if isinstance(value, tuple) else (value,))]
    if any(given.value not in known for given in heard.givens if given.kind != "number"):
        return True
    return difference(heard.text, heard.context).differs


def _may_point_elsewhere(heard: Heard) -> bool:
    """Say whether the desk has just spoken of another day or price than the one shown, so that "that" may be either."""
    if not heard.context.said:
        return False
    spoken = heard.ear.hear(heard.context.said, heard.asked, heard.context).givens
    known = [item for value in heard.asked.known.values() for item in (value if isinstance(value, tuple) else (value,))]
    return any(given.kind in _SHOWN and given.value not in known for given in spoken)


def _keeps_what_would_go(heard: Heard) -> bool:
    """Say whether the desk would undo something, and the reply speaks of having it or of nothing like undoing."""
    if not question_of(heard.context.said or "", heard.context.language).undoes:
        return False
    return having(heard.message) is not None or not lets_go(heard.message)
