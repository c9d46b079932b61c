"""The migrations of the tables, run by Alembic at start-up."""

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection

from bot.database.errors import Unusable


def migrate(connection: Connection, revision: str = "head") -> None:
    """Migrate the tables of a database to a version, or leave them unchanged. Raises Unusable."""
    config = _config()
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, revision)
    except CommandError as error:
        raise Unusable(f"it comes from a newer version of ttt ({error})") from error


def versions() -> set[str]:
    """Return the versions of the tables that can be migrated to this one, and this one."""
    return {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "bot.database:migrations")
    return config
