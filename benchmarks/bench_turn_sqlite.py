"""One whole turn on SQLite: against a bare loop over the same statements, and against LangGraph on its checkpointer."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import langgraph_spa
from conversation import AT_ONCE, open_spa, talk, talk_at_once, talk_in_turn
from langgraph_spa import Durability, Graph
from measuring import RUNS, at_least, title
from sqlite_floor import Executed, record, replay
from turns import COUNT, GUESTS, Compared, Talk, print_compared, rate, timed


@dataclass(frozen=True, slots=True)
class Way:
    """A way to let the guests in: ours and the peer's."""

    name: str
    ours: Talk
    peer: Callable[[Graph, Sequence[int], Durability], list[float]]


WAYS = (
    Way("one guest after another", talk_in_turn, langgraph_spa.talk_in_turn),
    Way(f"{AT_ONCE} guests at once", talk_at_once, langgraph_spa.talk_at_once),
)


async def recorded(how: Talk, file: Path) -> tuple[list[Executed], list[Executed]]:
    """Return what a run executed: while it warmed up, and then."""
    async with open_spa(f"sqlite:///{file}") as desk:
        executed = record(desk)
        await talk(desk, 0)
        before = len(executed)
        await how(desk, GUESTS)
        return executed[:before], executed[before:]


def peer_rate(way: Way, durability: Durability, file: Path) -> float:
    """Return the turns per second of LangGraph."""
    with langgraph_spa.on_sqlite(file) as spa:
        langgraph_spa.talk(spa, 0, durability)
        return rate(lambda: way.peer(spa, GUESTS, durability))


def compare(way: Way, folder: Path) -> Compared:
    """Run ours, the floor and the peer in turns."""
    compared = Compared()
    before, executed = asyncio.run(recorded(way.ours, folder / "recorded.db"))
    for run in range(RUNS):
        compared.add_ours(*asyncio.run(timed(way.ours, f"sqlite:///{folder / f'ours{run}.db'}")))
        compared.floor.append(COUNT / replay(before, executed, folder / f"floor{run}.db"))
        compared.peer.append(peer_rate(way, "async", folder / f"peer{run}.db"))
        compared.peer_at_exit.append(peer_rate(way, "exit", folder / f"exit{run}.db"))
    statements = len(executed) / COUNT
    print(f"  {statements:.1f} statements a turn, BEGIN and COMMIT included")
    return compared


def main() -> None:
    title("A turn on SQLite: WAL, synchronous=FULL, on disk; examples/medspa, 8 turns to a booking")
    for way in WAYS:
        with tempfile.TemporaryDirectory() as folder:
            compared = compare(way, Path(folder))
        print_compared(way.name, compared, "floor: bare sqlite3, same statements", at_least(0.5))


if __name__ == "__main__":
    main()
