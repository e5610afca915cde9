"""What tests of pages share: a way to run a command in an empty folder."""

from tests.commands.conftest import run

__all__ = ["run"]
