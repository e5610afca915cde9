"""What is wrong with a business folder: where, which rule, and why, in a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

_ALIKE = 65  # below this score, of 100, a suggestion is more confusing than none
_PART = 80  # the same for a part of a longer name,
_LONG = 4  # where neither is shorter than this: those letters are found anywhere


@dataclass(frozen=True, slots=True)
class Finding:
    """One mistake. `rule` is a short name that does not change; `suggestion` is what was probably meant."""

    file: str
    line: int
    rule: str
    message: str
    suggestion: str | None = None
    example: tuple[str, ...] = ()  # a short conversation that shows it

    def __str__(self) -> str:
        """Write the finding the way editors and compilers do, with its example beneath it."""
        first = f"{self.file}:{self.line}: {self.sentence} [{self.rule}]"
        return "\n".join((first, *(f"    {line}" for line in self.example)))

    @property
    def sentence(self) -> str:
        """What is wrong, and what was probably meant."""
        return f"{self.message} Did you mean {self.suggestion}?" if self.suggestion else self.message


@dataclass(slots=True)
class Report:
    """Gathers the findings of one file; reports of several files share one list."""

    file: str
    found: list[Finding] = field(default_factory=list)

    def add(
        self, line: int, rule: str, message: str, suggestion: str | None = None, example: tuple[str, ...] = ()
    ) -> None:
        """Note a mistake on `line` of this file."""
        self.found.append(Finding(self.file, line, rule, message, suggestion, example))

    def on(self, file: str) -> Report:
        """Return a report for another file that gathers into the same list."""
        return Report(file, self.found)


def in_order(found: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings by file and line, each once."""
    return tuple(sorted(dict.fromkeys(found), key=lambda one: (one.file, one.line, one.rule, one.message)))


def with_article(noun: str) -> str:
    """Return a noun as a sentence names one of its kind: an option, a party."""
    return f"an {noun}" if noun[:1].lower() in set("aeiou") else f"a {noun}"


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """Return the choice that `word` was probably meant to be, if one is near enough."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415  # only a folder with mistakes pays for this import

    among = list(choices)
    slip = process.extractOne(word, among, scorer=fuzz.ratio, score_cutoff=_ALIKE)
    longer = [one for one in among if len(one) >= _LONG] if len(word) >= _LONG else []
    part = process.extractOne(word, longer, scorer=fuzz.WRatio, score_cutoff=_PART)
    best = slip or part
    return str(best[0]) if best else None
