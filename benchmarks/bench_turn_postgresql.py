"""One whole turn on PostgreSQL: against pgbench with the same statements, and against LangGraph on its checkpointer."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import langgraph_spa
import psycopg
from conversation import AT_ONCE, TURNS, open_spa, talk_at_once, talk_in_turn
from durable_postgres import running_durable_postgres
from langgraph_spa import Durability, Graph
from measuring import RUNS, Limit, at_least, title
from pgbench_floor import Script, pgbench, record, script
from psycopg.sql import SQL, Identifier
from turns import GUESTS, Compared, Talk, print_compared, rate, timed


@dataclass(frozen=True, slots=True)
class Way:
    """A way to let the guests in: ours, the peer's and the floor's."""

    name: str
    ours: Talk
    peer: Callable[[Graph, Sequence[int], Durability], list[float]]
    clients: int
    least: Limit | None


WAYS = (
    Way("one guest after another", talk_in_turn, langgraph_spa.talk_in_turn, 1, None),
    Way(f"{AT_ONCE} guests at once", talk_at_once, langgraph_spa.talk_at_once, AT_ONCE, at_least(0.25)),
)


async def recorded(database: str) -> Script:
    """Return what one conversation executed, as a script for pgbench on the same database."""
    async with open_spa(database) as desk:
        return script(await record(desk))


def floor_rate(way: Way, database: str, folder: Path) -> float:
    """Return the turns per second of pgbench."""
    made = asyncio.run(recorded(database))
    return TURNS * pgbench(made, database, folder / "floor.sql", way.clients, len(GUESTS) // way.clients)


def peer_rate(way: Way, durability: Durability, server: str, name: str) -> float:
    """Return the turns per second of LangGraph."""
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
    with langgraph_spa.on_postgresql(f"{server}/{name}") as spa:
        langgraph_spa.talk(spa, 0, durability)
        return rate(lambda: way.peer(spa, GUESTS, durability))


def compare(way: Way, server: str, folder: Path) -> Compared:
    """Run ours, the floor and the peer in turns, each in a database of its own."""
    compared = Compared()
    for run in range(RUNS):
        mark = f"{way.clients}_{run}"
        compared.add_ours(*asyncio.run(timed(way.ours, f"{server}/ours_{mark}")))
        compared.floor.append(floor_rate(way, f"{server}/floor_{mark}", folder))
        compared.peer.append(peer_rate(way, "async", server, f"peer_{mark}"))
        compared.peer_at_exit.append(peer_rate(way, "exit", server, f"exit_{mark}"))
    return compared


def main() -> None:
    title("A turn on PostgreSQL: fsync and synchronous_commit on, on disk; examples/medspa, 8 turns to a booking")
    with running_durable_postgres() as server, tempfile.TemporaryDirectory() as folder:
        for way in WAYS:
            compared = compare(way, server, Path(folder))
            print_compared(way.name, compared, f"floor: pgbench, same statements, clients: {way.clients}", way.least)


if __name__ == "__main__":
    main()
