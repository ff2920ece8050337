"""`touchline teams members …` on the real tables."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from touchline.channel.domain.operators.roles import Role
from touchline.entrypoints.bootstrap import Application
from touchline.front.members.cli import teams
from touchline.front.tests.document.test_document_api import Operator, join

__all__ = ["join"]


@pytest.fixture
def run(application: Application, join: Callable[[Role], Operator]) -> Callable[..., Result]:
    """Return a function that runs `touchline teams members …` for a channel with a full pack."""

    def invoke(*arguments: str, text: str | None = None) -> Result:
        return CliRunner().invoke(teams, ["members", *arguments], input=text, obj=application)

    return invoke


def test_members_are_added_from_a_file_listed_and_removed_from_standard_input(
    run: Callable[..., Result], tmp_path: Path
) -> None:
    file = tmp_path / "addresses.txt"
    file.write_text("ada@example.org\nbea@example.org\n", encoding="utf-8")
    added = run("add", "otters-boys", str(file))
    assert (added.exit_code, added.stdout) == (0, "added: 2, already members: 0\n")
    rows = json.loads(run("list", "otters-boys", "--json").stdout)
    assert [(row["email"], row["has_account"]) for row in rows] == [
        ("ada@example.org", False),
        ("bea@example.org", False),
    ]
    removed = run("remove", "otters-boys", "--json", text="ADA@example.org, cy@example.org")
    assert json.loads(removed.stdout) == {"ok": True, "removed": 1, "no_members": 1, "problems": []}
    assert "bea@example.org" in run("list", "otters-boys").stdout


def test_lines_that_are_no_addresses_are_reported_and_the_others_are_added(
    run: Callable[..., Result],
) -> None:
    added = run("add", "otters-boys", text="ada@example.org\nCoach\n")
    assert (added.exit_code, added.stdout) == (1, "added: 1, already members: 0\n")
    assert added.stderr == "Line 2: “Coach” is not an email address.\n"
    report = json.loads(run("add", "otters-boys", "--json", text="Coach").stdout)
    assert report == {
        "ok": False,
        "added": 0,
        "already_members": 0,
        "problems": [{"line": 1, "text": "Coach"}],
    }


def test_an_unknown_team_is_refused(run: Callable[..., Result]) -> None:
    assert "There is no team nobody in this channel." in str(run("list", "nobody").exception)
