"""Which refusals load the settings of the server: a database that hangs delays no other."""

from bot.game.choices import BoardPlacement, ServerSettings, WhoMayEnd
from bot.game.clock import Pace
from bot.interactions.failures import NEEDS_SETTINGS
from bot.messages.refusals import refusal
from bot.messages.translator import ENGLISH
from engine import Rules
from tests.messages.refused import EXAMPLES

OTHER = ServerSettings(Rules(5, 5, 4), Pace.DAY, False, BoardPlacement.NEW_MESSAGE, WhoMayEnd.MODERATORS, "de", False)


def test_the_settings_are_loaded_for_just_the_refusals_that_depend_on_them() -> None:
    dependent = {
        type(error) for error in EXAMPLES if refusal(ENGLISH, error) != refusal(ENGLISH, error, settings=OTHER)
    }
    assert dependent == set(NEEDS_SETTINGS)
