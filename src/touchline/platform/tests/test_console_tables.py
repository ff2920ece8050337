"""Tables for a terminal."""

import ast
import random
from pathlib import Path

import pytest
from rich.cells import cell_len

import touchline
from touchline.platform.cli.tables import format_table, print_record, print_table, print_text


def test_brackets_and_colons_are_printed_unchanged(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("File", "State"), [("game [final].mp4", "a :smile: [red]b[/red]")])
    assert "game [final].mp4  a :smile: [red]b[/red]" in capsys.readouterr().out


def test_a_narrow_table_truncates_no_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    path = "/a/very/long/folder/of/somebody/else/that/does/not/fit/at/all"
    print_table(("Setting", "Value", "Default"), [("TOUCHLINE_A_QUITE_LONG_NAME", path, path)])
    printed = capsys.readouterr().out
    assert "TOUCHLINE_A_QUITE_LONG_NAME" in printed
    assert "…" not in printed
    assert [line.removeprefix("Value").strip() for line in printed.splitlines()].count(path) == 2


def test_a_wide_first_column_leaves_space_for_the_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    sentence = "Somebody else writes into the database for as long as half a minute (1 call refused)"
    print_table(("fault", "pages", "found"), [(sentence, "126 of 126", "all of it")])
    printed = capsys.readouterr().out
    assert all(word in printed for word in (*sentence.split(), "126", "all"))


SAMPLE_WORDS = (
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
def test_any_table_is_complete_and_within_80_columns(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311
    columns = rng.randint(1, 9)
    cells = (*SAMPLE_WORDS, SENTENCE, "", "Ada Moreau")
    rows = [[rng.choice(cells) for _ in range(columns)] for _ in range(rng.randint(1, 5))]
    lines = format_table([f"Heading {index}" for index in range(columns)], rows, 80)
    for row in rows:
        for word in (word for cell in row for word in cell.split()):
            assert any(word in line.split() for line in lines), word
    assert all(cell_len(line) <= 80 or line in SAMPLE_WORDS for line in lines)


def test_rows_that_do_not_fit_become_records() -> None:
    lines = format_table(
        ("Id", "Address", "Event"), [("7", SAMPLE_WORDS[2], SAMPLE_WORDS[1]), ("8", "a", "b")], 80
    )
    assert lines == [
        "Id       7",
        "Address", SAMPLE_WORDS[2],
        f"Event    {SAMPLE_WORDS[1]}",
        "",
        "Id       8",
        "Address  a",
        "Event    b",
    ]  # fmt: skip


def test_one_column_of_sentences_wraps() -> None:
    lines = format_table(
        ("Id", "Why", "Tries"), [("7", f"{SENTENCE}, {SENTENCE}.", "3")], 80, right_aligned={2}
    )
    assert lines[0].split() == ["Id", "Why", "Tries"]
    assert lines[1].startswith("7   Somebody else") and lines[1].endswith("    3")
    assert len(lines) == 3


def test_a_record_breaks_no_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    print_record({"key": SAMPLE_WORDS[1], "viewer": SAMPLE_WORDS[3], "why": f"{SENTENCE}, {SENTENCE}."})
    lines = capsys.readouterr().out.splitlines()
    assert SAMPLE_WORDS[3] in lines
    assert f"key     {SAMPLE_WORDS[1]}" in lines


def test_control_characters_in_cells_are_removed(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("Name",), [("a\x1b[31mred\r\nb",)])
    assert capsys.readouterr().out == "Name\na [31mred  b\n"


def test_every_command_uses_this_module_for_tables() -> None:
    """Tables of `rich` cut or break words."""
    source = Path(touchline.__file__).parent
    for file in source.rglob("*.py"):
        text = file.read_text("utf-8")
        if "rich" not in text:
            continue
        found = [node.module for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)]
        assert "rich.table" not in found, file


def test_sentences_wrap_between_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    key = "k" * 60
    print_text(f"{key}: videos 1, clips 2. {SENTENCE}")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{key}:"
    assert all(cell_len(line) <= 40 for line in lines[1:])
    assert " ".join(lines) == f"{key}: videos 1, clips 2. {SENTENCE}"
