"""Tables for a terminal."""

import pytest

from touchline.platform.tables import print_table


def test_brackets_and_colons_in_data_are_printed_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("File", "State"), [("game [final].mp4", "a :smile: [red]b[/red]")])
    assert "game [final].mp4  a :smile: [red]b[/red]" in capsys.readouterr().out


def test_a_narrow_table_cuts_no_word_of_any_column(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    path = "/a/very/long/folder/of/somebody/else/that/does/not/fit/at/all"
    print_table(("Setting", "Value", "Default"), [("TOUCHLINE_A_QUITE_LONG_NAME", path, path)])
    told = capsys.readouterr().out
    assert "TOUCHLINE_A_QUITE_LONG_NAME" in told
    assert "…" not in told
    assert "".join(line[30:44].strip() for line in told.splitlines()[1:]) == path


def test_a_first_column_of_sentences_leaves_room_for_the_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    sentence = "Somebody else writes into the database for as long as half a minute (1 call refused)"
    print_table(("fault", "pages", "found"), [(sentence, "126 of 126", "all of it")])
    told = capsys.readouterr().out
    assert all(word in told for word in (*sentence.split(), "126", "all"))
