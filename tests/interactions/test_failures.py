"""Which refusals load the server's settings: a hanging database delays no other."""

from bot.game.clocks import Pace
from bot.game.preferences import BoardPlacement, ServerSettings, WhoMayEnd
from bot.interactions.failures import NEEDS_SETTINGS
from bot.messages.refusals import refusal
from bot.messages.translator import ENGLISH
from engine import Rules
from tests.messages.refused import EXAMPLES

OTHER = ServerSettings(Rules(5, 5, 4), Pace.DAY, False, BoardPlacement.NEW_MESSAGE, WhoMayEnd.MODERATORS, "de", False)


def test_settings_are_loaded_only_for_refusals_that_need_them() -> None:
    dependent = {
        type(error) for error in EXAMPLES if refusal(ENGLISH, error) != refusal(ENGLISH, error, settings=OTHER)
    }
    assert dependent == set(NEEDS_SETTINGS)
