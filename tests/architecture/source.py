"""Reads our own source as data, for the tests that hold it to its rules."""

import ast
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from frontdesk.desk.uncollected import uncollected

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "frontdesk"
CODE_FOLDERS = (ROOT / "src", ROOT / "tests", ROOT / "benchmarks")
# What tools leave in the tree; only consulted where git cannot tell.
GENERATED = {".git", ".venv", ".venv-bench", ".demo", "build", "dist", "__pycache__"}


@dataclass(frozen=True, slots=True)
class Module:
    """One Python file."""

    path: Path
    text: str

    @property
    def tree(self) -> ast.Module:
        """Parse it, each time: a million nodes that are kept make every later search for garbage long."""
        with uncollected():
            return ast.parse(self.text, str(self.path))

    def place(self, node: ast.expr | ast.stmt | ast.arg | ast.pattern | None = None) -> str:
        """Say where `node` stands, so that an editor can go there."""
        return f"{self.path.relative_to(ROOT)}:{node.lineno if node else 1}"


@dataclass(frozen=True, slots=True)
class Function:
    """One function or method, and how many lines it takes, decorators not counted."""

    place: str
    name: str
    lines: int


@cache
def modules(*folders: Path) -> tuple[Module, ...]:
    """Return every Python file under `folders`, by default under src/frontdesk."""
    paths = sorted(path for folder in folders or (PACKAGE,) for path in folder.rglob("*.py"))
    return tuple(
        Module(path, path.read_text(encoding="utf-8")) for path in paths if not GENERATED.intersection(path.parts)
    )


def functions(module: Module) -> Iterator[Function]:
    """Give every function in `module`, nested ones too."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            end = node.end_lineno or node.lineno
            yield Function(module.place(node), node.name, end - node.lineno + 1)


@cache
def project_files() -> tuple[Path, ...]:
    """Return every file that is or could be committed."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout
        candidates = [ROOT / name for name in listed.split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        # An unpacked archive, or a checkout that belongs to someone else.
        candidates = [path for path in ROOT.rglob("*") if not is_generated(path)]
    return tuple(sorted(path for path in candidates if path.is_file()))


def is_generated(path: Path) -> bool:
    """Tell whether a tool made `path`."""
    parts = path.relative_to(ROOT).parts
    return any(part in GENERATED or part.endswith("_cache") for part in parts)
