"""The commands, their answers and their exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from touchline.entrypoints.bootstrap import House
from touchline.front.packs.cli import channel
from touchline.front.packs.tests.packs import DATA, copy_of

Run = Callable[..., Result]


@pytest.fixture
def run(house: House) -> Run:
    """Runs `touchline channel …`."""
    return lambda *words: CliRunner().invoke(channel, [str(word) for word in words], obj=house)


def test_apply_says_what_changed(run: Run, whole: Path) -> None:
    first, second = run("apply", whole), run("apply", whole)
    assert (first.exit_code, second.exit_code) == (0, 0)
    assert "Applied riverside" in first.stdout
    assert "Applied riverside: 0 changes" in second.stdout


def test_apply_in_json_is_for_programs(run: Run, whole: Path) -> None:
    answer = json.loads(run("apply", whole, "--json").stdout)
    assert answer["ok"] and answer["channel"]["slug"] == "riverside"
    assert answer["changes"] == sum(one["created"] for one in answer["counts"].values())
    assert answer["counts"]["billing"] == {"created": 7, "updated": 0, "withdrawn": 0, "unchanged": 0}


def test_check_changes_nothing(run: Run, whole: Path) -> None:
    answer = run("apply", whole, "--check")
    assert answer.exit_code == 0 and "No problems" in answer.stdout and "3 events" in answer.stdout
    assert json.loads(run("list", "--json").stdout) == []


@pytest.mark.parametrize("more", [[], ["--check"]])
def test_a_pack_with_problems_ends_with_1_and_all_of_them(run: Run, tmp_path: Path, more: list[str]) -> None:
    root = copy_of("whole", tmp_path, DATA / "broken" / "the-same-twice")
    answer = run("apply", root, *more)
    assert answer.exit_code == 1
    assert f"{root}/locations.yaml:3: [barn].key: `barn` is a key already" in answer.stderr
    assert "3 problems; nothing was changed." in answer.stderr


def test_problems_in_json_have_file_line_and_field(run: Run, tmp_path: Path) -> None:
    root = copy_of("whole", tmp_path, DATA / "broken" / "a-colour-without-quotes")
    answer = run("apply", root, "--json")
    assert answer.exit_code == 1
    assert json.loads(answer.stdout) == {
        "ok": False,
        "problems": [
            {
                "file": "channel.yaml",
                "line": 7,
                "field": "colors.live",
                "wrong": "is empty",
                "right": "write a colour such as '#0b1018' (in quotes)",
            }
        ],
    }


def test_a_folder_that_is_not_there_is_wrong_use(run: Run, tmp_path: Path) -> None:
    assert run("apply", tmp_path / "nowhere").exit_code == 2


def test_export_and_list(run: Run, whole: Path, tmp_path: Path) -> None:
    run("apply", whole)
    answer = json.loads(run("export", "riverside", tmp_path / "pack", "--json").stdout)
    assert "channel.yaml" in answer["files"] and (tmp_path / "pack" / "channel.yaml").is_file()
    (row,) = json.loads(run("list", "--json").stdout)
    assert row["slug"] == "riverside" and "riverside.example.org" in row["domains"]
    assert "Riverside Sports" in run("list").stdout


def test_a_list_without_channels_says_how_to_make_one(run: Run) -> None:
    assert "touchline channel apply PATH" in run("list").stdout
