"""The walk over a business sees every step, and notices what is broken on purpose."""

from dataclasses import replace
from pathlib import Path

import pytest

from frontdesk.dialogue.flow import Act, Collect, Confirm, Flow
from frontdesk.flows import Loaded
from frontdesk.flows.exploring import Limits, Walk, explore, explore_flow
from frontdesk.flows.exploring_mutants import Verdict, judge, mutants
from frontdesk.flows.exploring_promises import EVERY_PROMISE, NEVER_RAISES, NOT_FOREVER
from frontdesk.flows.exploring_report import tell
from frontdesk.flows.exploring_scope import Scope
from tests.flows.sample import ACTIONS, loaded

FLOW = """\
flows:
  book:
    description: book
    trigger: [book]
    slots:
      service: {type: service, ask: "Which service?"}
      day: {type: day, ask: "Which day?"}
      name: {type: person_name, ask: "Your name?"}
      start: {type: moment}
      opening: {type: option, depends_on: [service, day]}
      reference: {type: reference}
    steps:
      - {step: ask_service, type: collect, slot: service}
      - {step: ask_day, type: collect, slot: day}
      - {step: find, type: action, call: find, on: {none: sorry}, next: offer}
      - {step: offer, type: choose, slot: opening, from: find, ask: "Which?", take: {start: start}}
      - {step: ask_name, type: collect, slot: name}
      - {step: sure, type: confirm, unshown: [opening], message: "{service} on {day} at {start} for {name}?"}
      - {step: book, type: action, call: book, on: {taken: find, unknown: unsure}, next: done}
      - {step: done, type: say, message: "Booked for {name}.", next: end}
      - {step: sorry, type: say, message: "Nothing on {day}.", next: ask_day}
      - {step: unsure, type: handoff, message: "We will see."}
"""


@pytest.fixture
def business(tmp_path: Path) -> Loaded:
    return loaded(tmp_path, FLOW)


@pytest.fixture
def scope(business: Loaded) -> Scope:
    return Scope(business.flows, ACTIONS, business.phrases)


def mutated(scope: Scope, flow: Flow) -> Scope:
    return replace(scope, flows=replace(scope.flows, newest={**scope.flows.newest, flow.name: flow}))


def step_of(scope: Scope, name: str) -> object:
    return scope.flows.newest["book"].steps[name]
