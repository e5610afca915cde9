"""Says how replies at a confirm are taken by the product and by the model alone, and why where they are taken wrongly.

    python -m training.confirms vireo wren --list yes

The authors named must be kept from training: what is chosen on these rows is flattered by them.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from frontdesk.dialogue.asked import Asked
from frontdesk.language.results import Read
from frontdesk.language.tagger.opinions import SHIPPED, Tagger
from frontdesk.language.tagger.running import loaded
from frontdesk.language.understand import Understanding
from frontdesk.language.veto import is_held_back
from training.from_tests import answer_of
from training.judging import Answers, is_right
from training.rows import Row, read_file
from training.rules import NOW, asked_of, house_of
from training.sources import CORPUS
from training.tagger import heard, scores_of


def rows_of(authors: Sequence[str]) -> Iterator[tuple[str, Row]]:
    """Return the replies at a confirm that authors wrote."""
    for author in authors:
        for row in read_file(CORPUS / "authors" / f"{author}.jsonl").rows:
            if row.answer is not None:
                yield author, row


def taken(row: Row, tagger: Tagger) -> tuple[str, tuple[Read, ...], bool]:
    """Return what the product takes a reply for, what it read, and whether its veto would take a yes away."""
    understanding, flows = house_of(row, tagger)
    asked = asked_of(row, flows)
    reads = understanding.understand(row.text, asked, NOW, row.desk or None)
    return answer_of([read.meaning for read in reads]), reads, _is_vetoed(understanding, row, asked)


def _is_vetoed(understanding: Understanding, row: Row, asked: Asked) -> bool:
    heard_here = understanding._hear(row.text, asked, NOW, row.desk or None)  # noqa: SLF001 - a look inside
    return is_held_back(heard_here.message, heard_here.context)


def figures(authors: Sequence[str], shown: Sequence[str]) -> None:
    """Print the figures by author, and the rows that are taken wrongly of the answers named."""
    tagger = Tagger(SHIPPED)
    model = loaded(SHIPPED)
    counts: dict[tuple[str, str, str], Answers] = defaultdict(Answers)
    confused: Counter[tuple[str, str]] = Counter()
    for author, row in rows_of(authors):
        product, reads, vetoed = taken(row, tagger)
        alone = heard(scores_of(model, row), tagger.settings).answer or ""
        kind = "hard" if row.hard else "plain"
        for name, answer in (("product", product), ("model", alone)):
            counts[author, kind, name].add(answer, row)
            counts["all", kind, name].add(answer, row)
        wanted = row.answer or ""
        if not is_right(product, wanted):
            confused[wanted, product] += 1
            if wanted in shown or (product == "yes" and "false" in shown):
                _print(row, product, alone, reads, tagger, vetoed=vetoed)
    for (author, kind, name), answers in sorted(counts.items()):
        print(f"{author:6} {kind:5} {name:8} {answers.told()}")
    print(*(f"{wanted} taken for {got}: {count}" for (wanted, got), count in confused.most_common()), sep="\n")


def _print(row: Row, product: str, alone: str, reads: Sequence[Read], tagger: Tagger, *, vetoed: bool) -> None:
    chances = tagger.answer("confirm", row.desk, row.text)
    told = " ".join(f"{name} {chance:.2f}" for name, chance in chances.items() if chance >= 0.1)
    mark = "hard" if row.hard else "plain"
    held = " VETO" if vetoed else ""
    print(f"{row.source}:{row.line} {mark} {row.answer} taken for {product} (model {alone}: {told}){held}")
    print(f"   D> {row.desk}\n   G> {row.text}")
    for read in reads:
        print(f"      {type(read.meaning).__name__} {getattr(read.meaning, 'topic', '')} by {read.by}: {read.why}")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("authors", nargs="+")
    parser.add_argument("--list", nargs="*", default=[], help="answers whose wrong rows are shown, or 'false' yeses")
    arguments = parser.parse_args()
    figures(arguments.authors, arguments.list)


if __name__ == "__main__":
    main()
