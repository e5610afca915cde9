"""Reading times: our reader against duckling, message by message, over one list of utterances."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from functools import partial
from pathlib import Path

from conversation import NOW
from measuring import RUNS, percentile, processor_seconds, show, show_ratio, title

from frontdesk.language.readers import when
from frontdesk.language.readers.reading import Context

UTTERANCES = (Path(__file__).parent / "utterances.txt").read_text().splitlines()
REPEATS = 5
ZONES = "/usr/share/zoneinfo"

Reader = Callable[[str], object]


def ours() -> Reader:
    """Return our reader of days, times and lengths of time."""
    context = Context(NOW)
    return lambda text: when.read(text, context)


def ducklings() -> Reader:
    """Return duckling's, asked for times and durations only."""
    import duckling  # noqa: PLC0415 - there is no build of it for every machine

    zones = duckling.load_time_zones(ZONES)
    english = duckling.parse_lang("EN")
    context = duckling.Context(
        duckling.parse_ref_time(zones, str(NOW.tzinfo), int(NOW.timestamp())),
        duckling.parse_locale("EN_US", duckling.default_locale_lang(english)),
    )
    wanted = duckling.parse_dimensions(["time", "duration"])
    return lambda text: duckling.parse(text, context, wanted, False)  # noqa: FBT003 - positional in its interface


def milliseconds(read: Reader) -> list[float]:
    """Return the processor time of each utterance."""
    return [1000 * processor_seconds(partial(read, text)) for _ in range(REPEATS) for text in UTTERANCES]


def main() -> None:
    title(f"Reading times: {len(UTTERANCES)} utterances; processor time")
    own = ours()
    milliseconds(own)
    if importlib.util.find_spec("duckling") is None:
        print("  duckling: no build for this machine (pyduckling-native-phihos), so there is no ratio")
        show("ours, median", [percentile(milliseconds(own), 50) for _ in range(RUNS)], "ms")
        return
    peer = ducklings()
    milliseconds(peer)
    runs = [(milliseconds(own), milliseconds(peer)) for _ in range(RUNS)]
    middle = [[percentile(each, 50) for each in pair] for pair in zip(*runs, strict=True)]
    show("ours, median", middle[0], "ms")
    show("ours, p95", [percentile(mine, 95) for mine, _ in runs], "ms")
    show("duckling, median", middle[1], "ms")
    show("duckling, p95", [percentile(theirs, 95) for _, theirs in runs], "ms")
    show_ratio("duckling to ours, median (over 1: we are faster)", middle[1], middle[0])


if __name__ == "__main__":
    main()
