"""A small restaurant: tables inside and on the patio, two of which go together."""

from pathlib import Path

BUSINESS = """\
id: bistro
name: Bistro Lumen
zone: America/New_York
hours: {daily: 17-22}
services:
  dinner: {minutes: 2 hours, needs: [table], also: [a table, table]}
resources:
  window: {kind: table, seats: 2, area: inside, together: [corner]}
  corner: {kind: table, seats: 4, area: inside}
  tree: {kind: table, seats: 4, area: patio}
choices:
  area: {inside: [inside, indoors], patio: [the patio, patio, terrace, outside]}
  occasion: {birthday: [a birthday, birthday], nothing_special: [nothing special, none]}
"""
FLOWS = """\
flows:
  reserve:
    description: reserve a table
    trigger: ["book {service}", "a table for {party}", "reserve a table"]
    slots:
      service: {type: service, default: dinner}
      party: {type: party, ask: For how many?}
      area: {type: area, many: yes, required: no, ask: Inside or on the patio?}
      occasion: {type: occasion, ask: "Is there an occasion?"}
      day: {type: day, ask: On which day?}
      time: {type: time}
      opening: {type: option, depends_on: [service, party, area, day, time]}
      finding: {type: text, guest: no}
      most: {type: number, guest: no}
      name: {type: person_name, ask: Your name?}
      phone: {type: phone, ask: Your phone number?}
      reference: {type: reference}
    steps:
      - {step: ask_party, type: collect, slot: party}
      - {step: ask_area, type: collect, slot: area}
      - {step: ask_occasion, type: collect, slot: occasion}
      - {step: ask_day, type: collect, slot: day}
      - step: find
        type: action
        call: check_availability
        with: {service_type: service, party: party, area: area, date: day, time: time}
        map_outputs: {finding: finding, most: most}
        on: {none: nothing, invalid: too_many}
      - {step: offer, type: choose, slot: opening, from: find, take: {day: day, time: time}, ask: "We have:"}
      - {step: ask_name, type: collect, slot: name}
      - {step: ask_phone, type: collect, slot: phone}
      - step: confirm
        type: confirm
        unshown: [opening]
        message: "{service} for {party}[, {area?}], {occasion}, {day} at {time}, {name}, {phone}?"
      - step: book
        type: action
        call: book_appointment
        with: {opening: opening, service_type: service, party: party, name: name, phone: phone}
        map_outputs: {reference: reference}
        on: {taken: gone, unknown: unsure}
      - {step: done, type: say, message: "See you then. Your reference is {reference}.", next: end}
      - {step: gone, type: say, message: That table is gone., next: find}
      - {step: nothing, type: say, message: "There is nothing on {day}.", next: ask_day}
      - {step: too_many, type: say, message: "We cannot seat {party}.[ {most?} at most.]", next: ask_party}
      - {step: unsure, type: handoff}
"""


def bistro(folder: Path) -> Path:
    """Write the files of the restaurant."""
    (folder / "flows").mkdir()
    (folder / "business.yaml").write_text(BUSINESS)
    (folder / "flows" / "reserve.yaml").write_text(FLOWS)
    return folder
