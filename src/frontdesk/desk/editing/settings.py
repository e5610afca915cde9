"""What a page of settings shows: the business as its files say it is now, and where each thing stands in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from frontdesk.desk.editing.files import BUSINESS, BusinessFiles
from frontdesk.desk.editing.places import Path, entries_of
from frontdesk.flows.findings import Finding, Report, in_order
from frontdesk.flows.reading.business_file import read_business
from frontdesk.flows.reading.document import Entries, Node, child_of, nodes_of, plain, read_bytes
from frontdesk.scheduling.business import Business, Resource, Service

HOURS = "hours"
CLOSED_DAYS, SPECIAL_DAYS = "closed_days", "special_days"
SERVICES, TOPICS, FLOWS, EXAMPLES = "services", "topics", "flows", "examples"
PROVIDERS, ROOMS, RESOURCES = "providers", "rooms", "resources"
GROUPS = (PROVIDERS, ROOMS, RESOURCES)


class NotShown(Exception):  # noqa: N818 - what is the case with the files
    """The files have mistakes, so what they mean cannot be shown; `findings` lists them."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        """Carry the mistakes."""
        super().__init__("\n".join(str(finding) for finding in findings))
        self.findings = findings


@dataclass(frozen=True, slots=True)
class FlowWords:
    """A flow of the business's own, and the words that begin it."""

    name: str
    description: str
    triggers: tuple[str, ...]
    file: str
    examples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Settings:
    """A business, and what only its files know."""

    files: BusinessFiles
    business: Business
    groups: Mapping[str, str]  # id of a person, room or other resource -> the key it stands under
    with_own_week: frozenset[str]  # those of them who have hours of their own
    flows: tuple[FlowWords, ...]

    def path_of(self, resource: str | None) -> Path:
        """Return where somebody stands in `business.yaml`; None is the business itself."""
        return () if resource is None else (self.groups[resource], resource)

    def line_of(self, path: Path) -> int:
        """Return the line of `business.yaml`, from 1, that something stands on; 1 if it does not."""
        entry = entries_of(self.files.texts[BUSINESS]).get(path)
        return 1 if entry is None else entry.first + 1


def read_settings(files: BusinessFiles) -> Settings:
    """Return what these files say; raise `NotShown` if that cannot be told."""
    report = Report(BUSINESS)
    node = files.tree(BUSINESS)
    business = read_business(node, "", report) if node is not None else None
    if node is None or business is None or report.found:
        raise NotShown(_mistakes(files, report))
    stands = {
        each: (group, inner)
        for group in GROUPS
        for each, inner in _children(child_of(node, group))
        if each in business.resources
    }
    own = frozenset(each for each, (_, inner) in stands.items() if child_of(inner, HOURS) is not None)
    groups = {each: group for each, (group, _) in stands.items()}
    return Settings(files, business, groups, own, tuple(_flows(files)))


def _mistakes(files: BusinessFiles, report: Report) -> tuple[Finding, ...]:
    if not report.found:
        read_bytes(files.texts.get(BUSINESS, "").encode(), report)
    return in_order(report.found)


def _children(node: Node | None) -> list[tuple[str, Node]]:
    return [(key.value, child) for key, child in node.pairs] if isinstance(node, Entries) else []


def _flows(files: BusinessFiles) -> list[FlowWords]:
    found = []
    for path in files.texts:
        if path.startswith("flows/"):
            for name, node in _children(child_of(files.tree(path), FLOWS)):
                about = child_of(node, "description")
                triggers = tuple(str(plain(each)) for each in nodes_of(child_of(node, "trigger")))
                examples = tuple(str(plain(each)) for each in nodes_of(child_of(node, EXAMPLES)))
                found.append(FlowWords(name, str(plain(about)) if about else name, triggers, path, examples))
    return found


def does(resource: Resource, service: str) -> bool:
    """Say whether somebody does a service: one who names none does all."""
    return not resource.services or service in resource.services


def performers_of(business: Business, service: Service) -> tuple[Resource, ...]:
    """Return those who do a service, and what it can take place in or with."""
    return tuple(each for each in could_perform(business, service) if does(each, service.id))


def could_perform(business: Business, service: Service) -> tuple[Resource, ...]:
    """Return those of the kinds that a service needs."""
    return tuple(each for each in business.resources.values() if each.kind in service.needs)
