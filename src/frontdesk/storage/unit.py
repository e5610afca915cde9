"""A unit of work: everything that can be read and written inside one transaction."""

from __future__ import annotations

from datetime import datetime

from frontdesk.storage import recent
from frontdesk.storage.accounts import Accounts
from frontdesk.storage.actions import Actions
from frontdesk.storage.audit import Audit
from frontdesk.storage.blocks import Blocks
from frontdesk.storage.bookings import Bookings
from frontdesk.storage.business_versions import BusinessVersions
from frontdesk.storage.claims import Claims
from frontdesk.storage.conversations import Conversations
from frontdesk.storage.counting import ConversationCounts
from frontdesk.storage.flow_versions import FlowVersions
from frontdesk.storage.forgetting import forget
from frontdesk.storage.guesses import WrongGuesses
from frontdesk.storage.guest_overview import GuestOverview
from frontdesk.storage.guests import Guests
from frontdesk.storage.inbox import Inbox
from frontdesk.storage.jobs import Jobs
from frontdesk.storage.merging import NotMerged, merge
from frontdesk.storage.messages import Messages
from frontdesk.storage.nights import Nights
from frontdesk.storage.outbox import Outbox
from frontdesk.storage.overview import DeskOverview
from frontdesk.storage.passes import Passes
from frontdesk.storage.pools import Pools
from frontdesk.storage.pulse import Pulse, pulse
from frontdesk.storage.requests import Requests
from frontdesk.storage.sql import Sql
from frontdesk.storage.syncs import Syncs
from frontdesk.storage.tickets import Tickets
from frontdesk.storage.troubles import Troubles


class Unit:
    """One transaction's view of the database, by concern."""

    __slots__ = (
        "accounts",
        "actions",
        "audit",
        "blocks",
        "bookings",
        "claims",
        "conversations",
        "flows",
        "forgot",
        "guesses",
        "guests",
        "inbox",
        "jobs",
        "messages",
        "nights",
        "outbox",
        "passes",
        "pools",
        "requests",
        "sql",
        "syncs",
        "versions",
    )

    def __init__(self, sql: Sql) -> None:
        """Read and write through `sql`."""
        self.sql = sql
        self.inbox = Inbox(sql)
        self.conversations = Conversations(sql)
        self.messages = Messages(sql)
        self.guests = Guests(sql)
        self.claims = Claims(sql)
        self.pools = Pools(sql)
        self.bookings = Bookings(sql, self.claims)
        self.blocks = Blocks(sql, self.claims, self.bookings)
        self.actions = Actions(sql)
        self.requests = Requests(sql)
        self.outbox = Outbox(sql)
        self.flows = FlowVersions(sql)
        self.guesses = WrongGuesses(sql)
        self.passes = Passes(sql)
        self.versions = BusinessVersions(sql)
        self.accounts = Accounts(sql)
        self.audit = Audit(sql)
        self.jobs = Jobs(sql)
        self.nights = Nights(sql)
        self.syncs = Syncs(sql)
        self.forgot = False  # whether somebody was forgotten: the file may need a wipe

    @property
    def overview(self) -> DeskOverview:
        """What people behind the desk look through."""
        return DeskOverview(self.sql)

    @property
    def guest_overview(self) -> GuestOverview:
        """The guests as people behind the desk look through them."""
        return GuestOverview(self.sql)

    @property
    def counts(self) -> ConversationCounts:
        """What is counted of conversations."""
        return ConversationCounts(self.sql)

    @property
    def tickets(self) -> Tickets:
        """The bookings that wait for staff, or did."""
        return Tickets(self.sql)

    @property
    def troubles(self) -> Troubles:
        """What was not understood."""
        return Troubles(self.sql)

    def merge(self, kept: int, merged: int) -> NotMerged | None:
        """Say that a guest turned out to be another one, who is kept; return why it cannot be, if so."""
        return merge(self.sql, kept, merged)

    def forget(self, guest_id: int, at: datetime) -> bool:
        """Forget a guest everywhere; False if there is none, or it was done before."""
        recent.forget()
        done = forget(self.sql, guest_id, at)
        self.forgot = self.forgot or done
        return done

    def pulse(self, business: str) -> Pulse:
        """Return how far everything of a business has got."""
        return pulse(self.sql, business)
