"""Says in what way a turn did not go well: asked again, gave up, passed on. Read from what the engine did."""

from __future__ import annotations

from frontdesk.desk.report import asking_of
from frontdesk.desk.scene import Taken
from frontdesk.dialogue.conversation import (
    Changing,
    Choosing,
    Collecting,
    Confirming,
    Conversation,
    Idle,
    Sorting,
)
from frontdesk.storage.rows import TroubleKind


def trouble_of(before: Conversation, taken: Taken) -> str | None:
    """Return the trouble of a turn and what it was about, "asked_again:day"; None where it went well.

    A turn that comes to several is kept as the worst: who gave up asked before, and may call staff as well.
    """
    if taken.gave_up:
        return _written(TroubleKind.GAVE_UP, asking_of(before.position))
    if taken.calls:
        return _written(TroubleKind.PASSED_ON, taken.calls[0].reason)
    if _asked_again(before, taken.conversation):
        return _written(TroubleKind.ASKED_AGAIN, asking_of(before.position))
    return None


def _written(kind: TroubleKind, about: str | None) -> str:
    return f"{kind}:{about}" if about else kind.value


def _asked_again(before: Conversation, after: Conversation) -> bool:
    """Tell whether the same question was put once more; one that another had come before was not asked yet."""
    match before.position, after.position:
        case old, Idle(unclear=unclear):
            return unclear > (old.unclear if isinstance(old, Idle) else 0)
        case Sorting(tries=earlier), Sorting(tries=tries):
            return tries > earlier
        case (
            (Collecting() | Choosing() | Confirming() | Changing()) as old,
            (Collecting() | Choosing() | Confirming() | Changing()) as new,
        ):
            is_same = type(old) is type(new) and old.step == new.step and _run_number(before) == _run_number(after)
            return is_same and 0 < old.tries < new.tries
        case _:
            return False


def _run_number(conversation: Conversation) -> int:
    return conversation.run.number if conversation.run is not None else 0
