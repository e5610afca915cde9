"""What conversations have reached in this run of the tests, kept where all its workers find it: each is run once."""

import json
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from pathlib import Path
from uuid import uuid4

from frontdesk.desk.rehearsals.coverage import Watch
from frontdesk.desk.rehearsals.places import Place
from frontdesk.desk.rehearsals.scripts import Script

EXAMPLES = Path(__file__).parents[2] / "examples"
# The harbour is small: it shows places. What it does not reach it shares with what `frontdesk new` makes.
# The calendar shows meetings; that its questions are put again and given up it has in common with the others.
# The hotel is not whole yet: its conversations are few.
SMALL = frozenset({"harbour", "hotel", "meetings"})
BUSINESSES = sorted(path.parent for path in EXAMPLES.glob("*/business.yaml") if path.parent.name not in SMALL)


@dataclass(frozen=True, slots=True)
class Reached:
    """What each conversation has reached that was run as it is written."""

    folder: Path

    def keep(self, business: str, script: Script, seen: Watch) -> None:
        """Keep what one conversation has reached: all that was seen."""
        told = json.dumps([_plain(seen.reached), _plain(seen.unclaimed)])
        half = self.folder / uuid4().hex  # what another worker reads is whole
        half.write_text(told, encoding="utf-8")
        half.rename(self._file(business, script))

    def is_kept(self, business: str, script: Script, seen: Watch) -> bool:
        """Say whether it is known what a conversation has reached, and add it to what was seen."""
        file = self._file(business, script)
        if not file.exists():
            return False
        reached, unclaimed = json.loads(file.read_text(encoding="utf-8"))
        seen.reached.update(Place(*each) for each in reached)
        seen.unclaimed.update(Place(*each) for each in unclaimed)
        return True

    def _file(self, business: str, script: Script) -> Path:
        return self.folder / f"{business} {script.name.replace('/', ' ')}.json"


def _plain(places: Iterable[Place]) -> list[tuple[str, ...]]:
    return sorted(astuple(place) for place in places)
