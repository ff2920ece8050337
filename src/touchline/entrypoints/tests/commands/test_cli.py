"""The `touchline` command from an operator's point of view."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from touchline.channel.facade import ChannelDetails
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.cli import main
from touchline.front.packs.tests.pack_fixtures import DATA

RunCommand = Callable[..., Result]
PACK = DATA / "whole"


@pytest.fixture
def run_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunCommand:
    """Return a function that runs `touchline …` with its own `var` folder."""
    monkeypatch.setenv("TOUCHLINE_VAR", str(tmp_path / "var"))
    monkeypatch.setenv("TOUCHLINE_QUEUE", "inline")
    return lambda *arguments: CliRunner().invoke(main, [str(argument) for argument in arguments])


def raise_disk_full(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("command", [["recordings", "list"], ["channels", "list"]], ids=" ".join)
def test_a_missing_database_is_reported_with_exit_code_1(command: list[str], run_command: RunCommand) -> None:
    done = run_command(*command)
    assert done.exit_code == 1
    assert done.output == "Error: The database is not up to date. First run: touchline databases upgrade\n"


@pytest.mark.parametrize("command", [["recordings", "list"], ["channels", "list"]], ids=" ".join)
def test_an_unavailable_database_is_reported_with_exit_code_2(
    command: list[str], run_command: RunCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOUCHLINE_DATABASE_URL", "postgresql+psycopg://nobody@127.0.0.1:1/nothing")
    done = run_command(*command)
    assert done.exit_code == 2
    assert done.stderr.startswith("Error: The operation failed: ")


def test_a_full_disk_is_reported_with_exit_code_2(
    run_command: RunCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run_command("databases", "upgrade").exit_code == 0
    monkeypatch.setattr("touchline.platform.files.public_files.PublicFiles.add_bytes", raise_disk_full)
    done = run_command("channels", "apply", PACK)
    assert done.exit_code == 2
    assert done.stderr == "Error: The operation failed: [Errno 28] No space left on device\n"


@pytest.mark.nightly
def test_a_full_disk_during_video_import_is_reported_with_exit_code_1(
    run_command: RunCommand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_command("databases", "upgrade")
    assert run_command("channels", "apply", PACK).exit_code == 0
    (tmp_path / "game.mp4").write_bytes(b"a game")
    monkeypatch.setattr(os, "fsync", raise_disk_full)
    done = run_command("recordings", "add", "--event", "on-air", tmp_path / "game.mp4")
    assert done.exit_code == 1
    assert done.stderr.endswith("Error: The disk is full. Free some space for the video.\n")


INVALID_UTF8 = os.fsdecode(b"x\xff")


@pytest.mark.parametrize(
    "command",
    [
        ["recordings", "list", "--channel", INVALID_UTF8],
        ["recordings", "hide", INVALID_UTF8],
        ["streams", "open", INVALID_UTF8],
        ["accounts", "list", "--search", INVALID_UTF8],
        ["nginx", "conf", "--certificate", INVALID_UTF8, "--certificate-key", INVALID_UTF8],
    ],
)
def test_an_argument_with_invalid_utf8_prints_no_traceback(
    command: list[str],
    application: Application,
    channel: ChannelDetails,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, command, obj=application)
    assert isinstance(done.exception, SystemExit | None), done.exception
    assert "Traceback" not in done.output


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("name", [b"pack\xff", b"\xe9quipe", b"a\xc3\xa9\xc3"])
def test_a_folder_name_with_invalid_utf8_is_printed_with_question_marks(name: bytes, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "touchline", "channels", "new", "valley", os.fsdecode(name)]
    strict = {**os.environ, "PYTHONIOENCODING": "utf-8:strict", "TOUCHLINE_VAR": str(tmp_path / "var")}
    done = subprocess.run(
        [*command, "--email", "ada@example.org"], cwd=tmp_path, env=strict, capture_output=True, check=True
    )
    assert (tmp_path / os.fsdecode(name) / "channel.yaml").is_file()
    assert f"to {name.decode(errors='surrogateescape')}".encode(errors="replace") in done.stdout


def test_an_overlong_id_is_not_found(run_command: RunCommand, tmp_path: Path) -> None:
    run_command("databases", "upgrade")
    run_command("channels", "apply", PACK)
    (tmp_path / "game.mp4").write_bytes(b"a game")
    done = run_command("recordings", "add", "--event", "9" * 20, tmp_path / "game.mp4")
    assert done.exit_code == 1
    assert done.stderr.endswith(f"Error: There is no event {'9' * 20} in this channel.\n")
