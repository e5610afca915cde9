"""Reads the conversation files of a business, strictly: every mistake with its file and line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from pathlib import Path

from frontdesk.desk.house import House
from frontdesk.desk.rehearsals import script_fields as keys
from frontdesk.desk.rehearsals.given_rooms import read_rooms, read_ticket
from frontdesk.desk.rehearsals.room_fields import ERP, ERP_ANSWERS, TICKET_OF, TICKETS
from frontdesk.desk.rehearsals.scripts import (
    Ending,
    Expected,
    Fills,
    GivenBlock,
    GivenBooking,
    GivenMeeting,
    GivenRooms,
    GivenTicket,
    Happening,
    Meanwhile,
    Offering,
    Plain,
    Says,
    Script,
    Silence,
    Waits,
    WorldChanges,
)
from frontdesk.flows.findings import Finding, Report, in_order, nearest
from frontdesk.flows.reading.document import read_file
from frontdesk.flows.reading.schema import At, Field, Record
from frontdesk.language.readers import phone, reference
from frontdesk.language.readers.reading import Context

FOLDER = "conversations"
REMEMBERED = ("name", "phone", "email")  # known of a guest in whatever flow


@dataclass(frozen=True, slots=True)
class Read:
    """The conversation files of a business, and what is wrong with those that are broken."""

    scripts: tuple[Script, ...]
    findings: tuple[Finding, ...]


def read_conversations(folder: Path, house: House, paths: Iterable[Path] | None = None) -> Read:
    """Read conversation files of the business in `folder`: those at `paths`, or all there are."""
    report = Report(FOLDER)
    chosen = sorted((folder / FOLDER).rglob("*.yaml")) if paths is None else paths
    scripts = [_read(path, folder, house, report) for path in chosen]
    return Read(tuple(script for script in scripts if script is not None), in_order(report.found))


def _read(path: Path, folder: Path, house: House, report: Report) -> Script | None:
    here = report.on(path.relative_to(folder).as_posix())
    before = len(here.found)
    node = read_file(path, here)
    record = keys.CONVERSATION.read(node, here) if node is not None else None
    if record is None or not record.whole:
        return None
    script = _Reader(house, here).script(record, path.relative_to(folder / FOLDER).with_suffix("").as_posix())
    return script if len(here.found) == before else None


def _texts(value: Plain) -> tuple[str, ...]:
    """Return what is put into a field: one text, or several."""
    return (value,) if isinstance(value, str) else tuple(str(each) for each in value)


def _plain(values: Mapping[str, At[Plain]] | None) -> Mapping[str, Plain] | None:
    return None if values is None else {name: placed.value for name, placed in values.items()}


@dataclass(frozen=True, slots=True)
class _Reader:
    """Makes a script of what a file says, checking names against the business."""

    house: House
    report: Report

    def script(self, record: Record, name: str) -> Script:
        happenings = [self.happening(turn) for turn in record.need(keys.TURNS)]
        self.check_waiting(record, [each for each in happenings if isinstance(each, Says)])
        zone = self.house.business.zone
        now = record.need(keys.NOW)
        return Script(
            name=name,
            file=self.report.file,
            about=record.need(keys.ABOUT),
            now=now.astimezone(zone) if now.tzinfo else now.replace(tzinfo=zone),
            happenings=tuple(each for each in happenings if each is not None),
            guest=self.phone(record.of(keys.GUEST)),
            channel=record.of(keys.CHANNEL) or "web",
            bookings=self.distinct(self.bookings(record)),
            meetings=tuple(self.meetings(record)),
            blocks=tuple(self.block(each) for each in record.of(keys.BLOCKED) or () if each.whole),
            ending=self.ending(record.of(keys.AT_END)),
            rooms=self.rooms(record.of(ERP)),
            tickets=tuple(self.ticket(each) for each in record.of(TICKETS) or () if each.whole),
            waiting=tuple(each.value for each in record.of(keys.WAITING) or ()),
        )

    def check_waiting(self, record: Record, turns: Iterable[Says]) -> None:
        """Check that what is not understood yet is said here: else nobody would notice when it is."""
        said = [text for turn in turns for text in (turn.text, *turn.wordings)]
        for each in record.of(keys.WAITING) or ():
            if each.value not in said:
                message = f'Nobody says "{each.value}" here, so the file cannot wait for it.'
                self.report.add(each.line, "unsaid", message, nearest(each.value, said))

    def happening(self, turn: Record) -> Happening | None:
        given = [field.name for field in keys.KINDS_OF_TURN if field.name in turn.lines]
        if len(given) != 1:
            self.report.add(
                turn.line, "what_happens", f"A turn is one of {', '.join(each.name for each in keys.KINDS_OF_TURN)}."
            )
            return None
        self.beside(turn, given[0])
        for key in (keys.FILL, keys.EXECUTE):
            if (filled := turn.of(key)) is not None:
                values = {name: _texts(placed.value) for name, placed in filled.items()}
                return Fills(values, key is keys.EXECUTE, turn.line, self.expected(turn), turn.of(keys.TURN_CHANNEL))
        others, wait, world = turn.of(keys.MEANWHILE), turn.of(keys.WAIT), turn.of(keys.WORLD)
        silence = turn.of(keys.SILENCE)
        if others is not None:
            return Meanwhile(tuple(says for each in others if (says := self.says(each)) is not None), turn.line)
        if wait is not None:
            return Waits(wait, turn.line)
        if silence is not None:
            return Silence(silence, turn.line, self.expected(turn), turn.of(keys.TURN_CHANNEL))
        return self.world(world) if world is not None else self.says(turn)

    def beside(self, turn: Record, kind: str) -> None:
        """Check that what is claimed of an answer stands where there is one."""
        fitting = {kind, *keys.BESIDE.get(kind, ())}
        for name in sorted(turn.lines.keys() - fitting):
            message = f'"{name}" stands beside what a guest says, not beside "{kind}".'
            self.report.add(turn.lines[name], "misplaced_key", message)

    def world(self, world: Record) -> WorldChanges | None:
        calendar, endings = world.of(keys.CALENDAR), world.of(keys.ENDINGS) or {}
        if not world.lines:
            self.report.add(world.line, "nothing_changes", 'Say of the "calendar" or of "actions" what changes.')
        ways = {name: None if ending.value == keys.WORKS else ending.value for name, ending in endings.items()}
        self.does(tuple(keys.Done(name, way, endings[name].line) for name, way in ways.items()))
        rooms = self.rooms(world.of(ERP_ANSWERS))
        return WorldChanges(world.line, None if calendar is None else calendar == "down", ways, rooms)

    def says(self, turn: Record) -> Says | None:
        text = turn.of(keys.GUEST_SAYS)
        if text is None:
            return None
        expected = self.expected(turn)
        wordings = turn.of(keys.WORDINGS) or ()
        return Says(text, turn.line, expected, wordings, turn.of(keys.TURN_CHANNEL))

    def expected(self, turn: Record) -> Expected:
        desk = turn.of(keys.DESK) or Record(turn.line, {}, {}, whole=True)
        return Expected(
            confirm=self.slots(desk.of(keys.CONFIRM)),
            ask=self.asked(desk),
            offer=self.offer(desk.of(keys.OFFERS)),
            position=desk.of(keys.POSITION),
            step=desk.of(keys.STEP),
            says=desk.of(keys.SAYS) or (),
            never=desk.of(keys.NEVER) or (),
            does=self.does(turn.of(keys.DOES)),
            known=self.slots(turn.of(keys.KNOWN)),
            bookings=self.rows(turn, keys.BOOKINGS),
            form=_plain(desk.of(keys.FORM)),
            plan=_plain(desk.of(keys.PLAN)),
        )

    def slot_names(self) -> set[str]:
        flows = self.house.flows.newest.values()
        return {*REMEMBERED, *(name for flow in flows for name in flow.slots)}

    def slots(self, values: Mapping[str, At[Plain]] | None) -> Mapping[str, Plain] | None:
        return None if values is None else self.named(values, "slot", self.slot_names())

    def named(self, values: Mapping[str, At[Plain]], what: str, known: Iterable[str]) -> Mapping[str, Plain]:
        names = set(known)
        for name, placed in values.items():
            if name not in names:
                self.report.add(placed.line, f"unknown_{what}", f'There is no {what} "{name}".', nearest(name, names))
        return {name: placed.value for name, placed in values.items()}

    def rows(
        self, record: Record, field: Field[tuple[Mapping[str, At[Plain]], ...]]
    ) -> tuple[Mapping[str, Plain], ...] | None:
        rows = record.of(field)
        return None if rows is None else tuple(self.named(each, "field", keys.BOOKING_KEYS) for each in rows)

    def asked(self, desk: Record) -> str | None:
        ask = desk.of(keys.ASK)
        known = {"choice", "confirmation", "null", "nothing", *self.slot_names()}
        if ask is not None and ask not in known:
            self.report.add(desk.line_of(keys.ASK), "unknown_slot", f'No flow asks for "{ask}".', nearest(ask, known))
        return ask

    def does(self, done: tuple[keys.Done, ...] | None) -> tuple[tuple[str, str | None], ...] | None:
        actions = self.house.actions
        for each in done or ():
            action = actions.get(each.action)
            if action is None:
                message = f'There is no action "{each.action}".'
                self.report.add(each.line, "unknown_action", message, nearest(each.action, actions))
            elif each.outcome is not None and each.outcome not in action.spec.outcomes:
                message = f'{each.action} never ends as "{each.outcome}".'
                self.report.add(each.line, "unknown_outcome", message, nearest(each.outcome, action.spec.outcomes))
        return None if done is None else tuple((each.action, each.outcome) for each in done)

    def offer(self, read: Record | tuple[str, ...] | None) -> Offering | None:
        if not isinstance(read, Record):
            return None if read is None else Offering(exactly=read)
        return Offering(
            count=read.of(keys.OFFER_COUNT),
            first=read.of(keys.OFFER_FIRST),
            last=read.of(keys.OFFER_LAST),
            day=read.of(keys.OFFER_DAY),
            not_before=read.of(keys.OFFER_FROM),
            until=read.of(keys.OFFER_UNTIL),
            provider=read.of(keys.OFFER_PROVIDER),
            includes=read.of(keys.OFFER_INCLUDES) or (),
            excludes=read.of(keys.OFFER_EXCLUDES) or (),
        )

    def phone(self, written: At[str] | None) -> str | None:
        if written is None:
            return None
        business = self.house.business
        found = phone.read(written.value, Context(datetime.now(business.zone), business.region))
        if len(found) != 1 or found[0].problem is not None:
            self.report.add(written.line, "bad_phone", f'"{written.value}" is not a phone number.')
            return None
        return found[0].value

    def bookings(self, record: Record) -> Iterable[GivenBooking]:
        for each in record.of(keys.GIVEN) or ():
            when = self.when(each)
            if when is None or not each.whole:
                continue
            service = each.need(keys.SERVICE)
            self.named({service.value: At("", service.line)}, "service", self.house.business.services)
            yield GivenBooking(
                service=service.value,
                day=when[0],
                line=each.line,
                at=when[1],
                provider=self.resource(each.of(keys.PROVIDER)),
                phone=self.phone(each.of(keys.OF_GUEST)),
                name=each.of(keys.NAME_OF),
                reference=self.reference(each.of(keys.REFERENCE_OF)),
                party=each.of(keys.PARTY_OF),
            )

    def meetings(self, record: Record) -> Iterable[GivenMeeting]:
        for each in record.of(keys.MEETINGS) or ():
            when = self.when(each)
            if when is None or not each.whole:
                continue
            minutes = each.of(keys.MINUTES)
            yield GivenMeeting(
                title=each.need(keys.TITLE),
                day=when[0],
                line=each.line,
                at=when[1],
                length=None if minutes is None else timedelta(minutes=minutes),
                attendees=tuple(each.of(keys.ATTENDEES) or ()),
                repeats=each.of(keys.REPEATS),
            )

    def reference(self, placed: At[str] | None) -> str | None:
        if placed is None:
            return None
        business = self.house.business
        # One that could not be read would make a conversation that proves nothing.
        context = Context(datetime.now(business.zone), business.region, business.language)
        if [found.value for found in reference.read(placed.value, context)] != [placed.value]:
            self.report.add(placed.line, "bad_reference", f'"{placed.value}" would not be read as a reference.')
            return None
        return placed.value

    def distinct(self, bookings: Iterable[GivenBooking]) -> tuple[GivenBooking, ...]:
        given = tuple(bookings)
        named = [each.reference for each in given if each.reference is not None]
        for each in given:
            if named.count(each.reference or "") > 1:
                message = f"{each.reference} is the reference of more than one booking."
                self.report.add(each.line, "same_reference", message)
        return given

    def when(self, record: Record) -> tuple[date, time | None] | None:
        start, day = record.of(keys.START), record.of(keys.DAY)
        if start is not None and day is None:
            return start.date(), start.time()
        if day is not None and start is None:
            return day, record.of(keys.TIME) if keys.TIME.name in record.lines else None
        self.report.add(record.line, "when", 'A given booking has a "start", or a "day" and perhaps a "time".')
        return None

    def resource(self, placed: At[str] | None) -> str | None:
        if placed is None:
            return None
        self.named({placed.value: At("", placed.line)}, "resource", self.house.business.resources)
        return placed.value

    def block(self, record: Record) -> GivenBlock:
        return GivenBlock(
            day=record.need(keys.BLOCK_DAY),
            line=record.line,
            resource=self.resource(record.of(keys.PROVIDER)),
            start=record.of(keys.BLOCK_FROM),
            end=record.of(keys.BLOCK_TO),
        )

    def rooms(self, record: Record | None) -> GivenRooms | None:
        return None if record is None or not record.whole else read_rooms(record, self.room_type)

    def ticket(self, record: Record) -> GivenTicket:
        return read_ticket(record, self.phone(record.of(TICKET_OF)), self.room_type)

    def room_type(self, placed: At[str]) -> str:
        self.named({placed.value: At("", placed.line)}, "room_type", self.house.business.room_types)
        return placed.value

    def ending(self, record: Record | None) -> Ending | None:
        if record is None:
            return None
        return Ending(
            line=record.line,
            bookings=self.rows(record, keys.BOOKINGS),
            diary=self.rows(record, keys.END_DIARY),
            requests=record.of(keys.END_REQUESTS),
        )
