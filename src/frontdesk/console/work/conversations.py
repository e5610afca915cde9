"""Conversations: a list that can be narrowed, one of them with what the desk did, and taking it over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Path, Response
from starlette.responses import JSONResponse

from frontdesk.console.access.guard import At, Staff, TurnedAway
from frontdesk.console.pages import NO_STORE, Flash, go, page
from frontdesk.console.work.talk import END, Talk, guest_name, names_by_login, talk_of
from frontdesk.desk.scene import LONGEST_MESSAGE
from frontdesk.desk.staff import NotPossible
from frontdesk.desk.taking_over import Changed, Done, Gone, HeldBy, NotHeld, Reply, answer, hand_back, take_over
from frontdesk.storage.overview_rows import ConversationLine, Only, PageEnd, WantedConversations
from frontdesk.storage.rows import NumberedMessage
from frontdesk.storage.unit import Unit

router = APIRouter(prefix="/staff/{business}", include_in_schema=False)

ROWS = 50  # of a page
LONGEST_SEARCH = 200
FILTERS = (
    (Only.WAITING, "Needs a person"),
    (Only.WITH_STAFF, "With a person"),
    (Only.BOOKED, "Booked"),
    (Only.NOT_UNDERSTOOD, "Had trouble"),
)
PERIODS = ((1, "Today"), (7, "7 days"), (30, "30 days"))

Id = Annotated[str, Path(max_length=200)]


@dataclass(frozen=True, slots=True)
class Filters:
    """What a list is narrowed to, as the address bar has it."""

    only: frozenset[Only]
    days: int | None
    search: str
    after: PageEnd | None

    def query(self, **changes: object) -> str:
        """Write it as the address bar has it, with changes."""
        now = {"only": ",".join(sorted(self.only)), "days": self.days, "q": self.search}
        given = {name: value for name, value in {**now, **changes}.items() if value}
        return f"?{urlencode(given)}" if given else ""

    def toggled(self, only: Only) -> str:
        """Write it with one filter put on or taken off."""
        return self.query(only=",".join(sorted(self.only ^ {only})))

    @property
    def is_narrow(self) -> bool:
        """Whether it leaves anything out."""
        return bool(self.only or self.days or self.search)


def filters_of(query: Mapping[str, str]) -> Filters:
    """Read the address bar; what it has wrong is left out."""
    known = {each.value: each for each in Only}
    only = frozenset(known[name] for name in query.get("only", "").split(",") if name in known)
    days = query.get("days", "")
    kept = int(days) if days in {str(number) for number, _ in PERIODS} else None
    return Filters(only, kept, query.get("q", "")[:LONGEST_SEARCH].strip(), _page_end(query.get("after", "")))


def _page_end(text: str) -> PageEnd | None:
    moment, _, identity = text.partition(" ")
    try:
        at = datetime.fromisoformat(moment)
    except ValueError:
        return None
    return PageEnd(at, identity) if at.tzinfo is not None and identity else None


@dataclass(frozen=True, slots=True)
class Listed:
    """A page of conversations, and where the next one begins."""

    rows: tuple[ConversationLine, ...]
    names: Mapping[str, str]
    filters: Filters
    next: str

    def guest(self, line: ConversationLine) -> str:
        """Say who a guest is."""
        return guest_name(line)


def listed(at: At, unit: Unit) -> Listed:
    """Return the page that the address bar asks for."""
    filters = filters_of(at.request.query_params)
    since = at.now().replace(hour=0, minute=0, second=0, microsecond=0) if filters.days else None
    if since is not None and filters.days:
        since -= timedelta(days=filters.days - 1)
    wanted = WantedConversations(at.business.id, filters.only, since=since, search=filters.search)
    found = unit.overview.conversations(wanted, ROWS + 1, filters.after)
    rows = found[:ROWS]
    end = rows[-1].place if len(found) > ROWS else None
    return Listed(
        rows=rows,
        names=names_by_login(unit, at.business.id),
        filters=filters,
        next=filters.query(after=f"{end.at.isoformat()} {end.id}") if end else "",
    )


@router.get("/conversations")
async def conversations(at: Staff) -> Response:
    """List the conversations, the latest first."""
    found = await at.desk.store.look(lambda unit: listed(at, unit))
    return page(at, "conversations.html", here="conversations", found=found, filters_known=FILTERS, periods=PERIODS)


@router.get("/conversations/{conversation}")
async def conversation(at: Staff, conversation: Id) -> Response:
    """Show one conversation."""
    return await talk_page(at, conversation)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an answer was not sent: what to say, and the lines that its writer has not seen."""

    said: str
    lines: tuple[NumberedMessage, ...] = ()

    @property
    def newest(self) -> int | None:
        """The newest line that is shown with it: whoever sends anyway has seen the lines up to there."""
        return self.lines[-1].id if self.lines else None


async def talk_page(at: At, conversation: str, refusal: Refusal | None = None, status: int = 200) -> Response:
    """Return the page of a conversation."""
    before = at.request.query_params.get("before", "")
    upto = int(before) if before.isascii() and before.isdecimal() and len(before) < len(str(END)) else END

    def read(unit: Unit) -> tuple[Talk | None, Listed]:
        return talk_of(at, unit, conversation, upto), listed(at, unit)

    talk, found = await at.desk.store.look(read)
    if talk is None:
        raise TurnedAway(404, "missing", at.room, at.person)
    return page(
        at,
        "conversation.html",
        status=status,
        here="conversations",
        talk=talk,
        found=found,
        upto=upto,
        filters_known=FILTERS,
        periods=PERIODS,
        colleagues=[each for each in at.room.presence.of(conversation) if each.login != at.person.login],
        is_open=at.room.hub.is_open(conversation),
        refusal=refusal,
        typed=at.text("text"),
        longest=LONGEST_MESSAGE,
    )


@router.get("/conversations/{conversation}/take")
@router.get("/conversations/{conversation}/answer")
@router.get("/conversations/{conversation}/back")
async def page_of_a_change(at: Staff, conversation: Id) -> Response:
    """Lead to the page: a browser asks here after a change that was not made, or after logging in again."""
    return go(at, at.path("conversations", conversation))


async def _refused(at: At, conversation: str, said: str) -> Response:
    """Say why something was not done, at the page's own address: there it follows changes and can be loaded again."""
    if at.wants_fragment:
        return await talk_page(at, conversation, Refusal(said), 409)
    return go(at, at.path("conversations", conversation), Flash(said, "warn"))


@router.post("/conversations/{conversation}/take")
async def take(at: Staff, conversation: Id) -> Response:
    """Take a conversation over, from whom the page showed to have it: `holder`, empty for nobody."""
    result = await take_over(at.desk, conversation, at.person.login, at.text("holder") or None)
    match result:
        case HeldBy(name=name):
            return await _refused(at, conversation, f"{name} has this conversation already.")
        case Gone():
            raise TurnedAway(404, "missing", at.room, at.person)
        case Done():
            await at.room.tell_of(conversation)
            return go(at, at.path("conversations", conversation) + "#write")


@router.post("/conversations/{conversation}/answer")
async def send(at: Staff, conversation: Id) -> Response:
    """Say something to the guest. A refused answer comes back as a page: what was typed is in it."""
    seen = at.text("seen")
    known = int(seen) if seen.isascii() and seen.isdecimal() and len(seen) < len(str(END)) else 0
    try:
        result = await answer(at.desk, conversation, at.person.login, Reply(at.text("text"), known))
    except NotPossible as no:
        return await talk_page(at, conversation, Refusal(str(no)), 400)
    match result:
        case Changed(lines=lines):
            said = "Not sent yet: more was said since you last looked."
            return await talk_page(at, conversation, Refusal(said, lines), 409)
        case Gone():
            raise TurnedAway(404, "missing", at.room, at.person)
        case Done():
            await at.room.tell_of(conversation)
            return go(at, at.path("conversations", conversation) + "#write")
        case _:
            return await talk_page(at, conversation, Refusal(_not_yours(result)), 409)


@router.post("/conversations/{conversation}/back")
async def back(at: Staff, conversation: Id) -> Response:
    """Let the desk answer again."""
    result = await hand_back(at.desk, conversation, at.person.login)
    match result:
        case Gone():
            raise TurnedAway(404, "missing", at.room, at.person)
        case Done():
            await at.room.tell_of(conversation)
            said = f"{at.business.desk} answers again."
            return go(at, at.path("conversations", conversation), Flash(said))
        case _:
            return await _refused(at, conversation, _not_yours(result))


def _not_yours(result: HeldBy | NotHeld) -> str:
    if isinstance(result, HeldBy):
        return f"Not done: {result.name} has this conversation now."
    return "Not done: nobody has this conversation. Take it over first."


@router.post("/conversations/{conversation}/presence")
async def presence(at: Staff, conversation: Id) -> Response:
    """Take a sign that somebody looks at a conversation, or types there; answer who else does, and if the guest is."""
    present = at.room.presence
    if at.text("leave"):
        changed = present.leave(conversation, at.person.login)
    else:
        changed = present.note(conversation, at.person.login, at.person.name, typing=bool(at.text("typing")))
    people = [each.data() for each in present.of(conversation)]
    if changed:
        at.room.live.tell("presence", {"conversation": conversation, "people": people})
    return JSONResponse({"guest": at.room.hub.is_open(conversation), "people": people}, headers=NO_STORE)
