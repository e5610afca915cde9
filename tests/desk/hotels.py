"""A hotel as small as a business can be, and its syncs with whatever ERP a test runs."""

from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from frontdesk.desk.background import Background
from frontdesk.desk.erp_link import ErpLink
from frontdesk.desk.log import Log
from frontdesk.desk.shadow import Shadow, shadow_of
from frontdesk.desk.syncing import SyncEnd, Syncing, sync_now
from frontdesk.scheduling.business import Business, ErpSettings, Hours
from frontdesk.storage.store import Store
from frontdesk.storage.unit import Unit
from tests.calendars.hostile_erp import DAYS, FIRST, NOW

ZONE = ZoneInfo("America/Chicago")
DAY = timedelta(days=1)


def hotel(url: str, days: int = DAYS, secret: str | None = None) -> Business:
    """Return a hotel whose ERP is at an address."""
    erp = ErpSettings(url, secret, horizon=days * DAY)
    return Business("lotus", "Black Lotus", ZONE, Hours({}), {}, {}, erp=erp)


@dataclass(slots=True)
class Front:
    """A hotel on a database: its clock is set by hand."""

    store: Store
    business: Business
    now: datetime = NOW
    log: Log = field(default_factory=Log)
    syncing: Syncing = field(init=False)
    background: Background = field(init=False)

    def __post_init__(self) -> None:
        """Make its background."""
        self.syncing = Syncing(self.store, ErpLink(lambda: self.business), lambda: self.now, self.log)
        kind = self.syncing.kind()
        self.background = Background(self.store, self.business.id, {kind.name: kind}, self.log)

    async def sync(self) -> SyncEnd:
        """Sync now."""
        return await sync_now(self.background, self.syncing)

    def shadow(self, first: date = FIRST, days: int = DAYS) -> Shadow:
        """Return what the desk knows."""
        return self.store.run_sync(lambda unit: self.seen_by(unit, first, days))

    def seen_by(self, unit: Unit, first: date = FIRST, days: int = DAYS) -> Shadow:
        """Return what the desk knows, within a transaction."""
        return shadow_of(unit, self.business, first, first + days * DAY, self.now)

    def asks_for(self, days: int) -> None:
        """Let it ask for so many days."""
        assert self.business.erp is not None
        self.business = replace(self.business, erp=replace(self.business.erp, horizon=days * DAY))

    def later(self, hours: float) -> None:
        """Let time pass."""
        self.now += timedelta(hours=hours)
