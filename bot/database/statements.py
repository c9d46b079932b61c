"""What a move asks of the database, put together once: to build a statement costs more than to run it."""

from sqlalchemy import bindparam, func, select, update

from bot.database.tables import games, plies

_CHANNEL = games.c.channel == bindparam("of_channel")
_GAME = games.c.id == bindparam("of_game")
_NEWEST = (games.c.ending.is_(None).desc(), games.c.id.desc())

LIVE_GAME = select(games).where(_CHANNEL, games.c.ending.is_(None))
LATEST_GAME = select(games).where(_CHANNEL).order_by(*_NEWEST).limit(1)
GAME = select(games).where(_GAME)
LIVE_GAMES = select(func.count()).select_from(games).where(games.c.ending.is_(None))

# Of a game by id and revision, with the columns to set as parameters; no row, when somebody was quicker.
CHANGE_GAME = update(games).where(_GAME, games.c.revision == bindparam("of_revision"))
SHOW_GAME = (
    update(games)
    .where(_GAME, games.c.message.is_(None) | (games.c.message < bindparam("in_message")))
    .values(message=bindparam("in_message"))
)

PLIES = select(plies.c.row, plies.c.col).where(plies.c.game == bindparam("of_game")).order_by(plies.c.number)
ADD_PLIES = plies.insert()
TAKE_PLIES_BACK = plies.delete().where(plies.c.game == bindparam("of_game"), plies.c.number >= bindparam("from_number"))
