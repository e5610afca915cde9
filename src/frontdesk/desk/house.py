"""A business ready to serve: what it declared, how it understands, how it speaks, what it can do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from frontdesk.desk.actions import ACTIONS
from frontdesk.desk.actions.calls import Action
from frontdesk.desk.actions.meetings import connected
from frontdesk.desk.actions.own import OwnActions, own_actions
from frontdesk.desk.languages import know_languages, mistakes
from frontdesk.desk.literals import JUDGE
from frontdesk.desk.model_choice import tagger_for
from frontdesk.desk.uncollected import uncollected
from frontdesk.desk.versions import older_version
from frontdesk.dialogue.flow import Collect, Flows
from frontdesk.flows import Loaded, Refused, load
from frontdesk.flows.findings import Finding, in_order
from frontdesk.language.readers.reading import Context
from frontdesk.language.replies.phrase import EVERYWHERE, Phrases, built_in
from frontdesk.language.understand import Understanding
from frontdesk.scheduling.business import Business

_NOTHING_BEGINS = Finding("flows", 1, "never_begun", "No flow has a `trigger` or `answers`: guests can begin nothing.")


class BusinessRefused(Exception):  # noqa: N818 - what happened to the folder
    """The folder of a business has mistakes; `refused` lists them all."""

    def __init__(self, refused: Refused, folder: Path) -> None:
        """Carry the findings, and where they are: several businesses may be opened at once."""
        super().__init__("\n".join(str(finding) for finding in refused.findings))
        self.refused = refused
        self.folder = folder


@dataclass(frozen=True, slots=True)
class World:
    """What may be wrong around the desk. Conversation files set it; a real outside calendar will too."""

    calendar_down: bool = False


@dataclass(frozen=True, slots=True)
class House:
    """Everything a turn needs besides the database and the clock."""

    business: Business
    flows: Flows
    understanding: Understanding
    phrases: Phrases
    sources: Mapping[str, str] = field(default_factory=dict)  # flow name -> its source, kept with its fingerprint
    actions: Mapping[str, Action] = field(default_factory=lambda: ACTIONS)
    world: World = field(default_factory=World)

    def context(self, now: datetime, said: str | None = None) -> Context:
        """Return what a reader or a phrase may know at this moment."""
        business = self.business
        zoned = now.astimezone(business.zone)
        return Context(zoned, business.region, business.language, said, currency=business.currency)

    def kinds_asked_for(self) -> frozenset[str]:
        """Name the kinds of value that some flow cannot do without."""
        return frozenset(
            flow.slots[step.slot].kind
            for flow in self.flows.newest.values()
            for step in flow.steps.values()
            if isinstance(step, Collect) and flow.slots[step.slot].required
        )

    def is_guarded(self, action: str) -> bool:
        """Say whether an action needs a yes; one that is not there any more is taken to have needed one."""
        return action not in self.actions or self.actions[action].spec.guarded

    def with_version(self, source: str) -> House:
        """Return the same house with an older version of a flow that a conversation still runs on."""
        flow, texts = older_version(source)
        pinned = {**self.flows.pinned, flow.fingerprint: flow}
        phrases = replace(self.phrases, wordings={**self.phrases.wordings, **texts})
        return replace(self, flows=replace(self.flows, pinned=pinned), phrases=phrases)


@uncollected()
def open_house(folder: Path) -> House:
    """Load a business, or raise `BusinessRefused` with every mistake in it."""
    if not folder.is_dir():
        what = "This is a file, not the folder of a business." if folder.exists() else "There is no such folder."
        raise BusinessRefused(Refused((Finding(".", 1, "missing_folder", what),)), folder)
    if wrong := know_languages(folder):  # first: what is checked below is read in the language of the business
        raise BusinessRefused(Refused(in_order(wrong)), folder)
    return _house(folder, own_actions(folder))


@uncollected()
def reopen_house(folder: Path, house: House) -> House:
    """Load a business whose files have changed. The code of its actions is not run again: a desk is using it."""
    if wrong := know_languages(folder):
        raise BusinessRefused(Refused(in_order(wrong)), folder)
    return replace(_house(folder, OwnActions(house.actions)), world=house.world)


def _house(folder: Path, own: OwnActions) -> House:
    actions = {**ACTIONS, **own.actions}  # an action of the business's own takes the place of ours
    specs = {name: action.spec for name, action in actions.items()}
    loaded = load(folder, specs, built_in("en"), JUDGE, EVERYWHERE)
    if own.findings or not isinstance(loaded, Loaded):
        more = loaded.findings if isinstance(loaded, Refused) else ()
        if any(finding.rule == "broken_actions" for finding in own.findings):  # it is not known which actions there are
            more = tuple(finding for finding in more if finding.rule != "unknown_action")
        raise BusinessRefused(Refused(in_order((*own.findings, *more))), folder)
    business, flows = loaded.business, loaded.flows
    if wrong := mistakes(business.language, folder):
        raise BusinessRefused(Refused(in_order(wrong)), folder)
    if not any(flow.triggers or flow.answers for flow in flows.newest.values()):
        raise BusinessRefused(Refused((_NOTHING_BEGINS,)), folder)
    abilities = tuple(flow.description for flow in flows.newest.values() if flow.triggers)
    phrases = Phrases.of(business.language, loaded.phrases, abilities=abilities)
    understanding = Understanding(business, flows, tagger_for(business.language))
    return House(business, flows, understanding, phrases, loaded.sources, connected(actions, business))
