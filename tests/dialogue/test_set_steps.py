"""A set step fills what its flow needs; what the flow can do without stays empty where the guest ruled it out."""

from __future__ import annotations

import pytest

from frontdesk.dialogue.conversation import Confirming, Conversation, Filled, Run, Source
from frontdesk.dialogue.decide import decide
from frontdesk.dialogue.events import GuestSpoke
from frontdesk.dialogue.flow import END, Assign, Collect, Confirm, Copy, Flow, Flows, Slot, Step
from frontdesk.dialogue.meanings import Exclude, Inform, StartFlow
from frontdesk.dialogue.runs import assign
from frontdesk.dialogue.values import Item
from tests.dialogue.worlds import NOW

PARIS = Item("city", "paris")


def moving(*, required: bool) -> Flows:
    """Return a flow that keeps the old city where the guest wishes for no other."""
    slots = [Slot("old", "city"), Slot("new", "city", required=required)]
    steps: list[Step] = [
        Collect("ask", "old", "same"),
        Assign("same", {"new": Copy("old")}, "sure"),
        Confirm("sure", "move.sure", ("old",), END),
    ]
    by_name = {step.name: step for step in steps}
    return Flows({"move": Flow("move", "move", {slot.name: slot for slot in slots}, by_name, "ask", "print", 20)})


@pytest.mark.parametrize("required", [True, False])
def test_what_is_ruled_out_is_set_only_where_it_is_needed(*, required: bool) -> None:
    said = (StartFlow("move", ""), Inform("old", PARIS, ""), Exclude("new", PARIS, ""))
    after = decide(Conversation("c", "b"), GuestSpoke(said, NOW), moving(required=required)).conversation
    assert isinstance(after.position, Confirming)
    assert after.run is not None
    assert ("new" in after.run.slots) is required


def test_what_may_be_several_is_set_as_guests_give_it() -> None:
    slots = {"last": Slot("last", "city", guest=False), "all": Slot("all", "city", many=True)}
    flow = Flow("go", "go", slots, {}, "same", "print", 20)
    run = Run(1, "go", "print", {"last": Filled(PARIS, Source.ACTION)})
    after = assign(run, flow, Assign("same", {"all": Copy("last")}, END))
    assert after.slots["all"].value == (PARIS,)
