"""`touchline forms`."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from touchline.conftest import Visitor
from touchline.engagement.adapters.cli.form_commands import forms
from touchline.engagement.tests.adapters.test_form_api import VALID_ANSWERS
from touchline.engagement.tests.forms import WORKSHOP_FORM
from touchline.entrypoints.bootstrap import Application

Run = Callable[..., Result]
SPITEFUL_TEXT = {
    "name": '=HYPERLINK("http://evil.example")',
    "subject": "+1 555",
    "message": "@SUM(1+1)*cmd, and\na second line",
}


@pytest.fixture
def run_command(application: Application) -> Run:
    """Return `run("list")`, which runs `touchline forms list --channel prairie`.

    The command must succeed.
    """

    def command(*words: str, exit_code: int = 0) -> Result:
        done = CliRunner().invoke(forms, [*words, "--channel", "prairie"])
        assert done.exit_code == exit_code, (done.output, done.exception)
        return done

    return command


@pytest.fixture
def submitted_forms(application: Application, transaction: Any, visitor: Visitor) -> None:
    """Submit two requests with the contact form and one for a seat."""
    with transaction(visitor.channel.id):
        application.container.engagement.facade().apply_pack({"forms": [WORKSHOP_FORM]})
    malicious = {
        **VALID_ANSWERS,
        "name": SPITEFUL_TEXT["name"],
        "subject": SPITEFUL_TEXT["subject"],
        "message": SPITEFUL_TEXT["message"],
    }
    for fields in (VALID_ANSWERS, malicious):
        assert visitor.post("/custom-forms/contacts", fields=fields).status_code == 201
    workshop = {"email": "ada@example.org", "craft": "clay", "seats": 2, "news": True}
    assert visitor.post("/custom-forms/seat", fields=workshop).status_code == 201


def rows(text: str) -> list[dict[str, str]]:
    """Return the rows of a CSV table."""
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text[1:])))


@pytest.mark.usefixtures("submitted_forms")
def test_forms_are_listed_with_how_many_requests_there_are(run_command: Run) -> None:
    printed = json.loads(run_command("list", "--json").stdout)
    assert [(one["alias"], one["to"], one["fields"], one["requests"]) for one in printed] == [
        ("contacts", "", 4, 2),
        ("seat", "desk@example.org", 4, 1),
    ]
    assert "A seat in a workshop" in run_command("list").stdout


@pytest.mark.usefixtures("submitted_forms")
def test_requests_of_a_form_are_a_table_that_runs_nothing_in_a_spreadsheet(run_command: Run) -> None:
    first, malicious = rows(run_command("export", "--form", "contacts").stdout)
    assert list(first) == ["id", "form", "created_at", "language", "name", "email", "subject", "message"]
    assert (first["name"], first["created_at"]) == ("Ada Moreau", "2026-11-21T18:00:00Z")
    assert malicious["name"] == "'" + SPITEFUL_TEXT["name"]
    assert malicious["subject"] == "'+1 555"
    assert malicious["message"] == "'" + SPITEFUL_TEXT["message"]


@pytest.mark.usefixtures("submitted_forms")
def test_requests_of_all_forms_share_a_table(run_command: Run) -> None:
    *_, workshop = rows(run_command("export").stdout)
    assert (workshop["form"], workshop["name"], workshop["seats"], workshop["news"]) == (
        "seat",
        "",
        "2",
        "true",
    )


@pytest.mark.usefixtures("submitted_forms")
def test_programs_get_answers_as_they_are(run_command: Run) -> None:
    first, malicious, workshop = json.loads(run_command("export", "--json").stdout)
    assert malicious["answers"]["name"] == SPITEFUL_TEXT["name"]
    assert workshop["answers"] == {"email": "ada@example.org", "craft": "clay", "seats": 2, "news": True}
    assert first["id"] < malicious["id"] < workshop["id"]


@pytest.mark.usefixtures("submitted_forms")
def test_a_file_is_written_for_its_owner_alone(run_command: Run, tmp_path: Path) -> None:
    out = tmp_path / "requests.csv"
    done = run_command("export", "--out", str(out))
    assert done.stdout == "" and done.stderr == f"Wrote 3 requests to {out}.\n"
    assert len(rows(out.read_text())) == 3
    assert out.stat().st_mode & 0o777 == 0o600


@pytest.mark.usefixtures("submitted_forms")
def test_requests_of_a_form_that_is_gone_are_still_there(
    run_command: Run, application: Application, transaction: Any, visitor: Visitor
) -> None:
    with transaction(visitor.channel.id):
        application.container.engagement.facade().apply_pack({"forms": []})
    assert [one["requests"] for one in json.loads(run_command("list", "--json").stdout)] == [2, 1]
    [workshop] = rows(run_command("export", "--form", "seat").stdout)
    assert workshop["craft"] == "clay"


def test_a_form_that_never_was_is_named(run_command: Run, visitor: Visitor) -> None:
    done = run_command("export", "--form", "seats", exit_code=1)
    assert "There is no form seats in this channel." in str(done.exception)
