"""The commands, their output and their exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from touchline.entrypoints.bootstrap import Application
from touchline.front.packs.cli import channels
from touchline.front.packs.tests.pack_fixtures import DATA, copy_pack

RunCommand = Callable[..., Result]


@pytest.fixture
def run_command(application: Application) -> RunCommand:
    """A function that runs `touchline channels …`."""
    return lambda *words: CliRunner().invoke(channels, [str(argument) for argument in words], obj=application)


def test_apply_prints_the_changes(run_command: RunCommand, full_pack: Path) -> None:
    first, second = run_command("apply", full_pack), run_command("apply", full_pack)
    assert (first.exit_code, second.exit_code) == (0, 0)
    assert "Applied riverside" in first.stdout
    assert "Applied riverside: 0 changes" in second.stdout


def test_apply_in_json_is_for_programs(run_command: RunCommand, full_pack: Path) -> None:
    response = json.loads(run_command("apply", full_pack, "--json").stdout)
    assert response["ok"] and response["channel"]["slug"] == "riverside"
    assert response["changes"] == sum(one["created"] for one in response["counts"].values())
    assert response["counts"]["billing"] == {"created": 7, "updated": 0, "withdrawn": 0, "unchanged": 0}


def test_check_changes_nothing(run_command: RunCommand, full_pack: Path) -> None:
    response = run_command("check", full_pack)
    assert response.exit_code == 0 and "No problems" in response.stdout and "3 events" in response.stdout
    assert json.loads(run_command("list", "--json").stdout) == []


@pytest.mark.parametrize("command", ["apply", "check"])
def test_a_pack_with_problems_ends_with_1_and_all_of_them(
    run_command: RunCommand, tmp_path: Path, command: str
) -> None:
    root = copy_pack("whole", tmp_path, DATA / "broken" / "the-same-twice")
    response = run_command(command, root)
    assert response.exit_code == 1
    assert f"{root}/locations.yaml:3: [barn].key: `barn` is already used" in response.stderr
    assert "3 problems. Nothing was changed." in response.stderr


def test_problems_in_json_have_file_line_and_field(run_command: RunCommand, tmp_path: Path) -> None:
    root = copy_pack("whole", tmp_path, DATA / "broken" / "a-colour-without-quotes")
    response = run_command("apply", root, "--json")
    assert response.exit_code == 1
    assert json.loads(response.stdout) == {
        "ok": False,
        "problems": [
            {
                "file": "channel.yaml",
                "line": 7,
                "field": "colors.live",
                "wrong": "is empty",
                "right": "write a color such as '#0b1018' (in quotes)",
            }
        ],
    }


def test_a_folder_that_is_not_there_is_wrong_use(run_command: RunCommand, tmp_path: Path) -> None:
    assert run_command("apply", tmp_path / "nowhere").exit_code == 2


def test_export_and_list(run_command: RunCommand, full_pack: Path, tmp_path: Path) -> None:
    run_command("apply", full_pack)
    response = json.loads(run_command("export", tmp_path / "pack", "--channel", "riverside", "--json").stdout)
    assert "channel.yaml" in response["files"] and (tmp_path / "pack" / "channel.yaml").is_file()
    (row,) = json.loads(run_command("list", "--json").stdout)
    assert row["slug"] == "riverside" and "riverside.example.org" in row["domains"]
    assert "Riverside Sports" in run_command("list").stdout


def test_an_empty_list_explains_how_to_create_a_channel(run_command: RunCommand) -> None:
    assert "touchline channels apply FOLDER" in run_command("list").stdout
