"""Settings of servers as values."""

import pytest

from bot.game.errors import LineTooLong
from bot.game.preferences import ServerSettings
from engine import Rules

GERMAN, POLISH = "de", "pl"
NARROW = ServerSettings(Rules(7, 6, 4))


@pytest.mark.parametrize(
    ("setting", "on_discord", "language"),
    [
        (None, None, None),
        (None, "en-US", None),
        (None, "en-GB", "en-GB"),
        (None, POLISH, POLISH),
        (GERMAN, POLISH, GERMAN),
        (GERMAN, "en-US", GERMAN),
        ("en-US", POLISH, "en-US"),
        (GERMAN, None, GERMAN),
    ],
)
def test_a_language_setting_precedes_discords(
    setting: str | None, on_discord: str | None, language: str | None
) -> None:
    assert ServerSettings(language=setting).locale(on_discord) == language


@pytest.mark.parametrize(
    ("options", "rules"),
    [
        ((None, None, None), Rules(7, 6, 4)),
        ((None, None, 3), Rules(7, 6, 3)),
        ((5, None, None), Rules(5, 5, 5)),
        ((None, 4, None), Rules(3, 4, 3)),
        ((4, 5, 3), Rules(4, 5, 3)),
    ],
)
def test_the_size_of_a_server_is_the_default(options: tuple[int | None, int | None, int | None], rules: Rules) -> None:
    assert NARROW.rules(*options) == rules


def test_a_line_that_does_not_fit_the_servers_board_is_refused() -> None:
    with pytest.raises(LineTooLong):
        NARROW.rules(k=8)
