"""The page of one booking, opened by its link: looking changes nothing, moving and cancelling are posted forms."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from urllib.parse import parse_qs
from uuid import uuid4

from fastapi import APIRouter, Request, Response

from frontdesk.channels.web.api import Web
from frontdesk.channels.web.calendar_file import MEDIA_TYPE, calendar_file
from frontdesk.channels.web.host import Change, Changed, Host
from frontdesk.channels.web.manage_view import Asked, managed_page
from frontdesk.channels.web.pages import page

MOST_FIELDS = 20
# The address is the key: no cache keeps the page, no search engine lists it, no other site is told of it.
PRIVATE = {"Cache-Control": "no-store", "X-Robots-Tag": "noindex, nofollow", "Referrer-Policy": "same-origin"}
STATUS: Mapping[Changed, int] = {"taken": 409, "refused": 409, "outdated": 409, "unavailable": 503}


def manage_routes(web: Web) -> APIRouter:
    """Return the routes of the page, of its forms and of the calendar file."""
    router = APIRouter(prefix="/b/{business}/manage/{link}", include_in_schema=False)

    @router.api_route("", methods=["GET", "HEAD"])
    async def look(request: Request, business: str, link: str) -> Response:
        web.count(request)
        host = web.hosts.get(business)
        return no_booking(host) if host is None else await show(host, link, _asked(request.query_params))

    @router.post("/move")
    async def move(request: Request, business: str, link: str) -> Response:
        web.count(request)
        host = web.hosts.get(business)
        form = await _form(request)
        if host is None:
            return no_booking(host)
        if is_foreign(request):
            return await show(host, link, Asked(notice="refused"), 403)
        changed = await host.move(_change(link, form))
        return await _after(host, link, changed, "move", _asked(form))

    @router.post("/cancel")
    async def cancel(request: Request, business: str, link: str) -> Response:
        web.count(request)
        host = web.hosts.get(business)
        form = await _form(request)
        if host is None:
            return no_booking(host)
        if is_foreign(request):
            return await show(host, link, Asked(notice="refused"), 403)
        changed = await host.cancel(_change(link, form))
        return await _after(host, link, changed, "cancel", Asked())

    @router.api_route("/calendar.ics", methods=["GET", "HEAD"])
    async def calendar(request: Request, business: str, link: str) -> Response:
        web.count(request)
        host = web.hosts.get(business)
        entry = None if host is None else await host.calendar_entry(link)
        if entry is None:
            return no_booking(host)
        url = f"{str(request.base_url).rstrip('/')}/b/{business}/manage/{link}"
        headers = {**PRIVATE, "Content-Disposition": 'attachment; filename="booking.ics"'}
        return Response(calendar_file(entry, url), media_type=MEDIA_TYPE, headers=headers)

    return router


async def show(host: Host, link: str, asked: Asked, status: int = 200) -> Response:
    """Return the page of a booking, or the one that says that the link leads nowhere."""
    values = await managed_page(host, link, asked)
    if values is None:
        return no_booking(host)
    return page("manage.html", status, PRIVATE, **values, key=uuid4().hex)


def no_booking(host: Host | None) -> Response:
    """Return the page for a link that is wrong, too old, or of another business: nobody is told which."""
    return page("no_booking.html", 404, PRIVATE, profile=None if host is None else host.profile())


async def _after(host: Host, link: str, changed: Changed | None, what: str, asked: Asked) -> Response:
    """Go back to the booking if it was changed; otherwise say why it was not, with what was picked still there."""
    if changed == "done":
        # Another look must not send the form again.
        headers = {**PRIVATE, "Location": f"/b/{host.business.id}/manage/{link}?done={what}"}
        return Response(status_code=303, headers=headers)
    if changed is None:
        return no_booking(host)
    kept = asked if changed == "taken" else Asked()
    return await show(host, link, kept.with_notice(changed), STATUS[changed])


def is_foreign(request: Request) -> bool:
    """Say whether a form was sent from a page of another site."""
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        return site not in {"same-origin", "none"}
    origin = request.headers.get("origin")
    return origin is not None and origin.partition("://")[2] != request.headers.get("host", "")


async def _form(request: Request) -> Mapping[str, str]:
    body = (await request.body()).decode("utf-8", "replace")
    try:
        fields = parse_qs(body, max_num_fields=MOST_FIELDS)
    except ValueError:
        return {}
    return {name: values[0] for name, values in fields.items()}


def _change(link: str, form: Mapping[str, str]) -> Change:
    version = form.get("version", "")
    number = int(version) if version.isascii() and version.isdecimal() and len(version) < 10 else -1
    return Change(link, number, form.get("key", "")[:64] or uuid4().hex, form.get("pick", "")[:1_000])


def _asked(given: Mapping[str, str]) -> Asked:
    """Read what the page is to show; what makes no sense is left out."""
    show = given.get("show", "")
    return Asked(
        show=show if show in {"move", "cancel"} else "",
        month=_day(given.get("month", "") + "-01"),
        day=_day(given.get("day", "")),
        pick=given.get("pick", "")[:1_000],
        at=_moment(given.get("at", "")),
        anyone=given.get("who") == "anyone",
        notice=f"done_{given['done']}" if given.get("done") in {"move", "cancel"} else "",
    )


def _day(text: str) -> date | None:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if 1900 < day.year < 9000 else None


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None and 1900 < moment.year < 9000 else None
