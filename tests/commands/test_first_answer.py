"""The first answer comes soon: what it may not need is imported when it is needed."""

from __future__ import annotations

import subprocess
import sys

OPENED = "from frontdesk.desk.blocking import open_desk; import sys; print(*sys.modules)"
LATER = {"alembic", "email_validator", "holidays", "phonenumbers", "psycopg", "rich"}


def test_a_desk_is_opened_without_what_few_messages_need() -> None:
    opened = subprocess.run([sys.executable, "-c", OPENED], capture_output=True, check=True, text=True)
    assert not LATER.intersection(opened.stdout.split())
