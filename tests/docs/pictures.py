"""The pictures of docs/: each is what `frontdesk draw` makes of a flow.

Run as a program, it remakes them: python -m tests.docs.pictures
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner

from frontdesk.cli import main
from tests.docs.keys import DOCS

PICTURES = DOCS / "pictures"
FLIGHTS = DOCS.parent / "examples" / "flights"
# Picture -> the business it is of, None for one that `frontdesk new` makes; and the flow.
MADE: Mapping[str, tuple[Path | None, str]] = {
    "book_flight.svg": (FLIGHTS, "book_flight"),
    "salon_book.svg": (None, "book"),
}


def _run(*arguments: str | Path) -> None:
    ended = CliRunner(catch_exceptions=False).invoke(main, [str(each) for each in arguments])
    if ended.exit_code:
        raise RuntimeError(ended.output)


def made() -> Iterator[tuple[str, str]]:
    """Give each picture as it should be."""
    with TemporaryDirectory() as folder:
        salon = Path(folder) / "salon"
        _run("new", salon)
        for name, (business, flow) in MADE.items():
            _run("draw", business or salon, "--out", Path(folder) / name)
            yield name, (Path(folder) / name / f"{flow}.svg").read_text(encoding="utf-8")


if __name__ == "__main__":
    for name, text in made():
        (PICTURES / name).write_text(text, encoding="utf-8")
