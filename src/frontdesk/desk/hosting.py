"""A desk behind the web: what pages and programs ask for, answered by the same desk that every channel has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from pathlib import Path
from typing import Literal, TypeVar

from frontdesk.channels.web.host import (
    Admission,
    Begun,
    CalendarEntry,
    Change,
    Changed,
    FormFill,
    FreeDay,
    Line,
    Managed,
    NotTaken,
    Page,
    Picture,
    Plain,
    Said,
    Unavailable,
)
from frontdesk.desk import managing, passes
from frontdesk.desk.cards import confirm_card, offer_chips, openings_in_month, plain, receipt, slot_picker
from frontdesk.desk.desk import Desk
from frontdesk.desk.house import House
from frontdesk.desk.pinning import with_pinned
from frontdesk.desk.plans.filling import FormRefused
from frontdesk.desk.plans.forms import conversation_of, form_of, past_of, shown_form
from frontdesk.desk.plans.planning import live_plan, plan_by_id, told_plan
from frontdesk.desk.profiles import profile_of
from frontdesk.desk.report import asking_of, snake_case
from frontdesk.desk.scene import Arrival, Button, Filling, Pressed
from frontdesk.desk.staff_names import name_of, names_of
from frontdesk.dialogue.conversation import Conversation, WithStaff
from frontdesk.scheduling.business import Business
from frontdesk.storage.unit import Unit
from frontdesk.storage.unusable import DatabaseUnusable

T = TypeVar("T")

CHANNEL = "web"
KINDS = {".svg": "image/svg+xml", ".png": "image/png"}


@contextmanager
def _explained() -> Iterator[None]:
    """Tell the web that nothing can be kept, or that a form was not taken, in its own words."""
    try:
        yield
    except DatabaseUnusable as unusable:
        raise Unavailable(str(unusable)) from unusable
    except FormRefused as refused:
        raise NotTaken(refused.kind.value, refused.detail, refused.errors, refused.form) from refused


@dataclass(frozen=True, slots=True)
class DeskHost:
    """One desk, as the web sees it."""

    desk: Desk
    folder: Path
    is_demo: bool = False  # whoever comes is taken for the owner, where there is one: the calendar is nobody's

    @property
    def business(self) -> Business:
        """The business, as it is now."""
        return self.desk.house.business

    def profile(self) -> Plain:
        """Return how the business presents itself."""
        return profile_of(self.desk.house, self._now())

    def logo(self) -> Picture | None:
        """Return the logo, if the business has one."""
        name = self.business.look.logo
        if name is None:
            return None
        file = self.folder / name
        try:
            return Picture(file.read_bytes(), KINDS[file.suffix.lower()])
        except (OSError, KeyError):
            return None  # it was there when the business was loaded

    async def begin(self, key: str | None) -> Begun:
        """Begin a conversation; the same key begins the same one."""
        return Begun(*await self._work(lambda unit: passes.begin(unit, self.business.id, key, self._now())))

    async def lets_in(self, conversation: str, token: str) -> Admission | None:
        """Return whom a token lets into a conversation of this business; None if it does not open it."""
        is_owner, now = passes.is_owners(token), self._now()
        if is_owner and not self.business.owner:
            return None  # it had an owner when the token was made
        known = await self._work(lambda unit: passes.lets_in(unit, self.business.id, conversation, token, now))
        return None if known is None else Admission(is_owner, (known.expires_at - now).total_seconds())

    async def hear(self, said: Said) -> Plain:
        """Take a turn and return what it came to."""
        press = said.press
        pressed = Pressed(Button(press.button), press.turn, press.value) if press else None
        arrival = Arrival(
            said.text,
            CHANNEL,
            said.id,
            self._now(),
            conversation=said.conversation,
            holds_token=True,
            address=said.address,
            pressed=pressed,
            in_person=self.is_demo or said.by_owner,
            filling=_filling(said.fill),
        )
        with _explained():
            return await self.desk.receive(arrival)

    async def plan(self, run: str) -> Plain | None:
        """Return a plan with its form as it stands."""
        return await self._work(partial(self._plan, run))

    async def read(self, conversation: str, after: int, limit: int) -> Page:
        """Return what was said after a line, and where the conversation stands."""
        return await self._work(partial(self._page, conversation, after, limit))

    async def openings(self, conversation: str, first: date, last: date) -> Plain:
        """Return what is free for what the guest wants, by day."""
        return await self._work(partial(self._openings, conversation, first, last))

    async def managed(self, link: str) -> Managed | None:
        """Return the booking that a link leads to."""
        return await self._behind(link, managing.managed)

    async def free_days(self, link: str, first: date, last: date, wish: Literal["same", "anyone"]) -> Sequence[FreeDay]:
        """Return the days with times that the booking can be moved to."""
        return await self._behind(link, lambda here: managing.free_days(here, first, last, wish)) or ()

    async def move(self, change: Change) -> Changed | None:
        """Move the booking of a link."""
        return await self._behind(change.link, lambda here: managing.move(here, change, self.desk.log))

    async def cancel(self, change: Change) -> Changed | None:
        """Cancel the booking of a link."""
        return await self._behind(change.link, lambda here: managing.cancel(here, change, self.desk.log))

    async def calendar_entry(self, link: str) -> CalendarEntry | None:
        """Return the booking of a link for a calendar."""
        return await self._behind(link, managing.calendar_entry)

    async def _behind(self, link: str, work: Callable[[managing.Behind], T]) -> T | None:
        def look(unit: Unit) -> T | None:
            here = managing.behind(self.desk.house, unit, link, self._now())
            return None if here is None else work(here)

        return await self._work(look)

    async def news(self, after: int) -> Mapping[str, int]:
        """Return the conversations that something was said in after a line, each with its last line."""
        return await self._work(lambda unit: unit.messages.news(after))

    async def newest(self) -> int:
        """Return the number of the last line of all."""
        return await self._work(lambda unit: unit.messages.newest())

    async def is_ready(self) -> bool:
        """Say whether the database answers. That the flows are proved is known since the desk was opened."""
        try:
            await self.newest()
        except Unavailable:
            return False
        return True

    def counters(self) -> Mapping[str, int]:
        """Return how often what happened."""
        return dict(self.desk.log.counters)

    async def _work(self, work: Callable[[Unit], T]) -> T:
        with _explained():
            return await self.desk.store.run(work)

    def _now(self) -> datetime:
        return self.desk.clock().astimezone(self.business.zone)

    def _page(self, conversation: str, after: int, limit: int, unit: Unit) -> Page:
        found = unit.messages.page(conversation, after, limit + 1)
        names = names_of(unit, self.business.id, (each.by for each in found))
        lines = [
            Line(each.id, each.turn, each.side.value, each.text, each.at, names.get(each.by or ""))
            for each in found[:limit]
        ]
        return Page(lines, len(found) > limit, self._state(conversation, unit))

    def _state(self, conversation: str, unit: Unit) -> Plain:
        stands = unit.conversations.by_id(conversation) or Conversation(conversation, self.business.id)
        house = with_pinned(self.desk.house, unit, stands)
        now = self._now()
        shown = {"form": _form(house, unit, stands, now), "run": _run(house, unit, stands, now)}
        state = {**state_of(house, stands, now, self._bookings(house, conversation, unit)), **shown}
        by = state["with_staff"]
        return state if by is None else {**state, "with_staff": name_of(unit, self.business.id, str(by))}

    def _plan(self, run: str, unit: Unit) -> Plain | None:
        conversation = unit.conversations.by_id(conversation_of(run))
        if conversation is None:
            return None
        house, now = with_pinned(self.desk.house, unit, conversation), self._now()
        plan = plan_by_id(house, unit, conversation, run, now)
        if plan is None:
            return None
        form = form_of(house, conversation, now, past_of(unit, conversation.id))
        shown = form.as_data() if form is not None and form.run == run else None
        return {**plan, "turn": conversation.version, "form": shown}

    def _bookings(self, house: House, conversation: str, unit: Unit) -> Sequence[object]:
        now = self._now()
        return [
            {**_fields(plain(receipt(house, row, now))), "link": passes.link_to(unit, row)}
            for row in unit.bookings.of_conversation(conversation)
        ]

    def _openings(self, conversation: str, first: date, last: date, unit: Unit) -> Plain:
        stands = unit.conversations.by_id(conversation) or Conversation(conversation, self.business.id)
        house, now = with_pinned(self.desk.house, unit, stands), self._now()
        picker = slot_picker(house, stands, now)
        if picker is None or not picker.free_days:
            return {"known": False, "days": {}}
        found = openings_in_month(
            house, unit, picker.services, picker.provider, first, last, now, picker.moving,
            conversation=conversation, party=picker.party,
        )  # fmt: skip  # as it is declared
        return {"known": found is not None, "days": plain(found or {})}


def state_of(house: House, conversation: Conversation, now: datetime, bookings: Sequence[object]) -> Plain:
    """Return where a conversation stands, as a page shows it."""
    position = conversation.position
    chips = offer_chips(house, conversation, now)
    return {
        "turn": conversation.version,
        "position": snake_case(type(position).__name__),
        "asking": asking_of(position),
        "options": plain(chips.chips),
        "more": chips.more,
        "expires": plain(chips.expires),
        "picker": plain(slot_picker(house, conversation, now)),
        "card": plain(confirm_card(house, conversation, now)),
        "form": None,
        "run": None,
        "with_staff": position.by if isinstance(position, WithStaff) else None,
        "bookings": list(bookings),
    }


def _filling(fill: FormFill | None) -> Filling | None:
    return None if fill is None else Filling(fill.run, fill.values, fill.sent, fill.turn)


def _form(house: House, unit: Unit, conversation: Conversation, now: datetime) -> Plain | None:
    """Return the form that a page shows, with what this guest had before as likely values."""
    if shown_form(house, conversation, now) is None:
        return None
    form = shown_form(house, conversation, now, past_of(unit, conversation.id))
    return None if form is None else {**form.as_data(), "button": form.button, "leave": form.leave}


def _run(house: House, unit: Unit, conversation: Conversation, now: datetime) -> Plain | None:
    """Return the plan that is under way, or the one that the last turn ended."""
    if conversation.run is not None:
        return live_plan(house, unit, conversation, now)
    last = unit.messages.last_turn(conversation.id)
    return None if last is None else told_plan(last[1])


def _fields(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}
