"""A step in the making: what its record says, looked up and checked in the flow around it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from frontdesk.dialogue.expression import Expression
from frontdesk.dialogue.flow import DEFAULT_TRIES, END
from frontdesk.flows.findings import nearest
from frontdesk.flows.reading import flow_fields as keys
from frontdesk.flows.reading.expressions import Trouble, parse
from frontdesk.flows.reading.schema import At, Field, Record
from frontdesk.flows.reading.slots import Reading
from frontdesk.flows.reading.wordings import needed_by


@dataclass(frozen=True, slots=True)
class Place:
    """A step being made: its record, its name, and the step that follows it in the file."""

    record: Record
    name: str
    following: str
    reading: Reading

    def fault(
        self, line: int, rule: str, message: str, suggestion: str | None = None, example: tuple[str, ...] = ()
    ) -> None:
        """Report a mistake."""
        self.reading.report.add(line, rule, message, suggestion, example)

    def target(self, field: Field[At[str]]) -> str | None:
        """Return the step that a field names."""
        named = self.record.of(field)
        return self.checked(named) if named else None

    def checked(self, target: At[str]) -> str:
        """Return the name of a step, and report one that is not there."""
        names = self.reading.names
        if target.value != END and target.value not in names:
            message = f'There is no step "{target.value}".'
            self.fault(target.line, "unknown_step", message, nearest(target.value, (*names, END)))
        return target.value

    def next(self) -> str:
        """Return the step that comes after this one."""
        return self.target(keys.NEXT) or self.following

    def when(self) -> Expression | None:
        """Return the condition of the step."""
        condition = self.record.of(keys.WHEN)
        return self.condition(condition) if condition else None

    def condition(self, text: At[str]) -> Expression | None:
        """Return a condition, or None after reporting why it is none."""
        parsed = parse(text.value, self.reading.slots, self.reading.known.kinds)
        if isinstance(parsed, Trouble):
            message = f"At character {parsed.column} of the condition: {parsed.message}"
            self.fault(text.line, "bad_condition", message, parsed.suggestion)
            return None
        return parsed

    def slot(self, name: At[str]) -> str:
        """Return the name of a slot, and report one that is not there."""
        if name.value not in self.reading.slots:
            message = f'There is no slot "{name.value}".'
            self.fault(name.line, "unknown_slot", message, nearest(name.value, self.reading.slots))
        return name.value

    def tries(self) -> int:
        """Return how often the question is put."""
        return self.record.of(keys.TRIES) or DEFAULT_TRIES

    def phrase(self, otherwise: str | None = None) -> str:
        """Return the phrase that the step says: a text of its own, or one of the replies."""
        field = keys.CHOICE_ASK if self.record.need(keys.TYPE) == "choose" else keys.MESSAGE
        text, named = self.record.of(field), self.record.of(keys.PHRASE)
        if text and named:
            self.fault(named.line, "two_texts", "A step says a text of its own or a phrase of the replies, not both.")
        if text:
            return self.reading.keep(f"{self.reading.flow}.{self.name}", text, self.record.line_of(field))
        if named is None and otherwise is None and not {field.name, "phrase"} & self.record.lines.keys():
            self.fault(self.record.line, "missing_text", f"{self.name} has nothing to say.")
        if named:
            self._check_reply(named)
        return named.value if named else otherwise or ""

    def _check_reply(self, named: At[str]) -> None:
        """Check that a reply is there, and that it needs no value that this flow does not have."""
        known = self.reading.known
        if not known.has_phrase(named.value):
            choices = {*(known.phrases or ()), *known.replies}
            message = f'There is no phrase "{named.value}".'
            self.fault(named.line, "unknown_phrase", message, nearest(named.value, choices))
        reply = known.reply(named.value)
        needed = needed_by(reply).difference(known.everywhere, self.reading.slots) if reply else ()
        for name in sorted(needed):
            message = f'The phrase {named.value} shows "{name}", and there is no such slot here.'
            self.fault(named.line, "unknown_slot", message)

    def check_names(self, what: str, named: Mapping[str, int], there: Collection[str]) -> None:
        """Report the names, each with its line, that are not there."""
        for name, line in named.items():
            if name not in there:
                rule = f"unknown_{what.replace(' ', '_')}"
                meant = nearest(name, there)
                others = f" There are {', '.join(sorted(there))}." if there and meant is None else ""
                self.fault(line, rule, f'There is no {what} "{name}" here.{others}', meant)
