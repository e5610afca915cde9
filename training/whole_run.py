"""One command for a machine with an accelerator: prepare, train, export, calibrate, score; results go to $OUT."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

from training.sources import WORK

_PIECE = 15 << 20  # bytes: larger files do not come back


def step(*command: str) -> None:
    """Run one module to its end; the whole run ends where one fails."""
    begun = time.monotonic()
    subprocess.run([sys.executable, "-m", *command], check=True)  # noqa: S603 - our own modules
    print(f"== {' '.join(command)}: {time.monotonic() - begun:.0f}s", flush=True)


def together(*commands: tuple[str, ...]) -> None:
    """Run modules beside each other; what failed is said, and the others count."""
    started = [(command, subprocess.Popen([sys.executable, "-m", *command])) for command in commands]  # noqa: S603 - our own modules
    for command, process in started:
        if process.wait():
            print(f"== FAILED: {' '.join(command)}", flush=True)


def keep(path: Path, out: Path) -> None:
    """Copy a file to where it comes back from, in pieces where it is large."""
    data = path.read_bytes()
    pieces = [data[start : start + _PIECE] for start in range(0, len(data), _PIECE)]
    for number, piece in enumerate(pieces):
        suffix = f".part{number}" if len(pieces) > 1 else ""
        (out / f"{path.name}{suffix}").write_bytes(piece)


def main() -> None:
    """Do everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", default="300")
    parser.add_argument("--size", default="32")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--most", default="0", help="rows at most, for a try")
    parser.add_argument("--ways", nargs="*", default=["float", "int8-channel-reduced", "int8-blocks", "int8-channel"])
    # The last way is what comes back; the others are there to be compared.
    arguments = parser.parse_args()
    out = Path(os.environ.get("OUT", WORK / "out"))
    out.mkdir(exist_ok=True, parents=True)
    step("training.prepare", "--most", arguments.most)
    step("training.train", "--seconds", arguments.seconds, "--size", arguments.size, "--seed", arguments.seed)
    keep(WORK / "trained.safetensors", out)  # first of all: everything else can be made of it anywhere
    together(*(("training.export", "--ways", way) for way in arguments.ways))
    keep(WORK / "model.json", out)
    together(*(("training.calibrate", way, "--most", arguments.most) for way in arguments.ways))
    best = arguments.ways[-1]
    keep(WORK / f"{best}.onnx", out)
    keep(WORK / f"{best}.settings.json", out)
    for rows in ("frozen", "own", "public"):
        together(*(("training.score", way, "--rows", rows, "--most", arguments.most) for way in arguments.ways))


if __name__ == "__main__":
    main()
