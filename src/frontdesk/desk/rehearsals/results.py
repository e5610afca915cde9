"""How conversation files did: as lines to read, and as JUnit XML for machines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from xml.etree import ElementTree as ET

from frontdesk.desk.rehearsals.rehearsing import Failure, Result
from frontdesk.flows.findings import Finding


def lines_of(result: Result) -> Iterator[str]:
    """Give what is printed of one run."""
    if result.failure is None:
        yield f"ok      {result.name}" if result.waiting is None else f"waiting {result.name}: {result.waiting}"
        return
    yield f"FAILED  {result.name}"
    yield from (f"        {line}" for line in difference_lines(result.script.file, result.failure))


def difference_lines(file: str, failure: Failure) -> Iterator[str]:
    """Give where a conversation went another way, and how."""
    yield f"{file}:{failure.line}: {failure.said}"
    for each in failure.differences:
        yield f"  {each.what}: expected {each.expected}, got {each.got}"
    yield from (f"  | {line}" for line in failure.reply.splitlines())


def totals(results: Sequence[Result]) -> str:
    """Sum up."""
    files = len({result.script.file for result in results})
    failed = sum(result.failure is not None for result in results)
    waiting = sum(result.waiting is not None for result in results)
    told = f"{files} conversations, {len(results)} runs, {failed} failed"
    return f"{told}, {waiting} waiting for a sentence to be understood" if waiting else told


def junit(results: Iterable[Result], suite: str, broken: Sequence[Finding] = ()) -> bytes:
    """Write the results the way build servers read them; a file that could not be read is an error."""
    every = list(results)
    failures = sum(result.failure is not None for result in every)
    root = ET.Element("testsuite", name=suite, failures=str(failures), errors=str(len(broken)))
    root.set("tests", str(len(every) + len(broken)))
    for finding in broken:
        case = ET.SubElement(root, "testcase", classname=finding.file, name=f"{finding.rule}:{finding.line}", time="0")
        ET.SubElement(case, "error", message=_printable(finding.sentence)).text = _printable(str(finding))
    for result in every:
        folder = result.script.file.rpartition("/")[0].replace("/", ".")
        case = ET.SubElement(root, "testcase", classname=folder, name=result.name, time=f"{result.seconds:.3f}")
        if result.waiting is not None:
            ET.SubElement(case, "skipped", message=_printable(f"not understood yet: {result.waiting}"))
        if result.failure is not None:
            message = ET.SubElement(case, "failure", message=result.failure.differences[0].what)
            message.text = _printable("\n".join(difference_lines(result.script.file, result.failure)))
    written: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return written


def _printable(text: str) -> str:
    """Leave out what XML cannot hold."""
    return "".join(letter for letter in text if letter in "\t\n" or letter >= " ")
