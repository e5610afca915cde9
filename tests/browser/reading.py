"""Guests who have been there before staff look: they write over the same web as everybody."""

import json
from urllib.request import Request, urlopen

from tests.browser.servers import DeskServer


def guest_says(desk: DeskServer, *lines: str, business: str = "medspa") -> str:
    """Let a guest begin a conversation and say these lines; return its id."""
    begun = _post(f"{desk.page(business)}/conversations", {}, {})
    bearer = {"Authorization": f"Bearer {begun['token']}"}
    for line in lines:
        _post(f"{desk.page(business)}/conversations/{begun['id']}/messages", {"content": line}, bearer)
    return str(begun["id"])


def _post(address: str, body: dict[str, str], headers: dict[str, str]) -> dict[str, object]:
    given = {"Content-Type": "application/json", **headers}
    request = Request(address, json.dumps(body).encode(), given)  # noqa: S310 - our own server
    with urlopen(request) as answer:  # noqa: S310 - our own server
        read: dict[str, object] = json.load(answer)
        return read
