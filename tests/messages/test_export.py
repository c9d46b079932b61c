"""The file of /ttt my data: JSON, and compressed when it is large."""

import gzip
import json
from datetime import UTC, datetime

from bot.game.agenda import Export
from bot.messages.export import PLAIN, export_file
from bot.messages.translator import ENGLISH
from tests.people import ANN

AT = datetime(2026, 11, 21, 12, tzinfo=UTC)


def test_a_small_file_is_json_that_people_can_read() -> None:
    games = [{"id": "5", "moves": [[1, 2]]}]
    blocks, puzzles = [{"blocked": "another person"}], [{"day": 3}]
    name, content = export_file(
        ENGLISH, Export(ANN, AT, games, [{"won": 1}], [{"mark": "star"}], blocks, puzzles, [], 0)
    )
    said = json.loads(content)
    assert name == "ttt.json"
    assert (said["you"], said["games"][0]["moves"], said["ratings"]) == (str(ANN), [[1, 2]], [{"won": 1}])
    assert said["preferences"] == [{"mark": "star"}]
    assert said["about"] == (
        "Everything this bot keeps about you. Rows and columns count from 0; a move is [row, column]; x moves first; "
        "winner 1 is x, 2 is o. Ids are Discord's. Other people are not named: their data is theirs."
    )


def test_a_large_file_is_compressed_and_whole() -> None:
    games = [{"id": str(number), "moves": [[row, row] for row in range(30)]} for number in range(5000)]
    name, content = export_file(ENGLISH, Export(ANN, AT, games, [], [], [], [], [], 7))
    said = json.loads(gzip.decompress(content))
    assert name == "ttt.json.gz"
    assert len(content) < PLAIN
    assert (said["games"], said["older_games_left_out"]) == (games, 7)
