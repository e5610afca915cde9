"""The owner's way into the chat: whoever is logged in as an owner talks to their own calendar as themselves."""

from __future__ import annotations

from fastapi import APIRouter, Response

from frontdesk.console.access.guard import Owner
from frontdesk.console.addresses import missing
from frontdesk.console.pages import outer_page
from frontdesk.desk import passes
from frontdesk.storage.unit import Unit

router = APIRouter(prefix="/staff/{business}", include_in_schema=False)


@router.post("/own-chat")
async def open_own_chat(at: Owner) -> Response:
    """Begin a conversation of the owner, and give its token to the page: no address ever holds it."""
    if not at.business.owner:
        raise missing(at)

    def begin(unit: Unit) -> tuple[str, str]:
        conversation, token = passes.begin_as_owner(unit, at.business.id, at.now())
        unit.audit.add(at.business.id, at.now(), at.person.login, "conversation_opened_as_owner", conversation)
        return conversation, token

    conversation, token = await at.desk.store.run(begin)
    return outer_page(at.room, "own_chat.html", opened={"id": conversation, "token": token})
