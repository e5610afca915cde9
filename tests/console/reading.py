"""Conversations for the pages that are read, and what those pages say."""

import re
from html import unescape

from frontdesk.desk.desk import Desk
from frontdesk.storage.unit import Unit
from tests.faults.desks import WANTED, talk

ANN = "Ann Miller"
PHONE = "+12125550142"
PHONE_SHOWN = "+1 212-555-0142"
TAGS = re.compile(r"<(script|style)\b.*?</\1>|<[^>]+>", re.DOTALL)


def text_of(page: str) -> str:
    """Return what a page says, without its tags."""
    return " ".join(unescape(TAGS.sub(" ", page.replace("<wbr>", ""))).split())


async def live(desk: Desk) -> None:
    """Let guests say a few things: one books, one is not understood, one asks what nobody knows."""
    await talk(desk, "books", WANTED, "yes")
    await talk(desk, "puzzles", "book a hydrafacial", "flurb the whatsit")
    await talk(desk, "puzzles again", "book a hydrafacial", "Flurb the whatsit!")
    await talk(desk, "asks", "which bank do you use?")


async def guest_named(desk: Desk, name: str) -> int:
    """Return the id of the guest who goes by a name."""

    def find(unit: Unit) -> int:
        found = unit.guest_overview.page(desk.house.business.id, desk.clock(), search=name)
        return found[0].id

    return await desk.store.run(find)


async def audited(desk: Desk) -> list[tuple[str, str, str]]:
    """Return what people changed, the oldest first, without who came and went."""
    rows = await desk.store.run(lambda unit: unit.audit.page(desk.house.business.id))
    return [(row.by, row.what, row.about) for row in reversed(rows) if not row.what.startswith("logged")]
