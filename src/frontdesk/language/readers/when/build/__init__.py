"""How each form of the word list makes its meaning out of the pieces it matched; None refuses them.

A form names its builder; every function below that takes pieces can be named.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import isfunction
from typing import TypeAlias

from frontdesk.language.readers.when.build import clocks, days, lengths, moments, spans, wishes
from frontdesk.language.readers.when.pieces import same
from frontdesk.language.readers.when.tokens import Meaning, Piece

Builder: TypeAlias = Callable[[Sequence[Piece]], Meaning | None]

_MODULES = (clocks, days, lengths, moments, spans, wishes)
BUILDERS: Mapping[str, Builder] = {"same": same} | {
    name: build
    for module in _MODULES
    for name, build in vars(module).items()
    if isfunction(build) and build.__module__ == module.__name__
}
