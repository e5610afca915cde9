"""The wheel works by itself: in an empty folder, with nothing beside it but what requirements/runtime.txt names."""

import os
import re
import subprocess
import sys
import venv
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from zipfile import ZipFile

import pytest

from frontdesk import __version__
from tests.commands.served import ask, say, served_by

ROOT = Path(__file__).parents[2]
BUILD = "import sys; from hatchling.build import build_wheel; print(build_wheel(sys.argv[1]))"
UV = Path(sys.executable).with_name("uv")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from the tree as it stands, with a database in an example as there may be."""
    folder = tmp_path_factory.mktemp("wheel")
    left = ROOT / "examples" / "medspa" / "left_by_a_test.db"
    left.touch()
    try:
        built = subprocess.run(
            [sys.executable, "-c", BUILD, str(folder)], cwd=ROOT, check=True, capture_output=True, text=True
        )
    finally:
        left.unlink()
    return folder / built.stdout.split()[-1]


@pytest.fixture(scope="module")
def program(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Install the wheel into an environment of its own, and return the program."""
    home = tmp_path_factory.mktemp("environment") / "venv"
    venv.create(home, symlinks=True)
    (packages,) = home.glob("lib/python*/site-packages")
    # What is pinned for two versions of Python is named twice.
    for top in {top for needed in runtime_requirements() for top in top_level_files(needed)}:
        (packages / top.name).symlink_to(top)
    install = [str(UV), "pip", "install", "--quiet", "--offline", "--no-cache", "--no-deps"]
    subprocess.run([*install, "--python", str(home / "bin" / "python"), str(wheel)], check=True)
    return str(home / "bin" / "frontdesk")


def runtime_requirements() -> list[str]:
    """Return the names of what the program needs to run, as far as this machine has it."""
    text = (ROOT / "requirements" / "runtime.txt").read_text(encoding="utf-8")
    return re.findall(r"^([\w.-]+)(?:\[.*?\])?==", text, re.MULTILINE)


def top_level_files(name: str) -> set[Path]:
    """Return the files and folders that an installed package has in site-packages: linked, it need not be fetched."""
    try:
        of = distribution(name)
    except PackageNotFoundError:
        return set()  # for another system
    tops = {file.parts[0] for file in of.files or () if file.parts[0] != ".."}
    return {Path(str(of.locate_file(top))) for top in tops} - {Path(str(of.locate_file("__pycache__")))}


def run_installed(program: str, folder: Path, *arguments: str) -> str:
    """Run the program as somebody would who has nothing but the wheel."""
    environment = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "DATABASE_URL")}
    ended = subprocess.run(
        [program, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def test_what_git_ignores_is_not_in_it(wheel: Path) -> None:
    with ZipFile(wheel) as packed:
        names = packed.namelist()
    assert "frontdesk/examples/medspa/business.yaml" in names
    assert [name for name in names if name.endswith((".db", ".pyc"))] == []


def test_it_has_the_version_that_the_program_says(wheel: Path) -> None:
    assert wheel.name.startswith(f"frontdesk-{__version__}-")


def test_every_file_of_the_package_is_in_it(wheel: Path) -> None:
    tracked = subprocess.run(["git", "ls-files", "src"], cwd=ROOT, check=True, capture_output=True, text=True)
    with ZipFile(wheel) as packed:
        packed_names = set(packed.namelist())
    assert {name.removeprefix("src/") for name in tracked.stdout.splitlines()} <= packed_names


def test_a_business_is_begun_checked_tested_and_served(program: str, tmp_path: Path) -> None:
    assert "salon/business.yaml" in run_installed(program, tmp_path, "new", "salon")
    assert run_installed(program, tmp_path, "check", "salon").startswith("Salon: ")
    assert " 0 failed" in run_installed(program, tmp_path, "test", "salon")
    with served_by(program, "serve", Path("salon"), cwd=tmp_path) as address:
        assert ask(address, "/readyz") == {"status": "ready"}
        assert "$55" in say(address, "salon", "how much is a haircut?")
    assert (tmp_path / "salon" / "frontdesk.db").is_file()


def test_the_demo_serves_the_examples(program: str, tmp_path: Path) -> None:
    with served_by(program, "demo", cwd=tmp_path) as address:
        assert "Botox" in say(address, "medspa", "how much is botox?")
    assert (tmp_path / ".demo" / "frontdesk.db").is_file()


def test_it_is_imported_from_the_wheel_alone(program: str, tmp_path: Path) -> None:
    python = str(Path(program).with_name("python"))
    told = run_installed(python, tmp_path, "-c", "import frontdesk, sys; print(frontdesk.__file__, *sys.path)")
    assert str(ROOT) not in told
