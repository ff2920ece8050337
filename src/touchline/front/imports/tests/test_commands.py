"""`touchline events import` and `touchline events feeds`: output and exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.cli import main
from touchline.front.imports.tests.conftest import Importer
from touchline.front.imports.tests.test_feeds import (
    ADDRESS,
    FIRST,
    HEADER,
    SECOND,
    League,
    Operator,
    league,
    operator,
)
from touchline.platform.http_client.public_addresses import HttpResponse

__all__ = ["league", "operator"]
RunCommand = Callable[..., Result]


@pytest.fixture
def run_command(application: Application) -> RunCommand:
    """Return a function that runs `touchline events …`."""
    return lambda *arguments: CliRunner().invoke(main.commands["events"], list(arguments), obj=application)


@pytest.fixture
def run_import(run_command: RunCommand, importer: Importer, tmp_path: Path) -> RunCommand:
    """Return a function that imports a file with this text."""

    def run(text: str, *options: str) -> Result:
        path = tmp_path / "season.csv"
        path.write_text(text)
        return run_command("import", str(path), *options)

    return run


CATEGORY = ("--category", "hockey")


def test_an_import_shows_a_preview_until_it_is_applied(run_import: RunCommand, importer: Importer) -> None:
    before = importer.studio.latest().id
    preview = run_import(HEADER + FIRST, *CATEGORY)
    assert (preview.exit_code, importer.studio.latest().id) == (0, before)
    assert "new: 2026-12-01 19:00" in preview.stdout
    assert "Add --yes" in preview.stdout
    applied = run_import(HEADER + FIRST, *CATEGORY, "--yes", "--json")
    result = json.loads(applied.stdout)
    assert (applied.exit_code, result["ok"], result["created"], result["changed"]) == (0, True, 1, 0)
    assert result["revision"] == importer.studio.latest().id
    again = run_import(HEADER + FIRST, *CATEGORY, "--yes")
    assert (again.exit_code, importer.studio.latest().id) == (0, result["revision"])


def test_open_questions_exit_with_1_and_unknown_names_with_3(
    run_import: RunCommand, importer: Importer
) -> None:
    before = importer.studio.latest().id
    unanswered = run_import("Date,Opponent\n2026-12-01,Otter Creek\n", "--yes", "--json")
    assert unanswered.exit_code == 1
    assert "own_team" in json.loads(unanswered.stdout)["questions"]
    assert importer.studio.latest().id == before
    unknown = HEADER + FIRST + SECOND.replace("Otter Creek", "Westfield")
    incomplete = run_import(unknown, *CATEGORY, "--yes")
    assert incomplete.exit_code == 3
    assert "Unknown team `Westfield`" in incomplete.stderr
    assert len(importer.studio.latest().changes) == 1
    named = run_import(unknown, *CATEGORY, "--team-name", "Westfield=new", "--yes")
    assert named.exit_code == 0, named.output


@pytest.mark.parametrize("options", [("--columns", "when"), ("--team-name", "Westfield"), ("--season", "1")])
def test_wrong_options_of_an_import_are_usage_errors(
    run_import: RunCommand, options: tuple[str, ...]
) -> None:
    assert run_import(HEADER + FIRST, *options).exit_code == 2


def test_feeds_are_listed_checked_paused_and_resumed(
    run_command: RunCommand, operator: Operator, league: League
) -> None:
    checked = run_command("feeds", "check", "League", "--json")
    feed = json.loads(checked.stdout)
    assert (checked.exit_code, feed["state"], feed["waiting"], feed["error"]) == (0, "active", 0, None)
    assert "hunter2" not in checked.stdout
    assert run_command("feeds", "pause", str(feed["id"])).exit_code == 0
    [listed] = json.loads(run_command("feeds", "list", "--json").stdout)
    assert listed == feed | {"state": "paused"}
    assert "League (league.example.org): active" in run_command("feeds", "resume", "League").stdout
    league.publish(HEADER + FIRST + SECOND.replace("Otter Creek", "Westfield"))
    waiting = run_command("feeds", "check", "League")
    assert (waiting.exit_code, "1 rows wait" in waiting.stdout) == (3, True)
    league.responses[ADDRESS] = HttpResponse(404, {}, b"")
    failed = run_command("feeds", "check", "League")
    assert (failed.exit_code, "status 404" in failed.stderr) == (1, True)
    unknown = run_command("feeds", "pause", "Cup")
    assert (unknown.exit_code, "There is no feed Cup. Available: League." in unknown.stderr) == (2, True)
