"""The history of the tables, run by Alembic at start-up."""

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection

from bot.database.errors import Unusable


def migrate(connection: Connection, revision: str = "head") -> None:
    """Bring the tables of a database to a version, or leave them as they were.

    Raises
    ------
    Unusable
        A newer version of ttt has changed them.
    """
    config = _config()
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, revision)
    except CommandError as error:
        raise Unusable(f"it is of a newer version of ttt ({error})") from error


def versions() -> set[str]:
    """Return every version of the tables that can be brought to this one."""
    return {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "bot.database:migrations")
    return config
