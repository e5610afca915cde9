"""The terminal: guest lines in, replies out; plain when programs talk, pleasant when a person is there."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import BinaryIO, TypeAlias

Answer: TypeAlias = Mapping[str, object]
Talk: TypeAlias = Callable[[str], Answer]

# JSON may hold these as they are, but many programs split lines at some, and terminals obey others.
ESCAPED = {code: f"\\u{code:04x}" for code in (*range(0x7F, 0xA0), 0x2028, 0x2029)}
# What a terminal obeys rather than shows: control codes, and marks that turn the direction of writing around.
OBEYED = {
    **{code: chr(0x2400 + code) for code in range(0x20) if chr(code) not in "\t\n"},
    **dict.fromkeys((*range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)), "\N{REPLACEMENT CHARACTER}"),
}


def is_person() -> bool:
    """Say whether a person sits at both ends: not a pipe, not a file."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def lines_in() -> Iterator[str]:
    """Give the lines of standard input as they come, whatever bytes they hold."""
    # Read as bytes: a text stream would stop at bytes that are not UTF-8, and split at more than line feeds.
    for raw in iter(sys.stdin.buffer.readline, b""):
        yield raw.removesuffix(b"\n").removesuffix(b"\r").decode("utf-8", errors="replace")


def harmless(text: str) -> str:
    """Return a text as it can be shown: whatever a guest wrote moves no cursor and rings no bell."""
    return text.translate(OBEYED)


def out_line(text: str) -> None:
    """Print a line at once, so that a program at the other end can answer it."""
    stream: BinaryIO = sys.stdout.buffer
    sys.stdout.flush()
    stream.write(text.encode("utf-8", errors="replace") + b"\n")
    stream.flush()


def out_json(answer: Answer) -> None:
    """Print one object on one line, at once."""
    out_line(json.dumps(answer, ensure_ascii=False).translate(ESCAPED))


def talk_in_json(talk: Talk) -> None:
    """Take every line of standard input as one turn and print what it came to."""
    for line in lines_in():
        out_json(talk(line))


def talk_in_lines(talk: Talk) -> None:
    """Take every line of standard input as one turn and print the reply."""
    for line in lines_in():
        out_line(harmless(str(talk(line)["reply"])))
