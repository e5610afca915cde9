"""A flow that books, small enough to be walked in a moment, and a way to walk what is made of it."""

from pathlib import Path

from frontdesk.flows import Loaded
from frontdesk.flows.exploring.scope import Scope
from tests.flows.sample import ACTIONS, load_files

BOOK = """\
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
PAY = """\
flows:
  pay:
    description: pay
    trigger: [pay]
    slots:
      service: {type: service, ask: "Which service?"}
      price: {type: money}
    steps:
      - {step: ask_service, type: collect, slot: service, tries: 2, on_exit: leave}
      - {step: price, type: action, call: quote, map_outputs: {price: price}, on: {none: leave}}
      - step: dear
        type: branch
        cases: [{when: service = peel, next: warn}]
        otherwise: sure
      - {step: warn, type: say, message: "That one stings.", next: sure}
      - {step: sure, type: confirm, message: "{service} for {price}?", on_no: leave}
      - {step: pay, type: action, call: pay, on: {unknown: unsure}, next: done}
      - {step: done, type: say, message: "Paid.", next: end}
      - {step: leave, type: say, message: "Then not.", next: end}
      - {step: unsure, type: handoff, message: "We will see."}
"""


def accepted(folder: Path, text: str) -> Loaded:
    """Load flows that the proofs accept."""
    found = load_files(folder, {"flows/flows.yaml": text})
    assert isinstance(found, Loaded), found
    return found


def scope_of(business: Loaded) -> Scope:
    """Return what there is to walk in a business."""
    return Scope(business.flows, ACTIONS, business.phrases)
