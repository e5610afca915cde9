"""A database that an older version made is brought up to date as it is opened, with all that is in it."""

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, text

from frontdesk.storage import open_store
from frontdesk.storage.migrating import REVISIONS, SCRIPTS, VERSION_TABLE
from tests.contracts.storage_examples import NOW

OLD_CHANGE = """
INSERT INTO booking_changes (booking_id, at, "by", status, provider, starts_at, ends_at)
SELECT id, created_at, 'guest', 'booked', 'emily', starts_at, ends_at FROM bookings
"""
OLD_BOOKING = """
INSERT INTO bookings (business, reference, kind, status, service, starts_at, ends_at, details, created_at)
VALUES ('spa', 'ABC234', 'appointment', 'booked', 'peel', {start}, {end}, '{{}}', {start})
"""
SPANS = {
    "sqlite": {"start": "1772456400000000", "end": "1772460000000000"},
    "postgresql": {"start": "'2026-03-02T13:00Z'", "end": "'2026-03-02T14:00Z'"},
}


def made_by_the_first_version(url: str) -> None:
    """Make a database as the first version did, with a booking in it."""
    engine = create_engine(url)
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    config.attributes["version_table"] = VERSION_TABLE
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, REVISIONS[0])
        for statement in (OLD_BOOKING.format(**SPANS[engine.dialect.name]), OLD_CHANGE):
            connection.execute(text(statement))
    engine.dispose()


def test_what_an_older_version_kept_is_there_after_the_upgrade(new_database_url: str) -> None:
    made_by_the_first_version(new_database_url)
    with open_store(new_database_url) as store:
        kept = store.run_sync(lambda unit: unit.bookings.by_reference("spa", "ABC234"))
        assert kept is not None
        (change,) = store.run_sync(lambda unit: unit.bookings.changes(kept.id))
        assert store.run_sync(lambda unit: unit.blocks.ever("spa", NOW)) == ()
    assert (change.provider, change.claims) == ("emily", None)
