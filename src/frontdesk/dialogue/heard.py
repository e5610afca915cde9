"""The meanings of one message, sorted by what they are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from frontdesk.dialogue.conversation import Confirming, Position
from frontdesk.dialogue.meanings import (
    Affirm,
    Ask,
    Change,
    Choose,
    Deny,
    Exclude,
    Inform,
    Meaning,
    Pick,
    Skip,
    StartFlow,
    Unclear,
)

_Kind = TypeVar("_Kind")


@dataclass(frozen=True, slots=True)
class Heard:
    """One message: `all` in the order said, and the same sorted by kind."""

    all: tuple[Meaning, ...]
    starts: tuple[str, ...]  # flows asked for, each once
    informs: tuple[Inform, ...]  # values that can be used
    problems: tuple[Inform, ...]  # values that cannot
    excludes: tuple[Exclude, ...]
    picks: tuple[Pick, ...]
    skips: tuple[str, ...]  # slots that the guest named and will not give
    asks: tuple[Ask, ...]
    change: Change | None
    yes: bool
    no: bool

    def facts(self) -> tuple[Meaning, ...]:
        """Return what the message says of slots and of what will be offered, in the order said."""
        return tuple(meaning for meaning in self.all if isinstance(meaning, Inform | Exclude | Skip | Choose))

    @property
    def hesitates(self) -> bool:
        """Whether the guest says neither yes nor no: "I guess so"."""
        return any(isinstance(meaning, Unclear) and meaning.hesitant for meaning in self.all)

    @property
    def leans(self) -> bool:
        """Whether the guest agrees by halves: "I suppose so, yes"."""
        return any(isinstance(meaning, Unclear) and meaning.leaning for meaning in self.all)

    def has(self, kind: type[Meaning]) -> bool:
        """Say whether a meaning of this kind was heard."""
        return kind in map(type, self.all)


def sort(meanings: Iterable[Meaning]) -> Heard:
    """Sort the meanings of a message. A yes beside a no is no yes."""
    every = tuple(meanings)
    kinds = frozenset(map(type, every))
    informs = _of(Inform, every, kinds)
    return Heard(
        all=every,
        starts=tuple(dict.fromkeys(start.flow for start in starts)) if (starts := _of(StartFlow, every, kinds)) else (),
        informs=tuple([inform for inform in informs if inform.problem is None and inform.value is not None]),
        problems=tuple([inform for inform in informs if inform.problem is not None]),
        excludes=_of(Exclude, every, kinds),
        picks=tuple([choice.pick for choice in _of(Choose, every, kinds)]),
        skips=tuple([skip.slot for skip in _of(Skip, every, kinds) if skip.slot is not None]),
        asks=_of(Ask, every, kinds),
        change=next(iter(_of(Change, every, kinds)), None),
        yes=Affirm in kinds and Deny not in kinds,
        no=Deny in kinds,
    )


def _of(kind: type[_Kind], every: tuple[Meaning, ...], kinds: frozenset[type]) -> tuple[_Kind, ...]:
    """Return the meanings of one kind; a message has few kinds, so most are looked for in vain."""
    return tuple([meaning for meaning in every if isinstance(meaning, kind)]) if kind in kinds else ()


def in_turn(meanings: tuple[Meaning, ...], position: Position) -> tuple[tuple[Meaning, ...], tuple[Meaning, ...]]:
    """Part what is asked for now from what comes after it: another request, in words of its own, or one after a yes."""
    starts = [place for place, meaning in enumerate(meanings) if isinstance(meaning, StartFlow)]
    agreed = isinstance(position, Confirming) and sort(meanings).yes
    words = meanings[starts[0]].words if starts and not agreed else None
    later = next((place for place in starts if meanings[place].words != words), len(meanings))
    return meanings[:later], meanings[later:]
