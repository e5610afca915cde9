"""Writes down what an action takes: names and kinds, needed or not."""

from __future__ import annotations

from collections.abc import Mapping

from frontdesk.dialogue.actions import Parameter


def takes(required: Mapping[str, str], optional: Mapping[str, str] | None = None) -> dict[str, Parameter]:
    """Return parameters by name."""
    needed = {name: Parameter(kind) for name, kind in required.items()}
    return needed | {name: Parameter(kind, required=False) for name, kind in (optional or {}).items()}
