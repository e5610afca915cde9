"""The terminal: guest lines in, replies out; plain when programs talk, pleasant when a person is there."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import BinaryIO, TypeAlias

Answer: TypeAlias = Mapping[str, object]
Talk: TypeAlias = Callable[[str], Answer]

# Many programs split lines at these too, though JSON may hold them as they are.
LINE_ENDS = {ord(end): f"\\u{ord(end):04x}" for end in "\x85\u2028\u2029"}


def is_person() -> bool:
    """Say whether a person sits at both ends: not a pipe, not a file."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def lines_in() -> Iterator[str]:
    """Give the lines of standard input as they come, whatever bytes they hold."""
    # Read as bytes: a text stream would stop at bytes that are not UTF-8, and split at more than line feeds.
    for raw in iter(sys.stdin.buffer.readline, b""):
        yield raw.removesuffix(b"\n").removesuffix(b"\r").decode("utf-8", errors="replace")


def out_line(text: str) -> None:
    """Print a line at once, so that a program at the other end can answer it."""
    stream: BinaryIO = sys.stdout.buffer
    sys.stdout.flush()
    stream.write(text.encode("utf-8", errors="replace") + b"\n")
    stream.flush()


def out_json(answer: Answer) -> None:
    """Print one object on one line, at once."""
    out_line(json.dumps(answer, ensure_ascii=False).translate(LINE_ENDS))


def talk_in_json(talk: Talk) -> None:
    """Take every line of standard input as one turn and print what it came to."""
    for line in lines_in():
        out_json(talk(line))


def talk_in_lines(talk: Talk) -> None:
    """Take every line of standard input as one turn and print the reply."""
    for line in lines_in():
        out_line(str(talk(line)["reply"]))
