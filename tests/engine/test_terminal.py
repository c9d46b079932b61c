"""The game in a terminal."""

import builtins

import pytest

from engine.__main__ import main


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list of the lines to type, which the end of the input follows."""
    lines: list[str] = []

    def read(prompt: str) -> str:
        print(prompt, end="")  # noqa: T201
        if not lines:
            raise EOFError
        return lines.pop(0)

    monkeypatch.setattr(builtins, "input", read)
    return lines


def test_two_people_play_to_a_win(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    typed += ["0 0", "0 1", "1 0", "1 1", "2 0"]
    main(["3", "4", "3"])
    assert capsys.readouterr().out.endswith("Player 1 won\n")


def test_invalid_lines_are_explained_and_change_nothing(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    typed += ["( 0 ,0 ) ", "0 0", "9 9", "what", "1 2 3", "", "undo", "undo", "0 0", "quit"]
    main(["3", "3", "3"])
    text = capsys.readouterr().out
    assert text.count(" 0 [X]. .\n") == 2
    assert "Not a valid move: (0, 0) is taken.\n" in text
    assert "Not a valid move: (9, 9) is off the board of 3 rows and 3 columns.\n" in text
    assert text.count("Not a valid move: type a row and a column, such as 1 2.\n") == 3
    assert text.endswith("Player 2 (O): ")


def test_undo_also_takes_back_the_computers_reply(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    typed += ["0 0", "undo"]
    main(["3", "3", "3", "--ai"])
    text = capsys.readouterr().out
    assert text.count("The computer took") == 1
    assert text.rstrip().endswith("Player 1 (X):")
    assert "0  . . ." in text.rsplit("    0 1 2", 1)[1]


@pytest.mark.parametrize("arguments", [["3", "3"], ["0", "3", "3"], ["a", "b", "c"], ["3", "3", "3", "--ai", "genius"]])
def test_invalid_arguments_print_the_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(arguments)
    assert "usage: python -m engine" in capsys.readouterr().err


def test_a_k_that_does_not_fit_is_refused_before_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["3", "4", "9"])
    told = capsys.readouterr()
    assert told.err.endswith("9 in a row doesn't fit on 3x4: choose k from 1 to 4\n")
    assert not told.out


def test_the_expert_plays_in_the_terminal(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    typed += ["0 0", "quit"]
    main(["3", "3", "3", "--ai", "expert"])
    assert "The computer took (1, 1): a draw is the best." in capsys.readouterr().out
