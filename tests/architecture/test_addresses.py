"""No file names the registry that packages come from: that is the machine's own affair."""

import re

from tests.architecture.source import ROOT, project_files

# Joined here, so that this file does not name them either.
REGISTRIES = [
    ".".join(parts)
    for parts in [
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("yarnpkg", "com"),
        ("crates", "io"),
        ("rubygems", "org"),
        ("anaconda", "org"),
    ]
]
HOST = re.compile("|".join(map(re.escape, REGISTRIES)), re.IGNORECASE)
INDEX_OPTION = re.compile(r"^\s*(?:--index-url|--extra-index-url|--find-links|-i |-f )", re.MULTILINE)


def test_no_file_names_a_registry() -> None:
    named = [path for path in project_files() if HOST.search(path.read_text(encoding="utf-8", errors="replace"))]
    assert [str(path.relative_to(ROOT)) for path in named] == []


def test_pins_carry_hashes_and_no_addresses() -> None:
    pins = sorted((ROOT / "requirements").glob("*.txt"))
    assert pins
    for path in pins:
        text = path.read_text(encoding="utf-8")
        assert not INDEX_OPTION.search(text)
        assert "://" not in text
        requirements = re.split(r"(?<!\\)\n", text.strip())
        assert [line for line in requirements if "--hash=sha256:" not in line] == [], path.name
