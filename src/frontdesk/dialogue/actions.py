"""What a flow may know of an action before it runs: its parameters, its outcomes and what it gives back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Parameter:
    """Something an action takes. `kind` is a kind of slot, or `any`."""

    kind: str
    required: bool = True
    placeholder: str = ""  # what a plan calls it while it is unknown; the name of the slot where left out
    label: str = ""  # what a form calls it
    hint: str = ""  # what a form says below its field
    many: bool = False  # several values may be given


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """The contract of an action. A guarded one books, moves, cancels, pays or writes to a third party."""

    name: str
    parameters: Mapping[str, Parameter]
    outcomes: frozenset[str]
    successes: frozenset[str]  # outcomes that go on to the next step; only these bring an offer
    outputs: Mapping[str, str] = field(default_factory=dict)  # field of the outcome -> kind
    guarded: bool = False
    offers: bool = False  # it finds options that a guest can choose from
    fields: Mapping[str, str] = field(default_factory=dict)  # field of an option -> kind; empty: not declared
    perhaps: frozenset[str] = frozenset()  # fields that an option may be without
    brings: Mapping[str, frozenset[str]] = field(default_factory=dict)  # outcome -> outputs that are certain then
    at_once: bool = False  # it runs inside the turn, where nothing can stop it: it has no time-out
    repeatable: bool = False  # it takes a key, so that trying it again never does it twice
    asks_staff: bool = False  # its success leaves the matter to staff: it makes a ticket
    ends: bool = False  # it cancels or deletes: what it is offered with does not look inviting

    def certain(self, outcome: str) -> frozenset[str]:
        """Name the outputs that are there after `outcome`: unless declared, all after a success and none otherwise."""
        usual = frozenset(self.outputs) if outcome in self.successes else frozenset[str]()
        return self.brings.get(outcome, usual)
