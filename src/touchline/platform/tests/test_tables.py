"""Tables for a terminal."""

import ast
import random
from pathlib import Path

import pytest
from rich.cells import cell_len

import touchline
from touchline.platform.tables import print_record, print_table, print_text, table_lines


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
    assert [line.removeprefix("Value").strip() for line in told.splitlines()].count(path) == 2


def test_a_first_column_of_sentences_leaves_room_for_the_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    sentence = "Somebody else writes into the database for as long as half a minute (1 call refused)"
    print_table(("fault", "pages", "found"), [(sentence, "126 of 126", "all of it")])
    told = capsys.readouterr().out
    assert all(word in told for word in (*sentence.split(), "126", "all"))


WORDS = (
    "k" * 60,
    "girls-varsity-volleyball-2026-11-21-cedar-ridge-at-harlan-falls-2",
    "https://watch.valley.example/watch/84?lang=fr&utm_source=a-newsletter-of-the-school",
    "maximiliana.featherstonehaugh-cholmondeley@mail.cedar-ridge-high-school.example",
    "札幌高等学校バレーボール部",
    "ok",
    "12",
)
SENTENCE = "Somebody else writes into the database for as long as half a minute"


@pytest.mark.parametrize("seed", range(200))
def test_whatever_stands_in_a_table_is_whole_and_within_80_columns(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311
    columns = chance.randint(1, 9)
    cells = (*WORDS, SENTENCE, "", "Ada Moreau")
    rows = [[chance.choice(cells) for _ in range(columns)] for _ in range(chance.randint(1, 5))]
    lines = table_lines([f"Heading {place}" for place in range(columns)], rows, 80)
    for row in rows:
        for word in (word for cell in row for word in cell.split()):
            assert any(word in line.split() for line in lines), word
    assert all(cell_len(line) <= 80 or line in WORDS for line in lines)


def test_rows_that_do_not_fit_become_records() -> None:
    lines = table_lines(("Id", "Address", "Event"), [("7", WORDS[2], WORDS[1]), ("8", "a", "b")], 80)
    assert lines == [
        "Id       7",
        "Address", WORDS[2],
        f"Event    {WORDS[1]}",
        "",
        "Id       8",
        "Address  a",
        "Event    b",
    ]  # fmt: skip


def test_one_column_of_sentences_goes_on_below() -> None:
    lines = table_lines(("Id", "Why", "Tries"), [("7", f"{SENTENCE}, {SENTENCE}.", "3")], 80, right={2})
    assert lines[0].split() == ["Id", "Why", "Tries"]
    assert lines[1].startswith("7   Somebody else") and lines[1].endswith("    3")
    assert len(lines) == 3


def test_a_record_keeps_its_words_whole(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    print_record({"key": WORDS[1], "viewer": WORDS[3], "why": f"{SENTENCE}, {SENTENCE}."})
    lines = capsys.readouterr().out.splitlines()
    assert WORDS[3] in lines
    assert f"key     {WORDS[1]}" in lines


def test_a_cell_gives_the_terminal_no_orders(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("Name",), [("a\x1b[31mred\r\nb",)])
    assert capsys.readouterr().out == "Name\na [31mred  b\n"


def test_every_command_prints_its_tables_here() -> None:
    """Tables of `rich` cut or break words."""
    source = Path(touchline.__file__).parent
    for file in source.rglob("*.py"):
        found = [
            node.module for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.ImportFrom)
        ]
        assert "rich.table" not in found, file


def test_sentences_go_on_below_between_their_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    key = "k" * 60
    print_text(f"{key}: videos 1, clips 2. {SENTENCE}")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{key}:"
    assert all(cell_len(line) <= 40 for line in lines[1:])
    assert " ".join(lines) == f"{key}: videos 1, clips 2. {SENTENCE}"
