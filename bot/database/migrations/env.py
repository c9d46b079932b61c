"""Run the migrations on the connection of the store."""

from alembic import context

from bot.database.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
