"""A flow that the proofs accept never breaks a promise when the engine runs it, whatever guests and actions do."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from frontdesk.dialogue.conversation import Confirming, Conversation, Offer, Option
from frontdesk.dialogue.decide import decide
from frontdesk.dialogue.effects import RunAction, Say
from frontdesk.dialogue.events import ActionEnded, Event, GuestSpoke
from frontdesk.dialogue.flow import Act, Confirm
from frontdesk.dialogue.meanings import (
    Affirm,
    Change,
    Choose,
    Deny,
    Exclude,
    GoBack,
    Inform,
    Meaning,
    Number,
    Skip,
    StartFlow,
    Unclear,
)
from frontdesk.dialogue.runs import values
from frontdesk.dialogue.values import Item, Money, Value
from frontdesk.flows import Loaded
from frontdesk.flows.reading.wordings import needed_by
from tests.flows.random_flows import random_flows
from tests.flows.sample import ACTIONS, load_files

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
GIVEN: dict[str, tuple[Value, ...]] = {
    "service": (Item("service", "botox"), Item("service", "peel")),
    "day": (date(2026, 3, 3), date(2026, 3, 5)),
    "name": ("Ada", "Bo"),
    "party": (2, 5),
    "notes": ("No perfume.",),
    "provider": (Item("provider", "sarah"),),
    "guest": ("Cy",),
    "urgent": (True, False),
}
OUTPUTS: dict[str, Value] = {
    "finding": "free",
    "reference": "AB12",
    "price": Money(Decimal(300), "EUR"),
}


class Guest:
    """A conversation of one guest with one flow; everything it does comes from `chance`."""

    def __init__(self, loaded: Loaded, chance: Random) -> None:
        self.loaded = loaded
        self.chance = chance
        self.conversation = Conversation("c", "b")
        # Run and confirm -> what was shown when it got a yes.
        self.agreed: dict[tuple[int, str], dict[str, Value | None]] = {}

    def take_turn(self, meanings: tuple[Meaning, ...]) -> None:
        """Say something, and let every action that follows end somehow."""
        self._note_yes(meanings)
        effects = self._happens(GuestSpoke(meanings, NOW))
        acted = 0
        while effects:
            acted += 1
            assert acted <= self.loaded.flows.newest["book"].bound + 1, "a turn takes no more moves than proved"
            effects = self._happens(self._ended(effects[-1]))

    def _happens(self, event: Event) -> list[RunAction]:
        decision = decide(self.conversation, event, self.loaded.flows)
        self.conversation = decision.conversation
        for effect in decision.effects:
            if isinstance(effect, Say) and effect.phrase in self.loaded.phrases:
                missing = needed_by(self.loaded.phrases[effect.phrase]) - effect.values.keys()
                assert not missing, f"{effect.phrase} shows {missing}, which is unknown"
        actions = [effect for effect in decision.effects if isinstance(effect, RunAction)]
        for action in actions:
            self._check(action)
        return actions

    def _check(self, action: RunAction) -> None:
        spec = ACTIONS[action.action]
        needed = {name for name, parameter in spec.parameters.items() if parameter.required}
        assert needed <= action.arguments.keys(), f"{action.action} is passed nothing unknown"
        run = self.conversation.run
        assert run is not None
        step = self.loaded.flows.newest[run.flow].steps[action.step]
        if isinstance(step, Act) and step.guarded:
            known = values(run)
            shown = self.agreed.pop((run.number, step.confirmed_by or ""))
            assert shown == {name: known.get(name) for name in shown}, "what is done is what was agreed to"

    def _note_yes(self, meanings: tuple[Meaning, ...]) -> None:
        position, run = self.conversation.position, self.conversation.run
        if isinstance(position, Confirming) and run and any(isinstance(meaning, Affirm) for meaning in meanings):
            step = self.loaded.flows.newest[run.flow].steps[position.step]
            shows = step.shows if isinstance(step, Confirm) else ()
            self.agreed[run.number, position.step] = {name: values(run).get(name) for name in shows}

    def _ended(self, action: RunAction) -> ActionEnded:
        spec = ACTIONS[action.action]
        outcome = self.chance.choice(sorted(spec.outcomes))
        optional = {name for name in spec.outputs if self.chance.random() < 0.3 and outcome in spec.successes}
        fields = {name: OUTPUTS[name] for name in spec.certain(outcome) | optional}
        offer = self._offer() if spec.offers and outcome in spec.successes else None
        return ActionEnded(action.key, outcome, NOW, fields, offer)

    def _offer(self) -> Offer:
        provider = Item("provider", "sarah")
        starts = [NOW + timedelta(hours=hour) for hour in range(self.chance.randint(1, 3))]
        options = tuple(Option(f"o{n}", {"start": start, "provider": provider}) for n, start in enumerate(starts))
        exact = options[0].id if self.chance.random() < 0.3 else None
        return Offer(options, NOW, NOW + timedelta(minutes=30), exact=exact)

    def says(self) -> Iterator[tuple[Meaning, ...]]:
        """Give one message after another."""
        yield (StartFlow("book", ""), *self._informs())
        for _ in range(self.chance.randrange(3, 15)):
            yield self._message()

    def _informs(self) -> tuple[Inform, ...]:
        slots = self.chance.sample(sorted(GIVEN), self.chance.randrange(3))
        return tuple(Inform(slot, self.chance.choice(GIVEN[slot]), "") for slot in slots)

    def _message(self) -> tuple[Meaning, ...]:
        slot = self.chance.choice(sorted(GIVEN))
        others: tuple[Meaning, ...] = (
            Affirm(""),
            Deny(""),
            Skip(""),
            GoBack(""),
            Change(slot, ""),
            Unclear(""),
            StartFlow("book", ""),
            Choose(Number(1), ""),
            Exclude(slot, self.chance.choice(GIVEN[slot]), ""),
        )
        wanted = self._answer()
        if wanted and self.chance.random() < 0.7:
            return wanted
        return (*self._informs(), self.chance.choice(others))

    def _answer(self) -> tuple[Meaning, ...]:
        """Return what the desk is waiting for, so that conversations get somewhere."""
        position = self.conversation.position
        slot = getattr(position, "slot", None)
        if slot in GIVEN:
            return (Inform(slot, self.chance.choice(GIVEN[slot]), ""),)
        return (Affirm(""),) if isinstance(position, Confirming) else (Choose(Number(1), ""),)


def _accepted(chance: Random) -> Loaded | None:
    """Return flows that the proofs accept, made in a few attempts."""
    for _ in range(3):
        source = yaml.safe_dump({"flows": random_flows(chance)}, sort_keys=False)
        with TemporaryDirectory() as folder:
            loaded = load_files(Path(folder), {"flows/main.yaml": source})
        if isinstance(loaded, Loaded):
            return loaded
    return None


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(chance=st.randoms(use_true_random=False))
def test_whatever_happens(chance: Random) -> None:
    loaded = _accepted(chance)
    if loaded is not None:
        for _ in range(5):
            guest = Guest(loaded, chance)
            for meanings in guest.says():
                guest.take_turn(meanings)


def test_flows_made_at_random_are_accepted_and_refused(tmp_path: Path) -> None:
    chance = Random(1)  # noqa: S311  # it makes flows, not secrets
    made = [yaml.safe_dump({"flows": random_flows(chance)}, sort_keys=False) for _ in range(60)]
    accepted = [isinstance(load_files(tmp_path, {"flows/main.yaml": text}), Loaded) for text in made]
    assert 5 < sum(accepted) < 55
