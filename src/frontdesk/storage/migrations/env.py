"""Runs the migrations on the connection that `frontdesk.storage.migrating` hands over, in its transaction."""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    version_table=context.config.attributes["version_table"],
    transactional_ddl=True,
)
context.run_migrations()
