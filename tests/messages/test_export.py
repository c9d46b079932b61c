"""The file of `/ttt my data`."""

import gzip
import json
from datetime import UTC, datetime

from bot.game.requests import ExportPart
from bot.messages.export import PLAIN, ExportFile
from bot.messages.translator import ENGLISH
from tests.people import ANN

AT = datetime(2026, 11, 21, 12, tzinfo=UTC)


def test_a_small_export_is_readable_json() -> None:
    file = ExportFile(ENGLISH, ANN, AT)
    rows = [{"id": "5", "moves": [[1, 2]]}, {"id": "4", "moves": []}, {"id": "3", "moves": [[0, 0]]}]
    file.add(ExportPart("preferences", [{"mark": "star"}]))
    file.add(ExportPart("blocks", []))
    file.add(ExportPart("games", rows[:2]))
    file.add(ExportPart("games", rows[2:]))
    name, content = file.finished()
    text = content.read().decode()
    data = json.loads(text)
    assert name == "ttt.json"
    assert (data["you"], data["preferences"], data["blocks"], data["games"]) == (str(ANN), [{"mark": "star"}], [], rows)
    assert '\n{"id": "4", "moves": []},\n' in text
    assert data["about"] == (
        "Everything this bot stores about you. Rows and columns count from 0; a move is [row, column]; x moves first; "
        "winner is 1 for x and 2 for o. All IDs are Discord's. Other people's data is left out."
    )


def test_a_large_export_is_compressed_and_complete() -> None:
    file = ExportFile(ENGLISH, ANN, AT)
    games = [{"id": str(number), "moves": [[row, row] for row in range(30)]} for number in range(5000)]
    for start in range(0, len(games), 50):
        file.add(ExportPart("games", games[start : start + 50]))
    name, content = file.finished()
    packed = content.read()
    assert name == "ttt.json.gz"
    assert len(packed) < PLAIN
    assert json.loads(gzip.decompress(packed))["games"] == games
