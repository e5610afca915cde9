"""What of the catalogue the guest talked about last: "how much is it?" is about that."""

from __future__ import annotations

from frontdesk.dialogue.copying import replace
from frontdesk.dialogue.heard import Heard, sort
from frontdesk.dialogue.meanings import Meaning
from frontdesk.dialogue.turn import Turn
from frontdesk.dialogue.values import Item

ASKED = "asked"  # beside the kinds of things: the topic that the last message asked about


def remember(turn: Turn, heard: Heard) -> Turn:
    """Keep what a message was about: one thing of each kind, or those it named together."""
    named, topics = _named(heard), dict(turn.conversation.topics)
    for kind in dict.fromkeys(item.kind for item in named):
        items = tuple(item for item in named if item.kind == kind)
        held = topics.get(kind)
        if not (isinstance(held, tuple) and set(items) <= set(held)):  # the rest of a question about several
            topics[kind] = items[0] if len(items) == 1 else items
    topics.pop(ASKED, None)
    if heard.asks:
        topics[ASKED] = heard.asks[-1].topic
    same = topics == turn.conversation.topics
    return turn if same else turn.with_conversation(replace(turn.conversation, topics=topics))


def settled_by(turn: Turn, meanings: tuple[Meaning, ...]) -> Turn:
    """What several were talked about of is open only until one of them is named."""
    open_kinds = {kind for kind, topic in turn.conversation.topics.items() if isinstance(topic, tuple)}
    named = {item.kind for item in _named(sort(meanings))} if open_kinds else set()
    kept = {kind: topic for kind, topic in turn.conversation.topics.items() if kind not in open_kinds & named}
    return turn.with_conversation(replace(turn.conversation, topics=kept)) if open_kinds & named else turn


def _named(heard: Heard) -> tuple[Item, ...]:
    """Return what of the catalogue a message gives or asks about, each once."""
    given = [inform.value for inform in heard.informs]
    named = [item for value in given for item in (value if isinstance(value, tuple) else (value,))]
    named += [value for ask in heard.asks for _, value in ask.about]
    return tuple(dict.fromkeys(item for item in named if isinstance(item, Item)))
