"""The command `touchline` as an operator meets it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from touchline.entrypoints.cli import main


@pytest.mark.parametrize("command", [["media", "list"], ["channel", "list"]], ids=" ".join)
def test_a_database_that_was_never_made_is_one_sentence(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOUCHLINE_VAR", str(tmp_path))
    monkeypatch.setenv("TOUCHLINE_QUEUE", "inline")
    done = CliRunner().invoke(main, command)
    assert done.exit_code == 1
    assert done.output == "Error: The database is not up to date. Run first: touchline db upgrade\n"
