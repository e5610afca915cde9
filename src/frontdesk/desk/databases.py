"""Which database a business is kept in: the one named, that of the environment, or a file in its own folder."""

from __future__ import annotations

import os
from pathlib import Path

from frontdesk.storage.store import Store, file_database
from frontdesk.storage.unusable import DatabaseUnusable, Reason

FILE = "frontdesk.db"


async def open_database(folder: Path, named: str | None) -> Store:
    """Open the database of the business in `folder`; it is made if it is missing."""
    url = named or os.environ.get("DATABASE_URL")
    return await Store.open(url) if url else await _open_own_file(folder)


async def _open_own_file(folder: Path) -> Store:
    try:
        return await Store.open(file_database(folder / FILE))
    except DatabaseUnusable as error:
        if error.reason is not Reason.READ_ONLY:
            raise
        sentence = (
            f"{folder / FILE} cannot be written, and what is booked is kept there unless another database is named. "
            "Let this account write into that folder, or say --database sqlite:////another/place/frontdesk.db."
        )
        raise DatabaseUnusable(Reason.READ_ONLY, sentence) from error
