"""The history of the tables, run by Alembic at start-up."""

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection

from bot.database.tables import UnknownVersion


def migrate(connection: Connection, revision: str = "head") -> None:
    """Bring the tables of a database to a version, or leave them as they were.

    Raises
    ------
    UnknownVersion
        A newer version of ttt has changed them.
    """
    config = Config()
    config.set_main_option("script_location", "bot.database:migrations")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, revision)
    except CommandError as error:
        raise UnknownVersion(f"it is of a newer version of ttt ({error})") from error
