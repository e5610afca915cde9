"""Checks changed files the way a business is opened: in a folder of their own, with every proof."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from frontdesk.desk.editing.files import BUSINESS, BusinessFiles
from frontdesk.desk.house import BusinessRefused, House, reopen_house
from frontdesk.desk.languages import FOLDER as LANGUAGES
from frontdesk.flows.findings import Finding


def checked(files: BusinessFiles, folder: Path, house: House) -> House | tuple[Finding, ...]:
    """Return the house that these files make in place of the one there is, or all that is wrong with them."""
    with tempfile.TemporaryDirectory(prefix="frontdesk-") as place:
        copy = Path(place, folder.resolve().name)
        _copy(files, folder, copy)
        try:
            return _with_id(reopen_house(copy, house), house)
        except BusinessRefused as refused:
            return refused.refused.findings


def _copy(files: BusinessFiles, folder: Path, copy: Path) -> None:
    """Write the files, beside what they refer to."""
    for path, text in files.texts.items():
        target = copy / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text.encode())
    if (folder / LANGUAGES).is_dir():
        # A link, not a copy: where lists of words lie is remembered for as long as the program runs.
        (copy / LANGUAGES).symlink_to((folder / LANGUAGES).resolve(), target_is_directory=True)
    look = files.data(BUSINESS).get("look")
    logo = look.get("logo") if isinstance(look, dict) else None
    if isinstance(logo, str) and _is_within(folder, logo):
        (copy / logo).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(folder / logo, copy / logo)


def _is_within(folder: Path, name: str) -> bool:
    path = (folder / name).resolve()
    return path.is_file() and path.is_relative_to(folder.resolve())


class OtherBusiness(Exception):  # noqa: N818 - what is the case with the files
    """The files are those of a business of another id."""


def _with_id(house: House, running: House) -> House:
    """Return the house, if it is of the same business: all that is booked and said is kept under its id."""
    if house.business.id != running.business.id:
        raise OtherBusiness(f"The id of a business cannot be changed while its desk is open: {house.business.id}.")
    return house
