"""Prints the figures of an exported model on frozen rows, beside those of today's rules on the same rows."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

from frontdesk.language.tagger.opinions import SETTINGS, SHIPPED, Tagger, TaggerSettings
from frontdesk.language.tagger.running import MODEL, TaggerModel
from training.judging import Heard, Score, scores
from training.rows import Row
from training.sources import CORPUS, WORK, all_sources, frozen_rows
from training.tagger import heard, scores_of


def by_model(model: Path, folder: Path, settings: Path) -> Callable[[Row], Heard]:
    """Return what hears with an exported model."""
    loaded, chosen = TaggerModel(model, folder), TaggerSettings.read(settings)
    return lambda row: heard(scores_of(loaded, row), chosen)


def by_product(tagger: Tagger | None) -> Callable[[Row], Heard]:
    """Return what hears as the product does: by its rules, and with a model where they are unsure."""
    from training.rules import hear  # noqa: PLC0415 - where the model is trained, the product is not installed

    return lambda row: hear(row, tagger)


def table(name: str, found: dict[str, Score]) -> str:
    """Return all figures as lines."""
    return "\n".join(
        line
        for trades, score in found.items()
        if score.rows
        for line in (f"{name}, {trades}: {score.rows} rows", *(f"  {told}" for told in score.told()))
    )


def rows_of(kind: str) -> Sequence[Row]:
    """Return the rows to score on: frozen ones are what is quoted, the others are for a look while training."""
    if kind == "frozen":
        return frozen_rows(CORPUS / "frozen")
    rows = all_sources().calibrate
    if kind == "public":
        return [row for row in rows if row.source.startswith("public")]
    return [row for row in rows if not row.source.startswith("public")]


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("way", nargs="?", help="which file in the work folder; without it, the one that ships")
    parser.add_argument("--rows", choices=["frozen", "own", "public"], default="frozen")
    parser.add_argument("--most", type=int, default=0, help="rows at most, for a try")
    parser.add_argument(
        "--rules", action="store_true", help="the product's figures as well, with and without the model"
    )
    arguments = parser.parse_args()
    rows = rows_of(arguments.rows)
    rows = rows[:: max(1, len(rows) // arguments.most)] if arguments.most else rows
    way = arguments.way
    folder, model, settings = (
        (SHIPPED, MODEL, SETTINGS) if way is None else (WORK, f"{way}.onnx", f"{way}.settings.json")
    )
    kind = f"on {arguments.rows} rows"
    print(table(f"the model alone {kind}", scores(rows, by_model(folder / model, folder, folder / settings))))
    if arguments.rules:
        print(table(f"the rules alone {kind}", scores(rows, by_product(None))))
        print(table(f"the product {kind}", scores(rows, by_product(Tagger(SHIPPED)))))
        from training.whole_conversations import figures  # noqa: PLC0415 - as above: the product is not everywhere

        print(figures({"without the model": None, "with the model": Tagger(SHIPPED)}))


if __name__ == "__main__":
    main()
