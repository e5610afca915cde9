"""The peer: the same conversation as a graph of LangGraph that stops for the guest once a turn.

The nodes are the steps that our flow goes through. They do next to nothing: they read no language, search
no diary and write no booking, all of which our own turn does.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, TypedDict
from uuid import uuid4

from conversation import AT_ONCE, ConversationWentWrong, messages
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Command, interrupt
from psycopg.rows import dict_row
from psycopg_pool import ConnectionPool

Durability = Literal["sync", "async", "exit"]
TIMES = ["9:00 AM", "9:30 AM", "10:00 AM", "10:30 AM", "11:00 AM"]


class Spa(TypedDict, total=False):
    """What the graph knows."""

    replies: list[str]
    service: str
    day: str
    openings: list[str]
    opening: str
    name: str
    phone: str
    email: str
    confirmed: bool
    reference: str


def _ask(slot: str, question: str) -> Any:  # noqa: ANN401 - a node, as LangGraph takes it
    def node(_: Spa) -> dict[str, object]:
        return {slot: interrupt(question)}

    return node


def greet(_: Spa) -> dict[str, object]:
    return {"replies": ["Hello, this is Ava. How can I help you?"]}


def find(_: Spa) -> dict[str, object]:
    return {"openings": TIMES}


def offer(state: Spa) -> dict[str, object]:
    interrupt("These times are open: " + ", ".join(state["openings"]))
    return {"opening": state["openings"][1]}


def confirm(state: Spa) -> dict[str, object]:
    answer = interrupt(f"{state['service']} on {state['day']} at {state['opening']} for {state['name']}?")
    return {"confirmed": answer.startswith("yes")}


def book(_: Spa) -> dict[str, object]:
    return {"reference": uuid4().hex[:8]}


def done(state: Spa) -> dict[str, object]:
    return {"replies": [f"You are booked. Your reference is {state['reference']}."]}


STEPS = {
    "greet": greet,
    "ask_service": _ask("service", "Which service would you like?"),
    "ask_day": _ask("day", "Which day would suit you?"),
    "find": find,
    "offer": offer,
    "ask_name": _ask("name", "What name shall I book it under?"),
    "ask_phone": _ask("phone", "What phone number can we reach you on?"),
    "ask_email": _ask("email", "What is your e-mail address?"),
    "confirm": confirm,
    "book": book,
    "done": done,
}

Graph = CompiledStateGraph[Spa, None, Spa, Spa]


def graph(saver: BaseCheckpointSaver[str]) -> Graph:
    """Build the graph on a checkpointer."""
    building = StateGraph(Spa)
    names = list(STEPS)
    for name, node in STEPS.items():
        building.add_node(name, node)
    for one, other in zip([START, *names], [*names, END], strict=True):
        building.add_edge(one, other)
    return building.compile(checkpointer=saver)


def talk(spa: Graph, guest: int, durability: Durability) -> list[float]:
    """Hold the conversation, and return what each turn took, in seconds."""
    config: Any = {"configurable": {"thread_id": uuid4().hex}}
    taken: list[float] = []
    state: dict[str, object] = {}
    for number, text in enumerate(messages(guest)):
        start = time.perf_counter()
        said: Any = Command(resume=text) if number else {"replies": [text]}
        state = spa.invoke(said, config, durability=durability)
        taken.append(time.perf_counter() - start)
    if "reference" not in state:
        raise ConversationWentWrong(str(state))
    return taken


def talk_in_turn(spa: Graph, guests: Sequence[int], durability: Durability) -> list[float]:
    """Let one guest after another talk."""
    return [each for guest in guests for each in talk(spa, guest, durability)]


def talk_at_once(spa: Graph, guests: Sequence[int], durability: Durability) -> list[float]:
    """Let eight guests talk at a time, each in a thread."""
    lanes = [guests[lane::AT_ONCE] for lane in range(AT_ONCE)]
    with ThreadPoolExecutor(AT_ONCE) as threads:
        taken = threads.map(lambda own: talk_in_turn(spa, own, durability), lanes)
        return [each for lane in taken for each in lane]


@contextmanager
def on_sqlite(file: Path) -> Iterator[Graph]:
    """Open the graph on its SQLite checkpointer, as durable as ours."""
    connection = sqlite3.connect(file, check_same_thread=False)
    connection.execute("PRAGMA synchronous = FULL")
    saver = SqliteSaver(connection)
    saver.setup()
    yield graph(saver)
    connection.close()


@contextmanager
def on_postgresql(address: str) -> Iterator[Graph]:
    """Open the graph on its PostgreSQL checkpointer, with a pool as wide as ours."""
    settings = {"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row}
    with ConnectionPool(address, min_size=AT_ONCE, max_size=AT_ONCE, kwargs=settings) as pool:
        saver = PostgresSaver(pool)  # type: ignore[arg-type]  # its own documentation passes a pool like this
        saver.setup()
        yield graph(saver)
