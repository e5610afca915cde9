"""Reads migrations: how conversations that wait in older versions of a flow go on with this one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from frontdesk.dialogue.flow import Act, Flow, Migration
from frontdesk.flows.drafts import Draft
from frontdesk.flows.findings import nearest
from frontdesk.flows.proving.consent import consent
from frontdesk.flows.proving.examples import Example, along, doing, shortest
from frontdesk.flows.proving.graph import edges, entering
from frontdesk.flows.reading import flow_fields as keys
from frontdesk.flows.reading.document import Node, Text, child_of, nodes_of
from frontdesk.flows.reading.schema import At, Record
from frontdesk.flows.reading.slots import Reading


def read_migrations(record: Record, flow: Flow, reading: Reading) -> tuple[Migration, ...]:
    """Return the migrations of a flow, and report what they must not say."""
    declared = [one for one in record.of(keys.MIGRATE) or () if one.whole]
    if not declared:
        return ()
    _check_versions(declared, reading)
    behind = {one.step: one for one in _behind_yes(flow, reading)}
    for one in declared:
        for target in (one.of(keys.MIGRATED_STEPS) or {}).values():
            _check_step(target, flow, behind, reading)
        _check_slots(tuple((one.of(keys.MIGRATED_SLOTS) or {}).values()), reading)
        _check_dropped(one, reading)
    return tuple(map(_migration, declared))


def _migration(record: Record) -> Migration:
    versions = [version.value for version in record.need(keys.MIGRATED_FROM)]
    return Migration(
        versions=() if keys.EVERY_VERSION in versions else tuple(versions),
        steps={old: target.value for old, target in (record.of(keys.MIGRATED_STEPS) or {}).items()},
        slots={old: target.value for old, target in (record.of(keys.MIGRATED_SLOTS) or {}).items()},
        dropped=frozenset(record.of(keys.DROPPED) or ()),
    )


def _check_versions(declared: Sequence[Record], reading: Reading) -> None:
    """Check that no version is moved in two ways."""
    seen: dict[str, int] = {}
    for version in (version for one in declared for version in one.need(keys.MIGRATED_FROM)):
        if version.value in seen:
            message = f"How {version.value} goes on is already said on line {seen[version.value]}."
            reading.report.add(version.line, "two_migrations", message)
        seen.setdefault(version.value, version.line)


@dataclass(frozen=True, slots=True)
class _Behind:
    """A step from which a guarded action runs on a yes that was said before."""

    step: str
    confirm: str
    example: Example


def _check_step(target: At[str], flow: Flow, behind: Mapping[str, _Behind], reading: Reading) -> None:
    """Check that a step is there, and that it is none from which an action would run on a yes to something else."""
    name, line = target.value, target.line
    if name not in flow.steps:
        reading.report.add(line, "unknown_step", f'There is no step "{name}".', nearest(name, flow.steps))
    elif name in behind:
        confirm = behind[name].confirm
        message = f"{name} lies behind the yes of {confirm}, and no yes is carried over: name {confirm}."
        reading.report.add(line, "past_confirm", message, example=behind[name].example)


def _behind_yes(flow: Flow, reading: Reading) -> Iterator[_Behind]:
    """Give the steps from which a guarded action runs on a yes that was said before."""
    ways = edges(flow, reading.known.actions)
    leading = entering(ways)
    for step in flow.steps.values():
        if isinstance(step, Act) and step.guarded:
            found = consent(flow, leading, step)
            for confirm in found.confirms:
                for name in {*found.between, step.name}.difference(found.confirms):
                    _, *lines = along(flow, shortest(ways, name, step.name))
                    then = f"desk: {doing(step)} (nobody has said yes to {confirm})"
                    yield _Behind(name, confirm, (f"desk: goes on at {name} of the new version", *lines, then))


def _check_dropped(record: Record, reading: Reading) -> None:
    """Check that no value both stays behind and goes along."""
    goes = record.of(keys.MIGRATED_SLOTS) or {}
    for name in record.of(keys.DROPPED) or ():
        if name in goes:
            message = f"{name} is to be dropped, and on line {goes[name].line} its value goes into {goes[name].value}."
            reading.report.add(record.line_of(keys.DROPPED), "two_fates", message)


def check_sources(draft: Draft, fingerprints: Collection[str]) -> None:
    """Report migrations from a version that is the newest itself: nobody is to be moved from there."""
    for version in _versions(draft.node):
        if version.value != keys.EVERY_VERSION and any(one.startswith(version.value) for one in fingerprints):
            message = (
                f"{version.value} is what the flow is now, not an older version of it; `frontdesk flows` lists those."
            )
            draft.report.add(version.line, "newest_version", message)


def _versions(node: Node) -> Iterator[Text]:
    """Give the versions that the migrations of a flow are for, as they stand in the file."""
    for migration in nodes_of(child_of(node, keys.MIGRATE.name)):
        named = nodes_of(child_of(migration, keys.MIGRATED_FROM.name))
        yield from (version for version in named if isinstance(version, Text))


def _check_slots(targets: Sequence[At[str]], reading: Reading) -> None:
    """Check that values go into slots there are, one into each."""
    seen: set[str] = set()
    for target in targets:
        if target.value not in reading.slots:
            message = f'There is no slot "{target.value}".'
            reading.report.add(target.line, "unknown_slot", message, nearest(target.value, reading.slots))
        if target.value in seen:
            reading.report.add(target.line, "two_values", f"Two values cannot both go into {target.value}.")
        seen.add(target.value)
