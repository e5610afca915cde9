"""Says what is wrong with an author's file of rows, and how its rows are spread."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from training.rows import ACTS, ANSWERS, MEANT, PLACES, RELATED, AuthorFile, Row, read_file

_ALIKE = 0.8  # of the letter triples of two texts
_SHORT = 15  # letters: "yes please" may stand at several places, the same words at the same place may not
_SHOWN = 60


def letters(text: str) -> str:
    """Return what makes a text the same as another: its letters and digits."""
    return "".join(character for character in text.lower() if character.isalnum())


def near_duplicates(rows: Iterable[Row]) -> Iterator[tuple[Row, Row]]:
    """Return each row that says nearly what an earlier one says, with that one."""
    exact: dict[tuple[str, str], Row] = {}
    by_triple: dict[str, list[int]] = defaultdict(list)
    kept: list[tuple[Row, frozenset[str]]] = []
    for row in rows:
        said = letters(row.text)
        place = letters(row.desk) if len(said) < _SHORT else ""
        if (said, place) in exact:
            yield row, exact[said, place]
            continue
        exact[said, place] = row
        if len(said) < _SHORT:
            continue
        triples = frozenset(said[start : start + 3] for start in range(len(said) - 2))
        if (alike := _alike(triples, by_triple, kept)) is not None:
            yield row, alike
            continue
        for triple in triples:
            by_triple[triple].append(len(kept))
        kept.append((row, triples))


def _alike(
    triples: frozenset[str], by_triple: dict[str, list[int]], kept: list[tuple[Row, frozenset[str]]]
) -> Row | None:
    shared = Counter(number for triple in triples for number in by_triple.get(triple, ()))
    for number, count in shared.most_common(3):
        row, others = kept[number]
        if count / (len(triples) + len(others) - count) >= _ALIKE:
            return row
    return None


def spread(rows: tuple[Row, ...]) -> str:
    """Return how the rows are spread over what should vary."""
    spans = [span for row in rows for span in row.spans or ()]
    lengths = Counter(_length(row.text) for row in rows)
    return "\n".join(
        [
            _counted("trades", Counter(row.trade.kind for row in rows if row.trade)),
            _counted("places", Counter(row.at for row in rows), PLACES),
            _counted("acts", Counter(act for row in rows for act in row.acts or ()), ACTS),
            _counted("acts per row", Counter(str(len(row.acts or ())) for row in rows)),
            _counted("answers", Counter(row.answer for row in rows if row.answer), ANSWERS),
            _counted("meant", Counter(span.meant or "" for span in spans), MEANT),
            _counted("related", Counter(span.related or "" for span in spans), RELATED),
            _counted("words", lengths, ("1-2", "3-6", "7-15", "16+")),
            f"hard: {sum(row.hard for row in rows)} of {len(rows)}",
        ]
    )


def _length(text: str) -> str:
    words = len(text.split())
    return "1-2" if words < 3 else "3-6" if words < 7 else "7-15" if words < 16 else "16+"


def _counted(name: str, counts: Counter[str], known: Iterable[str] = ()) -> str:
    missing = [one for one in known if not counts[one]]
    listed = ", ".join(f"{one} {count}" for one, count in counts.most_common())
    return f"{name}: {listed}" + (f"; NONE of {', '.join(missing)}" if missing else "")


def problems_of(file: AuthorFile) -> list[tuple[int, str]]:
    """Return every line that must be mended or deleted, in order."""
    repeated = [
        (row.line, f"nearly the same as line {earlier.line}: {earlier.text[:_SHOWN]!r}")
        for row, earlier in near_duplicates(file.rows)
    ]
    return sorted([*file.problems, *repeated])


def main(names: list[str]) -> int:
    """Check the files named; return 1 if a row must be mended."""
    if not names:
        sys.stderr.write("usage: python3 -m training.check_rows FILE...\n")
        return 2
    wrong = 0
    for name in names:
        file = read_file(Path(name))
        problems = problems_of(file)
        wrong += len(problems)
        for line, problem in problems:
            sys.stdout.write(f"{name}:{line}: {problem}\n")
        sys.stdout.write(f"{name}: {len(file.rows)} rows, {len(problems)} to mend\n")
        sys.stdout.write(spread(file.rows) + "\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
