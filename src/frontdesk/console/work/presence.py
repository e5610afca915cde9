"""Who looks at which conversation now, and who is typing there. It is kept in this process only, and for seconds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic

HERE = 15.0  # seconds after which somebody who gives no sign has left
TYPING = 4.0  # seconds after the last key


@dataclass(frozen=True, slots=True)
class Colleague:
    """Somebody who looks at a conversation."""

    login: str
    name: str
    typing: bool

    def data(self) -> dict[str, object]:
        """Return them as plain data."""
        return {"login": self.login, "name": self.name, "typing": self.typing}


@dataclass(frozen=True, slots=True)
class _Sign:
    name: str
    at: float
    typed_at: float | None


@dataclass(slots=True)
class Presence:
    """Signs of life of those who work here, by conversation."""

    clock: Callable[[], float] = monotonic
    signs: dict[str, dict[str, _Sign]] = field(default_factory=dict)

    def note(self, conversation: str, login: str, name: str, *, typing: bool) -> bool:
        """Take a sign of life; say whether others see something new."""
        before = self.of(conversation)
        here, now = self.signs.setdefault(conversation, {}), self.clock()
        was = here.get(login)
        here[login] = _Sign(name, now, now if typing else was.typed_at if was else None)
        self._drop_old(now)
        return self.of(conversation) != before

    def leave(self, conversation: str, login: str) -> bool:
        """Let somebody go; say whether they were there."""
        here = self.signs.get(conversation, {})
        was_there = here.pop(login, None) is not None
        if not here:
            self.signs.pop(conversation, None)
        return was_there

    def of(self, conversation: str) -> tuple[Colleague, ...]:
        """Return who looks at a conversation, by name."""
        now, found = self.clock(), self.signs.get(conversation, {})
        here = ((login, sign) for login, sign in found.items() if now - sign.at < HERE)
        return tuple(
            Colleague(login, sign.name, sign.typed_at is not None and now - sign.typed_at < TYPING)
            for login, sign in sorted(here, key=lambda each: each[1].name)
        )

    def _drop_old(self, now: float) -> None:
        for conversation, here in tuple(self.signs.items()):
            kept = {login: sign for login, sign in here.items() if now - sign.at < HERE}
            if kept:
                self.signs[conversation] = kept
            else:
                del self.signs[conversation]
